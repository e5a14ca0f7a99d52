/* A request on pointers to structs: the shadow is a struct, its other members untouched. */
#include "oracle.h"
typedef struct {
  int kind;
  double values[3];
  long tag;
} Model;
extern void __adcc_autodiff_model(void *, Model *, Model *, double *, double *);
static void loss(Model *model, double *result) {
  *result = model->kind * model->values[0] * model->values[1] + model->values[2];
}
int main(void) {
  Model model = {2, {3, 5, 7}, 11}, shadow = {2, {0, 0, 100}, 11};
  double result = 0, seed = 1;
  __adcc_autodiff_model((void *)loss, &model, &shadow, &result, &seed);
  CLOSE(result, 37);
  CLOSE(shadow.values[0], 10);
  CLOSE(shadow.values[1], 6);
  CLOSE(shadow.values[2], 101);
  CLOSE(seed, 0);
  EXPECT(shadow.kind == 2 && shadow.tag == 11);
  return oracle_exit();
}
