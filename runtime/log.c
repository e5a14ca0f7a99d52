/* The log of a recorded run: values one after the other, read again in the order of writing. */
#include "../include/adcc/runtime.h"
#include "runtime_internal.h"

#include <malloc.h>
#include <stdlib.h>
#include <string.h>

typedef struct {
  size_t position; /* how much of the log is written, or read, when the block is allocated */
  uint32_t lane;
  void *memory;
} Shadow;

struct adcc_log {
  char *bytes;
  size_t used, held, read;
  Shadow *shadows; /* in the order of their positions */
  size_t shadow_count, shadow_held, shadow_next;
  void **own; /* shadows that the first half has not got */
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
    free(log->own[--log->own_count]);
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

static void *allocate(uint64_t bytes) {
  enum { ALIGNMENT = 64 };
  void *block;
  if (bytes > SIZE_MAX / 2 || posix_memalign(&block, ALIGNMENT, bytes ? (size_t)bytes : 1))
    runtime_fail_size("shadow", bytes);
  return block;
}

/* Elsewhere than the block whose address was read last, which the recorded run may have released
 * since. */
static void *allocate_elsewhere(const adcc_log *log, uint64_t bytes) {
  void *read_last = NULL, *block = allocate(bytes);
  if (log->read >= sizeof read_last)
    memcpy(&read_last, log->bytes + log->read - sizeof read_last, sizeof read_last);
  if (block != read_last)
    return block;
  void *other = allocate(bytes);
  free(block);
  return other;
}

void *adcc_log_shadow(adcc_log *log, uint64_t bytes, const void *old, uint32_t lane) {
  char *block = shadow_of_first_half(log, lane);
  if (!block) {
    block = allocate_elsewhere(log, bytes);
    log->own = with_room(log->own, log->own_count, &log->own_held, sizeof *log->own);
    log->own[log->own_count++] = block;
  }
  size_t kept = old ? malloc_usable_size((void *)old) : 0;
  kept = kept < bytes ? kept : (size_t)bytes;
  if (kept)
    memcpy(block, old, kept);
  memset(block + kept, 0, (size_t)bytes - kept);
  return block;
}
