/* Messages show C++ names as they stand in the source. */
// error: no derivative is known for 'library::lookup\(double, int\)'
namespace library {
double lookup(double x, int table);
}
double __enzyme_autodiff(void *, double);
static double f(double x) { return library::lookup(x, 3) * x; }
double gradient(double x) { return __enzyme_autodiff((void *)f, x); }
