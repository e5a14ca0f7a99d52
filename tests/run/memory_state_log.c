/* The state of a simulation, appended as bytes to a log of records of several kinds, of lengths that
 * only run time knows, while the simulation goes on; and read again, twice. */
#include "oracle.h"
#include <stdlib.h>
#include <string.h>

typedef struct {
  unsigned char *bytes;
  size_t count, held;
} Log;
static void append(Log *log, const void *from, size_t bytes) {
  if (log->count + bytes > log->held) {
    log->held = 2 * (log->count + bytes);
    log->bytes = realloc(log->bytes, log->held);
  }
  memcpy(log->bytes + log->count, from, bytes);
  log->count += bytes;
}
static void append_record(Log *log, int kind, const double *numbers, int count) {
  int head[2] = {kind, count};
  append(log, head, sizeof head);
  append(log, numbers, (size_t)count * sizeof *numbers);
}
static double total(const Log *log, int wanted) {
  double sum = 0, numbers[8];
  for (size_t at = 0; at < log->count;) {
    int head[2];
    memcpy(head, log->bytes + at, sizeof head);
    memcpy(numbers, log->bytes + at + sizeof head, (size_t)head[1] * sizeof *numbers);
    at += sizeof head + (size_t)head[1] * sizeof *numbers;
    for (int i = 0; head[0] == wanted && i < head[1]; i++)
      sum += numbers[i] * numbers[i] * (i + 1);
  }
  return sum;
}
PRIMAL(logged) {
  Log log = {0};
  double state[8];
  for (size_t i = 0; i < n; i++)
    state[i] = in[i] * in[i];
  for (int step = 0; step < 4; step++) {
    append_record(&log, 1, state, (int)n);
    append_record(&log, 2, state, 1 + step % 3);
    for (size_t i = 0; i < n; i++)
      state[i] += 0.1 * state[(i + 1) % n] * state[i];
    if (step == 2)
      append_record(&log, 3, state + 1, 2);
  }
  out[0] = total(&log, 1) * total(&log, 2);
  out[1] = total(&log, 3) + total(&log, 1);
  free(log.bytes);
}
ORACLE_MAIN(logged, 5, 2, 0.3, 1.1)
