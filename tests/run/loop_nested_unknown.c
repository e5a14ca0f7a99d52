/* while within while, the inner count never known: the tape grows. */
#include "oracle.h"
PRIMAL(collatz) {
  double x = in[0];
  for (int start = 3; start < 12; start++) {
    int value = start;
    while (value != 1) {
      int halves = 0;
      while (value % 2 == 0) {
        value /= 2;
        halves++;
        x = x * 0.97 + 0.01 * sin(x * in[1]);
      }
      if (value != 1)
        value = 3 * value + 1;
      x += 0.001 * x * x * halves;
    }
  }
  out[0] = x;
}
ORACLE_MAIN(collatz, 2, 1, 0.5, 1.5)
