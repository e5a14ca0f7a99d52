// xtensor's arrays of any dimension keep their shapes in vectors that begin in themselves, beside
// pointers that an optimiser moves as integers: a length that is only compared, or printed in a
// message, is no address.
// needs: test -e /usr/include/xtensor/xarray.hpp
// flags: -std=c++17
// large: the library alone takes seconds
#include "oracle.h"
#include <xtensor/xadapt.hpp>
#include <xtensor/xarray.hpp>
#include <xtensor/xmath.hpp>

PRIMAL(sum_of_squares) {
  (void)m;
  xt::xarray<double> a = xt::adapt(in, n, xt::no_ownership(), std::vector<size_t>{3, 4});
  out[0] += xt::sum(a * a)();
}
ORACLE_MAIN(sum_of_squares, 12, 2, 0.8, 1.2)
