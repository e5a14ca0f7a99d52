/* Memory that comes from an inactive function has no shadow: what is stored there would be lost. */
// error: stored to memory that is passed as const, or comes from an inactive function
// error: the memory comes from this call of an inactive function
extern int adcc_dup, adcc_const;
double __adcc_autodiff(void *, ...);

double *borrow(int);
void *__adcc_inactivefn_borrow = (void *)borrow;

static double norm(const double *x, int n) {
  double *square = borrow(0), sum = 0;
  for (int i = 0; i < n; i++)
    square[i] = x[i] * x[i];
  for (int i = 0; i < n; i++)
    sum += square[i];
  return sum;
}

void gradient(const double *x, double *dx, int n) {
  __adcc_autodiff((void *)norm, adcc_dup, x, dx, adcc_const, n);
}
