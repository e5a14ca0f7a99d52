/* A number or a text, of which -ffast-math has the optimiser choose the word before it knows which
 * it is: where the text is asked for, it is no number's bits. */
// flags: -std=c++23 -stdlib=libc++
// link: -stdlib=libc++
#include "oracle.h"
#include <cmath>
#include <expected>
#include <string>

static std::expected<double, std::string> root(double x) {
  if (x < 0)
    return std::unexpected(std::string("a negative number has no root here"));
  return std::sqrt(x);
}
PRIMAL(roots) {
  auto a = root(in[0]), b = root(-in[1]);
  out[0] = a.value() * in[2];
  out[1] = b.value_or(in[1]) + (b ? 0 : b.error().size());
}
ORACLE_MAIN(roots, 3, 2, 0.4, 1.4)
