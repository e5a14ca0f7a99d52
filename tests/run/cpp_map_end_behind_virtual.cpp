// large: takes long to compile
/* Virtual functions that look up a map on the caller's stack: where the map is empty, what they
 * would read from its end lies behind the map, which does not make them functions of another
 * argument. */
#include "oracle.h"
#include <map>
#include <memory>
#include <vector>

namespace {

class Curve {
  std::map<double, double> rates;

public:
  void set(double time, double rate) { rates[time] = rate; }
  double rate(double time) const {
    auto after = rates.lower_bound(time);
    if (after == rates.begin()) /* of an empty map this is the end */
      return after->second;
    auto before = std::prev(after);
    if (after == rates.end())
      return before->second;
    double weight = (time - before->first) / (after->first - before->first);
    return before->second * (1 - weight) + after->second * weight;
  }
};

struct Instrument {
  virtual ~Instrument() = default;
  virtual double maturity() const = 0;
  virtual double value(const Curve &) const = 0;
};

struct Deposit : Instrument {
  double end, quote;
  Deposit(double e, double q) : end(e), quote(q) {}
  double maturity() const override { return end; }
  double value(const Curve &c) const override {
    return std::exp(-c.rate(end) * end) * (1 + quote * end) - 1;
  }
};

struct Swap : Instrument {
  int years;
  double quote;
  Swap(int y, double q) : years(y), quote(q) {}
  double maturity() const override { return years; }
  double value(const Curve &c) const override {
    double annuity = 0;
    for (int i = 1; i <= years; i++)
      annuity += std::exp(-c.rate(i) * i);
    return quote * annuity - 1 + std::exp(-c.rate(years) * years);
  }
};

} // namespace

PRIMAL(bootstrap) {
  std::vector<std::unique_ptr<Instrument>> instruments;
  instruments.push_back(std::make_unique<Deposit>(0.5, in[0] * 0.05));
  for (int i = 1; i < 4; i++)
    instruments.push_back(std::make_unique<Swap>(i, in[i] * 0.05));
  Curve curve;
  for (const auto &instrument : instruments) {
    auto error = [&](double rate) {
      Curve trial(curve);
      trial.set(instrument->maturity(), rate);
      return instrument->value(trial);
    };
    double a = 0.01, b = 0.2, fa = error(a), fb = error(b);
    for (int i = 0; i < 6; i++) { /* the secant method */
      double c = b - fb * (b - a) / (fb - fa);
      a = b;
      fa = fb;
      b = c;
      fb = error(b);
      if (std::fabs(fb) < 1e-13)
        break;
    }
    curve.set(instrument->maturity(), b);
  }
  out[0] = curve.rate(1.3);
  out[1] = Swap(3, 0.04).value(curve);
}
ORACLE(bootstrap, 4, 2, 0.5, 1)
int main() {
  bootstrap_oracle();
  return oracle_exit();
}
