/* Tables of distances. In code that may stand anywhere LLVM turns a constant table of addresses
 * into one of the distances of what they lead to from the table, in half of the room:
 *
 *   llvm.load.relative(table, 4 * i)
 *
 * reads one and adds the table's address. Nothing that looks at types or activity sees where such
 * an address leads, so the table of addresses comes back, and what reads it is a load again.
 *
 * Requires: nothing. Invalidates: nothing. */
#include "prepare.h"

#include <string.h>

enum { DISTANCE_BYTES = 4 };

/* What an integer that is made of an address alone leads to, or NULL. */
static LLVMValueRef address_of(LLVMValueRef integer) {
  bool is_made = LLVMIsAConstantExpr(integer) && LLVMGetConstOpcode(integer) == LLVMPtrToInt;
  return is_made ? LLVMGetOperand(integer, 0) : NULL;
}

/* The address of which an entry of the table is the distance, or NULL. */
static LLVMValueRef target_of(LLVMValueRef entry, LLVMValueRef table) {
  if (!LLVMIsAConstantExpr(entry) || LLVMGetConstOpcode(entry) != LLVMTrunc)
    return NULL;
  LLVMValueRef distance = LLVMGetOperand(entry, 0);
  if (!LLVMIsAConstantExpr(distance) || LLVMGetConstOpcode(distance) != LLVMSub ||
      address_of(LLVMGetOperand(distance, 1)) != table)
    return NULL;
  return address_of(LLVMGetOperand(distance, 0));
}

/* A table of the addresses, or NULL. */
static LLVMValueRef addresses_of(Arena *arena, LLVMValueRef table) {
  bool is_own = LLVMIsAGlobalVariable(table) && LLVMIsGlobalConstant(table) &&
                (LLVMGetLinkage(table) == LLVMPrivateLinkage ||
                 LLVMGetLinkage(table) == LLVMInternalLinkage); /* no linker takes another */
  LLVMValueRef entries = is_own ? LLVMGetInitializer(table) : NULL;
  if (!entries || !LLVMIsAConstantArray(entries))
    return NULL;
  unsigned count = (unsigned)LLVMGetNumOperands(entries);
  LLVMValueRef *addresses = ARENA_ARRAY(arena, LLVMValueRef, count + 1);
  for (unsigned i = 0; i < count; i++) {
    addresses[i] = target_of(LLVMGetOperand(entries, i), table);
    if (!addresses[i] || LLVMTypeOf(addresses[i]) != LLVMTypeOf(table))
      return NULL;
  }
  LLVMTypeRef type = LLVMArrayType2(LLVMTypeOf(table), count);
  LLVMValueRef made = LLVMAddGlobal(LLVMGetGlobalParent(table), type, "addresses");
  LLVMSetInitializer(made, LLVMConstArray2(LLVMTypeOf(table), addresses, count));
  LLVMSetGlobalConstant(made, true);
  LLVMSetLinkage(made, LLVMPrivateLinkage);
  LLVMSetUnnamedAddress(made, LLVMGlobalUnnamedAddr);
  return made;
}

static void load_address(LLVMBuilderRef builder, LLVMValueRef call, LLVMValueRef addresses) {
  LLVMValueRef offset = LLVMGetOperand(call, 1);
  LLVMPositionBuilderBefore(builder, call);
  LLVMSetCurrentDebugLocation2(builder, LLVMInstructionGetDebugLoc(call));
  LLVMValueRef bytes = LLVMConstInt(LLVMTypeOf(offset), DISTANCE_BYTES, false);
  LLVMValueRef index = LLVMBuildExactSDiv(builder, offset, bytes, "");
  LLVMTypeRef type = LLVMTypeOf(call);
  LLVMValueRef place = LLVMBuildInBoundsGEP2(builder, type, addresses, &index, 1, "");
  LLVMReplaceAllUsesWith(call, LLVMBuildLoad2(builder, type, place, ""));
  LLVMInstructionEraseFromParent(call);
}

void prepare_lower_relative_tables(Arena *arena, LLVMModuleRef module) {
  static const char name[] = "llvm.load.relative";
  unsigned id = LLVMLookupIntrinsicID(name, strlen(name));
  LLVMBuilderRef builder = LLVMCreateBuilderInContext(LLVMGetModuleContext(module));
  for (LLVMValueRef f = LLVMGetFirstFunction(module); f; f = LLVMGetNextFunction(f)) {
    if (LLVMGetIntrinsicID(f) != id)
      continue;
    Map *tables = map_create(arena); /* from a table to that of its addresses */
    for (LLVMUseRef next, use = LLVMGetFirstUse(f); use; use = next) {
      LLVMValueRef call = LLVMGetUser(use), table = LLVMGetOperand(call, 0);
      next = LLVMGetNextUse(use);
      if (!map_has(tables, table))
        map_set(tables, table, addresses_of(arena, table));
      if (map_get(tables, table))
        load_address(builder, call, map_get(tables, table));
    }
  }
  LLVMDisposeBuilder(builder);
}
