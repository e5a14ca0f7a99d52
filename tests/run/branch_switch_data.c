/* switch on an integer made from active data, and a dense one that becomes a table. */
#include "oracle.h"
static double weight(int kind) {
  switch (kind) {
  case 0:
    return 1.5;
  case 1:
    return -2.0;
  case 2:
    return 0.25;
  case 3:
    return 3.5;
  case 4:
    return 7.0;
  }
  return 0.5;
}
PRIMAL(dispatch) {
  for (size_t i = 0; i < n; i++) {
    int kind = (int)(in[i] * 3);
    double x = in[i];
    switch (kind) {
    case 1:
      x = x * x;
      break;
    case 2:
      x = exp(-x);
      break;
    case 3:
      x = 1 / x;
      break;
    case 4:
      x = sqrt(x);
      break;
    }
    out[i] = x * weight(kind);
  }
}
ORACLE_MAIN(dispatch, 9, 9, 0.2, 2)
