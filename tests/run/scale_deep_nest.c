/* Loops nested 26 deep by inlining, most of one iteration: addresses step in all of them. Counts
 * come from memory, and a nest within runs as often as the loop around it has come. */
#include "oracle.h"

enum { COUNT = 12 };
typedef struct {
  const int *trips;
  const double *in;
  double *out;
} Run;

static inline void body0(Run run, const double *in, double *out) {
  out[0] = sin(out[0]) + 0.3 * in[0] * run.in[1];
}
#define LEVEL(level, inner)                                                                        \
  static inline void body##level(Run run, const double *in, double *out) {                         \
    for (int i = 0; i < run.trips[level]; i++) {                                                   \
      body##inner(run, in + i, out + i);                                                           \
      if (in[0] > 0.9)                                                                             \
        out[i] *= run.in[level % COUNT];                                                           \
      else                                                                                         \
        out[i] += 0.1 * in[i];                                                                     \
    }                                                                                              \
  }
LEVEL(1, 0)
LEVEL(2, 1)
LEVEL(3, 2)
LEVEL(4, 3)
LEVEL(5, 4)
LEVEL(6, 5)
LEVEL(7, 6)
LEVEL(8, 7)
LEVEL(9, 8)
LEVEL(10, 9)
LEVEL(11, 10)
LEVEL(12, 11)
LEVEL(13, 12)
LEVEL(14, 13)
LEVEL(15, 14)
LEVEL(16, 15)
LEVEL(17, 16)
LEVEL(18, 17)
LEVEL(19, 18)
LEVEL(20, 19)
LEVEL(21, 20)
LEVEL(22, 21)
LEVEL(23, 22)
LEVEL(24, 23)
LEVEL(25, 24)
LEVEL(26, 25)

static const int trips[27] = {0, 2, 1, 1, 2, 1, 1, 1, 3, 2, 1, 1, 1, 1,
                              1, 1, 2, 1, 1, 1, 1, 1, 1, 2, 1, 1, 2};

PRIMAL(deep) {
  (void)n, (void)m;
  Run run = {trips, in, out};
  body26(run, in, out);
}
ORACLE_MAIN(deep, COUNT, COUNT, 0.5, 1.1)
