/* switch on an integer, with fallthrough and default. */
#include "oracle.h"
PRIMAL(dispatch) {
  double x = in[0];
  for (int i = 0; i < 12; i++) {
    switch (i % 7) {
    case 0:
      x = sin(x);
      break;
    case 1:
      x = x * in[1];
    case 2:
      x += 1;
      break;
    case 3:
      continue;
    case 5:
      x = x * x * 0.2;
      break;
    default:
      x = x + in[2] / x;
    }
    x *= 0.9;
  }
  out[0] = x;
}
ORACLE_MAIN(dispatch, 3, 1, 0.5, 1.5)
