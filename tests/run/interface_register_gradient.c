/* register_gradient: the user's own pair is called, and its numbers are believed. */
#include "oracle.h"
extern double __enzyme_autodiff_f(void *, ...);
__attribute__((noinline)) static double cube(double x) { return x * x * x; }
typedef struct {
  double tape, value;
} Augmented;
static int calls;
__attribute__((noinline)) static Augmented augmented(double x) {
  calls++;
  return (Augmented){x, x * x * x};
}
__attribute__((noinline)) static double gradient(double x, double seed, double tape) {
  calls++;
  return 1000 + seed * 3 * tape * x;
}
void *__enzyme_register_gradient_cube[] = {(void *)cube, (void *)augmented, (void *)gradient};
static double f(double x) { return cube(x) * 2; }
int main(void) {
  CLOSE(__enzyme_autodiff_f((void *)f, 2.0), 1000 + 24);
  EXPECT(calls == 2);
  return oracle_exit();
}
