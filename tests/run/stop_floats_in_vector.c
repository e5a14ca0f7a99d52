/* Of a vector of doubles that is loaded for its first lane the second is two floats, and only moves: where
 * two adjoints of theirs meet, the program stops, or is right. */
#include "oracle.h"
#include "stops.h"
void __enzyme_autodiff(void *, ...);
double __enzyme_fwddiff(void *, ...);

typedef struct {
  int count;
  float first[2];
  double middle[2];
  float last[2];
} Part;
typedef struct {
  double head;
  float weights[3];
  int count;
  Part parts[2];
} Whole;
__attribute__((noinline)) static Whole changed(Whole w, double x) {
  w.weights[0] = w.weights[0] * 0.7f + (float)(x * w.parts[1].middle[1] * 0.3);
  w.weights[1] = w.weights[1] * 0.7f + (float)(x * w.weights[1] * 0.3);
  w.parts[1].count = (w.parts[1].count + 1) & 3;
  return w;
}
__attribute__((noinline)) static void update(Whole *to, const Whole *from, double x) {
  Whole held = *from;
  *to = changed(held, x);
}
static double sum_of(const Whole *w) {
  double sum = w->head * 0.5 + w->weights[0] * 0.6 + w->weights[1] * 0.7 + w->weights[2] * 0.8;
  for (int i = 0; i < 2; i++) {
    const Part *p = &w->parts[i];
    sum += (i + 1.1) * (p->first[0] + 1.1 * p->first[1] + 1.2 * p->middle[0] + 1.3 * p->middle[1] + 1.4 * p->last[0] + 1.5 * p->last[1]);
  }
  return sum;
}
static Whole made(const double *in, int i) {
  Whole w;
  memset(&w, 0, sizeof w);
  w.head = in[i & 3];
  for (int k = 0; k < 3; k++)
    w.weights[k] = (float)(in[(i + k) & 3] * in[0]);
  for (int k = 0; k < 2; k++) {
    w.parts[k].first[0] = (float)in[(i + k + 1) & 3];
    w.parts[k].first[1] = (float)in[(i + k + 2) & 3];
    w.parts[k].middle[0] = in[(i + k + 3) & 3];
    w.parts[k].middle[1] = in[(i + k) & 3];
    w.parts[k].last[0] = (float)(in[(i + k + 1) & 3] * 0.5);
    w.parts[k].last[1] = (float)(in[(i + k + 2) & 3] * in[0]);
  }
  return w;
}
static double wholes(const double *in) {
  Whole w[2];
  for (int i = 0; i < 2; i++)
    w[i] = made(in, i);
  update(&w[0], &w[1], in[0]);
  return 0.1 * sum_of(&w[0]) + 0.3 * sum_of(&w[1]);
}
static double *gradient(const double *in) {
  static double shadow[4];
  memset(shadow, 0, sizeof shadow);
  __enzyme_autodiff((void *)wholes, adcc_dup, in, shadow);
  return shadow;
}

int main(void) {
  double in[4] = {0.7, 0.4, 0.9, 0.3};
  if (STOPS(gradient(in)))
    return 0;
  for (int i = 0; i < 4; i++) {
    double t[4] = {i == 0, i == 1, i == 2, i == 3};
    CLOSE_TO(gradient(in)[i], __enzyme_fwddiff((void *)wholes, adcc_dup, in, t), 1e-5);
  }
  return oracle_exit();
}
