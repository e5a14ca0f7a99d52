// libc++: a map from text, made of characters, to numbers. The capacity of a long text has a mark in it, and
// lies where numbers and addresses do: it is no address.
// needs: echo "#include <numeric>" | clang++-22 -stdlib=libc++ -x c++ -fsyntax-only -
// flags: -std=c++17 -stdlib=libc++
// link: -stdlib=libc++
#include "oracle.h"
#include <map>
#include <string>
static const char *const names[] = {"alpha", "bravo, which does not fit in", "charlie", "delta"};
PRIMAL(f) {
  std::map<std::string, double> all;
  for (size_t i = 0; i < n; i++)
    all[names[i]] = in[i] * in[0];
  for (auto &[name, w] : all)
    out[0] += w * w;
}
ORACLE_MAIN(f, 4, 2, .3, 1.1)
