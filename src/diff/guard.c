/* The marker runtime_activity: a shadow pointer that equals its primal says that what it points to
 * is inactive after all. Accesses of such a shadow go to scratch memory instead, which costs no
 * branch, and what is read there counts as zero. */
#include "diff.h"

LLVMValueRef guard_inactive(Deriver *deriver, LLVMValueRef primal, LLVMValueRef shadow) {
  if (!deriver->key->runtime_activity)
    return NULL;
  return LLVMBuildICmp(deriver->builder, LLVMIntEQ, primal, shadow, "inactive");
}

LLVMValueRef guard_operand_inactive(Deriver *deriver, LLVMValueRef call, unsigned operand,
                                    unsigned lane) {
  LLVMValueRef pointer = LLVMGetOperand(call, operand);
  return guard_inactive(deriver, deriver_clone_of(deriver, pointer),
                        deriver_shadow(deriver, pointer, lane));
}

LLVMValueRef guard_address(Deriver *deriver, LLVMValueRef inactive, LLVMValueRef shadow,
                           LLVMTypeRef accessed) {
  if (!inactive)
    return shadow;
  LLVMModuleRef module = deriver->diff->module;
  uint64_t size = LLVMABISizeOfType(LLVMGetModuleDataLayout(module), accessed);
  const char *name =
      arena_format(deriver->sweep.arena, "adcc.scratch.%llu", (unsigned long long)size);
  LLVMValueRef scratch = LLVMGetNamedGlobal(module, name);
  if (!scratch) {
    enum { ANY_ALIGNMENT = 64 };
    LLVMTypeRef bytes = LLVMArrayType2(LLVMInt8TypeInContext(LLVMGetModuleContext(module)), size);
    scratch = LLVMAddGlobal(module, bytes, name);
    LLVMSetInitializer(scratch, LLVMConstNull(bytes));
    LLVMSetLinkage(scratch, LLVMInternalLinkage);
    LLVMSetAlignment(scratch, ANY_ALIGNMENT);
    LLVMSetThreadLocalMode(scratch, LLVMGeneralDynamicTLSModel);
  }
  return LLVMBuildSelect(deriver->builder, inactive, scratch, shadow, "");
}

LLVMValueRef guard_value(Deriver *deriver, LLVMValueRef inactive, LLVMValueRef value) {
  return inactive ? LLVMBuildSelect(deriver->builder, inactive, LLVMConstNull(LLVMTypeOf(value)),
                                    value, "")
                  : value;
}

static LLVMValueRef build_check(Deriver *deriver, LLVMValueRef lost) {
  LLVMModuleRef module = deriver->diff->module;
  LLVMContextRef context = LLVMGetModuleContext(module);
  LLVMTypeRef i32 = LLVMInt32TypeInContext(context);
  LLVMTypeRef type = LLVMFunctionType(LLVMVoidTypeInContext(context), &i32, 1, false);
  LLVMValueRef function = LLVMGetNamedFunction(module, "adcc_activity_check");
  if (!function)
    function = LLVMAddFunction(module, "adcc_activity_check", type);
  lost = LLVMBuildZExt(deriver->builder, lost, i32, "");
  return LLVMBuildCall2(deriver->builder, type, function, &lost, 1, "");
}

void guard_check(Deriver *deriver, LLVMValueRef inactive) {
  if (inactive && deriver->key->checked_activity)
    build_check(deriver, inactive);
}

void guard_stop_loss(Deriver *deriver, LLVMValueRef instruction) {
  if (!activity_is_lost_at(deriver->sweep.activity, instruction))
    return;
  LLVMContextRef context = LLVMGetModuleContext(deriver->diff->module);
  LLVMPositionBuilderBefore(deriver->builder, deriver_clone_of(deriver, instruction));
  LLVMValueRef stop = build_check(deriver, LLVMConstInt(LLVMInt1TypeInContext(context), 1, false));
  call_add_mark(stop, "noreturn");
  call_add_mark(stop, "cold");
}
