/* Calls that pass floating point inside an integer: the C conventions pack small structures that
 * mix the two into one register. Either side of the call may show it: a function that only puts the
 * parts of its parameters into another order looks at no number. */
#include "prepare.h"

static bool is_bitcast_between(LLVMValueRef value, bool from_float) {
  if (!LLVMIsABitCastInst(value))
    return false;
  LLVMTypeRef from = LLVMTypeOf(LLVMGetOperand(value, 0)), to = LLVMTypeOf(value);
  return type_is_float_or_vector(from_float ? from : to) &&
         LLVMGetTypeKind(type_scalar(from_float ? to : from)) == LLVMIntegerTypeKind;
}

static bool is_funnel_shift(LLVMValueRef value) {
  LLVMValueRef callee = LLVMIsACallInst(value) ? call_direct_callee(value) : NULL;
  unsigned id = callee ? LLVMGetIntrinsicID(callee) : 0;
  return id && (id == LLVMLookupIntrinsicID("llvm.fshl", 9) ||
                id == LLVMLookupIntrinsicID("llvm.fshr", 9));
}

/* Moves bits within an integer or a pointer, or between one and a structure or a vector of such. */
static bool moves_bits(LLVMValueRef value) {
  if (!LLVMIsAInstruction(value))
    return false;
  switch (LLVMGetInstructionOpcode(value)) {
  case LLVMTrunc:
  case LLVMZExt:
  case LLVMShl:
  case LLVMLShr:
  case LLVMOr:
  case LLVMAnd:
  case LLVMAdd: /* of parts that do not overlap */
  case LLVMPHI:
  case LLVMSelect:
  case LLVMExtractValue:
  case LLVMInsertValue:
  case LLVMExtractElement:
  case LLVMInsertElement:
  case LLVMFreeze:
  case LLVMPtrToInt: /* of a union of a pointer and a number */
  case LLVMIntToPtr:
    return true;
  default:
    return is_funnel_shift(value);
  }
}

/* A load or store of what the source declares to be a number, as an integer. */
static bool is_declared_number(LLVMValueRef access, LLVMValueRef value) {
  return prepare_declared_float(access, LLVMTypeOf(value)) != NULL;
}

/* Is the variable, or a part of it, accessed as a number? */
static bool holds_number(LLVMValueRef pointer, Map *seen) {
  if (map_has(seen, pointer))
    return false;
  map_set(seen, pointer, pointer);
  for (LLVMUseRef use = LLVMGetFirstUse(pointer); use; use = LLVMGetNextUse(use)) {
    LLVMValueRef user = LLVMGetUser(use);
    LLVMValueRef value = LLVMIsALoadInst(user)    ? user
                         : LLVMIsAStoreInst(user) ? LLVMGetOperand(user, 0)
                                                  : NULL;
    if (value && value != pointer && type_is_float_or_vector(LLVMTypeOf(value)))
      return true;
    if ((LLVMIsAGetElementPtrInst(user) || LLVMIsAPHINode(user) || LLVMIsASelectInst(user)) &&
        holds_number(user, seen))
      return true;
  }
  return false;
}

/* What the load or store goes to is a variable that is left of a union. */
static bool is_number_variable(LLVMValueRef place, Map *seen) {
  return LLVMIsAAllocaInst(place) && holds_number(place, seen);
}

static bool is_unpacked(LLVMValueRef value, Map *seen) {
  if (map_has(seen, value))
    return false;
  map_set(seen, value, value);
  for (LLVMUseRef use = LLVMGetFirstUse(value); use; use = LLVMGetNextUse(use)) {
    LLVMValueRef user = LLVMGetUser(use);
    bool stored = LLVMIsAStoreInst(user) && LLVMGetOperand(user, 0) == value;
    if (is_bitcast_between(user, false) ||
        (stored &&
         (is_declared_number(user, value) || is_number_variable(LLVMGetOperand(user, 1), seen))) ||
        (moves_bits(user) && is_unpacked(user, seen)))
      return true;
  }
  return false;
}

/* A load, as an integer or a pointer, of what is a number or may be one. */
static bool loads_number(LLVMValueRef load, Map *seen) {
  if (!LLVMIsALoadInst(load) || type_is_float_or_vector(LLVMTypeOf(load)))
    return false;
  LLVMValueRef place = LLVMGetOperand(load, 0);
  return is_declared_number(load, load) || is_number_variable(place, seen);
}

static bool is_packed(LLVMValueRef value, Map *seen) {
  if (map_has(seen, value))
    return false;
  map_set(seen, value, value);
  if (is_bitcast_between(value, true) || loads_number(value, seen))
    return true;
  for (int i = 0; moves_bits(value) && i < LLVMGetNumOperands(value); i++)
    if (is_packed(LLVMGetOperand(value, (unsigned)i), seen))
      return true;
  return false;
}

bool prepare_packs_floating_point(Arena *arena, LLVMValueRef function) {
  Map *seen = map_create(arena);
  for (unsigned i = 0; i < LLVMCountParams(function); i++) {
    LLVMValueRef parameter = LLVMGetParam(function, i);
    if (!type_is_float_or_vector(LLVMTypeOf(parameter)) && is_unpacked(parameter, seen))
      return true;
  }
  seen = map_create(arena);
  FOR_EACH_BLOCK (block, function) {
    LLVMValueRef end = LLVMGetBasicBlockTerminator(block);
    if (LLVMIsAReturnInst(end) && LLVMGetNumOperands(end) == 1 &&
        is_packed(LLVMGetOperand(end, 0), seen))
      return true;
  }
  return false;
}

bool prepare_call_packs_floating_point(Arena *arena, LLVMValueRef call) {
  Map *seen = map_create(arena);
  for (unsigned i = 0; i < call_argument_count(call); i++) {
    LLVMValueRef argument = LLVMGetOperand(call, i);
    if (!type_is_float_or_vector(LLVMTypeOf(argument)) && is_packed(argument, seen))
      return true;
  }
  return !type_is_float_or_vector(LLVMTypeOf(call)) && is_unpacked(call, map_create(arena));
}

/* Are the lanes shifted to one end those that hold numbers? */
static bool shifts_packed_lanes(Arena *arena, LLVMValueRef shift) {
  LLVMOpcode opcode = LLVMGetInstructionOpcode(shift);
  if ((opcode != LLVMShl && opcode != LLVMLShr) ||
      LLVMGetTypeKind(LLVMTypeOf(shift)) != LLVMVectorTypeKind)
    return false;
  LLVMValueRef lanes = LLVMGetOperand(shift, 0);
  if (opcode == LLVMShl)
    return is_packed(lanes, map_create(arena));
  for (; LLVMIsAInsertElementInst(lanes); lanes = LLVMGetOperand(lanes, 0)) {
    LLVMValueRef word = LLVMGetOperand(lanes, 1);
    if (is_packed(word, map_create(arena)) || is_unpacked(word, map_create(arena)))
      return true;
  }
  return false;
}

bool prepare_shifts_packed_lanes(Arena *arena, LLVMValueRef function) {
  FOR_EACH_BLOCK (block, function)
    FOR_EACH_INSTRUCTION (shift, block)
      if (shifts_packed_lanes(arena, shift))
        return true;
  return false;
}
