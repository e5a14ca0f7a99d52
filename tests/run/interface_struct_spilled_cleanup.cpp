/* Structures that a request passes in memory, as it has run out of registers, where it stands in a
 * scope with something to destroy: the request is an `invoke`. */
#include "oracle.h"
#include <vector>

struct Points {
  double *at;
  long count;
};
struct Range {
  const double *begin, *end;
};
struct Guard {
  int *count;
  __attribute__((noinline)) ~Guard() { ++*count; }
};

template <typename R, typename... T> R __enzyme_autodiff(void *, T...);
template <typename R, typename... T> R __enzyme_fwddiff(void *, T...);
extern int enzyme_dup, enzyme_const, enzyme_dupnoneed;

__attribute__((noinline)) static double dot(double *x, Points y) {
  double sum = 0;
  for (long i = 0; i < y.count; i++)
    sum += x[i] * y.at[i] * y.at[i];
  return sum;
}
__attribute__((noinline)) static double weighted(double s, Points y, Range w) {
  double sum = 0;
  for (long i = 0; i < y.count; i++)
    sum += s * y.at[i] * y.at[i] * w.begin[i];
  return sum;
}

int main() {
  int destroyed = 0;
  {
    Guard guard{&destroyed};
    double x[2] = {2, 3}, dx[2] = {}, y[2] = {5, 7}, dy[2] = {};
    __enzyme_autodiff<void>((void *)dot, enzyme_dup, x, dx, enzyme_dup, Points{y, 2},
                            Points{dy, 2});
    CLOSE(dx[0], 25);
    CLOSE(dx[1], 49);
    CLOSE(dy[0], 20);
    CLOSE(dy[1], 42);
    double tx[2] = {1, 0}, ty[2] = {0, 1};
    double t = __enzyme_fwddiff<double>((void *)dot, enzyme_dup, x, tx, enzyme_dup, Points{y, 2},
                                        Points{ty, 2});
    CLOSE(t, 25 + 42);
  }
  EXPECT(destroyed == 1);
  std::vector<double> w = {0.5, 2}, y = {3, 4}, dy(2);
  double ds =
      __enzyme_autodiff<double>((void *)weighted, 1.5, enzyme_dup, Points{y.data(), 2},
                                Points{dy.data(), 2}, enzyme_const, Range{&w[0], &w[0] + 2});
  CLOSE(ds, 9 * 0.5 + 16 * 2);
  CLOSE(dy[0], 1.5 * 6 * 0.5);
  CLOSE(dy[1], 1.5 * 8 * 2);
  return oracle_exit();
}
