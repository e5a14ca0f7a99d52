// flags: -std=c++20
// Vectors to work in that C++20 initialises when it compiles, so that the type of the variable has no name:
// one is filled anew in each call, one keeps its size.
#include "oracle.h"

#include <vector>

static std::vector<double> scratch;
PRIMAL(filled) {
  scratch.clear();
  for (size_t i = 0; i < 8; i++)
    scratch.push_back(in[i % n] * std::cos(double(i)));
  for (size_t i = 1; i < scratch.size(); i++)
    scratch[i] += 0.5 * scratch[i - 1] * scratch[i - 1];
  out[0] = scratch.back();
  (void)m;
}
ORACLE(filled, 4, 1, 0.2, 0.9)

PRIMAL(assigned) {
  static std::vector<double> work;
  work.assign(8, 0.0);
  for (size_t i = 0; i < work.size(); i++)
    work[i] = in[i % n] * in[(i + 1) % n];
  for (size_t i = 1; i < work.size(); i++)
    work[i] += work[i - 1] * work[i];
  out[0] = work.back();
  (void)m;
}
ORACLE(assigned, 4, 1, 0.2, 0.9)

int main() {
  filled_oracle();
  assigned_oracle();
  return oracle_exit();
}
