/* A width that is not a constant. */
// error: width
extern int enzyme_width;
extern void __enzyme_fwddiff(void *, ...);
static double f(double x) { return x * x; }
void df(double x, int lanes) { __enzyme_fwddiff((void *)f, enzyme_width, lanes, x, 1.0, 2.0); }
