/* BLAS of bands and packed triangles, by its C and Fortran interfaces, and rotations. */
// needs: ls /usr/lib/*/libblas.so /usr/lib/libblas.so /usr/lib64/libblas.so 2>/dev/null | grep -q .
// link: -lblas
#define ORACLE_SLACK 50
#include "oracle.h"
typedef const double *X;
typedef const int *I;
typedef const char *C;
void cblas_dgbmv(int, int, int, int, int, int, double, X, int, X, int, double, double *, int);
void cblas_dsbmv(int, int, int, int, double, X, int, X, int, double, double *, int);
void cblas_dspmv(int, int, int, double, X, X, int, double, double *, int);
void cblas_dspr(int, int, int, double, X, int, double *);
void cblas_dspr2(int, int, int, double, X, int, X, int, double *);
void cblas_dtpmv(int, int, int, int, int, X, double *, int);
void cblas_dtpsv(int, int, int, int, int, X, double *, int);
void cblas_dtbmv(int, int, int, int, int, int, X, int, double *, int);
void cblas_dtbsv(int, int, int, int, int, int, X, int, double *, int);
void cblas_drotg(double *, double *, double *, double *);
void dgbmv_(C, I, I, I, I, X, X, I, X, I, X, double *, I);
void dsbmv_(C, I, I, X, X, I, X, I, X, double *, I);
void dspmv_(C, I, X, X, X, I, X, double *, I);
void dspr_(C, I, X, X, I, double *), dspr2_(C, I, X, X, I, X, I, double *);
void dtpsv_(C, C, C, I, X, double *, I), dtbmv_(C, C, C, I, I, X, I, double *, I);
enum { N = 3, LD = 4, PLAIN = 111, TURNED = 112, UPPER = 121, NONUNIT = 131, UNIT = 132 };

PRIMAL(in_c) {
  double *a = in, *x = in + 20, *y = in + 26, alpha = in[32], *c = out, *z = out + 6;
  for (int order = 101; order <= 102; order++)
    for (int t = PLAIN; t <= TURNED; t++) {
      cblas_dgbmv(order, t, N, N + 1, 1, 2, alpha, a, LD, x, 1, .5, y, 1);
      for (int u = UPPER; u <= UPPER + 1; u++) {
        cblas_dsbmv(order, u, N, 1, alpha, a, LD, x, 2, .5, z, -1);
        cblas_dspmv(order, u, N, .3, c, x, -1, .5, y, 1);
        cblas_dspr(order, u, N, .1, x, 1, c);
        cblas_dspr2(order, u, N, .1, x, 1, y, 1, c);
        cblas_dtpmv(order, u, t, UNIT, N, c, z, 1);
        cblas_dtpsv(order, u, t, NONUNIT, N, a, z, 1);
        cblas_dtbmv(order, u, t, NONUNIT, N, 1, a, LD, z, 1);
        cblas_dtbsv(order, u, t, UNIT, N, 1, a, LD, x, 2);
        for (int i = 0; i < N; i++)
          z[i] *= .2;
      }
    }
  cblas_drotg(x, x + 1, y, y + 1);
}

PRIMAL(in_fortran) {
  const int three = 3, one = 1, two = 2, lead = LD;
  double *a = in, *x = in + 20, *y = in + 26, half = .5, *alpha = in + 32, *c = out, *z = out + 6;
  dgbmv_("T", &three, &three, &two, &one, alpha, a, &lead, x, &one, &half, y, &two);
  dsbmv_("L", &three, &one, alpha, a, &lead, x, &one, &half, z, &one);
  dspmv_("U", &three, alpha, a, x, &one, &half, z, &one);
  dspr_("U", &three, alpha, x, &one, c);
  dspr2_("L", &three, &half, x, &one, y, &one, c);
  dtpsv_("U", "N", "N", &three, a, z, &one);
  dtbmv_("L", "T", "U", &three, &two, a, &lead, z, &one);
}

ORACLE(in_c, 33, 12, .4, 1)
ORACLE(in_fortran, 33, 12, .4, 1)
int main(void) {
  in_c_oracle();
  in_fortran_oracle();
  return oracle_exit();
}
