/* Structures in which an array is walked by a variable index and other fields follow it: cleared,
 * copied and sorted as a whole. */
#include "oracle.h"
typedef struct {
  double values[8];
  int head, tail, count;
} Queue;
static void push(Queue *queue, double value) {
  queue->values[queue->tail] = value;
  queue->tail = (queue->tail + 1) & 7;
  queue->count++;
}
static double pop(Queue *queue) {
  double value = queue->values[queue->head];
  queue->head = (queue->head + 1) & 7;
  queue->count--;
  return value;
}
typedef struct {
  int id;
  double v[3];
  char tag;
  float weight;
} Particle;
static double sorted_sum(const double *in, int count) {
  Particle first[8];
  for (int i = 0; i < count; i++) {
    first[i].id = (i * 3 + 2) % count;
    first[i].tag = (char)('a' + i);
    first[i].weight = (float)(i + 1);
    for (int k = 0; k < 3; k++)
      first[i].v[k] = in[(i + k) % count] * k;
  }
  Particle kept = first[0];
  first[0] = first[count - 1];
  first[count - 1] = kept;
  Particle *sorted = malloc((size_t)count * sizeof *sorted);
  memcpy(sorted, first, (size_t)count * sizeof *sorted);
  for (int i = 0; i + 1 < count; i++)
    if (sorted[i].id > sorted[i + 1].id) {
      Particle other = sorted[i];
      sorted[i] = sorted[i + 1];
      sorted[i + 1] = other;
    }
  double sum = 0;
  for (int i = 0; i < count; i++)
    sum += sorted[i].weight * sorted[i].v[1] * (i + 1) + sorted[i].v[2] * sorted[i].id;
  free(sorted);
  return sum;
}
PRIMAL(work) {
  Queue queue = {{0}, 0, 0, 0};
  for (int i = 0; i < 5; i++)
    push(&queue, in[i]);
  for (int i = 0; i < 12; i++)
    push(&queue, 0.5 * pop(&queue) * queue.values[queue.head]);
  out[0] = pop(&queue) + queue.values[queue.head];
  out[1] = sorted_sum(in, 5);
}
ORACLE_MAIN(work, 5, 2, 0.5, 1.5)
