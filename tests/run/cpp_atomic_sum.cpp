/* Atomic additions to memory that others may see: one operation, a loop around a comparison and an
 * exchange, of numbers or of their bits, with the old or the new value used. */
// flags: -std=c++20
#include "oracle.h"

#include <atomic>

static void add_bits(double *place, double value) {
  unsigned long long *bits = (unsigned long long *)place, old = *bits, seen;
  do {
    seen = old;
    double sum;
    memcpy(&sum, &seen, sizeof sum);
    sum += value;
    unsigned long long next;
    memcpy(&next, &sum, sizeof next);
    old = __sync_val_compare_and_swap(bits, seen, next);
  } while (old != seen);
}

static double add_and_tell(std::atomic<double> &place, double value) {
  double old = place.load();
  while (!place.compare_exchange_weak(old, old - value))
    ;
  return old;
}

PRIMAL(shared_sums) {
  auto *sums = reinterpret_cast<std::atomic<double> *>(out);
  for (size_t i = 0; i < n; i++) {
    __atomic_fetch_add(&out[i % 2], in[i] * in[i], __ATOMIC_RELAXED);
    add_bits(&out[0], in[i] * out[1]);
    sums[1] += in[i];
  }
  std::atomic_ref<double> last(out[m - 1]);
  in[0] *= last.fetch_add(in[1] * in[2]);
  in[1] = add_and_tell(sums[0], in[2]) * in[3];
  in[2] = last.fetch_sub(in[3]) * last.load();
}

ORACLE_MAIN(shared_sums, 4, 3, 0.5, 1.5)
