/* Without debug information nothing tells two structures of one number from one of two. */
// levels: O2
// flags: -g0
// error: may take a structure of two numbers.*and its tangent, or two numbers.*compile with -g
extern double __adcc_fwddiff_f(void *, ...);
typedef struct {
  double a, b;
} Pair;
__attribute__((noinline)) static double g(Pair s, double k) { return (s.a + 2 * s.b) * k; }
static double tangent(Pair s, Pair t, double k, double dk) {
  return (t.a + 2 * t.b) * k + (s.a + 2 * s.b) * dk;
}
void *__adcc_register_derivative_g[] = {(void *)g, (void *)tangent};
static double f(double x) {
  Pair s = {x, 2 * x};
  return g(s, 3 * x);
}
int main(void) { return (int)__adcc_fwddiff_f((void *)f, 1.0, 1.0); }
