/* function_like: a function without a body that behaves as one known by name. */
#include "oracle.h"
extern double __enzyme_autodiff_f(void *, ...);
__attribute__((noinline)) double my_log1p(double x) {
  volatile double hidden = x;
  return log1p(hidden);
}
void *__enzyme_function_like_mine[] = {(void *)my_log1p, (void *)"log1p"};
static double f(double x) { return my_log1p(x) * 2; }
int main(void) {
  CLOSE(__enzyme_autodiff_f((void *)f, 3.0), 0.5);
  return oracle_exit();
}
