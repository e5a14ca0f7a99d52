/* An N-body step: arrays of structs with inner arrays and padding. */
#include "oracle.h"
typedef struct {
  char name;
  double position[2];
  float weight;
  double velocity[2];
} Body;
PRIMAL(bodies) {
  Body b[3];
  for (int i = 0; i < 3; i++) {
    b[i].name = (char)('a' + i);
    b[i].weight = 1.0f + i;
    for (int d = 0; d < 2; d++) {
      b[i].position[d] = in[4 * i + d] + 2 * i;
      b[i].velocity[d] = in[4 * i + 2 + d];
    }
  }
  for (int t = 0; t < 3; t++) {
    for (int i = 0; i < 3; i++)
      for (int j = 0; j < 3; j++) {
        if (b[i].name == b[j].name)
          continue;
        double dx = b[j].position[0] - b[i].position[0], dy = b[j].position[1] - b[i].position[1];
        double r2 = dx * dx + dy * dy + 0.5, s = b[j].weight / (r2 * sqrt(r2));
        b[i].velocity[0] += 0.01 * s * dx;
        b[i].velocity[1] += 0.01 * s * dy;
      }
    for (int i = 0; i < 3; i++)
      for (int d = 0; d < 2; d++)
        b[i].position[d] += 0.1 * b[i].velocity[d];
  }
  Body copy = b[1];
  out[0] = copy.position[0] * b[0].position[1];
  out[1] = b[2].velocity[0] * copy.velocity[1];
}
ORACLE_MAIN(bodies, 12, 2, 0.5, 2)
