/* Addresses that memcpy puts among doubles, which functions that know nothing of it copy, exchange and sort as
 * doubles. */
#include "oracle.h"

enum { CELLS = 4 };

static __attribute__((noinline)) void put(double *slot, double *address) {
  memcpy(slot, &address, sizeof address);
}
static __attribute__((noinline)) double *get(const double *slot) {
  double *address;
  memcpy(&address, slot, sizeof address);
  return address;
}
static __attribute__((noinline)) void copy_doubles(double *to, const double *from, size_t count) {
  for (size_t i = 0; i < count; i++)
    to[i] = from[i];
}
static __attribute__((noinline)) void exchange(double *a, double *b) {
  double kept = *a;
  *a = *b;
  *b = kept;
}

static void fill(double *cells, double *slots, const double *in) {
  for (int i = 0; i < CELLS; i++)
    cells[i] = in[i % 2] * (i + 1);
  for (int i = 0; i < CELLS; i++)
    put(&slots[i], &cells[CELLS - 1 - i]);
}
static double weigh(const double *slots) {
  double sum = 0;
  for (int i = 0; i < CELLS; i++) {
    double *cell = get(&slots[i]);
    sum += (i + 1) * *cell * *cell;
  }
  return sum;
}

PRIMAL(copied) {
  double cells[CELLS], slots[CELLS], copy[CELLS], again[CELLS];
  fill(cells, slots, in);
  copy_doubles(copy, slots, CELLS);
  for (size_t i = 0; i < CELLS; i++)
    again[i] = copy[i];
  out[0] = weigh(again) * in[n - 1];
  out[m - 1] += cells[1];
}

PRIMAL(beside_numbers) {
  double cells[CELLS], *slots = malloc((CELLS + 2) * sizeof *slots);
  double *copy = malloc((CELLS + 2) * sizeof *copy);
  fill(cells, slots, in);
  slots[CELLS] = in[0] * in[1];
  slots[CELLS + 1] = in[1];
  copy_doubles(copy, slots, CELLS + 2);
  out[0] = weigh(copy) * in[n - 1] + copy[CELLS] * copy[CELLS + 1];
  out[m - 1] += copy[CELLS];
  free(slots);
  free(copy);
}

PRIMAL(exchanged) {
  double cells[CELLS], *slots = malloc(CELLS * sizeof *slots);
  fill(cells, slots, in);
  for (int i = 0; i < CELLS / 2; i++)
    exchange(&slots[i], &slots[CELLS - 1 - i]);
  exchange(&cells[0], &cells[1]);
  out[0] = weigh(slots) * in[n - 1];
  out[m - 1] += cells[0];
  free(slots);
}

typedef struct {
  double slots[2 * CELLS];
  int used;
} Stack;
static void push(Stack *stack, double value) {
  stack->slots[stack->used++] = value;
}
static double pop(Stack *stack) {
  return stack->slots[--stack->used];
}
PRIMAL(stacked) {
  Stack stack = {.used = 0};
  double cells[CELLS], slots[CELLS], sum = 0;
  fill(cells, slots, in);
  push(&stack, in[0] * in[1]);
  for (int i = 0; i < CELLS; i++)
    push(&stack, slots[i]);
  for (int i = 0; i < CELLS; i++) {
    double top = pop(&stack);
    sum += (i + 2) * *get(&top);
  }
  out[0] = sum * pop(&stack) * in[n - 1];
  out[m - 1] += sum;
}

/* Each array passes on what the one before has, in reverse order. */
#define HOP(to, from) double *to = malloc(CELLS * sizeof *to); for (int i = 0; i < CELLS; i++) to[CELLS - 1 - i] = from[i];
#define HOPS(a) HOP(a##1, a) HOP(a##2, a##1) HOP(a##3, a##2) HOP(a##4, a##3)
#define FREE(a) free(a##1); free(a##2); free(a##3); free(a##4);
PRIMAL(passed_on) {
  double cells[CELLS], a[CELLS];
  fill(cells, a, in);
  HOPS(a) HOPS(a4) HOPS(a44) HOPS(a444) HOPS(a4444)
  out[0] = weigh(a44444) * in[n - 1];
  out[m - 1] += cells[1];
  FREE(a) FREE(a4) FREE(a44) FREE(a444) FREE(a4444)
}

/* Two at a time, and beside loops over vectors of numbers alone. */
typedef double Pair __attribute__((vector_size(2 * sizeof(double))));
PRIMAL(beside_vectors) {
  double cells[CELLS], slots[CELLS];
  fill(cells, slots, in);
  HOP(turned, slots)
  HOP(again, turned)
  Pair pairs[CELLS], sum = {0};
  for (size_t i = 0; i < n; i++)
    pairs[i] = (Pair){in[i], in[0] * (double)i};
  for (size_t i = 0; i < n; i++)
    sum += pairs[i] * pairs[i];
  for (double x = sum[0]; x < 40; x *= 1.5)
    sum[1] += x * *get(again);
  out[0] = weigh(again) * in[n - 1];
  out[m - 1] += sum[1];
  free(turned);
  free(again);
}

ORACLE(copied, 3, 2, 0.5, 1.5)
ORACLE(beside_numbers, 3, 2, 0.5, 1.5)
ORACLE(exchanged, 3, 2, 0.5, 1.5)
ORACLE(stacked, 3, 2, 0.5, 1.5)
ORACLE(passed_on, 3, 2, 0.5, 1.5)
ORACLE(beside_vectors, 3, 2, 0.5, 1.5)

int main(void) {
  copied_oracle();
  beside_numbers_oracle();
  exchanged_oracle();
  stacked_oracle();
  passed_on_oracle();
  beside_vectors_oracle();
  return oracle_exit();
}
