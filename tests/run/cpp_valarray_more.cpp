/* std::valarray in full: slices, gslices, masks and index arrays, read and assigned, apply, cshift, sums and
 * extremes, operators with numbers, arrays of arrays, growth by resize. */
#include "oracle.h"
#include <valarray>
#include <vector>
static double bent(double x) { return x > 0.9 ? sin(x) : x * x; }
PRIMAL(arrays) {
  std::valarray<double> a(in, n), b(n), c = a;
  b = a * 2.0 + 1.0 / a;
  c[std::slice(1, 3, 2)] *= std::valarray<double>(b[std::slice(0, 3, 1)]);
  std::valarray<std::size_t> lengths = {2, 2}, strides = {4, 1};
  std::gslice block(1, lengths, strides);
  std::valarray<double> part = c[block];
  b[block] += part;
  std::valarray<bool> large = a > 0.9;
  b[large] = std::valarray<double>(a[large]) * 3.0;
  std::valarray<std::size_t> order = {5, 0, 3};
  std::valarray<double> some = b[order];
  c[order] -= some * some;
  c = c.apply(bent) + b.cshift(2) * a.shift(-1);
  std::vector<std::valarray<double>> rows(2, std::valarray<double>(0.5, 3));
  rows[0] = some;
  rows[1] += rows[0] / (some + 2.0);
  some.resize(2, in[2]);
  out[0] += c.sum() + b.max() * a.min() + (rows[1] * rows[0]).sum();
  out[1] += std::pow(a, 1.5).sum() + (std::atan2(a, b) + std::exp(-c)).sum() + some.sum();
}
ORACLE_MAIN(arrays, 8, 2, 0.5, 1.5)
