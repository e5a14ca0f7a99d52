/* Arithmetic on the bits of floating point (the fast inverse square root's trick, a hash) has no
 * derivative that could be read off the instructions: it is refused. What has one, as sign changes
 * and sums with an exponent, LLVM and preparation (reveal_bits.c) have turned into something else.
 */
#include "diff.h"

/* Minima, rotations, sums of lanes and the like. */
static bool is_integer_intrinsic(LLVMValueRef value) {
  LLVMValueRef callee = LLVMIsACallInst(value) ? call_direct_callee(value) : NULL;
  return callee && LLVMGetIntrinsicID(callee) &&
         type_scalar(LLVMTypeOf(LLVMGetOperand(value, 0))) == type_scalar(LLVMTypeOf(value));
}

/* The result of an operation that also says whether it has overflown. */
static bool is_checked_result(LLVMValueRef value) {
  LLVMValueRef call = LLVMIsAExtractValueInst(value) ? LLVMGetOperand(value, 0) : NULL;
  LLVMValueRef callee = call && LLVMIsACallInst(call) ? call_direct_callee(call) : NULL;
  return callee && LLVMGetIntrinsicID(callee) && *LLVMGetIndices(value) == 0 &&
         LLVMTypeOf(LLVMGetOperand(call, 0)) == LLVMTypeOf(value);
}

bool bits_is_arithmetic(LLVMValueRef value) {
  if (!LLVMIsAInstruction(value) ||
      LLVMGetTypeKind(type_scalar(LLVMTypeOf(value))) != LLVMIntegerTypeKind)
    return false;
  if (is_integer_intrinsic(value) || is_checked_result(value))
    return true;
  switch (LLVMGetInstructionOpcode(value)) {
  case LLVMAdd:
  case LLVMSub:
  case LLVMMul:
  case LLVMUDiv:
  case LLVMSDiv:
  case LLVMXor:
    return true;
  case LLVMShl:
  case LLVMLShr:
  case LLVMAShr: /* by whole bytes it is a move: byte_move.c */
    return !LLVMIsAConstantInt(LLVMGetOperand(value, 1)) ||
           LLVMConstIntGetZExtValue(LLVMGetOperand(value, 1)) % 8;
  default:
    return false;
  }
}

static bool is_float_kind(ByteType byte) {
  return byte.kind == BYTE_FLOAT || byte.kind >= BYTE_MIXED;
}

static bool is_float_to_bits(LLVMValueRef value) {
  return LLVMIsABitCastInst(value) &&
         type_is_float_or_vector(LLVMTypeOf(LLVMGetOperand(value, 0))) &&
         !type_is_float_or_vector(LLVMTypeOf(value));
}

/* A scalar constant, or one of which all lanes are the same; false if it is neither. */
static bool constant_of_lanes(LLVMValueRef value, uint64_t *number) {
  LLVMTypeRef type = LLVMTypeOf(value);
  if (LLVMGetTypeKind(type) == LLVMVectorTypeKind && LLVMIsAConstant(value)) {
    LLVMValueRef first = LLVMGetAggregateElement(value, 0);
    for (unsigned i = 1; i < LLVMGetVectorSize(type); i++)
      if (LLVMGetAggregateElement(value, i) != first)
        return false;
    value = first;
  }
  if (!value || !LLVMIsAConstantInt(value) || LLVMGetIntTypeWidth(LLVMTypeOf(value)) > 64)
    return false;
  *number = LLVMConstIntGetZExtValue(value);
  return true;
}

/* Does no more than the sign and the exponent come through, which change in steps? */
static bool keeps_only_steps(LLVMValueRef operation) {
  LLVMOpcode opcode = LLVMGetInstructionOpcode(operation);
  uint64_t number;
  if ((opcode != LLVMAnd && opcode != LLVMLShr && opcode != LLVMAShr) ||
      !constant_of_lanes(LLVMGetOperand(operation, 1), &number))
    return false;
  unsigned width = LLVMGetIntTypeWidth(type_scalar(LLVMTypeOf(operation)));
  unsigned fraction = width == 64 ? 52 : width == 32 ? 23 : 0;
  if (!fraction)
    return false;
  return opcode == LLVMAnd ? !(number & (((uint64_t)1 << fraction) - 1)) : number >= fraction;
}

