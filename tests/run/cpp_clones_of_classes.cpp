// levels: O0 raw asan
/* Objects of two classes, of which one has a float where the other has doubles, are cloned, and
 * both the object and its clone are used after: a copy of an array that is a member moves doubles,
 * whatever objects of other classes have there. */
#include "oracle.h"
#include <memory>
#include <vector>
struct Term {
  double scale;
  explicit Term(double scale) : scale(scale) {}
  virtual double at(double x) { return scale * x; }
  virtual Term *clone() const = 0;
  virtual ~Term() {}
};
struct Shifted : Term {
  float shift;
  Shifted(double scale, float shift) : Term(scale), shift(shift) {}
  double at(double x) override { return Term::at(x) + shift; }
  Shifted *clone() const override { return new Shifted(*this); }
};
struct Growing : Term {
  double state[2];
  Growing(double scale, double start) : Term(scale), state{start, scale} {}
  double at(double x) override {
    state[0] += x * scale;
    return state[0] * state[1];
  }
  Growing *clone() const override { return new Growing(*this); }
};

PRIMAL(sum) {
  std::vector<std::unique_ptr<Term>> terms;
  terms.emplace_back(new Shifted(in[0], 1.5f));
  terms.emplace_back(new Growing(in[1], in[2]));
  for (int round = 0; round < 3; round++) {
    for (auto &term : terms)
      out[0] = out[0] * 0.5 + term->at(in[round]);
    terms.emplace_back(terms[1]->clone());
    terms.emplace_back(terms[0]->clone());
    terms[round % 2]->scale *= in[3];
  }
}
ORACLE_MAIN(sum, 4, 1, 0.5, 1.0)
