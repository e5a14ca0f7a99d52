// Vectors that a loop fills: fresh, with room, with too little room, with elements before, in rows,
// refilled, two at once; left early, or by an exception; with a pointer to the first element that is
// used while the vector grows.
#include "oracle.h"
#include <stdexcept>
#include <vector>

static double sum(const std::vector<double> &v) {
  double total = 0;
  for (size_t i = 0; i < v.size(); i++)
    total += v[i] * v[i] * (i + 1);
  return total;
}
PRIMAL(fresh) {
  std::vector<double> v;
  for (size_t i = 0; i < n; i++)
    v.push_back(in[i] * in[(i + 1) % n]);
  out[0] += sum(v);
}
PRIMAL(reserved) {
  std::vector<double> enough, few, started(2, in[0]);
  enough.reserve(n);
  few.reserve(2);
  for (size_t i = 0; i < n; i++)
    enough.push_back(in[i] * in[i]);
  for (size_t i = 0; i < n; i++)
    few.push_back(in[i] * enough[n - 1 - i]);
  for (size_t i = 0; i < n; i++)
    started.push_back(in[i] * few[i]);
  out[0] += sum(enough) + sum(few) + sum(started);
}
PRIMAL(running) { // what is pushed depends on what was pushed before
  std::vector<double> v;
  v.push_back(in[0]);
  for (size_t i = 1; i < n; i++)
    v.push_back(v.back() * 0.5 + in[i] * v[i / 2]);
  out[0] += sum(v);
}
PRIMAL(rows) {
  std::vector<std::vector<double>> table;
  for (size_t i = 0; i < n; i++) {
    std::vector<double> row;
    for (size_t j = 0; j <= i; j++)
      row.push_back(in[i] * in[j]);
    table.push_back(row);
  }
  for (size_t i = 0; i < n; i++)
    out[0] += sum(table[i]) * (i + 1);
}
struct Point {
  double x, y;
  int index;
};
PRIMAL(refilled) {
  std::vector<Point> points;
  std::vector<int> order;
  for (int round = 0; round < 3; round++) {
    points.clear();
    for (size_t i = 0; i < n - round; i++) {
      points.push_back({in[i], in[i] * in[round], (int)i});
      order.push_back((int)(n - 1 - i));
    }
    for (const Point &p : points)
      out[0] += p.x * p.y * (order[p.index] + 1);
  }
}
PRIMAL(some) {
  std::vector<double> large, until;
  for (size_t i = 0; i < n; i++)
    if (in[i] > 0.8)
      large.push_back(in[i] * in[i]);
  for (size_t i = 0; i < n; i++) {
    if (in[i] > 1.9)
      break;
    until.push_back(in[i] * in[0]);
  }
  out[0] += sum(large) + sum(until);
}
static double checked(double x, size_t i, size_t last) {
  if (i == last)
    throw std::runtime_error("too far");
  return x * x;
}
PRIMAL(thrown) {
  std::vector<double> v;
  try {
    for (size_t i = 0; i < n; i++)
      v.push_back(checked(in[i], i, n - 2));
  } catch (const std::runtime_error &) {
    out[0] += 2 * in[0];
  }
  out[0] += sum(v);
}
PRIMAL(looked_into) {
  std::vector<double> v;
  v.reserve(2);
  v.push_back(in[0]);
  const double *first = &v[0];
  double total = 0;
  for (size_t i = 1; i < n; i++) {
    if (i < 2)
      total += *first * in[i];
    v.push_back(in[i] * in[i]);
  }
  out[0] += sum(v) + total;
}
struct alignas(64) Aligned {
  double value;
};
PRIMAL(aligned) { // by another operator new, which is told how
  std::vector<Aligned> v, started(2, Aligned{in[0]});
  for (size_t i = 0; i < n; i++)
    v.push_back({in[i] * in[i]});
  for (size_t i = 0; i < n; i++)
    started.push_back({v[i].value * in[i]});
  for (size_t i = 0; i < n; i++)
    out[0] += v[i].value * started[i + 1].value;
}
PRIMAL(room) { // how much of it there is remains what it is
  std::vector<double> v;
  for (size_t i = 0; i < n; i++)
    v.push_back(in[i] * in[i]);
  out[0] += sum(v) * (double)v.capacity();
}
PRIMAL(never) {
  std::vector<double> none;
  for (size_t i = n; i < n; i++)
    none.push_back(in[i]);
  for (size_t i = 0; i + n < 1; i++)
    none.push_back(in[i]);
  out[0] += (double)none.size() + in[0] * in[0];
}
ORACLE(fresh, 6, 1, 0.5, 2.0)
ORACLE(reserved, 6, 1, 0.5, 2.0)
ORACLE(running, 6, 1, 0.5, 2.0)
ORACLE(rows, 6, 1, 0.5, 2.0)
ORACLE(refilled, 6, 1, 0.5, 2.0)
ORACLE(some, 6, 1, 0.5, 2.0)
ORACLE(thrown, 6, 1, 0.5, 2.0)
ORACLE(looked_into, 6, 1, 0.5, 2.0)
ORACLE(aligned, 6, 1, 0.5, 2.0)
ORACLE(room, 6, 1, 0.5, 2.0)
ORACLE(never, 6, 1, 0.5, 2.0)
int main() {
  fresh_oracle();
  reserved_oracle();
  running_oracle();
  rows_oracle();
  refilled_oracle();
  some_oracle();
  thrown_oracle();
  looked_into_oracle();
  aligned_oracle();
  room_oracle();
  never_oracle();
  return oracle_exit();
}