/* A number that is counted or compared is not looked at bit by bit. */
static bool reads_number(LLVMValueRef instruction) {
  switch (LLVMGetInstructionOpcode(instruction)) {
  case LLVMFPToSI:
  case LLVMFPToUI:
  case LLVMFCmp:
  case LLVMICmp:
    return true;
  default:
    return false;
  }
}

/* A const argument, or a table. */
static bool is_const_memory(const Deriver *deriver, LLVMValueRef pointer) {
  while (LLVMIsAGetElementPtrInst(pointer))
    pointer = LLVMGetOperand(pointer, 0);
  if (LLVMIsAGlobalVariable(pointer))
    return LLVMIsGlobalConstant(pointer);
  for (unsigned i = 0; i < LLVMCountParams(deriver->sweep.primal); i++)
    if (LLVMGetParam(deriver->sweep.primal, i) == pointer)
      return deriver->key->arguments[i] == ACTIVITY_CONST;
  return false;
}

/* Where the bits in an integer come from: numbers, and integers that were loaded from memory of
 * numbers. */
typedef struct {
  ValueArray numbers;
  bool callers_number; /* a number by what callers pass: nothing here says so */
} BitSources;

static void add_loaded(Deriver *deriver, LLVMValueRef load, BitSources *sources) {
  ByteType byte = types_of_value(deriver->sweep.types, load, 0);
  /* Of what is mixed, run time sees to it that it was an integer. */
  bool checked = byte.kind == BYTE_MIXED || mixed_is_part(deriver, LLVMTypeOf(load), byte) ||
                 mixed_is_anything(deriver, LLVMTypeOf(load), byte);
  if (is_float_kind(byte) && !checked)
    ARRAY_PUSH(deriver->sweep.arena, sources->numbers, load);
  if (!is_float_kind(byte) && !is_const_memory(deriver, LLVMGetOperand(load, 0)) &&
      types_callers_pass_float(deriver->sweep.types, load))
    sources->callers_number = true;
}

/* Do the bits of a number come into `value` on the way? */
static bool comes_from_number(Arena *arena, LLVMValueRef value) {
  ValueArray work = {0};
  Map *seen = map_create(arena);
  ARRAY_PUSH(arena, work, value);
  while (work.count) {
    value = work.items[--work.count];
    if (!LLVMIsAInstruction(value) || map_has(seen, value))
      continue;
    map_set(seen, value, value);
    if (is_float_to_bits(value))
      return true;
    if (LLVMIsALoadInst(value) || LLVMIsACallInst(value) || reads_number(value))
      continue;
    for (int i = 0; i < LLVMGetNumOperands(value); i++)
      ARRAY_PUSH(arena, work, LLVMGetOperand(value, (unsigned)i));
  }
  return false;
}

/* A word of a union, which LLVM chooses between a number's bits and something else of its own, such
 * as a sum of integers: who takes it for an integer knows that it is one. A constant beside the
 * bits is no such thing. */
static bool is_by_turns(Arena *arena, LLVMValueRef value) {
  if (!LLVMIsAPHINode(value) && !LLVMIsASelectInst(value))
    return false;
  bool bits = false, computed = false, other = false;
  unsigned first = LLVMIsASelectInst(value) ? 1 : 0;
  for (unsigned i = first; i < (unsigned)LLVMGetNumOperands(value); i++) {
    LLVMValueRef chosen = LLVMGetOperand(value, i);
    bits |= is_float_to_bits(chosen);
    computed |= bits_is_arithmetic(chosen);
    other |= !LLVMIsAConstant(chosen) && !comes_from_number(arena, chosen);
  }
  return other || (bits && computed);
}

/* An integer of few bits, which would be no normal number. */
static bool is_small_integer(LLVMValueRef constant) {
  enum { BITS = 32 };
  if (!LLVMIsAConstantInt(constant) || LLVMGetIntTypeWidth(LLVMTypeOf(constant)) != 64)
    return false;
  int64_t number = LLVMConstIntGetSExtValue(constant);
  return number != 0 && number >> BITS == (number < 0 ? -1 : 0);
}

static bool is_cast_of(LLVMValueRef cast, LLVMValueRef value) {
  return LLVMIsABitCastInst(cast) && LLVMGetOperand(cast, 0) == value;
}

