/* What LLVM makes of a value with a tag: it takes the integer member modulo a number in every case,
 * from the bits of a number where the tag says that the member is one, and then drops the result.
 */
#include "oracle.h"

static double chosen(int tag, double number, double other) {
  long long word;
  memcpy(&word, &number, sizeof word);
  double whole = 0.1 * (double)(word % 9), part = 0.1 * (double)((unsigned long long)word % 1000u);
  return tag == 0 ? number * other : tag == 1 ? whole : tag == 2 ? other * 0.5 : part;
}

PRIMAL(bits_remainder) {
  for (int j = 0; j < m; j++) {
    double count;
    long long whole = 4 + j;
    memcpy(&count, &whole, sizeof count);
    out[j] = chosen(0, tanh(in[j]), in[j + 1]) + chosen((int)n - 3, sin(in[j]), out[j]) +
             chosen(n > 4, count, in[j]) * in[j + 1] + chosen(n > 4 ? 3 : 0, count, in[j + 1]);
  }
}
ORACLE_MAIN(bits_remainder, 5, 4, 0.2, 1.2)
