/* Numbers whose bytes a std::string or a stream in memory keeps, and which are made of that text again. What else
 * such text is good for is right: see cpp_numbers_as_keys.cpp. */
// error: [a-z_.]+:[0-9]+:[0-9]+: error: numbers that 'std::.*append.* keeps in text lose their derivative
// error: numbers_in_text.cpp:[0-9]+:[0-9]+: error: numbers that 'std::ostream::write
// flags: -g
// levels: O0 O2
#include <cstring>
#include <sstream>
#include <string>
#include <vector>
double __enzyme_autodiff(void *, ...);

static void put(std::string &text, double value) {
  text.append((const char *)&value, sizeof value);
}
static double take(const std::string &text, size_t i) {
  double value;
  memcpy(&value, text.data() + i * sizeof value, sizeof value);
  return value;
}
static double through_string(const double *x) {
  std::string text;
  for (int i = 0; i < 4; i++)
    put(text, x[i] * x[i]);
  double sum = 0;
  for (int i = 0; i < 4; i++)
    sum += take(text, i) * take(text, i);
  return sum;
}
static double through_stream(const double *x) {
  std::stringstream stream;
  for (int i = 0; i < 4; i++) {
    double square = x[i] * x[i];
    stream.write((const char *)&square, sizeof square);
  }
  double sum = 0;
  for (int i = 0; i < 4; i++) {
    double square;
    stream.read((char *)&square, sizeof square);
    sum += square * square;
  }
  return sum;
}
double gradients(const double *x, double *dx) {
  return __enzyme_autodiff((void *)through_string, x, dx) +
         __enzyme_autodiff((void *)through_stream, x, dx);
}
