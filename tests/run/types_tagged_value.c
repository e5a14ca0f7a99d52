/* Values with a tag that hold an integer, a number or a pointer to one: passed and returned by
 * value, kept on a stack, and computed on. */
#include "oracle.h"
typedef struct {
  enum { INTEGER, NUMBER, REFERENCE } tag;
  union {
    long i;
    double d;
    double *p;
  };
} Value;
static Value integer(long i) {
  Value v;
  v.tag = INTEGER;
  v.i = i;
  return v;
}
static Value number(double d) {
  Value v;
  v.tag = NUMBER;
  v.d = d;
  return v;
}
static Value reference(double *p) {
  Value v;
  v.tag = REFERENCE;
  v.p = p;
  return v;
}
static double as_number(Value v) {
  return v.tag == INTEGER ? (double)v.i : v.tag == NUMBER ? v.d : *v.p;
}
static Value add(Value a, Value b) {
  if (a.tag == INTEGER && b.tag == INTEGER)
    return integer(a.i + b.i);
  return number(as_number(a) + as_number(b));
}
static Value multiply(Value a, Value b) {
  if (a.tag == INTEGER && b.tag == INTEGER)
    return integer(a.i * b.i);
  return number(as_number(a) * as_number(b));
}
PRIMAL(values) {
  Value stack[8];
  int top = 0;
  for (size_t i = 0; i < n; i++)
    stack[top++] = i % 3 == 0   ? integer((long)i + 1)
                   : i % 3 == 1 ? number(in[i] * in[0])
                                : reference(&in[i]);
  while (top > 1) {
    Value a = stack[--top], b = stack[--top];
    stack[top++] = top % 2 ? multiply(a, b) : add(a, b);
  }
  out[0] = as_number(stack[0]) * in[1];
  Value sum = integer(1), x = number(in[2]);
  for (int i = 0; i < 4; i++)
    sum = add(multiply(sum, i & 1 ? x : integer(2)), integer(i));
  out[1] = as_number(sum);
}
ORACLE_MAIN(values, 6, 2, 0.5, 1.5)
