/* Objects get our virtual tables for those of the library that are known in lib/. A constructor
 * stores the address of the first slot; where LLVM knows what it has stored, a virtual call loads
 * from a slot of the library's table itself. */
#include "lower.h"

#include <stdio.h>
#include <string.h>

/* What stands before the first slot: the offset to the object's beginning, and its type. */
enum { WORDS_BEFORE_SLOTS = 2 };

static bool is_known(const char *name) {
  static const char *const tables[] = {"_ZTVNSt3pmr25monotonic_buffer_resourceE"};
  for (size_t i = 0; i < sizeof tables / sizeof *tables; i++)
    if (strcmp(name, tables[i]) == 0)
      return true;
  return false;
}

static LLVMValueRef call_for_slots(LLVMBuilderRef builder, LLVMValueRef table) {
  LLVMModuleRef module = LLVMGetGlobalParent(table);
  char ours[128];
  snprintf(ours, sizeof ours, "adcc_%s", LLVMGetValueName2(table, &(size_t){0}));
  LLVMTypeRef type = LLVMFunctionType(LLVMTypeOf(table), NULL, 0, false);
  LLVMValueRef function = LLVMGetNamedFunction(module, ours);
  if (!function)
    function = LLVMAddFunction(module, ours, type);
  return LLVMBuildCall2(builder, type, function, NULL, 0, "");
}

bool lower_table(LLVMBuilderRef builder, LLVMValueRef access) {
  int64_t offset;
  LLVMValueRef address = LLVMGetOperand(access, 0); /* what is stored, or where to load */
  if (!LLVMIsAConstant(address) || LLVMGetTypeKind(LLVMTypeOf(address)) != LLVMPointerTypeKind)
    return false;
  LLVMValueRef table = bridge_constant_base(address, &offset);
  if (!LLVMIsAGlobalVariable(table) || !LLVMIsDeclaration(table) ||
      !is_known(LLVMGetValueName2(table, &(size_t){0})))
    return false;
  LLVMModuleRef module = LLVMGetGlobalParent(table);
  offset -= WORDS_BEFORE_SLOTS * (int64_t)LLVMPointerSize(LLVMGetModuleDataLayout(module));
  if (offset < 0)
    return false; /* of the type: no function */
  LLVMContextRef context = LLVMGetModuleContext(module);
  LLVMPositionBuilderBefore(builder, access);
  LLVMValueRef distance = LLVMConstInt(LLVMInt64TypeInContext(context), (uint64_t)offset, true);
  LLVMValueRef slots = call_for_slots(builder, table);
  if (offset > 0)
    slots = LLVMBuildInBoundsGEP2(builder, LLVMInt8TypeInContext(context), slots, &distance, 1, "");
  LLVMSetOperand(access, 0, slots);
  return true;
}
