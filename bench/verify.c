/* The correctness of what is measured: the hand-written derivative against central differences
 * along a random direction, adcc's reverse against the hand-written one element by element, and
 * adcc's forward against the hand-written one along that direction. */
#include "workload.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static double load(const void *memory, size_t real_bytes, size_t i) {
  return real_bytes == sizeof(float) ? (double)((const float *)memory)[i]
                                     : ((const double *)memory)[i];
}

static void add(void *memory, size_t real_bytes, size_t i, double value) {
  if (real_bytes == sizeof(float))
    ((float *)memory)[i] += (float)value;
  else
    ((double *)memory)[i] += value;
}

/* Copies of the shadows of all buffers; freed by the caller. */
static void copy_shadows(const Workload *workload, const Data *data, void **copies) {
  for (int b = 0; b < MAX_BUFFERS; b++) {
    size_t bytes = data->buffers[b].count * workload->real_bytes;
    copies[b] = bytes ? malloc(bytes) : NULL;
    if (bytes && !copies[b]) {
      fprintf(stderr, "bench: no memory\n");
      exit(1);
    }
    if (bytes)
      memcpy(copies[b], data->buffers[b].shadow, bytes);
  }
}

static void free_copies(void **copies) {
  for (int b = 0; b < MAX_BUFFERS; b++)
    free(copies[b]);
}

/* Sum over the buffers of `one_role` or INOUT of a times b; and the sum of the absolute terms. */
static double dot(const Workload *workload, const Data *data, Role one_role, void *const *a,
                  void *const *b, double *magnitude) {
  double sum = 0;
  *magnitude = 0;
  for (int i = 0; i < MAX_BUFFERS; i++) {
    const Buffer *buffer = &data->buffers[i];
    if (!buffer->count || (buffer->role != one_role && buffer->role != INOUT))
      continue;
    for (size_t k = 0; k < buffer->count; k++) {
      double term = load(a[i], workload->real_bytes, k) * load(b[i], workload->real_bytes, k);
      sum += term;
      *magnitude += fabs(term);
    }
  }
  return sum;
}

static int report(const Workload *workload, const char *what, double error, double limit) {
  int failed = !(error <= limit);
  printf("  %-28s %-32s %.2e %s\n", workload->name, what, error, failed ? "FAILED" : "ok");
  return failed;
}

/* The seeded output with the inputs moved by `step` along the direction. */
static double seeded_output(const Workload *workload, Session *session, void *const *seeds,
                            void *const *directions, double step) {
  Data *data = session_data(session);
  session_reset(session);
  for (int b = 0; b < MAX_BUFFERS; b++) {
    Buffer *buffer = &data->buffers[b];
    if (buffer->role == INPUT || buffer->role == INOUT)
      for (size_t k = 0; k < buffer->count; k++)
        add(buffer->value, workload->real_bytes, k,
            step * load(directions[b], workload->real_bytes, k));
  }
  workload->primal(data);
  void *values[MAX_BUFFERS];
  for (int b = 0; b < MAX_BUFFERS; b++)
    values[b] = data->buffers[b].value;
  double magnitude;
  return dot(workload, data, OUTPUT, values, seeds, &magnitude);
}

static double relative_error(const Workload *workload, const Data *data, void *const *expected) {
  double worst = 0;
  for (int b = 0; b < MAX_BUFFERS; b++) {
    const Buffer *buffer = &data->buffers[b];
    if (!buffer->count || (buffer->role != INPUT && buffer->role != INOUT))
      continue;
    double error = 0, scale = 0;
    for (size_t k = 0; k < buffer->count; k++) {
      double want = load(expected[b], workload->real_bytes, k);
      double difference = fabs(load(buffer->shadow, workload->real_bytes, k) - want);
      if (!(difference < 1e300))
        return 1e300;
      error = fmax(error, difference);
      scale = fmax(scale, fabs(want));
    }
    worst = fmax(worst, scale > 0 ? error / scale : error);
  }
  return worst;
}

int workload_check(const Workload *workload) {
  int is_float = workload->real_bytes == sizeof(float), failures = 0;
  Session *session = session_open(workload, workload->check_size);
  Data *data = session_data(session);
  void *seeds[MAX_BUFFERS], *directions[MAX_BUFFERS], *by_hand[MAX_BUFFERS];
  session_reset(session);
  copy_shadows(workload, data, seeds);
  session_reset_forward(session);
  copy_shadows(workload, data, directions);

  session_reset(session);
  workload->by_hand(data);
  copy_shadows(workload, data, by_hand);

  double step = is_float ? 1e-2 : 1e-6, magnitude;
  double expected = dot(workload, data, INPUT, by_hand, directions, &magnitude);
  double difference = (seeded_output(workload, session, seeds, directions, step) -
                       seeded_output(workload, session, seeds, directions, -step)) /
                      (2 * step);
  failures += report(workload, "by hand, against differences",
                     fabs(difference - expected) / magnitude, is_float ? 2e-3 : 1e-6);

  double limit = data->tolerance > 0 ? data->tolerance : is_float ? 1e-4 : 1e-10;
  if (workload->reverse) {
    session_reset(session);
    workload->reverse(data);
    failures += report(workload, "adcc reverse, against by hand",
                       relative_error(workload, data, by_hand), limit);
  }
  if (workload->reverse_without_preopt) {
    session_reset(session);
    workload->reverse_without_preopt(data);
    failures += report(workload, "adcc --no-preopt, against by hand",
                       relative_error(workload, data, by_hand), limit);
  }
  if (workload->forward) {
    session_reset_forward(session);
    workload->forward(data);
    void *tangents[MAX_BUFFERS];
    double unused;
    copy_shadows(workload, data, tangents);
    double tangent = dot(workload, data, OUTPUT, tangents, seeds, &unused);
    failures += report(workload, "adcc forward, against by hand",
                       fabs(tangent - expected) / magnitude, limit);
    free_copies(tangents);
  }
  free_copies(seeds);
  free_copies(directions);
  free_copies(by_hand);
  session_close(session);
  return failures;
}
