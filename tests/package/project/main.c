#include "loss.h"
#include <stdio.h>

int main(void) {
  double weights[4] = {1, 2, 3, 4}, gradient[4] = {0};
  double value = loss_gradient(weights, gradient, 4);
  int wrong = value != SCALE * 30;
  for (int i = 0; i < 4; i++)
    wrong |= gradient[i] != SCALE * 2 * weights[i];
  printf("%g: %g %g %g %g\n", value, gradient[0], gradient[1], gradient[2], gradient[3]);
  return wrong;
}
