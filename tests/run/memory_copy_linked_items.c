/* Copies of structures with members that are pointers into arrays, and into the structures
 * themselves: what all of these hold is one object to the type analysis, but a variable's declared
 * type still tells a tag and its padding from a number. */
#include "oracle.h"

typedef struct {
  int tag;
  double x, y[3], z;
  double *link;
} Item;

static double weigh(Item *item) {
  *item->link = 0.3 * sin(item->y[1] * item->z);
  item->y[item->tag % 3] = 0.5 * (item->y[0] - *item->link);
  if (item->y[1] > 0.2)
    item->y[1] *= 0.5 * item->y[2];
  else
    item->link = &item->y[(item->tag & 4) % 3];
  return 0.3 * item->y[1] + *item->link;
}

PRIMAL(pack) {
  Item items[3];
  for (int i = 0; i < 3; i++) {
    items[i].tag = i;
    items[i].x = in[i];
    items[i].z = 0.5;
    items[i].link = &in[3 - i];
    for (int j = 0; j < 3; j++)
      items[i].y[j] = in[j] * 0.3 * i;
  }
  Item local = {3, in[0] * in[1], {0.9, items[0].y[1], 0.59}, -1.71, &out[0]};
  in[2] *= weigh(&local);
  memmove(&local, &items[1], sizeof local);
  in[0] = weigh(&local) + local.x;
  items[2] = local;
  out[1] += items[2].y[1] * items[2].x;
}
ORACLE_MAIN(pack, 4, 2, 0.2, 1.4)
