/* Pointers stored in the heap in a loop, read back in another order, with an inner update. */
#include "oracle.h"
typedef struct Link {
  double *value;
  struct Link *previous, *next;
} Link;
PRIMAL(ring) {
  Link *links = (Link *)malloc(n * sizeof *links);
  for (size_t i = 0; i < n; i++)
    links[i] = (Link){&in[i], &links[(i + n - 1) % n], &links[(i + 1) % n]};
  Link *at = links;
  for (int step = 0; step < 9; step++) {
    *at->value = 0.5 * *at->value * *at->next->value + *at->previous->value * 0.25;
    at = step % 3 ? at->next : at->previous->previous;
  }
  out[0] = *at->value * *links[1].value;
  free(links);
}
ORACLE_MAIN(ring, 5, 1, 0.5, 1.5)
