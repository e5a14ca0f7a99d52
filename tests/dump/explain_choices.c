// adcc: -O2 --explain
// Which image of a neighbour is nearest, and where a border lies, is computed again.
// prints: the reverse derivative of 'energy' keeps nothing on the tape
void __adcc_autodiff(void *, ...);

double energy(const double *restrict x, int n, double length) {
  double sum = 0;
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++) {
      double d = x[i] - x[j];
      if (d > 0.5 * length)
        d -= length;
      else if (d < -0.5 * length)
        d += length;
      double w = i < 4 || i >= n - 4 || j < 4 || j >= n - 4 ? 0.25 : 1.0;
      sum += w * d * d;
    }
  return sum;
}
void gradient(const double *x, double *dx, int n, double length) {
  __adcc_autodiff((void *)energy, x, dx, n, length);
}
