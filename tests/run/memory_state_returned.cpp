// A state that each step takes from the last one and returns in memory of its own: the step reads a
// block that was there before the new one was made, so nothing of it is kept. Blocks that are grown
// in place, kept beside each other, or taken from a pool of the program's own are as before.
#include "../../include/adcc/adcc.h"
#include "oracle.h"
#include <memory>
#include <utility>
#include <vector>

typedef std::vector<double> State;

static State step(const State &u, double rate) {
  size_t n = u.size();
  State next(n);
  for (size_t i = 0; i < n; i++)
    next[i] = u[i] + rate * u[(i + 1) % n] * u[(i + n - 1) % n];
  return next;
}
static double integrate(const double *in, int n, int steps) {
  State u(in, in + n);
  for (int t = 0; t < steps; t++)
    u = step(u, 0.1);
  double sum = 0;
  for (double value : u)
    sum += value * value;
  return sum;
}
PRIMAL(integrated) {
  (void)m;
  out[0] = integrate(in, (int)n, 5);
}
ORACLE(integrated, 6, 1, -1, 1)

// Two states, of which the new one takes the place of the one before: read after it is written.
PRIMAL(two_behind) {
  State before(in, in + n), now(in, in + n);
  for (int t = 0; t < 4; t++) {
    State next(n);
    for (size_t i = 0; i < n; i++)
      next[i] = 2 * now[i] - before[i] * now[(i + 1) % n];
    before = std::move(now);
    now = std::move(next);
    before[t % n] *= now[0];
  }
  for (size_t i = 0; i < n; i++)
    out[i % m] += now[i] * before[i];
}
ORACLE(two_behind, 5, 2, -1, 1)

// A block that grows where it lies, and one that the program takes again from a list of its own.
static double *pool[4];
static int pooled;
static double *take(size_t count) {
  return pooled ? pool[--pooled] : (double *)malloc(count * sizeof(double));
}
static void give(double *block) { pool[pooled++] = block; }

PRIMAL(pooled_states) {
  double *u = take(n);
  memcpy(u, in, n * sizeof *u);
  for (int t = 0; t < 4; t++) {
    double *next = take(n);
    for (size_t i = 0; i < n; i++)
      next[i] = u[i] * u[(i + 1) % n] + 0.5;
    give(u);
    u = next;
  }
  for (size_t i = 0; i < n; i++)
    out[i % m] += u[i] * u[i];
  free(u);
  while (pooled)
    free(pool[--pooled]);
}
ORACLE(pooled_states, 5, 2, -1, 1)

PRIMAL(grown) {
  double *u = (double *)malloc(n * sizeof *u);
  memcpy(u, in, n * sizeof *u);
  size_t count = n;
  for (int t = 0; t < 3; t++) {
    double *more = (double *)realloc(u, (count + n) * sizeof *u);
    for (size_t i = 0; i < n; i++)
      more[count + i] = more[count - 1 - i] * in[i];
    for (size_t i = 0; i < count; i++)
      more[i] *= more[count];
    u = more;
    count += n;
  }
  for (size_t i = 0; i < count; i++)
    out[i % m] += u[i];
  free(u);
}
ORACLE(grown, 4, 2, -1, 1)

// The list of all states: an older one is written to.
PRIMAL(listed) {
  std::vector<std::unique_ptr<State>> states;
  states.push_back(std::make_unique<State>(in, in + n));
  for (int t = 0; t < 4; t++) {
    const State &u = *states.back();
    states.push_back(std::make_unique<State>(step(u, 0.3)));
    (*states[t / 2])[t % n] += (*states.back())[0];
  }
  for (auto &state : states)
    for (size_t i = 0; i < n; i++)
      out[i % m] += (*state)[i] * in[i];
}
ORACLE(listed, 4, 2, -1, 1)

// The new block is made before the old one is looked up in the object that has it.
struct Tensor {
  int size;
  std::vector<double> values;
  explicit Tensor(int size) : size(size), values(size) {}
};
struct Layer {
  virtual ~Layer() = default;
  virtual Tensor forward(const Tensor &x) const = 0;
};
struct Dense : Layer {
  const double *weights;
  int count;
  Dense(const double *weights, int count) : weights(weights), count(count) {}
  Tensor forward(const Tensor &x) const override {
    Tensor y(x.size);
    for (int i = 0; i < y.size; i++)
      for (int k = 0; k < x.size; k++)
        y.values[i] += x.values[k] * weights[(i + k) % count];
    return y;
  }
};
struct Bend : Layer {
  Tensor forward(const Tensor &x) const override {
    Tensor y = x;
    for (double &value : y.values)
      value = value / (1 + value * value);
    return y;
  }
};
PRIMAL(layered) {
  (void)m;
  Tensor x(4);
  for (int i = 0; i < x.size; i++)
    x.values[i] = in[i % n] * (i + 1);
  std::vector<std::unique_ptr<Layer>> layers;
  layers.push_back(std::make_unique<Dense>(in, (int)n));
  layers.push_back(std::make_unique<Bend>());
  layers.push_back(std::make_unique<Dense>(in, (int)n));
  for (auto &layer : layers)
    x = layer->forward(x);
  for (double value : x.values)
    out[0] += value * value;
}
ORACLE(layered, 5, 1, -0.8, 0.8)

// Rows that are read while the next one is made, which then joins them; and rows that are changed.
PRIMAL(orthogonal) {
  std::vector<State> rows;
  for (size_t k = 0; k < 3; k++) {
    State row(n);
    for (size_t i = 0; i < n; i++)
      row[i] = in[i] * (1 + 0.3 * (double)((i + k) % n)) + (i == k);
    for (State &other : rows) {
      double product = 0;
      for (size_t i = 0; i < n; i++)
        product += other[i] * row[i];
      for (size_t i = 0; i < n; i++)
        row[i] -= 0.2 * product * other[i];
      if (k == 2)
        other[0] *= row[1];
    }
    rows.push_back(std::move(row));
  }
  for (State &row : rows)
    for (size_t i = 0; i < n; i++)
      out[i % m] += row[i] * row[0];
}
ORACLE(orthogonal, 4, 2, -1, 1)

int main() {
  orthogonal_oracle();
  layered_oracle();
  integrated_oracle();
  two_behind_oracle();
  pooled_states_oracle();
  grown_oracle();
  listed_oracle();
  enum { SIZE = 1000, STEPS = 40 };
  static double x[SIZE], dx[SIZE];
  for (int i = 0; i < SIZE; i++)
    x[i] = 0.1 * (i % 7);
  adcc_tape_reset_peak();
  __adcc_autodiff((void *)integrate, adcc_dup, x, dx, SIZE, STEPS);
  adcc_tape_statistics stats;
  adcc_tape_stats(&stats);
  EXPECT(stats.peak_bytes <= SIZE * sizeof(double));
  return oracle_exit();
}
