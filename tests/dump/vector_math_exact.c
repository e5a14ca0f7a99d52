/* Without leave to approximate there are no calls of versions for vectors. */
// flags: -O2 -fno-math-errno -Xclang -disable-llvm-passes
// adcc: --dump=optimise
// prints: define .*@gradient
// prints: call .*float @llvm.tanh.f32
// never: _ZGV
#include <adcc/adcc.h>
#include <math.h>
void gelu(float *restrict out, const float *restrict in, int n) {
  for (int i = 0; i < n; i++)
    out[i] = 0.5f * in[i] * (1 + tanhf(0.8f * in[i]));
}
void gradient(float *out, float *dout, const float *in, float *din, int n) {
  __adcc_autodiff((void *)gelu, adcc_dup, out, dout, adcc_dup, in, din, adcc_const, n);
}
