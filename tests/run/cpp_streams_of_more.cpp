// What streams read ends the derivative of what it is read into: into parameters of a distribution, from
// text of wide characters.
#include "oracle.h"

#include <random>
#include <sstream>

PRIMAL(distribution) {
  std::normal_distribution<double> normal(in[0] * in[0], 1);
  std::stringstream text;
  text << std::normal_distribution<double>(3.5, 1);
  text >> normal;
  out[0] = normal.mean() * in[1];
  (void)n, (void)m;
}
ORACLE(distribution, 2, 1, 0.5, 2)

PRIMAL(wide) {
  double first = in[0], second = in[0] * in[1];
  float third = (float)in[0];
  std::wistringstream text(L"1.5 2.25");
  text >> first >> third;
  out[0] = first * second + third;
  (void)n, (void)m;
}
ORACLE(wide, 2, 1, 0.5, 2)

int main() {
  distribution_oracle();
  wide_oracle();
  return oracle_exit();
}
