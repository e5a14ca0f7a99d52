/* Vectors of many structures: a lane for each of their characters. */
// needs: grep -q avx2 /proc/cpuinfo
// flags: -ffast-math -mavx2 -mfma
#include "oracle.h"
typedef struct {
  float factor;
  double value;
  signed char sign;
} Term;
typedef struct {
  int index;
  float place[3];
} Point;
__attribute__((noinline)) static double sum(const Term *terms, int n) {
  double s = 0;
  for (int i = 0; i < n; i++)
    s += terms[i].factor * terms[i].value * terms[i].sign;
  return s;
}
__attribute__((noinline)) static float weigh(const Point *points, int n) {
  float s = 0;
  for (int i = 0; i < n; i++)
    s += (points[i].place[0] - points[i].place[1] * points[i].place[2]) * (float)points[i].index;
  return s;
}
PRIMAL(all) {
  enum { COUNT = 17 };
  Term terms[COUNT];
  Point points[COUNT];
  for (int i = 0; i < COUNT; i++) {
    terms[i] = (Term){(float)i, in[(size_t)i % n] + i, (signed char)(i % 3 - 1)};
    points[i] = (Point){i % 4, {1, (float)i, 2}};
  }
  out[0] += sum(terms, COUNT);
  out[m - 1] += sum(terms, COUNT - 3) * weigh(points, COUNT);
}
ORACLE_MAIN(all, 5, 2, 0.5, 1.5)