static bool is_bits_of(LLVMValueRef word, LLVMValueRef number, unsigned depth) {
  enum { MOST_DEPTH = 4 };
  if (is_cast_of(word, number) || is_cast_of(number, word))
    return true;
  if (LLVMIsAConstant(word) && LLVMIsAConstant(number))
    return LLVMConstBitCast(number, LLVMTypeOf(word)) == word;
  bool phis = LLVMIsAPHINode(word) && LLVMIsAPHINode(number) &&
              LLVMGetInstructionParent(word) == LLVMGetInstructionParent(number);
  bool selects = LLVMIsASelectInst(word) && LLVMIsASelectInst(number) &&
                 LLVMGetOperand(word, 0) == LLVMGetOperand(number, 0);
  bool same = depth < MOST_DEPTH && (phis || selects);
  for (unsigned i = selects ? 1 : 0; same && i < (unsigned)LLVMGetNumOperands(word); i++)
    same = (selects || LLVMGetIncomingBlock(word, i) == LLVMGetIncomingBlock(number, i)) &&
           is_bits_of(LLVMGetOperand(word, i), LLVMGetOperand(number, i), depth + 1);
  return same;
}

/* LLVM keeps some words twice, as bits and as numbers. */
static bool is_number_beside(LLVMValueRef word) {
  if (!LLVMIsAPHINode(word))
    return false;
  LLVMValueRef phi = LLVMGetFirstInstruction(LLVMGetInstructionParent(word));
  for (; LLVMIsAPHINode(phi); phi = LLVMGetNextInstruction(phi))
    if (LLVMGetTypeKind(LLVMTypeOf(phi)) == LLVMDoubleTypeKind &&
        LLVMGetIntTypeWidth(LLVMTypeOf(word)) == 64 && is_bits_of(word, phi, 0))
      return true;
  return false;
}

static bool is_taken_for_number(LLVMValueRef word) {
  for (LLVMUseRef use = LLVMGetFirstUse(word); use; use = LLVMGetNextUse(use)) {
    LLVMValueRef user = LLVMGetUser(use);
    if (LLVMIsABitCastInst(user) && type_is_float_or_vector(LLVMTypeOf(user)))
      return true;
  }
  return is_number_beside(word);
}

/* A word of a union of which one choice is such an integer, and which is a number elsewhere. */
static bool chooses_small_integer(LLVMValueRef word) {
  if (!LLVMIsAPHINode(word) && !LLVMIsASelectInst(word))
    return false;
  bool any = false;
  for (unsigned i = LLVMIsASelectInst(word) ? 1 : 0; i < (unsigned)LLVMGetNumOperands(word); i++)
    any = any || is_small_integer(LLVMGetOperand(word, i));
  return any && is_taken_for_number(word);
}

/* Is it too small for a normal number? So an integer looks that is kept as one. */
static bool is_denormal(LLVMValueRef constant) {
  LLVMTypeRef type = LLVMTypeOf(constant);
  if (LLVMGetTypeKind(type) != LLVMDoubleTypeKind && LLVMGetTypeKind(type) != LLVMFloatTypeKind)
    return false;
  LLVMBool inexact;
  double number = LLVMConstRealGetDouble(constant, &inexact);
  double least = LLVMGetTypeKind(type) == LLVMDoubleTypeKind ? 0x1p-1022 : 0x1p-126;
  return number != 0 && number < least && number > -least;
}

/* A union's word that LLVM keeps as a number: does it choose something else on some path? */
static bool may_be_integer(Arena *arena, LLVMValueRef number, Map *seen) {
  if (map_has(seen, number))
    return false;
  map_set(seen, number, number);
  if (LLVMIsAConstantFP(number))
    return is_denormal(number);
  if (LLVMIsABitCastInst(number))
    return !type_is_float_or_vector(LLVMTypeOf(LLVMGetOperand(number, 0))) &&
           !comes_from_number(arena, LLVMGetOperand(number, 0));
  if (!LLVMIsAPHINode(number) && !LLVMIsASelectInst(number))
    return false;
  for (unsigned i = LLVMIsASelectInst(number) ? 1 : 0; i < (unsigned)LLVMGetNumOperands(number);
       i++)
    if (may_be_integer(arena, LLVMGetOperand(number, i), seen))
      return true;
  return false;
}

