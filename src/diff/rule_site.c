/* What a rule sees of the operation that it differentiates: the primal's values at this point of
 * the sweep under construction. */
#include "diff.h"

static LLVMValueRef primal_here(Deriver *deriver, LLVMValueRef value) {
  return deriver->key->mode == REQUEST_FORWARD ? deriver_clone_of(deriver, value)
                                               : reverse_fetch_primal(deriver, value);
}

static LLVMValueRef site_operand(void *context, unsigned index) {
  RuleSite *site = context;
  return primal_here(site->deriver, LLVMGetOperand(site->operation, index));
}

static LLVMValueRef site_result(void *context) {
  RuleSite *site = context;
  return primal_here(site->deriver, site->operation);
}

RuleBuild rule_site_build(RuleSite *site) {
  return (RuleBuild){.builder = site->deriver->builder,
                     .module = site->deriver->diff->module,
                     .operation = site->operation,
                     .type = LLVMTypeOf(site->operation),
                     .context = site,
                     .operand = site_operand,
                     .result = site_result};
}
