/* A call of exp for a vector, as from a loop that was vectorised before adcc sees it, would be
 * taken apart by code generation: in the derivative it becomes the C library's version, twice where
 * there are more lanes. */
// flags: -O3 -ffast-math -mavx2
// adcc: --dump=optimise
// prints: define .*@gradient
// prints: call fast <8 x float> @_ZGVdN8v_expf
// prints: call fast <8 x float> @_ZGVdN8v_expf
// never: call .*@llvm.exp.v
#include <adcc/adcc.h>
typedef float Vector __attribute__((vector_size(64)));
static __attribute__((noinline)) void softened(const Vector *x, Vector *y, int n) {
  for (int i = 0; i < n; i++)
    y[i] = x[i] / (1 + __builtin_elementwise_exp(-x[i]));
}
void gradient(const Vector *x, Vector *dx, Vector *y, Vector *dy, int n) {
  __adcc_autodiff((void *)softened, adcc_dup, x, dx, adcc_dup, y, dy, adcc_const, n);
}
