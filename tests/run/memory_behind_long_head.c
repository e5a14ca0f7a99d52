/* Numbers behind heads of integers and texts that are longer than what of a pattern repeats elsewhere, in blocks
 * that grow and in copies of variable length. */
#include "oracle.h"
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

enum { LONG = 400 };
typedef struct {
  int used, head[LONG];
  double x[];
} Growing;
typedef struct {
  int used, head[LONG];
  double x[8];
} Fixed;
typedef struct {
  char name[600];
  double first, second;
} Named;

PRIMAL(growing) {
  Growing *block = malloc(sizeof *block + 2 * sizeof(double));
  for (int i = 0; i < LONG; i++)
    block->head[i] = i;
  block->used = 2;
  for (int i = 0; i < 2; i++)
    block->x[i] = in[i] * in[i];
  block = realloc(block, sizeof *block + n * sizeof(double));
  for (size_t i = 2; i < n; i++) {
    block->x[i] = block->x[i - 1] * in[i];
    block->used++;
  }
  for (int i = 0; i < block->used; i++)
    out[(size_t)i % m] += block->x[i] * block->x[i] * (i + 1 + block->head[i]);
  free(block);
}
ORACLE(growing, 5, 3, 0.5, 2.0)

PRIMAL(copied) {
  Fixed *from = malloc(sizeof *from), *to = malloc(sizeof *to);
  memset(from, 0, sizeof *from);
  for (int i = 0; i < LONG; i++)
    from->head[i] = i;
  for (size_t i = 0; i < n; i++)
    from->x[i] = in[i] * in[i];
  memcpy(to, from, offsetof(Fixed, x) + n * sizeof(double));
  for (size_t i = 0; i < n; i++)
    out[i % m] += to->x[i] * to->x[i] * ((double)i + 1 + to->head[i]);
  free(from);
  free(to);
}
ORACLE(copied, 5, 3, 0.5, 2.0)

PRIMAL(named) {
  Named *items = malloc(sizeof *items);
  size_t count = 0;
  for (size_t i = 0; i < n; i++) {
    items = realloc(items, (count + 1) * sizeof *items);
    memset(items[count].name, 'a', sizeof items[count].name);
    items[count].first = in[i] * in[i];
    items[count].second = in[i] * in[(i + 1) % n];
    count++;
  }
  for (size_t i = 0; i < count; i++)
    out[i % m] += items[i].first * items[count - 1 - i].second * (items[i].name[i] == 'a' ? 1 : 2);
  free(items);
}
ORACLE(named, 5, 3, 0.5, 2.0)

int main(void) {
  growing_oracle();
  copied_oracle();
  named_oracle();
  return oracle_exit();
}
