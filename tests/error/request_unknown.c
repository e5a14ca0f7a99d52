/* A name that looks like a request, but is none: the linker would only say that it is undefined. */
// error: '__enzyme_gradient' is not supported
// error: help: requests are autodiff, fwddiff, augmentfwd, reverse
extern double __enzyme_gradient(void *, ...);
double square(double x) { return x * x; }
double slope(double x) { return __enzyme_gradient((void *)square, x); }
