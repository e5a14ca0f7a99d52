/* block: the names that C libraries have for copying and filling memory, where calls are left as
 * calls: -fno-builtin, names that the front end does not know, and the checked forms of
 * _FORTIFY_SOURCE, whose checks are kept. */
#include <stddef.h>

#define MOVES __attribute__((always_inline))

_Noreturn void __chk_fail(void);

static inline void check(size_t bytes, size_t room) {
  if (bytes > room)
    __chk_fail();
}

MOVES void *adcc_memcpy(void *to, const void *from, size_t bytes) {
  return __builtin_memcpy(to, from, bytes);
}

MOVES void *adcc_memmove(void *to, const void *from, size_t bytes) {
  return __builtin_memmove(to, from, bytes);
}

MOVES void *adcc_memset(void *block, int byte, size_t bytes) {
  return __builtin_memset(block, byte, bytes);
}

MOVES void *adcc_mempcpy(void *to, const void *from, size_t bytes) {
  return (char *)__builtin_memcpy(to, from, bytes) + bytes;
}

MOVES void adcc_bcopy(const void *from, void *to, size_t bytes) {
  __builtin_memmove(to, from, bytes);
}

MOVES void adcc_bzero(void *block, size_t bytes) { __builtin_memset(block, 0, bytes); }

MOVES void adcc_explicit_bzero(void *block, size_t bytes) { __builtin_memset(block, 0, bytes); }

/* What sanitizers put in the place of moves: their checks of the primal's memory are left out. */
#define CHECKED_MOVES(sanitizer)                                                                   \
  MOVES void *adcc___##sanitizer##_memcpy(void *to, const void *from, size_t bytes) {              \
    return __builtin_memcpy(to, from, bytes);                                                      \
  }                                                                                                \
  MOVES void *adcc___##sanitizer##_memmove(void *to, const void *from, size_t bytes) {             \
    return __builtin_memmove(to, from, bytes);                                                     \
  }                                                                                                \
  MOVES void *adcc___##sanitizer##_memset(void *block, int byte, size_t bytes) {                   \
    return __builtin_memset(block, byte, bytes);                                                   \
  }

CHECKED_MOVES(asan)
CHECKED_MOVES(tsan)

MOVES void *adcc___memcpy_chk(void *to, const void *from, size_t bytes, size_t room) {
  check(bytes, room);
  return __builtin_memcpy(to, from, bytes);
}

MOVES void *adcc___memmove_chk(void *to, const void *from, size_t bytes, size_t room) {
  check(bytes, room);
  return __builtin_memmove(to, from, bytes);
}

MOVES void *adcc___memset_chk(void *block, int byte, size_t bytes, size_t room) {
  check(bytes, room);
  return __builtin_memset(block, byte, bytes);
}

MOVES void *adcc___mempcpy_chk(void *to, const void *from, size_t bytes, size_t room) {
  check(bytes, room);
  return (char *)__builtin_memcpy(to, from, bytes) + bytes;
}

MOVES void adcc___explicit_bzero_chk(void *block, size_t bytes, size_t room) {
  check(bytes, room);
  __builtin_memset(block, 0, bytes);
}
