/* Numbers that are written as text, where numbers are read from text that may be the same: a warning. What goes to
 * another stream, or is no number with a derivative, is none. */
// prints: string_conversions.h:[0-9]+:[0-9]+: warning: a number that carries a derivative is written as text by 'vsnprintf': if 'strtod' reads it again
// prints: warning_number_as_text.cpp:[0-9]+:[0-9]+: note: called from here
// prints: warning_number_as_text.cpp:[0-9]+:[0-9]+: warning: a number that carries a derivative is written as text by 'std::ostream.*': if 'std::istream.*' reads it again
// prints: help: keep the number itself; where other text is read, nothing is lost
// never: by 'snprintf'
#include <cstdio>
#include <cstdlib>
#include <iostream>
#include <sstream>
#include <string>
double __enzyme_autodiff(void *, ...);

static double through_string(double x) {
  std::string text = std::to_string(x * x);
  return std::stod(text) * x;
}
static double through_streams(double x) {
  std::ostringstream to;
  to << x * x;
  std::istringstream from(to.str());
  double y = 0;
  from >> y;
  return y * x;
}

static double apart(double x) {
  char line[40], setting[8] = "0.25";
  snprintf(line, sizeof line, "%g\n", x);
  std::cout << x << line;
  double weight = strtod(setting, nullptr), offset = 0;
  std::cin >> offset;
  return x * weight + offset;
}

double gradients(double x) {
  return __enzyme_autodiff((void *)apart, x) + __enzyme_autodiff((void *)through_string, x) + __enzyme_autodiff((void *)through_streams, x);
}
