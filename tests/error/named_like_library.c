/* Functions of another file of the program with the names of functions of the C library, which carry no
 * derivative there, and not their types. */
// error: no derivative is known for 'times'
// error: no derivative is known for 'signal'
// error: no derivative is known for 'rand_r'
extern double __adcc_autodiff_named(void *, ...);
double times(double a, double b);
double signal(double t);
void rand_r(float scale, float *values);
static double f(double x) {
  float values[2] = {1, 2};
  rand_r((float)x, values);
  return times(x, 2) + signal(x) + values[0];
}
double df(double x) { return __adcc_autodiff_named((void *)f, x); }
