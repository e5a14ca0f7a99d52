/* std::complex, std::valarray with slices, std::array, pairs and tuples. */
#include "oracle.h"
#include <array>
#include <complex>
#include <tuple>
#include <utility>
#include <valarray>
PRIMAL(cv) {
  std::complex<double> z(in[0], in[1]), w(in[1], in[2]);
  auto t = z * w + std::exp(z) / w + std::sqrt(w) + std::pow(z, 2.0) + std::polar(in[0], in[1]);
  out[0] = std::abs(t) + std::arg(t) + std::norm(z);
  std::valarray<double> a(in, n);
  std::valarray<double> b = a * a + std::sin(a) * 2.0;
  b[std::slice(0, 2, 2)] *= std::valarray<double>(in, 2);
  std::array<double, 3> arr{in[0], in[1], in[2]};
  auto [p, q] = std::make_pair(arr[0] * arr[1], arr[2]);
  std::tuple<double, int, double> tup(p, 2, q);
  out[1] = b.sum() + b.max() + std::get<0>(tup) * std::get<2>(tup);
}
ORACLE_MAIN(cv, 4, 2, 0.5, 1.2)
