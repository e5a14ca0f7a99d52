/* A hand that is fitted to measured points: 26 parameters pose its bones, the bones carry a skin,
 * and every point has two parameters of its own, its place in a triangle of the skin. A solver
 * wants the Jacobian of the distances, in 28 columns, since the parameters of different points
 * never meet: forward mode with 28 seeds. To be compared like the others, both sides then multiply
 * it by the adjoint of the distances. */
#include "nest.h"

enum {
  FINGERS = 5,
  JOINTS = 3, /* of a finger */
  BONES = 1 + FINGERS * JOINTS,
  ANGLES = 4, /* of a finger: its first joint bends and spreads, the others bend */
  POSE = 6 + FINGERS * ANGLES,
  SEEDS = POSE + 2,
  CARRIERS = 4, /* bones that carry a vertex */
  VERTICES = 512
};

/* A rigid motion: three columns of the rotation, then the translation. */
typedef struct {
  real column[4][3];
} Motion;

/* Turns columns a and b of the frame toward each other. */
static inline void turn(Motion *motion, int a, int b, real angle) {
  real c = cos(angle), s = sin(angle);
  for (int i = 0; i < 3; i++) {
    real x = motion->column[a][i], y = motion->column[b][i];
    motion->column[a][i] = c * x + s * y;
    motion->column[b][i] = c * y - s * x;
  }
}

static inline void advance(Motion *motion, const real *offset) {
  for (int i = 0; i < 3; i++)
    motion->column[3][i] += motion->column[0][i] * offset[0] + motion->column[1][i] * offset[1] +
                            motion->column[2][i] * offset[2];
}

static inline void pose_bones(const real *pose, const real *offsets, Motion *bones) {
  for (int c = 0; c < 3; c++)
    for (int i = 0; i < 3; i++)
      bones[0].column[c][i] = c == i;
  for (int i = 0; i < 3; i++)
    bones[0].column[3][i] = pose[3 + i];
  turn(&bones[0], 0, 1, pose[0]);
  turn(&bones[0], 1, 2, pose[1]);
  turn(&bones[0], 0, 1, pose[2]);
  for (int f = 0; f < FINGERS; f++) {
    const real *angles = pose + 6 + f * ANGLES;
    for (int j = 0; j < JOINTS; j++) {
      int bone = 1 + f * JOINTS + j;
      bones[bone] = bones[j ? bone - 1 : 0];
      advance(&bones[bone], offsets + 3 * bone);
      turn(&bones[bone], 1, 2, angles[j ? 1 + j : 0]);
      if (j == 0)
        turn(&bones[bone], 0, 2, angles[1]);
    }
  }
}

/* `indices`: the corners of each point's triangle, then the bones that carry each vertex. */
static void kernel(int n, const int *indices, real *restrict error, const real *restrict pose,
                   const real *restrict places, const real *restrict rest,
                   const real *restrict weights, const real *restrict measured,
                   const real *restrict offsets) {
  Motion bones[BONES];
  pose_bones(pose, offsets, bones);
  const int *carriers = indices + 3 * n;
  for (int p = 0; p < n; p++) {
    real u = places[2 * p], v = places[2 * p + 1], share[3] = {u, v, 1 - u - v};
    real x = measured[3 * p], y = measured[3 * p + 1], z = measured[3 * p + 2];
    for (int corner = 0; corner < 3; corner++) {
      int vertex = indices[3 * p + corner];
      const real *at = rest + 3 * vertex;
      for (int k = 0; k < CARRIERS; k++) {
        const Motion *bone = &bones[carriers[CARRIERS * vertex + k] % BONES];
        real weight = weights[CARRIERS * vertex + k] * share[corner];
        x -= weight * (bone->column[0][0] * at[0] + bone->column[1][0] * at[1] +
                       bone->column[2][0] * at[2] + bone->column[3][0]);
        y -= weight * (bone->column[0][1] * at[0] + bone->column[1][1] * at[1] +
                       bone->column[2][1] * at[2] + bone->column[3][1]);
        z -= weight * (bone->column[0][2] * at[0] + bone->column[1][2] * at[1] +
                       bone->column[2][2] * at[2] + bone->column[3][2]);
      }
    }
    error[3 * p] = x;
    error[3 * p + 1] = y;
    error[3 * p + 2] = z;
  }
}

