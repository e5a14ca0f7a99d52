/* Straight code that clang packs into vectors (at O2 and above), by places, by sums of pairs and by
 * gathers: in one direction, and in several at once, where each vector is one of directions. */
#include "oracle.h"
extern int enzyme_dup, enzyme_dupv, enzyme_const, enzyme_width;
extern void __enzyme_fwddiff(void *, ...);
enum { BONES = 5, POINTS = 7, NUMBERS = 3 * POINTS, PLACES = 12 };
typedef struct {
  double column[4][3];
} Motion;
static void turn(Motion *motion, int a, int b, double angle) {
  double c = cos(angle), s = sin(angle);
  for (int i = 0; i < 3; i++) {
    double x = motion->column[a][i], y = motion->column[b][i];
    motion->column[a][i] = c * x + s * y;
    motion->column[b][i] = c * y - s * x;
  }
}
__attribute__((noinline)) static void pose(const double *angles, const double *rest,
                                           const int *bone_of, double *out) {
  Motion bones[BONES];
  for (int c = 0; c < 4; c++)
    for (int i = 0; i < 3; i++)
      bones[0].column[c][i] = (c == i) + 0.1 * angles[i];
  for (int b = 1; b < BONES; b++) {
    bones[b] = bones[b - 1];
    for (int i = 0; i < 3; i++)
      bones[b].column[3][i] += bones[b].column[0][i] * angles[b] + bones[b].column[1][i] * 0.5;
    turn(&bones[b], 0, 1, angles[b]);
    turn(&bones[b], 1, 2, angles[b + 1]);
  }
  for (int p = 0; p < POINTS; p++) {
    const double *at = rest + p;
    double x = 0.1, y = 0.2, z = 0.3;
    for (int k = 0; k < 3; k++) {
      const Motion *bone = &bones[bone_of[p + k]];
      double weight = 0.3 + 0.1 * k;
      x -= weight * (bone->column[0][0] * at[0] + bone->column[1][0] * at[1] + bone->column[3][0]);
      y -= weight * (bone->column[0][1] * at[0] + bone->column[1][1] * at[1] + bone->column[3][1]);
      z -= weight * (bone->column[0][2] * at[0] + bone->column[1][2] * at[1] + bone->column[3][2]);
    }
    out[3 * p] = x;
    out[3 * p + 1] = y * z;
    out[3 * p + 2] = z;
  }
}
static const int bone_of[POINTS + 3] = {0, 3, 1, 4, 2, 2, 0, 1, 4, 3};
PRIMAL(posed) {
  double points[NUMBERS];
  pose(in, in + 8, bone_of, points);
  for (int i = 0; i < NUMBERS; i++)
    out[(size_t)i % m] += points[i] * (1 + 0.1 * i);
}
ORACLE(posed, 8 + POINTS + 1, 4, 0.2, 1.1)

int main(void) {
  posed_oracle();
  double angles[8], rest[POINTS + 1], out[NUMBERS];
  double seeds[4][8], all[4][NUMBERS], seed[8], one[NUMBERS];
  for (int i = 0; i < 8; i++)
    angles[i] = 0.3 + 0.1 * i, rest[i] = 0.5 - 0.1 * i;
  for (int s = 0; s < 4; s++)
    for (int i = 0; i < 8; i++)
      seeds[s][i] = cos(i + 5 * s);
  __enzyme_fwddiff((void *)pose, enzyme_width, 4, enzyme_dupv, sizeof seeds[0], angles, seeds,
                   enzyme_const, rest, enzyme_const, bone_of, enzyme_dupv, sizeof all[0], out, all);
  for (int s = 0; s < 4; s++) {
    for (int i = 0; i < 8; i++)
      seed[i] = seeds[s][i];
    __enzyme_fwddiff((void *)pose, enzyme_dup, angles, seed, enzyme_const, rest, enzyme_const,
                     bone_of, enzyme_dup, out, one);
    for (int i = 0; i < NUMBERS; i++)
      CLOSE(all[s][i], one[i]);
  }
  return oracle_exit();
}
