/* Norms backwards, and products with matrices that have no columns, which leave the vector as it is. */
// needs: ls /usr/lib/*/libblas.so /usr/lib/libblas.so /usr/lib64/libblas.so 2>/dev/null | grep -q .
// link: -lblas
#include "oracle.h"
enum { ROWS = 101, PLAIN = 111, TURNED = 112 };
double cblas_dnrm2(int, const double *, int);
void cblas_dgemv(int, int, int, int, double, const double *, int, const double *, int, double,
                 double *, int);
PRIMAL(edges) {
  double matrix[4] = {1, 2, 3, 4}, vector[2] = {in[0] * in[1], in[1]};
  cblas_dgemv(ROWS, PLAIN, 2, 0, 1.0, matrix, 2, in, 1, 0.5, vector, 1);
  out[0] = vector[0] * vector[1];
  cblas_dgemv(ROWS, TURNED, 2, 2, 1.0, matrix, 2, in, 1, 0.5, vector, 1);
  out[1 % m] += vector[0] * vector[1] + cblas_dnrm2((int)n / 2, in, -2) * in[0];
}
ORACLE_MAIN(edges, 4, 2, 0.6, 1.5)
