/* Settings that are read from text while results are reported as text. */
#include "oracle.h"
#include <cstdio>
#include <cstdlib>
#include <iostream>
#include <sstream>
#include <string>

static double setting(const char *text) {
  char name[16];
  double value = 0;
  return sscanf(text, "%15[a-z]=%lf", name, &value) == 2 ? value : 0;
}
PRIMAL(reported) {
  double gain = setting("gain=2.5"), offset = strtod("0.25", nullptr) + atof("1.5");
  std::istringstream settings("3 4.5");
  int power;
  double factor;
  settings >> power >> factor;
  char line[64];
  size_t written = 0;
  for (size_t i = 0; i < n; i++) {
    double value = gain * in[i] + offset;
    for (int k = 1; k < power; k++)
      value *= in[i];
    out[i % m] += factor * value;
    written += (size_t)snprintf(line, sizeof line, "%zu: %g\n", i, value);
    if (value > 1e9)
      std::cout << value << line;
  }
  if (written == 0)
    out[0] = 0;
}
ORACLE_MAIN(reported, 4, 2, 0.5, 1.5)
