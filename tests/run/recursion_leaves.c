/* Recursions whose leaves return before there is anything to keep: they have no frame on the tape,
 * whatever else the function does, in one half, in two, and where the derivative is differentiated
 * again. */
#include "modes.h"

/* Minors of a matrix; the last is empty. */
static double minor_of(const double *matrix, int n, unsigned used) {
  if (n == 0)
    return 1;
  double sum = 0, sign = 1;
  for (int j = 0; j < 3; j++)
    if (!(used >> j & 1)) {
      sum += sign * matrix[3 * (3 - n) + j] * minor_of(matrix, n - 1, used | 1u << j);
      sign = -sign;
    }
  return sum;
}
PRIMAL(determinant) { out[0] += minor_of(in, 3, 0); }

/* A search tree built and released within; the function keeps an array of its own. */
typedef struct Node {
  double at, weight;
  struct Node *left, *right;
} Node;
static double density(const Node *node, double x) {
  double terms[2];
  if (!node)
    return 0;
  double d = node->at - x;
  terms[0] = node->weight * exp(-d * d);
  terms[1] = density(node->left, x);
  return terms[0] * (1 + terms[1]) + density(node->right, x);
}
static Node *insert(Node *node, double at, double weight) {
  if (!node) {
    node = calloc(1, sizeof *node);
    node->at = at;
    node->weight = weight;
  } else if (at < node->at)
    node->left = insert(node->left, at, weight);
  else
    node->right = insert(node->right, at, weight);
  return node;
}
static void drop(Node *node) {
  if (!node)
    return;
  drop(node->left);
  drop(node->right);
  free(node);
}
PRIMAL(densities) {
  Node *root = NULL;
  for (size_t i = 0; i < n / 2; i++)
    root = insert(root, in[i], in[n / 2 + i]);
  for (size_t i = 0; i < n / 2; i++)
    out[i % m] += log(density(root, in[i] + 0.01));
  drop(root);
}

/* Sorts in place: parts of one element are left alone. */
static void sort(double *x, double *scratch, int n) {
  if (n < 2)
    return;
  int half = n / 2, i = 0, j = half, k = 0;
  sort(x, scratch, half);
  sort(x + half, scratch, n - half);
  while (i < half && j < n)
    scratch[k++] = x[i] <= x[j] ? x[i++] : x[j++];
  while (i < half)
    scratch[k++] = x[i++];
  while (j < n)
    scratch[k++] = x[j++];
  memcpy(x, scratch, (size_t)n * sizeof *x);
}
PRIMAL(sorted) {
  double *x = malloc(n * sizeof *x), *scratch = malloc(n * sizeof *x);
  memcpy(x, in, n * sizeof *x);
  sort(x, scratch, (int)n);
  for (size_t i = 0; i < n; i++)
    out[0] += x[i] * x[i] * (double)(i + 1);
  free(x);
  free(scratch);
}

/* Two functions by turns, one of which may return from the middle of its loop. */
static double odd(const double *x, int n);
static double even(const double *x, int n) {
  if (n <= 0)
    return x[0];
  double square = x[n % 4] * x[n % 4];
  return square * odd(x, n - 1) + odd(x, n - 2);
}
static double odd(const double *x, int n) {
  double sum = 0;
  for (int i = 0; i < n; i++) {
    if (x[i % 4] > 1)
      return sum;
    sum += x[i % 4] * even(x, n - 2 - i);
  }
  return sum;
}
PRIMAL(turns) { out[0] += even(in, 6); }

/* The derivative is differentiated. */
extern int adcc_dup, adcc_const;
extern void __adcc_autodiff_first(void *, ...);
PRIMAL(gradient) {
  __adcc_autodiff_first((void *)densities, adcc_dup, in, in + n / 2, adcc_const, n / 2, adcc_dup,
                        out, out + 1, adcc_const, (size_t)1);
}

ORACLE(determinant, 9, 1, -1, 1)
ORACLE(densities, 10, 2, 0.2, 1)
ORACLE(sorted, 11, 1, -1, 1)
ORACLE(turns, 4, 1, 0.3, 0.9)
ORACLE(gradient, 12, 2, 0.2, 1)
PRIMAL(split_minors) { determinant(in, n, out, m); }
PRIMAL(split_densities) { densities(in, n, out, m); }
PRIMAL(split_turns) { turns(in, n, out, m); }
ORACLE_SPLIT(split_minors, 9, 1, -1, 1)
ORACLE_SPLIT(split_densities, 10, 2, 0.2, 1)
ORACLE_SPLIT(split_turns, 4, 1, 0.3, 0.9)
int main(void) {
  determinant_oracle();
  densities_oracle();
  sorted_oracle();
  turns_oracle();
  gradient_oracle();
  split_minors_oracle();
  split_densities_oracle();
  split_turns_oracle();
  return oracle_exit();
}
