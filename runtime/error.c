/* What the runtime says when it cannot go on, and the tape statistics a program can read. */
#include "../include/adcc/adcc.h"
#include "runtime_internal.h"

#include <inttypes.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>

static _Atomic int64_t live_bytes, peak_bytes;

void runtime_fail(const char *what) {
  fprintf(stderr, "adcc runtime: %s\n", what);
  abort();
}

void runtime_fail_at(const char *place, const char *what) {
  fprintf(stderr, "adcc runtime: %s: %s\n", place, what);
  abort();
}

void runtime_fail_of(const char *global, const char *what) {
  fprintf(stderr, "adcc runtime: the global variable '%s' %s\n", global, what);
  abort();
}

void runtime_fail_size(const char *what, uint64_t bytes) {
  fprintf(stderr,
          "adcc runtime: cannot get %" PRIu64 " bytes for the %s (%" PRId64
          " bytes of tape are live); shorten the differentiated loop or checkpoint it\n",
          bytes, what, atomic_load(&live_bytes));
  abort();
}

void runtime_count_bytes(int64_t delta) {
  int64_t live = atomic_fetch_add(&live_bytes, delta) + delta;
  int64_t peak = atomic_load(&peak_bytes);
  while (live > peak && !atomic_compare_exchange_weak(&peak_bytes, &peak, live))
    ;
}

void adcc_tape_stats(struct adcc_tape_statistics *statistics) {
  statistics->live_bytes = (uint64_t)atomic_load(&live_bytes);
  statistics->peak_bytes = (uint64_t)atomic_load(&peak_bytes);
}

void adcc_tape_reset_peak(void) { atomic_store(&peak_bytes, atomic_load(&live_bytes)); }

void adcc_unlisted_call(void) {
  runtime_fail(
      "an active call went through a pointer to a function that adcc did not see: link its "
      "bitcode into the input, or mark it inactive");
}

void adcc_marked_address(void) {
  runtime_fail(
      "a word holds numbers, and addresses with a mark in their upper bits: in reverse mode "
      "the shadow of such an address looks like an adjoint; keep what the word holds "
      "beside it");
}

void *adcc_exception_outside(void *exception, uint64_t thrown) {
  (void)thrown;
  return exception;
}

void adcc_exception_check(uint64_t thrown) {
  if (thrown)
    runtime_fail("an exception that carries a derivative was caught as a base class that does not "
                 "stand first in it, or thrown again after another one");
}

void adcc_check_distance(int64_t distance, int64_t of_shadows) {
  if (distance != of_shadows)
    runtime_fail("the distance from one object to another is kept as a number, by which no shadow "
                 "is found: keep a pointer, or have both objects in one block");
}

void adcc_activity_check(int lost, const char *place) {
  if (lost)
    runtime_fail_at(place, "an active value is stored to memory that has no shadow, since it was "
                           "passed as const, comes from an inactive function, or a global points "
                           "to it from before the derivative was called: pass it as an argument "
                           "with a shadow, give the global's (enzyme_shadow), or ask with "
                           "runtime_activity where the value has no derivative after all");
}
