/* footprint.c: see footprint.h. What changes while a piece of work is done may be read by what was
 * done of it before, so that it counts as changed since. */
#include "footprint.h"

void footprint_add(Watched *read) {
  Footprint *footprint = read->watch->recording;
  read->read_at = read->watch->now;
  ARRAY_PUSH(footprint->arena, footprint->reads, read);
}

bool footprint_is_stale(const Footprint *footprint) {
  if (footprint->done_at == 0 || footprint->beyond)
    return true;
  for (size_t i = 0; i < footprint->reads.count; i++)
    if (footprint->reads.items[i]->changed_at >= footprint->done_at)
      return true;
  return false;
}

void footprint_begin(Watch *watch, Footprint *footprint, Arena *arena) {
  watch->now++;
  watch->recording = footprint;
  if (!footprint)
    return;
  footprint->arena = arena;
  footprint->reads.count = 0;
  footprint->done_at = watch->now;
  footprint->beyond = false;
}

void footprint_end(Watch *watch) { watch->recording = NULL; }

void footprint_goes_beyond(const Watch *watch) {
  if (watch->recording)
    watch->recording->beyond = true;
}
