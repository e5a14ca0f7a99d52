/* As in number_as_text.c, through a std::string and a stream in memory; libc++ writes and reads in functions of its own. */
// error: number_as_libcxx_text.cpp:[0-9]+:[0-9]+: error: a number that carries a derivative is written as text by 'std::.*to_string\(double\)' and read again by 'std::.*stod\(
// error: number_as_libcxx_text.cpp:[0-9]+:[0-9]+: error: a number that carries a derivative is written as text by 'std::.*operator<<\(double\)' and read again by 'std::.*operator>>\(double&\)'
// flags: -g -stdlib=libc++
// levels: O0 O2
#include <sstream>
#include <string>
double __enzyme_autodiff(void *, ...);

static double through_string(double x) {
  std::string text = std::to_string(x * x);
  return std::stod(text) * x;
}
static double through_stream(double x) {
  std::stringstream stream;
  stream << x * x;
  double y = 0;
  stream >> y;
  return y * x;
}
double gradients(double x) {
  return __enzyme_autodiff((void *)through_string, x) + __enzyme_autodiff((void *)through_stream, x);
}
