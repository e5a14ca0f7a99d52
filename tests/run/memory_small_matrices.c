/* Vectors and matrices of a fixed size in local arrays, with loops over their elements. */
#include "oracle.h"

typedef struct {
  double at[3][3];
} Matrix;

static Matrix product(Matrix a, Matrix b) {
  Matrix c;
  for (int i = 0; i < 3; i++)
    for (int j = 0; j < 3; j++) {
      c.at[i][j] = 0;
      for (int k = 0; k < 3; k++)
        c.at[i][j] += a.at[i][k] * b.at[k][j];
    }
  return c;
}

static Matrix about(int axis, double angle) {
  Matrix r = {{{0}}};
  int i = (axis + 1) % 3, j = (axis + 2) % 3;
  r.at[axis][axis] = 1;
  r.at[i][i] = r.at[j][j] = cos(angle);
  r.at[i][j] = -(r.at[j][i] = sin(angle));
  return r;
}

/* A chain of turns: the loop over joints runs an unknown number of times. */
PRIMAL(turned) {
  Matrix all = {{{1, 0, 0}, {0, 1, 0}, {0, 0, 1}}};
  for (size_t joint = 0; joint < n - 3; joint++)
    for (int axis = 0; axis < 3; axis++)
      all = product(all, about(axis, in[joint] * (axis + 1)));
  for (int i = 0; i < 3; i++)
    for (int j = 0; j < 3; j++)
      out[i] += all.at[i][j] * in[n - 3 + j];
}

/* Elimination with the largest pivot: places that are known, and others that are not. */
PRIMAL(solved) {
  double a[4][5];
  for (int i = 0; i < 4; i++)
    for (int j = 0; j < 5; j++)
      a[i][j] = sin(3.0 * i + 5 * j + in[i]) + (i == j) * in[j % 4];
  for (int k = 0; k < 4; k++) {
    int pivot = k;
    for (int i = k + 1; i < 4; i++)
      if (fabs(a[i][k]) > fabs(a[pivot][k]))
        pivot = i;
    for (int j = 0; j < 5; j++) {
      double t = a[k][j];
      a[k][j] = a[pivot][j];
      a[pivot][j] = t;
    }
    for (int i = k + 1; i < 4; i++)
      for (int j = 4; j >= k; j--)
        a[i][j] -= a[i][k] / a[k][k] * a[k][j];
  }
  for (int i = 3; i >= 0; i--) {
    for (int j = i + 1; j < 4; j++)
      a[i][4] -= a[i][j] * out[j];
    out[i] = a[i][4] / a[i][i];
  }
}

/* A window of what came before, and an order that a table gives. */
PRIMAL(recent) {
  static const int order[4] = {2, 0, 3, 1};
  double window[4] = {in[0], in[1], in[2], in[3]};
  for (size_t t = 0; t < n; t++) {
    double next = in[t];
    for (int i = 0; i < 4; i++)
      next += 0.2 * window[order[i]] * window[(i + 1) & 3];
    for (int i = 3; i > 0; i--)
      window[i] = window[i - 1];
    window[0] = tanh(next);
    if (window[1] > 0.9)
      for (int i = 0; i < 4; i++)
        window[i] *= 0.5;
  }
  for (int i = 0; i < 4; i++)
    out[i] = window[i];
}

ORACLE(turned, 7, 3, 0.2, 1.4)
ORACLE(solved, 4, 4, 0.5, 1.4)
ORACLE(recent, 9, 4, 0.2, 1.4)

int main(void) {
  turned_oracle();
  solved_oracle();
  recent_oracle();
  return oracle_exit();
}
