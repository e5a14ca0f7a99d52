/* Many loop nests behind one another, of which each asks before it runs whether anything behind it
 * overwrites what it reads. How far apart they write, and how long each is, is only known at run
 * time: all apart, partly over each other, all in one place; some do not run at all. */
#include "oracle.h"

enum { WIDTH = 4, NESTS = 12, INPUTS = WIDTH + 2, SIZE = (NESTS + 2) * WIDTH };

static int stride, length, odd_length;

static void layer(double *out, const double *in, const double *weight, int n) {
  for (int i = 0; i < n; i++) {
    double sum = 0;
    for (int j = 0; j < n; j++)
      sum += in[j] * in[i] * weight[j];
    out[i] = tanh(0.3 * sum) + in[i] * weight[i];
  }
}

PRIMAL(nests) {
  int step = stride, even = length, odd = odd_length;
  for (int i = 0; i < WIDTH; i++)
    out[i] = in[i % n] * in[(i + 1) % n];
#define LAYER(k) layer(out + (k + 1) * step, out + k * step, in + k % 3, k % 2 ? odd : even);
  LAYER(0)
  LAYER(1) LAYER(2) LAYER(3) LAYER(4) LAYER(5) LAYER(6) LAYER(7) LAYER(8) LAYER(9) LAYER(10)
      LAYER(11)
}
ORACLE(nests, INPUTS, SIZE, 0.4, 0.9)

int main(void) {
  for (stride = WIDTH; stride >= 0; stride--) {
    length = odd_length = WIDTH;
    nests_oracle();
    odd_length = 0;
    nests_oracle();
    odd_length = WIDTH - 1;
    nests_oracle();
  }
  return oracle_exit();
}
