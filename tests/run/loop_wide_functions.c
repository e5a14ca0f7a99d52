// flags: -O3 -ffast-math -march=native -Xclang -disable-llvm-passes
// adcc: -O3 -march=native
/* Functions of doubles beside floats, of which more go into a vector: a function that takes eight doubles
 * wants them in one register, which the code around it may not use. */
#include "oracle.h"

PRIMAL(waves) {
  float b[40], d[32];
  for (int i = 0; i < 40; i++)
    b[i] = 0.5 * in[i % n] + 0.0017 * i;
  for (int i = 0; i < 32; i++)
    d[i] = 0.3 * sin(b[i + 1]);
  for (int i = 0; i < 32; i++)
    out[i % m] += d[i] * (1 + i % 5);
}
ORACLE(waves, 12, 2, 0.2, 1.4)

int main(void) {
  oracle_precision = 2e-7;
  waves_oracle();
  return oracle_exit();
}
