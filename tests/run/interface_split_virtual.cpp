/* The two halves of virtual calls: objects that the primal makes, and objects
 * of the caller's; several bases, covariant results, calls in constructors, growth of what they hold. */
#include "oracle.h"
#include <memory>
#include <vector>
extern int enzyme_dup, enzyme_const, enzyme_nofree, enzyme_width, enzyme_out;
struct Half {
  void *tape;
  double value;
};
extern "C" Half __enzyme_augmentfwd(void *, ...);
extern "C" double __enzyme_reverse(void *, ...);
extern "C" void __enzyme_reverse_v(void *, ...);
extern "C" double __enzyme_fwddiff(void *, ...);
extern "C" double __enzyme_autodiff(void *, ...);
extern "C" double __enzyme_fwdsplit(void *, ...);
struct Named {
  int id = 3;
  virtual int name() const { return id; }
  virtual ~Named() = default;
};
struct Layer {
  double bias;
  std::vector<double> seen;
  explicit Layer(double b) : bias(b) { start(); }
  virtual void start() { bias *= 1.5; }
  virtual double apply(double x) = 0;
  virtual Layer *clone() const = 0;
  virtual ~Layer() = default;
};
struct Scale : Layer {
  double by;
  Scale(double b, double s) : Layer(b), by(s) {}
  double apply(double x) override {
    seen.push_back(x * by);
    return seen.back() + bias * seen.front();
  }
  Scale *clone() const override { return new Scale(*this); }
};
struct Wave : Named, Layer {
  using Layer::Layer;
  double apply(double x) override {
    bias *= 0.9;
    return sin(x) * bias * name();
  }
  Wave *clone() const override { return new Wave(*this); }
};
static double network(const double *in, double k, int rounds) {
  std::vector<std::unique_ptr<Layer>> net;
  net.emplace_back(new Scale(in[0], k));
  net.emplace_back(new Wave(in[1] * k));
  for (int i = 0; i < rounds; i++)
    net.emplace_back(net[i]->clone());
  double x = in[2];
  for (auto &layer : net) {
    x = layer->apply(x);
    if (auto *wave = dynamic_cast<Wave *>(layer.get()))
      x += wave->name() * wave->bias;
  }
  return x;
}
__attribute__((noinline)) static double use(Layer *const *layers, int n, double x) {
  for (int i = 0; i < n; i++)
    x = layers[i]->apply(x) + layers[i]->bias;
  return x;
}
int main() {
  double in[3] = {0.3, 0.7, 1.1}, k = 0.8, din[3] = {0};
  double slope[4];
  for (int i = 0; i < 4; i++) {
    double h = 1e-6, *at = i < 3 ? &in[i] : &k, keep = *at;
    *at = keep + h;
    double up = network(in, k, 3);
    *at = keep - h;
    slope[i] = (up - network(in, k, 3)) / (2 * h);
    *at = keep;
  }
  Half half = __enzyme_augmentfwd((void *)network, enzyme_dup, in, din, enzyme_out, k,
                                  enzyme_const, 3);
  CLOSE(half.value, network(in, k, 3));
  for (int i = 1; i < 3; i++) {
    double dk = __enzyme_reverse((void *)network, enzyme_nofree, enzyme_dup, in, din, enzyme_out, k,
                                 enzyme_const, 3, (double)i, half.tape);
    CLOSE_TO(dk, i * slope[3], 1e-7);
  }
  for (int i = 0; i < 3; i++)
    CLOSE_TO(din[i], 3 * slope[i], 1e-7);
  __enzyme_reverse((void *)network, enzyme_dup, in, din, enzyme_out, k, enzyme_const, 3, 0.0,
                   half.tape);
#ifdef RECORDED
  /* Forward from the recorded run, when the input is gone. */
  double t[3] = {1, 0, 0};
  half = __enzyme_augmentfwd((void *)network, enzyme_dup, in, t, enzyme_out, k, enzyme_const, 3);
  double gone[3] = {9, 9, 9};
  CLOSE_TO(__enzyme_fwdsplit((void *)network, enzyme_nofree, enzyme_dup, gone, t, enzyme_dup, k,
                             0.0, enzyme_const, 3, half.tape),
           slope[0], 1e-7);
  t[0] = 0, t[1] = 1, t[2] = 2;
  CLOSE_TO(__enzyme_fwdsplit((void *)network, enzyme_dup, gone, t, enzyme_dup, k, 3.0,
                             enzyme_const, 3, half.tape),
           slope[1] + 2 * slope[2] + 3 * slope[3], 1e-7);
#endif
  /* Objects of the caller's, with shadow objects of the same classes. */
  Scale a(0.5, 2), da(0, 0);
  Wave b(0.25), db(0);
  da.bias = db.bias = 0;
  Layer *layers[2] = {&a, &b}, *shadows[2] = {&da, &db};
  half = __enzyme_augmentfwd((void *)use, enzyme_dup, layers, shadows, enzyme_const, 2, enzyme_out,
                             1.5);
  /* y = 2x (1 + ba) + ba; z = 3 sin(y) (0.9 bb) + 0.9 bb */
  double ba = 0.75, bb = 0.375, y = 3 * (1 + ba) + ba;
  CLOSE(half.value, 3 * sin(y) * 0.9 * bb + 0.9 * bb);
  double dx = __enzyme_reverse((void *)use, enzyme_dup, layers, shadows, enzyme_const, 2,
                               enzyme_out, 1.5, 1.0, half.tape);
  double dy = 3 * cos(y) * 0.9 * bb;
  CLOSE(dx, dy * 2 * (1 + ba));
  CLOSE(da.bias, dy * (3 + 1));
  CLOSE(da.by, dy * 1.5 * (1 + ba));
  CLOSE(db.bias, 0.9 * (3 * sin(y) + 1));
  return oracle_exit();
}
