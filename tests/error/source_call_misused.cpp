/* virtualreverse of what is no function, hints about numbers, inactive calls of too many arguments. */
// error: 20:3: error: 'virtualreverse' takes a function, or a table of functions
// error: 21:3: error: 'virtualreverse' takes a function, or a table of functions
// error: 22:3: error: 'virtualreverse' takes a function, or a table of functions
// error: 23:3: error: there are more arguments than this function of adcc's takes
// error: 24:3: error: a type hint takes an address and the number of bytes there
// error: 25:3: error: the call ends before the address of the memory that the hint is about
// error: 26:3: error: a type hint takes an address and the number of bytes there
// error: 27:3: error: the call has more arguments than the 1 of the function
// error: 28:3: error: the call ends before the value behind 'ignore_derivatives'
// error: 29:3: error: 'call_inactive' must be given the function to call by its name
double data[2];
template <typename T> T __enzyme_virtualreverse(...);
void __enzyme_double(...);
double __enzyme_call_inactive(...);
double __enzyme_ignore_derivatives(...);
double square(double x) { return x * x; }
void all(double x, double *p, double (*unknown)(double)) {
  double local = x;
  __enzyme_virtualreverse<double>(x);
  __enzyme_virtualreverse<void *>(data);
  __enzyme_virtualreverse<void *>(&local);
  __enzyme_virtualreverse<void *>((void *)square, 1);
  __enzyme_double(x);
  __enzyme_double();
  __enzyme_double(p, 8.0);
  __enzyme_call_inactive((void *)square, x, x);
  __enzyme_ignore_derivatives();
  __enzyme_call_inactive((void *)unknown, x);
}
