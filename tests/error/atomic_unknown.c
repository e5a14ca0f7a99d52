/* A compare-and-exchange on active memory. */
// error: atomic|cmpxchg
extern void __adcc_autodiff(void *, ...);
void f(double *x, double *y) {
  double old = *y, wanted;
  do {
    wanted = old * *x;
  } while (!__atomic_compare_exchange(y, &old, &wanted, 0, __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST));
}
void df(double *x, double *dx, double *y, double *dy) { __adcc_autodiff((void *)f, x, dx, y, dy); }
