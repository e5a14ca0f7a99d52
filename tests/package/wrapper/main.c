#include "model.h"
#include <math.h>
int main(void) {
  double expected = sin(2.0) + 2 * cos(2.0);
  return !(fabs(model_gradient(2) - expected) < 1e-12 && fabs(model_tangent(2) - expected) < 1e-12);
}
