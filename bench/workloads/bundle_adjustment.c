/* Reprojection errors of bundle adjustment: observation i is of point indices[i] by camera i. A
 * camera is a rotation vector, a centre, a focal length, a principal point and two radial
 * distortions. The derivative is of the errors weighted by the seeds. */
#include "nest.h"

enum { CAMERA = 11, ROTATION = 0, CENTER = 3, FOCAL = 6, PRINCIPAL = 7, RADIAL = 9 };

static inline void cross(const real *a, const real *b, real *out) {
  out[0] = a[1] * b[2] - a[2] * b[1];
  out[1] = a[2] * b[0] - a[0] * b[2];
  out[2] = a[0] * b[1] - a[1] * b[0];
}

static inline real dot3(const real *a, const real *b) {
  return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}

/* Rodrigues' formula */
static inline void rotate(const real *rotation, const real *x, real *out) {
  real square = dot3(rotation, rotation);
  if (square != 0) {
    real angle = sqrt(square), cosine = cos(angle), sine = sin(angle), inverse = 1 / angle;
    real axis[3], turned[3];
    for (int i = 0; i < 3; i++)
      axis[i] = rotation[i] * inverse;
    cross(axis, x, turned);
    real along = dot3(axis, x) * (1 - cosine);
    for (int i = 0; i < 3; i++)
      out[i] = x[i] * cosine + turned[i] * sine + axis[i] * along;
  } else {
    cross(rotation, x, out);
    for (int i = 0; i < 3; i++)
      out[i] += x[i];
  }
}

static void kernel(int count, const int *RESTRICT indices, real *RESTRICT errors,
                   const real *RESTRICT cameras, const real *RESTRICT points,
                   const real *RESTRICT weights, const real *RESTRICT features) {
  for (int o = 0; o < count; o++) {
    const real *camera = cameras + o * CAMERA, *point = points + 3 * indices[o];
    real offset[3], seen[3];
    for (int i = 0; i < 3; i++)
      offset[i] = point[i] - camera[CENTER + i];
    rotate(camera + ROTATION, offset, seen);
    real u = seen[0] / seen[2], v = seen[1] / seen[2];
    real square = u * u + v * v;
    real bend = 1 + camera[RADIAL] * square + camera[RADIAL + 1] * square * square;
    errors[3 * o] = weights[o] * (u * bend * camera[FOCAL] + camera[PRINCIPAL] - features[2 * o]);
    errors[3 * o + 1] =
        weights[o] * (v * bend * camera[FOCAL] + camera[PRINCIPAL + 1] - features[2 * o + 1]);
    errors[3 * o + 2] = 1 - weights[o] * weights[o];
  }
}

/* Adds the adjoint of rotate. */
static inline void rotate_adjoint(const real *rotation, real *drotation, const real *x, real *dx,
                                  const real *dout) {
  real square = dot3(rotation, rotation), back[3], swap[3];
  if (square == 0) {
    cross(dout, rotation, back);
    cross(x, dout, swap);
    for (int i = 0; i < 3; i++) {
      dx[i] += dout[i] + back[i];
      drotation[i] += swap[i];
    }
    return;
  }
  real angle = sqrt(square), cosine = cos(angle), sine = sin(angle), inverse = 1 / angle;
  real axis[3], turned[3], daxis[3];
  for (int i = 0; i < 3; i++)
    axis[i] = rotation[i] * inverse;
  cross(axis, x, turned);
  real product = dot3(axis, x), dproduct = dot3(axis, dout) * (1 - cosine);
  real dangle =
      -sine * dot3(x, dout) + cosine * dot3(turned, dout) + sine * product * dot3(axis, dout);
  cross(dout, axis, back);
  cross(x, dout, swap);
  for (int i = 0; i < 3; i++) {
    dx[i] += cosine * dout[i] + sine * back[i] + dproduct * axis[i];
    daxis[i] = sine * swap[i] + dproduct * x[i] + product * (1 - cosine) * dout[i];
  }
  real along = dot3(daxis, axis);
  for (int i = 0; i < 3; i++)
    drotation[i] += (daxis[i] - along * axis[i]) * inverse + dangle * axis[i];
}

