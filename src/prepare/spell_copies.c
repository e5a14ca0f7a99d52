/* A copy of a structure of two floats is a load and a store of eight bytes to LLVM, and in memory
 * that has addresses and counts too, as a block that a program parts by itself, nothing tells what
 * these were. Copies of small structures that are numbers of one type throughout go number by
 * number, before anything is simplified. What a copy is of, say clang's tbaa.struct, the variable
 * that it goes to or comes from, or the step of a pointer. So do copies of structures of integers
 * that LLVM would take for a word, which might be an address or a number: the key of a hash map. */
#include "prepare.h"

#include <string.h>

enum { MOST_BYTES = 32, MOST_NUMBERS = MOST_BYTES / sizeof(float) };

/* By what type is stepped from the pointers that the variable holds? NULL: by none, or several. */
static LLVMTypeRef step_of_variable(LLVMValueRef variable) {
  LLVMTypeRef step = NULL;
  for (LLVMUseRef use = LLVMGetFirstUse(variable); use; use = LLVMGetNextUse(use)) {
    LLVMValueRef pointer = LLVMGetUser(use);
    if (!LLVMIsALoadInst(pointer))
      continue;
    for (LLVMUseRef at = LLVMGetFirstUse(pointer); at; at = LLVMGetNextUse(at)) {
      LLVMValueRef gep = LLVMIsAGetElementPtrInst(LLVMGetUser(at));
      LLVMTypeRef type = gep ? LLVMGetGEPSourceElementType(gep) : step;
      if (step && type != step)
        return NULL;
      step = type;
    }
  }
  return step;
}

static bool is_number_name(const char *name, LLVMTypeKind *kind) {
  bool is_float = name && strcmp(name, "float") == 0;
  *kind = is_float ? LLVMFloatTypeKind : LLVMDoubleTypeKind;
  return is_float || (name && strcmp(name, "double") == 0);
}

/* By clang's word, of which arrays are no part. */
static LLVMTypeRef tagged_number(LLVMValueRef copy, uint64_t length) {
  uint64_t offsets[MOST_NUMBERS], sizes[MOST_NUMBERS], end = 0;
  const char *names[MOST_NUMBERS];
  size_t count = bridge_tbaa_struct(copy, offsets, sizes, names, MOST_NUMBERS);
  LLVMTypeKind first = LLVMVoidTypeKind, kind;
  for (size_t i = 0; i < count && count <= MOST_NUMBERS; i++) {
    if (!is_number_name(names[i], &kind) || (i > 0 && kind != first) || offsets[i] != end)
      return NULL;
    first = kind;
    end += sizes[i];
  }
  if (end == 0 || end != length)
    return NULL;
  LLVMContextRef context = LLVMGetTypeContext(LLVMTypeOf(copy));
  return first == LLVMFloatTypeKind ? LLVMFloatTypeInContext(context)
                                    : LLVMDoubleTypeInContext(context);
}

static LLVMTypeRef number_behind(LLVMTargetDataRef layout, LLVMValueRef pointer, uint64_t length) {
  LLVMValueRef variable = LLVMIsALoadInst(pointer) ? LLVMGetOperand(pointer, 0) : NULL;
  LLVMTypeRef step = variable && LLVMIsAAllocaInst(variable) ? step_of_variable(variable) : NULL;
  return step ? type_number_throughout(layout, step, length)
              : pointer_declared_number(layout, pointer, length);
}

static bool holds_union(LLVMTypeRef type) {
  while (LLVMGetTypeKind(type) == LLVMArrayTypeKind)
    type = LLVMGetElementType(type);
  if (LLVMGetTypeKind(type) != LLVMStructTypeKind || type_is_union(type))
    return type_is_union(type);
  for (unsigned i = 0; i < LLVMCountStructElementTypes(type); i++)
    if (holds_union(LLVMStructGetTypeAtIndex(type, i)))
      return true;
  return false;
}

