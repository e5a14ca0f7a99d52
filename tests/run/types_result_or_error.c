/* Results that are numbers or an error code, in one union: the code goes into the low bits of the
 * word in which the first number was, of the last call maybe. */
#include "oracle.h"

typedef struct {
  int ok;
  union {
    struct {
      double x, y;
    } value;
    int error;
  } u;
} Result;

static Result fail(int code) {
  Result r;
  r.ok = 0;
  r.u.error = code;
  return r;
}

static Result solve(double a, double b) {
  if (a < 0.3)
    return fail(3);
  if (b > 1.2)
    return fail(4);
  Result r;
  r.ok = 1;
  r.u.value.x = a * b;
  r.u.value.y = sin(b);
  return r;
}

PRIMAL(results) {
  for (size_t i = 0; i + 1 < n; i++) {
    Result r = solve(in[i], in[i + 1]);
    if (r.ok)
      out[0] += r.u.value.x * r.u.value.y;
    else
      out[1] += r.u.error;
  }
}
ORACLE(results, 14, 2, 0.1, 1.4)

typedef struct {
  enum { NUMBER, ERROR, VECTOR } tag;
  union {
    double number;
    struct {
      double x, y;
    } vector;
    struct {
      short code;
      unsigned char where;
    } error;
  } u;
} Value;

static Value add(Value a, Value b) {
  if (a.tag == ERROR)
    return a;
  if (b.tag == ERROR)
    return b;
  Value r;
  if (a.tag != b.tag) {
    r.tag = ERROR;
    r.u.error.code = 7;
    r.u.error.where = 1;
    return r;
  }
  r.tag = a.tag;
  if (a.tag == NUMBER)
    r.u.number = a.u.number + b.u.number;
  else {
    r.u.vector.x = a.u.vector.x + b.u.vector.x;
    r.u.vector.y = a.u.vector.y * b.u.vector.y;
  }
  return r;
}

static Value number(double x) { return (Value){NUMBER, {.number = x}}; }

static Value vector(double x, double y) {
  Value v = {VECTOR};
  v.u.vector.x = x;
  v.u.vector.y = y;
  return v;
}

PRIMAL(values) {
  Value stack[8];
  int top = 0;
  for (size_t i = 0; i + 1 < n; i++) {
    stack[top++] = i % 3 ? number(in[i]) : vector(in[i], in[i + 1]);
    if (top > 1 && i % 2) {
      Value b = stack[--top], a = stack[--top];
      stack[top++] = add(a, b);
    }
    if (top == 8)
      top = 3;
  }
  for (int k = 0; k < top; k++) {
    Value v = stack[k];
    out[0] += v.tag == NUMBER   ? v.u.number
              : v.tag == VECTOR ? v.u.vector.x * v.u.vector.y
                                : v.u.error.code + v.u.error.where;
  }
}
ORACLE(values, 12, 1, 0.1, 1.4)

/* The same bits of numbers that stay numbers: the low half of one, from another, hardly counts. */
static double with_low_half(double x, double low) {
  uint64_t word, other;
  memcpy(&word, &x, sizeof word);
  memcpy(&other, &low, sizeof other);
  word = (word & 0xffffffffffff0000u) | (other & 0xffffu);
  memcpy(&x, &word, sizeof x);
  return x;
}
PRIMAL(low_halves) { out[0] = with_low_half(in[0] * in[1], in[1]) * in[0]; }
ORACLE(low_halves, 2, 1, 0.4, 1.4)

int main(void) {
  results_oracle();
  values_oracle();
  oracle_precision = 1e-10;
  low_halves_oracle();
  return oracle_exit();
}