/* Observation by observation, so nothing is kept. */
BENCH_UNUSED static void gradient(int count, const int *indices, real *restrict errors,
                                  const real *restrict derrors, const real *restrict cameras,
                                  real *restrict dcameras, const real *restrict points,
                                  real *restrict dpoints, const real *restrict weights,
                                  real *restrict dweights, const real *restrict features) {
  for (int o = 0; o < count; o++) {
    const real *camera = cameras + o * CAMERA, *point = points + 3 * indices[o];
    real *dcamera = dcameras + o * CAMERA, *dpoint = dpoints + 3 * indices[o];
    real offset[3], seen[3], w = weights[o];
    for (int i = 0; i < 3; i++)
      offset[i] = point[i] - camera[CENTER + i];
    rotate(camera + ROTATION, offset, seen);
    real inverse = 1 / seen[2], u = seen[0] * inverse, v = seen[1] * inverse;
    real square = u * u + v * v, focal = camera[FOCAL];
    real bend = 1 + camera[RADIAL] * square + camera[RADIAL + 1] * square * square;
    real eu = u * bend * focal + camera[PRINCIPAL] - features[2 * o];
    real ev = v * bend * focal + camera[PRINCIPAL + 1] - features[2 * o + 1];
    errors[3 * o] = w * eu;
    errors[3 * o + 1] = w * ev;
    errors[3 * o + 2] = 1 - w * w;

    real su = derrors[3 * o], sv = derrors[3 * o + 1];
    dweights[o] += su * eu + sv * ev - 2 * w * derrors[3 * o + 2];
    su *= w;
    sv *= w;
    dcamera[PRINCIPAL] += su;
    dcamera[PRINCIPAL + 1] += sv;
    real both = su * u + sv * v, dbend = both * focal;
    dcamera[FOCAL] += both * bend;
    dcamera[RADIAL] += dbend * square;
    dcamera[RADIAL + 1] += dbend * square * square;
    real dsquare = dbend * (camera[RADIAL] + 2 * camera[RADIAL + 1] * square);
    real du = su * bend * focal + 2 * u * dsquare, dv = sv * bend * focal + 2 * v * dsquare;
    real dseen[3] = {du * inverse, dv * inverse, -(du * u + dv * v) * inverse}, doffset[3] = {0};
    rotate_adjoint(camera + ROTATION, dcamera + ROTATION, offset, doffset, dseen);
    for (int i = 0; i < 3; i++) {
      dpoint[i] += doffset[i];
      dcamera[CENTER + i] -= doffset[i];
    }
  }
}

BENCH_UNUSED static void shape(Data *data) {
  size_t count = (size_t)data->size;
  data->integers[0] = data->size;
  data->index_count = count;
  data->index_limit = data->size / 2 + 1;
  buffer_set(data, 0, OUTPUT, 3 * count, 0.5, 1.5);
  buffer_set(data, 1, INPUT, CAMERA * count, 0.05, 0.2);
  buffer_set(data, 2, INPUT, 3 * (count / 2 + 1), 1, 2);
  buffer_set(data, 3, INPUT, count, 0.5, 1.5);
  buffer_set(data, 4, CONSTANT, 2 * count, -1, 1);
  data->operations = 100.0 * count;
}

#define ARGUMENTS (void *)kernel, CONSTANTS_1x, DUPS_4, adcc_const, BENCH_VALUE(4)

BENCH_DEFINE(10, kernel(INTEGERS_1x, VALUES_5), gradient(INTEGERS_1x, PAIRS_4, BENCH_VALUE(4)),
             __adcc_autodiff(ARGUMENTS), __adcc_fwddiff(ARGUMENTS), 1000, 100000)
