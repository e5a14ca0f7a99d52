/* Copies of a part of a structure, behind a member that is a number: what lies there is not of that
 * type, too, but a number or an address, for which the shadow has an address. */
#include "oracle.h"
typedef struct {
  double k;
  union {
    double *p;
    double d;
  } u, v;
} S;
/* an array of boxes, of a number or of a place; one is copied, with its factor changed */
PRIMAL(p) {
  double coef[2] = {in[1], in[2]};
  S *a = malloc(n * sizeof *a), *h = malloc(n * sizeof *h);
  for (size_t i = 0; i < n; i++) {
    a[i].k = in[i];
    if (i % 2)
      a[i].u.p = coef, a[i].v.d = in[i];
    else
      a[i].u.d = in[n - 1 - i], a[i].v.p = coef + 1;
  }
  for (size_t i = 0; i < n; i++) {
    h[i].k = 2 * a[i].k;
    memcpy(&h[i].u, &a[i].u, 16);
  }
  for (size_t i = 0; i < n; i++)
    out[0] += i % 2 ? h[i].k * h[i].u.p[0] * h[i].v.d : h[i].k * h[i].u.d * h[i].v.p[0];
  free(a);
  free(h);
}
ORACLE(p, 6, 1, 0.3, 0.9)
int main(void) {
  p_oracle();
  return oracle_exit();
}
