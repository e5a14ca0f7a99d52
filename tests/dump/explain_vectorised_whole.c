/* Rows of a length that fills vectors: no iteration is left over, but for where arrays may overlap,
 * which clang tests ahead of all rows. The loop that it left for that is differentiated. */
// adcc: --explain
// flags: -O2
// prints: the reverse derivative of 'step' keeps 256 \* .* where memory overlaps; 2 values are read again
#include <adcc/adcc.h>
#include <stdlib.h>
enum { WIDTH = 68 };
void step(const float *speed, const float *now, float *then, int rows) {
  for (int j = 2; j < rows - 2; j++)
    for (int i = 2; i < WIDTH - 2; i++) {
      int at = j * WIDTH + i;
      float c = speed[at];
      then[at] += 2 * now[at] + c * c * (now[at - WIDTH] + now[at + WIDTH] + now[at - 2] + now[at + 2]);
    }
}
void gradient(float *speed, float *dspeed, float *now, float *dnow, float *then, float *dthen, int rows) {
  __adcc_autodiff((void *)step, adcc_dup, speed, dspeed, adcc_dup, now, dnow, adcc_dup, then, dthen, rows);
}
