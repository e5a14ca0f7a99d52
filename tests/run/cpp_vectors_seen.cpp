// Loops that fill a vector and see it grow: they compare its size with its room, or where its elements
// lie with where they lay before. And one that is meant to run for ever, until an exception ends it.
#include "oracle.h"

#include <vector>

PRIMAL(full) {
  std::vector<double> v;
  double scale = 1;
  for (int i = 0; i < 20; i++) {
    if (v.size() == v.capacity())
      scale *= 1.1;
    v.push_back(in[i % n] * in[(i + 1) % n]);
  }
  for (double x : v)
    out[0] += x * x * scale;
  (void)m;
}
ORACLE(full, 4, 1, 0.2, 1.2)

PRIMAL(room_left) {
  std::vector<double> v;
  for (int i = 0; i < 20; i++) {
    v.push_back(in[i % n] * in[(i + 1) % n]);
    if (v.size() < v.capacity())
      out[0] += v.back() * 0.1;
  }
  (void)m;
}
ORACLE(room_left, 4, 1, 0.2, 1.2)

PRIMAL(moved) {
  std::vector<double> v;
  const double *at = nullptr;
  int moves = 0;
  for (int i = 0; i < 20; i++) {
    v.push_back(in[i % n] * in[(i + 1) % n]);
    if (v.data() != at) {
      moves++;
      at = v.data();
    }
  }
  for (double x : v)
    out[0] += x * x * moves;
  (void)m;
}
ORACLE(moved, 4, 1, 0.2, 1.2)

// A function that is handed the elements counts how often they move.
__attribute__((noinline)) static int has_moved(const double *to, const double **at) {
  int moved = *at != to;
  *at = to;
  return moved;
}
PRIMAL(moved_by_call) {
  std::vector<double> v;
  const double *at = nullptr;
  int moves = 0;
  for (int i = 0; i < 20; i++) {
    v.push_back(in[i % n] * in[(i + 1) % n]);
    moves += has_moved(v.data(), &at);
  }
  for (double x : v)
    out[0] += x * x * moves;
  (void)m;
}
ORACLE(moved_by_call, 4, 1, 0.2, 1.2)

__attribute__((noinline)) static double get(const double *p, int i) {
  if (i > 12)
    throw i;
  return p[0] * i;
}
PRIMAL(until_thrown) {
  std::vector<double> v;
  try {
    for (long i = 0; i < (1l << 40); i++)
      v.push_back(get(in, int(i)));
  } catch (int last) {
    out[0] += last;
  }
  for (double x : v)
    out[0] += x * x;
  (void)n, (void)m;
}
ORACLE(until_thrown, 4, 1, 0.2, 1.2)

int main() {
  full_oracle();
  room_left_oracle();
  moved_oracle();
  moved_by_call_oracle();
  until_thrown_oracle();
  return oracle_exit();
}
