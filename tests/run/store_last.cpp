// Where a program puts its result in the end: among what it has read, where something still looks,
// or before something is thrown. What memory holds after the derivative is what the primal leaves.
#include "oracle.h"

#include <stdexcept>
#include <vector>

#define APART __attribute__((noinline))

// The caller of `one` passes places that are, or are not, among the numbers.
APART static void one(const double *x, size_t n, double *to) {
  double sum = 0;
  for (size_t i = 0; i < n; i++)
    sum += x[i] * x[(i + 1) % n];
  *to = sum;
}
PRIMAL(among) {
  one(in, n, in + 2);
  one(in, n, out);
  one(in, n, in);
  out[1] = in[0] * in[3];
}

struct Node {
  double weight;
  Node *next;
};
PRIMAL(list) {
  Node nodes[4];
  for (int i = 0; i < 4; i++)
    nodes[i] = {in[i], i < 3 ? &nodes[i + 1] : nullptr};
  double product = 1, *last = nullptr;
  for (Node *node = nodes; node; node = node->next) {
    product *= node->weight * node->weight;
    last = &node->weight;
  }
  *last = product;
  out[0] = nodes[3].weight * nodes[2].weight;
  out[1] = product;
}

// What comes after looks at the place.
static double kept;
APART static void keep(const double *from) { kept = 3 * *from; }
PRIMAL(looked_at) {
  double sum = 0;
  for (size_t i = 0; i < n; i++)
    sum += in[i] * in[i];
  out[0] = sum;
  keep(out);
  out[1] = kept * in[0];
}
PRIMAL(in_a_loop) {
  double sum = 0;
  for (size_t i = 0; i < n; i++)
    sum += in[i] * in[i];
  in[2] = sum;
  for (size_t i = 0; i < n; i++)
    out[i % m] += in[i] * in[i];
}
// Into a variable whose life ends before others live.
APART static double worst(const double *x, int n) {
  double most = 0;
  for (int i = 0; i < n; i++)
    most = x[i] > most ? x[i] : most;
  return most;
}
PRIMAL(ended) {
  double sum = 0;
  {
    Node nodes[4];
    for (int i = 0; i < 4; i++)
      nodes[i] = {in[i] * in[i], i < 3 ? &nodes[i + 1] : nullptr};
    Node *last = nodes;
    for (Node *node = nodes; node; node = node->next)
      sum += node->weight, last = node;
    last->weight = sum;
  }
  double other[8];
  for (int i = 0; i < 8; i++)
    other[i] = in[i % 4] * sum;
  out[0] = worst(other, 8) * other[2];
  out[1] = sum;
}
// Two that may be one place: the last one counts.
APART static void both(const double *x, double *a, double *b) {
  double sum = 0;
  for (int i = 0; i < 4; i++)
    sum += x[i] * x[3 - i];
  *a = sum * x[0];
  *b = sum + x[1] * *a;
}
PRIMAL(twice) {
  both(in, out, out + 1);
  both(in, in + 1, in + 1);
  both(in, out + 1, out);
}
PRIMAL(sometimes) {
  double sum = 0;
  for (size_t i = 0; i < n; i++)
    sum += in[i] * sin(in[i]);
  if (sum > 1.2)
    in[1] = sum;
  out[0] = in[1] * sum;
  out[1] = sum;
}
// A count that is stored last, too, and a block that is given back behind the store to it.
PRIMAL(given_back) {
  double *block = new double[n + 1], sum = 0;
  for (size_t i = 0; i < n; i++)
    block[i] = in[i] * in[i];
  for (size_t i = 0; i < n; i++)
    sum += block[i] * in[n - 1 - i];
  out[0] = sum;
  block[n] = sum;
  double *result = block + n;
  out[1] = *result * *result;
  delete[] block;
}

ORACLE(among, 4, 2, 0.4, 1.4)
ORACLE(list, 4, 2, 0.4, 1.4)
ORACLE(looked_at, 4, 2, 0.4, 1.4)
ORACLE(in_a_loop, 4, 2, 0.4, 1.4)
ORACLE(ended, 4, 2, 0.4, 1.4)
ORACLE(twice, 4, 2, 0.4, 1.4)
ORACLE(sometimes, 4, 2, 0.4, 1.4)
ORACLE(given_back, 4, 2, 0.4, 1.4)

template <class... T> void __enzyme_autodiff(void *, T...);

// It is done before what ends the primal.
static void thrown(const double *x, double *to, int limit) {
  double sum = 0;
  for (int i = 0; i < 4; i++)
    sum += x[i] * x[i];
  *to = sum;
  if (limit > 3)
    throw std::runtime_error("too much");
}
static void check_thrown() {
  double x[4] = {1, 2, 3, 4}, dx[4] = {}, to = 7, dto = 1;
  __enzyme_autodiff((void *)thrown, x, dx, &to, &dto, 1);
  CLOSE(to, 30.);
  CLOSE(dx[3], 8.);
  to = 7;
  bool caught = false;
  try {
    __enzyme_autodiff((void *)thrown, x, dx, &to, &dto, 4);
  } catch (std::runtime_error &) {
    caught = true;
  }
  CLOSE(caught, 1.);
  CLOSE(to, 30.);
}

// A block of the caller's that the function gives back behind the store.
static void owned(double *block, double *to) {
  double square = block[0] * block[0];
  *to = square * block[1];
  block[1] = square;
  free(block);
}
static void check_owned() {
  double *block = (double *)malloc(2 * sizeof(double)), *shadow = (double *)malloc(2 * sizeof(double));
  double to = 0, dto = 1;
  block[0] = 3, block[1] = 5, shadow[0] = shadow[1] = 0;
  __enzyme_autodiff((void *)owned, block, shadow, &to, &dto);
  CLOSE(to, 45.);
  CLOSE(dto, 0.);
}

// Integers, and what is stored where the derivative's own results are.
static double counted(const double *x, long *count, double *copy) {
  double sum = 0;
  long n = 0;
  for (int i = 0; i < 4; i++)
    if (x[i] > 0.5)
      sum += x[i] * x[i], n++;
  *count = n;
  *copy = sum;
  return sum * x[0];
}
static void check_counted() {
  double x[4] = {1, 0.25, 3, 4}, dx[4] = {}, copy = 0, dcopy = 1;
  long count = 0;
  __enzyme_autodiff((void *)counted, x, dx, adcc_const, &count, &copy, &dcopy);
  CLOSE(count, 3.);
  CLOSE(copy, 26.);
  CLOSE(dx[0], 26 + 2 + 2.);
  CLOSE(dx[3], 8 + 8.);
}

int main() {
  among_oracle();
  list_oracle();
  looked_at_oracle();
  in_a_loop_oracle();
  ended_oracle();
  twice_oracle();
  sometimes_oracle();
  given_back_oracle();
  check_thrown();
  check_owned();
  check_counted();
  return oracle_exit();
}
