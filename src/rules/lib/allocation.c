/* allocation: functions of the C library that are another way to call one whose rule is known. */
#include <stddef.h>
#include <stdint.h>

void *realloc(void *, size_t);

__attribute__((always_inline)) void *adcc_reallocarray(void *block, size_t count, size_t size) {
  size_t bytes;
  return realloc(block, __builtin_mul_overflow(count, size, &bytes) ? SIZE_MAX : bytes);
}
