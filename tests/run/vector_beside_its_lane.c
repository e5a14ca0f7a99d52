/* Two numbers that a loop changes become a vector, and the first stays beside it, since it is used
 * by itself. LLVM 22 takes both for one register, and puts that aside as the number alone around a
 * call ahead of the loop: the second was lost, in the primal too. */
#include "oracle.h"

typedef struct {
  int tag;
  double first, scaled[3], half;
  double *link;
} Item;

static double still[4];

static double mix(double x) {
  double buffer[2] = {x, 0.5 * x};
  return 0.6 * buffer[0] + 0.3 * buffer[1] * x;
}

PRIMAL(beside) {
  Item items[3];
  for (int i = 0; i < 3; i++) {
    items[i].first = in[i];
    items[i].half = 0.5;
    items[i].link = &in[7 - i];
    for (int j = 0; j < 3; j++)
      items[i].scaled[j] = in[j] * 0.3 * i;
  }
  double product = in[0] * in[1];
  int start = 8;
  if (pow(1.5 + 0.25 * sin(in[0]), 1.5) > 0.33)
    start = (start * 5 + 3) % 17;
  for (double *at = in; at != in + 8; at++)
    for (int t = 0; t < 4; t++)
      for (int i = 2; i > 0; i--)
        in[i] = 0.6 * in[i] + 0.2 * sin(in[i] * still[i + 1]);
  int best = 0;
  for (int i = 1; i < 2; i++)
    if (out[i] + 0.0137 * i < out[best] + 0.0137 * best)
      best = i;
  double held = in[best * 4 % 8];
  in[best * 4 % 8] = in[1];
  in[1] = held;
  double *last = &in[(best + start) % 8];
  *last = 0.7 * *last - 0.18 * sqrt(1 + items[best].first * items[best].first);
  double apart = 0.5 * (mix(items[best].scaled[1]) - product);
  out[1] = 0.2 * apart * apart * atan(apart);
}
ORACLE_MAIN(beside, 8, 2, 0.2, 1.4)
