/* Molecular dynamics with a cutoff: positions, velocities and forces side by side in one structure,
 * which optimisers read as one wide vector. */
#include "oracle.h"
enum { COUNT = 4 };
typedef struct {
  double position[3], velocity[3], force[3];
} Particle;
static void find_forces(Particle *all, double strength) {
  for (int i = 0; i < COUNT; i++)
    for (int k = 0; k < 3; k++)
      all[i].force[k] = 0;
  for (int i = 0; i < COUNT; i++)
    for (int j = i + 1; j < COUNT; j++) {
      double apart[3], square = 0;
      for (int k = 0; k < 3; k++) {
        apart[k] = all[i].position[k] - all[j].position[k];
        square += apart[k] * apart[k];
      }
      if (square > 9)
        continue;
      double inverse = 1 / (square * square * square);
      double size = 24 * strength * (2 * inverse * inverse - inverse) / square;
      for (int k = 0; k < 3; k++) {
        all[i].force[k] += size * apart[k];
        all[j].force[k] -= size * apart[k];
      }
    }
}
PRIMAL(simulate) {
  Particle all[COUNT];
  memset(all, 0, sizeof all);
  for (int i = 0; i < COUNT; i++) {
    all[i].position[0] = i & 1 ? 1.2 * in[1] : 0;
    all[i].position[1] = i & 2 ? 1.3 : 0;
    all[i].position[2] = 0.1 * i;
  }
  find_forces(all, in[0]);
  for (int step = 0; step < 5; step++) {
    for (int i = 0; i < COUNT; i++)
      for (int k = 0; k < 3; k++) {
        all[i].velocity[k] += 0.005 * all[i].force[k];
        all[i].position[k] += 0.01 * all[i].velocity[k];
      }
    find_forces(all, in[0]);
  }
  out[0] = 0;
  for (int i = 0; i < COUNT; i++)
    for (int k = 0; k < 3; k++)
      out[0] += all[i].velocity[k] * all[i].velocity[k] + all[i].position[k];
}
ORACLE_MAIN(simulate, 2, 1, 0.9, 1.1)
