/* Half precision: values chosen so that every operation is exact. */
#include "oracle.h"
extern _Float16 __adcc_autodiff_half(_Float16 (*)(_Float16), _Float16);
extern _Float16 __adcc_fwddiff_half(_Float16 (*)(_Float16), _Float16, _Float16);
static _Float16 cubic(_Float16 x) { return x * x * x - 3 * x + 1 / x; }
int main(void) {
  CLOSE(__adcc_autodiff_half(cubic, 2), 8.75);
  CLOSE(__adcc_fwddiff_half(cubic, 2, 2), 17.5);
  CLOSE(__adcc_autodiff_half(cubic, (_Float16)0.5), 0.75 - 3 - 4);
  return oracle_exit();
}
