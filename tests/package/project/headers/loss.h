double square(double x);
double loss(const double *weights, int count);
double loss_gradient(const double *weights, double *gradient, int count);
