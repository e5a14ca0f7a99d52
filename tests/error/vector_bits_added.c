/* The bits of four numbers, added up as integers by one instruction and taken for a number, as in a
 * fast sum of logarithms. */
// error: cannot tell what this computes: integer arithmetic on the bits of floating point
typedef int Four __attribute__((vector_size(16), may_alias, aligned(4)));
extern float __adcc_autodiff(void *, ...);

static float logarithms(float x) {
  float numbers[4] = {x, 2 * x, 3 * x, x * x};
  float *place = numbers;
  __asm__ volatile("" : "+r"(place) : : "memory");
  Four bits = *(Four *)place - 1065353216;
  return 1.1920929e-7f * (float)(bits[0] + bits[1] + bits[2] + bits[3]);
}
float gradient(float x) { return __adcc_autodiff((void *)logarithms, x); }
