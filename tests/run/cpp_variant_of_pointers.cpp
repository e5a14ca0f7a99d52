// flags: -std=c++20
/* One place with pointers of two types. LLVM hoists the load of one of them out of its loop, and
 * forgets its type, while the other load through the same address keeps its own. */
#include "oracle.h"
#include <variant>

struct Spring {
  double k[4];
};

struct Mass {
  double unused, m[4];
};

typedef std::variant<Spring *, Mass *> Part;

__attribute__((noinline)) static double energy(const Part &part, const double *x, int n) {
  double s = 0;
  if (part.index() == 0)
    return .5 * (*std::get_if<0>(&part))->k[1] * x[0] * x[0];
  for (int i = 0; i < n; i++)
    if (x[i] > .1)
      s += (*std::get_if<1>(&part))->m[i] * x[i];
  return s;
}

__attribute__((noinline)) static double raw_energy(void *const *place, bool spring,
                                                   const double *x, int n) {
  double s = 0;
  if (spring)
    return .5 * (*(Spring *const *)place)->k[1] * x[0] * x[0];
  for (int i = 0; i < n; i++)
    if (x[i] > .1)
      s += (*(Mass *const *)place)->m[i] * x[i];
  return s;
}

PRIMAL(f) {
  Spring spring = {{in[0], in[1] * in[0], in[2], in[3]}};
  Mass mass = {1., {in[3], in[2], in[1], in[0] * in[2]}};
  Part parts[] = {&spring, &mass, &spring};
  for (auto &part : parts)
    out[0] = out[0] * .5 + energy(part, in, 4);
  void *place;
  for (int i = 0; i < 4; i++) {
    if (i % 2)
      *(Spring **)&place = &spring;
    else
      *(Mass **)&place = &mass;
    out[1] = out[1] * .5 + raw_energy(&place, i % 2, in, 4);
  }
}

ORACLE_MAIN(f, 4, 2, .3, 1.1)
