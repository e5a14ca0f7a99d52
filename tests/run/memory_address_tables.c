/* Addresses that an initialiser puts into integers: tables of them alone, beside numbers, with an
 * offset, in constant memory, and of tables that lead on to others. */
#include "oracle.h"
static double a[3], b[3], c[4];
static uintptr_t table[] = {(uintptr_t)a, (uintptr_t)b};
static uintptr_t marked[] = {7, (uintptr_t)a, (uintptr_t)(c + 1)};
static const struct {
  int factor;
  uintptr_t place;
} weighted[2] = {{1, (uintptr_t)a}, {2, (uintptr_t)b}};
static const uintptr_t tables[] = {(uintptr_t)marked, (uintptr_t)table};

static double sum(const double *values, int count) {
  double total = 0;
  for (int i = 0; i < count; i++)
    total += values[i] * (i + 1);
  return total;
}
static double take_all(void) {
  double total = sum(a, 3) + 2 * sum(b, 3) + 3 * sum(c, 4);
  memset(a, 0, sizeof a);
  memset(b, 0, sizeof b);
  memset(c, 0, sizeof c);
  return total;
}
PRIMAL(alone) {
  for (size_t i = 0; i < n; i++)
    ((double *)table[i % 2])[i % 3] = in[i] * in[i];
  out[0] += take_all();
}
PRIMAL(beside_numbers) {
  for (size_t i = 0; i < n; i++)
    ((double *)weighted[i % 2].place)[i % 3] = in[i] * in[i] * weighted[i % 2].factor;
  out[0] += take_all();
}
PRIMAL(with_offset) {
  for (size_t i = 0; i < n; i++)
    ((double *)marked[1 + i % 2])[i % 3] += in[i] * in[i] * (double)marked[0];
  out[0] += take_all();
}
PRIMAL(through_tables) {
  for (size_t i = 0; i < n; i++) {
    uintptr_t *of = (uintptr_t *)tables[i % 2];
    ((double *)of[1])[i % 3] += in[i] * in[i];
  }
  out[0] += take_all();
}
ORACLE(alone, 5, 1, 0.5, 1.5)
ORACLE(beside_numbers, 5, 1, 0.5, 1.5)
ORACLE(with_offset, 5, 1, 0.5, 1.5)
ORACLE(through_tables, 5, 1, 0.5, 1.5)
int main(void) {
  alone_oracle();
  beside_numbers_oracle();
  with_offset_oracle();
  through_tables_oracle();
  return oracle_exit();
}
