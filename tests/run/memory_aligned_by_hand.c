/* Blocks that a program aligns itself, by masking the address, with the pointer to release in front
 * of each; and addresses that carry a mark in their low bits. */
#include "oracle.h"

#include <stdint.h>
#include <stdlib.h>

static void *take(size_t size) {
  void *original = malloc(size + 32);
  if (!original)
    return NULL;
  void *aligned = (void *)(((uintptr_t)original & ~(uintptr_t)31) + 32);
  *((void **)aligned - 1) = original;
  return aligned;
}
static void *take_by_remainder(size_t size) {
  char *original = malloc(size + 64 + sizeof(void *));
  if (!original)
    return NULL;
  char *start = original + sizeof(void *);
  char *aligned = start + (64 - (uintptr_t)start % 64) % 64;
  ((void **)aligned)[-1] = original;
  return aligned;
}
static void give(void *block) {
  if (block)
    free(*((void **)block - 1));
}

typedef struct Node {
  double value;
  struct Node *next;
} Node;

static double f(const double *x, int n) {
  double *squares = take((size_t)n * sizeof *squares);
  for (int i = 0; i < n; i++)
    squares[i] = x[i] * x[i];
  double *products = take_by_remainder((size_t)n * sizeof *products);
  for (int i = 0; i < n; i++)
    products[i] = squares[i] * x[n - 1 - i];
  Node *first = NULL;
  for (int i = 0; i < n; i++) {
    Node *node = take(sizeof *node);
    node->value = products[i] * squares[n - 1 - i];
    node->next = first;
    first = node;
  }
  double sum = 0;
  while (first) {
    sum += first->value * x[0];
    Node *next = first->next;
    give(first);
    first = next;
  }
  give(products);
  give(squares);
  return sum;
}

extern double __enzyme_autodiff(void *, ...);
extern double __enzyme_fwddiff(void *, ...);
extern int enzyme_const, enzyme_dup;

int main(void) {
  double x[3] = {0.7, -0.4, 1.2}, dx[3] = {0}, v[3] = {1, 2, -3}, plus[3], minus[3], h = 1e-6;
  __enzyme_autodiff((void *)f, enzyme_dup, x, dx, enzyme_const, 3);
  double t = __enzyme_fwddiff((void *)f, enzyme_dup, x, v, enzyme_const, 3);
  double along = 0;
  for (int i = 0; i < 3; i++) {
    along += dx[i] * v[i];
    plus[i] = x[i] + h * v[i];
    minus[i] = x[i] - h * v[i];
  }
  CLOSE(t, along);
  CLOSE_TO(t, (f(plus, 3) - f(minus, 3)) / (2 * h), 1e-6);
  return oracle_exit();
}
