/* Text of so many letters as fit in a word is copied as one, beside closures in a map and beside
 * numbers in a vector; some of the word's bytes are known only by what else lies there. */
#include "oracle.h"
#include <functional>
#include <map>
#include <string>
#include <vector>

using Payoff = std::function<double(double)>;

static std::map<std::string, Payoff> book(double strike) {
  return {{"asian", [strike](double p) { return p - strike; }},
          {"digital", [strike](double p) { return strike * p; }},
          {"knockout", [strike](double p) { return strike + p * p; }}};
}

PRIMAL(keys) {
  auto payoffs = book(in[0]);
  double sum = 0;
  for (auto &[name, payoff] : payoffs)
    sum += payoff(in[1]) * name.size();
  out[0] = sum;
}

struct Hypothesis {
  double score;
  std::string text;
};

PRIMAL(beam) {
  std::vector<Hypothesis> beam{{0.0, ""}};
  for (int step = 0; step < 2; step++) {
    std::vector<Hypothesis> next;
    for (auto &hypothesis : beam)
      for (int k = 0; k < 2; ++k) {
        Hypothesis longer = hypothesis;
        longer.score += in[k] * (step + k + 1);
        longer.text += "tok" + std::to_string(k) + ' ';
        next.push_back(std::move(longer));
      }
    next.resize(std::min<std::size_t>(3, next.size()));
    beam = std::move(next);
  }
  double sum = 0;
  for (auto &hypothesis : beam)
    sum += hypothesis.score * hypothesis.score * hypothesis.text.size();
  out[0] = sum;
}

ORACLE(keys, 2, 1, 0.3, 1.5)
ORACLE(beam, 2, 1, 0.3, 1.5)
int main() {
  keys_oracle();
  beam_oracle();
  return oracle_exit();
}
