// A structure that is active keeps the stream to which its user's messages go, beside a pointer to
// data of any kind: the stream has no shadow and needs none, though it was there before the call.
#include "oracle.h"
#include <stdio.h>
#include <stdlib.h>

typedef struct Solver {
  double state[2];
  void *data;
  FILE *messages, *other;
  void (*report)(const char *what, void *data);
} Solver;

__attribute__((noinline)) static void say(const char *what, void *data) {
  Solver *solver = data;
  if (solver->messages)
    fprintf(solver->messages, "%s at %g\n", what, solver->state[0]);
}

__attribute__((noinline)) static void add_first(const char *what, void *data) {
  Solver *solver = data;
  solver->state[0] += *(double *)solver->data * what[0];
}

__attribute__((noinline)) static Solver *create(void *data, int quiet) {
  Solver *solver = calloc(1, sizeof *solver);
  solver->data = data;
  solver->messages = stderr;
  solver->other = stdout;
  solver->report = quiet ? add_first : say;
  return solver;
}

PRIMAL(solve) {
  Solver *solver = create(in, 1);
  solver->state[1] = in[1];
  for (int i = 0; i < 3; i++) {
    solver->state[0] += solver->state[1] * solver->state[0] + in[0];
    if (solver->state[0] > 1e9 && solver->messages != solver->other)
      fprintf(solver->messages ? solver->messages : stderr, "diverged\n");
    solver->report("\1", solver);
  }
  solver->data = solver->messages;
  out[0] = solver->state[0];
  free(solver);
}
ORACLE_MAIN(solve, 2, 1, -1, 1)
