/* dupv: the shadows of all lanes in one block, a stride of bytes apart. */
#include "oracle.h"
extern int enzyme_dupv, enzyme_width, enzyme_const, enzyme_dupnoneedv;
extern void __enzyme_fwddiff_s(void *, ...);
static void square(double *x, double *y, int n) {
  for (int i = 0; i < n; i++)
    y[i] = x[i] * x[(i + 1) % n];
}
int main(void) {
  double x[3] = {2, 3, 5}, dx[9] = {1, 0, 0, 0, 1, 0, 0, 0, 1}, y[3], dy[9] = {0};
  __enzyme_fwddiff_s((void *)square, enzyme_width, 3, enzyme_dupv, sizeof x, x, dx, enzyme_dupv,
                     sizeof y, y, dy, enzyme_const, 3);
  double expected[9] = {3, 0, 5, 2, 5, 0, 0, 3, 2};
  for (int i = 0; i < 9; i++)
    CLOSE(dy[i], expected[i]);
  return oracle_exit();
}
