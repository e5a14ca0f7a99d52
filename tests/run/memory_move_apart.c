/* memmove between two variables, of records whose text and unused members nothing tells about: the
 * blocks cannot overlap, so each member moves by itself, and those that hold numbers add up. */
#include "oracle.h"
typedef struct {
  char name[16];
  double value;
  struct {
    int count;
    float weight;
  } item[2];
} Record;
PRIMAL(records) {
  Record first[3], second[3];
  memset(first, 0, sizeof first);
  for (int i = 0; i < 3; i++) {
    snprintf(first[i].name, sizeof first[i].name, "n%d", i);
    first[i].value = in[i] * in[(i + 1) % n];
    first[i].item[1].weight = (float)i;
  }
  memmove(second, first, sizeof first);
  memmove(&second[1], &first[0], sizeof *first);
  for (int i = 0; i < 3; i++)
    if (!strcmp(second[i].name, "n0"))
      out[0] += second[i].value * second[i].value * (i + 1);
}
ORACLE_MAIN(records, 3, 1, .4, 1.2)