/* The remainder of a division by what has no more bits than the low half of a number. */
static bool is_small_remainder(LLVMValueRef value) {
  uint64_t divisor;
  LLVMOpcode opcode = LLVMIsAInstruction(value) ? LLVMGetInstructionOpcode(value) : LLVMRet;
  return (opcode == LLVMSRem || opcode == LLVMURem) &&
         constant_of_lanes(LLVMGetOperand(value, 1), &divisor) && divisor <= UINT32_MAX;
}

/* The lowest bit, as of a bool that shares its place with numbers. */
static bool is_one_bit(LLVMValueRef value) {
  uint64_t mask;
  if (LLVMIsATruncInst(value))
    return LLVMGetIntTypeWidth(type_scalar(LLVMTypeOf(value))) == 1;
  return LLVMIsAInstruction(value) && LLVMGetInstructionOpcode(value) == LLVMAnd &&
         constant_of_lanes(LLVMGetOperand(value, 1), &mask) && mask == 1;
}

/* What is converted is no number's bits: those of a union that holds an integer then. The low half
 * of a number alone, its lowest bit, or a small remainder, says nothing of it, either. */
static bool converts_integer(Arena *arena, LLVMValueRef value) {
  if (is_small_remainder(value) || is_one_bit(value))
    return true;
  if (is_float_to_bits(value))
    return may_be_integer(arena, LLVMGetOperand(value, 0), map_create(arena));
  if (LLVMIsATruncInst(value)) {
    LLVMValueRef from = LLVMGetOperand(value, 0);
    LLVMOpcode opcode = LLVMIsAInstruction(from) ? LLVMGetInstructionOpcode(from) : LLVMRet;
    return opcode != LLVMLShr && opcode != LLVMAShr &&
           LLVMGetTypeKind(LLVMTypeOf(value)) == LLVMIntegerTypeKind &&
           LLVMGetIntTypeWidth(LLVMTypeOf(from)) == 64 &&
           LLVMGetIntTypeWidth(LLVMTypeOf(value)) <= 32;
  }
  return is_by_turns(arena, value) || chooses_small_integer(value);
}

/* Bytes cut out of a word, in which only others than these are a number's: an integer that travels
 * beside a float. */
static bool takes_integer_part(const Deriver *deriver, LLVMValueRef value) {
  if (!LLVMIsATruncInst(value) || LLVMGetTypeKind(LLVMTypeOf(value)) != LLVMIntegerTypeKind)
    return false;
  LLVMValueRef word = LLVMGetOperand(value, 0);
  uint64_t amount = 0, size = LLVMGetIntTypeWidth(LLVMTypeOf(value)) / 8;
  if (LLVMIsABinaryOperator(word) && LLVMGetInstructionOpcode(word) == LLVMLShr &&
      constant_of_lanes(LLVMGetOperand(word, 1), &amount))
    word = LLVMGetOperand(word, 0);
  for (uint64_t i = 0; i < size; i++)
    if (types_of_value(deriver->sweep.types, word, amount / 8 + i).kind != BYTE_INTEGER)
      return false;
  return size > 0 && amount % 8 == 0;
}

/* With what is done to them on the way to `value`. A conversion to a number makes memory of both
 * kinds of what was loaded, which is looked after elsewhere. */
