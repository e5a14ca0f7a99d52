// flags: -std=c++23 -stdlib=libc++
// link: -stdlib=libc++
// Views of arrays: mdspan in both layouts, span, ranges that are transformed, cut and zipped, and a
// flat_map.
#include "oracle.h"
#include <algorithm>
#include <flat_map>
#include <mdspan>
#include <numeric>
#include <ranges>
#include <span>
#include <vector>
using Matrix = std::mdspan<double, std::dextents<size_t, 2>>;
static void multiply(Matrix c, Matrix a, Matrix b) {
  for (size_t i = 0; i < c.extent(0); i++)
    for (size_t j = 0; j < c.extent(1); j++) {
      double sum = 0;
      for (size_t k = 0; k < a.extent(1); k++)
        sum += a[i, k] * b[k, j];
      c[i, j] = sum;
    }
}
PRIMAL(spans) {
  std::vector<double> store(9), t(9);
  Matrix a(in, 3, 3), c(store.data(), 3, 3);
  multiply(c, a, a);
  std::mdspan<double, std::extents<size_t, 3, 3>, std::layout_left> left(store.data());
  for (int i = 0; i < 3; i++)
    out[0] += left[i, 2 - i] * left[1, i];
  auto squares = std::span(store) | std::views::transform([](double x) { return x * x; }) |
                 std::views::drop(1) | std::views::take(5);
  for (double s : squares)
    out[1] += s;
  std::flat_map<int, double> map;
  for (int i = 0; i < 9; i++)
    map[i * 7 % 5] += in[i] * store[i];
  for (auto [k, v] : map)
    out[2] += v * k;
  auto zipped = std::views::zip(std::span(in, 9), store);
  for (auto [x, y] : zipped)
    out[2] += 0.1 * x * y;
  out[0] += std::ranges::fold_left(store, 1.0, [](double a, double b) { return a * 0.5 + sin(b); });
}
ORACLE(spans, 9, 3, 0.1, 1)
int main() {
  spans_oracle();
  return oracle_exit();
}
