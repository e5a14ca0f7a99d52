/* allocation_like in every mode: an arena that counts, in recursion, loops, two halves, lanes, a recorded run,
 * a second derivative, and beside posix_memalign; what is taken is given back, and each block once. */
#include "modes.h"
extern int enzyme_dup;
static int live, taken;
__attribute__((noinline)) void *arena_take(int kind, size_t size, void *context) {
  live++, taken++;
  void *p = 0;
  if (kind ? posix_memalign(&p, 64, size) : !(p = malloc(size)))
    abort();
  memset(p, 0xff, size); /* no zeros */
  return p;
}
__attribute__((noinline)) void arena_give(void *context, void *block) {
  live--;
  free(block);
}
void *__enzyme_allocation_like_arena[] = {(void *)arena_take, (void *)1, (void *)"2,-1",
                                          (void *)arena_give};
typedef struct Node {
  double value;
  struct Node *next;
} Node;
__attribute__((noinline)) static double fold(double x, int depth, int *context) {
  double *block = arena_take(depth % 2, 2 * sizeof *block, context);
  block[0] = x * x;
  block[1] = depth ? fold(sin(x), depth - 1, context) * block[0] : x;
  double result = block[0] + block[1];
  arena_give(context, block);
  return result;
}
PRIMAL(arena) {
  int context = 5;
  Node *list = NULL;
  for (size_t i = 0; i < n; i++) {
    Node *node = arena_take(1, sizeof *node, &context);
    node->value = in[i] + (list ? list->value * 0.5 : 0);
    node->next = list;
    list = node;
  }
  while (list) {
    Node *next = list->next;
    out[0] += list->value * (next ? next->value : 1);
    arena_give(&context, list);
    list = next;
  }
  out[1] += fold(in[0], 4, &context) * out[0];
}
PRIMAL(arena_split) { arena(in, n, out, m); }
PRIMAL(arena_replay) { arena(in, n, out, m); }
PRIMAL(arena_width) { arena(in, n, out, m); }
PRIMAL(arena_stride) { arena(in, n, out, m); }
PRIMAL(arena_of) { arena(in, n, out, m); }
PRIMAL(second) {
  __adcc_autodiff_state((void *)arena, adcc_dup, in, in + n / 2, adcc_const, n / 2, adcc_dup, out, out + m / 2, adcc_const, m / 2);
}
ORACLE(arena, 4, 2, 0.5, 1.5)
ORACLE_SPLIT(arena_split, 4, 2, 0.5, 1.5)
ORACLE_REPLAY(arena_replay, 4, 2, 0.5, 1.5)
ORACLE_WIDTH(arena_width, 4, 2, 0.5, 1.5)
ORACLE_STRIDE(arena_stride, 4, 2, 0.5, 1.5)
ORACLE_VALUE(arena_of, 4, 2, 0.5, 1.5)
ORACLE(second, 8, 4, 0.5, 1.5)
int main(void) {
  arena_oracle();
  EXPECT(live == 0 && taken > 0);
  arena_split_oracle();
  EXPECT(live == 0);
  arena_replay_oracle();
  EXPECT(live == 0);
  arena_width_oracle();
  EXPECT(live == 0);
  arena_stride_oracle();
  arena_of_oracle();
  EXPECT(live == 0);
  second_oracle();
  EXPECT(live == 0);
  return oracle_exit();
}
