// flags: -std=c++17
/* A memory resource that stands beside what it serves: the compiler knows its class, and calls what
 * a slot of the library's virtual table has. */
#include "oracle.h"
#include <map>
#include <memory_resource>
#include <vector>
PRIMAL(local) {
  char buffer[4096];
  std::pmr::monotonic_buffer_resource resource(buffer, sizeof buffer);
  std::pmr::vector<double> numbers(in, in + n, &resource);
  for (int i = 0; i < 6; i++)
    numbers.push_back(numbers[i] * numbers[i] * 0.5);
  for (double x : numbers)
    out[0] += x * x;
}
ORACLE(local, 4, 1, 0.3, 0.9)
PRIMAL(upstream) {
  std::pmr::monotonic_buffer_resource resource;
  std::pmr::map<int, double> sums(&resource);
  for (size_t i = 0; i < n; i++)
    sums[i % 3] += in[i];
  for (auto &[key, sum] : sums)
    out[0] += sum * sum * (key + 1);
}
ORACLE(upstream, 5, 1, 0.3, 0.9)
int main() {
  local_oracle();
  upstream_oracle();
  return oracle_exit();
}
