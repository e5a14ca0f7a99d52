/* One instruction as inline assembly, as libraries write it to choose it themselves (Eigen does so
 * with AVX): every order and sign of the fused multiply-adds, and the empty assembly of fences. */
// flags: -mavx2 -mfma
// needs: grep -q ' fma ' /proc/cpuinfo
#include "oracle.h"
typedef double v4d __attribute__((vector_size(32)));
#define FUSED(name, type, instruction)                                                             \
  static type name(type a, type b, type c) {                                                       \
    __asm__(instruction " %[a], %[b], %[c]" : [c] "+x"(c) : [a] "x"(a), [b] "x"(b));               \
    return c;                                                                                      \
  }
FUSED(add132, v4d, "vfmadd132pd")
FUSED(add213, v4d, "vfmadd213pd")
FUSED(add231, v4d, "vfmadd231pd")
FUSED(subtract132, v4d, "vfmsub132pd")
FUSED(subtract231, v4d, "vfmsub231pd")
FUSED(negate213, v4d, "vfnmadd213pd")
FUSED(negate231, v4d, "vfnmsub231pd")
FUSED(scalar132, double, "vfmadd132sd")
FUSED(scalar213, double, "vfnmsub213sd")
FUSED(single231, float, "vfmadd231ss")

PRIMAL(fused) {
  v4d a, b, c;
  memcpy(&a, in, sizeof a);
  memcpy(&b, in + 4, sizeof b);
  memcpy(&c, in + 8, sizeof c);
  v4d sum = add132(a, b, c) + 2 * add213(a, b, c) + 3 * add231(a, b, c);
  sum += 4 * subtract132(a, b, c) + 5 * subtract231(a, b, c);
  sum += 6 * negate213(a, b, c) + 7 * negate231(a, b, c);
  __asm__ volatile("" ::: "memory");
  __asm__("" : "+x"(sum));
  for (size_t i = 0; i < 4; i++)
    out[i] = sum[i] * sum[(i + 1) % 4];
  out[4] = scalar132(in[0], in[5], in[10]) + 2 * scalar213(in[1], in[6], in[11]);
  (void)n, (void)m;
}
ORACLE(fused, 12, 5, 0.3, 1.7)

static float f(float x, float y) { return single231(x, y, x * y); }

int main(void) {
  fused_oracle();
  typedef struct {
    float dx, dy;
  } Pair;
  extern Pair __adcc_autodiff_pair(void *, ...);
  Pair pair = __adcc_autodiff_pair((void *)f, 3.0f, 5.0f);
  CLOSE(pair.dx, 10);
  CLOSE(pair.dy, 6);
  return oracle_exit();
}
