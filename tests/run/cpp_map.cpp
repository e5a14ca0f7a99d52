/* std::map and std::unordered_map from integers to active values. */
#include "oracle.h"
#include <map>
#include <unordered_map>
PRIMAL(maps) {
  std::map<int, double> ordered;
  std::unordered_map<int, double> hashed;
  for (size_t i = 0; i < n; i++) {
    ordered[(int)(i * 7 % 5)] = in[i] * in[i];
    hashed[(int)i % 3] += in[i];
  }
  double x = 1;
  for (auto &entry : ordered)
    x = 0.5 * x + entry.second * (entry.first + 1);
  out[0] = x;
  out[1] = hashed[0] * hashed[1] + hashed.at(2);
}
ORACLE_MAIN(maps, 5, 2, 0.5, 1.5)
