/* Half-precision numbers beside other members in a register of a structure that is returned. */
#include "oracle.h"
typedef struct {
  double a;
  _Float16 h;
  char c;
} Number;
typedef struct {
  float a, b;
  _Float16 h;
  char c;
} Floats;
typedef struct {
  _Float16 h, g;
  int n;
} Halves;
typedef struct {
  void *tape;
  Floats result;
} TapeAndFloats;
extern Number __adcc_fwddiff_number(void *, ...);
extern Floats __adcc_fwddiff_floats(void *, ...);
extern TapeAndFloats __adcc_augmentfwd_floats(void *, ...);
extern double __adcc_reverse_floats(void *, ...);
extern double __adcc_autodiff_d(void *, ...), __adcc_fwddiff_d(void *, ...);

static Number number(double x) { return (Number){x * x, (_Float16)(3 * x * x), 1}; }
static Floats floats(double x) {
  return (Floats){(float)(x * x), (float)(2 * x * x), (_Float16)(3 * x * x), 1};
}
/* Handed on by a recursion. */
__attribute__((noinline)) static Halves halves(double x, int k) {
  if (k > 3)
    return halves(x * 0.5, k - 1);
  return (Halves){(_Float16)(x * x), (_Float16)(3 * x * x), 1};
}
static double outer(double x) {
  Halves s = halves(x, 5);
  return (double)s.g * s.n + (double)s.h;
}

int main(void) {
  Number n = __adcc_fwddiff_number((void *)number, 3.0, 1.0);
  CLOSE(n.a, 6);
  CLOSE((double)n.h, 18);
  Floats f = __adcc_fwddiff_floats((void *)floats, 3.0, 1.0);
  CLOSE(f.a, 6);
  CLOSE(f.b, 12);
  CLOSE((double)f.h, 18);
  TapeAndFloats split = __adcc_augmentfwd_floats((void *)floats, 3.0);
  CLOSE(__adcc_reverse_floats((void *)floats, 3.0, (Floats){1, 2, 3, 0}, split.tape), 84);
  CLOSE(__adcc_fwddiff_d((void *)outer, 4.0, 1.0), 2);
  CLOSE(__adcc_autodiff_d((void *)outer, 4.0), 2);
  return oracle_exit();
}
