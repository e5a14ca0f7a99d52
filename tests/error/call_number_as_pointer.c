// error: a call that returns floating point in the place of a pointer
/* A recursive function that returns a union of a pointer and a number in the register of a pointer. */
extern void __adcc_autodiff(void *, ...);
typedef struct {
  union {
    double *pointer;
    double number;
  } as;
  int is_number;
} Tagged;
static double value(Tagged t) { return t.is_number ? t.as.number : *t.as.pointer; }
__attribute__((noinline)) static Tagged largest(const Tagged *all, int n) {
  if (n == 1)
    return all[0];
  Tagged a = largest(all, n / 2), b = largest(all + n / 2, n - n / 2);
  return value(a) > value(b) ? a : b;
}
double f(double *x, int n) {
  Tagged all[8];
  for (int i = 0; i < n; i++) {
    all[i].is_number = i % 2;
    if (i % 2)
      all[i].as.number = x[i] * x[i];
    else
      all[i].as.pointer = &x[i];
  }
  return value(largest(all, n));
}
void g(double *x, double *dx) { __adcc_autodiff((void *)f, x, dx, 8); }
