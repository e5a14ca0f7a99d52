/* Vectors of records that are resized, assigned and inserted with a value that all get, as the bins
 * of a histogram: zeros, numbers, and what carries a derivative. */
#include "oracle.h"
#include <vector>

struct Bin {
  double sum = 0, squares = 0;
  Bin() = default;
  Bin(double sum, double squares) : sum(sum), squares(squares) {}
  void add(double weight) {
    sum += weight;
    squares += weight * weight;
  }
};

static double filled(const double *in, size_t n, Bin first) {
  std::vector<Bin> bins;
  bins.resize(6, first);
  for (size_t i = 0; i < n; i++)
    bins[(size_t)((double)i * 0.7)].add(in[i]);
  double s = 0;
  for (int i = 0; i < 4; i++)
    s += bins[i + 1].sum * bins[i + 1].sum + bins[i + 1].squares;
  return s;
}
static double inserted(const double *in, Bin value) {
  std::vector<Bin> bins;
  bins.assign(3, value);
  bins.insert(bins.begin() + 1, 2, Bin(in[1], in[2]));
  bins.reserve(20);
  bins.insert(bins.begin() + 2, 2, value);
  bins.insert(bins.end(), 3, bins[1]);
  double s = 0;
  for (size_t i = 0; i < bins.size(); i++)
    s += bins[i].sum * bins[i].squares * (double)(i + 1);
  return s;
}
PRIMAL(histograms) {
  (void)m;
  out[0] += filled(in, n, Bin()) + filled(in, n, Bin(1, 2));
  out[1] += filled(in, n, Bin(in[0], 0)) + filled(in, n, Bin(in[0], in[1]));
  out[0] += inserted(in, Bin(in[0], in[1])) + inserted(in, Bin());
}
ORACLE_MAIN(histograms, 6, 2, 0.7, 1.5)
