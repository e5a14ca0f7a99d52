/* Rules of functions that are called virtually, through pointers, tables, std::function and templates: the
 * rule is used there, too. A factor in each shows it. */
#include "oracle.h"
#include <functional>
#include <memory>
#include <vector>
extern int enzyme_dup, enzyme_const, enzyme_out, enzyme_width;
extern "C" double __enzyme_autodiff(void *, ...);
extern "C" double __enzyme_fwddiff(void *, ...);
struct Augmented {
  double tape, value;
};
__attribute__((noinline)) static double square(double x) { return x * x; }
static Augmented square_augmented(double x) { return {x, x * x}; }
static double square_gradient(double x, double seed, double tape) { return 20 * tape * seed; }
static double square_tangent(double x, double dx) { return 20 * x * dx; }
void *__enzyme_register_gradient_square[] = {(void *)square, (void *)square_augmented,
                                             (void *)square_gradient};
void *__enzyme_register_derivative_square[] = {(void *)square, (void *)square_tangent};
__attribute__((noinline)) static double cube(double x) { return x * x * x; }
__attribute__((noinline)) static double mylog(double x) {
  volatile double y = x;
  return log1p(y);
}
void *__enzyme_function_like_mylog[] = {(void *)mylog, (void *)"log1p"};
__attribute__((noinline)) static double noise(double x) { return x * 1e-3 + 1; }
void *__enzyme_inactivefn_noise[] = {(void *)noise};
struct Shape {
  virtual double area(double k) const = 0;
  virtual ~Shape() = default;
};
struct Disk : Shape {
  double r;
  explicit Disk(double r) : r(r) {}
  __attribute__((noinline)) double area(double k) const override { return k * r * r; }
};
struct Square : Shape {
  double a;
  explicit Square(double a) : a(a) {}
  double area(double k) const override { return k * a * a; }
};
extern "C" double disk_area(const Disk *, double) __asm__("_ZNK4Disk4areaEd");
static Augmented area_augmented(const Disk *d, Disk *, double k) { return {d->r, k * d->r * d->r}; }
static double area_gradient(const Disk *d, Disk *dd, double k, double seed, double r) {
  if (dd)
    dd->r += 70 * k * r * seed;
  return 7 * r * r * seed;
}
static double area_tangent(const Disk *d, const Disk *dd, double k, double dk) {
  return 7 * d->r * d->r * dk + 70 * k * d->r * (dd ? dd->r : 0);
}
void *__enzyme_register_gradient_area[] = {(void *)disk_area, (void *)area_augmented,
                                           (void *)area_gradient};
void *__enzyme_register_derivative_area[] = {(void *)disk_area, (void *)area_tangent};
using Function = double (*)(double);
static Function functions[] = {square, cube, mylog, noise};
static double by_table(double x, const int *order, int n) {
  for (int i = 0; i < n; i++)
    x = functions[order[i]](x) + x;
  return x;
}
static double by_function(double x, const int *order, int n) {
  std::vector<std::function<double(double)>> all = {square, cube, mylog, noise,
                                                    [](double y) { return square(y) * y; }};
  for (int i = 0; i < n; i++)
    x = all[order[i]](x) + x;
  return x;
}
static double by_virtual(double r, double k) {
  std::vector<std::unique_ptr<Shape>> shapes;
  shapes.emplace_back(new Disk(r));
  shapes.emplace_back(new Square(r * k));
  shapes.emplace_back(new Disk(k));
  double sum = 0;
  for (auto &shape : shapes)
    sum += shape->area(k) * (1 + sum);
  return sum;
}
static double hand(double x, const int *order, int n, double *slope) {
  *slope = 1;
  for (int i = 0; i < n; i++) {
    double d[] = {20 * x, 3 * x * x, 1 / (1 + x), 0, 20 * x * x + x * x};
    double y[] = {x * x, x * x * x, log1p(x), x * 1e-3 + 1, x * x * x};
    *slope *= d[order[i]] + 1;
    x += y[order[i]];
  }
  return x;
}
int main() {
  int order[5] = {2, 3, 0, 1, 4};
  double slope, x = 0.4;
  hand(x, order, 4, &slope);
  CLOSE(__enzyme_autodiff((void *)by_table, enzyme_out, x, enzyme_const, order, enzyme_const, 4), slope);
  CLOSE(__enzyme_fwddiff((void *)by_table, enzyme_dup, x, 1.0, enzyme_const, order, enzyme_const, 4), slope);
  hand(x, order, 5, &slope);
  CLOSE(__enzyme_autodiff((void *)by_function, enzyme_out, x, enzyme_const, order, enzyme_const, 5), slope);
  CLOSE(__enzyme_fwddiff((void *)by_function, enzyme_dup, x, 1.0, enzyme_const, order, enzyme_const, 5), slope);
  /* a = k r^2; s = a + (r k)^2 k (1 + a); s' = s + k^3 (1 + s) */
  double r = 0.7, k = 1.3, a = k * r * r, b = r * r * k * k * k, s = a + b * (1 + a), c = k * k * k;
  double da = 70 * k * r, db = 2 * r * k * k * k, ds = da + db * (1 + a) + b * da;
  double dr = ds * (1 + c);
  CLOSE(__enzyme_autodiff((void *)by_virtual, enzyme_out, r, enzyme_const, k), dr);
  CLOSE(__enzyme_fwddiff((void *)by_virtual, enzyme_dup, r, 1.0, enzyme_const, k), dr);
  da = 7 * r * r, db = 3 * r * r * k * k, ds = da + db * (1 + a) + b * da;
  double dc = 7 * k * k + 70 * k * k, dk = ds * (1 + c) + dc * (1 + s);
  CLOSE(__enzyme_autodiff((void *)by_virtual, enzyme_const, r, enzyme_out, k), dk);
  CLOSE(__enzyme_fwddiff((void *)by_virtual, enzyme_const, r, enzyme_dup, k, 1.0), dk);
  return oracle_exit();
}
