/* Objects with state that is updated by calls, returned by value (sret), copied. */
#include "oracle.h"
struct Optimizer {
  double momentum[3] = {0, 0, 0}, rate;
  int steps = 0;
  explicit Optimizer(double r) : rate(r) {}
  double operator()(double x, int i) {
    steps++;
    momentum[i] = 0.9 * momentum[i] + x * x;
    return x - rate * momentum[i];
  }
};
__attribute__((noinline)) static Optimizer start(double rate) { return Optimizer(rate * 0.1); }
PRIMAL(training) {
  Optimizer optimizer = start(in[0]);
  for (int step = 0; step < 4; step++)
    for (int i = 0; i < 3; i++)
      in[i] = optimizer(in[i], i);
  Optimizer saved = optimizer;
  saved.momentum[0] = 1;
  out[0] = saved.momentum[1] * optimizer.momentum[0] + in[2] * optimizer.steps;
}
ORACLE_MAIN(training, 3, 1, 0.5, 1)
