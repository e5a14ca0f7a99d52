/* A call that cannot be inlined has its reverse sweep in a function of its own. Without debug
 * information the remarks name functions and show instructions. */
// adcc: --explain
// flags: -O1
// prints: in function 'whole': remark: the reverse derivative of 'whole' keeps nothing
// prints: in function 'half': remark: .* in two halves, keeps 16 \* argument2 \+ 8 bytes
// prints: what is read here is kept on the tape: 8 \* argument2 bytes
// prints: load double
// prints: the two sweeps are two functions
// prints: the result of 'sin' is kept on the tape
// prints: in function 'half': remark: what a call keeps for its own reverse sweep
#include <adcc/adcc.h>
#include <math.h>
__attribute__((noinline)) double half(const double *x, int n) {
  double sum = 0;
  for (int i = 0; i < n; i++)
    sum += sin(x[i]) * x[i];
  return n > 100 ? sum : sum + half(x, n + 1);
}
double whole(double *x, int n) {
  double first = half(x, n);
  x[0] = first;
  return half(x, n) * first;
}
void gradient(double *x, double *dx, int n) {
  __adcc_autodiff((void *)whole, adcc_dup, x, dx, n);
}
