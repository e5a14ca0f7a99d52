/* reverse and fwdsplit from the tape of one run, again and again, after what the primal read is
 * gone: loops, calls with and without derivatives, recursion, lists, numbers from outside. */
#include "oracle.h"
extern int enzyme_dup, enzyme_const, enzyme_nofree, enzyme_tape, enzyme_allocated, enzyme_width;
typedef struct {
  void *tape;
  double value;
} Augmented;
typedef struct {
  double a, b;
} Two;
extern Augmented __enzyme_augmentfwd_a(void *, ...);
extern double __enzyme_augmentfwd_b(void *, ...);
extern double __enzyme_fwdsplit(void *, ...);
extern Two __enzyme_fwdsplit_2(void *, ...);
extern void __enzyme_reverse(void *, ...);
extern Two __enzyme_reverse_2(void *, ...);
typedef struct Node {
  double value;
  struct Node *next;
} Node;
static int limit = 4, calls, steps[] = {2, 1, 3};
__attribute__((noinline)) static int bound(void) { return calls++, limit; }
__attribute__((noinline)) static int step(const int *from, int i) { return from[i] + i; }
__attribute__((noinline)) static double power(double x, int n) {
  return n == 0 ? 1 : x * power(x, n - 1);
}
__attribute__((noinline)) static Node *push(Node *list, double value) {
  Node *node = malloc(sizeof *node);
  node->value = value;
  node->next = list;
  return node;
}
static double work(double *x, int n) {
  double *copy = malloc(n * sizeof *copy), sum = 0;
  Node *list = NULL;
  for (int i = 0; i < n; i++) {
    copy[i] = power(x[i], step(steps, i));
    x[i] = copy[i] * x[i];
    list = push(list, x[i] * i);
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
static double work_derivative(double x, int i) { /* of x^(2p+1) + sin(i x^(p+1)) */
  int p = (int[]){2, 2, 5}[i];
  return (2 * p + 1) * pow(x, 2 * p) + cos(i * pow(x, p + 1)) * i * (p + 1) * pow(x, p);
}
static double product(double x, double y) { return x * x * y + sin(y); }
int main(void) {
  double x[3] = {1.1, 0.7, 0.9}, at[3] = {1.1, 0.7, 0.9}, gradient[3] = {0};
  Augmented a = __enzyme_augmentfwd_a((void *)work, enzyme_dup, x, gradient, 3);
  int made = calls;
  limit = 0, x[0] = x[1] = x[2] = -1, steps[0] = steps[1] = steps[2] = 9;
  for (int round = 0; round < 2; round++) {
    for (int i = 0; i < 3; i++) {
      double tangent[3] = {0};
      tangent[i] = 1;
      CLOSE(__enzyme_fwdsplit((void *)work, enzyme_nofree, enzyme_dup, x, tangent, 3, a.tape),
            work_derivative(at[i], i));
    }
    double two[2][3] = {{1, 10, 0}, {0, 0, 2}};
    Two lanes = __enzyme_fwdsplit_2((void *)work, enzyme_nofree, enzyme_width, 2, enzyme_dup, x,
                                    two[0], two[1], 3, a.tape);
    CLOSE(lanes.a, work_derivative(at[0], 0) + 10 * work_derivative(at[1], 1));
    CLOSE(lanes.b, 2 * work_derivative(at[2], 2));
    gradient[0] = gradient[1] = gradient[2] = 0;
    if (round == 0)
      __enzyme_reverse((void *)work, enzyme_nofree, enzyme_dup, x, gradient, 3, 1.0, a.tape);
    else /* the last use ends the tape */
      __enzyme_reverse((void *)work, enzyme_dup, x, gradient, 3, 1.0, a.tape);
    for (int i = 0; i < 3; i++)
      CLOSE(gradient[i], work_derivative(at[i], i));
  }
  CLOSE(calls, made);
  CLOSE(x[1], -1);
  /* numbers; the buffer is the caller's */
  char buffer[64] __attribute__((aligned(16)));
  CLOSE(__enzyme_augmentfwd_b((void *)product, enzyme_tape, buffer, enzyme_allocated, 64, 3.0, 5.0),
        product(3, 5));
  Two d = __enzyme_reverse_2((void *)product, enzyme_nofree, enzyme_tape, buffer, enzyme_allocated,
                             64, 3.0, 5.0, 2.0);
  CLOSE(d.a, 60);
  CLOSE(d.b, 18 + 2 * cos(5));
  CLOSE(__enzyme_fwdsplit((void *)product, enzyme_tape, buffer, enzyme_allocated, 64, 3.0, 1.0, 5.0,
                          0.5),
        30 + 0.5 * (9 + cos(5)));
  return oracle_exit();
}
