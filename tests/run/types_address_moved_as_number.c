/* One word holds now a number, now an address, and goes as a number through selections, loops and
 * calls, as LLVM makes of the storage of a std::function. */
#include "oracle.h"

static double bits_of(const void *address) {
  double bits;
  memcpy(&bits, &address, sizeof bits);
  return bits;
}
static double *address_in(double bits) {
  double *address;
  memcpy(&address, &bits, sizeof address);
  return address;
}

static int holds_address[8], is_address[8]; /* the same, but LLVM cannot know */
PRIMAL(selected) {
  for (size_t i = 0; i < n; i++)
    holds_address[i] = is_address[i] = in[i] > 0.7;
  for (size_t i = 0; i < n; i++) {
    double number = 0.5 * in[i] * in[i], address = bits_of(in + (i + 1) % n);
    double held = holds_address[i] ? address : number;
    out[i] = 0.1 * number;
    if (is_address[i]) {
      out[i] += *address_in(held) * in[i];
      *address_in(held) *= 0.9;
    } else
      out[i] += held * held;
  }
}
ORACLE(selected, 8, 8, 0.2, 1.4)

PRIMAL(around) {
  double held = in[0];
  int is_address = 0;
  for (size_t i = 1; i < n; i++) {
    if (in[i] > 0.9) {
      held = bits_of(in + i - 1);
      is_address = 1;
    } else if (in[i] > 0.5 || is_address) {
      held = in[i] * 0.5;
      is_address = 0;
    } else
      held = held * 0.8;
    out[0] += is_address ? *address_in(held) : sin(held);
  }
  out[1] = is_address ? *address_in(held) * 0.5 : held * held;
}
ORACLE(around, 12, 2, 0.2, 1.4)

int main(void) { return selected_oracle() != ORACLE_OK || around_oracle() != ORACLE_OK; }
