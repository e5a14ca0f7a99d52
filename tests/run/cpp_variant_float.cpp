/* A float that shares its place with the first half of a pointer: in a variant of a number and a
 * vector, swapped in a growing vector, in local variables, in arguments and results. */
#define REAL float
#define ORACLE_SLACK 50
#include "oracle.h"
#include <variant>
#include <vector>

using Value = std::variant<float, std::vector<float>>;
struct Parameter {
  Value value;
  float scale;
};
static float total(const Value &v) {
  if (const float *number = std::get_if<float>(&v))
    return *number * *number;
  float s = 0;
  for (float x : std::get<std::vector<float>>(v))
    s += x * x * x;
  return s;
}
static Value make(const float *x, int n) {
  if (n == 1)
    return x[0] * 2;
  std::vector<float> v;
  for (int i = 0; i < n; i++)
    v.push_back(x[i] * x[0]);
  return v;
}
static void swapped(const float *in, float *out) {
  std::vector<Value> all;
  for (int i = 1; i <= 3; i++) {
    Value v = make(in, i), copy = v;
    all.push_back(copy);
    out[0] += total(v) * i;
  }
  Value last = all[0];
  for (auto &v : all) {
    out[1] += total(v);
    std::swap(last, v);
  }
  last = in[1];
  out[2] += total(last);
  last = all[1];
  out[2] += total(last);
}
__attribute__((noinline)) static Value doubled(Value v) {
  if (float *number = std::get_if<float>(&v))
    *number *= 2;
  else
    for (float &x : std::get<1>(v))
      x *= 2;
  return v;
}
__attribute__((noinline)) static float use(Parameter p) { return total(p.value) * p.scale; }
static void passed(const float *in, float *out) {
  Parameter a{in[0], in[1]}, b{std::vector<float>{in[0], in[2]}, 2.0f};
  Parameter c = a, d = b;
  out[0] += use(c) + use(d);
  c.value = doubled(b.value);
  d.value = doubled(a.value);
  out[1] += use(c) * use(d);
  Value from[2] = {c.value, d.value}, to[2] = {from[0], from[1]};
  to[0] = from[1];
  to[1] = std::move(from[0]);
  for (int i = 0; i < 2; i++)
    out[2] += use({to[i], in[i]});
}
PRIMAL(all) {
  swapped(in, out);
  passed(in, out + 3);
}
ORACLE_MAIN(all, 3, 6, 0.5, 1.5)
