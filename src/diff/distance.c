/* Distances between addresses, which are added to other addresses. Within one object the shadows
 * lie as far apart. Between two objects, as where a loop goes through two arrays by one pointer and
 * an offset, they need not: what is computed from the shadows of both is the distance to add to a
 * shadow. In memory there is room for the primal's number alone (a link from one object to another
 * that stands in the first one): where the two differ, the program stops. */
#include "diff.h"

/* What is known of a number: it is a distance in bytes, or one that was divided, as for the index
 * of an element: that is of an array which both addresses are in. */
typedef enum { DISTANCE_NONE, DISTANCE_BYTES, DISTANCE_DIVIDED } Distance;

static Distance distance_of(const Deriver *deriver, LLVMValueRef value) {
  return (Distance)(uintptr_t)map_get(deriver->distances, value);
}

/* The integer that an address was moved from by adding to it, or NULL: it comes otherwise. */
static LLVMValueRef moved_from(LLVMValueRef address) {
  LLVMOpcode opcode = LLVMIsABinaryOperator(address) ? LLVMGetInstructionOpcode(address) : LLVMRet;
  if (opcode != LLVMAdd && opcode != LLVMSub)
    return NULL;
  LLVMValueRef first = LLVMGetOperand(address, 0), second = LLVMGetOperand(address, 1);
  return value_is_address(first) ? first : value_is_address(second) ? second : NULL;
}

/* What has the shadow of the object that an address is in: the pointer that was taken as an integer
 * and then moved, or an integer with a shadow of its own; NULL: that is not seen. */
static LLVMValueRef taken_from(const Deriver *deriver, LLVMValueRef address) {
  while (address && !LLVMIsAPtrToIntInst(address)) {
    if (deriver_has_shadow(deriver, address))
      return address;
    address = moved_from(address);
  }
  return address ? LLVMGetOperand(address, 0) : NULL;
}

/* An inactive function finds part of an object, as a dynamic_cast does: its result has no shadow of
 * its own, and the distance is there to find that. */
static bool is_found_by_call(const Deriver *deriver, LLVMValueRef pointer) {
  bool by_call = LLVMIsACallInst(pointer) || LLVMIsAInvokeInst(pointer);
  return by_call && !deriver_has_shadow(deriver, pointer);
}

static bool is_between_addresses(const Deriver *deriver, LLVMValueRef value) {
  if (!LLVMIsABinaryOperator(value) || LLVMGetInstructionOpcode(value) != LLVMSub ||
      LLVMGetTypeKind(LLVMTypeOf(value)) != LLVMIntegerTypeKind ||
      !value_is_address(LLVMGetOperand(value, 0)) || !value_is_address(LLVMGetOperand(value, 1)))
    return false;
  LLVMValueRef to = taken_from(deriver, LLVMGetOperand(value, 0));
  LLVMValueRef from = taken_from(deriver, LLVMGetOperand(value, 1));
  return to && from && !is_found_by_call(deriver, to) && !is_found_by_call(deriver, from) &&
         (deriver_has_shadow(deriver, to) || deriver_has_shadow(deriver, from));
}

/* The kind of what an instruction makes of a distance. */
static Distance kind_behind(LLVMValueRef user, Distance kind) {
  switch (LLVMIsAInstruction(user) ? LLVMGetInstructionOpcode(user) : LLVMUnreachable) {
  case LLVMTrunc:
  case LLVMSExt:
  case LLVMZExt:
  case LLVMFreeze:
  case LLVMPHI:
  case LLVMSelect:
  case LLVMAdd:
  case LLVMSub:
  case LLVMMul:
  case LLVMShl:
    return kind;
  case LLVMSDiv:
  case LLVMUDiv:
  case LLVMAShr:
  case LLVMLShr:
    return DISTANCE_DIVIDED;
  default:
    return DISTANCE_NONE;
  }
}

static bool call_keeps(LLVMValueRef call) {
  LLVMValueRef callee = call_direct_callee(call);
  return !callee || !(LLVMIsDeclaration(callee) || value_has_mark(callee, "inactive"));
}

/* Does nothing but comparisons come of a vector, as where a loop that was vectorised asks of many
 * pairs of arrays at once whether they overlap? */
