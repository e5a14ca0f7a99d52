#include "model.h"
#include <adcc/adcc.h>
#include <math.h>
static double model(double x) { return sin(x) * x; }
double model_gradient(double x) { return __adcc_autodiff_d((void *)model, adcc_out, x); }
