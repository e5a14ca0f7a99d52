/* A state that each step replaces by a new vector: of the same length, in some steps, of another
 * length, empty, exchanged with one of another length, in a loop that is left. */
#include "oracle.h"
#include <functional>
#include <utility>
#include <vector>

using Vector = std::vector<double>;
static Vector operator+(const Vector &a, const Vector &b) {
  Vector r(a);
  for (size_t i = 0; i < a.size(); i++)
    r[i] += b[i];
  return r;
}
static Vector operator*(double s, const Vector &a) {
  Vector r(a);
  for (double &v : r)
    v *= s;
  return r;
}
using Rate = std::function<Vector(double, const Vector &)>;
static Vector runge_kutta(const Rate &f, double t, const Vector &y, double h) {
  Vector k1 = f(t, y), k2 = f(t + h / 2, y + (h / 2) * k1), k3 = f(t + h / 2, y + (h / 2) * k2),
         k4 = f(t + h, y + h * k3);
  return y + (h / 6) * (k1 + 2.0 * k2 + 2.0 * k3 + k4);
}
PRIMAL(integrated) {
  Vector y(in, in + n);
  auto rate = [&](double t, const Vector &at) {
    Vector d(at.size());
    for (size_t i = 0; i < at.size(); i++)
      d[i] = in[0] * (at[(i + 1) % at.size()] - at[i]) - 0.1 * at[i] * at[i] + std::sin(t);
    return d;
  };
  for (int step = 0; step < 5; step++)
    y = runge_kutta(rate, 0.1 * step, y, 0.1);
  for (size_t i = 0; i < n; i++)
    out[i % m] += y[i] * y[i];
}
ORACLE(integrated, 6, 2, 0.2, 1.2)

static Vector squared(const Vector &a) {
  Vector r(a.size());
  for (size_t i = 0; i < a.size(); i++)
    r[i] = a[i] * a[i] * 0.7 + 0.1 * i;
  return r;
}
/* In some steps, and the loop is left in between. */
static double some(const double *in, size_t count, int steps) {
  Vector y(in, in + count);
  double sum = 0;
  for (int step = 0; step < steps; step++) {
    if (step % 3 != 1)
      y = squared(y);
    for (double v : y)
      sum += v * (step + 1);
    if (sum > 6)
      break;
    Vector z = y + y;
    sum += z.empty() ? 1 : z.back();
  }
  return sum + 0.5 * (y.empty() ? 1 : y.front());
}
PRIMAL(in_some) {
  out[0] = some(in, n, 7) + some(in, 0, 3) + some(in + 1, 1, 4);
  out[1] = some(in + 2, 2, 5) * in[0];
}
ORACLE(in_some, 5, 2, 0.2, 0.9)

/* Of another length: half of it, one more, and two that change places. */
static Vector folded(const Vector &a) {
  Vector r((a.size() + 1) / 2);
  for (size_t i = 0; i < a.size(); i++)
    r[i / 2] += a[i] * a[i];
  return r;
}
PRIMAL(shorter) {
  Vector y(in, in + n), longer(1, in[0]), a(in, in + 2), b(in, in + n);
  while (y.size() > 1)
    y = folded(y);
  for (int step = 0; step < 4; step++) {
    Vector more(longer.size() + 1);
    for (size_t i = 0; i < longer.size(); i++)
      more[i] = longer[i] * in[i];
    more[longer.size()] = in[step % n] * longer[0];
    longer = more;
    std::swap(a, b);
    a = squared(a);
  }
  out[0] = y[0];
  for (double v : longer)
    out[1] += v;
  for (size_t i = 0; i < a.size(); i++)
    out[0] += a[i] * (i + 1);
  for (double v : b)
    out[1] += v * v;
}
ORACLE(shorter, 6, 2, 0.3, 0.9)

/* Several, one of which is as long as another. */
PRIMAL(several) {
  Vector x(in, in + n), v(n, 0.1), history;
  for (int step = 0; step < 4; step++) {
    Vector force(n);
    for (size_t i = 0; i < n; i++)
      force[i] = -x[i] + 0.2 * x[(i + 1) % n] * v[i];
    Vector next = x + 0.1 * v;
    v = v + 0.1 * force;
    x = std::move(next);
    history = x;
  }
  for (size_t i = 0; i < history.size(); i++)
    out[i % m] += history[i] * v[i] + x[i];
}
ORACLE(several, 5, 2, 0.2, 1.2)

int main() {
  integrated_oracle();
  in_some_oracle();
  shorter_oracle();
  several_oracle();
  return oracle_exit();
}
