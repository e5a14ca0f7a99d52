/* Values with a tag that functions return in two registers, the second of which holds now an
 * integer, now a number, now a pointer. */
#include "oracle.h"
typedef struct {
  enum { INTEGER, NUMBER, REFERENCE } tag;
  union {
    int64_t i;
    double d;
    double *p;
  };
} Value;
static double number(Value v) {
  return v.tag == NUMBER ? v.d : v.tag == INTEGER ? (double)v.i : *v.p;
}
/* A machine with a stack of them. */
static __attribute__((noinline)) Value run(const char *code, double *registers) {
  Value stack[8], *top = stack;
  for (;; code++)
    switch (*code) {
    case 'i':
      *top++ = (Value){INTEGER, {.i = *++code - '0'}};
      break;
    case 'r':
      *top++ = (Value){NUMBER, {.d = registers[*++code - '0']}};
      break;
    case 'p':
      *top++ = (Value){REFERENCE, {.p = &registers[*++code - '0']}};
      break;
    case '+':
      top--;
      top[-1] = top[-1].tag == INTEGER && top->tag == INTEGER
                    ? (Value){INTEGER, {.i = top[-1].i + top->i}}
                    : (Value){NUMBER, {.d = number(top[-1]) + number(*top)}};
      break;
    case '*':
      top--;
      top[-1] = (Value){NUMBER, {.d = number(top[-1]) * number(*top)}};
      break;
    case '=':
      top--;
      registers[*++code - '0'] = number(*top);
      break;
    case 'x': {
      Value last = top[-1];
      top[-1] = top[-2];
      top[-2] = last;
      break;
    }
    default:
      return top[-1];
    }
}
PRIMAL(machine) {
  (void)n, (void)m;
  double registers[4] = {in[0], in[1], in[2], 1};
  out[0] = number(run("r0p1*i3+r2*", registers));
  out[1] = number(run("r0r1*=3p3", registers)) * in[2];
  out[2] = number(run("i2i3+", registers)) * in[0] + number(run("p0p2xr1*+", registers));
}
/* An integer or a number. */
typedef struct {
  int tag;
  union {
    int64_t i;
    double d;
  };
} Either;
static __attribute__((noinline)) Either either(int which, const double *x) {
  Either e = {.tag = which};
  if (which == 0)
    e.i = 5;
  else
    e.d = x[0] * x[1];
  return e;
}
PRIMAL(by_turns) {
  (void)n;
  for (size_t i = 0; i < m; i++) {
    Either e = either(i % 2, in + i % 3);
    out[i] = e.tag == 0 ? (double)e.i * in[i % 4] : e.d * in[2];
  }
}
ORACLE(machine, 3, 3, 0.5, 1.5)
ORACLE(by_turns, 4, 5, 0.5, 1.5)
int main(void) {
  machine_oracle();
  by_turns_oracle();
  return oracle_exit();
}
