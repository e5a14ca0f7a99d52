/* Functions with state in the heap, some of numbers in an array, some of pointers: all come through
 * the same word of std::function, and only copies move what they hold. */
#include "oracle.h"
#include <functional>
#include <vector>
struct Sum {
  double weights[6];
  double operator()(double x) const {
    double s = 0;
    for (double w : weights)
      s += w * x;
    return s;
  }
};
PRIMAL(functions) {
  std::vector<std::function<double(double)>> all;
  Sum sum;
  for (int i = 0; i < 6; i++)
    sum.weights[i] = in[i % n] * i;
  all.push_back(sum);
  all.push_back([&](double x) { return in[1] * x * x; });
  all.push_back(static_cast<double (*)(double)>(sin));
  std::swap(all[0], all[2]);
  std::function<double(double)> chain = [](double x) { return x; };
  for (auto &f : all) {
    auto before = chain;
    chain = [before, f](double x) { return f(before(x)) * 0.5; };
  }
  double total = 0;
  for (auto &f : all)
    total += f(in[3]);
  out[0] = total;
  out[1] = chain(in[3]);
  (void)m;
}
ORACLE_MAIN(functions, 4, 2, 0.3, 1.2)
