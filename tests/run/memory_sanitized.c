// flags: -fsanitize=address
// link: -fsanitize=address
// levels: O0 O1 O2 O3
/* Code that AddressSanitizer has instrumented before adcc: its checks use the addresses of markers,
 * look at bytes that stand for memory, and surround what is on the stack. */
#include "oracle.h"

#include <stdlib.h>
#include <string.h>

/* Registrations are globals, which get zeros behind them. */
__attribute__((noinline)) static double wave(double x) { return sin(x) + 0 * x * x; }
const char *__adcc_function_like_wave[] = {(const char *)wave, "sin"};

PRIMAL(checked) {
  double local[4];
  double *heap = malloc(m * sizeof *heap);
  if (!heap)
    abort();
  for (size_t i = 0; i < 4; i++)
    local[i] = in[i % n] * in[i % n];
  for (size_t i = 0; i < m; i++)
    heap[i] = local[i % 4] * wave(in[0]);
  for (size_t i = 0; i < m; i++)
    out[i] = heap[i] + local[(i + 1) % 4];
  free(heap);
}
ORACLE(checked, 3, 5, 0.5, 1.5)

/* Its copies and fills are calls of functions of its own. */
typedef struct {
  double position[3], weight;
} Particle;

PRIMAL(moved) {
  Particle now[2], next[2];
  memset(next, 0, sizeof next);
  memcpy(now[0].position, in, sizeof now[0].position);
  now[0].weight = in[0] * in[1];
  now[1] = now[0];
  for (int i = 0; i < 3; i++)
    now[1].position[i] *= now[0].weight;
  memmove(next, now + 1, n / 3 * sizeof *now);
  for (size_t i = 0; i < m; i++)
    out[i] = next[0].position[i] * next[0].weight + next[1].weight;
}
ORACLE(moved, 3, 3, 0.5, 1.5)

int main(void) {
  checked_oracle();
  moved_oracle();
  return oracle_exit();
}
