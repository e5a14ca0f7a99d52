#include "loss.h"
#include <adcc/adcc.h>

#ifndef SCALE
#error "the target's definitions are missing"
#endif

double loss(const double *weights, int count) {
  double sum = 0;
  for (int i = 0; i < count; i++)
    sum += NAMED(SCALE) * square(weights[i]);
  return sum;
}

double loss_gradient(const double *weights, double *gradient, int count) {
  __adcc_autodiff((void *)loss, adcc_dup, weights, gradient, adcc_const, count);
  return loss(weights, count);
}
