/* Shadows of constants: of variables of the program, what leads into them, and what their contents
 * are made of. */
#include "diff.h"

static LLVMValueRef global_with_shadow(Deriver *deriver, LLVMValueRef global, unsigned lane);

/* Functions share the shadow of a table, so what it leads to has a shadow also where the one that
 * makes it takes nothing active from there. */
static LLVMValueRef shadow_in_table(Deriver *deriver, LLVMValueRef pointer, unsigned lane) {
  LLVMValueRef constant = bridge_underlying_object(pointer);
  if (LLVMIsAGlobalVariable(constant) && activity_keeps_constant(deriver->sweep.activity, constant))
    global_with_shadow(deriver, constant, lane);
  return deriver_shadow_of_constant(deriver, pointer, lane);
}

/* What a shadow global starts from: zero, but for pointers, which point to shadows. */
static LLVMValueRef shadow_contents(Deriver *deriver, LLVMValueRef contents, unsigned lane) {
  LLVMTypeRef type = LLVMTypeOf(contents);
  if (!type_contains_pointer(type))
    return LLVMConstNull(type);
  if (LLVMGetTypeKind(type) == LLVMPointerTypeKind)
    return shadow_in_table(deriver, contents, lane);
  bool is_structure = LLVMIsAConstantStruct(contents) != NULL;
  if (!is_structure && !LLVMIsAConstantArray(contents))
    return contents;
  unsigned count = (unsigned)LLVMGetNumOperands(contents);
  LLVMValueRef *members = ARENA_ARRAY(deriver->sweep.arena, LLVMValueRef, count + 1);
  for (unsigned i = 0; i < count; i++)
    members[i] = shadow_contents(deriver, LLVMGetOperand(contents, i), lane);
  if (!is_structure)
    return LLVMConstArray2(LLVMGetElementType(type), members, count);
  return LLVMGetStructName(type) ? LLVMConstNamedStruct(type, members, count)
                                 : LLVMConstStructInContext(LLVMGetTypeContext(type), members,
                                                            count, LLVMIsPackedStruct(type));
}

/* A global that active values are stored to gets a shadow global of its own for every lane, which
 * the map has under that of the lane before. */
static LLVMValueRef global_with_shadow(Deriver *deriver, LLVMValueRef global, unsigned lane) {
  LLVMValueRef shadow = request_shadow_of_global(global);
  if (shadow && deriver->width > 1)
    deriver_error(deriver, global, DIAG_UNSUPPORTED,
                  "several lanes (width) of a global whose shadow is given (enzyme_shadow)");
  LLVMValueRef before = lane && !shadow ? global_with_shadow(deriver, global, lane - 1) : global;
  if (!shadow)
    shadow = map_get(deriver->diff->shadow_globals, before);
  if (shadow)
    return shadow;
  LLVMTypeRef type = LLVMGlobalGetValueType(global);
  size_t length;
  const char *name = LLVMGetValueName2(global, &length);
  shadow = LLVMAddGlobalInAddressSpace(
      deriver->diff->module, type,
      arena_format(deriver->sweep.arena, "%.*s.shadow", (int)length, name),
      LLVMGetPointerAddressSpace(LLVMTypeOf(global)));
  LLVMSetInitializer(shadow, LLVMConstNull(type));
  LLVMSetLinkage(shadow, LLVMInternalLinkage);
  LLVMSetAlignment(shadow, LLVMGetAlignment(global));
  LLVMSetThreadLocalMode(shadow, LLVMGetThreadLocalMode(global));
  map_set(deriver->diff->shadow_globals, before, shadow);
  if (LLVMGetInitializer(global)) /* after the entry: globals may point to each other */
    LLVMSetInitializer(shadow, shadow_contents(deriver, LLVMGetInitializer(global), lane));
  return shadow;
}

static LLVMValueRef shadow_global(Deriver *deriver, LLVMValueRef global, unsigned lane) {
  bool in_table = LLVMIsAGlobalVariable(global) && map_has(deriver->diff->shadow_globals, global) &&
                  activity_keeps_constant(deriver->sweep.activity, global);
  bool shadowed = LLVMIsAGlobalVariable(global) && deriver_has_shadow(deriver, global);
  return in_table || shadowed ? global_with_shadow(deriver, global, lane) : global;
}

bool deriver_is_constant_address(LLVMValueRef value) {
  return LLVMIsAConstantExpr(value) && LLVMGetConstOpcode(value) == LLVMPtrToInt;
}

LLVMValueRef deriver_shadow_of_constant(Deriver *deriver, LLVMValueRef value, unsigned lane) {
  if (LLVMIsAGlobalAlias(value)) /* another name of a variable */
    return deriver_shadow_of_constant(deriver, LLVMAliasGetAliasee(value), lane);
  if (LLVMIsAGlobalValue(value))
    return shadow_global(deriver, value, lane);
  if (LLVMIsAConstantExpr(value) && LLVMGetConstOpcode(value) == LLVMGetElementPtr) {
    LLVMValueRef base = deriver_shadow_of_constant(deriver, LLVMGetOperand(value, 0), lane);
    unsigned count = (unsigned)LLVMGetNumOperands(value) - 1;
    LLVMValueRef *indices = ARENA_ARRAY(deriver->sweep.arena, LLVMValueRef, count + 1);
    for (unsigned i = 0; i < count; i++)
      indices[i] = LLVMGetOperand(value, i + 1);
    return LLVMConstGEP2(LLVMGetGEPSourceElementType(value), base, indices, count);
  }
  if (deriver_is_constant_address(value))
    return LLVMConstPtrToInt(deriver_shadow_of_constant(deriver, LLVMGetOperand(value, 0), lane),
                             LLVMTypeOf(value));
  bool is_pointer = LLVMGetTypeKind(LLVMTypeOf(value)) == LLVMPointerTypeKind;
  return is_pointer ? value : shadow_contents(deriver, value, lane);
}