/* `jacobian` has a row of 3 n numbers for each seed. */
BENCH_UNUSED static void add_product(int n, const real *jacobian, const real *derror, real *dpose,
                                     real *dplaces) {
  size_t row = 3 * (size_t)n;
  for (int s = 0; s < POSE; s++)
    dpose[s] += row_dot(jacobian + s * row, derror, 3 * n);
  for (int p = 0; p < n; p++)
    for (int s = 0; s < 2; s++)
      dplaces[2 * p + s] += row_dot(jacobian + (POSE + s) * row + 3 * p, derror + 3 * p, 3);
}

/* The derivative of a turn about a fixed axis through a joint is the cross product with the axis:
 * an angle moves the bones from its joint on, and nothing else. */
typedef struct {
  real axis[3], origin[3];
} Hinge;

static inline void set_hinge(Hinge *hinge, const Motion *frame, int axis, real sign) {
  for (int i = 0; i < 3; i++) {
    hinge->axis[i] = sign * frame->column[axis][i];
    hinge->origin[i] = frame->column[3][i];
  }
}

/* The same as pose_bones, with the hinge of each angle. */
BENCH_UNUSED static void pose_with_hinges(const real *pose, const real *offsets, Motion *bones,
                                          Hinge *hinges) {
  for (int c = 0; c < 3; c++)
    for (int i = 0; i < 3; i++)
      bones[0].column[c][i] = c == i;
  for (int i = 0; i < 3; i++)
    bones[0].column[3][i] = pose[3 + i];
  set_hinge(&hinges[0], &bones[0], 2, 1);
  turn(&bones[0], 0, 1, pose[0]);
  set_hinge(&hinges[1], &bones[0], 0, 1);
  turn(&bones[0], 1, 2, pose[1]);
  set_hinge(&hinges[2], &bones[0], 2, 1);
  turn(&bones[0], 0, 1, pose[2]);
  for (int f = 0; f < FINGERS; f++) {
    const real *angles = pose + 6 + f * ANGLES;
    for (int j = 0; j < JOINTS; j++) {
      int bone = 1 + f * JOINTS + j, lane = 6 + f * ANGLES + (j ? 1 + j : 0);
      bones[bone] = bones[j ? bone - 1 : 0];
      advance(&bones[bone], offsets + 3 * bone);
      set_hinge(&hinges[lane], &bones[bone], 0, 1);
      turn(&bones[bone], 1, 2, angles[j ? 1 + j : 0]);
      if (j == 0) {
        set_hinge(&hinges[lane + 1], &bones[bone], 1, -1);
        turn(&bones[bone], 0, 2, angles[1]);
      }
    }
  }
}

/* What moves with weight `mass` at `moment` / mass turns about the hinge. */
static inline void turn_column(const Hinge *hinge, const real *moment, real mass, real *column) {
  const real *a = hinge->axis, *o = hinge->origin;
  real x = moment[0] - mass * o[0], y = moment[1] - mass * o[1], z = moment[2] - mass * o[2];
  column[0] = -(a[1] * z - a[2] * y);
  column[1] = -(a[2] * x - a[0] * z);
  column[2] = -(a[0] * y - a[1] * x);
}

/* A point's columns need only the weight and the moment that each bone has in it. */
BENCH_UNUSED static void gradient(int n, const int *indices, real *restrict error,
                                  const real *restrict derror, const real *restrict pose,
                                  real *restrict dpose, const real *restrict places,
                                  real *restrict dplaces, const real *restrict rest,
                                  const real *restrict weights, const real *restrict measured,
                                  const real *restrict offsets) {
  size_t row = 3 * (size_t)n;
  real *jacobian = malloc(SEEDS * row * sizeof *jacobian);
  if (!jacobian)
    abort();
  Motion bones[BONES];
  Hinge hinges[POSE];
  pose_with_hinges(pose, offsets, bones, hinges);
  const int *carriers = indices + 3 * n;
  for (int p = 0; p < n; p++) {
    real u = places[2 * p], v = places[2 * p + 1], share[3] = {u, v, 1 - u - v};
    real mass[BONES] = {0}, moment[BONES][3] = {{0}}, corners[3][3] = {{0}};
    for (int corner = 0; corner < 3; corner++) {
      int vertex = indices[3 * p + corner];
      const real *at = rest + 3 * vertex;
      for (int k = 0; k < CARRIERS; k++) {
        int b = carriers[CARRIERS * vertex + k] % BONES;
        real weight = weights[CARRIERS * vertex + k];
        mass[b] += weight * share[corner];
        for (int i = 0; i < 3; i++) {
          real carried = weight * (bones[b].column[0][i] * at[0] + bones[b].column[1][i] * at[1] +
                                   bones[b].column[2][i] * at[2] + bones[b].column[3][i]);
          corners[corner][i] += carried;
          moment[b][i] += share[corner] * carried;
        }
      }
    }
    real *column = jacobian + 3 * p;
    for (int i = 0; i < 3; i++) {
      error[3 * p + i] =
          measured[3 * p + i] - u * corners[0][i] - v * corners[1][i] - (1 - u - v) * corners[2][i];
      column[POSE * row + i] = corners[2][i] - corners[0][i];
      column[(POSE + 1) * row + i] = corners[2][i] - corners[1][i];
    }
    for (int f = 0; f < FINGERS; f++) {
      for (int j = JOINTS; j-- > 0;) {
        int b = 1 + f * JOINTS + j, lane = 6 + f * ANGLES + (j ? 1 + j : 0);
        turn_column(&hinges[lane], moment[b], mass[b], column + lane * row);
        if (j == 0)
          turn_column(&hinges[lane + 1], moment[b], mass[b], column + (lane + 1) * row);
        int before = j ? b - 1 : 0; /* which carries this one along */
        mass[before] += mass[b];
        for (int i = 0; i < 3; i++)
          moment[before][i] += moment[b][i];
      }
    }
    for (int s = 0; s < 3; s++) {
      turn_column(&hinges[s], moment[0], mass[0], column + s * row);
      for (int i = 0; i < 3; i++)
        column[(3 + s) * row + i] = i == s ? -mass[0] : 0;
    }
  }
  add_product(n, jacobian, derror, dpose, dplaces);
  free(jacobian);
}

