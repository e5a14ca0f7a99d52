// needs: echo "#include <numeric>" | clang++-22 -stdlib=libc++ -x c++ -fsyntax-only -
// flags: -stdlib=libc++
// link: -stdlib=libc++
/* The other standard library. */
#include "oracle.h"
#include <numeric>
#include <vector>
PRIMAL(vectors) {
  std::vector<double> a(in, in + n);
  for (size_t i = 0; i < n; i++)
    a.push_back(a[i] * a[n - 1 - i]);
  out[0] = std::accumulate(a.begin(), a.end(), 1.0, [](double p, double x) { return p * 0.5 + x; });
}
ORACLE_MAIN(vectors, 4, 1, 0.5, 1.5)
