/* Calls through pointers that pass and return structures in memory: signed distances of shapes. */
#include "oracle.h"

#include <stdlib.h>

typedef struct {
  double x, y, z;
} Point;
typedef struct {
  double rows[3][3];
} Frame;
typedef struct Shape {
  double (*distance)(const struct Shape *, Point);
  Point (*normal)(const struct Shape *, Point, Frame);
  double size;
} Shape;

static double length(Point p) { return sqrt(p.x * p.x + p.y * p.y + p.z * p.z); }
static double ball_distance(const Shape *shape, Point p) { return length(p) - shape->size; }
static double box_distance(const Shape *shape, Point p) {
  p.x = fmax(fabs(p.x) - shape->size, 0);
  p.y = fmax(fabs(p.y) - shape->size, 0);
  p.z = fmax(fabs(p.z) - shape->size, 0);
  return length(p);
}
static Point ball_normal(const Shape *shape, Point p, Frame frame) {
  double scale = shape->size / length(p);
  Point result = {scale * (frame.rows[0][0] * p.x + frame.rows[0][1] * p.y),
                  scale * (frame.rows[1][0] * p.x + frame.rows[1][1] * p.y), scale * p.z};
  frame.rows[0][0] = 0; /* the caller keeps its own */
  return result;
}
static Point box_normal(const Shape *shape, Point p, Frame frame) {
  return (Point){p.x * frame.rows[2][2], p.y * shape->size, p.z * p.z};
}

static Shape *new_shape(int kind, double size) {
  Shape *shape = malloc(sizeof *shape);
  shape->distance = kind ? box_distance : ball_distance;
  shape->normal = kind ? box_normal : ball_normal;
  shape->size = size;
  return shape;
}

static double march(double x, double size, const int *kinds, int count) {
  Shape *shapes[8];
  for (int i = 0; i < count; i++)
    shapes[i] = new_shape(kinds[i], size + 0.1 * i);
  Frame frame = {{{cos(x), -sin(x), 0}, {sin(x), cos(x), 0}, {0, 0, x}}};
  double total = 0;
  Point p = {x, 2 * x, 3};
  for (int i = 0; i < count; i++) {
    total += shapes[i]->distance(shapes[i], p) * p.x;
    Point n = shapes[i]->normal(shapes[i], p, frame);
    p.x += 0.1 * n.x;
    p.y += 0.2 * n.y * frame.rows[0][0];
    p.z -= 0.1 * n.z;
  }
  for (int i = 0; i < count; i++)
    free(shapes[i]);
  return total;
}

typedef struct {
  double dx, dsize;
} Gradient;
extern Gradient __enzyme_autodiff(void *, ...);
extern double __enzyme_fwddiff(void *, ...);
extern int enzyme_const, enzyme_out, enzyme_dup;

int kinds[4] = {0, 1, 1, 0};

int main(void) {
  double x = 0.7, size = 0.4, h = 1e-6;
  Gradient g = __enzyme_autodiff((void *)march, enzyme_out, x, enzyme_out, size, enzyme_const,
                                 kinds, enzyme_const, 4);
  double t = __enzyme_fwddiff((void *)march, enzyme_dup, x, 1.0, enzyme_dup, size, -2.0,
                              enzyme_const, kinds, enzyme_const, 4);
  CLOSE(t, g.dx - 2 * g.dsize);
  CLOSE_TO(g.dx, (march(x + h, size, kinds, 4) - march(x - h, size, kinds, 4)) / (2 * h), 1e-6);
  CLOSE_TO(g.dsize, (march(x, size + h, kinds, 4) - march(x, size - h, kinds, 4)) / (2 * h), 1e-6);
  return oracle_exit();
}
