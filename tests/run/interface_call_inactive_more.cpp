/* call_inactive of functions of variable arguments, and where exceptions may pass. */
#include "oracle.h"
extern double __adcc_call_inactive(void *, ...);
extern int __adcc_call_inactive_i(void *, ...);
extern double __adcc_autodiff(void *, ...);
static char text[32];
static int destroyed;
struct Scope {
  ~Scope() { destroyed++; }
};
static double halved(double x, double limit) {
  if (x > limit)
    throw 1;
  return x / 2;
}
static double f(double x) {
  int length = __adcc_call_inactive_i((void *)snprintf, text, sizeof text, "%g %d", x, 7);
  Scope scope;
  double half;
  try {
    half = __adcc_call_inactive((void *)halved, x, 5.0);
  } catch (int) {
    half = 10;
  }
  return x * half + length;
}
int main() {
  CLOSE(__adcc_autodiff((void *)f, 3.0), 1.5);
  EXPECT(!strcmp(text, "3 7") && destroyed == 1);
  CLOSE(__adcc_autodiff((void *)f, 6.0), 10);
  EXPECT(destroyed == 2);
  return oracle_exit();
}
