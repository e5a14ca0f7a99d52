/* What types say of memory that holds numbers only: those of variables, and those that the steps of
 * GEPs are counted in, which stay behind where accesses are of integers. */
#include "ir.h"

#include <string.h>

bool type_is_union(LLVMTypeRef type) {
  static const char prefix[] = "union.";
  const char *name = LLVMGetTypeKind(type) == LLVMStructTypeKind ? LLVMGetStructName(type) : NULL;
  return name && strncmp(name, prefix, sizeof prefix - 1) == 0;
}

/* NULL: there are unions, gaps, or others. */
static LLVMTypeRef number_throughout(LLVMTargetDataRef layout, LLVMTypeRef type) {
  LLVMTypeKind kind = LLVMGetTypeKind(type);
  if (kind == LLVMFloatTypeKind || kind == LLVMDoubleTypeKind)
    return type;
  if (kind == LLVMArrayTypeKind)
    return number_throughout(layout, LLVMGetElementType(type));
  bool named = kind == LLVMStructTypeKind && LLVMGetStructName(type);
  if (!named || LLVMIsOpaqueStruct(type) || type_is_union(type))
    return NULL;
  LLVMTypeRef number = NULL;
  uint64_t end = 0;
  for (unsigned i = 0; i < LLVMCountStructElementTypes(type); i++) {
    LLVMTypeRef member = LLVMStructGetTypeAtIndex(type, i);
    LLVMTypeRef there = number_throughout(layout, member);
    if (!there || (number && there != number) || LLVMOffsetOfElement(layout, type, i) != end)
      return NULL;
    number = there;
    end += LLVMABISizeOfType(layout, member);
  }
  return end == LLVMABISizeOfType(layout, type) ? number : NULL;
}

/* What a GEP leads to; NULL within a union. */
static LLVMTypeRef type_behind(LLVMValueRef gep) {
  LLVMTypeRef type = LLVMGetGEPSourceElementType(gep);
  for (unsigned i = 2; i < (unsigned)LLVMGetNumOperands(gep); i++) {
    if (type_is_union(type))
      return NULL;
    LLVMValueRef index = LLVMIsAConstantInt(LLVMGetOperand(gep, i)); /* else of several lanes */
    if (LLVMGetTypeKind(type) == LLVMStructTypeKind && index)
      type = LLVMStructGetTypeAtIndex(type, (unsigned)LLVMConstIntGetZExtValue(index));
    else if (LLVMGetTypeKind(type) == LLVMArrayTypeKind)
      type = LLVMGetElementType(type);
    else
      return NULL;
  }
  return type;
}

LLVMTypeRef type_number_throughout(LLVMTargetDataRef layout, LLVMTypeRef type, uint64_t size) {
  if (LLVMGetTypeKind(type) != LLVMStructTypeKind || !LLVMTypeIsSized(type) ||
      LLVMABISizeOfType(layout, type) < size)
    return NULL;
  LLVMTypeRef number = number_throughout(layout, type);
  return number && size % LLVMStoreSizeOfType(layout, number) == 0 ? number : NULL;
}

LLVMTypeRef pointer_declared_type(LLVMValueRef pointer) {
  return LLVMIsAAllocaInst(pointer)          ? LLVMGetAllocatedType(pointer)
         : LLVMIsAGetElementPtrInst(pointer) ? type_behind(pointer)
                                             : NULL;
}

LLVMTypeRef pointer_declared_number(LLVMTargetDataRef layout, LLVMValueRef pointer, uint64_t size) {
  LLVMTypeRef type = pointer_declared_type(pointer);
  return type ? type_number_throughout(layout, type, size) : NULL;
}
