/* type_distance.c: distances from one object to another that are kept as numbers, as the links of a
 * list that are relative to the place where they stand, or that are added to what points into one
 * of them, as where a block has grown elsewhere. Whoever adds one to where it was taken from comes
 * to the other object, by a way that nobody sees: the two count as one, somewhere in which an
 * address computed from either leads. That they are two, not parts of one that nothing has joined
 * yet, is known when all else has settled. */
#include "type_walk.h"

/* A function of the program's own may add it to what it is given, or keep it. */
static bool call_takes(LLVMValueRef call) {
  LLVMValueRef callee = call_direct_callee(call);
  return !callee || !LLVMIsDeclaration(callee);
}

typedef struct {
  const TypeFacts *facts;
  const Object *to, *from; /* that the distance is between */
} Span;

static bool is_in_either(const Span *span, LLVMValueRef address) {
  Location place;
  return types_value_target(span->facts, address, 0, &place) &&
         (place.object == span->to || place.object == span->from);
}

/* Does `user` add the number to an address in one of the two? */
static bool moves_address(const Span *span, LLVMValueRef user, LLVMValueRef number) {
  if (LLVMIsAGetElementPtrInst(user))
    return LLVMGetOperand(user, 0) != number && is_in_either(span, LLVMGetOperand(user, 0));
  LLVMOpcode opcode = LLVMIsABinaryOperator(user) ? LLVMGetInstructionOpcode(user) : LLVMRet;
  if (opcode != LLVMAdd && opcode != LLVMSub)
    return false;
  LLVMValueRef other = LLVMGetOperand(user, LLVMGetOperand(user, 0) == number ? 1 : 0);
  return value_is_address(user) && is_in_either(span, other);
}

/* What is made of the number is the distance yet, if as so many elements. */
static bool stays_distance(LLVMOpcode opcode) {
  switch (opcode) {
  case LLVMAdd:
  case LLVMSub:
  case LLVMPHI:
  case LLVMSelect:
  case LLVMFreeze:
  case LLVMAShr:
  case LLVMLShr:
  case LLVMSDiv:
  case LLVMUDiv:
  case LLVMMul:
  case LLVMShl:
    return true;
  default:
    return false;
  }
}

/* Does the number, or what is added to it, get to where nothing is known of it any more, or to an
 * address that it moves from one object to the other? */
static bool is_kept(const Span *span, LLVMValueRef distance) {
  const TypeFacts *facts = span->facts;
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
          (call && call_takes(user)) || moves_address(span, user, work.items[i]) || budget-- == 0)
        return true;
      bool seen = !stays_distance(opcode);
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
  if (!address || !types_value_target(facts, to, 0, &there) ||
      !types_value_target(facts, from, 0, &here) || there.object == here.object)
    return;
  Span span = {facts, there.object, here.object};
  if (is_kept(&span, difference))
    cell_point_to(&facts->space, address->cells[0], location_add(here, 0, 1));
}
