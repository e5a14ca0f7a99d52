/* Insertion sort that shifts while it searches, then a running product. */
#include "oracle.h"
static void insertion_sort(double *a, int from, int to) {
  for (int j = from + 1; j <= to; j++) {
    double key = a[j];
    int i = j - 1;
    while (i >= from && a[i] > key) {
      a[i + 1] = a[i];
      i--;
    }
    a[i + 1] = key;
  }
}
PRIMAL(sorted) {
  insertion_sort(in, 0, (int)n - 1);
  double x = 1;
  for (size_t i = 0; i < n; i++)
    x = x * 0.5 + in[i] * in[i] * (i + 1);
  out[0] = x;
}
ORACLE_MAIN(sorted, 8, 1, 0.2, 3)
