// flags: -std=c++17
/* Integers, numbers and nodes in one buffer of bytes. A vector of integers that grows copies them in
 * a loop over pointers, which clang makes one of vectors: it is taken back to one integer at a time,
 * of which each is seen to be none of a number. */
#include "oracle.h"
#include <map>
#include <memory_resource>
#include <vector>
PRIMAL(mixed) {
  char buffer[8192];
  std::pmr::monotonic_buffer_resource resource(buffer, sizeof buffer);
  std::pmr::vector<double> numbers(in, in + n, &resource);
  for (int i = 0; i < 6; i++)
    numbers.push_back(numbers[i] * numbers[i] * 0.5);
  std::pmr::map<int, double> sums(&resource);
  for (size_t i = 0; i < numbers.size(); i++)
    sums[i % 4] += numbers[i];
  std::pmr::vector<int> order(&resource);
  for (int i = 0; i < 40; i++)
    order.push_back(i * 3 % 10);
  for (int i : order)
    out[0] += numbers[i] * i;
  for (auto &[key, sum] : sums)
    out[0] += sum * sum;
}
ORACLE_MAIN(mixed, 4, 1, 0.3, 0.9)
