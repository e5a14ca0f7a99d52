// large: takes long to compile
// flags: -std=c++17 -fno-strict-aliasing
/* Containers of all kinds in one buffer, without the names of types: the length of a list lies
 * where its nodes have their numbers, and what counts it up leaves nothing that counts as an
 * adjoint. */
#include "oracle.h"
#include <list>
#include <map>
#include <memory_resource>
#include <string>
#include <unordered_map>
#include <vector>
struct Particle {
  double x, v;
  int id;
};
PRIMAL(pmr) {
  char buffer[4096];
  std::pmr::monotonic_buffer_resource arena(buffer, sizeof buffer);
  std::pmr::vector<Particle> ps(&arena);
  for (size_t i = 0; i < n; i++)
    ps.push_back({in[i], in[(i + 1) % n] * 0.1, int(i)});
  std::pmr::map<int, double> energy(&arena);
  std::pmr::unordered_map<int, double> grid(&arena);
  for (int step = 0; step < 3; step++)
    for (auto &p : ps) {
      p.v -= 0.1 * p.x;
      p.x += 0.1 * p.v;
      energy[p.id] += 0.5 * p.v * p.v;
      grid[(p.id * 7) % 3] += p.x;
    }
  std::pmr::list<double> history(&arena);
  for (auto &[k, e] : energy)
    history.push_back(e * k);
  for (auto &[k, e] : grid)
    history.push_front(e * e);
  for (double h : history)
    out[0] += h;
  std::pmr::vector<std::pmr::vector<double>> rows(&arena);
  rows.resize(3);
  for (int i = 0; i < 3; i++)
    for (int j = 0; j <= i; j++)
      rows[i].push_back(in[i] * in[j]);
  std::pmr::string label("some label that is longer than small", &arena);
  for (auto &r : rows)
    for (double e : r)
      out[1] += e * label.size();
}
ORACLE_MAIN(pmr, 4, 2, .3, 1.2)
