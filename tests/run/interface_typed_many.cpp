/* adcc.hpp with 9 and with 17 results, of one type and of several, and with lanes. */
#include <adcc/adcc.hpp>
#include "oracle.h"
using adcc::active;
static double nine(double a, float b, double c, float d, float e, double f, double g, float h, double i) {
  return a * b + 2 * c * d + 3 * e * f + 4 * g * h * i;
}
static double many(double a, double b, double c, double d, double e, double f, double g, double h, double i,
                   double j, double k, double l, double m, double n, double o, double p, double q) {
  return a + 2 * b + 3 * c + 4 * d + 5 * e + 6 * f + 7 * g + 8 * h + 9 * i + 10 * j + 11 * k + 12 * l +
         13 * m + 14 * n + 15 * o + 16 * p + q * q;
}
static double square(double x) { return x * x; }
template <class Tuple, std::size_t... at> static void are_counted(const Tuple &t, std::index_sequence<at...>) {
  (CLOSE(std::get<at>(t), (double)(at + 1)), ...);
}
template <std::size_t width> static auto directions() {
  std::array<double, width> all;
  for (std::size_t lane = 0; lane < width; lane++)
    all[lane] = (double)lane + 1;
  return all;
}
int main() {
  auto [a, b, c, d, e, f, g, h, i] =
      adcc::reverse<nine>(active(1.0), active(2.0f), active(3.0), active(4.0f), active(5.0f), active(6.0),
                          active(7.0), active(8.0f), active(9.0));
  double all[] = {a, b, c, d, e, f, g, h, i}, right[] = {2, 1, 8, 6, 18, 15, 288, 252, 224};
  for (int k = 0; k < 9; k++)
    CLOSE(all[k], right[k]);
  static_assert(std::is_same_v<decltype(b), float> && std::is_same_v<decltype(c), double>);
  double x = 8.5;
  auto t = adcc::reverse<many>(active(x), active(x), active(x), active(x), active(x), active(x), active(x),
                               active(x), active(x), active(x), active(x), active(x), active(x), active(x),
                               active(x), active(x), active(x));
  are_counted(t, std::make_index_sequence<17>());
  auto with = adcc::reverse_with_primal<many>(
      active(x), active(x), active(x), active(x), active(x), active(x), active(x), active(x), active(x),
      active(x), active(x), active(x), active(x), active(x), active(x), active(x), active(x));
  CLOSE(std::get<0>(with), 136 * x + x * x);
  CLOSE(std::get<17>(with), 17);
  auto lanes = adcc::reverse_lanes<many, 2>(
      active(x), active(x), active(x), active(x), active(x), active(x), active(x), active(x), active(x),
      active(x), active(x), active(x), active(x), active(x), active(x), active(x), active(x));
  CLOSE(std::get<16>(lanes)[1], 17);
  CLOSE(std::get<4>(lanes)[0], 5);
  auto df = adcc::forward_lanes<square, 17>(adcc::duplicated_lanes(3.0, directions<17>()));
  auto few = adcc::forward_lanes<square, 9>(adcc::duplicated_lanes(3.0, directions<9>()));
  for (int k = 0; k < 17; k++)
    CLOSE(df[k], 6 * (k + 1));
  for (int k = 0; k < 9; k++)
    CLOSE(few[k], 6 * (k + 1));
  return oracle_exit();
}
