// flags: -fprofile-instr-generate
/* Code that counts how often it is run, for clang's coverage and profiles. */
#include "oracle.h"

int __llvm_profile_runtime; /* none: nothing is written at the end */

static double power(double x, int n) {
  double result = 1;
  while (n > 0) {
    if (n % 2)
      result *= x;
    x *= x;
    n /= 2;
  }
  return result;
}

PRIMAL(counted) {
  for (size_t i = 0; i < n; i++)
    if (in[i] > 0.5)
      out[i % m] += power(in[i], (int)i + 3);
    else
      out[i % m] -= in[i] * in[0];
}
ORACLE_MAIN(counted, 5, 2, 0.1, 1.2)
