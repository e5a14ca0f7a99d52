/* What is returned in memory and points into itself: its tangent is made where the caller wants it.
 * (Not at asan: the primal result, which nobody gets, leaks.) */
// levels: O0 O1 O2 O3 fast raw debug
#include "oracle.h"
#include <list>
#include <map>
template <class Result, class... Arguments> Result __enzyme_fwddiff(void *, Arguments...);
extern int enzyme_dup, enzyme_primal_return;
int enzyme_dup, enzyme_primal_return;

struct Own {
  double values[4];
  double *second;
};
static void fill(Own *own, double x) {
  own->values[1] = x * x;
  own->second = &own->values[1];
}
static Own make(double x) {
  Own own = {};
  fill(&own, x);
  return own;
}
struct Both {
  Own primal, tangent;
};
static std::list<double> listed(double x) { return {x, x * x, x * x * x}; }
static std::map<int, double> mapped(double x) { return {{5, x}, {7, x * x}, {-1, 2 * x}}; }

int main() {
  Own tangent = __enzyme_fwddiff<Own>((void *)make, enzyme_dup, 3.0, 1.0);
  EXPECT(tangent.second == &tangent.values[1]);
  CLOSE_TO(tangent.values[1], 6.0, 1e-12);
  Both both = __enzyme_fwddiff<Both>((void *)make, enzyme_primal_return, enzyme_dup, 3.0, 1.0);
  EXPECT(both.primal.second == &both.primal.values[1]);
  EXPECT(both.tangent.second == &both.tangent.values[1]);
  CLOSE_TO(*both.primal.second, 9.0, 1e-12);
  CLOSE_TO(*both.tangent.second, 6.0, 1e-12);

  std::list<double> list = __enzyme_fwddiff<std::list<double>>((void *)listed, enzyme_dup, 3.0, 1.0);
  double sum = 0;
  for (double d : list)
    sum += d;
  CLOSE_TO(sum, 1 + 6 + 27, 1e-12);
  auto map = __enzyme_fwddiff<std::map<int, double>>((void *)mapped, enzyme_dup, 3.0, 1.0);
  EXPECT(map.size() == 3);
  CLOSE_TO(map.at(5), 1.0, 1e-12);
  CLOSE_TO(map.at(7), 6.0, 1e-12);
  CLOSE_TO(map.at(-1), 2.0, 1e-12);
  return oracle_exit();
}
