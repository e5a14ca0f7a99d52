// large: takes long to compile
// needs: echo "#include <algorithm>" | clang++-22 -stdlib=libc++ -x c++ -fsyntax-only -
// flags: -std=c++17 -stdlib=libc++
// link: -stdlib=libc++
// levels: O0 O1 O2 O3 fast raw debug
/* A structure of a double, an int and a float, sorted by the other standard library: the ends of its
 * parts go through many PHIs, most of which only pass on what leaves a loop, and are multiples of
 * the structure's size all the same. */
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
  std::partial_sort(all.begin(), all.begin() + 7, all.end(),
                    [](const Particle &a, const Particle &b) { return a.cell > b.cell; });
  out[1] += all[6].energy * binned[3].energy;
}

ORACLE_MAIN(sorted, 5, 2, .3, 1.1)
