/* fwdsplit through blocks that the recorded run has released, or moved, and through variables whose
 * address it has kept: the shadows of the second half may come to lie in the same place. */
#include "modes.h"

typedef struct {
  int id;
  double x;
} Record;

PRIMAL(grown) {
  size_t bytes = m * sizeof(Record), capacity = 2;
  char *all = malloc(capacity * bytes);
  for (size_t i = 0; i < n; i++) {
    if (i == capacity)
      all = realloc(all, (capacity *= 2) * bytes);
    Record record = {(int)i, in[i]};
    memcpy(all + i * bytes, &record, bytes);
  }
  memmove(all + bytes, all + 2 * bytes, (n - 2) * bytes);
  for (size_t i = 0; i < n - 1; i++) {
    Record *record = (Record *)(all + i * bytes);
    out[0] += record->x * record->x * (double)(i + 1);
  }
  free(all);
}

PRIMAL(copied) {
  size_t bytes = m * sizeof(Record);
  char *all = malloc(n * bytes);
  for (size_t i = 0; i < n; i++) {
    Record record = {(int)i, in[i]};
    memcpy(all + i * bytes, &record, bytes);
  }
  memcpy(all, all + (n - 1) * bytes, bytes);
  for (size_t i = 0; i < n - 1; i++) {
    Record *record = (Record *)(all + i * bytes);
    out[0] += record->x * record->x * (double)(i + 1);
  }
  free(all);
}

/* A number, then a pointer in the same slot. */
typedef struct {
  int tag;
  union {
    double number;
    double *pointer;
  } as;
} Value;
PRIMAL(tagged) {
  Value *values = calloc(n, sizeof *values);
  for (size_t k = 0; k < n; k++) {
    Value value = {.tag = 1, .as.number = in[k]};
    values[k] = value;
  }
  for (size_t k = 0; k < n; k++) {
    double *held = malloc(sizeof *held);
    *held = values[k].as.number * in[k];
    Value value = {.tag = 2, .as.pointer = held};
    values[k] = value;
  }
  for (size_t k = 0; k < n; k++) {
    Value value = values[k];
    if (value.tag == 2) {
      out[0] += *value.as.pointer;
      free(value.as.pointer);
    } else
      out[0] += value.as.number;
  }
  free(values);
}

/* Stages on the stack that point to each other, and to what has no derivative. */
typedef struct Stage {
  const double *weights;
  double *sum;
  struct Stage *next;
} Stage;
__attribute__((noinline)) static void run(Stage *stage, double x) {
  for (; stage; stage = stage->next)
    *stage->sum += x * x * stage->weights[1];
}
PRIMAL(stages) {
  double weights[2] = {1, 2.5}, sums[2] = {0, 0};
  Stage second = {weights, &sums[1], NULL}, first = {in, &sums[0], &second};
  for (size_t i = 0; i < n; i++)
    run(&first, in[i]);
  out[0] += sums[0] * sums[1];
}

ORACLE_REPLAY(grown, 6, 1, -1, 1)
ORACLE_REPLAY(copied, 6, 1, -1, 1)
ORACLE_REPLAY(tagged, 3, 1, 0.2, 0.9)
ORACLE_REPLAY(stages, 4, 1, -1, 1)
int main(void) {
  grown_oracle();
  copied_oracle();
  tagged_oracle();
  stages_oracle();
  return oracle_exit();
}
