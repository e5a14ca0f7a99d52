/* Doubles copied byte by byte, which clang may turn into memcpy, or not: by index, and by a
 * function that moves pointers along. */
#include "oracle.h"
typedef struct {
  int id;
  double value[2];
} Item;
static void copy_bytes(void *to, const void *from, size_t bytes) {
  char *a = (char *)to;
  const char *b = (const char *)from;
  while (bytes--)
    *a++ = *b++;
}
PRIMAL(travel) {
  double a[3];
  memcpy(a, in, sizeof a);
  unsigned char *to = (unsigned char *)out;
  const unsigned char *from = (const unsigned char *)a;
  a[1] = a[0] * a[2];
  for (size_t i = 0; i < 3 * sizeof(double); i++)
    to[i] = from[i];
  Item item = {3, {in[0] * in[1], in[2]}};
  Item *kept = (Item *)malloc(2 * sizeof *kept);
  copy_bytes(&kept[0], &item, sizeof item);
  item.value[0] = 0;
  kept[1] = kept[0];
  out[2] += kept[1].value[0] * kept[0].value[1] * kept[1].id;
  free(kept);
}
ORACLE_MAIN(travel, 3, 3, 0.5, 1.5)
