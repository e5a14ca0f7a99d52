// Fluxes pushed to a vector that is made anew in each step, from a state that is then changed in place. At
// -O2 the state's first and second element are two pointers that meet where the empty state joins: neither
// was there before the other.
#include "oracle.h"
#include <vector>
PRIMAL(fluxes) {
  std::vector<double> u(in, in + n);
  for (int t = 0; t < 3; t++) {
    std::vector<double> f;
    f.reserve(n);
    for (auto it = u.begin(); it + 1 != u.end(); ++it)
      f.push_back(*it * *(it + 1));
    for (size_t i = 1; i + 1 < n; i++)
      u[i] -= 0.1 * (f[i] - f[i - 1]);
  }
  for (size_t i = 0; i < m; i++)
    out[i] += u[i] * u[n - 1 - i];
}
ORACLE_MAIN(fluxes, 7, 3, 0.2, 0.9)
