/* fwdsplit after everything that the primal read is gone: loops, calls, allocation, recursion,
 * integers from outside, pointers in memory; several tangents from one tape. */
#include "oracle.h"
extern int enzyme_dup, enzyme_const, enzyme_nofree, enzyme_tape, enzyme_allocated, enzyme_width;
typedef struct {
  void *tape;
  double value;
} Augmented;
extern Augmented __enzyme_augmentfwd_a(void *, ...);
extern void *__enzyme_augmentfwd_t(void *, ...);
extern double __enzyme_augmentfwd_b(void *, ...);
extern double __enzyme_fwdsplit(void *, ...);
extern void __enzyme_fwdsplit_v(void *, ...);
extern size_t __enzyme_augmentsize(void *, ...);
typedef struct {
  double a, b;
} Two;
extern Two __enzyme_fwdsplit_2(void *, ...);
typedef struct Node {
  double value;
  struct Node *next;
} Node;
static int limit = 4, calls;
__attribute__((noinline)) static int bound(void) { return calls++, limit; }
__attribute__((noinline)) static double power(double x, int n) {
  return n == 0 ? 1 : x * power(x, n - 1);
}
static double work(double *x, int n) {
  double *copy = malloc(n * sizeof *copy), sum = 0;
  Node *list = NULL;
  for (int i = 0; i < n; i++) {
    copy[i] = power(x[i], 3);
    x[i] = copy[i] * x[i];
    Node *node = malloc(sizeof *node);
    node->value = x[i] * i;
    node->next = list;
    list = node;
  }
  for (int i = 0; i < bound() && i < n; i++)
    sum += copy[i] * x[i];
  while (list) {
    Node *next = list->next;
    sum += sin(list->value);
    free(list);
    list = next;
  }
  free(copy);
  return sum;
}
static void in_place(double *x) { x[0] = x[0] * x[0] * x[1]; }
static double scalar(double x, double y) { return x * x * y; }
static double work_derivative(double x, int i) { /* of x^7 + sin(i x^4) */
  return 7 * pow(x, 6) + cos(i * pow(x, 4)) * i * 4 * pow(x, 3);
}
int main(void) {
  double x[3] = {1.1, 0.7, 0.9}, t[3] = {1, 10, 100}, u[3] = {0, 1, 0}, expected = 0;
  Augmented a = __enzyme_augmentfwd_a((void *)work, enzyme_dup, x, t, 3);
  for (int i = 0; i < 3; i++)
    expected += t[i] * work_derivative((double[]){1.1, 0.7, 0.9}[i], i);
  int made = calls;
  limit = 0, x[0] = x[1] = x[2] = -1; /* the tape remembers */
  double d =
      __enzyme_fwdsplit((void *)work, enzyme_nofree, enzyme_tape, a.tape, enzyme_dup, x, t, 3);
  CLOSE(d, expected);
  CLOSE(t[1], 10 * 4 * pow(0.7, 3));
  CLOSE(calls, made);
  CLOSE(x[1], -1);
  d = __enzyme_fwdsplit((void *)work, enzyme_dup, x, u, 3, a.tape);
  CLOSE(d, work_derivative(0.7, 1));
  /* the buffer is the caller's */
  size_t size = __enzyme_augmentsize((void *)in_place, enzyme_dup);
  void *buffer = malloc(size);
  double y[2] = {3, 5}, t0[2] = {1, 0}, t1[2] = {0, 1};
  __enzyme_augmentfwd_b((void *)in_place, enzyme_allocated, size, enzyme_tape, buffer, y, t0);
  CLOSE(y[0], 45);
  __enzyme_fwdsplit_v((void *)in_place, enzyme_width, 2, enzyme_allocated, size, enzyme_tape,
                      buffer, y, t0, t1);
  CLOSE(t0[0], 30);
  CLOSE(t1[0], 9);
  CLOSE(y[0], 45);
  free(buffer);
  /* no tape: nothing was recorded, and the arguments are still what they were */
  CLOSE(__enzyme_fwdsplit((void *)scalar, 3.0, 1.0, 5.0, 0.0, (void *)0), 30);
  return oracle_exit();
}
