/* What one branch keeps lies where the other would keep something, in counted loops, in loops
 * without a count, in records of functions that are not inlined; what is kept once for several
 * iterations, of which some go one way and some the other, does not. */
#include "oracle.h"

enum { N = 12 };

/* Each branch keeps two numbers that it overwrites itself. */
static double step(double state, double x, int way) {
  switch (way % 3) {
  case 0: {
    double a = exp(0.1 * state), b = sin(a * x);
    return state + a * b * 0.1;
  }
  case 1: {
    double c = cos(state * x), d = tanh(c + state);
    return state * 0.9 + c * d;
  }
  default:
    return sqrt(1 + state * state) * x;
  }
}

PRIMAL(counted) {
  (void)m;
  double state = in[0];
  for (size_t i = 0; i < n; i++) {
    state = step(state, in[i], (int)(i * 7 % 5));
    if (state > 1.5)
      state = log(state) * in[(i + 1) % n];
    else if (i & 1)
      state = exp(-state) + in[(i + 2) % n];
  }
  out[0] = state;
}

PRIMAL(uncounted) {
  (void)m;
  double state = in[1];
  size_t i = 0;
  while (i < n && fabs(state) < 50) {
    state = step(state, in[i], (int)i);
    i += state > 1.2 ? 2 : 1;
    if (state > 1.1) {
      double before = state;
      for (int k = 0; k < 3; k++)
        state = state > 1 ? sin(state) * before : exp(state) * 0.5;
    }
  }
  out[1] = state;
}

/* The same branch for all of an inner loop, and not. */
PRIMAL(nested) {
  (void)m;
  for (size_t i = 0; i < n; i++) {
    double state = in[i];
    for (int j = 0; j < 5; j++) {
      if (j < 2) {
        double once = exp(in[(i + 3) % n]);
        state = state * once * 0.3 + sin(state);
      } else {
        double other = cos(in[(i + 5) % n]);
        state = state * other + tanh(state);
      }
    }
    in[i] = state;
  }
  out[2] = in[0] * in[n - 1] + in[2];
}

typedef struct Node {
  int kind;
  double value;
  const struct Node *left, *right;
} Node;

__attribute__((noinline)) static double evaluate(const Node *node, double x) {
  switch (node->kind) {
  case 0:
    return node->value;
  case 1:
    return x;
  case 2: {
    double a = evaluate(node->left, x);
    return a + evaluate(node->right, x);
  }
  case 3: {
    double a = evaluate(node->left, x);
    return a * evaluate(node->right, x);
  }
  case 4: {
    double a = evaluate(node->left, x), s = sin(a);
    return s * s + a;
  }
  default: {
    double a = evaluate(node->left, x), e = exp(-a);
    return e / (1 + e);
  }
  }
}

PRIMAL(tree) {
  (void)n, (void)m;
  Node two = {0, in[0], 0, 0}, x = {1, 0, 0, 0};
  Node product = {3, 0, &two, &x}, sum = {2, 0, &product, &two}, sine = {4, 0, &sum, 0};
  Node squashed = {5, 0, &sine, 0}, top = {3, 0, &squashed, &sine};
  out[3] = evaluate(&top, in[1]);
}

PRIMAL(all) {
  counted(in, n, out, m);
  uncounted(in, n, out, m);
  tree(in, n, out, m);
  nested(in, n, out, m);
}
ORACLE_MAIN(all, N, 4, 0.3, 1.4)
