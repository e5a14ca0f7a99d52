/* Rules by likeness to what is not known, or takes something else. */
// error: 'mine' is said to be like 'logistic', but no such function is known
// error: 'pair' is said to be like 'log1p', but no such function is known
// error: help: name a mathematical function of the C library
extern double __enzyme_autodiff(void *, ...);
__attribute__((noinline)) double mine(double x) { return x / (1 + x); }
__attribute__((noinline)) double pair(double x, double y) { return x * y; }
void *__enzyme_function_like_mine[] = {(void *)mine, (void *)"logistic"};
void *__enzyme_function_like_pair[] = {(void *)pair, (void *)"log1p"};
double f(double x) { return mine(x) + pair(x, x); }
double g(double x) { return __enzyme_autodiff((void *)f, x); }
