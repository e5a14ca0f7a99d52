/* fwdsplit of functions that return pointers: what augmentfwd allocated as the shadow of the result
 * is where the tangents come to stand. */
#include "oracle.h"
extern int enzyme_primal_return, enzyme_dup, enzyme_const, enzyme_nofree, enzyme_width;
typedef struct Node {
  double value;
  struct Node *next;
} Node;
typedef struct {
  void *tape;
  Node *list, *shadow;
} List;
typedef struct {
  void *tape;
  double *array, *shadow[2];
} Array;
typedef struct {
  void *tape;
  double *place, *shadow;
} Place;
typedef struct {
  double *lane[2];
} Lanes;
typedef struct {
  Node *list, *shadow;
} Both;
extern List __enzyme_augmentfwd_list(void *, ...);
extern Node *__enzyme_fwdsplit_list(void *, ...);
extern Both __enzyme_fwddiff_list(void *, ...);
extern Array __enzyme_augmentfwd_array(void *, ...);
extern Lanes __enzyme_fwdsplit_array(void *, ...);
extern Place __enzyme_augmentfwd_place(void *, ...);
extern double *__enzyme_fwdsplit_place(void *, ...);
__attribute__((noinline)) static Node *push(Node *list, double value) {
  Node *node = malloc(sizeof *node);
  node->value = value;
  node->next = list;
  return node;
}
static Node *powers(double *x, int n) {
  double *scratch = calloc(n, sizeof *scratch);
  Node *list = NULL;
  for (int i = 0; i < n; i++) {
    scratch[i] = x[0] + i;
    list = push(list, x[i] * scratch[i]);
    x[i] = 0;
  }
  free(scratch);
  Node *head = list->next; /* of what was made, not all is returned */
  free(list);
  return head;
}
static double *grown(const double *x, int n) {
  double *kept = NULL;
  int count = 0;
  for (int i = 0; i < n; i++)
    if (x[i] > 0) {
      kept = realloc(kept, (count + 1) * sizeof *kept);
      kept[count++] = exp(x[i]);
      kept[0] *= x[i];
    }
  return kept;
}
static double *largest(double *x, int n) {
  double *best = x;
  for (int i = 1; i < n; i++)
    if (x[i] > *best)
      best = x + i;
  *best *= *best;
  return best;
}
static void release(Node *list) {
  for (Node *next; list; list = next) {
    next = list->next;
    free(list);
  }
}
int main(void) {
  double x[3] = {2, 3, 4}, dx[3] = {0};
  List r = __enzyme_augmentfwd_list((void *)powers, enzyme_dup, x, dx, enzyme_const, 3);
  CLOSE(r.list->value, 3); /* x[0] is gone by then */
  CLOSE(r.list->next->value, 2 * 2);
  for (int i = 0; i < 2; i++) {
    double tangent[3] = {i == 0, i == 1, 7};
    Node *d = i == 0 ? __enzyme_fwdsplit_list((void *)powers, enzyme_nofree, enzyme_dup, x, tangent,
                                              enzyme_const, 3, r.tape)
                     : __enzyme_fwdsplit_list((void *)powers, enzyme_dup, x, tangent, enzyme_const,
                                              3, r.tape);
    CLOSE(d == r.shadow, 1);
    CLOSE(d->value, i);
    CLOSE(d->next->value, i == 0 ? 4 : 0);
    CLOSE(d->next->next == NULL, 1);
    CLOSE(tangent[1], 0);
  }
  double w[2] = {2, 3}, dw[2] = {1, 0}; /* beside, in one go, with a shadow of its own */
  Both whole = __enzyme_fwddiff_list((void *)powers, enzyme_primal_return, enzyme_dup, w, dw,
                                     enzyme_const, 2);
  CLOSE(whole.shadow != r.shadow, 1);
  CLOSE(whole.shadow->value, 4);
  release(r.list);
  release(r.shadow);
  release(whole.list);
  release(whole.shadow);
  double y[4] = {0.5, -1, 0.25, 2}, t[2][4] = {{1, 1, 0, 0}, {0, 1, 0, 1}};
  Array a = __enzyme_augmentfwd_array((void *)grown, enzyme_width, 2, enzyme_dup, y, t[0], t[1],
                                      enzyme_const, 4);
  CLOSE(a.array[0], exp(0.5) * 0.5 * 0.25 * 2);
  Lanes d = __enzyme_fwdsplit_array((void *)grown, enzyme_width, 2, enzyme_dup, y, t[0], t[1],
                                    enzyme_const, 4, a.tape);
  CLOSE(d.lane[0] == a.shadow[0], 1);
  CLOSE(a.shadow[0][0], exp(0.5) * (0.5 + 1) * 0.25 * 2);
  CLOSE(a.shadow[0][2], 0);
  CLOSE(a.shadow[1][0], exp(0.5) * 0.5 * 0.25);
  CLOSE(d.lane[1][1], 0);
  CLOSE(d.lane[1][2], exp(2));
  free(a.array);
  free(a.shadow[0]);
  free(a.shadow[1]);
  double z[3] = {1, 5, 2}, dz[3] = {0.1, 0.2, 0.3};
  Place p = __enzyme_augmentfwd_place((void *)largest, enzyme_dup, z, dz, enzyme_const, 3);
  CLOSE(p.place == z + 1 && p.shadow == dz + 1, 1);
  CLOSE(z[1], 25);
  double *dp = __enzyme_fwdsplit_place((void *)largest, enzyme_dup, z, dz, enzyme_const, 3, p.tape);
  CLOSE(dp == dz + 1, 1);
  CLOSE(*dp, 2 * 5 * 0.2);
  return oracle_exit();
}
