/* BLAS by its C interface, by rows and by columns, in float. */
// needs: ls /usr/lib/*/libblas.so /usr/lib/libblas.so /usr/lib64/libblas.so 2>/dev/null | grep -q .
// link: -lblas
#define REAL float
#define ORACLE_SLACK 50
#include "oracle.h"
typedef const float *X;
float cblas_sdot(int, X, int, X, int), cblas_snrm2(int, X, int), cblas_sasum(int, X, int);
void cblas_saxpy(int, float, X, int, float *, int), cblas_sscal(int, float, float *, int);
void cblas_scopy(int, X, int, float *, int), cblas_sswap(int, float *, int, float *, int);
void cblas_srot(int, float *, int, float *, int, float, float);
void cblas_sgemv(int, int, int, int, float, X, int, X, int, float, float *, int);
void cblas_sger(int, int, int, float, X, int, X, int, float *, int);
void cblas_ssymv(int, int, int, float, X, int, X, int, float, float *, int);
void cblas_ssyr(int, int, int, float, X, int, float *, int);
void cblas_ssyr2(int, int, int, float, X, int, X, int, float *, int);
void cblas_strmv(int, int, int, int, int, X, int, float *, int);
void cblas_strsv(int, int, int, int, int, X, int, float *, int);
void cblas_sgemm(int, int, int, int, int, int, float, X, int, X, int, float, float *, int);
void cblas_ssymm(int, int, int, int, int, float, X, int, X, int, float, float *, int);
void cblas_ssyrk(int, int, int, int, int, float, X, int, float, float *, int);
void cblas_ssyr2k(int, int, int, int, int, float, X, int, X, int, float, float *, int);
void cblas_strmm(int, int, int, int, int, int, int, float, X, int, float *, int);
void cblas_strsm(int, int, int, int, int, int, int, float, X, int, float *, int);
enum { N = 2, LD = 3, PLAIN = 111, TURNED = 112, UPPER = 121, LEFT = 141, RIGHT = 142 };
PRIMAL(all) {
  float *a = in, *x = in + 6, *y = in + 10, alpha = in[14], beta = in[15], *c = out, *b = out + 6;
  a[0] += 2, a[LD + 1] += 2;
  for (int order = 101; order <= 102; order++)
    for (int t = PLAIN; t <= TURNED; t++) {
      cblas_sgemm(order, t, PLAIN, N, N, N, alpha, a, LD, b, LD, beta, c, LD);
      cblas_sgemm(order, PLAIN, t, N, N, N, .1f, b, LD, a, LD, .5f, c, LD);
      cblas_sgemv(order, t, N, N, alpha, a, LD, x, 2, beta, y, -1);
      for (int u = UPPER; u <= UPPER + 1; u++) {
        cblas_ssyrk(order, u, t, N, N, alpha, a, LD, .5f, b, LD);
        cblas_ssyr2k(order, u, t, N, N, .1f, a, LD, c, LD, .5f, b, LD);
        cblas_ssymm(order, t == PLAIN ? LEFT : RIGHT, u, N, N, .2f, a, LD, b, LD, .5f, c, LD);
        cblas_ssymv(order, u, N, .2f, a, LD, x, 1, .5f, y, 1);
        cblas_strmv(order, u, t, 131, N, a, LD, y, 1);
        cblas_strsv(order, u, t, 131, N, a, LD, y, 1);
        cblas_strmm(order, RIGHT, u, t, 132, N, N, .5f, a, LD, b, LD);
        cblas_strsm(order, LEFT, u, t, 131, N, N, alpha, a, LD, b, LD);
        cblas_ssyr(order, u, N, .1f, x, 1, c, LD);
        cblas_ssyr2(order, u, N, .1f, x, 1, y, 1, c, LD);
      }
      cblas_sger(order, N, N, .1f, x, 1, y, 1, b, LD);
    }
  cblas_srot(N, x, 1, y, 1, in[14], in[15]);
  cblas_sswap(N, x, 1, y, 2);
  cblas_scopy(N, x, 1, y, 1);
  cblas_sscal(N, .5f, x, 1);
  cblas_saxpy(N, alpha, x, 1, y, 2);
  out[12] = cblas_sdot(N, x, 1, y, 1) + cblas_snrm2(N, x, 1) + cblas_sasum(N, c, 1);
}
ORACLE_MAIN(all, 16, 13, .4, 1)
