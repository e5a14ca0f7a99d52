/* Growth of arrays: doubling, in the arena; the old items stay until the arena goes. */
#include "base.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

void *array_grow(Arena *arena, void *items, size_t *capacity, size_t item_size) {
  size_t wanted = *capacity ? *capacity * 2 : 8;
  if (wanted > SIZE_MAX / item_size) {
    fprintf(stderr, "adcc: error: out of memory (array of %zu items)\n", wanted);
    exit(1);
  }
  void *grown = arena_alloc(arena, wanted * item_size);
  if (*capacity)
    memcpy(grown, items, *capacity * item_size);
  *capacity = wanted;
  return grown;
}