#ifdef PART_ADCC
/* Seed s is parameter s of the pose; the last two are those of every point at once. */
BENCH_UNUSED static void product_by_seeds(int n, const int *indices, real *error,
                                          const real *derror, const real *pose, real *dpose,
                                          const real *places, real *dplaces, const real *rest,
                                          const real *weights, const real *measured,
                                          const real *offsets) {
  size_t row = 3 * (size_t)n, own = 2 * (size_t)n;
  real *jacobian = malloc(SEEDS * row * sizeof *jacobian);
  real *seeds = calloc(SEEDS * own, sizeof *seeds), pose_seeds[SEEDS][POSE] = {{0}};
  if (!jacobian || !seeds)
    abort();
  for (int s = 0; s < POSE; s++)
    pose_seeds[s][s] = 1;
  for (int p = 0; p < n; p++)
    for (int s = 0; s < 2; s++)
      seeds[(POSE + s) * own + 2 * p + s] = 1;
  __adcc_fwddiff((void *)kernel, adcc_width, SEEDS, adcc_const, n, adcc_const, indices, adcc_dupv,
                 row * sizeof(real), error, jacobian, adcc_dupv, sizeof pose_seeds[0], pose,
                 pose_seeds, adcc_dupv, own * sizeof(real), places, seeds, adcc_const, rest,
                 adcc_const, weights, adcc_const, measured, adcc_const, offsets);
  add_product(n, jacobian, derror, dpose, dplaces);
  free(jacobian);
  free(seeds);
}
#endif

BENCH_UNUSED static void shape(Data *data) {
  size_t n = (size_t)data->size;
  data->integers[0] = data->size;
  data->index_count = 3 * n + CARRIERS * VERTICES;
  data->index_limit = VERTICES;
  buffer_set(data, 0, OUTPUT, 3 * n, 0.5, 1.5);
  buffer_set(data, 1, INPUT, POSE, -0.5, 0.5);
  buffer_set(data, 2, INPUT, 2 * n, 0, 0.5);
  buffer_set(data, 3, CONSTANT, 3 * VERTICES, -1, 1);
  buffer_set(data, 4, CONSTANT, CARRIERS * VERTICES, 0, 0.5);
  buffer_set(data, 5, CONSTANT, 3 * n, -1, 1);
  buffer_set(data, 6, CONSTANT, 3 * BONES, 0.2, 0.5);
  data->operations = 3.0 * CARRIERS * 22 * n;
}

#define MODEL BENCH_VALUE(3), BENCH_VALUE(4), BENCH_VALUE(5), BENCH_VALUE(6)

BENCH_DEFINE(9, kernel(INTEGERS_1x, VALUES_7), gradient(INTEGERS_1x, PAIRS_3, MODEL),
             product_by_seeds(INTEGERS_1x, PAIRS_3, MODEL),
             __adcc_fwddiff((void *)kernel, CONSTANTS_1x, DUPS_3, adcc_const, BENCH_VALUE(3),
                            adcc_const, BENCH_VALUE(4), adcc_const, BENCH_VALUE(5), adcc_const,
                            BENCH_VALUE(6)),
             100, 10000)