static LLVMTypeRef copied_number(LLVMTargetDataRef layout, LLVMValueRef copy, uint64_t length) {
  for (unsigned i = 0; i < 2; i++) { /* which may hold something else at the time */
    LLVMTypeRef type = pointer_declared_type(LLVMGetOperand(copy, i));
    if (type && holds_union(type))
      return NULL;
  }
  LLVMTypeRef to = number_behind(layout, LLVMGetOperand(copy, 0), length);
  LLVMTypeRef from = number_behind(layout, LLVMGetOperand(copy, 1), length);
  if (to && from && to != from)
    return NULL;
  return to ? to : from ? from : tagged_number(copy, length);
}

/* The structure that the pointer is declared to lead to; NULL: to something else, or not known. */
static LLVMTypeRef type_of_copied(LLVMValueRef pointer) {
  LLVMValueRef variable = LLVMIsALoadInst(pointer) ? LLVMGetOperand(pointer, 0) : NULL;
  return variable && LLVMIsAAllocaInst(variable) ? step_of_variable(variable)
                                                 : pointer_declared_type(pointer);
}

/* The integers that a word's worth of bytes of the type is. */
typedef struct {
  LLVMTypeRef types[sizeof(uint64_t)];
  uint64_t offsets[sizeof(uint64_t)];
  unsigned count;
} Integers;

static bool add_integers(LLVMTargetDataRef layout, LLVMTypeRef type, uint64_t offset,
                         Integers *integers) {
  switch (LLVMGetTypeKind(type)) {
  case LLVMIntegerTypeKind:
    if (integers->count == sizeof(uint64_t) ||
        LLVMStoreSizeOfType(layout, type) >= sizeof(uint64_t))
      return false;
    integers->types[integers->count] = type;
    integers->offsets[integers->count++] = offset;
    return true;
  case LLVMArrayTypeKind: {
    LLVMTypeRef element = LLVMGetElementType(type);
    uint64_t size = LLVMABISizeOfType(layout, element);
    for (uint64_t i = 0; i < LLVMGetArrayLength2(type); i++)
      if (!add_integers(layout, element, offset + i * size, integers))
        return false;
    return size != 1; /* of bytes is storage, which holds anything */
  }
  case LLVMStructTypeKind:
    for (unsigned i = 0; i < LLVMCountStructElementTypes(type); i++)
      if (!add_integers(layout, LLVMStructGetTypeAtIndex(type, i),
                        offset + LLVMOffsetOfElement(layout, type, i), integers))
        return false;
    return true;
  default:
    return false;
  }
}

/* Is a word copied that is a structure of integers, by what is declared of one place or both? */
static bool copies_integers(LLVMTargetDataRef layout, LLVMValueRef copy, Integers *integers) {
  LLVMTypeRef types[] = {type_of_copied(LLVMGetOperand(copy, 0)),
                         type_of_copied(LLVMGetOperand(copy, 1))};
  LLVMTypeRef type = types[0] ? types[0] : types[1];
  *integers = (Integers){0};
  return type && (!types[1] || types[1] == type) && LLVMGetTypeKind(type) == LLVMStructTypeKind &&
         LLVMGetStructName(type) && LLVMTypeIsSized(type) && !holds_union(type) &&
         LLVMABISizeOfType(layout, type) == sizeof(uint64_t) &&
         add_integers(layout, type, 0, integers);
}

static unsigned alignment_of(LLVMValueRef copy, unsigned operand, uint64_t size) {
  LLVMAttributeRef given =
      LLVMGetCallSiteEnumAttribute(copy, operand + 1, LLVMGetEnumAttributeKindForName("align", 5));
  uint64_t alignment = given ? LLVMGetEnumAttributeValue(given) : 1;
  return (unsigned)(alignment < size ? alignment : size);
}

static LLVMValueRef place_of(LLVMBuilderRef builder, LLVMValueRef base, uint64_t offset) {
  LLVMContextRef context = LLVMGetTypeContext(LLVMTypeOf(base));
  LLVMValueRef index = LLVMConstInt(LLVMInt64TypeInContext(context), offset, false);
  return offset
             ? LLVMBuildInBoundsGEP2(builder, LLVMInt8TypeInContext(context), base, &index, 1, "")
             : base;
}

