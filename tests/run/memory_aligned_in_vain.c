/* posix_memalign that fails, and leaves a block in use where it was: its shadow stays, too. */
#include "oracle.h"
#include <stdlib.h>
/* AddressSanitizer, where it is there. */
const char *__asan_default_options(void) { return "allocator_may_return_null=1"; }

PRIMAL(kept) {
  volatile size_t no_alignment = 3;
  void *block = malloc(n * sizeof(double));
  double *numbers = block;
  for (size_t i = 0; i < n; i++)
    numbers[i] = in[i] * in[i];
  if (posix_memalign(&block, no_alignment, n * sizeof(double)) == 0)
    numbers = block;
  for (size_t i = 0; i < n; i++)
    out[i % m] += numbers[i] * in[0];
  free(block);
}
ORACLE_MAIN(kept, 4, 2, 0.5, 1.5)
