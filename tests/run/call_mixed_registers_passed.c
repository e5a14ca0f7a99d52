/* Functions that only pass on the numbers of small structures, from register to register, or from
 * memory, or take no number of those they are given: the call alone shows what is passed. */
#include "oracle.h"
extern double __enzyme_autodiff_sum(void *, ...), __enzyme_fwddiff_sum(void *, ...);
typedef struct {
  float number;
  int count;
} Counted;
typedef struct {
  int first, second;
  char mark;
  float number;
} Marked;
typedef struct {
  short kind;
  double value;
  float number;
} Large;

__attribute__((noinline)) static Counted recounted(Counted a, Marked b) {
  return (Counted){a.number, b.first};
}
__attribute__((noinline)) static Counted taken(Large a) { return (Counted){a.number, a.kind}; }
__attribute__((noinline)) static Marked swapped(Large a, Counted unused) {
  return (Marked){unused.count, a.kind, 'b', a.number};
}

static double f(const double *x, int n) {
  Counted counts[4];
  Marked marks[4];
  double sum = 0;
  for (int i = 0; i < 4; i++) {
    counts[i] = (Counted){(float)x[1], 3};
    marks[i] = (Marked){2, 2, 0, (float)x[0]};
  }
  for (int i = 0; i < 4; i++) {
    Counted a = recounted(counts[(i + 1) % 4], marks[i]);
    Large large = {(short)i, x[2], a.number};
    Counted b = taken(large);
    marks[i] = swapped(large, b);
    counts[i] = b;
    sum += a.number + 2 * large.value * b.count + marks[(i + 1) % 4].number;
  }
  return sum + 0.125 * marks[2].number * x[0] + counts[1].number;
}

int main(void) {
  double x[3] = {1, 1.5, 0.25}, dx[3] = {0}, wanted[3] = {3 + 0.125 * 1.5, 6 + 0.125, 12};
  __enzyme_autodiff_sum((void *)f, adcc_dup, x, dx, adcc_const, 3);
  for (int i = 0; i < 3; i++) {
    double t[3] = {0};
    CLOSE(dx[i], wanted[i]);
    t[i] = 1;
    CLOSE(__enzyme_fwddiff_sum((void *)f, adcc_dup, x, t, adcc_const, 3), wanted[i]);
  }
  return oracle_exit();
}
