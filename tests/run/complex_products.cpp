// flags: -std=c++17
/* Products of complex numbers, with the check for infinities that clang puts beside each: in a
 * recurrence, in products of small matrices, squared, and of what is infinite. */
#include "oracle.h"
#include <array>
#include <complex>
using Number = std::complex<double>;

PRIMAL(recurrence) {
  (void)m;
  Number z = {in[0], in[1]}, c = {in[2], in[3]};
  for (size_t i = 4; i + 1 < n; i += 2)
    z = z * z * Number{in[i], -in[i + 1]} + c * z;
  out[0] = z.real();
  out[1] = z.imag();
}
ORACLE(recurrence, 12, 2, 0.3, 0.8)

typedef std::array<Number, 9> Matrix;
static Matrix product(const Matrix &a, const Matrix &b) {
  Matrix c{};
  for (int i = 0; i < 3; i++)
    for (int j = 0; j < 3; j++)
      for (int k = 0; k < 3; k++)
        c[3 * i + j] += a[3 * i + k] * b[3 * k + j];
  return c;
}
PRIMAL(matrices) {
  (void)m;
  Matrix a{}, b{};
  for (int i = 0; i < 9; i++) {
    a[i] = {in[2 * i % n], in[(2 * i + 1) % n]};
    b[i] = {in[(3 * i + 1) % n], -in[(5 * i + 2) % n]};
  }
  for (int i = 0; i < 4; i++) {
    a = product(a, b);
    for (Number &entry : a)
      entry *= Number{0.3, 0.1};
  }
  for (const Number &entry : a)
    out[0] += std::norm(entry);
}
ORACLE(matrices, 7, 1, 0.2, 0.7)

/* Both parts of the product are no number, where its value is an infinity. */
static double infinite(double x, double huge) {
  Number z = Number{huge, huge - huge} * Number{x, x};
  return (std::isinf(z.real()) ? 1 : 0) + (std::isinf(z.imag()) ? 2 : 0) + x;
}
extern "C" {
struct Both {
  double value, derivative;
};
Both __adcc_autodiff_infinite(void *, ...);
extern int adcc_primal_return;
}

int main() {
  recurrence_oracle();
  matrices_oracle();
#ifndef __FAST_MATH__
  volatile double huge = HUGE_VAL;
  Both both = __adcc_autodiff_infinite((void *)infinite, adcc_primal_return, adcc_out, 0.5,
                                       adcc_const, (double)huge);
  CLOSE_TO(both.value, infinite(0.5, huge), 0);
  CLOSE_TO(both.derivative, 1, 0);
#endif
  return oracle_exit();
}
