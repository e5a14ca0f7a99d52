/* A stack machine whose values are numbers, integers or addresses. What a place held before, the
 * shadow of an integer or of an address, must not go with the number that is there now: it would
 * take the place of the adjoint where that is moved to. */
#include "oracle.h"

typedef struct {
  enum { NUMBER, INTEGER, ADDRESS } tag;
  union {
    double number;
    long integer;
    double *address;
  };
} Value;
typedef struct {
  Value stack[8];
  int used;
  double memory[3];
} Machine;

static void push(Machine *m, Value value) { m->stack[m->used++] = value; }
static Value pop(Machine *m) { return m->stack[--m->used]; }

static void run(const char *program, const double *in, double *result) {
  Machine m = {.used = 0};
  for (const char *p = program; *p; p++)
    switch (*p) {
    case '0':
    case '1':
      push(&m, (Value){INTEGER, .integer = *p - '0'});
      break;
    case 'x':
      push(&m, (Value){NUMBER, .number = in[pop(&m).integer]});
      break;
    case '&':
      push(&m, (Value){ADDRESS, .address = &m.memory[pop(&m).integer]});
      break;
    case '!': {
      Value to = pop(&m);
      *to.address = pop(&m).number;
      break;
    }
    case '@':
      push(&m, (Value){NUMBER, .number = *pop(&m).address});
      break;
    case '*': {
      Value a = pop(&m), b = pop(&m);
      push(&m, (Value){NUMBER, .number = a.number * b.number});
    }
    }
  *result = pop(&m).number;
}

PRIMAL(machine) {
  run("0x1&!1x1&@*", in, &out[0]);
  run("1x1x*0&!0&@", in, &out[1]);
  run("1x", in, &out[2]);
}
ORACLE(machine, 2, 3, 0.5, 1.5)

/* The same with the results where such values are, too. */
static void execute(const char *program, const double *in, Value *result) {
  for (; *program; program++) {
    *result = (Value){INTEGER, .integer = *program - '0'};
    *result = (Value){NUMBER, .number = in[result->integer]};
  }
}
PRIMAL(results) {
  Value values[4] = {{NUMBER, .number = 0}};
  execute("01", in, &values[0]);
  execute("10", in, &values[1]);
  values[2] = (Value){ADDRESS, .address = &values[0].number};
  values[3] = values[1];
  for (int i = 0; i < 4; i++)
    out[i] = values[i].tag == ADDRESS ? *values[i].address : values[i].number * values[i].number;
}
ORACLE(results, 2, 4, 0.5, 1.5)

/* With its program beside the values, copied from a constant: text is its own shadow. */
typedef struct {
  Value stack[8];
  int used;
  double memory[3];
  const char *program;
} Loaded;
static void put(Loaded *m, Value value) { m->stack[m->used++] = value; }
static Value take(Loaded *m) { return m->stack[--m->used]; }

PRIMAL(loaded) {
  Loaded v = {.program = "0x1&!12 x1&@*"};
  for (;;) {
    char c = *v.program++;
    if (c == 0)
      break;
    if (c >= '0' && c <= '9') {
      long integer = c - '0';
      while (*v.program >= '2' && *v.program <= '9')
        integer = integer * 10 + *v.program++ - '0';
      put(&v, (Value){INTEGER, .integer = integer % 11});
    } else if (c == 'x')
      put(&v, (Value){NUMBER, .number = in[take(&v).integer]});
    else if (c == '&')
      put(&v, (Value){ADDRESS, .address = &v.memory[take(&v).integer]});
    else if (c == '!') {
      Value to = take(&v);
      *to.address = take(&v).number;
    } else if (c == '@')
      put(&v, (Value){NUMBER, .number = *take(&v).address});
    else if (c == '*') {
      Value a = take(&v), b = take(&v);
      put(&v, (Value){NUMBER, .number = a.number * b.number});
    }
  }
  out[0] = take(&v).number;
}
ORACLE(loaded, 2, 1, 0.5, 1.5)

int main(void) {
  return machine_oracle() != ORACLE_OK || results_oracle() != ORACLE_OK ||
         loaded_oracle() != ORACLE_OK;
}
