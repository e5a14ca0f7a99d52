/* clang's matrix type: products, transposes, elements and columns in memory. */
// flags: -fenable-matrix
#include "oracle.h"

typedef double Square __attribute__((matrix_type(3, 3)));
typedef double Column __attribute__((matrix_type(3, 1)));

static Square rotation(double angle) {
  Square r;
  for (int i = 0; i < 3; i++)
    for (int j = 0; j < 3; j++)
      r[i][j] = i == j;
  r[0][0] = r[1][1] = cos(angle);
  r[0][1] = -sin(angle);
  r[1][0] = sin(angle);
  return r;
}

PRIMAL(matrix) {
  Square a = __builtin_matrix_column_major_load(in, 3, 3, 3), b = rotation(in[2]);
  Square c = a * b + __builtin_matrix_transpose(a) * in[1];
  Column v = __builtin_matrix_column_major_load(in + 4, 3, 1, 3), w = c * v;
  for (int k = 0; k < 3; k++)
    w = b * w - v * 0.3;
  out[0] += w[0][0] * w[1][0] + w[2][0];
  double stored[9];
  __builtin_matrix_column_major_store(c * c, stored, 3);
  for (int i = 0; i < 9; i++)
    out[1] += stored[i] * (i + 1);
}
ORACLE_MAIN(matrix, 9, 2, 0.5, 1.2)
