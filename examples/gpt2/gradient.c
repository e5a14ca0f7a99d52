/* The gradient of the model by adcc. This is all that a user writes: no backward pass. */
#include "model.h"

#include <adcc/adcc.h>

/* An entry point that returns what the model returns. */
extern real __adcc_autodiff_loss(void *function, ...);

real model_gradient(const Model *model, Model *gradient, const int *tokens, const int *targets) {
  return __adcc_autodiff_loss((void *)model_loss, adcc_primal_return, adcc_dup, model, gradient,
                              adcc_const, tokens, adcc_const, targets);
}
