/* Pairs of floats that vector code moves as integers of 64 bits, as LLVM does with copies of small
 * points: lanes put together, taken apart, and cut into the numbers of each pair. */
#define REAL float
#define ORACLE_SLACK 10
#include "oracle.h"

typedef int64_t Words __attribute__((vector_size(16)));
typedef int32_t Halves __attribute__((vector_size(8)));
typedef float Floats __attribute__((vector_size(8)));

typedef struct {
  float x, y;
} Point;

static int64_t bits_of(Point p) {
  int64_t bits;
  memcpy(&bits, &p, sizeof bits);
  return bits;
}

static Point point_of(int64_t bits) {
  Point p;
  memcpy(&p, &bits, sizeof p);
  return p;
}

/* The points' first numbers are the low halves of the lanes, the second ones the high halves. */
__attribute__((noinline)) static float spread(Words points) {
  Floats x = (Floats) __builtin_convertvector(points, Halves);
  Floats y = (Floats) __builtin_convertvector(points >> 32, Halves);
  Floats square = x * x * (y + 1);
  return square[0] - square[1];
}

PRIMAL(move) {
  Point points[8];
  memcpy(points, in, sizeof points);
  for (int i = 0; i + 1 < 8; i++) {
    Words both = {bits_of(points[i]), bits_of(points[i + 1])};
    out[0] += spread(both);
    if (both[0] != both[1])
      both = __builtin_shufflevector(both, both, 1, 0);
    Point swapped = point_of(both[0]);
    out[1] += swapped.x * (float)i - swapped.y * points[i].x;
    both[1] = bits_of(points[7 - i]);
    memcpy(&points[i], &both, sizeof both);
  }
  out[2] = points[3].x * points[7].y + points[0].x;
  (void)n;
}
ORACLE_MAIN(move, 16, 3, 0.5, 1.5)
