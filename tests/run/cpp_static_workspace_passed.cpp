/* A vector in a static variable, the memory of which is also an argument with a shadow: it has no
 * shadow of its own, and the program is stopped where an active value is stored there. */
#include "oracle.h"
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>
#include <vector>

static std::vector<double> work;
static double *start() { return work.data(); }

static double scaled(double *v, int n, double x) {
  for (int i = 0; i < n; i++)
    work[i] *= x;
  double s = 0;
  for (int i = 0; i < n; i++)
    s += v[i];
  return s;
}
extern "C" double __adcc_autodiff(void *, ...);

static bool stops(double *v, double *dv, int n) {
  int status = 0;
  fflush(stdout);
  pid_t child = fork();
  if (child == 0) {
    fclose(stderr);
    double dx = __adcc_autodiff((void *)scaled, &adcc_dup, v, dv, n, 2.0);
    _exit(fabs(dx - 6) < 1e-9 ? 0 : 1);
  }
  waitpid(child, &status, 0);
  return (WIFSIGNALED(status) && WTERMSIG(status) == SIGABRT) ||
         (WIFEXITED(status) && WEXITSTATUS(status) == 0);
}

int main(void) {
  double shadow[3] = {0};
  work.assign(3, 2.0);
  EXPECT(stops(start(), shadow, 3));
  return oracle_exit();
}
