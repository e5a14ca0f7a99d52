/* Tables of addresses in integers. An initialiser may put addresses into words that the source
 * declares to be integers: `static uintptr_t table[] = {(uintptr_t)a, (uintptr_t)b};`. What a
 * global leads to, and what its shadow starts from, is asked of the pointers in its contents; so
 * these words become pointers, in a global of the same layout. */
#include "prepare.h"

static bool is_word_of_address(LLVMTargetDataRef layout, LLVMTypeRef type) {
  LLVMTypeRef pointer = LLVMPointerTypeInContext(LLVMGetTypeContext(type), 0);
  return LLVMGetTypeKind(type) == LLVMIntegerTypeKind &&
         LLVMGetIntTypeWidth(type) == 8 * LLVMStoreSizeOfType(layout, pointer) &&
         LLVMABIAlignmentOfType(layout, type) == LLVMABIAlignmentOfType(layout, pointer);
}

/* The address of which the integer is made, or NULL. */
static LLVMValueRef address_in(LLVMValueRef word) {
  if (!LLVMIsAConstantExpr(word))
    return NULL;
  LLVMValueRef first = LLVMGetOperand(word, 0);
  if (LLVMGetConstOpcode(word) == LLVMPtrToInt)
    return LLVMGetPointerAddressSpace(LLVMTypeOf(first)) == 0 ? first : NULL;
  if (LLVMGetConstOpcode(word) != LLVMAdd)
    return NULL;
  LLVMValueRef distance = LLVMGetOperand(word, 1), base = address_in(first);
  if (!base || !LLVMIsAConstantInt(distance))
    return NULL;
  return LLVMConstGEP2(LLVMInt8TypeInContext(LLVMGetTypeContext(LLVMTypeOf(word))), base, &distance,
                       1);
}

static LLVMValueRef join(LLVMValueRef old, LLVMValueRef *members, unsigned count) {
  bool alike = LLVMIsAConstantArray(old) != NULL;
  for (unsigned i = 1; i < count; i++)
    alike = alike && LLVMTypeOf(members[i]) == LLVMTypeOf(members[0]);
  if (alike)
    return LLVMConstArray2(LLVMTypeOf(members[0]), members, count);
  bool packed = LLVMIsAConstantStruct(old) && LLVMIsPackedStruct(LLVMTypeOf(old));
  return LLVMConstStructInContext(LLVMGetTypeContext(LLVMTypeOf(old)), members, count, packed);
}

/* The contents with every address as a pointer; the same where none is in an integer. */
static LLVMValueRef with_pointers(Arena *arena, LLVMTargetDataRef layout, LLVMValueRef contents) {
  if (is_word_of_address(layout, LLVMTypeOf(contents))) {
    LLVMValueRef address = address_in(contents);
    return address ? address : contents;
  }
  if (!LLVMIsAConstantStruct(contents) && !LLVMIsAConstantArray(contents))
    return contents;
  unsigned count = (unsigned)LLVMGetNumOperands(contents);
  LLVMValueRef *members = ARENA_ARRAY(arena, LLVMValueRef, count + 1);
  bool changed = false;
  for (unsigned i = 0; i < count; i++) {
    members[i] = with_pointers(arena, layout, LLVMGetOperand(contents, i));
    changed = changed || members[i] != LLVMGetOperand(contents, i);
  }
  return changed ? join(contents, members, count) : contents;
}

void prepare_reveal_tables(Arena *arena, LLVMModuleRef module) {
  LLVMTargetDataRef layout = LLVMGetModuleDataLayout(module);
  for (LLVMValueRef global = LLVMGetFirstGlobal(module); global;
       global = LLVMGetNextGlobal(global)) {
    LLVMValueRef contents = LLVMGetInitializer(global);
    LLVMValueRef revealed = contents ? with_pointers(arena, layout, contents) : NULL;
    if (revealed != contents)
      bridge_replace_initializer(global, revealed);
  }
}
