// flags: -fno-exceptions -fno-rtti
/* Without exceptions and run-time types. */
#include "oracle.h"
#include <vector>
struct Layer {
  virtual double apply(double x) = 0;
};
struct Scale : Layer {
  double by;
  explicit Scale(double b) : by(b) {}
  double apply(double x) override { return by * x; }
};
struct Wave : Layer {
  double apply(double x) override { return sin(x) + x; }
};
PRIMAL(layers) {
  Scale a(in[0]), c(in[1]);
  Wave b;
  std::vector<Layer *> net = {&a, &b, &c, &b};
  double x = in[2];
  for (Layer *layer : net)
    x = layer->apply(x);
  out[0] = x;
}
ORACLE_MAIN(layers, 3, 1, 0.5, 1.5)
