/* Shared by the files of the runtime only. */
#ifndef ADCC_RUNTIME_INTERNAL_H
#define ADCC_RUNTIME_INTERNAL_H

#include <stddef.h>
#include <stdint.h>

_Noreturn void runtime_fail(const char *what);
_Noreturn void runtime_fail_at(const char *place, const char *what);
_Noreturn void runtime_fail_of(const char *global, const char *what);
_Noreturn void runtime_fail_size(const char *what, uint64_t bytes);
/* Adds to the live count of tape bytes and raises the peak; atomic. */
void runtime_count_bytes(int64_t delta);
/* At least `*bytes` of memory, NULL if there are none; writes how many. */
void *runtime_block_get(size_t *bytes);
void runtime_block_put(void *memory, size_t bytes);

#endif
