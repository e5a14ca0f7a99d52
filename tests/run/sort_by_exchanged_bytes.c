/* A generic sort that exchanges elements byte by byte, of numbers: above -O1 LLVM keeps both numbers in
 * registers and stores their bytes in turns. */
#include "oracle.h"

static void exchange(void *left, void *right, size_t size) {
  char *a = (char *)left, *b = (char *)right;
  for (size_t i = 0; i < size; i++) {
    char kept = a[i];
    a[i] = b[i];
    b[i] = kept;
  }
}

static void sort(void *base, size_t count, size_t size, int (*compare)(const void *, const void *)) {
  char *elements = (char *)base;
  for (size_t i = 1; i < count; i++)
    for (size_t j = i; j > 0; j--) {
      char *here = elements + j * size;
      if (compare(here - size, here) <= 0)
        break;
      exchange(here - size, here, size);
    }
}

static int compare_numbers(const void *left, const void *right) {
  double a = *(const double *)left, b = *(const double *)right;
  return (a > b) - (a < b);
}

PRIMAL(sorted_sum) {
  double numbers[8];
  for (size_t i = 0; i < n; i++)
    numbers[i] = in[i] * in[0];
  sort(numbers, n, sizeof *numbers, compare_numbers);
  for (size_t i = 0; i < n; i++)
    out[0] += numbers[i] * (double)(i + 1);
}

ORACLE_MAIN(sorted_sum, 6, 1, 0.5, 1.5)
