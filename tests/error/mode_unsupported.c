/* Parts of the interface that adcc does not have. */
// error: '__enzyme_truncate_op_func_d' is not supported
// error: help: requests are autodiff, fwddiff
typedef double Function(double);
extern Function *__enzyme_truncate_op_func_d(Function *, int, int, int);
double square(double x) { return x * x; }
double low(double x) { return __enzyme_truncate_op_func_d(square, 64, 0, 32)(x); }
