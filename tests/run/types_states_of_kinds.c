/* Stages of a chain, each with a state of its own kind behind one pointer: where one has a number
 * another has integers, the state of a random generator or the places of a ring. The source
 * declares them. */
#include "oracle.h"

typedef double (*Run)(void *state, double x);
typedef struct Stage {
  Run run;
  void *state;
  struct Stage *next;
} Stage;

typedef struct {
  double scale;
} Gain;
static double gain(void *state, double x) {
  Gain *g = state;
  g->scale *= 0.9;
  return g->scale * x;
}

typedef struct {
  unsigned long word;
  double amount;
} Noise;
static double noise(void *state, double x) {
  Noise *r = state;
  r->word ^= r->word << 13;
  r->word ^= r->word >> 7;
  r->word ^= r->word << 17;
  return x * (1 + r->amount * (double)(r->word >> 40) / 16777216.0);
}

typedef struct {
  unsigned mask, head;
  double buffer[];
} Delay;
static double comb(void *state, double x) {
  Delay *d = state;
  double y = x + 0.5 * d->buffer[(d->head - 3) & d->mask];
  d->buffer[d->head & d->mask] = y;
  d->head = (d->head + 1) & d->mask;
  return y;
}

/* A generator whose loops become vectors. */
enum { WORDS = 32, LAG = 16 };
typedef struct {
  unsigned long words[WORDS];
  unsigned next;
  double amount;
} Lagged;
static double lag(void *state, double x) {
  Lagged *l = state;
  if (l->next == LAG) {
    for (int k = 0; k < LAG; k++)
      l->words[k] = l->words[k + LAG] ^ (l->words[k] >> 3) ^ (l->words[k + 1] << 5);
    for (int k = LAG; k < WORDS; k++)
      l->words[k] = l->words[k - LAG] ^ (l->words[k] >> 7);
    l->next = 0;
  }
  return x * (1 + l->amount * (double)(l->words[l->next++] >> 40) / 16777216.0);
}

PRIMAL(chain) {
  Gain g = {1 + in[0]};
  Noise r = {88172645463325252ul, in[1]};
  Delay *delay = calloc(1, sizeof *delay + 8 * sizeof(double));
  delay->mask = 7;
  Lagged *lagged = malloc(sizeof *lagged);
  for (int k = 0; k < WORDS; k++)
    lagged->words[k] = 6364136223846793005ul * (unsigned long)(k + 1);
  lagged->next = LAG;
  lagged->amount = in[0];
  Stage fourth = {lag, lagged, NULL}, third = {comb, delay, &fourth}, second = {noise, &r, &third}, first = {gain, &g, &second};
  for (size_t i = 2; i < n; i++) {
    double x = in[i];
    for (Stage *s = &first; s; s = s->next)
      x = s->run(s->state, x);
    out[0] += x;
  }
  free(delay);
  free(lagged);
}

/* The same with the state behind a common head. */
typedef struct Object {
  double (*run)(struct Object *, double);
  struct Object *next;
} Object;
typedef struct {
  Object head;
  double scale;
} Scaler;
typedef struct {
  Object head;
  unsigned long word;
  double amount;
} Shaker;
static double scale(Object *object, double x) {
  Scaler *s = (Scaler *)object;
  s->scale *= 0.9;
  return s->scale * x;
}
static double shake(Object *object, double x) {
  Shaker *s = (Shaker *)object;
  s->word ^= s->word << 13;
  s->word ^= s->word >> 7;
  s->word ^= s->word << 17;
  return x * (1 + s->amount * (double)(s->word >> 40) / 16777216.0);
}
PRIMAL(objects) {
  Scaler *scaler = malloc(sizeof *scaler);
  *scaler = (Scaler){{scale, NULL}, 1 + in[0]};
  Shaker *shaker = malloc(sizeof *shaker);
  *shaker = (Shaker){{shake, &scaler->head}, 88172645463325252ul, in[1]};
  for (size_t i = 2; i < n; i++) {
    double x = in[i];
    for (Object *o = &shaker->head; o; o = o->next)
      x = o->run(o, x);
    out[0] += x;
  }
  free(scaler);
  free(shaker);
}

ORACLE(chain, 8, 1, -1, 1)
ORACLE(objects, 6, 1, -1, 1)
int main(void) {
  chain_oracle();
  objects_oracle();
  return oracle_exit();
}
