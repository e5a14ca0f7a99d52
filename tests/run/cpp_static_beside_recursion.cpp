/* A static workspace in a program whose other functions hand on what they allocate: lists and trees
 * by recursion, in a loop, and memory resources that ask the one behind them. */
// flags: -std=c++17
#include "oracle.h"
#include <memory_resource>
#include <vector>

static double kept(double x) {
  static double *place;
  if (!place)
    place = (double *)malloc(sizeof *place);
  *place = x;
  return *place;
}
static double summed(const double *in, size_t n) {
  static std::vector<double> work;
  work.assign(n, 0);
  for (size_t i = 0; i < n; i++)
    work[i] = in[i] * in[i];
  double sum = 0;
  for (double w : work)
    sum += w;
  return sum;
}

struct Cell {
  Cell *next;
  double value;
};
static Cell *listed(Cell *after, const double *x, int n) {
  Cell *cell = (Cell *)malloc(sizeof(Cell));
  cell->next = after;
  cell->value = *x;
  return n > 1 ? listed(cell, x + 1, n - 1) : cell;
}
static Cell *pushed(Cell *head, double value) {
  Cell *cell = (Cell *)malloc(sizeof(Cell));
  cell->next = head;
  cell->value = value;
  return cell;
}
static double take(Cell *cell) {
  double sum = 0;
  for (Cell *next; cell; cell = next) {
    next = cell->next;
    sum += cell->value * cell->value * (1 + 0.1 * sum);
    free(cell);
  }
  return sum;
}

struct Tree {
  Tree *left, *right;
  double value;
};
static Tree *insert(Tree *tree, double value) {
  if (!tree) {
    tree = (Tree *)calloc(1, sizeof(Tree));
    tree->value = value;
  } else if (value < tree->value)
    tree->left = insert(tree->left, value);
  else
    tree->right = insert(tree->right, value);
  return tree;
}
static double depths(const Tree *tree, int depth) {
  return tree ? depths(tree->left, depth + 1) + depth * tree->value * tree->value +
                    depths(tree->right, depth + 1)
              : 0;
}
static void drop(Tree *tree) {
  if (!tree)
    return;
  drop(tree->left);
  drop(tree->right);
  free(tree);
}

PRIMAL(f) {
  out[0] += kept(in[0]) * in[1] + summed(in, n);
  out[1] += take(listed(nullptr, in, (int)n));
  Cell *head = nullptr;
  for (size_t i = 0; i < n; i++)
    head = pushed(head, in[i]);
  out[1] += take(head);
  Tree *tree = nullptr;
  for (size_t i = 0; i < n; i++)
    tree = insert(tree, in[i]);
  out[2] += depths(tree, 1);
  drop(tree);
  alignas(double) std::byte bytes[256];
  std::pmr::monotonic_buffer_resource pool(bytes, sizeof bytes);
  std::pmr::vector<double> squares(&pool);
  for (size_t i = 0; i < n; i++)
    squares.push_back(in[i] * in[i]);
  for (double s : squares)
    out[2] += s * s;
}
ORACLE_MAIN(f, 4, 3, 0.4, 1.1)
