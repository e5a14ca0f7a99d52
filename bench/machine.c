/* What this machine can do at best on one thread: multiply-adds in registers, and bytes moved
 * between arrays far larger than the caches. The floor of a workload is reckoned from these. */
#include "workload.h"

#include <stdio.h>
#include <stdlib.h>
#include <time.h>

enum { LANES_BYTES = 64, ACCUMULATORS = 12 };

static double seconds(void) {
  struct timespec now;
  clock_gettime(CLOCK_MONOTONIC, &now);
  return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

/* Independent chains of multiply-adds, enough to hide their latency. The result is used. */
#define DEFINE_OPERATION_RATE(type)                                                                \
  static double type##_operations(void) {                                                          \
    typedef type Vector __attribute__((vector_size(LANES_BYTES)));                                 \
    const long rounds = 20000000;                                                                  \
    Vector sum[ACCUMULATORS], factor = {0}, step = {0};                                            \
    factor += (type)0.999999;                                                                      \
    step += (type)1e-6;                                                                            \
    for (int k = 0; k < ACCUMULATORS; k++)                                                         \
      sum[k] = step * (type)k;                                                                     \
    double start = seconds();                                                                      \
    for (long i = 0; i < rounds; i++)                                                              \
      for (int k = 0; k < ACCUMULATORS; k++)                                                       \
        sum[k] = sum[k] * factor + step;                                                           \
    double elapsed = seconds() - start;                                                            \
    for (int k = 1; k < ACCUMULATORS; k++)                                                         \
      sum[0] += sum[k];                                                                            \
    volatile type used = sum[0][0];                                                                \
    (void)used;                                                                                    \
    return 2.0 * (double)rounds * ACCUMULATORS * (LANES_BYTES / sizeof(type)) / elapsed;           \
  }

DEFINE_OPERATION_RATE(float)
DEFINE_OPERATION_RATE(double)

/* Reads two arrays and writes a third. */
static double bytes_moved(void) {
  const size_t count = (size_t)24 << 20;
  double *a = malloc(count * sizeof *a), *b = malloc(count * sizeof *b),
         *c = malloc(count * sizeof *c);
  if (!a || !b || !c) {
    fprintf(stderr, "bench: no memory to measure the machine\n");
    exit(1);
  }
  for (size_t i = 0; i < count; i++)
    a[i] = b[i] = c[i] = 1;
  double best = 0;
  for (int round = 0; round < 3; round++) {
    double start = seconds();
    for (size_t i = 0; i < count; i++)
      c[i] = a[i] + 3 * b[i];
    double rate = 3.0 * (double)count * sizeof *a / (seconds() - start);
    best = rate > best ? rate : best;
    a[round] = c[round];
  }
  free(a);
  free(b);
  free(c);
  return best;
}

void machine_report(void) {
  printf("{\"float_operations\": %.4g, \"double_operations\": %.4g, \"bytes\": %.4g}\n",
         float_operations(), double_operations(), bytes_moved());
}
