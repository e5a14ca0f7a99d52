/* The attribute enzyme_type says what an integer holds that a function returns, and what the memory
 * that another one returns; annotations that are none of adcc's stand in nobody's way. */
#include "oracle.h"
extern void __enzyme_autodiff_f(void *, ...);
extern void __enzyme_fwddiff_f(void *, ...);
__attribute__((noinline, annotate("enzyme_type={[-1]:Float@double}"))) static uint64_t
fetch(const void *memory, int i) {
  uint64_t bits;
  memcpy(&bits, (const char *)memory + i * sizeof bits, sizeof bits);
  return bits;
}
typedef struct {
  int n __attribute__((annotate("count")));
  double value __attribute__((annotate("a number")));
} Item;
static void f(const void *x, Item *item, double *y) {
  for (int i = 0; i < item->n; i++) {
    uint64_t bits = fetch(x, i);
    memcpy(&y[i], &bits, sizeof bits);
    y[i] *= y[i] * item->value;
  }
}
int main(void) {
  double x[2] = {2, 3}, dx[2] = {0}, y[2], dy[2] = {1, 5};
  Item item = {2, 0.5}, shadow = {0, 0};
  __enzyme_autodiff_f((void *)f, x, dx, &item, &shadow, y, dy);
  CLOSE(y[1], 4.5);
  CLOSE(dx[0], 2);
  CLOSE(dx[1], 15);
  CLOSE(shadow.value, 4 + 45);
  dx[0] = dx[1] = 1, shadow.value = 2, dy[0] = 0;
  __enzyme_fwddiff_f((void *)f, x, dx, &item, &shadow, y, dy);
  CLOSE(dy[0], 2 + 8);
  CLOSE(dy[1], 3 + 18);
  return oracle_exit();
}
