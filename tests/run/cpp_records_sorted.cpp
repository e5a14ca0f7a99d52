// large: takes long to compile
// A structure of a double, an int and a float, sorted with a buffer: the ends of its parts are
// differences of addresses that meet in PHIs.
// flags: -std=c++17
#include "oracle.h"
#include <algorithm>
#include <vector>

struct Particle {
  double energy;
  int cell;
  float weight;
};

PRIMAL(sorted) {
  std::vector<Particle> all;
  for (int i = 0; i < 40; i++)
    all.push_back({in[i % n] * sin(i * 1.7) + i % 7 * .11, i, .25f * (i % 5)});
  std::vector<Particle> binned = all;
  std::sort(all.begin(), all.end(),
            [](const Particle &a, const Particle &b) { return a.energy < b.energy; });
  std::stable_sort(binned.begin(), binned.end(), [](const Particle &a, const Particle &b) {
    return a.cell % 5 < b.cell % 5;
  });
  for (int i = 0; i < 40; i++)
    out[0] += all[i].energy * (i + all[i].cell * .1) * all[i].weight + binned[i].energy * i;
  std::make_heap(all.begin(), all.end(),
                 [](const Particle &a, const Particle &b) { return a.energy < b.energy; });
  out[1] += all.front().energy * binned[3].energy;
}

ORACLE_MAIN(sorted, 5, 2, .3, 1.1)
