/* The distance from one address to another, kept as a number to be added to an address later: a
 * link from one object to another that stands in the first one, an offset between two arrays that a
 * loop goes through with one pointer. Added to a shadow it leads to where it should only if the
 * shadows lie at the same distance, as they do within one object. Else the program stops. */
#include "diff.h"

static bool is_kept(LLVMValueRef number, Map *seen);

static bool call_keeps(LLVMValueRef call) {
  LLVMValueRef callee = call_direct_callee(call);
  return !callee || !LLVMIsDeclaration(callee);
}

/* Elements between two addresses are counted by a division: they are of one array. */
static bool use_keeps(LLVMValueRef user, Map *seen) {
  switch (LLVMIsAInstruction(user) ? LLVMGetInstructionOpcode(user) : LLVMUnreachable) {
  case LLVMStore:
  case LLVMRet:
  case LLVMInsertValue:
  case LLVMInsertElement:
  case LLVMGetElementPtr:
  case LLVMIntToPtr:
    return true;
  case LLVMCall:
  case LLVMInvoke:
    return call_keeps(user);
  case LLVMTrunc:
  case LLVMSExt:
  case LLVMZExt:
  case LLVMFreeze:
  case LLVMPHI:
  case LLVMSelect:
  case LLVMAdd:
  case LLVMSub:
    return is_kept(user, seen);
  default:
    return false;
  }
}

static bool is_kept(LLVMValueRef number, Map *seen) {
  if (map_has(seen, number))
    return false;
  map_set(seen, number, number);
  for (LLVMUseRef use = LLVMGetFirstUse(number); use; use = LLVMGetNextUse(use))
    if (use_keeps(LLVMGetUser(use), seen))
      return true;
  return false;
}

static bool is_distance(LLVMValueRef value) {
  return LLVMIsABinaryOperator(value) && LLVMGetInstructionOpcode(value) == LLVMSub &&
         LLVMGetTypeKind(LLVMTypeOf(value)) == LLVMIntegerTypeKind &&
         value_is_address(LLVMGetOperand(value, 0)) && value_is_address(LLVMGetOperand(value, 1));
}

static void check_distance(Deriver *deriver, LLVMValueRef distance) {
  LLVMTypeRef i64 = LLVMInt64TypeInContext(LLVMGetModuleContext(deriver->diff->module));
  LLVMValueRef to = LLVMGetOperand(distance, 0), from = LLVMGetOperand(distance, 1);
  deriver_position_after(deriver, deriver_clone_of(deriver, distance));
  for (unsigned lane = 0; lane < deriver->width; lane++) {
    LLVMValueRef of_shadows = LLVMBuildSub(deriver->builder, deriver_shadow(deriver, to, lane),
                                           deriver_shadow(deriver, from, lane), "");
    LLVMValueRef arguments[] = {
        LLVMBuildSExt(deriver->builder, deriver_clone_of(deriver, distance), i64, ""),
        LLVMBuildSExt(deriver->builder, of_shadows, i64, "")};
    deriver_call_runtime(deriver, "adcc_check_distance", NULL, arguments, 2);
  }
}

void distance_check(Deriver *deriver) {
  FOR_EACH_BLOCK (block, deriver->sweep.primal)
    FOR_EACH_INSTRUCTION (instruction, block)
      if (is_distance(instruction) &&
          (deriver_has_shadow(deriver, LLVMGetOperand(instruction, 0)) ||
           deriver_has_shadow(deriver, LLVMGetOperand(instruction, 1))) &&
          is_kept(instruction, map_create(deriver->sweep.arena)))
        check_distance(deriver, instruction);
}
