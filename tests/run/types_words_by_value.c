/* Words that are a number or an address at one time and another, passed by value to functions that
 * call themselves: the items of a small Lisp and lists within lists. */
#include "modes.h"

typedef enum { NONE, NUMBER, SYMBOL, PAIR } Kind;
typedef struct {
  Kind kind;
  union {
    double number;
    int symbol;
    struct Cell *pair;
  } as;
} Item;
typedef struct Cell {
  Item first, rest;
} Cell;

static Item of_number(double number) { return (Item){NUMBER, {.number = number}}; }
static Item pair(Item first, Item rest) {
  Item item = {PAIR, {0}};
  item.as.pair = malloc(sizeof(Cell));
  *item.as.pair = (Cell){first, rest};
  return item;
}

static Item parse(const char **text) {
  Item items[8], list = {NONE, {0}};
  int count = 0;
  char c = *(*text)++;
  if (c != '(')
    return c >= '0' && c <= '9' ? of_number(c - '0') : (Item){SYMBOL, {.symbol = c}};
  while (**text != ')')
    items[count++] = parse(text);
  ++*text;
  while (count)
    list = pair(items[--count], list);
  return list;
}

static Item evaluate(Item item, const double *x) {
  if (item.kind == SYMBOL)
    return of_number(x[item.as.symbol - 'a']);
  if (item.kind != PAIR)
    return item;
  Item rest = item.as.pair->rest, sum = evaluate(rest.as.pair->first, x);
  for (rest = rest.as.pair->rest; rest.kind == PAIR; rest = rest.as.pair->rest) {
    double next = evaluate(rest.as.pair->first, x).as.number;
    sum.as.number = item.as.pair->first.as.symbol == '+' ? sum.as.number + next : sum.as.number * next;
  }
  return sum;
}

static double depths(Item item, int depth) {
  if (item.kind == PAIR)
    return depths(item.as.pair->first, depth + 1) + depths(item.as.pair->rest, depth);
  return item.kind == NUMBER ? item.as.number * item.as.number * depth : 0;
}

static int count(Item item) {
  if (item.kind == PAIR)
    return count(item.as.pair->first) + count(item.as.pair->rest) + 1;
  return item.kind == NUMBER && item.as.number > 1000 ? 100 : 0;
}

static void release(Item item) {
  if (item.kind != PAIR)
    return;
  release(item.as.pair->first);
  release(item.as.pair->rest);
  free(item.as.pair);
}

PRIMAL(lisp) {
  const char *text = "(+(*ab3)(*(+a2c)b)4)";
  Item program = parse(&text);
  Item list = pair(evaluate(program, in), pair(pair(of_number(in[1]), program), of_number(in[2])));
  out[0] = evaluate(program, in).as.number;
  out[1] = depths(list, 1) * count(list);
  release(list);
}
ORACLE(lisp, 3, 2, 0.5, 1.5)
PRIMAL(lisp_in_halves) { lisp(in, n, out, m); }
ORACLE_SPLIT(lisp_in_halves, 3, 2, 0.5, 1.5)
PRIMAL(lisp_in_lanes) { lisp(in, n, out, m); }
ORACLE_WIDTH(lisp_in_lanes, 3, 2, 0.5, 1.5)

int main(void) {
  lisp_oracle();
  lisp_in_halves_oracle();
  lisp_in_lanes_oracle();
  return oracle_exit();
}
