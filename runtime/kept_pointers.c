/* Pointers that globals hold from before a derivative is called, put into the globals' shadows: one
 * that points to memory which is known to have a shadow is the pointer to that; any other is its
 * own shadow, which says that it has none. */
#include "../include/adcc/runtime.h"
#include "runtime_internal.h"

#include <stdlib.h>

typedef struct {
  uintptr_t primal, shadow;
  uint64_t bytes;
} Shared;

static _Thread_local struct {
  Shared *items;
  size_t count, held;
} shared;

void adcc_kept_share(const void *primal, void *shadow, uint64_t bytes) {
  if (shared.count == shared.held) {
    enum { FIRST = 16 };
    size_t held = shared.held ? 2 * shared.held : FIRST;
    Shared *moved = realloc(shared.items, held * sizeof *moved);
    if (!moved)
      runtime_fail_size("shadow", held * sizeof *moved);
    shared.items = moved;
    shared.held = held;
  }
  shared.items[shared.count++] = (Shared){(uintptr_t)primal, (uintptr_t)shadow, bytes};
}

void adcc_kept_pointers(uintptr_t *shadow, const uintptr_t *primal, uint64_t count) {
  for (uint64_t i = 0; i < count; i++) {
    shadow[i] = primal[i];
    for (size_t k = 0; k < shared.count && primal[i]; k++)
      if (primal[i] - shared.items[k].primal < shared.items[k].bytes)
        shadow[i] = shared.items[k].shadow + (primal[i] - shared.items[k].primal);
  }
}

void adcc_kept_apart(const uintptr_t *words, uint64_t count) {
  for (uint64_t i = 0; i < count; i++)
    for (size_t k = 0; k < shared.count && words[i]; k++)
      if (words[i] - shared.items[k].primal < shared.items[k].bytes)
        runtime_fail("a global variable points to an argument that has a shadow, and the function "
                     "reads it through both; pass it as an argument only, or give the global's "
                     "shadow (README, 'Known limits')");
}

void adcc_kept_done(void) {
  free(shared.items);
  shared.items = NULL;
  shared.count = shared.held = 0;
}
