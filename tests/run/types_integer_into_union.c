/* An integer that travels beside a double, and is stored where numbers lie at other times. */
#include "oracle.h"
typedef struct {
  int steps;
  double scale;
} Plan;
typedef struct {
  int tag;
  union {
    double number;
    long long count;
    struct {
      double a, b;
    } both;
  } is;
} Tagged;
static double shared[4];

__attribute__((noinline)) static Plan step(Plan plan, double x) {
  Tagged tagged[4];
  for (int i = 0; i < 4; i++) {
    tagged[i].tag = (i + 2) % 3;
    switch (tagged[i].tag) {
    case 0:
      tagged[i].is.number = tanh(plan.scale);
      break;
    case 1:
      tagged[i].is.both.a = exp(0.5 * x), tagged[i].is.both.b = 0.25;
      break;
    default:
      tagged[i].is.count = plan.steps;
    }
  }
  Tagged moved = tagged[(plan.steps * 5 + 3) % 4];
  tagged[(plan.steps * 5 + 3) % 4] = tagged[plan.steps % 4];
  tagged[plan.steps % 4] = moved;
  for (int i = 0; i < 4; i++)
    switch (tagged[i].tag) {
    case 0:
      x += 0.3 * tagged[i].is.number;
      break;
    case 1:
      x += 0.3 * tagged[i].is.both.a * tagged[i].is.both.b;
      break;
    default:
      x *= 0.1 * (double)(tagged[i].is.count % 9);
    }
  shared[plan.steps % 4] += x;
  plan.scale *= 0.9;
  return plan;
}
PRIMAL(plans) {
  Plan plan = {2, in[1]};
  for (int i = 0; i < 4; i++)
    shared[i] = in[0] * i;
  for (int i = 0; i < 3; i++)
    plan = step(plan, in[0] + shared[i]);
  out[0] = plan.scale + shared[1];
  out[1] = shared[2];
}
ORACLE_MAIN(plans, 2, 2, 0.5, 2)
