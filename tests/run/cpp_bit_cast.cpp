// flags: -std=c++20
/* std::bit_cast: a double as bytes and back, a struct as an array. */
#include "oracle.h"
#include <array>
#include <bit>
#include <cstdint>
struct Point {
  double x, y;
};
PRIMAL(casts) {
  auto bits = std::bit_cast<uint64_t>(in[0]);
  double same = std::bit_cast<double>(bits);
  auto pair = std::bit_cast<std::array<double, 2>>(Point{in[0] * in[1], in[1]});
  out[0] = same * in[1];
  out[1] = pair[0] * pair[1];
}
ORACLE_MAIN(casts, 2, 2, 0.5, 1.5)
