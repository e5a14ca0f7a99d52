/* A plan and its buffers in one block, which the program parts by itself: pairs of floats are copied
 * beside addresses and counts. */
#define REAL float
#include "oracle.h"

typedef struct {
  float re, im;
} Pair;

typedef struct {
  int count, factors[6];
  Pair twiddles[1];
} Plan;

typedef struct {
  Plan *plan;
  Pair *work, *more;
} Owner;

static Owner *make(int count) {
  size_t plan = sizeof(Plan) + sizeof(Pair) * (size_t)count;
  Owner *owner = malloc(sizeof(Owner) + plan + 2 * sizeof(Pair) * (size_t)count);
  owner->plan = (Plan *)(owner + 1);
  owner->work = (Pair *)((char *)owner->plan + plan);
  owner->more = owner->work + count;
  owner->plan->count = count;
  for (int i = 0; i < 6; i++)
    owner->plan->factors[i] = i + 2;
  for (int i = 0; i < count; i++) {
    owner->plan->twiddles[i].re = cosf((float)i);
    owner->plan->twiddles[i].im = sinf((float)i);
  }
  return owner;
}

static void turn(Pair *to, const Pair *from, size_t stride, int depth, const Plan *plan) {
  int radix = plan->factors[depth];
  Pair *scratch = malloc(sizeof(Pair) * (size_t)radix);
  for (int q = 0; q < radix; q++) {
    *to = *from;
    from += stride;
    scratch[q] = *to;
  }
  for (int q = 0; q < radix; q++) {
    to[q] = scratch[0];
    for (int i = 1; i < radix; i++) {
      Pair by = plan->twiddles[(q * i) % plan->count], t;
      t.re = scratch[i].re * by.re - scratch[i].im * by.im;
      t.im = scratch[i].re * by.im + scratch[i].im * by.re;
      to[q].re += t.re;
      to[q].im += t.im;
    }
  }
  free(scratch);
}

PRIMAL(parted_block) {
  Owner *owner = make((int)n / 2);
  const Pair *pairs = (const Pair *)in;
  for (size_t i = 0; i < n / 2; i++)
    owner->more[i] = pairs[i];
  turn(owner->work, owner->more, 1, 1, owner->plan);
  for (size_t i = 0; i < 3; i++)
    out[i % m] += owner->work[i].re * owner->work[i].re + 0.5f * owner->work[i].im;
  free(owner);
}
ORACLE_MAIN(parted_block, 8, 2, 0.3, 1.1)
