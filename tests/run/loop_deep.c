/* Seven loops deep, state carried through all of them. */
#include "oracle.h"
PRIMAL(deep) {
  double x = in[0];
  for (int a = 0; a < 2; a++)
    for (int b = 0; b < 2; b++)
      for (int c = 0; c <= b; c++)
        for (int d = 0; d < 2; d++)
          for (int e = d; e < 3; e++)
            for (int f = 0; f < 2; f++)
              for (int g = 0; g < a + 1; g++)
                x = x * 0.98 + 0.01 * sin(x * in[(a + c + e + g) % 3]);
  out[0] = x;
}
ORACLE_MAIN(deep, 3, 1, 0.5, 2)
