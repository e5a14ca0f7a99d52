/* reallocarray: a stack that grows. */
#define _GNU_SOURCE
#include "oracle.h"

typedef struct {
  double *items;
  size_t count, room;
} Stack;

static void push(Stack *stack, double x) {
  if (stack->count == stack->room) {
    stack->room = stack->room ? stack->room * 2 : 1;
    stack->items = (double *)reallocarray(stack->items, stack->room, sizeof *stack->items);
  }
  stack->items[stack->count++] = x;
}

PRIMAL(grow) {
  Stack stack = {0};
  for (size_t i = 0; i < n; i++)
    push(&stack, in[i] * (stack.count ? stack.items[stack.count - 1] : 1));
  out[0] = stack.items[n - 1] + stack.items[1];
  free(stack.items);
}
ORACLE_MAIN(grow, 5, 1, 0.5, 1.5)
