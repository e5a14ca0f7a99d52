// adcc: -O2 --explain
// flags: -O2 -Xclang -disable-llvm-passes
// What a function that is not inlined reads, and its callers leave as it is until it is reversed, is
// read again; what it overwrites itself is kept once, as in a function that is.
// prints: the reverse derivative of 'relax', in two halves, keeps 8 \* \(argument3 - 1\) \+ 1 bytes on the tape
// prints: what is read here is read again from memory, which nothing overwrites
// prints: what is read here is read again from a copy of the memory
// prints: the reverse derivative of 'weigh', in two halves, keeps nothing on the tape
extern void __enzyme_autodiff(void *, ...);
#define APART __attribute__((noinline))

APART static double weigh(const double *w, const double *x, int n) {
  double sum = 0;
  for (int i = 0; i < n; i++)
    sum += w[i] * x[i] * x[i];
  return sum;
}
APART static void relax(double *u, const double *a, int n) {
  for (int i = 1; i < n; i++)
    u[i] = a[i] * u[i - 1] / (1 + u[i] * u[i]);
}
static double solve(double *in, const double *weights, int n, int steps) {
  double u[1000], a[1000];
  for (int i = 0; i < n; i++)
    u[i] = a[i] = in[i];
  for (int t = 0; t < steps; t++)
    relax(u, a, n);
  return weigh(weights, u, n);
}
void gradient(double *in, double *din, const double *weights, double *dweights, int n, int steps) {
  __enzyme_autodiff((void *)solve, in, din, weights, dweights, n, steps);
}
