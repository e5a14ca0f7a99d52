/* Vectors that each step of a loop makes and gives back: of the size of the state, empty ones, of
 * sizes that change, filled in part, kept past a step, given back by an exception or by leaving the
 * loop. */
#include "oracle.h"
#include <algorithm>
#include <stdexcept>
#include <vector>

using Vector = std::vector<double>;

static Vector rate(const Vector &y) {
  size_t n = y.size();
  Vector d(n);
  for (size_t i = 0; i < n; i++)
    d[i] = (y[(i + 1) % n] - y[(i + n - 2) % n]) * y[(i + n - 1) % n] - y[i] + 0.5;
  return d;
}
static Vector moved(const Vector &y, double h, const Vector &d) {
  Vector r(y.size());
  for (size_t i = 0; i < y.size(); i++)
    r[i] = y[i] + h * d[i];
  return r;
}
PRIMAL(runge_kutta) {
  Vector y(in, in + n);
  const double h = 0.05;
  for (int step = 0; step < 6; step++) {
    Vector k1 = rate(y), k2 = rate(moved(y, h / 2, k1)), k3 = rate(moved(y, h / 2, k2)),
           k4 = rate(moved(y, h, k3));
    for (size_t i = 0; i < n; i++)
      y[i] += h / 6 * (k1[i] + 2 * k2[i] + 2 * k3[i] + k4[i]);
  }
  for (size_t i = 0; i < n; i++)
    out[i % m] += y[i] * y[i];
}
ORACLE(runge_kutta, 7, 2, 0.2, 1.5)

/* The state itself is a new vector in each step. */
PRIMAL(replaced) {
  Vector y(in, in + n);
  for (int step = 0; step < 5; step++)
    y = moved(y, 0.1, rate(y));
  Vector z = y;
  for (int step = 0; step < 3; step++) {
    Vector next = moved(z, 0.1, rate(z));
    z.swap(next);
  }
  for (size_t i = 0; i < n; i++)
    out[i % m] += y[i] * z[i];
}
ORACLE(replaced, 6, 2, 0.2, 1.5)

/* None of the elements is there in some calls, one in others. */
static double few(const double *in, size_t count, int steps) {
  double sum = 1;
  for (int step = 0; step < steps; step++) {
    Vector a(count), b(in, in + count);
    for (size_t i = 0; i < count; i++)
      a[i] = b[i] * sum + step;
    Vector c = a;
    for (double x : c)
      sum += 0.1 * x * x;
    sum += a.empty() ? 0.5 * sum : a.back();
  }
  return sum;
}
PRIMAL(sizes) {
  out[0] = few(in, 0, 3) + few(in, 1, 3) + few(in, 2, 3);
  out[1] = few(in, n, 2) * in[0];
}
ORACLE(sizes, 4, 2, 0.2, 0.9)

/* The size changes from step to step, or only with the outer loop. */
PRIMAL(changing) {
  for (size_t k = 1; k < n; k++) {
    Vector a(k);
    for (size_t i = 0; i < k; i++)
      a[i] = in[i] * in[k];
    for (int step = 0; step < 3; step++) {
      Vector b(k), c(k + 1);
      for (size_t i = 0; i < k; i++) {
        b[i] = std::sin(a[i]);
        c[i + 1] = c[i] + b[i];
      }
      for (size_t i = 0; i < k; i++)
        a[i] = b[i] * c[i + 1];
      out[step % m] += c[k] * a[0];
    }
  }
}
ORACLE(changing, 6, 2, 0.2, 1.2)

