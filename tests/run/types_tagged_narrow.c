/* Values whose tag says whether their word is a number, a pointer, or an integer of half its size,
 * which functions that are not inlined take and return in registers: an interpreter. */
#include "oracle.h"
#define CALLED static __attribute__((noinline))
typedef struct {
  enum { BOOLEAN, INTEGER, NUMBER, TEXT } tag;
  union {
    int boolean;
    double number;
    int integer;
    const char *text;
  } as;
} Value;
CALLED Value number(double x) { return (Value){NUMBER, {.number = x}}; }
CALLED Value integer(int i) { return (Value){INTEGER, {.integer = i}}; }
CALLED Value boolean(int b) { return (Value){BOOLEAN, {.boolean = b}}; }
CALLED double as_number(Value v) {
  return v.tag == NUMBER    ? v.as.number
         : v.tag == INTEGER ? v.as.integer
         : v.tag == TEXT    ? (double)strlen(v.as.text)
                            : 0;
}
CALLED Value add(Value a, Value b) {
  if (a.tag == INTEGER && b.tag == INTEGER)
    return integer(a.as.integer + b.as.integer);
  return number(as_number(a) + as_number(b));
}
CALLED Value multiply(Value a, Value b) { return number(as_number(a) * as_number(b)); }
CALLED Value less(Value a, Value b) { return boolean(as_number(a) < as_number(b)); }

static double run(const char *code, const double *registers) {
  Value stack[8], *top = stack;
  for (; *code; code++)
    switch (*code) {
    case 'r':
      *top++ = number(registers[*++code - '0']);
      break;
    case 't':
      *top++ = (Value){TEXT, {.text = code}};
      break;
    case '+':
      top--;
      top[-1] = add(top[-1], top[0]);
      break;
    case '*':
      top--;
      top[-1] = multiply(top[-1], top[0]);
      break;
    case '<':
      top--;
      top[-1] = less(top[-1], top[0]);
      break;
    case 's':
      top[-1] = number(sin(as_number(top[-1])));
      break;
    case 'i':
      top[-1] = integer((int)(0.1 * as_number(top[-1])) + 2);
      break;
    case 'd':
      *top = top[-1];
      top++;
      break;
    case '?':
      if (!(--top)->as.boolean)
        code += code[1] - '0';
      code++;
      break;
    default:
      *top++ = integer(*code - '0');
    }
  return as_number(stack[0]);
}
PRIMAL(interpreted) {
  (void)n;
  (void)m;
  out[0] = run("r0r1*s23+*dr1<?3r0+d*", in);
  out[1] = run("tr0*r2+12+3+*", in) + run("45+r0i+", in);
  out[2] = run("r0r2r1<?3r1*s", in);
}
ORACLE_MAIN(interpreted, 3, 3, 0.5, 1.5)
