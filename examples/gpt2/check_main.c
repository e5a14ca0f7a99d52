/* The gradient checks alone, on small shapes: every layer, then the model. */
#include "check.h"

#include <stdio.h>

int main(void) {
  Config config = {
      .batch = 2, .context = 8, .vocabulary = 17, .layers = 2, .channels = 24, .heads = 3};
  CheckCounts counts = {0};
  check_all_layers(&counts);
  check_model(&config, &counts);
  return check_summary(&counts);
}
