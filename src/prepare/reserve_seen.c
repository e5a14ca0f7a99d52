/* Does a program see that a vector has its memory before a loop fills it? It may ask how much room
 * there is, or whether the elements have moved; and what it does where the vector grows it would
 * not do any more. */
#include "reserve.h"

bool growth_is_header_phi(const Growth *growth, LLVMValueRef value) {
  return LLVMIsAPHINode(value) && LLVMGetInstructionParent(value) == growth->header;
}

/* The pointer that the value is `offset` bytes behind, where the vector does not grow. */
LLVMValueRef growth_around(const Growth *growth, LLVMValueRef value, int64_t *offset) {
  enum { MOST_STEPS = 16 };
  *offset = 0;
  for (unsigned steps = 0; steps < MOST_STEPS; steps++) {
    int64_t displacement;
    value = bridge_without_offset(growth->layout, value, &displacement);
    *offset += displacement;
    if (!LLVMIsAPHINode(value) || growth_is_header_phi(growth, value))
      return value;
    value = growth_without(growth, value);
    if (!value)
      return NULL;
  }
  return NULL;
}

LLVMValueRef growth_next_of(const Growth *growth, LLVMValueRef phi) {
  return LLVMGetIncomingValue(phi, LLVMGetIncomingBlock(phi, 1) == growth->latch);
}

LLVMValueRef growth_root_of(LLVMValueRef pointer) {
  while (LLVMIsAGetElementPtrInst(pointer))
    pointer = LLVMGetOperand(pointer, 0);
  return pointer;
}

/* Does the comparison ask for room to push an element, and nothing else? */
static bool asks_for_room(const Growth *growth, LLVMValueRef test) {
  LLVMValueRef branch = LLVMGetFirstUse(test) ? LLVMGetUser(LLVMGetFirstUse(test)) : NULL;
  if (!branch || LLVMGetNextUse(LLVMGetFirstUse(test)) || !LLVMIsABranchInst(branch) ||
      LLVMGetICmpPredicate(test) > LLVMIntNE)
    return false;
  if (branch == growth->branch)
    return true;
  LLVMBasicBlockRef grows =
      LLVMGetSuccessor(branch, LLVMGetICmpPredicate(test) == LLVMIntEQ ? 0 : 1);
  FOR_EACH_BLOCK (block, LLVMGetBasicBlockParent(grows))
    if (block_has_one_predecessor(grows) && bridge_block_dominates(growth->analyses, grows, block))
      FOR_EACH_INSTRUCTION (call, block)
        if (growth_is_allocation(call))
          return true;
  return false;
}

/* Does the program compute with how much room the vector has? In the loop that is another number
 * now; behind it, and where it is stored, if it is not known how the vector would have grown. */
static bool is_room_unseen(const Growth *growth, LLVMValueRef value, unsigned depth) {
  enum { FAR = 8 };
  for (LLVMUseRef use = LLVMGetFirstUse(value); use; use = LLVMGetNextUse(use)) {
    LLVMValueRef user = LLVMGetUser(use);
    if (growth_grows(growth, LLVMGetInstructionParent(user)) || user == growth->capacity ||
        growth_is_release(growth, user) || (LLVMIsAICmpInst(user) && asks_for_room(growth, user)) ||
        (!bridge_loop_contains(growth->loop, LLVMGetInstructionParent(user)) &&
         !LLVMIsAPHINode(user) && growth_is_computed(growth)))
      continue;
    bool moved = LLVMIsAPHINode(user) || LLVMIsAPtrToIntInst(user) ||
                 (LLVMIsABinaryOperator(user) && LLVMGetInstructionOpcode(user) == LLVMSub);
    if (!moved || depth == FAR || !is_room_unseen(growth, user, depth + 1))
      return false;
  }
  return true;
}

/* Does a call neither keep a pointer that it is given nor look at where it points to? */
static bool forgets(LLVMValueRef call, LLVMValueRef pointer) {
  static const char name[] = "captures";
  unsigned kind = LLVMGetEnumAttributeKindForName(name, sizeof name - 1);
  LLVMValueRef callee = call_direct_callee(call);
  for (unsigned i = 0; i < call_argument_count(call); i++) {
    LLVMAttributeRef captures = LLVMGetCallSiteEnumAttribute(call, i + 1, kind);
    if (!captures && callee)
      captures = LLVMGetEnumAttributeAtIndex(callee, i + 1, kind);
    if (LLVMGetOperand(call, i) == pointer &&
        (!captures || LLVMGetEnumAttributeValue(captures) != 0))
      return false;
  }
  return true;
}

