/* Virtual calls take their function from one slot of a table. Functions that stand only in other
 * slots of such tables cannot be meant, and to take them for targets would make one object of all
 * that any of them works on. */
#include "prepare.h"

#include <string.h>

enum { MAX_SLOTS = 4096 };

int prepare_slot_of_call(LLVMValueRef call) {
  LLVMValueRef called = LLVMGetCalledValue(call);
  if (!LLVMIsALoadInst(called))
    return PREPARE_ANY_SLOT;
  LLVMTargetDataRef layout = LLVMGetModuleDataLayout(
      LLVMGetGlobalParent(LLVMGetBasicBlockParent(LLVMGetInstructionParent(call))));
  LLVMValueRef place = LLVMGetOperand(called, 0);
  uint64_t offset = 0, size = LLVMPointerSize(layout);
  if (LLVMIsAGetElementPtrInst(place)) {
    LLVMValueRef index = LLVMGetOperand(place, 1);
    if (LLVMGetNumOperands(place) != 2 || !LLVMIsAConstantInt(index) ||
        LLVMConstIntGetZExtValue(index) > MAX_SLOTS)
      return PREPARE_ANY_SLOT;
    offset = LLVMConstIntGetZExtValue(index) *
             LLVMABISizeOfType(layout, LLVMGetGEPSourceElementType(place));
    place = LLVMGetOperand(place, 0);
  }
  return LLVMIsALoadInst(place) && offset % size == 0 ? (int)(offset / size) : PREPARE_ANY_SLOT;
}

static bool is_virtual_table(LLVMValueRef global) {
  size_t length;
  const char *name = LLVMGetValueName2(global, &length);
  return strncmp(name, "_ZTV", 4) == 0 || strncmp(name, "_ZTC", 4) == 0;
}

/* A destructor may be another name of its base's. */
static bool names_function(LLVMValueRef entry) {
  return LLVMIsAFunction(entry) || LLVMIsAGlobalAlias(entry);
}

/* In one of the arrays of which a table is made: the first slot follows what each says of its
 * class, none of which is a function. */
static bool stands_in_slot(LLVMValueRef table, LLVMValueRef function, int slot) {
  if (LLVMIsAConstantStruct(table)) {
    for (int i = 0; i < LLVMGetNumOperands(table); i++)
      if (stands_in_slot(LLVMGetOperand(table, (unsigned)i), function, slot))
        return true;
    return false;
  }
  if (!LLVMIsAConstantArray(table))
    return false;
  int count = LLVMGetNumOperands(table), first = 0;
  while (first < count && !names_function(LLVMGetOperand(table, (unsigned)first)))
    first++;
  return first + slot < count && LLVMGetOperand(table, (unsigned)(first + slot)) == function;
}

/* May what `user` is part of be anything but other slots of virtual tables? A comparison, such as
 * those of dispatchers, gives nothing. */
static bool may_give(LLVMValueRef user, LLVMValueRef function, int slot) {
  if (LLVMIsAICmpInst(user))
    return false;
  if (LLVMIsAGlobalVariable(user) && is_virtual_table(user))
    return stands_in_slot(LLVMGetInitializer(user), function, slot);
  if (!LLVMIsAConstantArray(user) && !LLVMIsAConstantStruct(user))
    return true;
  for (LLVMUseRef use = LLVMGetFirstUse(user); use; use = LLVMGetNextUse(use))
    if (may_give(LLVMGetUser(use), function, slot))
      return true;
  return false;
}

bool prepare_may_stand_in_slot(LLVMValueRef function, int slot) {
  if (slot == PREPARE_ANY_SLOT)
    return true;
  for (LLVMUseRef use = LLVMGetFirstUse(function); use; use = LLVMGetNextUse(use))
    if (!call_only_calls(LLVMGetUser(use), function) && may_give(LLVMGetUser(use), function, slot))
      return true;
  return false;
}
