/* Values of an interpreter: a tag, and a word that is a number, a function or a list. Where a value
 * is only handed on, LLVM moves its word as the pointer that other paths take it for. */
#include "oracle.h"

typedef enum { NUMBER, LIST, FUNCTION } Tag;
typedef struct Value Value;
typedef Value (*Function)(const Value *, long);
struct Value {
  Tag tag;
  union {
    double number;
    struct {
      Value *items;
      long count;
    } list;
    Function function;
  } as;
};

static Value number(double x) {
  Value v;
  v.tag = NUMBER;
  v.as.number = x;
  return v;
}
static Value function(Function f) {
  Value v;
  v.tag = FUNCTION;
  v.as.function = f;
  return v;
}
static Value list(Function f, Value a, Value b) {
  Value v;
  v.tag = LIST;
  v.as.list.count = 3;
  v.as.list.items = calloc(3, sizeof(Value));
  v.as.list.items[0] = function(f);
  v.as.list.items[1] = a;
  v.as.list.items[2] = b;
  return v;
}
static Value add(const Value *items, long count) {
  double sum = 0;
  for (long i = 0; i < count; i++)
    sum += items[i].as.number;
  return number(sum);
}
static Value multiply(const Value *items, long count) {
  double product = 1;
  for (long i = 0; i < count; i++)
    product *= items[i].as.number;
  return number(product);
}

static Value evaluate(Value expression) {
  if (expression.tag != LIST)
    return expression;
  Value arguments[8];
  for (long i = 1; i < expression.as.list.count; i++)
    arguments[i - 1] = evaluate(expression.as.list.items[i]);
  return expression.as.list.items[0].as.function(arguments, expression.as.list.count - 1);
}
static void release(Value expression) {
  if (expression.tag != LIST)
    return;
  for (long i = 0; i < expression.as.list.count; i++)
    release(expression.as.list.items[i]);
  free(expression.as.list.items);
}
PRIMAL(interpreter) {
  (void)n, (void)m;
  Value sum = list(add, number(in[0]), number(in[1] * 2));
  Value whole = list(multiply, sum, list(multiply, number(in[2]), number(in[0])));
  out[0] = evaluate(whole).as.number;
  release(whole);
}
ORACLE(interpreter, 3, 1, 0.5, 1.5)

/* The same word through choices and round a loop, beside values that are pointers for certain. */
typedef struct {
  long tag;
  union {
    double number;
    double *reference;
  } as;
} Cell;
static double read(const Cell *cell) { return cell->tag ? *cell->as.reference : cell->as.number; }
__attribute__((noinline)) static void newest(const Cell *cells, long count, const Cell *other,
                                             Cell *found) {
  Cell best = *other;
  for (long i = 0; i < count; i++)
    if (cells[i].tag == best.tag || (i & 1 && *cells[i].as.reference > 0.2))
      best = cells[i];
  *found = best;
}
PRIMAL(choices) {
  (void)n, (void)m;
  double owned = in[0] * in[1];
  Cell cells[4], found[2];
  for (int i = 0; i < 4; i++) {
    cells[i].tag = i & 1;
    if (i & 1)
      cells[i].as.reference = i > 2 ? &in[2] : &owned;
    else
      cells[i].as.number = in[i] * in[i];
  }
  newest(cells, 3, &cells[3], &found[0]);
  newest(cells + 2, 1, &cells[0], &found[1]);
  out[0] = read(&found[0]) * read(&found[1]);
  found[0] = found[1];
  out[1] = read(&found[0]) * read(&cells[3]);
}
ORACLE(choices, 3, 2, 0.5, 1.5)

int main(void) {
  interpreter_oracle();
  choices_oracle();
  return oracle_exit();
}