static BitSources bit_sources(Deriver *deriver, LLVMValueRef value, bool converted) {
  BitSources sources = {0};
  ValueArray work = {0};
  Map *seen = map_create(deriver->sweep.arena);
  ARRAY_PUSH(deriver->sweep.arena, work, value);
  while (work.count) {
    value = work.items[--work.count];
    if (!LLVMIsAInstruction(value) || map_has(seen, value))
      continue;
    map_set(seen, value, value);
    if (converted && converts_integer(deriver->sweep.arena, value))
      continue;
    if (types_low_half_alone(deriver->sweep.types, value) || takes_integer_part(deriver, value))
      continue;
    if (is_float_to_bits(value)) {
      ARRAY_PUSH(deriver->sweep.arena, sources.numbers, LLVMGetOperand(value, 0));
      continue;
    }
    if (LLVMIsALoadInst(value)) {
      if (!converted)
        add_loaded(deriver, value, &sources);
      continue;
    }
    LLVMTypeKind kind = LLVMGetTypeKind(type_scalar(LLVMTypeOf(value)));
    if (kind != LLVMIntegerTypeKind || reads_number(value) || keeps_only_steps(value) ||
        (LLVMIsACallInst(value) && !is_integer_intrinsic(value)))
      continue;
    bool computes = bits_is_arithmetic(value);
    if (is_checked_result(value))
      value = LLVMGetOperand(value, 0);
    for (unsigned i = 0; i < (unsigned)LLVMGetNumOperands(value); i++) {
      LLVMValueRef operand = LLVMGetOperand(value, i);
      if (LLVMIsAInstruction(operand) && !(computes && is_by_turns(deriver->sweep.arena, operand)))
        ARRAY_PUSH(deriver->sweep.arena, work, operand);
    }
  }
  return sources;
}

typedef struct {
  Deriver *deriver;
  Map *seen;
  bool of_vector;
} Consumption;

/* Does nothing come of `value` but numbers, addresses and decisions? Then it was an integer when it
 * was read, whatever else its memory holds at other times (a member of a union), and no derivative
 * passes. Of the lanes of a vector no numbers may come: those are what vector code makes of the
 * bits of numbers, where it computes logarithms. */
static bool is_consumed(Consumption *consumption, LLVMValueRef value) {
  Deriver *deriver = consumption->deriver;
  if (map_has(consumption->seen, value))
    return true;
  map_set(consumption->seen, value, value);
  for (LLVMUseRef use = LLVMGetFirstUse(value); use; use = LLVMGetNextUse(use)) {
    LLVMValueRef user = LLVMGetUser(use);
    if (is_one_bit(user))
      continue;
    switch (LLVMIsAInstruction(user) ? LLVMGetInstructionOpcode(user) : LLVMRet) {
    case LLVMSIToFP:
    case LLVMUIToFP:
      if (consumption->of_vector)
        return false;
      continue;
    case LLVMICmp:
    case LLVMSwitch:
    case LLVMBr:
    case LLVMGetElementPtr:
      continue;
    case LLVMStore:
      for (uint64_t i = 0; i < LLVMStoreSizeOfType(LLVMGetModuleDataLayout(deriver->diff->module),
                                                   LLVMTypeOf(value));
           i++)
        if (LLVMGetOperand(user, 0) != value ||
            types_of_access(deriver->sweep.types, user, i).kind != BYTE_INTEGER)
          return false;
      continue;
    case LLVMTrunc:
    case LLVMZExt:
    case LLVMSExt:
    case LLVMAdd:
    case LLVMSub:
    case LLVMMul:
    case LLVMUDiv:
    case LLVMSDiv:
    case LLVMURem:
    case LLVMSRem:
    case LLVMShl:
    case LLVMLShr:
    case LLVMAShr:
    case LLVMAnd:
    case LLVMOr:
    case LLVMXor:
    case LLVMPHI:
    case LLVMSelect:
    case LLVMFreeze:
      if (!is_consumed(consumption, user))
        return false;
      continue;
    case LLVMCall:
      if (!is_integer_intrinsic(user) || !is_consumed(consumption, user))
        return false;
      continue;
    case LLVMBitCast:
    case LLVMExtractElement:
    case LLVMInsertElement:
    case LLVMShuffleVector:
      if (!consumption->of_vector || type_is_float_or_vector(LLVMTypeOf(user)) ||
          !is_consumed(consumption, user))
        return false;
      continue;
    default:
      return false;
    }
  }
  return true;
}

bool bits_are_consumed(Deriver *deriver, LLVMValueRef value) {
  bool vector = LLVMGetTypeKind(LLVMTypeOf(value)) == LLVMVectorTypeKind;
  Consumption consumption = {deriver, map_create(deriver->sweep.arena), vector};
  return LLVMGetTypeKind(type_scalar(LLVMTypeOf(value))) == LLVMIntegerTypeKind &&
         ((!vector && is_one_bit(value)) || is_consumed(&consumption, value));
}

