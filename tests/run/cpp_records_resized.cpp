// Records of numbers, text and vectors that are swapped, copied and resized: how far the elements
// lie apart is told by a PHI of multiples of their size.
// flags: -std=c++20
#include "oracle.h"
#include <string>
#include <vector>

struct Station {
  int id;
  double height;
  std::string name;
  float weight;
  std::vector<double> levels;
};

PRIMAL(resized) {
  std::vector<Station> all;
  for (int i = 0; i < 6; i++)
    all.push_back({(i * 7) % 5, in[i % n], std::string(i * 4, 'a'), .5f * i,
                   {in[(i + 1) % n], double(i)}});
  for (size_t i = 0; i + 1 < all.size(); i++)
    for (size_t j = i + 1; j < all.size(); j++)
      if (all[j].id < all[i].id)
        std::swap(all[i], all[j]);
  std::vector<Station> some = all;
  some.resize(3);
  for (const Station &s : all)
    out[0] = out[0] * .7 + s.height * (s.id + s.name.size()) * s.weight;
  out[1] += some[0].levels.back() * some[1].height;
}

ORACLE_MAIN(resized, 4, 2, .3, 1.1)
