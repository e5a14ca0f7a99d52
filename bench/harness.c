/* Buffers of a workload: allocated once, put back before every call. */
#include "workload.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct Session {
  const Workload *workload;
  Data data;
  void *initial[MAX_BUFFERS];   /* what inputs hold before a call */
  void *seed[MAX_BUFFERS];      /* what shadows of outputs hold before a reverse call */
  void *direction[MAX_BUFFERS]; /* what shadows of inputs hold before a forward call */
};

static void *allocate(size_t bytes) {
  /* page-aligned, so that runs do not differ by where buffers happen to lie */
  void *memory = aligned_alloc(4096, (bytes + 4095) / 4096 * 4096 + 4096);
  if (!memory) {
    fprintf(stderr, "bench: no memory for a buffer of %zu bytes\n", bytes);
    exit(1);
  }
  memset(memory, 0, bytes);
  return memory;
}

static double uniform(uint64_t *state) {
  *state ^= *state << 13;
  *state ^= *state >> 7;
  *state ^= *state << 17;
  return (double)(*state >> 11) / 9007199254740992.0;
}

static void store(void *memory, size_t real_bytes, size_t i, double value) {
  if (real_bytes == sizeof(float))
    ((float *)memory)[i] = (float)value;
  else
    ((double *)memory)[i] = value;
}

static int is_read(const Buffer *buffer) {
  return buffer->role == INPUT || buffer->role == INOUT || buffer->role == CONSTANT;
}
static int is_result(const Buffer *buffer) {
  return buffer->role == OUTPUT || buffer->role == INOUT;
}

Session *session_open(const Workload *workload, int size) {
  Session *session = calloc(1, sizeof *session);
  if (!session) {
    fprintf(stderr, "bench: no memory\n");
    exit(1);
  }
  session->workload = workload;
  Data *data = &session->data;
  data->size = size;
  workload->shape(data);
  uint64_t random = 88172645463325252u;
  if (data->index_count) {
    data->indices = allocate(data->index_count * sizeof(int));
    for (size_t i = 0; i < data->index_count; i++)
      data->indices[i] = (int)(uniform(&random) * data->index_limit);
  }
  for (int b = 0; b < MAX_BUFFERS; b++) {
    Buffer *buffer = &data->buffers[b];
    size_t bytes = buffer->count * workload->real_bytes;
    if (!bytes)
      continue;
    buffer->value = allocate(bytes);
    buffer->shadow = allocate(bytes);
    if (is_read(buffer)) {
      session->initial[b] = allocate(bytes);
      session->direction[b] = allocate(bytes);
      for (size_t i = 0; i < buffer->count; i++) {
        double share = uniform(&random);
        if (buffer->ascending)
          share = ((double)i + share / 2) / (double)buffer->count;
        double value = buffer->low + (buffer->high - buffer->low) * share;
        if (buffer->rows && i / buffer->rows == i % buffer->rows)
          value += buffer->diagonal;
        store(session->initial[b], workload->real_bytes, i, value);
        if (buffer->role != CONSTANT)
          store(session->direction[b], workload->real_bytes, i, 2 * uniform(&random) - 1);
      }
    }
    if (is_result(buffer)) {
      double seed_low = buffer->role == OUTPUT ? buffer->low : 0.5;
      double seed_span = buffer->role == OUTPUT ? buffer->high - buffer->low : 1;
      session->seed[b] = allocate(bytes);
      for (size_t i = 0; i < buffer->count; i++)
        store(session->seed[b], workload->real_bytes, i, seed_low + seed_span * uniform(&random));
    }
  }
  return session;
}

void session_close(Session *session) {
  for (int b = 0; b < MAX_BUFFERS; b++) {
    free(session->data.buffers[b].value);
    free(session->data.buffers[b].shadow);
    free(session->initial[b]);
    free(session->seed[b]);
    free(session->direction[b]);
  }
  free(session->data.indices);
  free(session);
}

Data *session_data(Session *session) { return &session->data; }

static void reset(Session *session, void *const *shadows) {
  for (int b = 0; b < MAX_BUFFERS; b++) {
    Buffer *buffer = &session->data.buffers[b];
    size_t bytes = buffer->count * session->workload->real_bytes;
    if (!bytes)
      continue;
    if (session->initial[b])
      memcpy(buffer->value, session->initial[b], bytes);
    else
      memset(buffer->value, 0, bytes);
    if (shadows[b])
      memcpy(buffer->shadow, shadows[b], bytes);
    else
      memset(buffer->shadow, 0, bytes);
  }
}

void session_reset(Session *session) { reset(session, session->seed); }
void session_reset_forward(Session *session) { reset(session, session->direction); }

size_t session_bytes(const Session *session) {
  size_t bytes = 0;
  for (int b = 0; b < MAX_BUFFERS; b++)
    bytes += session->data.buffers[b].count * session->workload->real_bytes;
  return bytes;
}

size_t session_floor_bytes(const Session *session) {
  size_t bytes = 0;
  for (int b = 0; b < MAX_BUFFERS; b++) {
    const Buffer *buffer = &session->data.buffers[b];
    size_t passes = buffer->role == INPUT    ? 3
                    : buffer->role == OUTPUT ? 2
                    : buffer->role == INOUT  ? 4
                                             : buffer->role == CONSTANT;
    bytes += passes * buffer->count * session->workload->real_bytes;
  }
  return bytes;
}
