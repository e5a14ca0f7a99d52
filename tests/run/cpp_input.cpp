// Numbers out of streams are new to the variables that held active ones; where a stream has none, the
// old ones stay.
#include "oracle.h"
#include <iterator>
#include <sstream>
#include <vector>
PRIMAL(streams) {
  std::istringstream words("0.5 2 1.25 -3");
  double v = in[0], product = 1;
  while (words >> v) {
    v *= in[1];
    product *= v;
  }
  out[0] += product + v; // the last one stays: there is no other
  std::istringstream more("4 0.5 7");
  float f = 0;
  long double wide = in[0];
  std::vector<double> x{in[0], in[1]};
  int k = 0;
  more >> f >> x[1] >> k;
  x[0] *= x[1] * f * k * (double)wide;
  out[1] += x[0] * x[0] * (more ? 1 : 2);
}
ORACLE(streams, 2, 2, 0.5, 1.5)

/* Blocks of numbers, of which the last one is not whole. */
PRIMAL(blocks) {
  const double numbers[] = {0.5, -1, 2, 3, 0.25, 7};
  std::istringstream file(std::string((const char *)numbers, sizeof numbers));
  double got[4] = {in[0], in[1], in[0], in[1]};
  while (file.read((char *)got, sizeof got))
    for (double &v : got)
      v *= in[0] * v;
  out[0] += got[0] * got[1] + got[2] * got[3];
  out[1] += got[1] * in[1];
}
ORACLE(blocks, 2, 2, 0.5, 1.5)

/* The iterator reads the next number in a function of its own, whose last call that may be. */
PRIMAL(iterators) {
  std::istringstream text("1 2.5 0.5 -3");
  std::vector<double> numbers;
  numbers.assign(std::istream_iterator<double>(text), {});
  for (size_t i = 0; i < numbers.size(); i++) {
    numbers[i] *= in[i % n];
    out[i % m] += numbers[i] * numbers[i];
  }
}
ORACLE(iterators, 3, 2, 0.5, 1.5)

int main() {
  iterators_oracle();
  streams_oracle();
  blocks_oracle();
  return oracle_exit();
}
