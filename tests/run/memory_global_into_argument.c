/* A model that a global keeps, set up before the derivative is called: what it points to counts as
 * constant. Where that is memory of an argument with a shadow, read through both, a part of the
 * derivative would be lost without a word: the program stops. */
#include "oracle.h"
#include "stops.h"
extern int enzyme_dup, enzyme_const;
extern void __enzyme_autodiff(void *, ...);
typedef struct {
  const double *weights;
  int count;
  double rate;
} Model;
static Model model;
static const double *reference;
static double *tail;
void *__enzyme_inactive_global_reference = &reference;

static double loss(const double *w, const double *x) {
  double sum = 0;
  for (int i = 0; i < model.count; i++)
    sum += model.weights[i] * x[i] * model.rate + w[i] * w[i];
  return sum;
}
static double distance(const double *w, int count) {
  double sum = 0;
  for (int i = 0; i < count; i++)
    sum += (w[i] - reference[i]) * w[i];
  return sum;
}
/* Reads nothing through the model's pointer. */
static double scaled(const double *w, const double *x) {
  double sum = 0;
  for (int i = 0; i < model.count; i++)
    sum += model.rate * w[i] * x[i];
  return sum;
}
static double of_tail(const double *w, int count) {
  double sum = 0;
  for (int i = 0; i < count; i++)
    sum += tail[i] * w[i];
  return sum;
}
static void call(int which, double *w, double *dw, const double *x) {
  if (which == 0)
    __enzyme_autodiff((void *)loss, enzyme_dup, w, dw, enzyme_const, x);
  else if (which == 1)
    __enzyme_autodiff((void *)of_tail, enzyme_dup, w, dw, 3);
  else
    __enzyme_autodiff((void *)distance, enzyme_dup, w, dw, 3);
}
int main(void) {
  double w[6] = {1, 2, 3, 0.5, 0.7, 0.9}, dw[6] = {0}, x[3] = {0.5, 0.25, 2}, others[3] = {4, 5, 6};
  model = (Model){others, 3, 0.5};
  call(0, w, dw, x);
  for (int i = 0; i < 3; i++)
    CLOSE(dw[i], 2 * w[i]);
  model.weights = w;
  EXPECT(STOPS(call(0, w, dw, x)));

  double dscaled[6] = {0};
  __enzyme_autodiff((void *)scaled, enzyme_dup, w, dscaled, enzyme_const, x);
  for (int i = 0; i < 3; i++)
    CLOSE(dscaled[i], 0.5 * x[i]);

  tail = others;
  double dtail[6] = {0};
  call(1, w, dtail, x);
  for (int i = 0; i < 3; i++)
    CLOSE(dtail[i], others[i]);
  tail = w;
  EXPECT(STOPS(call(1, w, dtail, x)));

  reference = w; /* declared inactive: the user wants it so */
  double dreference[6] = {0};
  call(2, w, dreference, x);
  for (int i = 0; i < 3; i++)
    CLOSE(dreference[i], w[i]);

  double z[6] = {1, 2, 3, 4, 5, 6}, dz[6] = {0};
  tail = z + 3; /* the middle of what the caller made */
  EXPECT(STOPS(__enzyme_autodiff((void *)of_tail, enzyme_dup, z, dz, 3)));
  return oracle_exit();
}
