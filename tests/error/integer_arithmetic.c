/* The fast inverse square root: arithmetic on the bits of an active float. */
// error: integer|bits
extern float __adcc_autodiff(float (*)(float), float);
float f(float x) {
  int i;
  __builtin_memcpy(&i, &x, 4);
  i = 0x5f3759df - (i >> 1);
  float y;
  __builtin_memcpy(&y, &i, 4);
  return y * (1.5f - 0.5f * x * y * y);
}
float df(float x) { return __adcc_autodiff(f, x); }
