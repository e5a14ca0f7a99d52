/* The bits of an active float, mixed into one another: nothing that a derivative follows. */
// error: integer|bits
extern float __adcc_autodiff(float (*)(float), float);
float f(float x) {
  unsigned i;
  __builtin_memcpy(&i, &x, 4);
  i ^= i >> 7;
  float y;
  __builtin_memcpy(&y, &i, 4);
  return y * (1.5f - 0.5f * x * y * y);
}
float df(float x) { return __adcc_autodiff(f, x); }
