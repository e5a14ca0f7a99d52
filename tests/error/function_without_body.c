/* The primal is declared, not defined: the request says where it is asked for. */
// error: function_without_body.c:7:[0-9]+: error: function 'elsewhere' has no body in the input
// flags: -g
extern double __adcc_autodiff(void *, ...);
extern double elsewhere(double);
double df(double x) {
  return __adcc_autodiff((void *)elsewhere, x);
}
