// large: takes long to compile
// flags: -stdlib=libc++ -std=c++20
// link: -stdlib=libc++
/* What libc++ keeps in its shared library: std::sort of numbers, streams and their locales. */
#include "oracle.h"

#include <algorithm>
#include <iostream>
#include <sstream>
#include <vector>

template <typename Real> static double ranked(const double *in, size_t n) {
  std::vector<Real> values(in, in + n);
  for (Real &value : values)
    value *= value - Real(0.9);
  std::sort(values.begin(), values.end());
  double sum = 0;
  for (size_t i = 0; i < n; i++)
    sum += double(i + 1) * double(values[i]);
  return sum;
}

PRIMAL(ranks) {
  out[0] = ranked<double>(in, n) * ranked<long double>(in, n);
  std::vector<double> values(in, in + n);
  std::sort(values.begin(), values.end(), std::greater<>());
  out[1] = values[0] * values[1] * values[n - 1];
}
ORACLE(ranks, 7, 2, 0.5, 1.5)

/* Rounded to single precision: no difference quotient tells its slope. */
extern float __adcc_autodiff_float(void *, ...);

static float ranked_floats(const float *in) {
  float values[] = {in[0] * in[0], in[1] * in[1], in[2] * in[2]};
  std::sort(values, values + 3);
  return values[0] * values[1] + values[2];
}

PRIMAL(reported) {
  std::istringstream scale("2.5 3");
  double a = 0, b = 0;
  scale >> a >> b;
  for (size_t i = 0; i < m; i++)
    out[i] = in[i] * in[i] * a + b;
  std::ostringstream text;
  text << out[0] << std::endl;
  std::string line = std::to_string(out[1]) + text.str();
  if (line.size() < 4)
    std::cout << "short: " << line << std::endl;
}
ORACLE(reported, 3, 3, 0.5, 1.5)

int main() {
  ranks_oracle();
  float in[] = {3, 1, 2}, adjoint[3] = {};
  __adcc_autodiff_float((void *)ranked_floats, adcc_dup, in, adjoint);
  CLOSE(adjoint[0], 6);
  CLOSE(adjoint[1], 2 * 4);
  CLOSE(adjoint[2], 1 * 4);
  reported_oracle();
  return oracle_exit();
}
