// flags: -fsanitize=thread
// levels: O0 O1 O2 O3
/* Code that ThreadSanitizer has instrumented before adcc: what it makes calls of are atomic
 * operations, of numbers as their bits and of pointers. Its library's functions are here, of the
 * atomic operations under names that adcc does not see defined. */
#include "oracle.h"

#include <stdatomic.h>

#define WATCHES(access, bytes)                                                                     \
  void __tsan_##access##bytes(void *at) { (void)at; }                                              \
  void __tsan_unaligned_##access##bytes(void *at) { (void)at; }
#define WATCHES_ALL(access)                                                                        \
  WATCHES(access, 1) WATCHES(access, 2) WATCHES(access, 4) WATCHES(access, 8) WATCHES(access, 16)
#pragma clang attribute push(__attribute__((disable_sanitizer_instrumentation, noinline)),         \
                             apply_to = function)
WATCHES_ALL(read)
WATCHES_ALL(write)
WATCHES_ALL(read_write)
void __tsan_init(void) {}
void __tsan_func_entry(void *from) { (void)from; }
void __tsan_func_exit(void) {}
void *__tsan_memcpy(void *to, const void *from, size_t bytes) {
  char *bytes_to = to;
  const char *bytes_from = from;
  for (volatile size_t i = 0; i < bytes; i++)
    bytes_to[i] = bytes_from[i];
  return to;
}
void *__tsan_memset(void *block, int byte, size_t bytes) {
  char *bytes_to = block;
  for (volatile size_t i = 0; i < bytes; i++)
    bytes_to[i] = (char)byte;
  return block;
}
long library_atomic64_load(long *at, int order) {
  (void)order;
  return __atomic_load_n(at, __ATOMIC_SEQ_CST);
}
void library_atomic64_store(long *at, long value, int order) {
  (void)order;
  __atomic_store_n(at, value, __ATOMIC_SEQ_CST);
}
int library_atomic32_fetch_add(int *at, int value, int order) {
  (void)order;
  return __atomic_fetch_add(at, value, __ATOMIC_SEQ_CST);
}
int library_atomic32_compare_exchange_val(int *at, int expected, int value, int order, int failed) {
  (void)order;
  (void)failed;
  __atomic_compare_exchange_n(at, &expected, value, 0, __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST);
  return expected;
}
#pragma clang attribute pop
#define NAME(function) ".globl __tsan_" #function "\n__tsan_" #function " = library_" #function "\n"
__asm__(NAME(atomic64_load) NAME(atomic64_store) NAME(atomic32_fetch_add)
            NAME(atomic32_compare_exchange_val));

typedef struct {
  _Atomic double value;
  double *_Atomic array;
  atomic_int ticket;
} Shared;

PRIMAL(shared) {
  double squares[4];
  Shared state = {0};
  int first = 0;
  for (size_t i = 0; i < 4; i++)
    squares[i] = in[i % n] * in[i % n];
  atomic_store(&state.array, squares);
  atomic_compare_exchange_strong(&state.ticket, &first, 2);
  for (size_t i = 0; i < m; i++) {
    atomic_store(&state.value, in[i % n] * atomic_load(&state.array)[i % 4]);
    int ticket = atomic_fetch_add(&state.ticket, 1);
    out[i] = atomic_load(&state.value) * ticket + squares[(i + 1) % 4];
  }
}
ORACLE_MAIN(shared, 3, 5, 0.5, 1.5)
