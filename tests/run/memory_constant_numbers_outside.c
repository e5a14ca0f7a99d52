/* Constants of another file, of which this one does not know the size, beside active memory: in a
 * choice, in structures, and in tables with constants that have a shadow. */
#include "oracle.h"
extern const double outside[];
extern const double sized[3];
__asm__(".globl outside, sized\n.section .rodata\n.balign 16\noutside: .double 0.5, 0.7, 0.9\n"
        "sized: .double 2, 3, 4\n.text");
static const double own[] = {0.25, 1.5, 0.25};
static const double *const only[] = {outside, outside + 1};
static const double *const both[] = {outside, own, sized};
static const double *loose[] = {outside, own, 0};
struct view {
  const double *at;
  double scale;
};

PRIMAL(views) {
  struct view views[4] = {{sized, 1}, {in, in[0]}, {outside, 2}, {own, in[1]}};
  loose[2] = in + 1;
  for (size_t k = 0; k < 6; k++) {
    const double *chosen = k % 2 ? outside : in;
    const double *listed = k % 3 ? only[k % 2] : in + 1;
    const double *mixed = k % 4 ? both[k % 3] : in;
    const struct view *view = &views[(k + n) % 4];
    out[k % 2] += chosen[2] * in[1] * (double)k + view->at[1] * view->scale * in[2];
    out[k % 2] += listed[1] * mixed[1] * in[3] + loose[k % 3][1] * in[0];
  }
}
ORACLE_MAIN(views, 4, 2, 0.3, 0.9)
