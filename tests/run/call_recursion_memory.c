/* Recursion that works in place: quicksort, then a weighted sum. */
#include "oracle.h"
static void sort(double *x, int count) {
  if (count < 2)
    return;
  double pivot = x[count / 2];
  int i = 0, j = count - 1;
  while (i <= j) {
    while (x[i] < pivot)
      i++;
    while (x[j] > pivot)
      j--;
    if (i > j)
      break;
    double t = x[i];
    x[i++] = x[j];
    x[j--] = t;
  }
  sort(x, j + 1);
  sort(x + i, count - i);
}
PRIMAL(median) {
  sort(in, (int)n);
  double sum = 0;
  for (size_t i = 0; i < n; i++)
    sum += in[i] * in[i] * (double)(i + 1);
  out[0] = sum;
}
ORACLE_MAIN(median, 9, 1, 0.1, 3)
