/* The log of a recorded run: values one after the other, read again in the order of writing. */
#include "../include/adcc/runtime.h"
#include "runtime_internal.h"

#include <malloc.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

typedef struct {
  size_t position; /* how much of the log is written, or read, when the block is allocated */
  uint32_t lane;
  void *memory;
} Shadow;

typedef struct {
  char *begin, *end;
} Block;

struct adcc_log {
  char *bytes;
  size_t used, held, read;
  Shadow *shadows; /* in the order of their positions */
  size_t shadow_count, shadow_held, shadow_next;
  Block *own; /* shadows that the first half has not got, by address */
  size_t own_count, own_held;
};

adcc_log *adcc_tape_record(adcc_tape *tape) {
  tape->log = calloc(1, sizeof *tape->log);
  if (!tape->log)
    runtime_fail_size("log", sizeof *tape->log);
  return tape->log;
}

adcc_log *adcc_tape_log(adcc_tape *tape) {
  if (!tape->log)
    runtime_fail("the tape of fwdsplit is not that of an augmentfwd");
  return tape->log;
}

static void release_own(adcc_log *log) {
  while (log->own_count)
    free(log->own[--log->own_count].begin);
}

void adcc_log_destroy(adcc_log *log) {
  runtime_count_bytes(-(int64_t)log->held);
  release_own(log);
  free(log->own);
  free(log->shadows);
  free(log->bytes);
  free(log);
}

static void grow(adcc_log *log, uint64_t bytes) {
  enum { FIRST_BYTES = 4096 };
  size_t wanted = log->held ? log->held : FIRST_BYTES;
  while (wanted - log->used < bytes) {
    if (wanted > SIZE_MAX / 4)
      runtime_fail_size("log", bytes);
    wanted *= 2;
  }
  char *moved = realloc(log->bytes, wanted);
  if (!moved)
    runtime_fail_size("log", wanted);
  runtime_count_bytes((int64_t)(wanted - log->held));
  log->bytes = moved;
  log->held = wanted;
}

void *adcc_log_push(adcc_log *log, uint64_t bytes) {
  if (log->held - log->used < bytes)
    grow(log, bytes);
  void *place = log->bytes + log->used;
  log->used += bytes;
  return place;
}

const void *adcc_log_next(adcc_log *log, uint64_t bytes) {
  if (log->used - log->read < bytes)
    runtime_fail("the tape of fwdsplit is not that of an augmentfwd of the same function");
  const void *place = log->bytes + log->read;
  log->read += bytes;
  return place;
}

void adcc_log_rewind(adcc_log *log) {
  log->read = log->shadow_next = 0;
  release_own(log);
}

void adcc_log_end(adcc_log *log) {
  if (log->read != log->used)
    runtime_fail("fwdsplit has not followed the run that augmentfwd recorded");
}

/* Room for one more item in an array of `*held`, all of them in use if it has to grow. */
static void *with_room(void *items, size_t count, size_t *held, size_t item_bytes) {
  enum { FIRST_ITEMS = 64 };
  if (count < *held)
    return items;
  *held = *held ? *held * 2 : FIRST_ITEMS;
  void *moved = realloc(items, *held * item_bytes);
  if (!moved)
    runtime_fail_size("log", *held * item_bytes);
  return moved;
}

void adcc_log_add_shadow(adcc_log *log, void *shadow, uint32_t lane) {
  log->shadows = with_room(log->shadows, log->shadow_count, &log->shadow_held, sizeof(Shadow));
  log->shadows[log->shadow_count++] = (Shadow){log->used, lane, shadow};
}

static void *shadow_of_first_half(adcc_log *log, uint32_t lane) {
  while (log->shadow_next < log->shadow_count &&
         log->shadows[log->shadow_next].position < log->read)
    log->shadow_next++;
  for (size_t i = log->shadow_next; i < log->shadow_count && log->shadows[i].position == log->read;
       i++)
    if (log->shadows[i].lane == lane)
      return log->shadows[i].memory;
  return NULL;
}

/* The number of own blocks that begin at or below the address. */
static size_t own_below(const adcc_log *log, const char *address) {
  size_t low = 0, high = log->own_count;
  while (low < high) {
    size_t middle = low + (high - low) / 2;
    if (log->own[middle].begin <= address)
      low = middle + 1;
    else
      high = middle;
  }
  return low;
}

static void add_own(adcc_log *log, char *begin, size_t bytes) {
  log->own = with_room(log->own, log->own_count, &log->own_held, sizeof *log->own);
  size_t place = own_below(log, begin);
  memmove(log->own + place + 1, log->own + place, (log->own_count - place) * sizeof *log->own);
  log->own[place] = (Block){begin, begin + bytes};
  log->own_count++;
}

int adcc_log_is_own(adcc_log *log, const void *primal, const void *shadow) {
  if (primal != shadow)
    return false;
  size_t below = own_below(log, shadow);
  return below == 0 || (const char *)shadow > log->own[below - 1].end; /* as of what is empty */
}

void *adcc_log_shadow(adcc_log *log, uint64_t bytes, const void *old, uint32_t lane) {
  enum { ALIGNMENT = 64 };
  char *block = shadow_of_first_half(log, lane);
  if (!block) {
    void *own;
    if (bytes > SIZE_MAX / 2 || posix_memalign(&own, ALIGNMENT, bytes ? (size_t)bytes : 1))
      runtime_fail_size("shadow", bytes);
    add_own(log, own, (size_t)bytes);
    block = own;
  }
  size_t kept = old ? malloc_usable_size((void *)old) : 0;
  kept = kept < bytes ? kept : (size_t)bytes;
  if (kept)
    memcpy(block, old, kept);
  memset(block + kept, 0, (size_t)bytes - kept);
  return block;
}
