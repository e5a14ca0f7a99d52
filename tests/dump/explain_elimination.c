/* An elimination of which clang's loops count in 64 bits, while the row k * n is left in 32 bits
 * and promises nothing: the place on the diagonal, k * (n + 1), tells that it does not wrap around.
 * The row is then the same in all iterations over i, and is kept once for all. */
// adcc: --explain
// flags: -O3 -ffast-math
// prints: read here is kept on the tape: 8 \* argument1 \* trips\(loop 3 deep\) bytes
// never: trips\(loop 2 deep\) \* trips\(loop 3 deep\)
#include <adcc/adcc.h>
void eliminate(int n, double *restrict A, double *restrict b) {
  for (int k = 0; k < n; k++) {
    int pivot = k;
    for (int i = k + 1; i < n; i++)
      if (__builtin_fabs(A[i * n + k]) > __builtin_fabs(A[pivot * n + k]))
        pivot = i;
    if (pivot != k)
      for (int j = 0; j < n; j++) {
        double held = A[k * n + j];
        A[k * n + j] = A[pivot * n + j];
        A[pivot * n + j] = held;
      }
    for (int i = k + 1; i < n; i++) {
      double factor = A[i * n + k] / A[k * n + k];
      for (int j = k; j < n; j++)
        A[i * n + j] -= factor * A[k * n + j];
      b[i] -= factor * b[k];
    }
  }
}
void gradient(int n, double *A, double *dA, double *b, double *db) {
  __adcc_autodiff((void *)eliminate, n, adcc_dup, A, dA, adcc_dup, b, db);
}
