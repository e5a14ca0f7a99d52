/* type_distance.c: distances from one object to another that are kept as numbers, as the links of a
 * list that are relative to the place where they stand. Whoever adds one to where it was taken from
 * comes to the other object, by a way that nobody sees: the two count as one, somewhere in which an
 * address computed from either leads. That they are two, not parts of one that nothing has joined
 * yet, is known when all else has settled. */
#include "type_walk.h"

/* A function of the program's own may add it to what it is given, or keep it. */
static bool call_takes(LLVMValueRef call) {
  LLVMValueRef callee = call_direct_callee(call);
  return !callee || !LLVMIsDeclaration(callee);
}

/* Does the number, or what is added to it, get to where nothing is known of it any more? */
static bool is_kept(const TypeFacts *facts, LLVMValueRef distance) {
  enum { MOST_USES = 64 };
  ValueArray work = {0};
  unsigned budget = MOST_USES;
  ARRAY_PUSH(facts->arena, work, distance);
  for (size_t i = 0; i < work.count; i++)
    for (LLVMUseRef use = LLVMGetFirstUse(work.items[i]); use; use = LLVMGetNextUse(use)) {
      LLVMValueRef user = LLVMGetUser(use);
      LLVMOpcode opcode =
          LLVMIsAInstruction(user) ? LLVMGetInstructionOpcode(user) : LLVMUnreachable;
      bool call = opcode == LLVMCall || opcode == LLVMInvoke;
      if (opcode == LLVMStore || opcode == LLVMRet || opcode == LLVMInsertValue ||
          (call && call_takes(user)) || budget-- == 0)
        return true;
      bool adds = opcode == LLVMAdd || opcode == LLVMSub;
      bool seen = !adds && opcode != LLVMPHI && opcode != LLVMSelect && opcode != LLVMFreeze;
      for (size_t k = 0; k < work.count; k++)
        seen |= work.items[k] == user;
      if (!seen)
        ARRAY_PUSH(facts->arena, work, user);
    }
  return false;
}

void walk_distance(TypeFacts *facts, LLVMValueRef difference) {
  LLVMValueRef to = LLVMGetOperand(difference, 0), from = LLVMGetOperand(difference, 1);
  if (LLVMGetInstructionOpcode(difference) != LLVMSub || !value_is_address(to) ||
      !value_is_address(from))
    return;
  if (!facts->settled) {
    footprint_goes_beyond(&facts->watch);
    return;
  }
  Location there, here;
  Register *address = register_of(facts, to);
  if (address && types_value_target(facts, to, 0, &there) &&
      types_value_target(facts, from, 0, &here) && there.object != here.object &&
      is_kept(facts, difference))
    cell_point_to(&facts->space, address->cells[0], location_add(here, 0, 1));
}
