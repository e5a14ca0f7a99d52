#include <adcc/adcc.h>

template <typename T> T cube(T x) { return x * x * x; }

double cube_slope(double x) { return __adcc_autodiff_d((void *)cube<double>, x); }
