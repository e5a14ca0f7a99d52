// large: takes long to compile
// flags: -std=c++17
/* Memory resources of the library: the default one, a monotonic buffer on the stack that overflows
 * to another, pools, one behind the other, under vectors, maps and lists of several types. */
#include "oracle.h"
#include <list>
#include <map>
#include <memory_resource>
#include <vector>
static double powers(double x, int n, std::pmr::memory_resource *resource) {
  std::pmr::vector<double> v(resource);
  for (int i = 0; i < n; i++)
    v.push_back(i == 0 ? x : v.back() * x);
  double s = 0;
  for (double e : v)
    s += e;
  return s;
}
struct Term {
  int power;
  double factor;
};
static double polynomial(const double *x, std::pmr::memory_resource *resource) {
  std::pmr::map<int, double> coefficients(resource);
  std::pmr::list<Term> terms(resource);
  for (int i = 0; i < 5; i++) {
    coefficients[(3 * i) % 5] = x[i % 3] * (i + 1);
    terms.push_back({i, x[(i + 1) % 3]});
  }
  double s = 0;
  for (const Term &t : terms)
    s += coefficients.at(t.power) * t.factor;
  coefficients.erase(2);
  for (auto &[power, factor] : coefficients)
    s += power * factor * factor;
  return s;
}
PRIMAL(resources) {
  std::pmr::vector<double> usual(in, in + n);
  usual.push_back(in[0] * in[1]);
  for (double v : usual)
    out[0] += v * v;
  for (int i = 0; i < 3; i++) {
    alignas(double) char buffer[128];
    std::pmr::monotonic_buffer_resource mine(buffer, sizeof buffer);
    std::pmr::unsynchronized_pool_resource pool(&mine);
    out[0] += powers(in[i], 12 * i + 2, &mine);
    out[1] += powers(in[i], 5, &pool);
    out[1] += polynomial(in, &mine) + polynomial(in, &pool);
    std::pmr::monotonic_buffer_resource other(64);
    out[2] += powers(in[i], 9, &other) * powers(in[0], 3, std::pmr::new_delete_resource());
    other.release();
    out[2] += powers(in[i], 4, &other);
    std::pmr::synchronized_pool_resource shared;
    out[2] += powers(in[i], 4, &shared);
  }
}
ORACLE_MAIN(resources, 3, 3, 0.5, 1.1)
