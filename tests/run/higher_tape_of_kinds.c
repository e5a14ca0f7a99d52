// large: takes long to compile
/* The tape of the first derivative holds counters, pointers and numbers of one loop, of which the
 * second must not take one for another: records that move to their places in a growing array. */
#include "higher.h"

typedef struct {
  double key;
  int id;
  double *weight;
} Entry;
typedef struct {
  Entry *entries;
  int count, capacity;
} Queue;

static Entry *room(Queue *queue) {
  if (queue->count == queue->capacity) {
    queue->capacity = queue->capacity * 2 + 2;
    queue->entries = realloc(queue->entries, (size_t)queue->capacity * sizeof(Entry));
  }
  return &queue->entries[queue->count++];
}

PRIMAL(sorted) {
  Queue queue = {0};
  double weights[6], sum = 1;
  for (size_t i = 0; i < n; i++) {
    weights[i] = in[i] * 2;
    Entry *at = room(&queue);
    for (; at != queue.entries && at[-1].key > in[i]; at--)
      *at = at[-1];
    *at = (Entry){in[i] * in[i], (int)i, &weights[i]};
  }
  for (int i = 0; i < queue.count; i++)
    sum = sum * 0.5 + queue.entries[i].key * *queue.entries[i].weight * (queue.entries[i].id + 1);
  out[0] += sum;
  free(queue.entries);
}

PRIMAL(heap) {
  Queue queue = {0};
  double sum = 1;
  for (size_t k = 0; k < n; k++) {
    double *weight = malloc(sizeof *weight);
    *weight = in[k] * 2;
    Entry new = {in[k] * in[k], (int)k, weight};
    room(&queue);
    int i = queue.count - 1;
    for (; i && queue.entries[(i - 1) / 2].key > new.key; i = (i - 1) / 2)
      queue.entries[i] = queue.entries[(i - 1) / 2];
    queue.entries[i] = new;
  }
  for (int i = 0; i < queue.count; i++) {
    Entry entry = queue.entries[i];
    sum = sum * 0.5 + entry.key * *entry.weight * (entry.id + 1);
    free(entry.weight);
  }
  out[0] += sum;
  free(queue.entries);
}

HIGHER(sorted, 3, 1, 0.5, 1.9)
HIGHER(heap, 3, 1, 0.5, 1.9)
int main(void) {
  sorted_higher();
  heap_higher();
  return oracle_exit();
}