static void spell(LLVMBuilderRef builder, LLVMValueRef copy, LLVMTypeRef number, uint64_t size,
                  uint64_t length) {
  LLVMValueRef numbers[MOST_NUMBERS];
  LLVMPositionBuilderBefore(builder, copy);
  for (uint64_t at = 0; at < length; at += size) {
    LLVMValueRef *read = &numbers[at / size];
    *read = LLVMBuildLoad2(builder, number, place_of(builder, LLVMGetOperand(copy, 1), at), "");
    LLVMSetAlignment(*read, alignment_of(copy, 1, size));
  }
  for (uint64_t at = 0; at < length; at += size)
    LLVMSetAlignment(
        LLVMBuildStore(builder, numbers[at / size], place_of(builder, LLVMGetOperand(copy, 0), at)),
        alignment_of(copy, 0, size));
  LLVMInstructionEraseFromParent(copy);
}

/* Of a member that may be packed, no more than its offset allows. */
static unsigned member_alignment(LLVMTargetDataRef layout, LLVMValueRef copy, unsigned operand,
                                 const Integers *integers, unsigned i) {
  uint64_t size = LLVMStoreSizeOfType(layout, integers->types[i]);
  uint64_t offset = integers->offsets[i], multiple = offset & (0 - offset);
  return alignment_of(copy, operand, offset && multiple < size ? multiple : size);
}

static void spell_integers(LLVMBuilderRef builder, LLVMTargetDataRef layout, LLVMValueRef copy,
                           const Integers *integers) {
  LLVMValueRef values[sizeof(uint64_t)];
  LLVMPositionBuilderBefore(builder, copy);
  for (unsigned i = 0; i < integers->count; i++) {
    LLVMValueRef place = place_of(builder, LLVMGetOperand(copy, 1), integers->offsets[i]);
    values[i] = LLVMBuildLoad2(builder, integers->types[i], place, "");
    LLVMSetAlignment(values[i], member_alignment(layout, copy, 1, integers, i));
  }
  for (unsigned i = 0; i < integers->count; i++) {
    LLVMValueRef place = place_of(builder, LLVMGetOperand(copy, 0), integers->offsets[i]);
    LLVMSetAlignment(LLVMBuildStore(builder, values[i], place),
                     member_alignment(layout, copy, 0, integers, i));
  }
  LLVMInstructionEraseFromParent(copy);
}

/* A copy of doubles stays one, but for a single double: no integer is made of more. */
void prepare_spell_copies(LLVMValueRef function) {
  LLVMTargetDataRef layout = LLVMGetModuleDataLayout(LLVMGetGlobalParent(function));
  LLVMBuilderRef builder = LLVMCreateBuilderInContext(LLVMGetTypeContext(LLVMTypeOf(function)));
  FOR_EACH_BLOCK (block, function)
    for (LLVMValueRef copy = LLVMGetFirstInstruction(block), next; copy; copy = next) {
      next = LLVMGetNextInstruction(copy);
      LLVMValueRef length = LLVMIsAMemCpyInst(copy) ? LLVMGetOperand(copy, 2) : NULL;
      if (!length || !LLVMIsAConstantInt(length) ||
          LLVMConstIntGetZExtValue(LLVMGetOperand(copy, 3)) != 0)
        continue;
      uint64_t bytes = LLVMConstIntGetZExtValue(length);
      LLVMTypeRef number =
          bytes > 0 && bytes <= MOST_BYTES ? copied_number(layout, copy, bytes) : NULL;
      uint64_t size = number ? LLVMStoreSizeOfType(layout, number) : 0;
      Integers integers;
      if (number && bytes % size == 0 && (size == sizeof(float) || bytes == size))
        spell(builder, copy, number, size, bytes);
      else if (!number && bytes == sizeof(uint64_t) && copies_integers(layout, copy, &integers))
        spell_integers(builder, layout, copy, &integers);
    }
  LLVMDisposeBuilder(builder);
}