static bool is_bitwise(LLVMValueRef value) {
  switch (LLVMIsAInstruction(value) ? LLVMGetInstructionOpcode(value) : LLVMRet) {
  case LLVMAnd:
  case LLVMOr:
  case LLVMXor:
  case LLVMShl:
  case LLVMLShr:
    return true;
  default:
    return false;
  }
}

/* The integer that becomes floating point here, or NULL. */
static LLVMValueRef becomes_float(Deriver *deriver, LLVMValueRef instruction) {
  if (LLVMIsABitCastInst(instruction) && type_is_float_or_vector(LLVMTypeOf(instruction)))
    return LLVMGetOperand(instruction, 0);
  if (!LLVMIsAStoreInst(instruction))
    return NULL;
  LLVMValueRef value = LLVMGetOperand(instruction, 0);
  if (is_float_kind(types_of_access(deriver->sweep.types, instruction, 0)))
    return value;
  bool may_be =
      is_bitwise(value) && !is_const_memory(deriver, LLVMGetOperand(instruction, 1)) &&
      LLVMStoreSizeOfType(LLVMGetModuleDataLayout(deriver->diff->module), LLVMTypeOf(value)) >= 4;
  return may_be && types_callers_pass_float(deriver->sweep.types, instruction) ? value : NULL;
}

/* Adjoints of structures are structures of numbers: not where not all is known of an integer that
 * holds some. */
static void check_members(Deriver *deriver, LLVMValueRef value, LLVMValueRef where) {
  LLVMTypeRef type = LLVMTypeOf(value);
  if (!member_is_aggregate(type) || LLVMIsAAtomicCmpXchgInst(value) || /* see shadow_atomic */
      deriver->key->mode == REQUEST_FORWARD || !deriver_is_active(deriver, value))
    return;
  if (!member_carrier(deriver, type, value, 0, false))
    deriver_error(deriver, where, DIAG_UNKNOWN_TYPE,
                  "floating point in an integer member of a structure that is no memory");
}

/* Is it chosen by itself which bits each part of a number gets? No derivative is made of parts. */
static void check_choice(Deriver *deriver, LLVMValueRef select) {
  if (!LLVMIsASelectInst(select) || !deriver_is_active(deriver, select) ||
      LLVMGetTypeKind(LLVMTypeOf(LLVMGetOperand(select, 0))) != LLVMVectorTypeKind ||
      LLVMGetTypeKind(type_scalar(LLVMTypeOf(select))) != LLVMIntegerTypeKind)
    return;
  LLVMTargetDataRef layout = LLVMGetModuleDataLayout(deriver->diff->module);
  uint64_t size = LLVMStoreSizeOfType(layout, type_scalar(LLVMTypeOf(select)));
  bool parts = false;
  for (unsigned i = 0; i < LLVMGetVectorSize(LLVMTypeOf(select)) && !parts; i++) {
    ByteType byte = types_of_value(deriver->sweep.types, select, i * size);
    parts = byte.kind == BYTE_FLOAT && LLVMStoreSizeOfType(layout, byte.type) > size;
  }
  if (parts)
    deriver_error(deriver, select, DIAG_UNKNOWN_TYPE,
                  "a choice between parts of a number's bits, each by a condition of its own");
}

/* The amount of a shift that is not known. */
static bool shifts_by_variable(LLVMValueRef value, LLVMOpcode opcode) {
  return LLVMIsABinaryOperator(value) && LLVMGetInstructionOpcode(value) == opcode &&
         !LLVMIsAConstant(LLVMGetOperand(value, 1));
}

/* Does anything put words together from their parts, by shifts of which the amount is not known? */
static bool module_joins_parts(LLVMModuleRef module) {
  for (LLVMValueRef f = LLVMGetFirstFunction(module); f; f = LLVMGetNextFunction(f))
    FOR_EACH_BLOCK (block, f)
      FOR_EACH_INSTRUCTION (shift, block) {
        if (!shifts_by_variable(shift, LLVMShl) || !LLVMIsAZExtInst(LLVMGetOperand(shift, 0)))
          continue;
        LLVMValueRef part = LLVMGetOperand(LLVMGetOperand(shift, 0), 0);
        if (LLVMIsALoadInst(part) && LLVMGetIntTypeWidth(type_scalar(LLVMTypeOf(part))) <= 16)
          return true;
      }
  return false;
}

