// large: takes long to compile
// flags: -stdlib=libc++ -std=c++23
// link: -stdlib=libc++
/* Ranges that are zipped, filtered, joined and folded, and arrays of more dimensions over the
 * same numbers. A zipped range of a fixed length ends at either of two ends. */
#include "oracle.h"

#include <algorithm>
#include <functional>
#include <mdspan>
#include <numeric>
#include <ranges>
#include <span>
#include <vector>

namespace views = std::views;

static double zipped(std::span<const double, 6> x) {
  double sum = 0;
  for (auto [a, b] : views::zip(x, x | views::drop(1)))
    sum += a * b;
  for (auto [i, a] : views::zip(views::iota(1), x))
    sum += i * a * a;
  return sum;
}

static double folded(std::span<const double> x) {
  auto squares = x | views::transform([](double a) { return a * a; }) |
                 views::filter([](double a) { return a > .5; }) | views::take(4);
  double sum = std::ranges::fold_left(squares, 0.0, std::plus{});
  std::vector<std::vector<double>> groups{{x[0], x[1]}, {x[2]}, {}, {x[3], x[4], x[5]}};
  double product = 1;
  for (double a : groups | views::join)
    product *= a + 1;
  return sum + product;
}

static double sorted(std::span<const double, 6> x) {
  std::vector<double> w(x.begin(), x.end());
  std::ranges::sort(w, std::greater{}, [](double a) { return a * (2.5 - a); });
  double sum = 0;
  for (auto [i, a] : views::zip(views::iota(0), w | views::reverse))
    sum += a * a * i;
  std::ranges::transform(w, x, w.begin(), [](double a, double b) { return a * b; });
  std::partial_sum(w.begin(), w.end(), w.begin());
  std::adjacent_difference(w.begin(), w.end(), w.begin(),
                           [](double a, double b) { return a * b; });
  return sum + std::reduce(w.begin(), w.end()) + *std::ranges::max_element(w);
}

static double spanned(const double *x) {
  std::vector<double> storage(6);
  std::mdspan<double, std::extents<size_t, 2, std::dynamic_extent>, std::layout_left> to(
      storage.data(), 3);
  std::mdspan<const double, std::dextents<size_t, 2>> from(x, 2, 3);
  for (size_t i = 0; i < from.extent(0); i++)
    for (size_t j = 0; j < from.extent(1); j++)
      to[i, j] = from[i, j] * from[1 - i, j] + from[i, 2 - j];
  double sum = 0;
  for (size_t i = 0; i < storage.size(); i++)
    sum += storage[i] * x[i];
  return sum;
}

PRIMAL(ranges) {
  (void)n;
  (void)m;
  std::span<const double, 6> x(in, 6);
  out[0] = zipped(x) * folded(x);
  out[1] = sorted(x) + zipped(x);
  out[2] = spanned(in);
}
ORACLE_MAIN(ranges, 6, 3, 0.5, 1.5)
