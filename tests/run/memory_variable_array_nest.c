/* Arrays of variable length that several nests overwrite and read: dynamic time warping. */
#include "oracle.h"
PRIMAL(warp) {
  size_t half = n / 2;
  double cost[half + 1][half + 1];
  for (size_t i = 0; i <= half; i++)
    for (size_t j = 0; j <= half; j++)
      cost[i][j] = 1e3;
  cost[0][0] = 0;
  for (size_t i = 1; i <= half; i++)
    for (size_t j = 1; j <= half; j++) {
      double difference = in[i - 1] - in[half + j - 1], least = cost[i - 1][j];
      if (cost[i][j - 1] < least)
        least = cost[i][j - 1];
      if (cost[i - 1][j - 1] < least)
        least = cost[i - 1][j - 1];
      cost[i][j] = difference * difference + least;
    }
  out[0] = cost[half][half];
}
ORACLE_MAIN(warp, 10, 1, 0.5, 3)