/* The number of whose bits the store puts a part into memory, from where something may join it
 * again; NULL if it does no such thing. */
static LLVMValueRef number_stored_in_parts(Deriver *deriver, LLVMValueRef store) {
  LLVMValueRef part = LLVMIsAStoreInst(store) ? LLVMIsATruncInst(LLVMGetOperand(store, 0)) : NULL;
  LLVMValueRef shift = part ? LLVMGetOperand(part, 0) : NULL;
  if (!shift || !shifts_by_variable(shift, LLVMLShr))
    return NULL;
  LLVMValueRef word = LLVMGetOperand(shift, 0);
  if (is_float_to_bits(word))
    word = LLVMGetOperand(word, 0);
  else if (!is_float_kind(types_of_value(deriver->sweep.types, word, 0)))
    return NULL;
  return module_joins_parts(deriver->diff->module) ? word : NULL;
}

const Activity *bits_varied_from(Deriver *deriver, const ActivityQuery *query) {
  if (deriver->varied)
    return deriver->varied;
  ActivityQuery forward = *query;
  forward.forward_mode = true;
  forward.runtime_activity = true; /* mistakes have been reported already */
  deriver->varied = activity_compute(deriver->sweep.arena, deriver->diff->sink,
                                     deriver->sweep.types, deriver->sweep.primal, &forward);
  return deriver->varied;
}

static bool any_varied(const Activity *varied, const BitSources *sources) {
  bool any = sources->callers_number;
  for (size_t i = 0; i < sources->numbers.count && !any; i++)
    any = activity_of_value(varied, sources->numbers.items[i]);
  return any;
}

/* A flag beside a float in one register is toggled by an exclusive or that leaves the float alone.
 */
static bool changes_bits(const Deriver *deriver, LLVMValueRef value) {
  return bits_is_arithmetic(value) &&
         !(LLVMIsABinaryOperator(value) && LLVMGetInstructionOpcode(value) == LLVMXor &&
           byte_move_is_one(deriver, value));
}

void bits_check(Deriver *deriver, const ActivityQuery *query) {
  for (unsigned i = 0; i < LLVMCountParams(deriver->sweep.primal); i++)
    check_members(deriver, LLVMGetParam(deriver->sweep.primal, i),
                  LLVMGetFirstInstruction(LLVMGetEntryBasicBlock(deriver->sweep.primal)));
  const Activity *varied = NULL;
  FOR_EACH_BLOCK (block, deriver->sweep.primal)
    FOR_EACH_INSTRUCTION (instruction, block) {
      check_members(deriver, instruction, instruction);
      check_choice(deriver, instruction);
      LLVMValueRef number = number_stored_in_parts(deriver, instruction);
      if (number && !varied)
        varied = bits_varied_from(deriver, query);
      if (number && activity_of_value(varied, number))
        deriver_error(deriver, instruction, DIAG_UNKNOWN_TYPE,
                      "integer arithmetic on the bits of floating point");
      /* The fraction's bits as a number, as in fast logarithms, have a derivative. */
      bool converted = LLVMIsASIToFPInst(instruction) || LLVMIsAUIToFPInst(instruction);
      LLVMValueRef integer =
          converted ? LLVMGetOperand(instruction, 0) : becomes_float(deriver, instruction);
      bool kept = !integer && LLVMIsAStoreInst(instruction);
      if (kept)
        integer = LLVMGetOperand(instruction, 0);
      if (!integer || !LLVMIsAInstruction(integer) || LLVMIsALoadInst(integer) ||
          (kept && !bits_are_computed(deriver, integer, NULL)))
        continue;
      BitSources sources = bit_sources(deriver, integer, converted);
      if (!sources.numbers.count && !sources.callers_number)
        continue;
      if (kept && !bits_come_back(deriver, instruction))
        continue;
      if (!varied)
        varied = bits_varied_from(deriver, query);
      /* Activity follows bits that are moved; what else is done to them, it does not see. */
      bool followed = !converted && !kept && !changes_bits(deriver, integer) &&
                      activity_of_value(varied, integer);
      if (!followed && any_varied(varied, &sources))
        deriver_error(deriver, integer, DIAG_COMPUTED_BITS, bits_arithmetic_text(integer));
    }
}
