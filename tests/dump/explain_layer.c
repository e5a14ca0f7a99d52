/* A layer that overwrites its input, and a loop that nobody can count. */
// adcc: --explain
// prints: derivative of 'loss' keeps 8 \* n \+ 8 \* trips\(line [0-9]+\) bytes on the tape, and up to 8 \* n \* m \+ 16 \* n bytes where memory overlaps; 6 values are read again
// prints: double loss\(double \*x
// prints: read here from 'w' is read again from memory, which nothing overwrites
// prints: read here from 'x' is read again from a copy of the memory, in which what was overwritten is put back
// prints: note: the derivative of this needs it
// prints: what is overwritten here is kept on the tape: 8 \* n bytes
// prints: x\[i\] = tanh\(s\);
// prints: help: .* write the new value to other memory
// prints: read here from 'w' is read again .* if nothing overwrites it.* else kept: 8 \* n \* m bytes
// prints: w\[i \* m \+ k\] \* x\[k\]
// prints: note: this write to 'x' is what it is checked against
// prints: help: .* declare the pointers 'restrict'
// prints: the result of 'tanh' is read again from memory if nothing overwrites it.* else kept: 8 \* n bytes
// prints: changes from one iteration to the next is kept on the tape: 8 \* trips\(line
#include <adcc/adcc.h>
#include <math.h>
double loss(double *x, const double *w, int n, int m) {
  double sum = 0;
  for (int i = 0; i < n; i++) {
    double s = 0;
    for (int k = 0; k < m; k++)
      s += w[i * m + k] * x[k];
    x[i] = tanh(s);
    sum += x[i] * x[i];
  }
  double error = 1;
  while (error > 1e-3)
    error = error * error * 0.5 * sum;
  return sum + error;
}
void gradient(double *x, double *dx, double *w, double *dw, int n, int m) {
  __adcc_autodiff((void *)loss, adcc_dup, x, dx, adcc_dup, w, dw, n, m);
}
