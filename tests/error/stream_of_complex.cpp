// What a stream reads ends the derivative of what it is read into. Where that is not known to be so, as of
// complex numbers or amounts of money, it is refused.
// error: no derivative is known for 'std::basic_istream.*std::complex<double>&\)'
#include <complex>
#include <sstream>

extern "C" double __adcc_autodiff_stream(void *, ...);
static double f(double x) {
  std::complex<double> z(x, x);
  std::istringstream text("(1.5,2.5)");
  text >> z;
  return z.real() * x;
}
double df(double x) { return __adcc_autodiff_stream((void *)f, x); }