/* Does the loop see when the vector gets another block? It may compare the pointers to its elements
 * with each other, but with nothing else, nor those from before a push with those behind it, and
 * keep none. */
static bool is_move_unseen(const Growth *growth, LLVMValueRef value, unsigned depth) {
  enum { FAR = 8 };
  for (LLVMUseRef use = LLVMGetFirstUse(value); use; use = LLVMGetNextUse(use)) {
    LLVMValueRef user = LLVMGetUser(use);
    if (!bridge_loop_contains(growth->loop, LLVMGetInstructionParent(user)) ||
        growth_grows(growth, LLVMGetInstructionParent(user)) || user == growth->begin ||
        user == growth->end || user == LLVMGetCondition(growth->branch))
      continue;
    if (LLVMIsAICmpInst(user)) {
      int64_t offset;
      LLVMValueRef other = LLVMGetOperand(user, LLVMGetOperand(user, 0) == value);
      LLVMValueRef root = growth_around(growth, other, &offset);
      bool moves_between = growth_is_header_phi(growth, growth_root_of(value)) !=
                           growth_is_header_phi(growth, growth_root_of(other));
      if ((root != growth->begin && root != growth->end) || moves_between)
        return false;
    } else if (LLVMIsAPHINode(user) || LLVMIsAGetElementPtrInst(user)) {
      if (growth_is_header_phi(growth, user) || depth == FAR ||
          !is_move_unseen(growth, user, depth + 1))
        return false;
    } else if (LLVMIsAPtrToIntInst(user)) {
      for (LLVMUseRef next = LLVMGetFirstUse(user); next; next = LLVMGetNextUse(next))
        if (LLVMGetInstructionOpcode(LLVMGetUser(next)) != LLVMSub)
          return false;
    } else if ((LLVMIsAStoreInst(user) && LLVMGetOperand(user, 0) == value) ||
               (LLVMIsACallInst(user) && !forgets(user, value)))
      return false;
  }
  return true;
}

/* Is what the loop goes on with, where the vector has grown, what it would go on with else, but for
 * places in the new block? */
static bool goes_on_alike(const Growth *growth, LLVMValueRef phi) {
  LLVMValueRef else_value = NULL;
  for (int pass = 0; pass < 2; pass++)
    for (unsigned i = 0; i < LLVMCountIncoming(phi); i++) {
      LLVMValueRef value = LLVMGetIncomingValue(phi, i);
      if (growth_grows(growth, LLVMGetIncomingBlock(phi, i)) != (pass == 1))
        continue;
      if (pass == 0)
        else_value = value;
      else if (value != else_value && growth_root_of(value) != growth->allocation)
        return false;
    }
  return true;
}

static bool all_goes_on_alike(const Growth *growth) {
  FOR_EACH_BLOCK (block, LLVMGetBasicBlockParent(growth->grows))
    if (!growth_grows(growth, block) && bridge_loop_contains(growth->loop, block))
      FOR_EACH_INSTRUCTION (phi, block)
        if (LLVMIsAPHINode(phi) && !goes_on_alike(growth, phi))
          return false;
  return true;
}

/* Where an exception ends the loop, and the function, the vector is given back at most. */
static bool is_left_alone(const Growth *growth, LLVMValueRef value, unsigned depth) {
  enum { FAR = 8 };
  for (LLVMUseRef use = LLVMGetFirstUse(value); use; use = LLVMGetNextUse(use)) {
    LLVMValueRef user = LLVMGetUser(use);
    LLVMBasicBlockRef block = LLVMGetInstructionParent(user);
    if (bridge_loop_contains(growth->loop, block) || map_has(growth->returning, block) ||
        growth_grows(growth, block))
      continue;
    bool leads_on = LLVMIsAPHINode(user) || LLVMIsAGetElementPtrInst(user) ||
                    LLVMIsAPtrToIntInst(user) || LLVMIsABinaryOperator(user);
    if (leads_on ? depth == FAR || !is_left_alone(growth, user, depth + 1)
                 : !LLVMIsAICmpInst(user) && !growth_is_release(growth, user))
      return false;
  }
  return true;
}

bool growth_is_unseen(const Growth *growth) {
  const LLVMValueRef parts[] = {growth->begin, growth->end, growth->capacity};
  for (size_t i = 0; i < sizeof parts / sizeof *parts; i++)
    if (!is_left_alone(growth, parts[i], 0) ||
        !is_left_alone(growth, growth_next_of(growth, parts[i]), 0))
      return false;
  return all_goes_on_alike(growth) && is_room_unseen(growth, growth->capacity, 0) &&
         is_move_unseen(growth, growth->begin, 0) && is_move_unseen(growth, growth->end, 0);
}
