/* Functions that are not inlined in one whose halves the user calls: what they read may have
 * changed by then. The same functions serve a derivative in one piece, too. */
#include "oracle.h"
#define APART __attribute__((noinline))

APART static double weigh(const double *w, const double *x, size_t n) {
  double sum = 0;
  for (size_t i = 0; i < n; i++)
    sum += sin(w[i] * x[i]) * x[i];
  return sum;
}
APART static double pair(const double *w, const double *x, size_t n) {
  return weigh(w, x, n) * weigh(x, w, n);
}

/* The caller of the two halves may change anything between them. */
typedef struct {
  void *tape;
  double result;
} Augmented;
extern Augmented __enzyme_augmentfwd(void *, ...);
extern void __enzyme_reverse(void *, ...);
extern void __enzyme_autodiff(void *, ...);
static double asked_in_halves(double *x, double *w) { return weigh(w, x, 8) + pair(x, w, 8); }
static void fill(double *x, double *w) {
  for (int i = 0; i < 8; i++)
    x[i] = 0.3 + 0.1 * i, w[i] = 1 - 0.07 * i;
}
static void check_halves(void) {
  double x[8], w[8], dx[8] = {0}, dw[8] = {0}, whole_dx[8] = {0}, whole_dw[8] = {0};
  fill(x, w);
  __enzyme_autodiff((void *)asked_in_halves, x, whole_dx, w, whole_dw);
  Augmented augmented = __enzyme_augmentfwd((void *)asked_in_halves, x, dx, w, dw);
  for (int i = 0; i < 8; i++)
    x[i] = w[i] = 99;
  __enzyme_reverse((void *)asked_in_halves, x, dx, w, dw, 1.0, augmented.tape);
  for (int i = 0; i < 8; i++) {
    CLOSE(dx[i], whole_dx[i]);
    CLOSE(dw[i], whole_dw[i]);
  }
}
/* … of others not. */
static double asked_as_whole(double *x, double *w) { return weigh(w, x, 8) * pair(x, w, 8); }
static void check_whole(void) {
  double x[8], w[8], dx[8] = {0}, dw[8] = {0}, h = 1e-6;
  fill(x, w);
  __enzyme_autodiff((void *)asked_as_whole, x, dx, w, dw);
  double x3 = x[3];
  x[3] = x3 + h;
  double up = asked_as_whole(x, w);
  x[3] = x3 - h;
  CLOSE_TO(dx[3], (up - asked_as_whole(x, w)) / (2 * h), 1e-6);
}

int main(void) {
  check_halves();
  check_whole();
  return oracle_exit();
}