/* Zeros that are read, as the loop behind them fills only some, or reads what it fills. */
PRIMAL(zeros) {
  double state = in[0];
  for (int step = 0; step < 4; step++) {
    Vector every(n), even(n), sums(n), late(n);
    for (size_t i = 0; i < n; i += 2)
      even[i] = in[i] * state;
    for (size_t i = 0; i < n; i++)
      sums[i] = (i ? sums[i - 1] : sums[n - 1]) + in[i] * even[i];
    double before = late[step];
    for (size_t i = 0; i < n; i++)
      late[i] = in[i] * in[i];
    for (size_t i = 0; i < n; i++) {
      if (step == 2 && i == 1)
        continue;
      every[i] = in[i] + state;
    }
    for (size_t i = 0; i < n; i++)
      state += 0.1 * every[i] * sums[i] + late[i] * even[(i + 1) % n] + before;
  }
  out[0] = state;
}
ORACLE(zeros, 6, 1, 0.2, 0.9)

static void check(double x) {
  if (x > 1.5)
    throw std::range_error("too far");
}
PRIMAL(thrown) {
  double state = in[0];
  for (int step = 0; step < 8; step++)
    try {
      Vector a(n), b(n);
      for (size_t i = 0; i < n; i++)
        a[i] = in[i] * state;
      check(a[n - 1]);
      for (size_t i = 0; i < n; i++)
        b[i] = a[i] * in[n - 1 - i];
      for (double x : b)
        state += 0.2 * x;
    } catch (const std::range_error &) {
      state *= 0.25 * in[1];
      out[1] += state;
    }
  out[0] = state;
}
ORACLE(thrown, 5, 2, 0.4, 1.4)

static double first_large(const double *in, size_t n) {
  double state = in[0];
  for (int step = 0; step < 10; step++) {
    Vector a(n);
    for (size_t i = 0; i < n; i++)
      a[i] = state + in[i] * (step + 1);
    if (a[n - 1] > 4)
      return a[0] * a[1];
    if (step % 2 == 0)
      continue;
    Vector b(a.rbegin(), a.rend());
    state = *std::max_element(b.begin(), b.end()) * 0.5;
    if (state > 2)
      break;
  }
  return state;
}
PRIMAL(left) {
  for (size_t i = 0; i + 3 <= n; i++)
    out[i % m] += first_large(in + i, 3);
}
ORACLE(left, 8, 2, 0.3, 1.2)

/* A vector of too many elements throws, and is caught. */
static double as_many(const double *in, int n, int count) {
  double sum = in[0];
  for (int step = 0; step < 3; step++)
    try {
      Vector v(count);
      for (int i = 0; i < count; i++)
        v[i] = in[i % n] * sum;
      for (double x : v)
        sum += 0.1 * x * x;
    } catch (const std::length_error &) {
      sum *= in[1];
    }
  return sum;
}
PRIMAL(too_long) {
  out[0] = as_many(in, (int)n, (int)n);
  out[1] = as_many(in, (int)n, -1);
}
ORACLE(too_long, 4, 2, 0.3, 0.9)

/* A matrix that a nest fills, and vectors in a loop that is in a loop. */
PRIMAL(nested) {
  for (int sweep = 0; sweep < 3; sweep++) {
    Vector matrix(n * n);
    for (size_t i = 0; i < n; i++)
      for (size_t j = 0; j < n; j++)
        matrix[i * n + j] = in[i] * in[j] + (i == j);
    Vector x(in, in + n);
    for (int step = 0; step < 3; step++) {
      Vector y(n);
      for (size_t i = 0; i < n; i++)
        for (size_t j = 0; j < n; j++)
          y[i] += matrix[i * n + j] * x[j];
      double norm = 0;
      for (double v : y)
        norm += v * v;
      for (size_t i = 0; i < n; i++)
        x[i] = y[i] / std::sqrt(norm);
    }
    for (size_t i = 0; i < n; i++)
      out[i % m] += x[i] * in[(i + sweep) % n];
  }
}
ORACLE(nested, 5, 2, 0.2, 1.2)

int main() {
  runge_kutta_oracle();
  replaced_oracle();
  sizes_oracle();
  changing_oracle();
  zeros_oracle();
  thrown_oracle();
  left_oracle();
  too_long_oracle();
  nested_oracle();
  return oracle_exit();
}
