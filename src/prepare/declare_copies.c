/* Without optimisation clang says nothing of what a copy moves (memmove in std::copy), but the
 * variables that hold its pointers are of one type, and step by it: where one of them goes from one
 * double to the next, the copy is marked to move doubles, before variables and steps are gone. So
 * is one of an array in a structure, as C++ copies an object member by member: objects of other
 * classes that have other numbers there come together with it in one analysis. */
#include "prepare.h"

typedef struct {
  LLVMTypeRef number; /* double or float; NULL: not known */
  bool other;         /* it points to something else, or to several things */
} Target;

static void add_target(Target *target, LLVMTypeRef type) {
  LLVMTypeKind kind = LLVMGetTypeKind(type);
  bool number = kind == LLVMDoubleTypeKind || kind == LLVMFloatTypeKind;
  if (!number || (target->number && target->number != type))
    target->other = true;
  else
    target->number = type;
}

/* What is reached through a pointer that a variable held. */
static void add_uses(Target *target, LLVMValueRef pointer) {
  for (LLVMUseRef use = LLVMGetFirstUse(pointer); use; use = LLVMGetNextUse(use)) {
    LLVMValueRef user = LLVMGetUser(use);
    if (LLVMIsAGetElementPtrInst(user) && LLVMGetOperand(user, 0) == pointer)
      add_target(target, LLVMGetGEPSourceElementType(user));
    else if (LLVMIsALoadInst(user))
      add_target(target, LLVMTypeOf(user));
    else if (LLVMIsAStoreInst(user) && LLVMGetOperand(user, 1) == pointer)
      add_target(target, LLVMTypeOf(LLVMGetOperand(user, 0)));
  }
}

static Target target_of(LLVMValueRef pointer, unsigned tbaa) {
  Target target = {0};
  while (LLVMIsAGetElementPtrInst(pointer) && LLVMGetNumOperands(pointer) == 2) {
    add_target(&target, LLVMGetGEPSourceElementType(pointer));
    pointer = LLVMGetOperand(pointer, 0);
  }
  LLVMValueRef variable = LLVMIsALoadInst(pointer) ? LLVMGetOperand(pointer, 0) : NULL;
  if (!variable || !LLVMIsAAllocaInst(variable) || LLVMGetMetadata(pointer, tbaa))
    return (Target){NULL, true};
  for (LLVMUseRef use = LLVMGetFirstUse(variable); use; use = LLVMGetNextUse(use)) {
    LLVMValueRef user = LLVMGetUser(use);
    if (LLVMIsALoadInst(user))
      add_uses(&target, user);
    else if (!LLVMIsAStoreInst(user) || LLVMGetOperand(user, 1) != variable)
      target.other = true;
  }
  return target;
}

/* What the variables that hold the pointers of a copy step by. */
static LLVMTypeRef copied_numbers(LLVMValueRef copy, unsigned tbaa) {
  Target to = target_of(LLVMGetOperand(copy, 0), tbaa);
  Target from = target_of(LLVMGetOperand(copy, 1), tbaa);
  LLVMTypeRef number = to.number ? to.number : from.number;
  bool known = !to.other && !from.other && (!from.number || from.number == number);
  return known ? number : NULL;
}

/* The type of the numbers in an array that is a member of a structure; NULL: it is none. */
static LLVMTypeRef member_numbers(LLVMTargetDataRef layout, LLVMValueRef pointer, uint64_t length) {
  LLVMValueRef gep = LLVMIsAGetElementPtrInst(pointer);
  LLVMTypeRef owner = gep ? LLVMGetGEPSourceElementType(gep) : NULL;
  bool named = owner && LLVMGetTypeKind(owner) == LLVMStructTypeKind && LLVMGetStructName(owner);
  LLVMTypeRef type = named ? pointer_declared_type(gep) : NULL;
  if (!type || LLVMGetTypeKind(type) != LLVMArrayTypeKind ||
      LLVMABISizeOfType(layout, type) < length)
    return NULL;
  while (LLVMGetTypeKind(type) == LLVMArrayTypeKind)
    type = LLVMGetElementType(type);
  LLVMTypeKind kind = LLVMGetTypeKind(type);
  return kind == LLVMDoubleTypeKind || kind == LLVMFloatTypeKind ? type : NULL;
}

/* What both pointers of a copy of known length lead to: the same array of two structures. */
static LLVMTypeRef copied_members(LLVMTargetDataRef layout, LLVMValueRef copy) {
  LLVMValueRef length = LLVMIsAConstantInt(LLVMGetOperand(copy, 2));
  if (!length)
    return NULL;
  uint64_t bytes = LLVMConstIntGetZExtValue(length);
  LLVMTypeRef to = member_numbers(layout, LLVMGetOperand(copy, 0), bytes);
  LLVMTypeRef from = to ? member_numbers(layout, LLVMGetOperand(copy, 1), bytes) : NULL;
  return to == from ? to : NULL;
}

/* n * sizeof(double), or so many bytes. */
static bool is_multiple(LLVMValueRef length, uint64_t size) {
  if (LLVMIsAConstantInt(length))
    return LLVMConstIntGetZExtValue(length) % size == 0;
  for (unsigned i = 0; LLVMIsABinaryOperator(length) && i < 2; i++) {
    LLVMValueRef factor = LLVMGetOperand(length, i);
    if (LLVMGetInstructionOpcode(length) == LLVMMul && LLVMIsAConstantInt(factor) &&
        LLVMConstIntGetZExtValue(factor) % size == 0)
      return true;
  }
  return false;
}

void prepare_declare_copies(LLVMValueRef function) {
  unsigned tbaa = LLVMGetMDKindIDInContext(LLVMGetTypeContext(LLVMTypeOf(function)), "tbaa", 4);
  LLVMTargetDataRef layout = LLVMGetModuleDataLayout(LLVMGetGlobalParent(function));
  FOR_EACH_BLOCK (block, function)
    FOR_EACH_INSTRUCTION (copy, block) {
      if (!LLVMIsAMemCpyInst(copy) && !LLVMIsAMemMoveInst(copy))
        continue;
      LLVMTypeRef number = copied_numbers(copy, tbaa), members = copied_members(layout, copy);
      if (!number && members)
        call_add_mark(copy, COPIES_MEMBERS);
      if (!number)
        number = members;
      if (!number || !is_multiple(LLVMGetOperand(copy, 2), LLVMStoreSizeOfType(layout, number)))
        continue;
      bool is_double = LLVMGetTypeKind(number) == LLVMDoubleTypeKind;
      call_add_mark(copy, is_double ? COPIES_DOUBLES : COPIES_FLOATS);
    }
}
