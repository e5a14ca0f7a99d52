/* Recursive functions that take and return structures with a number beside an integer in one
 * register, or the bits of a number in an integer. */
#define REAL float
#include "oracle.h"
#include <stdint.h>
#include <string.h>
typedef struct {
  double d;
  int i;
  float f;
} Mixed;
typedef struct {
  int depth;
  float weight;
  int kind;
  float scale;
} Node;
typedef struct {
  uint64_t bits;
  double scale;
} Bits;
static Mixed grow(Mixed m, double x, int n) {
  if (n == 0)
    return m;
  Mixed next = {m.d * x + m.f, m.i + n, (float)(m.f * (x + 0.25 * m.i))};
  Mixed end = grow(next, x * 0.5, n - 1);
  if (end.i % 2)
    end.f += (float)(m.d * 0.125);
  return end;
}
static Node descend(const float *in, size_t at, size_t n, Node above) {
  if (at >= n)
    return above;
  Node here = {above.depth + 1, above.weight * in[at], (int)at, above.scale + in[at]};
  Node left = descend(in, 2 * at + 1, n, here), right = descend(in, 2 * at + 2, n, here);
  if (left.depth < right.depth)
    left.depth = right.depth;
  left.weight += right.weight * 0.5f;
  left.scale *= right.scale * 0.25f;
  return left;
}
static Bits hidden(double x, int n) {
  if (n == 0) {
    Bits first = {0, x * x};
    memcpy(&first.bits, &x, sizeof x);
    return first;
  }
  Bits next = hidden(x * 1.5, n - 1);
  return (Bits){next.bits, next.scale * x};
}
PRIMAL(mixed_registers) {
  Mixed mixed = grow((Mixed){in[0] * in[1], 1, in[2]}, in[3], 4);
  out[0] = (float)mixed.d * mixed.f + mixed.i;
  Node node = descend(in, 0, n, (Node){0, 1, -1, 0.5f});
  out[1] = node.weight * node.scale + node.depth;
  Bits bits = hidden(in[4], 3);
  double number;
  memcpy(&number, &bits.bits, sizeof number);
  out[2] = (float)(number * bits.scale);
}
ORACLE_MAIN(mixed_registers, 5, 3, 0.5, 1.5)
