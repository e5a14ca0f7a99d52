/* Objects in C: function pointers in a struct filled at run time. */
#include "oracle.h"
typedef struct Shape {
  double (*area)(const struct Shape *);
  double size[2];
} Shape;
static double circle(const Shape *s) { return 3 * s->size[0] * s->size[0]; }
static double box(const Shape *s) { return s->size[0] * s->size[1]; }
PRIMAL(shapes) {
  Shape shapes[4];
  for (int i = 0; i < 4; i++)
    shapes[i] = (Shape){i % 2 ? circle : box, {in[i], in[(i + 1) % 4]}};
  double total = 0;
  for (int i = 0; i < 4; i++)
    total += shapes[i].area(&shapes[i]) * (i + 1);
  out[0] = total * total;
}
ORACLE_MAIN(shapes, 4, 1, 0.5, 1.5)
