// flags: -std=c++20
/* Chemistry with hash maps from names. LLVM hoists the pointer to the name that is looked for out
 * of the loop over a bucket, and forgets what the source declared of it; the nodes of these maps
 * share their place with the heads of the maps, and these with an array of buckets. */
#include "oracle.h"
#include <string>
#include <unordered_map>

struct Species {
  double c;
  float mass;
  int index;
};

static const char *const names[] = {"A", "B", "a species of a long name"};

PRIMAL(f) {
  std::unordered_map<std::string, Species> all;
  for (int i = 0; i < 3; i++)
    all[names[i]] = {in[i], 1.f + i, i};
  for (int t = 0; t < 4; t++) {
    std::unordered_map<std::string, double> rates;
    for (const char *name : names)
      rates[name] += all.at(name).c * in[3];
    for (auto &[name, rate] : rates)
      all[name].c += .05 * rate * all["B"].c;
  }
  for (const char *name : names)
    out[0] += all[name].c * all[name].mass * (all[name].index + 1);
  all.erase("A");
  double product = 1;
  for (auto &[name, x] : all)
    product *= x.c;
  out[1] += product;
}

ORACLE_MAIN(f, 4, 2, .3, 1.1)
