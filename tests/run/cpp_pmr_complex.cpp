/* Complex numbers in a vector of a memory resource: what the resource behind it may be is not known,
 * but that it allocates, so that the numbers do not lie where the resource keeps its sizes. */
#include "oracle.h"
#include <complex>
#include <memory_resource>
#include <vector>

PRIMAL(powers) {
  char room[1024];
  std::pmr::monotonic_buffer_resource memory(room, sizeof room);
  std::pmr::vector<std::complex<double>> kept(&memory);
  for (size_t i = 0; i < n; i++)
    kept.emplace_back(in[i] * in[i], in[0]);
  std::complex<double> product = std::pow(kept[1], 2.5) * kept[2];
  out[0] = product.real();
  out[1] = product.imag();
}
ORACLE_MAIN(powers, 3, 2, 0.4, 1.4)
