/* Times the primal of one workload, its hand-written derivative and up to four reverse-mode ones, in
 * turn, call by call: neighbours on the machine, clocks and caches are the same for all of them.
 * scripts/compare.py builds it for a workload, WORKLOAD.
 *
 *   compare SIZE SECONDS     SIZE 0: the first that the workload is measured at
 *
 * Prints for each of them its name, its least time, and the time that a quarter of the calls took
 * less than, in microseconds. */
#include "workload.h"

#include <stdio.h>
#include <stdlib.h>
#include <time.h>

enum { MOST_CALLS = 4000, FEWEST_CALLS = 5, CONTESTANTS = 6 };

extern const Workload WORKLOAD;

/* Null where there are fewer. */
__attribute__((weak)) void reverse_0(Data *data);
__attribute__((weak)) void reverse_1(Data *data);
__attribute__((weak)) void reverse_2(Data *data);
__attribute__((weak)) void reverse_3(Data *data);

typedef struct {
  const char *name;
  void (*call)(Data *data);
  double times[MOST_CALLS];
} Contestant;

static double now(void) {
  struct timespec time;
  clock_gettime(CLOCK_MONOTONIC, &time);
  return (double)time.tv_sec + 1e-9 * (double)time.tv_nsec;
}

static int compare_times(const void *a, const void *b) {
  double x = *(const double *)a, y = *(const double *)b;
  return (x > y) - (x < y);
}

int main(int count, char **arguments) {
  if (count != 3) {
    fprintf(stderr, "usage: compare SIZE SECONDS\n");
    return 2;
  }
  int size = atoi(arguments[1]);
  double seconds = atof(arguments[2]);
  static Contestant contestants[CONTESTANTS] = {{.name = "primal"},    {.name = "by_hand"},
                                                {.name = "reverse_0"}, {.name = "reverse_1"},
                                                {.name = "reverse_2"}, {.name = "reverse_3"}};
  void (*const calls[CONTESTANTS])(Data *) = {WORKLOAD.primal, WORKLOAD.by_hand, reverse_0,
                                              reverse_1,       reverse_2,        reverse_3};
  Session *session = session_open(&WORKLOAD, size ? size : WORKLOAD.sizes[0]);
  size_t rounds = 0;
  for (double begin = now();
       rounds < MOST_CALLS && (rounds < FEWEST_CALLS || now() - begin < seconds); rounds++)
    for (int i = 0; i < CONTESTANTS; i++) {
      if (!calls[i])
        continue;
      session_reset(session);
      double before = now();
      calls[i](session_data(session));
      contestants[i].times[rounds] = 1e6 * (now() - before);
    }
  for (int i = 0; i < CONTESTANTS; i++) {
    if (!calls[i])
      continue;
    qsort(contestants[i].times, rounds, sizeof(double), compare_times);
    printf("%s %.3f %.3f\n", contestants[i].name, contestants[i].times[0],
           contestants[i].times[rounds / 4]);
  }
  session_close(session);
  return 0;
}
