// flags: -std=c++20
// levels: O0 O1 O2 fast raw debug asan
/* A search in a hash table starts from a pointer that LLVM loads before it knows whether the table is
 * small, without the name of its type, and goes on through a PHI: a pointer to a node it is, which
 * does not make the places of all other pointers one with it. */
#include "oracle.h"
#include <optional>
#include <string>
#include <unordered_map>

namespace {
struct Species {
  double concentration;
  float mass;
  int index;
  std::optional<double> source;
};

const char *const names[] = {"A", "B", "a species of a long enough name"};
} // namespace

PRIMAL(network) {
  std::unordered_map<std::string, Species> species;
  species["A"] = {in[0], 1.f, 0, {}};
  species["B"] = {in[1], 2.f, 1, in[n - 1]};
  species.emplace(names[2], Species{in[2], 3.f, 2, std::nullopt});
  for (int step = 0; step < 6; step++) {
    std::unordered_map<std::string, double> rate;
    for (const char *name : names)
      rate[name] += species.at(name).concentration * in[3];
    for (auto &[name, change] : rate) {
      Species &one = species[name];
      one.concentration += .05 * change;
      if (one.source)
        one.concentration += *one.source * .05;
    }
  }
  for (const char *name : names)
    out[0] += species[name].concentration * species[name].mass * (species[name].index + 1);
  species.erase("A");
  double product = 1;
  for (auto &[name, one] : species)
    product *= one.concentration;
  out[1] += product;
}

ORACLE_MAIN(network, 5, 2, .3, 1.1)
