/* Each half of a number is chosen by a condition of its own: neither a tangent nor an adjoint is to
 * be put together alike. */
// error: of_parts.c:15:.*a choice between parts of a number's bits
// error: of_parts.c:20:.*a choice between parts of a number's bits
#include <stdint.h>
typedef int32_t Halves __attribute__((vector_size(16)));
typedef double Doubles __attribute__((vector_size(16)));
double __adcc_fwddiff(double (*)(double, double), double, double, double, double);
struct pair {
  double x, y;
} __adcc_autodiff(double (*)(double, double), double, double);

static double forward(double x, double y) {
  Doubles a = {x, y}, b = {y, x};
  Halves mask = (Halves)(a - b) >> 31, c = (mask & (Halves)a) | (~mask & (Halves)b);
  return ((Doubles)c)[0];
}
static double backward(double x, double y) {
  Doubles a = {x, y}, b = {y, x};
  Halves mask = (Halves)(a - b) >> 31, c = (mask & (Halves)a) | (~mask & (Halves)b);
  return ((Doubles)c)[0];
}
double tangent(double x, double y) { return __adcc_fwddiff(forward, x, 1, y, 0); }
struct pair gradient(double x, double y) { return __adcc_autodiff(backward, x, y); }
