/* Checks a derivative at a point: reverse mode, forward mode and differences of the function itself
 * have to agree on the derivative, along one direction, of the sum of all results, each with a
 * weight. */
#include "../include/adcc/runtime.h"
#include "runtime_internal.h"

#include <math.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

typedef adcc_check_item Item;

/* What belongs to one parameter; NULL for one that is const. */
typedef struct {
  const Item *item;
  size_t bytes;
  char *point;     /* where the derivative is taken */
  char *direction; /* … and along what */
  char *weights;   /* of what the function leaves in memory */
  char *work, *shadow;
} Block;

typedef struct {
  const adcc_check *check;
  Block *blocks;
  void **arguments, **shadows;
  char *result;
  uint64_t seed;
} Run;

static void *allocate(size_t bytes) {
  void *memory = calloc(1, bytes ? bytes : 1);
  if (!memory)
    runtime_fail_size("check", bytes);
  return memory;
}

static long double larger(long double a, long double b) { return a > b ? a : b; }

static long double number(const char *at, uint64_t bits) {
  float single;
  double normal;
  long double extended;
  if (bits == 32)
    return memcpy(&single, at, sizeof single), single;
  if (bits == 64)
    return memcpy(&normal, at, sizeof normal), normal;
  return memcpy(&extended, at, sizeof extended), extended;
}

static void set_number(char *at, uint64_t bits, long double value) {
  float single = (float)value;
  double normal = (double)value;
  if (bits == 32)
    memcpy(at, &single, sizeof single);
  else if (bits == 64)
    memcpy(at, &normal, sizeof normal);
  else
    memcpy(at, &value, sizeof value);
}

typedef struct {
  const Item *item;
  size_t bytes, start, field;
} Walk;

/* The next floating-point number in a block; false at its end. */
static bool next_number(Walk *walk, size_t *at, uint64_t *bits) {
  const Item *item = walk->item;
  for (; item->field_count;) {
    if (walk->field == item->field_count) {
      if (!item->period || walk->start + item->period >= walk->bytes)
        return false;
      walk->start += item->period;
      walk->field = 0;
    }
    const adcc_check_field *field = &item->fields[walk->field++];
    size_t size = field->bits == 32 ? 4 : field->bits == 64 ? 8 : sizeof(long double);
    *at = walk->start + field->offset;
    *bits = field->bits;
    if (*at + size <= walk->bytes)
      return true;
  }
  return false;
}

#define EACH_NUMBER(of, length, at, bits)                                                          \
  for (Walk walk = {of, length, 0, 0}; next_number(&walk, &at, &bits);)

/* One of 1, 1/2, 1/4 and 1/8, or the negative of it. */
static long double random_factor(Run *run) {
  run->seed = run->seed * 6364136223846793005u + 1442695040888963407u;
  double magnitude = 1.0 / (double)(1u << (run->seed >> 60 & 3));
  return run->seed >> 62 & 1 ? magnitude : -magnitude;
}

/* The power of two below the size of a number: steps of such directions move it without rounding.
 */
static long double scale_of(long double value) {
  long double size = fabsl(value), scale = 1;
  if (!(size > 0) || !__builtin_isfinite(size))
    return 1;
  while (scale > size)
    scale /= 2;
  while (scale * 2 <= size)
    scale *= 2;
  return scale;
}

static void open_blocks(Run *run, void *const *arguments, const uint64_t *bytes) {
  for (size_t i = 0; i < run->check->count; i++) {
    Block *block = &run->blocks[i];
    block->item = &run->check->items[i];
    if (block->item->role == ADCC_CHECK_CONST) {
      run->arguments[i] = arguments[i];
      continue;
    }
    bool memory = block->item->role == ADCC_CHECK_MEMORY;
    block->bytes = (size_t)(memory ? bytes[i] : block->item->period);
    char **parts[] = {&block->point, &block->direction, &block->weights, &block->work,
                      &block->shadow};
    for (size_t k = 0; k < sizeof parts / sizeof *parts; k++)
      *parts[k] = allocate(block->bytes);
    memcpy(block->point, arguments[i], block->bytes);
    run->arguments[i] = block->work;
    run->shadows[i] = block->shadow;
    size_t at;
    uint64_t bits;
    EACH_NUMBER(block->item, block->bytes, at, bits) {
      long double scale = scale_of(number(block->point + at, bits));
      set_number(block->direction + at, bits, random_factor(run) * scale);
      if (memory)
        set_number(block->weights + at, bits, random_factor(run));
    }
  }
}

static void close_blocks(Run *run) {
  for (size_t i = 0; i < run->check->count; i++) {
    Block *block = &run->blocks[i];
    free(block->point);
    free(block->direction);
    free(block->weights);
    free(block->work);
    free(block->shadow);
  }
  free(run->blocks);
  free(run->arguments);
  free(run->shadows);
  free(run->result);
}

