/* Memory that is only cleared: nothing else in the function tells what it holds. */
#include "oracle.h"
PRIMAL(clear_two) {
  memset(in, 0, 2 * sizeof *in);
  (void)n, (void)out, (void)m;
}
__attribute__((noinline)) static void clear(void *block, size_t bytes) { memset(block, 0, bytes); }
PRIMAL(clear_rest) {
  if (in[0] > 0.8)
    clear(out, m * sizeof *out);
  clear(in + 1, (n - 2) * sizeof *in);
}
ORACLE(clear_two, 4, 2, 0.5, 1.4)
ORACLE(clear_rest, 4, 2, 0.5, 1.4)
int main(void) {
  clear_two_oracle();
  clear_rest_oracle();
  return oracle_exit();
}
