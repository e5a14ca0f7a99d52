/* Compares every partial derivative of math.def, in every floating-point type, with differences of
 * the function in long double; then the edges, where the value is known exactly. See
 * emit_partials.c. */
#include <math.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>

typedef void RuleFunction(const long double *operands, long double *results);

#define TYPES(F, rule)                                                                             \
  F(rule, half)                                                                                    \
  F(rule, bfloat)                                                                                  \
  F(rule, float)                                                                                   \
  F(rule, double) F(rule, long_double) F(rule, quad) F(rule, vector_float) F(rule, vector_double)

#define DECLARE(rule, type) RuleFunction rule_##rule##_##type;
#define RULE(name, cost, arity, parameters, names, d0, d1, d2, d3) TYPES(DECLARE, name)
#include "../../src/rules/math.def"

enum { RULE_PARAMETERS = 6 }; /* at most, as in src/rules/tables.h */
enum { TYPE_COUNT = 8, FLOAT = 2, DOUBLE = 3, LONG_DOUBLE = 4 };
static const char *const type_names[] = {"half",        "bfloat", "float",        "double",
                                         "long double", "quad",   "vector float", "vector double"};
/* Relative to the larger of 1 and the derivative. The last three are bounded by the differences. */
static const long double tolerances[] = {1e-2L,  1e-1L,  2e-6L, 1e-13L,
                                         1e-14L, 1e-14L, 2e-6L, 1e-13L};

typedef struct {
  const char *name;
  int arity;
  const char *parameters;
  RuleFunction *functions[TYPE_COUNT];
} Row;

#define MENTION(rule, type) rule_##rule##_##type,
#define RULE(name, cost, arity, parameters, names, d0, d1, d2, d3)                                 \
  {#name, arity, parameters, {TYPES(MENTION, name)}},
static const Row rows[] = {
#include "../../src/rules/math.def"
};
enum { ROWS = sizeof rows / sizeof *rows };

enum { MOST_POINTS = 12 };
typedef struct {
  const char *rule;
  long double operands[MOST_POINTS][RULE_PARAMETERS];
  int count;
} Points;

#define COUNT_OF(...) (int)(sizeof((long double[][RULE_PARAMETERS]){__VA_ARGS__}) / sizeof(long double[RULE_PARAMETERS]))
#define POINTS(rule, ...) {#rule, {__VA_ARGS__}, COUNT_OF(__VA_ARGS__)},
#define EDGE(...)
static const Points points[] = {
#include "points.def"
};

typedef struct {
  const char *rule;
  int index;
  long double expected, operands[RULE_PARAMETERS];
} Edge;

#define POINTS(...)
#define EDGE(rule, index, expected, ...) {#rule, index, expected, {__VA_ARGS__}},
static const Edge edges[] = {
#include "points.def"
};

static int failures, checks;

static const Row *row_named(const char *name) {
  for (int i = 0; i < ROWS; i++)
    if (strcmp(rows[i].name, name) == 0)
      return &rows[i];
  return NULL;
}

/* A central difference of order 8 in the long double function. */
static long double difference_by(const Row *row, const long double *operands, int index,
                                 long double step) {
  static const long double weights[] = {4.0L / 5, -1.0L / 5, 4.0L / 105, -1.0L / 280};
  long double sum = 0;
  for (int i = 0; i < 4; i++) {
    long double moved[RULE_PARAMETERS], above[5], below[5];
    memcpy(moved, operands, sizeof moved);
    moved[index] = operands[index] + (i + 1) * step;
    row->functions[LONG_DOUBLE](moved, above);
    moved[index] = operands[index] - (i + 1) * step;
    row->functions[LONG_DOUBLE](moved, below);
    sum += weights[i] * (above[0] - below[0]);
  }
  return sum / step;
}

/* The step is the one that differs least from the next: large ones suffer from poles nearby, small
 * ones from rounding. */
static long double difference(const Row *row, const long double *operands, int index) {
  long double step = 0.03125L, best = NAN, least = INFINITY;
  long double before = difference_by(row, operands, index, step);
  for (int i = 0; i < 8; i++) {
    step /= 2;
    long double now = difference_by(row, operands, index, step);
    if (fabsl(now - before) < least)
      least = fabsl(now - before), best = now;
    before = now;
  }
  return best;
}

static void report(const Row *row, int type, int index, const long double *operands,
                   long double expected, long double found) {
  failures++;
  printf("FAIL %s, partial %d in %s at", row->name, index, type_names[type]);
  for (int i = 0; i < (int)strlen(row->parameters); i++)
    printf(" %Lg", operands[i]);
  printf(": %.18Lg, not %.18Lg\n", found, expected);
}

static void check_point(const Row *row, const long double *operands) {
  for (int index = 0; index < row->arity; index++) {
    if (row->parameters[index] == 'i')
      continue;
    long double expected = difference(row, operands, index);
    for (int type = 0; type < TYPE_COUNT; type++) {
      long double results[5];
      row->functions[type](operands, results);
      long double error = fabsl(results[1 + index] - expected);
      checks++;
      if (!(error <= tolerances[type] * fmaxl(1, fabsl(expected))))
        report(row, type, index, operands, expected, results[1 + index]);
    }
  }
}

static void check_edge(const Edge *edge) {
  const Row *row = row_named(edge->rule);
  for (int type = FLOAT; type <= DOUBLE; type++) {
    long double results[5];
    row->functions[type](edge->operands, results);
    checks++;
    if (results[1 + edge->index] != edge->expected)
      report(row, type, edge->index, edge->operands, edge->expected, results[1 + edge->index]);
  }
}

int main(void) {
  bool covered[ROWS] = {false};
  for (size_t i = 0; i < sizeof points / sizeof *points; i++) {
    const Row *row = row_named(points[i].rule);
    if (!row) {
      printf("FAIL points.def names %s, which is no rule\n", points[i].rule);
      failures++;
      continue;
    }
    covered[row - rows] = true;
    for (int j = 0; j < points[i].count; j++)
      check_point(row, points[i].operands[j]);
  }
  for (size_t i = 0; i < sizeof edges / sizeof *edges; i++)
    check_edge(&edges[i]);
  for (int i = 0; i < ROWS; i++)
    if (!covered[i]) {
      printf("FAIL points.def has nothing for %s\n", rows[i].name);
      failures++;
    }
  printf("%d checks, %d failures\n", checks, failures);
  return failures != 0;
}
