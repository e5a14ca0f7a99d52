/* As in numbers_in_text.cpp, in texts that are joined, of which a member takes the bytes. */
// error: [a-z_.]+:[0-9]+:[0-9]+: error: numbers that 'std::.* keeps in text lose their derivative
// flags: -g
// levels: O0 O2
#include <string>
#include <vector>
double __enzyme_autodiff(void *, ...);

static double joined(const double *x) {
  std::vector<std::string> parts;
  for (int i = 0; i < 4; i++) {
    double square = x[i] * x[i];
    parts.push_back(std::string((const char *)&square, (const char *)(&square + 1)));
  }
  std::string all;
  for (const std::string &part : parts)
    all += part;
  double sum = 0;
  for (size_t i = 0; i < 4; i++) {
    double square;
    all.copy((char *)&square, sizeof square, i * sizeof square);
    sum += square * square;
  }
  return sum;
}
double gradient(const double *x, double *dx) {
  return __enzyme_autodiff((void *)joined, x, dx);
}
