// error: floating point that moves in the place of a pointer
// levels: O0
/* A union that a recursive function takes and returns by value, as a pointer: what it holds is a
 * number here. */
extern void __adcc_autodiff(void *, ...);
typedef union {
  double *at;
  double number;
} Slot;
__attribute__((noinline)) static Slot last(Slot s, int n) { return n ? last(s, n - 1) : s; }
double f(double *x) {
  Slot s;
  s.number = x[0] * x[1];
  return last(s, 3).number;
}
void g(double *x, double *dx) { __adcc_autodiff((void *)f, x, dx); }
