/* std::complex. */
#include "oracle.h"
#include <complex>
PRIMAL(complexes) {
  std::complex<double> a(in[0], in[1]), b(in[2], in[3]);
  auto c = a * b + std::conj(a) / b;
  c += std::exp(a * 0.3) - std::sqrt(b);
  c *= std::polar(in[0], in[3]);
  out[0] = std::abs(c);
  out[1] = std::norm(c) * std::arg(a);
}
ORACLE_MAIN(complexes, 4, 2, 0.5, 1.5)
