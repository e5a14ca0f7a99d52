// A loop with two entries whose calls may throw past a destructor.
// error: irreducible
extern double __adcc_autodiff(void *, ...);
struct Trace {
  const char *what;
  ~Trace();
};
__attribute__((noinline)) double step(double x) {
  if (x > 1e6)
    throw 1;
  return x * x;
}
double f(double x, int from) {
  int i = 0;
  if (from > 3)
    goto inside;
loop: {
  Trace trace{"square"};
  x = step(x);
}
  i++;
inside:
  x = x + 0.5 * x * i;
  i += from;
  if (i < 100)
    goto loop;
  return x;
}
double df(double x, int from) { return __adcc_autodiff((void *)f, x, from); }
