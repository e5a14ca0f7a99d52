/* Split modes with noret, in C++: containers whose growth may throw, virtual calls, recursion; one
 * tape for a gradient and for tangents. */
#include "oracle.h"
#include <memory>
#include <vector>
extern int enzyme_dup, enzyme_const, enzyme_nofree, enzyme_noret;
template <class R, class... T> R __enzyme_augmentfwd(T...);
template <class R, class... T> R __enzyme_reverse(T...);
template <class R, class... T> R __enzyme_fwdsplit(T...);
struct Augmented {
  void *tape;
  double value;
};
struct Shape {
  virtual ~Shape() {}
  virtual double area() const = 0;
};
struct Disc : Shape {
  double r;
  Disc(double r) : r(r) {}
  double area() const override { return 3 * r * r; }
};
struct Box : Shape {
  double a, b;
  Box(double a, double b) : a(a), b(b) {}
  double area() const override { return a * b; }
};
static double total(const double *x) {
  std::vector<std::unique_ptr<Shape>> shapes;
  shapes.emplace_back(new Disc(x[0]));
  shapes.emplace_back(new Box(x[1], x[2]));
  double sum = 0;
  for (auto &shape : shapes)
    sum += shape->area();
  return sum * sum;
}
static double chain(const std::vector<double> &v) {
  std::vector<double> w;
  for (double x : v) {
    w.push_back(x * x);
    if (w.size() > 1)
      w.back() *= w[w.size() - 2];
  }
  double sum = 0;
  for (double x : w)
    sum += exp(-x);
  return sum;
}
static double squared(double *x) {
  *x *= *x;
  return *x;
}
int main() {
  double x[3] = {1, 2, 3}, dx[3] = {0};
  Augmented a = __enzyme_augmentfwd<Augmented>((void *)total, enzyme_dup, x, dx);
  x[0] = x[1] = x[2] = 9;
  __enzyme_reverse<void>((void *)total, enzyme_dup, x, dx, 1.0, a.tape);
  CLOSE(dx[0], 2 * 9 * 6);
  CLOSE(dx[1], 2 * 9 * 3);
  std::vector<double> v{.5, .7, .9}, d(3), t{0, 1, 0};
  Augmented b = __enzyme_augmentfwd<Augmented>((void *)chain, enzyme_nofree, enzyme_dup, &v, &d);
  v[0] = v[2] = 0;
  double w0 = .25, w1 = .49 * w0, w2 = .81 * w1;
  double expected = -(exp(-w1) * w1 + exp(-w2) * w2) * 2 / .7;
  CLOSE(__enzyme_fwdsplit<double>((void *)chain, enzyme_nofree, enzyme_dup, &v, &t, b.tape),
        expected);
  __enzyme_reverse<void>((void *)chain, enzyme_dup, &v, &d, 1.0, b.tape);
  CLOSE(d[1], expected);
  double y = 3, dy = 1;
  void *tape = __enzyme_augmentfwd<void *>((void *)squared, enzyme_noret, enzyme_dup, &y, &dy);
  CLOSE(y, 9);
  __enzyme_reverse<void>((void *)squared, enzyme_noret, enzyme_dup, &y, &dy, tape);
  CLOSE(dy, 6);
  return oracle_exit();
}
