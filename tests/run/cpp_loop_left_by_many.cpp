// Loops that exceptions and jumps leave in many places, one loop within the other: the reverse sweep
// enters them there. What was kept for other iterations, or an earlier run of the loop, is of no
// account then.
#include "oracle.h"
#include <map>
#include <stdexcept>
#include <string>
#include <vector>

namespace {
struct Stop {
  double value;
};

double checked(double x, int code) {
  if (code == 3)
    throw std::runtime_error("three");
  if (code == 5)
    throw Stop{x * 0.5};
  return x * x + 0.1 * code;
}

// Each call may throw; the state that has come so far is used by whoever catches.
double walk(const std::vector<double> &x, const int *codes, int count, double &state) {
  double sum = 0;
  for (int i = 0; i < count; i++) {
    double a = checked(x[static_cast<size_t>(i)], codes[i]);
    state = 0.6 * state + 0.3 * a;
    for (int k = 0; k < i; k++) {
      double b = checked(a * x.at(static_cast<size_t>(k)), codes[(i + k) % count] + k % 2);
      if (b > 1.2)
        break;
      if (codes[k] == 7)
        goto out;
      state += 0.1 * b * state;
      sum += checked(b, codes[k]) * state;
    }
    if (codes[i] == 8)
      return sum * state;
    sum += 0.5 * a;
  }
out:
  return sum + state;
}

double guarded(const std::vector<double> &x, const int *codes, int count) {
  double total = 0, state = 0.2;
  std::map<std::string, double> seen;
  for (int run = 0; run < 3; run++) {
    try {
      total += walk(x, codes + run, count, state);
      seen["whole"] += state;
    } catch (const std::runtime_error &error) {
      seen[error.what()] += state * 0.4;
    } catch (const Stop &stop) {
      total += stop.value * state;
      state *= 0.5;
    } catch (const std::exception &) {
      total -= state;
    }
  }
  for (const auto &[name, value] : seen)
    total += value * static_cast<double>(name.size());
  return total;
}
} // namespace

PRIMAL(left) {
  static const int codes[][7] = {{0, 1, 2, 0, 1, 2, 0}, {0, 1, 3, 0, 1, 2, 1}, {0, 0, 1, 5, 0, 1, 0},
                                 {1, 7, 0, 2, 0, 1, 2}, {0, 1, 1, 2, 8, 0, 1}, {2, 5, 3, 7, 8, 1, 0}};
  std::vector<double> x;
  for (int i = 0; i < 5; i++)
    x.push_back(in[i % n] + 0.05 * i);
  for (int j = 0; j < m; j++)
    out[j] = guarded(x, codes[j % 6], j == 1 ? 4 : 5);
}
ORACLE_MAIN(left, 5, 6, 0.2, 0.8)
