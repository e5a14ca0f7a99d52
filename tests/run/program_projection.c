/* A camera: Rodrigues rotation with a branch for small angles, lens distortion. */
#include "oracle.h"
static void cross(const double *a, const double *b, double *c) {
  c[0] = a[1] * b[2] - a[2] * b[1];
  c[1] = a[2] * b[0] - a[0] * b[2];
  c[2] = a[0] * b[1] - a[1] * b[0];
}
static void rotate(const double *r, const double *p, double *q) {
  double square = r[0] * r[0] + r[1] * r[1] + r[2] * r[2];
  if (square != 0) {
    double angle = sqrt(square), w[3], wxp[3], dot = 0;
    for (int i = 0; i < 3; i++)
      w[i] = r[i] / angle;
    cross(w, p, wxp);
    for (int i = 0; i < 3; i++)
      dot += w[i] * p[i];
    for (int i = 0; i < 3; i++)
      q[i] = p[i] * cos(angle) + wxp[i] * sin(angle) + w[i] * dot * (1 - cos(angle));
  } else {
    cross(r, p, q);
    for (int i = 0; i < 3; i++)
      q[i] += p[i];
  }
}
PRIMAL(project) {
  double moved[3], seen[3];
  for (int i = 0; i < 3; i++)
    moved[i] = in[8 + i] - in[3 + i];
  rotate(in, moved, seen);
  double x = seen[0] / (seen[2] + 4), y = seen[1] / (seen[2] + 4), square = x * x + y * y;
  double lens = 1 + in[6] * square + in[7] * square * square;
  out[0] = x * lens;
  out[1] = y * lens;
}
ORACLE_MAIN(project, 11, 2, 0.1, 1)
