// flags: -ffast-math -mavx2
// levels: O0 O1 raw asan
/* Numbers that change places, or are moved away, where a comparison says so: the reverse of such an
 * iteration takes an adjoint from its place and clears it, in some lanes of a vector. Above -O1
 * clang 22 itself loads some of these numbers after it has stored over them. */
#include "oracle.h"

enum { COLUMNS = 37 };

__attribute__((noinline)) static void exchange(const double *restrict limit, double *restrict c,
                                               int columns) {
  for (int i = 0; i < columns; i++)
    if (c[i] < limit[i % 3]) {
      double t = c[columns + i];
      c[columns + i] = c[i];
      c[i] = t;
    }
}

/* What is moved leaves nothing, or something else, behind. */
__attribute__((noinline)) static void move(double *restrict to, double *restrict from,
                                           const double *restrict limit, int columns) {
  for (int i = 0; i < columns; i++)
    if (from[i] > limit[i]) {
      to[i] = 0.3 * to[i] + from[i] * from[i];
      from[i] = 0;
    }
  for (int i = 0; i < columns; i++)
    if (to[i] > limit[i]) {
      double t = to[i];
      to[i] = from[i];
      from[i] = t * limit[i];
    } else
      from[i] += to[i];
}

PRIMAL(exchanged) {
  double memory[4 * COLUMNS];
  for (int i = 0; i < 4 * COLUMNS; i++)
    memory[i] = sin(in[i % n] + i);
  exchange(memory + 3 * COLUMNS, memory, COLUMNS - 1);
  move(memory, memory + COLUMNS, memory + 2 * COLUMNS, COLUMNS);
  exchange(memory + 2 * COLUMNS, memory, COLUMNS);
  for (int i = 0; i < 4 * COLUMNS; i++)
    out[i % m] += 0.2 * memory[i] * (1 + i % 5);
}
ORACLE_MAIN(exchanged, 7, 2, 0.2, 1.4)
