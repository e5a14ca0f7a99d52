// Text of the C++ library's own memory that is taken for a buffer of numbers: it has no shadow, so that the
// program stops; in a vector of bytes the numbers are followed.
#include "oracle.h"
#include "stops.h"
#include <algorithm>
#include <string>
#include <vector>

double __enzyme_autodiff(void *, ...);
double __enzyme_fwddiff(void *, ...);

template <class Bytes> static double through(const double *x, size_t n) {
  Bytes bytes(n * sizeof(double), '\0');
  for (size_t i = 0; i < n; i++) {
    double square = x[i] * x[i];
    memcpy(&bytes[i * sizeof square], &square, sizeof square);
  }
  double sum = 0;
  for (size_t i = 0; i < n; i++) {
    double square;
    memcpy(&square, bytes.data() + i * sizeof square, sizeof square);
    sum += square * square;
  }
  return sum;
}
/* Moved as they are, which LLVM does as if they were integers. */
static double sum_of(const std::string &bytes, size_t n) {
  double sum = 0;
  for (size_t i = 0; i < n; i++) {
    double value;
    memcpy(&value, bytes.data() + i * sizeof value, sizeof value);
    sum += value * value;
  }
  return sum;
}
static double moved(const double *x) {
  std::string bytes(4 * sizeof(double), '\0');
  for (size_t i = 0; i < 4; i++)
    memcpy(&bytes[i * sizeof *x], &x[i], sizeof *x);
  return sum_of(bytes, 4) * x[0];
}
/* Several at once, of which the first lie where a short text would. */
static double at_once(const double *x) {
  std::string bytes(4 * sizeof(double), '\0');
  double squares[4];
  for (size_t i = 0; i < 4; i++)
    squares[i] = x[i] * x[i];
  memcpy(&bytes[0], squares, sizeof squares);
  return sum_of(bytes, 4);
}
static std::string packed(const std::vector<double> &numbers) {
  std::string bytes;
  bytes.resize(numbers.size() * sizeof(double));
  std::copy((const char *)numbers.data(), (const char *)(numbers.data() + numbers.size()),
            bytes.begin());
  return bytes;
}
static double of_vector(const double *x) {
  std::vector<double> squares;
  for (size_t i = 0; i < 4; i++)
    squares.push_back(x[i] * x[i]);
  return sum_of(packed(squares), 4);
}
static double through_text(const double *x) { return through<std::string>(x, 4); }
static double through_bytes(const double *x) { return through<std::vector<char>>(x, 4); }

static double reverse(double (*f)(const double *)) {
  double x[4] = {1, 2, 3, 4}, dx[4] = {0};
  if (f == through_text)
    __enzyme_autodiff((void *)through_text, x, dx);
  else
    __enzyme_autodiff((void *)through_bytes, x, dx);
  return dx[1];
}

template <double (*f)(const double *)> static double forward() {
  double x[4] = {1, 2, 3, 4}, dx[4] = {0, 1, 0, 0};
  return __enzyme_fwddiff((void *)f, x, dx);
}
template <double (*f)(const double *)> static void backward() {
  double x[4] = {1, 2, 3, 4}, dx[4] = {0};
  __enzyme_autodiff((void *)f, x, dx);
}

int main() {
  EXPECT(reverse(through_bytes) == 32);
  EXPECT(STOPS(reverse(through_text)));
  EXPECT(STOPS(forward<through_text>()));
  EXPECT(STOPS(forward<moved>()));
  EXPECT(STOPS(backward<moved>()));
  EXPECT(STOPS(forward<at_once>()));
  EXPECT(STOPS(backward<at_once>()));
  EXPECT(STOPS(forward<of_vector>()));
  EXPECT(STOPS(backward<of_vector>()));
  return oracle_exit();
}
