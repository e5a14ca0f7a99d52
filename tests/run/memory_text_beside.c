/* Text beside numbers is searched: what is found carries no derivative. */
// flags: -D_GNU_SOURCE
#include "oracle.h"
typedef struct {
  double value[3];
  char name[16];
} Item;
PRIMAL(weigh) {
  Item item = {.value = {in[0], in[1], in[0] * in[1]}};
  strcpy(item.name, "sum:total");
  Item copy;
  memcpy(&copy, &item, sizeof copy);
  const char *colon = memchr(copy.name, ':', sizeof copy.name);
  const char *last = memrchr(copy.name, 't', 9), *first = strchr(copy.name, 't');
  out[0] = copy.value[0] * (colon - copy.name) + copy.value[1] * (last - first) + copy.value[2];
}
ORACLE_MAIN(weigh, 2, 1, 0.5, 2.0)
