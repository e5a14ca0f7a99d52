/* Calls that pass floating point inside an integer, or inside another number: the C conventions
 * pack small structures that mix the two into one register, and pass a union of numbers as the
 * widest. Either side of the call may show it: a function that only puts the parts of its
 * parameters into another order looks at no number. */
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

/* ---- numbers in the register of a wider one ---- */

/* Is part of the bits, moved at will, another type's number? */
static bool holds_part(LLVMValueRef bits, LLVMTypeRef whole, Map *seen) {
  if (map_has(seen, bits))
    return false;
  map_set(seen, bits, bits);
  for (LLVMUseRef use = LLVMGetFirstUse(bits); use; use = LLVMGetNextUse(use)) {
    LLVMValueRef user = LLVMGetUser(use);
    if ((is_bitcast_between(user, false) && type_scalar(LLVMTypeOf(user)) != whole) ||
        (moves_bits(user) && holds_part(user, whole, seen)))
      return true;
  }
  return false;
}

/* Is the number taken apart into one of another type, as a union that is passed as its widest
 * member is? */
static bool is_taken_apart(LLVMValueRef number, Map *seen) {
  if (map_has(seen, number))
    return false;
  map_set(seen, number, number);
  for (LLVMUseRef use = LLVMGetFirstUse(number); use; use = LLVMGetNextUse(use)) {
    LLVMValueRef user = LLVMGetUser(use);
    if ((is_bitcast_between(user, true) && holds_part(user, LLVMTypeOf(number), seen)) ||
        ((LLVMIsAPHINode(user) || LLVMIsASelectInst(user) || LLVMIsAFreezeInst(user)) &&
         is_taken_apart(user, seen)))
      return true;
  }
  return false;
}

/* Is a number of another type stored in the variable? */
static bool holds_other_number(LLVMValueRef variable, LLVMTypeRef type) {
  for (LLVMUseRef use = LLVMGetFirstUse(variable); use; use = LLVMGetNextUse(use)) {
    LLVMValueRef user = LLVMGetUser(use);
    LLVMTypeRef stored = LLVMIsAStoreInst(user) ? LLVMTypeOf(LLVMGetOperand(user, 0)) : type;
    if (type_is_float(stored) && stored != type)
      return true;
  }
  return false;
}

/* Are its bits those of a number of another type, on some path? */
static bool is_put_together(LLVMValueRef number, Map *seen) {
  if (map_has(seen, number))
    return false;
  map_set(seen, number, number);
  if (LLVMIsALoadInst(number)) {
    LLVMValueRef place = LLVMGetOperand(number, 0);
    return LLVMIsAAllocaInst(place) && holds_other_number(place, LLVMTypeOf(number));
  }
  if (LLVMIsABitCastInst(number)) {
    LLVMValueRef bits = LLVMGetOperand(number, 0);
    return moves_bits(bits) && is_packed(bits, seen);
  }
  bool moved = LLVMIsAPHINode(number) || LLVMIsASelectInst(number) || LLVMIsAFreezeInst(number);
  for (int i = LLVMIsASelectInst(number) ? 1 : 0; moved && i < LLVMGetNumOperands(number); i++)
    if (is_put_together(LLVMGetOperand(number, (unsigned)i), seen))
      return true;
  return false;
}

/* ---- the two sides of a call ---- */

static bool arrives_packed(LLVMValueRef value, Map *seen) {
  LLVMTypeRef type = LLVMTypeOf(value);
  return type_is_float_or_vector(type) ? type_is_float(type) && is_taken_apart(value, seen)
                                       : is_unpacked(value, seen);
}

static bool leaves_packed(LLVMValueRef value, Map *seen) {
  LLVMTypeRef type = LLVMTypeOf(value);
  return type_is_float_or_vector(type) ? type_is_float(type) && is_put_together(value, seen)
                                       : is_packed(value, seen);
}

bool prepare_packs_floating_point(Arena *arena, LLVMValueRef function) {
  Map *seen = map_create(arena);
  for (unsigned i = 0; i < LLVMCountParams(function); i++)
    if (arrives_packed(LLVMGetParam(function, i), seen))
      return true;
  seen = map_create(arena);
  FOR_EACH_BLOCK (block, function) {
    LLVMValueRef end = LLVMGetBasicBlockTerminator(block);
    if (LLVMIsAReturnInst(end) && LLVMGetNumOperands(end) == 1 &&
        leaves_packed(LLVMGetOperand(end, 0), seen))
      return true;
  }
  return false;
}

bool prepare_call_packs_floating_point(Arena *arena, LLVMValueRef call) {
  Map *seen = map_create(arena);
  for (unsigned i = 0; i < call_argument_count(call); i++)
    if (leaves_packed(LLVMGetOperand(call, i), seen))
      return true;
  return arrives_packed(call, map_create(arena));
}

/* Are the lanes those that hold numbers, and are they shifted to one end, put into wider words, or
 * cut out of them? */
static bool shifts_packed_lanes(Arena *arena, LLVMValueRef shift) {
  LLVMOpcode opcode = LLVMGetInstructionOpcode(shift);
  if (LLVMGetTypeKind(LLVMTypeOf(shift)) != LLVMVectorTypeKind)
    return false;
  if (opcode == LLVMZExt)
    return is_packed(LLVMGetOperand(shift, 0), map_create(arena));
  if (opcode == LLVMTrunc)
    return is_unpacked(shift, map_create(arena));
  if (opcode != LLVMShl && opcode != LLVMLShr)
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
