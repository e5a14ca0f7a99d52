/* Integers become floating point with no derivative; the way back has derivative zero. */
#include "oracle.h"
PRIMAL(convert) {
  double sum = 0;
  for (int i = 1; i < 6; i++)
    sum += in[0] * i + in[1] / (unsigned char)i;
  int whole = (int)(100 + 0 * in[0]);
  long count = (long)(in[1] * 0.0001 + 3.5);
  out[0] = sum * whole * (double)count;
}
ORACLE_MAIN(convert, 2, 1, 0.5, 2)
