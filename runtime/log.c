/* The log of a recorded run: values one after the other, read again in the order of writing. */
#include "../include/adcc/runtime.h"
#include "runtime_internal.h"

#include <stdlib.h>

struct adcc_log {
  char *bytes;
  size_t used, held, read;
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

void adcc_log_destroy(adcc_log *log) {
  runtime_count_bytes(-(int64_t)log->held);
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

void adcc_log_rewind(adcc_log *log) { log->read = 0; }
