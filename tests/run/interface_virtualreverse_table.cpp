/* virtualreverse of a table: the shadow object of a class with virtual functions. */
#include "oracle.h"
extern "C" void *__enzyme_virtualreverse(void *);
extern int enzyme_dup;
template <typename T> T __enzyme_autodiff(void *, ...);
struct Shape {
  double size;
  explicit Shape(double s) : size(s) {}
  virtual double area(double k) const { return k * size * size; }
  virtual ~Shape() {}
};
struct Disk : Shape {
  explicit Disk(double s) : Shape(s) {}
  double area(double k) const override { return 3 * k * size * size * size; }
};
__attribute__((noinline)) double measure(const Shape *s, double k) { return s->area(k) + k; }
int main() {
  Disk d(2);
  Disk shadow(0);
  *(void **)&shadow = __enzyme_virtualreverse(*(void **)&d);
  double dk =
      __enzyme_autodiff<double>((void *)measure, enzyme_dup, (Shape *)&d, (Shape *)&shadow, 5.0);
  CLOSE(dk, 25);
  CLOSE(shadow.size, 180);
  return oracle_exit();
}
