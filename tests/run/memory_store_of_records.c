/* A log-structured store: heads and numbers in a block of bytes that grows, from a state that goes
 * on to change; one number of a record is changed in place, and what is left goes to a new store. */
#include "higher.h"
#include <stdlib.h>
#include <string.h>

typedef struct {
  uint16_t id, count;
  uint32_t bytes;
} Head;
typedef struct {
  char *bytes;
  size_t used, held;
  size_t *starts;
  int count;
} Store;
static void make_room(Store *store, size_t more) {
  while (store->used + more > store->held) {
    size_t larger = store->held ? store->held * 3 / 2 + 16 : 48;
    char *block = malloc(larger);
    if (store->bytes) {
      memcpy(block, store->bytes, store->used);
      free(store->bytes);
    }
    store->bytes = block;
    store->held = larger;
  }
}
static void add(Store *store, int id, const double *numbers, int count) {
  Head head = {(uint16_t)id, (uint16_t)count, (uint32_t)count * 8};
  make_room(store, sizeof head + head.bytes);
  store->starts = realloc(store->starts, (size_t)(store->count + 1) * sizeof *store->starts);
  store->starts[store->count++] = store->used;
  memcpy(store->bytes + store->used, &head, sizeof head);
  memcpy(store->bytes + store->used + sizeof head, numbers, head.bytes);
  store->used += sizeof head + head.bytes;
}
static double *numbers_of(Store *store, int i) {
  return (double *)(store->bytes + store->starts[i] + sizeof(Head));
}
PRIMAL(stored) {
  Store store = {0}, kept = {0};
  double state[4] = {in[0], in[1], in[2], in[3]};
  for (int step = 0; step < 7; step++) {
    for (int i = 0; i < 4; i++)
      state[i] = sin(state[i]) + 0.5 * state[(i + 1) % 4];
    add(&store, step, state, 1 + step % 4);
    if (step > 2)
      numbers_of(&store, step - 2)[0] *= state[3];
  }
  for (int i = store.count; i-- > 0;) {
    Head head;
    memcpy(&head, store.bytes + store.starts[i], sizeof head);
    if (head.id % 3 == 1)
      continue;
    make_room(&kept, sizeof head + head.bytes);
    memcpy(kept.bytes + kept.used, store.bytes + store.starts[i], sizeof head + head.bytes);
    kept.used += sizeof head + head.bytes;
  }
  double sum = 1;
  for (size_t at = 0; at < kept.used;) {
    Head head;
    memcpy(&head, kept.bytes + at, sizeof head);
    const double *numbers = (const double *)(kept.bytes + at + sizeof head);
    for (int k = 0; k < head.count; k++)
      sum += numbers[k] * (k + 1) * (head.id + 1) * 0.1 * sum * 0.1;
    at += sizeof head + head.bytes;
  }
  out[0] = sum;
  free(store.bytes);
  free(store.starts);
  free(kept.bytes);
}
ORACLE(stored, 4, 1, 0.4, 1.0)
/* And its second derivatives. */
HIGHER_LEVEL(autodiff, stored, gradient)
ORACLE(gradient, 8, 2, 0.4, 1.0)

int main(void) {
  stored_oracle();
  gradient_oracle();
  return oracle_exit();
}