/* The inputs, moved by `step` along the direction. */
static void move_to(Run *run, long double step) {
  for (size_t i = 0; i < run->check->count; i++) {
    Block *block = &run->blocks[i];
    if (!block->point)
      continue;
    memcpy(block->work, block->point, block->bytes);
    size_t at;
    uint64_t bits;
    EACH_NUMBER(block->item, block->bytes, at, bits)
    set_number(block->work + at, bits,
               number(block->point + at, bits) + step * number(block->direction + at, bits));
  }
}

static long double product(const Block *block, const char *a, const char *b) {
  long double sum = 0;
  size_t at;
  uint64_t bits;
  EACH_NUMBER(block->item, block->bytes, at, bits)
  sum += number(a + at, bits) * number(b + at, bits);
  return sum;
}

/* What is in the result, and in memory as `of_shadows` says, with the weights. */
static long double weighted(const Run *run, bool of_shadows) {
  const Item *result = &run->check->items[run->check->count];
  long double sum = 0;
  size_t at;
  uint64_t bits;
  EACH_NUMBER(result, (size_t)result->period, at, bits)
  sum += number(run->result + at, bits);
  for (size_t i = 0; i < run->check->count; i++) {
    const Block *block = &run->blocks[i];
    if (block->item->role == ADCC_CHECK_MEMORY)
      sum += product(block, block->weights, of_shadows ? block->shadow : block->work);
  }
  return sum;
}

static long double value_at(Run *run, long double step) {
  move_to(run, step);
  run->check->primal(run->arguments, run->result);
  return weighted(run, false);
}

static long double by_forward(Run *run) {
  move_to(run, 0);
  for (size_t i = 0; i < run->check->count; i++)
    if (run->blocks[i].point)
      memcpy(run->blocks[i].shadow, run->blocks[i].direction, run->blocks[i].bytes);
  run->check->forward(run->arguments, run->shadows, run->result);
  return weighted(run, true);
}

static long double by_reverse(Run *run) {
  move_to(run, 0);
  for (size_t i = 0; i < run->check->count; i++) /* the weights of what is no memory are zero */
    if (run->blocks[i].point)
      memcpy(run->blocks[i].shadow, run->blocks[i].weights, run->blocks[i].bytes);
  run->check->reverse(run->arguments, run->shadows);
  long double sum = 0;
  for (size_t i = 0; i < run->check->count; i++)
    if (run->blocks[i].point)
      sum += product(&run->blocks[i], run->blocks[i].shadow, run->blocks[i].direction);
  return sum;
}

/* Central differences, extrapolated to a step of none (Ridders); `error` is how far the best two
 * values lie apart. */
static long double by_differences(Run *run, long double *error) {
  enum { STEPS = 8 };
  const long double ratio = 2;
  long double table[STEPS][STEPS], best = 0, step = 1.0L / 32;
  *error = INFINITY;
  for (int i = 0; i < STEPS; i++, step /= ratio) {
    table[0][i] = (value_at(run, step) - value_at(run, -step)) / (2 * step);
    long double factor = ratio * ratio;
    for (int k = 1; k <= i; k++, factor *= ratio * ratio) {
      table[k][i] = (table[k - 1][i] * factor - table[k - 1][i - 1]) / (factor - 1);
      long double apart =
          larger(fabsl(table[k][i] - table[k - 1][i]), fabsl(table[k][i] - table[k - 1][i - 1]));
      if (apart < *error) {
        *error = apart;
        best = table[k][i];
      }
    }
  }
  return best;
}

double adcc_check_run(const adcc_check *check, void *const *arguments, const uint64_t *bytes) {
  const Item *result = &check->items[check->count];
  Run run = {.check = check,
             .blocks = allocate(check->count * sizeof *run.blocks),
             .arguments = allocate(check->count * sizeof *run.arguments),
             .shadows = allocate(check->count * sizeof *run.shadows),
             .result = allocate((size_t)result->period),
             .seed = 1};
  open_blocks(&run, arguments, bytes);
  long double error, reverse = by_reverse(&run), forward = by_forward(&run);
  long double differences = by_differences(&run, &error);
  close_blocks(&run);
  long double modes = fabsl(reverse - forward);
  long double apart = fabsl(reverse - differences) - error;
  long double worst = modes > apart ? modes : apart;
  long double size = larger(larger(fabsl(reverse), fabsl(forward)), fabsl(differences));
  if (!(worst > 0))
    worst = isnan(modes) || isnan(apart) ? NAN : 0;
  return (double)(size > 0 ? worst / size : worst);
}
