/* A marker behind the last argument. */
// error: the call ends before the argument that the last marker is for
extern double __enzyme_autodiff(void *, ...);
extern int enzyme_const;
static double square(double x) { return x * x; }
double dsquare(double x) { return __enzyme_autodiff((void *)square, x, enzyme_const); }
