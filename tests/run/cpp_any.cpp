/* std::any holds numbers, objects with vectors, and texts; a cast to what it does not hold throws
 * the library's exception. */
// flags: -std=c++17
#include "oracle.h"
#include <any>
#include <map>
#include <memory>
#include <string>
#include <vector>

struct Sample {
  double weight;
  std::vector<double> values;
};
static double read(const std::any &a) {
  try {
    return std::any_cast<double>(a);
  } catch (const std::bad_any_cast &) {
    return -1;
  }
}
static void samples(const double *in, double *out) {
  std::any a = Sample{in[1], {in[0]}};
  Sample &sample = std::any_cast<Sample &>(a);
  sample.values.push_back(in[2] * in[0]);
  std::any copy = a;
  std::any_cast<Sample &>(copy).weight *= in[0];
  out[0] += sample.values[0] * sample.values[1] * sample.weight;
  out[0] += std::any_cast<const Sample &>(copy).weight + read(a);
  copy = in[0] * in[1];
  out[1] += read(copy) * in[2];
}
static void environment(const double *in, size_t n, double *out) {
  std::map<std::string, std::any> all;
  all["number"] = in[0];
  all["values"] = std::vector<double>(in, in + n);
  all["count"] = 3;
  double s = 0;
  for (auto &[name, value] : all) {
    if (auto values = std::any_cast<std::vector<double>>(&value))
      for (double x : *values)
        s += x * x;
    else if (auto count = std::any_cast<int>(&value))
      s += *count * in[1];
    else
      s += read(value) * (double)name.size();
  }
  out[1] += s;
}
PRIMAL(all) {
  (void)m;
  samples(in, out);
  environment(in, n, out);
}
ORACLE_MAIN(all, 3, 2, 0.5, 1.5)
