/* Shapes with a copy function. LLVM copies the two last members in one word, of two integers in one
 * class, of an integer and a float in the other, and both are reached through the same pointers. */
#include "oracle.h"
#include <adcc/adcc.h>
#include <memory>
#include <vector>

extern void __adcc_autodiff_shapes(void *, int, const float *, float *);
extern float __adcc_fwddiff_shapes(void *, int, const float *, const float *);

struct Shape {
  virtual float size(float scale) const = 0;
  virtual std::unique_ptr<Shape> copy() const = 0;
  virtual ~Shape() = default;
};

struct Grid : Shape {
  int rows, columns;
  Grid(int rows, int columns) : rows(rows), columns(columns) {}
  float size(float scale) const override { return scale * rows * columns; }
  std::unique_ptr<Shape> copy() const override { return std::make_unique<Grid>(*this); }
};

struct Ring : Shape {
  int count;
  float radius;
  Ring(int count, float radius) : count(count), radius(radius) {}
  float size(float scale) const override { return scale * radius * radius * count; }
  std::unique_ptr<Shape> copy() const override { return std::make_unique<Ring>(*this); }
};

static float total(const float *x) {
  std::vector<std::unique_ptr<Shape>> shapes;
  shapes.push_back(std::make_unique<Grid>(2, 3));
  shapes.push_back(std::make_unique<Ring>(5, x[0] * x[1]));
  shapes.push_back(std::make_unique<Ring>(7, x[2]));
  for (int i = 0; i < 3; i++)
    shapes.push_back(shapes[i]->copy());
  shapes.push_back(shapes[4]->copy());
  float sum = 0;
  for (auto &shape : shapes)
    sum = .5f * sum + shape->size(x[3]);
  return sum;
}

/* The weights of the seven sizes, by class: grids 0 and 3, rings of 5 at 1, 4 and 6, of 7 at 2, 5. */
int main(void) {
  const float x[4] = {1.5f, .75f, 2.25f, .625f};
  float dx[4] = {0, 0, 0, 0};
  __adcc_autodiff_shapes((void *)total, adcc_dup, x, dx);
  double w = 1, five = 0, seven = 0, grid = 0;
  for (int i = 6; i >= 0; i--, w *= .5)
    (i % 3 == 0 && i < 6 ? grid : i == 2 || i == 5 ? seven : five) += w;
  double r = x[0] * x[1];
  CLOSE_TO(dx[0], five * x[3] * 5 * 2 * r * x[1], 1e-5);
  CLOSE_TO(dx[1], five * x[3] * 5 * 2 * r * x[0], 1e-5);
  CLOSE_TO(dx[2], seven * x[3] * 7 * 2 * x[2], 1e-5);
  CLOSE_TO(dx[3], grid * 6 + five * 5 * r * r + seven * 7 * x[2] * x[2], 1e-5);
  for (int i = 0; i < 4; i++) {
    float seed[4] = {0, 0, 0, 0};
    seed[i] = 1;
    CLOSE_TO(__adcc_fwddiff_shapes((void *)total, adcc_dup, x, seed), dx[i], 1e-5);
  }
  return oracle_exit();
}
