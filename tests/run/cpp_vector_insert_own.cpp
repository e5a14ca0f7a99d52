// A vector inserts one of its own records, and one that a function was given: libstdc++ copies it
// to a temporary whose first byte LLVM keeps apart from the rest.
// flags: -std=c++17
#include "oracle.h"
#include <vector>

struct Knot {
  double x, y;
  int order;
  float weight;
};

struct Mark {
  double x;
  int order;
  float weight;
};

__attribute__((noinline)) static void put_second(std::vector<Mark> &marks, const Mark &mark) {
  marks.insert(marks.begin() + 1, mark);
}

PRIMAL(inserted) {
  std::vector<Knot> knots;
  for (int i = 0; i < 6; i++)
    knots.push_back({in[i % n], in[0] * i, i, .5f});
  knots.reserve(20);
  knots.insert(knots.begin() + 1, knots[3]);
  for (const Knot &k : knots)
    out[0] = out[0] * .9 + k.x * k.y * k.weight + k.order * k.x;
  std::vector<Mark> marks(3, Mark{in[1] * in[1], 2, .25f});
  for (int i = 0; i < 4; i++)
    put_second(marks, {in[i % n] * i, i, .5f * i});
  put_second(marks, marks.back());
  for (const Mark &m : marks)
    out[1] = out[1] * .8 + m.x * m.order * m.weight;
}

ORACLE_MAIN(inserted, 4, 2, .3, 1.1)