static bool is_only_compared(LLVMValueRef vector, unsigned *budget) {
  for (LLVMUseRef use = LLVMGetFirstUse(vector); use; use = LLVMGetNextUse(use)) {
    LLVMValueRef user = LLVMGetUser(use);
    bool compares = LLVMIsAICmpInst(user) != NULL;
    bool arranges = LLVMIsAInsertElementInst(user) || LLVMIsAShuffleVectorInst(user) ||
                    LLVMIsAFreezeInst(user) || LLVMIsABinaryOperator(user);
    if (!compares && (!arranges || (*budget)-- == 0 || !is_only_compared(user, budget)))
      return false;
  }
  return true;
}

/* Does the distance get to where nothing is known of it any more? */
static bool is_kept_by(LLVMValueRef user) {
  enum { MOST_ARRANGED = 256 };
  unsigned budget = MOST_ARRANGED;
  switch (LLVMGetInstructionOpcode(user)) {
  case LLVMInsertElement:
    return !is_only_compared(user, &budget);
  case LLVMStore:
  case LLVMRet:
  case LLVMInsertValue:
    return true;
  case LLVMCall:
  case LLVMInvoke:
    return call_keeps(user);
  default:
    return false;
  }
}

static bool is_added(const Deriver *deriver, LLVMValueRef user) {
  return LLVMIsAGetElementPtrInst(user) || LLVMIsAIntToPtrInst(user) ||
         (LLVMIsABinaryOperator(user) && deriver_has_shadow(deriver, user));
}

/* Then it has a shadow, or a tangent, of another kind. */
static bool has_derivative(const Deriver *deriver, LLVMValueRef value) {
  return deriver_has_shadow(deriver, value) || deriver_is_active(deriver, value);
}

/* Marks what comes of a distance, if any of it is kept or added to an address. */
static void mark(Deriver *deriver, LLVMValueRef distance) {
  Arena *arena = deriver->sweep.arena;
  Map *kinds = map_create(arena);
  ValueArray work = {0};
  bool matters = false;
  map_set(kinds, distance, (void *)(uintptr_t)DISTANCE_BYTES);
  ARRAY_PUSH(arena, work, distance);
  for (size_t i = 0; i < work.count; i++) {
    Distance kind = (Distance)(uintptr_t)map_get(kinds, work.items[i]);
    for (LLVMUseRef use = LLVMGetFirstUse(work.items[i]); use; use = LLVMGetNextUse(use)) {
      LLVMValueRef user = LLVMGetUser(use);
      matters |= is_added(deriver, user) || (kind == DISTANCE_BYTES && is_kept_by(user));
      Distance behind = kind_behind(user, kind);
      if (behind == DISTANCE_NONE || map_has(kinds, user) || has_derivative(deriver, user))
        continue;
      map_set(kinds, user, (void *)(uintptr_t)behind);
      ARRAY_PUSH(arena, work, user);
    }
  }
  for (size_t i = 0; matters && i < work.count; i++)
    if (!map_has(deriver->distances, work.items[i]))
      map_set(deriver->distances, work.items[i], map_get(kinds, work.items[i]));
}

void distance_find(Deriver *deriver) {
  deriver->distances = map_create(deriver->sweep.arena);
  FOR_EACH_BLOCK (block, deriver->sweep.primal)
    FOR_EACH_INSTRUCTION (instruction, block)
      if (is_between_addresses(deriver, instruction) && !has_derivative(deriver, instruction))
        mark(deriver, instruction);
}

LLVMValueRef distance_shadow(Deriver *deriver, LLVMValueRef number, unsigned lane) {
  return distance_of(deriver, number) ? deriver_shadow(deriver, number, lane)
                                      : deriver_clone_of(deriver, number);
}

/* What holds of the distance need not hold of the shadows'. */
static void drop_flags(LLVMValueRef copy) {
  switch (LLVMGetInstructionOpcode(copy)) {
  case LLVMAdd:
  case LLVMSub:
  case LLVMMul:
  case LLVMShl:
  case LLVMTrunc:
    LLVMSetNUW(copy, false);
    LLVMSetNSW(copy, false);
    return;
  case LLVMSDiv:
  case LLVMUDiv:
  case LLVMAShr:
  case LLVMLShr:
    LLVMSetExact(copy, false);
    return;
  case LLVMZExt:
    LLVMSetNNeg(copy, false);
    return;
  default:
    return;
  }
}

