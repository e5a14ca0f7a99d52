/* Globals for which the user keeps the shadow: metadata !enzyme_shadow !{ptr @shadow}, or in C
 * annotate("enzyme_shadow=shadow"). */
#include "request.h"

#include <string.h>

/* What the metadata holds or names: *given if there is any; NULL if it is no variable. */
static LLVMValueRef named_shadow(LLVMValueRef global, bool *given) {
  static const char *const names[] = {"adcc_shadow", "enzyme_shadow"};
  LLVMContextRef context = LLVMGetTypeContext(LLVMTypeOf(global));
  size_t count;
  LLVMValueMetadataEntry *entries = LLVMGlobalCopyAllMetadata(global, &count);
  LLVMValueRef operand = NULL;
  for (size_t i = 0; i < count; i++)
    for (size_t k = 0; k < sizeof names / sizeof *names; k++) {
      LLVMValueRef node =
          LLVMMetadataAsValue(context, LLVMValueMetadataEntriesGetMetadata(entries, (unsigned)i));
      if (LLVMValueMetadataEntriesGetKind(entries, (unsigned)i) ==
              LLVMGetMDKindIDInContext(context, names[k], (unsigned)strlen(names[k])) &&
          LLVMGetMDNodeNumOperands(node) == 1)
        LLVMGetMDNodeOperands(node, &operand);
    }
  LLVMDisposeValueMetadataEntries(entries);
  *given = operand != NULL;
  unsigned length;
  const char *name = operand && LLVMIsAMDString(operand) ? LLVMGetMDString(operand, &length) : NULL;
  if (name)
    operand = LLVMGetNamedGlobalWithLength(LLVMGetGlobalParent(global), name, length);
  return operand ? LLVMIsAGlobalVariable(operand) : NULL;
}

LLVMValueRef request_shadow_of_global(LLVMValueRef global) {
  bool given;
  return LLVMIsAGlobalVariable(global) ? named_shadow(global, &given) : NULL;
}

/* An initial value may give a structure a type of its own. */
static bool same_shape(LLVMValueRef a, LLVMValueRef b) {
  LLVMTypeRef of_a = LLVMGlobalGetValueType(a), of_b = LLVMGlobalGetValueType(b);
  LLVMTargetDataRef layout = LLVMGetModuleDataLayout(LLVMGetGlobalParent(a));
  bool structures =
      LLVMGetTypeKind(of_a) == LLVMStructTypeKind && LLVMGetTypeKind(of_b) == LLVMStructTypeKind;
  return of_a == of_b ||
         (structures && LLVMABISizeOfType(layout, of_a) == LLVMABISizeOfType(layout, of_b));
}

bool request_check_shadows(DiagSink *sink, LLVMModuleRef module) {
  bool fine = true;
  for (LLVMValueRef global = LLVMGetFirstGlobal(module); global;
       global = LLVMGetNextGlobal(global)) {
    bool given;
    LLVMValueRef shadow = named_shadow(global, &given);
    if (!given || (shadow && !LLVMIsGlobalConstant(shadow) && same_shape(shadow, global)))
      continue;
    diag_at(sink, global, DIAG_BAD_REGISTRATION, LLVMGetValueName2(global, &(size_t){0}),
            "its enzyme_shadow must be a variable of the same type");
    fine = false;
  }
  return fine;
}
