/* Addresses that memcpy puts among integers that count, in one array, which functions that know nothing of it copy and
 * exchange as integers. */
#include "oracle.h"

enum { CELLS = 4 };

static __attribute__((noinline)) void put(uint64_t *slot, double *address) {
  memcpy(slot, &address, sizeof address);
}
static __attribute__((noinline)) double *get(const uint64_t *slot) {
  double *address;
  memcpy(&address, slot, sizeof address);
  return address;
}
static __attribute__((noinline)) void copy_words(uint64_t *to, const uint64_t *from, size_t count) {
  for (size_t i = 0; i < count; i++)
    to[i] = from[i];
}
static __attribute__((noinline)) void exchange(uint64_t *a, uint64_t *b) {
  uint64_t kept = *a;
  *a = *b;
  *b = kept;
}

PRIMAL(behind) {
  double cells[CELLS], sum = 0;
  uint64_t slots[CELLS + 2], copy[CELLS + 2];
  for (int i = 0; i < CELLS; i++)
    cells[i] = in[i % 2] * (i + 1);
  for (int i = 0; i < CELLS; i++)
    put(&slots[i], &cells[CELLS - 1 - i]);
  slots[CELLS] = 3;
  slots[CELLS + 1] = n;
  copy_words(copy, slots, CELLS + 2);
  copy[CELLS] += 2;
  copy[CELLS + 1]++;
  exchange(&copy[0], &copy[CELLS - 1]);
  for (int i = 0; i < CELLS; i++)
    sum += (i + 1) * *get(&copy[i]) * *get(&copy[i]);
  out[0] = sum * (double)copy[CELLS];
  out[m - 1] = sum * in[n - 1] * (double)copy[CELLS + 1];
}

PRIMAL(by_turns) {
  double cells[CELLS], sum = 0;
  uint64_t slots[2 * CELLS], copy[2 * CELLS];
  for (int i = 0; i < CELLS; i++) {
    cells[i] = in[i % 2] * (i + 1);
    put(&slots[2 * i], &cells[CELLS - 1 - i]);
    slots[2 * i + 1] = (uint64_t)i + n;
  }
  for (int i = 0; i < 2 * CELLS; i++)
    copy[i] = slots[2 * CELLS - 1 - i];
  for (int i = 0; i < 2 * CELLS; i += 2)
    copy[i] *= 2;
  for (int i = 0; i < CELLS; i++)
    sum += (double)copy[2 * i] * *get(&copy[2 * i + 1]) * in[0];
  out[0] = sum * in[n - 1];
  out[m - 1] = sum;
}

ORACLE(behind, 3, 2, 0.5, 1.5)
ORACLE(by_turns, 3, 2, 0.5, 1.5)

int main(void) {
  behind_oracle();
  by_turns_oracle();
  return oracle_exit();
}
