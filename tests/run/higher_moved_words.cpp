// Second derivatives through memory that holds numbers and pointers by turns: a vector grows while
// the nodes of a tree, which come from the same allocator, point into it.
#include "oracle.h"
#include <vector>
extern int enzyme_dup, enzyme_const;
extern "C" void __enzyme_autodiff_gradient(void *, ...);
extern "C" void __enzyme_fwddiff_gradient(void *, ...);
extern "C" double __enzyme_fwddiff_tangent(void *, ...);
extern "C" void __enzyme_autodiff_tangent(void *, ...);
constexpr int size = 3;

struct Body {
  double x, mass, charge;
};
struct Cell {
  const Body *body = nullptr;
  double mass = 0, moment = 0;
  Cell *child[2] = {nullptr, nullptr};
  void insert(const Body &added) {
    bool empty = mass == 0;
    mass += added.mass;
    moment += added.mass * added.x;
    if (empty) {
      body = &added;
      return;
    }
    Cell *&next = child[added.x > 0.06];
    if (!next)
      next = new Cell;
    next->insert(added);
  }
  ~Cell() {
    delete child[0];
    delete child[1];
  }
};

static double centre(double *x) {
  std::vector<Body> bodies;
  for (int i = 0; i < size; i++)
    bodies.push_back({std::sin(2.1 * i) + 0.1 * x[i], 0.5 + 0.1 * i * x[(i + 1) % size]});
  Cell *root = new Cell;
  for (const Body &body : bodies)
    root->insert(body);
  double result = root->mass * root->moment;
  for (const Cell *cell : root->child)
    if (cell && cell->body)
      result += cell->body->x * cell->mass * cell->moment;
  delete root;
  return result;
}
static void gradient(double *x, double *dx) {
  __enzyme_autodiff_gradient((void *)centre, enzyme_dup, x, dx);
}
static double tangent(double *x, double *along) {
  return __enzyme_fwddiff_tangent((void *)centre, enzyme_dup, x, along);
}

int main() {
  const double at[size] = {0.4, 1.2, 0.9}, along[size] = {0.3, -0.7, 1.1}, step = 1e-5;
  double expected[size] = {};
  for (int side = -1; side <= 1; side += 2) {
    double x[size], dx[size] = {};
    for (int i = 0; i < size; i++)
      x[i] = at[i] + side * step * along[i];
    gradient(x, dx);
    for (int i = 0; i < size; i++)
      expected[i] += side * dx[i] / (2 * step);
  }
  double x[size] = {0.4, 1.2, 0.9}, t[size] = {0.3, -0.7, 1.1};
  double first[size] = {}, again[size] = {}, seed[size] = {0.3, -0.7, 1.1};
  double forward_reverse[size] = {}, reverse_forward[size] = {}, reverse_reverse[size] = {};
  __enzyme_fwddiff_gradient((void *)gradient, enzyme_dup, x, t, enzyme_dup, first, forward_reverse);
  __enzyme_autodiff_tangent((void *)tangent, enzyme_dup, x, reverse_forward, enzyme_const, t);
  __enzyme_autodiff_gradient((void *)gradient, enzyme_dup, x, reverse_reverse, enzyme_dup, again,
                             seed);
  for (int i = 0; i < size; i++) {
    CLOSE(forward_reverse[i], reverse_forward[i]);
    CLOSE(reverse_reverse[i], reverse_forward[i]);
    if (std::fabs(forward_reverse[i] - expected[i]) > 1e-6)
      return 1;
  }
  return oracle_exit();
}
