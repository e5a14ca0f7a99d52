/* An integer where the function takes a number of the same size, as a tangent of 1: the entry point is
 * variadic, and C converts nothing. */
// error: argument 1 is passed as 'i32' but the function takes 'float'
extern float __adcc_fwddiff_float(void *, float, int);
float square(float x) { return x * x; }
float tangent(float x) { return __adcc_fwddiff_float((void *)square, x, 1); }
