/* A C++ interface on top of the C one: markers and arguments travel in tuples through templates,
 * which without optimisation are functions of their own. */
#include "oracle.h"
#include <cstddef>
#include <tuple>

template <typename Result, typename... Arguments> Result __enzyme_autodiff(void *, Arguments...);
template <typename Result, typename... Arguments> Result __enzyme_fwddiff(void *, Arguments...);
extern int enzyme_dup, enzyme_out, enzyme_const;

namespace sugar {
template <typename T> struct Active {
  T value;
};
template <typename T> struct Duplicated {
  T value, shadow;
};
template <typename T> struct Constant {
  T value;
};
template <typename T> std::tuple<int, T> expand(Active<T> a) { return {enzyme_out, a.value}; }
template <typename T> std::tuple<int, T, T> expand(Duplicated<T> a) {
  return {enzyme_dup, a.value, a.shadow};
}
template <typename T> std::tuple<int &, T> expand(Constant<T> a) { return {enzyme_const, a.value}; }
template <typename Result, typename Function, typename... Arguments>
Result reverse(Function *function, Arguments... arguments) {
  return std::apply(
      [=](auto... all) { return __enzyme_autodiff<Result>((void *)function, all...); },
      std::tuple_cat(expand(arguments)...));
}
template <typename Result, typename Function, typename... Arguments>
Result forward(Function *function, Arguments... arguments) {
  return std::apply([=](auto... all) { return __enzyme_fwddiff<Result>((void *)function, all...); },
                    std::tuple_cat(expand(arguments)...));
}
} // namespace sugar

static double weighted(double scale, const double *x, double power, size_t n) {
  double sum = 0;
  for (size_t i = 0; i < n; i++)
    sum += scale * pow(x[i], power);
  return sum;
}
struct Pair {
  double scale, power;
};

int main() {
  double x[3] = {1, 2, 3}, dx[3] = {0, 0, 0}, sum = 0, logarithms = 0;
  for (double v : x) {
    sum += pow(v, 1.5);
    logarithms += 2 * pow(v, 1.5) * log(v);
  }
  using namespace sugar;
  Pair both = reverse<Pair>(weighted, Active<double>{2.0}, Duplicated<double *>{x, dx},
                            Active<double>{1.5}, Constant<size_t>{3});
  CLOSE(both.scale, sum);
  CLOSE(both.power, logarithms);
  CLOSE(dx[2], 2 * 1.5 * sqrt(3));
  double t[3] = {1, 0, 0};
  double tangent =
      forward<double>(weighted, Duplicated<double>{2.0, 1.0}, Duplicated<double *>{x, t},
                      Constant<double>{1.5}, Constant<size_t>{3});
  CLOSE(tangent, sum + 3);
  return oracle_exit();
}