/* The address as an integer, of the shadow in that lane. */
static LLVMValueRef build_address(Deriver *deriver, LLVMValueRef address, unsigned lane) {
  if (LLVMIsAPtrToIntInst(address))
    return LLVMBuildPtrToInt(deriver->builder,
                             deriver_shadow(deriver, LLVMGetOperand(address, 0), lane),
                             LLVMTypeOf(address), "");
  if (deriver_has_shadow(deriver, address))
    return deriver_shadow(deriver, address, lane);
  LLVMValueRef from = moved_from(address), copy = LLVMInstructionClone(address);
  for (unsigned i = 0; i < 2; i++) {
    LLVMValueRef operand = LLVMGetOperand(address, i);
    LLVMSetOperand(copy, i,
                   operand == from ? build_address(deriver, operand, lane)
                                   : distance_shadow(deriver, operand, lane));
  }
  drop_flags(copy);
  LLVMInsertIntoBuilder(deriver->builder, copy);
  return copy;
}

/* The same computation from the shadows. */
static LLVMValueRef build_shadow(Deriver *deriver, LLVMValueRef number, unsigned lane) {
  LLVMBuilderRef builder = deriver->builder;
  if (is_between_addresses(deriver, number))
    return LLVMBuildSub(builder, build_address(deriver, LLVMGetOperand(number, 0), lane),
                        build_address(deriver, LLVMGetOperand(number, 1), lane), "");
  LLVMValueRef copy = LLVMInstructionClone(deriver_clone_of(deriver, number));
  for (unsigned i = 0; i < (unsigned)LLVMGetNumOperands(number); i++)
    LLVMSetOperand(copy, i, distance_shadow(deriver, LLVMGetOperand(number, i), lane));
  drop_flags(copy);
  LLVMInsertIntoBuilder(builder, copy);
  return copy;
}

static void check_kept(Deriver *deriver, LLVMValueRef keeper, LLVMValueRef number) {
  if (distance_of(deriver, number) != DISTANCE_BYTES)
    return;
  LLVMTypeRef i64 = LLVMInt64TypeInContext(LLVMGetModuleContext(deriver->diff->module));
  LLVMPositionBuilderBefore(deriver->builder, deriver_clone_of(deriver, keeper));
  for (unsigned lane = 0; lane < deriver->width; lane++) {
    LLVMValueRef arguments[] = {
        LLVMBuildIntCast2(deriver->builder, deriver_clone_of(deriver, number), i64, true, ""),
        LLVMBuildIntCast2(deriver->builder, deriver_shadow(deriver, number, lane), i64, true, "")};
    deriver_call_runtime(deriver, "adcc_check_distance", NULL, arguments, 2);
  }
}

void distance_instruction(Deriver *deriver, LLVMValueRef instruction) {
  if (map_count(deriver->distances) == 0)
    return;
  if (is_kept_by(instruction))
    for (unsigned i = 0; i < (unsigned)LLVMGetNumOperands(instruction); i++)
      check_kept(deriver, instruction, LLVMGetOperand(instruction, i));
  if (!distance_of(deriver, instruction))
    return;
  LLVMValueRef clone = deriver_clone_of(deriver, instruction);
  deriver_position_after(deriver, clone);
  if (LLVMIsAPHINode(instruction))
    LLVMPositionBuilderBeforeInstrAndDbgRecords(deriver->builder, clone);
  for (unsigned lane = 0; lane < deriver->width; lane++)
    deriver_set_shadow(deriver, instruction, lane,
                       LLVMIsAPHINode(instruction)
                           ? LLVMBuildPhi(deriver->builder, LLVMTypeOf(instruction), "distance'")
                           : build_shadow(deriver, instruction, lane));
}

bool distance_finish_phi(Deriver *deriver, LLVMValueRef phi) {
  if (!distance_of(deriver, phi))
    return false;
  for (unsigned lane = 0; lane < deriver->width; lane++)
    for (unsigned i = 0; i < LLVMCountIncoming(phi); i++) {
      LLVMValueRef value = distance_shadow(deriver, LLVMGetIncomingValue(phi, i), lane);
      LLVMBasicBlockRef from = LLVMValueAsBasicBlock(
          map_get(deriver->sweep.clone, LLVMBasicBlockAsValue(LLVMGetIncomingBlock(phi, i))));
      LLVMAddIncoming(deriver_shadow(deriver, phi, lane), &value, &from, 1);
    }
  return true;
}
