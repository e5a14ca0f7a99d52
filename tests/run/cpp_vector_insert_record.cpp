// A record is inserted into a vector: libstdc++ keeps it in a temporary of which it has cleared the
// first byte, which LLVM then takes apart into that byte and the rest of the first number.
// flags: -std=c++17
#include "oracle.h"
#include <array>
#include <vector>

struct Sample {
  double x, slope;
  int step;
  float gain;
};

struct Filter {
  double x;
  std::array<double, 4> spread;
  int step;
  float gain;
  bool valid;
};

PRIMAL(inserted) {
  std::vector<Sample> samples;
  Sample sample{in[0], in[2], 0, 0};
  std::vector<Filter> filters;
  Filter filter{in[0], {{in[2], .1, .1, in[3]}}, 0, 0, true};
  for (int i = 0; i < 6; i++) {
    sample.x *= in[1];
    sample.slope += sample.x;
    filter.x *= in[1];
    filter.spread[1] += filter.x;
    sample.step = filter.step = i;
    sample.gain = filter.gain = .5f * i;
    filter.valid = i % 2;
    samples.push_back(sample);
    filters.push_back(filter);
  }
  samples.insert(samples.begin(), sample);
  filters.erase(filters.begin() + 1);
  filters.insert(filters.begin() + 2, filter);
  for (const Sample &s : samples)
    out[0] += s.x * s.slope * s.gain + s.step * s.x;
  for (const Filter &f : filters)
    if (f.valid)
      out[1] += f.x * f.spread[1] * f.gain + f.step * f.x;
}

ORACLE_MAIN(inserted, 4, 2, .3, 1.1)
