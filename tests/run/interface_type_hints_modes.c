/* Hints of every type, on memory that says nothing itself, in every mode; on parts of blocks, behind pointers,
 * on blocks from calloc whose integers stay, and on tables of pointers. */
#include "modes.h"
typedef uint64_t __attribute__((may_alias)) Word;
typedef uint32_t __attribute__((may_alias)) Half;
extern void __enzyme_double(void *, size_t);
extern void __enzyme_float(void *, size_t);
extern void __enzyme_integer(void *, size_t);
extern void __enzyme_pointer(void *, size_t);
__attribute__((noinline)) static void words(Word *to, const Word *from, size_t count) {
  for (size_t i = 0; i < count; i++)
    to[i] = from[i];
}
__attribute__((noinline)) static void halves(Half *to, const Half *from, size_t count) {
  for (size_t i = 0; i < count; i++)
    to[i] = from[i];
}
PRIMAL(hinted) {
  Word *block = calloc(n + 3, sizeof *block), *copy = calloc(n + 3, sizeof *copy);
  __enzyme_double(block, 8 * n);
  __enzyme_integer(block + n, 8);
  memcpy(block, in, 8 * n);
  block[n] = n - 1;
  double local = in[0] * in[1], *at = &local, **table = calloc(2, sizeof *table);
  __enzyme_pointer(table, 16);
  memcpy(table, &at, sizeof at);
  words(copy, block, n + 1);
  double numbers[8];
  memcpy(numbers, copy, 8 * n);
  table[1] = table[0];
  at = table[1];
  free(table);
  float singles[4] = {(float)in[2], (float)(in[0] * in[2]), 0, 0}, moved[4];
  __enzyme_float(singles, sizeof singles);
  __enzyme_float(moved, sizeof moved);
  halves((Half *)moved, (const Half *)singles, 4);
  out[0] += numbers[copy[n]] * numbers[0] + *at * numbers[1];
  out[1] += moved[0] * moved[1];
  free(copy);
  free(block);
}
PRIMAL(hinted_split) { hinted(in, n, out, m); }
PRIMAL(hinted_lanes) { hinted(in, n, out, m); }
PRIMAL(hinted_replay) { hinted(in, n, out, m); }
ORACLE(hinted, 4, 2, 0.5, 1.5)
ORACLE_SPLIT(hinted_split, 4, 2, 0.5, 1.5)
ORACLE_WIDTH(hinted_lanes, 4, 2, 0.5, 1.5)
ORACLE_REPLAY(hinted_replay, 4, 2, 0.5, 1.5)
int main(void) {
  oracle_precision = 1e-7;
  hinted_oracle();
  hinted_split_oracle();
  hinted_lanes_oracle();
  hinted_replay_oracle();
  return oracle_exit();
}
