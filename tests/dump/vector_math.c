/* Where an approximation may do, derivatives call the C library's versions of tanh for vectors: in
 * the sweep forward. What a person wrote calls what it did. */
// flags: -O2 -ffast-math -Xclang -disable-llvm-passes
// adcc: --dump=optimise
// prints: define .*@gelu
// prints: call fast float @llvm.tanh.f32
// prints: define .*@gradient
// prints: call fast <4 x float> @_ZGVbN4v_tanhf
// never: vector-function-abi-variant
#include <adcc/adcc.h>
#include <math.h>
void gelu(float *out, const float *in, int n) {
  for (int i = 0; i < n; i++)
    out[i] = 0.5f * in[i] * (1 + tanhf(0.8f * in[i]));
}
void gradient(float *out, float *dout, const float *in, float *din, int n) {
  __adcc_autodiff((void *)gelu, adcc_dup, out, dout, adcc_dup, in, din, adcc_const, n);
}
