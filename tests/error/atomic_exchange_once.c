/* An exchange behind a store of the same thread fails, and adds nothing. */
// error: atomic|cmpxchg
extern void __adcc_autodiff(void *, ...);
void f(double *x, double *y) {
  double old, first = *x * 2;
  __atomic_load(y, &old, __ATOMIC_SEQ_CST);
  __atomic_store(y, &first, __ATOMIC_SEQ_CST);
  double wanted = old + *x;
  __atomic_compare_exchange(y, &old, &wanted, 0, __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST);
}
void df(double *x, double *dx, double *y, double *dy) { __adcc_autodiff((void *)f, x, dx, y, dy); }
