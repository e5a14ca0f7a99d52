// A handler of errors is called with texts, through a pointer whose type a kernel has too. Called
// as the handler, that kernel would write numbers to a text, but it never is.
#include "oracle.h"

typedef struct Solver Solver;
typedef void (*Handler)(int code, const char *where, void *data);
typedef int (*Kernel)(int count, double *to, const double *from);

struct Solver {
  Handler handler;
  Kernel kernels[2];
  void *data;
  double state[4], work[4];
};

static int reports;
static void count_report(int code, const char *where, void *data) {
  reports += code + where[0];
  if (data)
    *(int *)data = code;
}

static int squares(int count, double *to, const double *from) {
  for (int i = 0; i < count; i++)
    to[i] += from[i] * from[i];
  return 0;
}

static int running(int count, double *to, const double *from) {
  for (int i = 1; i < count; i++)
    to[i] = to[i - 1] * from[i] + to[i];
  return count > 3 ? running(count - 1, to, from) : 0;
}

static int fail(Solver *solver, int code) {
  solver->handler(code, "step", solver->data);
  return code;
}

static int step(Solver *solver, int kernel, int count) {
  if (count > 4)
    return fail(solver, -1);
  int code = solver->kernels[kernel](count, solver->state, solver->work);
  return code ? fail(solver, code) : 0;
}

PRIMAL(solve) {
  Solver solver = {count_report, {squares, running}, solver.work, {0}, {0}};
  for (int i = 0; i < 4; i++) {
    solver.state[i] = in[i];
    solver.work[i] = in[4 + i];
  }
  for (int i = 0; i < 4; i++)
    if (step(&solver, i & 1, 3 + (i & 1)))
      return;
  for (int i = 0; i < 4; i++)
    out[i] = solver.state[i];
}
ORACLE_MAIN(solve, 8, 4, -1, 1)
