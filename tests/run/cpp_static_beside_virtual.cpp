/* Static objects beside virtual calls: their destructors, which the program's end calls, have the
 * type of virtual functions, but no virtual call reaches them. And constant tables, made at their
 * first use, that functions which are not inlined read. */
#include "oracle.h"
#include <memory>
#include <vector>

static const std::vector<double> &weights() {
  static const std::vector<double> values = {1, 0.5, 0.25};
  return values;
}
struct Scale {
  std::vector<double> factors;
  Scale() { factors.assign(3, 2.5); }
};
static Scale scale;

struct Signal {
  std::shared_ptr<Signal> before;
  double gain;
  Signal(std::shared_ptr<Signal> before, double gain) : before(before), gain(gain) {}
  virtual ~Signal() {}
  virtual void run(double *x) const = 0;
  virtual void reset() { gain = 0; }
};
struct Amplifier : Signal {
  using Signal::Signal;
  void run(double *x) const override {
    if (before)
      before->run(x);
    for (size_t i = 0; i < 3; i++)
      x[i] *= gain + weights()[i];
  }
};
struct Mixer : Signal {
  std::vector<std::pair<std::shared_ptr<Signal>, double>> inputs;
  explicit Mixer(double gain) : Signal(nullptr, gain) {}
  void run(double *x) const override {
    double sum[3] = {0, 0, 0};
    for (auto &input : inputs) {
      double own[3] = {x[0], x[1], x[2]};
      input.first->run(own);
      for (size_t i = 0; i < 3; i++)
        sum[i] += own[i] * input.second * gain;
    }
    for (size_t i = 0; i < 3; i++)
      x[i] = sum[i];
  }
  void reset() override { inputs.clear(); }
};
PRIMAL(signals) {
  (void)m;
  auto first = std::make_shared<Amplifier>(nullptr, in[0]);
  auto second = std::make_shared<Amplifier>(first, in[1]);
  auto mixer = std::make_shared<Mixer>(in[2]);
  mixer->inputs.push_back({first, in[3]});
  mixer->inputs.push_back({second, 0.5});
  double x[3] = {in[0], 1, in[3]};
  std::shared_ptr<Signal> whole = mixer;
  whole->run(x);
  for (size_t i = 0; i < n && i < 3; i++)
    out[0] += x[i] * scale.factors[i] * weights()[i];
  whole->reset();
}
ORACLE(signals, 4, 1, 0.5, 1.5)

/* A constant table, made at its first use, in a function that calls itself: the inner call leaves
 * it as constant as it was, whatever else it writes. */
struct Stage {
  const Stage *before;
  double gain;
  void run(double *x) const {
    if (before)
      before->run(x);
    for (size_t i = 0; i < 3; i++)
      x[i] *= gain + weights()[i];
  }
};
PRIMAL(stages) {
  (void)m;
  Stage first{nullptr, in[0]}, second{&first, in[1]};
  const Stage third{n > 100 ? nullptr : &second, in[2]};
  double x[3] = {in[0], 1, in[3]};
  third.run(x);
  out[0] += x[0] + x[1] * x[2];
}
ORACLE(stages, 4, 1, 0.5, 1.5)

int main() {
  signals_oracle();
  stages_oracle();
  return oracle_exit();
}
