/* As in numbers_in_text.cpp, where texts are joined, moved, and read through a view. */
// error: error: numbers that 'std::.*basic_string.* keeps in text lose their derivative
// flags: -g -std=c++17
// levels: O0 raw O1 O2
#include <cstring>
#include <string>
#include <string_view>
void __enzyme_autodiff(void *, ...);

static std::string bytes(double x) {
  return std::string((const char *)&x, sizeof x);
}
static double number(std::string_view text, size_t at) {
  double x;
  memcpy(&x, text.data() + at, sizeof x);
  return x;
}
static double joined(const double *x) {
  std::string text = bytes(x[0] * x[0]) + bytes(x[1] * x[1]);
  return number(text, 0) * number(text, 8);
}
static double appended(const double *x) {
  std::string text;
  for (int i = 0; i < 2; i++)
    text += bytes(x[i] * x[i]);
  return number(text, 0) * number(text, 8);
}
void joined_gradient(const double *x, double *dx) {
  __enzyme_autodiff((void *)joined, x, dx);
}
void appended_gradient(const double *x, double *dx) {
  __enzyme_autodiff((void *)appended, x, dx);
}
