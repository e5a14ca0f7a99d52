/* bfloat, through memory because it has no arithmetic of its own on most targets. Without
 * optimisation LLVM calls functions for it that not every libgcc has, hence adcc's level. */
// adcc: -O2
#include "oracle.h"
extern void __adcc_autodiff_bfloat(void *, ...);
static void cubic(__bf16 *x, __bf16 *y) { *y = (__bf16)((float)*x * (float)*x * (float)*x); }
int main(void) {
  __bf16 x = (__bf16)2.0f, dx = (__bf16)1.0f, y, dy = (__bf16)1.0f;
  __adcc_autodiff_bfloat((void *)cubic, &x, &dx, &y, &dy);
  CLOSE((float)dx, 13);
  CLOSE((float)dy, 0);
  CLOSE((float)y, 8);
  return oracle_exit();
}
