/* enzyme_shadow: a global whose shadow is the user's is an input like any other: reverse mode adds
 * into the shadow, forward mode reads the tangent there; what is stored in the global has its
 * adjoint there as well. */
#include "oracle.h"
extern double __enzyme_autodiff_d(void *, ...);
extern double __enzyme_fwddiff_d(void *, ...);
typedef struct {
  double scale;
  int n;
  double *table;
} Settings;
static double table[3] = {1, 2, 3}, table_shadow[3];
Settings settings_shadow;
__attribute__((annotate("enzyme_shadow=settings_shadow"))) Settings settings;
double factor_shadow;
__attribute__((annotate("adcc_shadow=factor_shadow"))) double factor = 5;
__attribute__((annotate("enzyme_shadow"))) double untold = 3; /* names no shadow: as without */
__attribute__((noinline)) static double weighted(double x) {
  double sum = 0;
  for (int i = 0; i < settings.n; i++)
    sum += settings.table[i] * pow(x, i) * settings.scale;
  return sum;
}
static double f(double x) {
  double result = weighted(x) * factor * untold;
  factor = factor * x;
  return result + factor;
}
static double plain(double x, double scale, double third, double start) {
  return (1 + 2 * x + third * x * x) * scale * start * 3 + start * x;
}
int main(void) {
  settings = (Settings){0.5, 3, table};
  settings_shadow.table = table_shadow;
  double x = 1.5, p = 0.5 * 5 * 3, poly = 1 + 2 * x + 3 * x * x;
  factor_shadow = 10; /* the seed of what f leaves in factor */
  CLOSE(__enzyme_autodiff_d((void *)f, x), p * (2 + 6 * x) + 5 + 10 * 5);
  CLOSE(factor, 5 * x);
  CLOSE(factor_shadow, poly * 0.5 * 3 + x + 10 * x);
  CLOSE(settings_shadow.scale, poly * 5 * 3);
  CLOSE(table_shadow[0], p);
  CLOSE(table_shadow[2], p * x * x);
  factor = 5;
  factor_shadow = 0.1, settings_shadow.scale = 0.2, table_shadow[0] = table_shadow[1] = 0;
  table_shadow[2] = 0.3;
  double h = 1e-5, expected = (plain(x + h, 0.5 + 0.2 * h, 3 + 0.3 * h, 5 + 0.1 * h) -
                               plain(x - h, 0.5 - 0.2 * h, 3 - 0.3 * h, 5 - 0.1 * h)) /
                              (2 * h);
  double tangent = __enzyme_fwddiff_d((void *)f, x, 1.0);
  EXPECT(fabs(tangent - expected) < 1e-6);
  CLOSE(factor_shadow, 0.1 * x + 5);
  return oracle_exit();
}
