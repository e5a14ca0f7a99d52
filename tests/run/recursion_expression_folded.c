/* Expressions whose nodes have children or a number in one place, folded by a recursive function
 * that returns nodes: what it is passed and returns are pointers, whatever the place may hold. */
#include "oracle.h"
#include <stdlib.h>
typedef struct E {
  enum { NUM, VAR, ADD, MUL, SINE } op;
  union {
    double num;
    int var;
    struct {
      struct E *l, *r;
    } k;
  } u;
} E;
static E pool[32];
static int used;
static E *node(int op) {
  E *e = &pool[used++];
  e->op = op;
  return e;
}
static E *num(double d) {
  E *e = node(NUM);
  e->u.num = d;
  return e;
}
static E *var(int i) {
  E *e = node(VAR);
  e->u.var = i;
  return e;
}
static E *bin(int op, E *l, E *r) {
  E *e = node(op);
  e->u.k.l = l;
  e->u.k.r = r;
  return e;
}
static double eval(const E *e, const double *x) {
  switch (e->op) {
  case NUM:
    return e->u.num;
  case VAR:
    return x[e->u.var];
  case ADD:
    return eval(e->u.k.l, x) + eval(e->u.k.r, x);
  case MUL:
    return eval(e->u.k.l, x) * eval(e->u.k.r, x);
  case SINE: {
    double v = eval(e->u.k.l, x);
    return v - v * v * v / 6;
  }
  }
  return 0;
}
static E *fold(E *e) {
  if (e->op < ADD)
    return e;
  E *l = fold(e->u.k.l), *r = e->u.k.r ? fold(e->u.k.r) : 0;
  if (e->op == ADD && l->op == NUM && r->op == NUM)
    return num(l->u.num + r->u.num);
  E *n = bin(e->op, l, r);
  return n;
}
PRIMAL(calculate) {
  used = 0;
  E *e = bin(ADD, bin(MUL, var(0), bin(ADD, num(in[1]), num(in[0] * 2))),
             bin(SINE, bin(MUL, var(1), var(0)), 0));
  out[0] += eval(fold(e), in);
}
ORACLE_MAIN(calculate, 2, 1, 0.25, 0.5)
