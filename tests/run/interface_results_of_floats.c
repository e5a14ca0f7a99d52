/* Structures of floats marked `out`, several of them, and beside other results: C hands each over in vectors
 * of two floats, which LLVM would lay at multiples of eight bytes in the result, where C has four. */
#include "oracle.h"
typedef struct {
  float x, y;
} Pair;
typedef struct {
  float x, y, z;
} Triple;
typedef struct {
  float a[4];
} Quad;
typedef struct {
  double d;
} Number;
typedef struct {
  Triple a;
  Quad b;
  Number d;
} OfThree;
typedef struct {
  float primal;
  Pair a;
  double e;
} WithPrimal;
typedef struct {
  float value;
  Pair a;
} Short;

extern int adcc_primal_return;
extern OfThree __adcc_autodiff_three(void *, int, Triple, int, Quad, int, Number);
extern WithPrimal __adcc_autodiff_primal(void *, int, int, Pair, int, double);
extern Short __adcc_autodiff_short(void *, int, float, int, Pair);
static double three(Triple a, Quad b, Number d) {
  return a.x * b.a[0] + 2 * b.a[1] + 3 * b.a[2] + 4 * b.a[3] + d.d * a.y;
}
static float with_primal(Pair a, double e) { return a.x * 2 + a.y * 3 + (float)e * 4; }
static float in_short(float value, Pair a) { return value * a.x + 5 * a.y; }

int main(void) {
  OfThree r = __adcc_autodiff_three((void *)three, adcc_out, (Triple){1, 2, 3}, adcc_out,
                                    (Quad){{1, 2, 3, 4}}, adcc_out, (Number){5});
  CLOSE(r.a.x, 1), CLOSE(r.a.y, 5), CLOSE(r.a.z, 0);
  for (int i = 0; i < 4; i++)
    CLOSE(r.b.a[i], i + 1);
  CLOSE(r.d.d, 2);
  WithPrimal p = __adcc_autodiff_primal((void *)with_primal, adcc_primal_return, adcc_out, (Pair){1, 2},
                                        adcc_out, 1.0);
  CLOSE(p.primal, 12), CLOSE(p.a.x, 2), CLOSE(p.a.y, 3), CLOSE(p.e, 4);
  Short s = __adcc_autodiff_short((void *)in_short, adcc_out, 7, adcc_out, (Pair){3, 4});
  CLOSE(s.value, 3), CLOSE(s.a.x, 7), CLOSE(s.a.y, 5);
  return oracle_exit();
}
