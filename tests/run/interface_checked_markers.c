// flags: -fsanitize=address
// link: -fsanitize=address
// levels: O0 O1 O2 O3
/* Code that AddressSanitizer has instrumented before adcc: its checks use the addresses of markers,
 * look at bytes that stand for memory, and surround what is on the stack. */
#include "oracle.h"

#include <stdlib.h>

PRIMAL(checked) {
  double local[4];
  double *heap = malloc(m * sizeof *heap);
  if (!heap)
    abort();
  for (size_t i = 0; i < 4; i++)
    local[i] = in[i % n] * in[i % n];
  for (size_t i = 0; i < m; i++)
    heap[i] = local[i % 4] * sin(in[0]);
  for (size_t i = 0; i < m; i++)
    out[i] = heap[i] + local[(i + 1) % 4];
  free(heap);
}
ORACLE(checked, 3, 5, 0.5, 1.5)

int main(void) {
  checked_oracle();
  return oracle_exit();
}
