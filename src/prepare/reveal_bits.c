/* Numbers made by arithmetic on the bits of others, as where an exponent is added to them. Read as
 * integers, the bits of a number grow with its size, linearly between two powers of two: by one for
 * what the last place is worth. So where the result's bits change by one for each of x's, the
 * result changes by (its last place) / (the last place of x); what is left of the sign and the
 * exponent alone changes in steps. The code stays; the number that it makes is told what it
 * follows:
 *
 *   y = bitcast (bitcast x + (n << 52))
 *   ->  y = adcc_follow(x, unit(y) / unit(x), bitcast …)   which is its last operand
 *
 * A number that is converted to the bits of another, as in fast exponentials, is followed in the
 * same way. Multiples and fractions of bits, as in the fast inverse square root, are left to be
 * refused: they stand for functions that their author has in mind, whose derivatives a rule gives,
 * and drop low bits. So is what counts the bits of a fraction as a number, as fast logarithms do.
 */
#include "bit_word.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

enum { MOST_LANES = 64 };

static LLVMTypeRef in_lanes_of(LLVMTypeRef scalar, LLVMTypeRef shape) {
  return LLVMGetTypeKind(shape) == LLVMVectorTypeKind
             ? LLVMVectorType(scalar, LLVMGetVectorSize(shape))
             : scalar;
}

static unsigned lane_count(LLVMTypeRef type) {
  return LLVMGetTypeKind(type) == LLVMVectorTypeKind ? LLVMGetVectorSize(type) : 1;
}

static LLVMValueRef in_all_lanes(LLVMValueRef scalar, LLVMTypeRef shape) {
  LLVMValueRef lanes[MOST_LANES];
  if (LLVMGetTypeKind(shape) != LLVMVectorTypeKind)
    return scalar;
  for (unsigned i = 0; i < lane_count(shape); i++)
    lanes[i] = scalar;
  return LLVMConstVector(lanes, lane_count(shape));
}

static LLVMValueRef call_own(LLVMBuilderRef b, LLVMValueRef function, LLVMValueRef *arguments,
                             unsigned count, bool inactive) {
  LLVMValueRef call =
      LLVMBuildCall2(b, LLVMGlobalGetValueType(function), function, arguments, count, "");
  static const char mark[] = "adcc_inactive";
  if (inactive)
    LLVMAddCallSiteAttribute(call, (LLVMAttributeIndex)LLVMAttributeFunctionIndex,
                             LLVMCreateStringAttribute(LLVMGetTypeContext(LLVMTypeOf(call)), mark,
                                                       sizeof mark - 1, "", 0));
  return call;
}

/* The rule of x0 * x1 + x2, the value of x2. */
LLVMValueRef prepare_follow(LLVMBuilderRef b, LLVMModuleRef module, LLVMValueRef x,
                            LLVMValueRef slope, LLVMValueRef value) {
  LLVMTypeRef type = LLVMTypeOf(value), parameters[] = {type, type, type};
  bool is_new;
  char name[64];
  snprintf(name, sizeof name, "adcc_follow.%u.%u", lane_count(type), bits_of_type(type));
  LLVMValueRef function = prepare_own_function(
      module, name, LLVMFunctionType(type, parameters, 3, false), "fma", &is_new);
  if (is_new) {
    LLVMBuilderRef body = LLVMCreateBuilderInContext(LLVMGetModuleContext(module));
    LLVMPositionBuilderAtEnd(body, LLVMGetEntryBasicBlock(function));
    LLVMBuildRet(body, LLVMGetParam(function, 2));
    LLVMDisposeBuilder(body);
  }
  LLVMValueRef arguments[] = {LLVMBuildFPCast(b, x, type, ""), slope, value};
  return call_own(b, function, arguments, 3, false);
}

typedef enum { AS_BITS, AS_UNIT, AS_SIGNED, AS_UNSIGNED } Reading;

/* A word as a number, or a number as a word, without a derivative: the bits, those of the sign and
 * the exponent alone (2^52 times what the last place is worth, of a double), or the value. */
static LLVMValueRef read_as(LLVMBuilderRef b, LLVMModuleRef module, LLVMValueRef word,
                            LLVMTypeRef type, Reading reading) {
  static const char *const names[] = {"bits", "unit", "signed", "unsigned"};
  LLVMTypeRef integer = LLVMTypeOf(word);
  char name[64];
  snprintf(name, sizeof name, "adcc_%s.%u.%s%u.%u", names[reading], lane_count(type),
           bits_of_integer(type) ? "i" : "f", bits_of_type(integer), bits_of_type(type));
  bool is_new;
  LLVMValueRef function =
      prepare_own_function(module, name, LLVMFunctionType(type, &integer, 1, false), NULL, &is_new);
  if (is_new) {
    LLVMBuilderRef body = LLVMCreateBuilderInContext(LLVMGetModuleContext(module));
    LLVMPositionBuilderAtEnd(body, LLVMGetEntryBasicBlock(function));
    LLVMValueRef bits = LLVMGetParam(function, 0), result;
    if (reading == AS_UNIT) {
      uint64_t rest = ~(uint64_t)0 << bits_of_fraction(type);
      LLVMValueRef mask = LLVMConstInt(type_scalar(integer), rest, false);
      bits = LLVMBuildAnd(body, bits, in_all_lanes(mask, integer), "");
    }
    if (reading == AS_SIGNED)
      result = LLVMBuildSIToFP(body, bits, type, "");
    else if (reading == AS_UNSIGNED)
      result = LLVMBuildUIToFP(body, bits, type, "");
    else
      result = LLVMBuildBitCast(body, bits, type, "");
    LLVMBuildRet(body, result);
    LLVMDisposeBuilder(body);
  }
  return call_own(b, function, &word, 1, true);
}

LLVMValueRef prepare_plain_bits(LLVMBuilderRef b, LLVMModuleRef module, LLVMValueRef number) {
  LLVMTypeRef type = LLVMTypeOf(number);
  LLVMTypeRef integer = LLVMIntTypeInContext(LLVMGetTypeContext(type), bits_of_type(type));
  return read_as(b, module, number, in_lanes_of(integer, type), AS_BITS);
}

enum { MOST_COPIES = 64 };

typedef struct {
  LLVMBuilderRef builder;
  LLVMModuleRef module;
  LLVMValueRef of[MOST_COPIES], copies[MOST_COPIES];
  unsigned count;
  LLVMValueRef loads[MOST_TERMS], numbers[MOST_TERMS];
  unsigned load_count;
} Copies;

/* What a term is of, as a number. */
static LLVMValueRef number_of(Copies *all, LLVMValueRef number) {
  if (bits_of_integer(LLVMTypeOf(number)) == 0)
    return number;
  for (unsigned i = 0; i < all->load_count; i++)
    if (all->loads[i] == number)
      return all->numbers[i];
  LLVMValueRef loaded =
      prepare_load_number(all->builder, number, prepare_declared_float(number, LLVMTypeOf(number)));
  if (all->load_count < MOST_TERMS) {
    all->loads[all->load_count] = number;
    all->numbers[all->load_count++] = loaded;
  }
  return loaded;
}

/* A copy of the word that carries no derivative: others may look at the one that is there. */
static LLVMValueRef copy_word(Copies *all, LLVMValueRef value) {
  bool is_cast = LLVMIsAZExtInst(value) || LLVMIsASExtInst(value) || LLVMIsATruncInst(value) ||
                 LLVMIsAFreezeInst(value);
  bool is_load = LLVMIsALoadInst(value) && prepare_declared_float(value, LLVMTypeOf(value));
  bool is_leaf = is_load || (LLVMIsABitCastInst(value) &&
                             bits_of_fraction(LLVMTypeOf(LLVMGetOperand(value, 0))));
  if (!is_cast && !is_leaf && !LLVMIsABinaryOperator(value) && !LLVMIsASelectInst(value))
    return value;
  for (unsigned i = 0; i < all->count; i++)
    if (all->of[i] == value)
      return all->copies[i];
  LLVMValueRef operands[3], copy = value;
  unsigned count = is_leaf ? 0 : (unsigned)LLVMGetNumOperands(value);
  bool changes = false;
  for (unsigned i = 0; i < count; i++) {
    operands[i] = copy_word(all, LLVMGetOperand(value, i));
    changes |= operands[i] != LLVMGetOperand(value, i);
  }
  if (all->count == MOST_COPIES)
    return value;
  LLVMValueRef number = is_leaf ? number_of(all, is_load ? value : LLVMGetOperand(value, 0)) : NULL;
  LLVMPositionBuilderBefore(all->builder, value);
  if (is_leaf)
    copy = prepare_plain_bits(all->builder, all->module, number);
  else if (changes) {
    copy = LLVMInstructionClone(value);
    for (unsigned i = 0; i < count; i++)
      LLVMSetOperand(copy, i, operands[i]);
    LLVMInsertIntoBuilder(all->builder, copy);
  }
  all->of[all->count] = value;
  all->copies[all->count++] = copy;
  return copy;
}

LLVMValueRef prepare_plain_copy(LLVMBuilderRef builder, LLVMModuleRef module, LLVMValueRef word) {
  Copies copies = {.builder = builder, .module = module};
  return copy_word(&copies, word);
}

/* By how much what is made of the word changes with the term's number. */
static LLVMValueRef build_slope(LLVMBuilderRef b, LLVMModuleRef module, const Term *term,
                                LLVMValueRef unit, LLVMTypeRef type) {
  double factor = term->slope;
  LLVMTypeRef from = term->type;
  if (unit && term->is_converted)
    factor = ldexp(factor, -bits_of_fraction(type));
  else if (!unit)
    factor = ldexp(factor, bits_of_fraction(from));
  LLVMValueRef slope =
      unit ? LLVMBuildFMul(b, unit, LLVMConstReal(type, factor), "") : LLVMConstReal(type, factor);
  if (term->is_converted)
    return slope;
  LLVMValueRef place =
      read_as(b, module, prepare_plain_bits(b, module, term->number), from, AS_UNIT);
  place = LLVMBuildFPCast(b, place, type, "");
  /* Too small for a number: an integer that was kept in its place. */
  LLVMValueRef zero = LLVMConstNull(type);
  LLVMValueRef none = LLVMBuildFCmp(b, LLVMRealOEQ, place, zero, "");
  return LLVMBuildSelect(b, none, zero, LLVMBuildFDiv(b, slope, place, ""), "");
}

/* Does the number change with the term's, other than by whole exponents? */
static bool counts(const Term *term, bool converts, LLVMTypeRef type) {
  if (!term->is_converted)
    return term->slope != 0 && (converts || term->type == type);
  return !converts && term->slope != 0 && fabs(term->slope) < ldexp(1, bits_of_fraction(type));
}

/* The order in which an intrinsic chooses the first of two integers; false if it does not. */
static bool is_extreme(LLVMValueRef value, LLVMIntPredicate *order) {
  static const struct {
    const char *name;
    LLVMIntPredicate order;
  } extremes[] = {{"llvm.smax", LLVMIntSGT},
                  {"llvm.smin", LLVMIntSLT},
                  {"llvm.umax", LLVMIntUGT},
                  {"llvm.umin", LLVMIntULT}};
  LLVMValueRef callee = LLVMIsACallInst(value) ? call_direct_callee(value) : NULL;
  unsigned id = callee ? LLVMGetIntrinsicID(callee) : 0;
  for (size_t i = 0; id && i < sizeof extremes / sizeof *extremes; i++)
    if (id == LLVMLookupIntrinsicID(extremes[i].name, strlen(extremes[i].name))) {
      *order = extremes[i].order;
      return true;
    }
  return false;
}

bool prepare_lanes_agree(LLVMValueRef value, unsigned size, unsigned depth) {
  enum { MOST_DEPTH = 8 };
  if (LLVMGetTypeKind(LLVMTypeOf(value)) != LLVMVectorTypeKind)
    return true;
  if (LLVMIsAConstant(value)) {
    for (unsigned lane = 0; lane < lane_count(LLVMTypeOf(value)); lane++)
      if (!LLVMGetAggregateElement(value, lane) ||
          LLVMGetAggregateElement(value, lane) !=
              LLVMGetAggregateElement(value, lane - lane % size))
        return false;
    return true;
  }
  if (LLVMIsAShuffleVectorInst(value)) {
    unsigned count = LLVMGetNumMaskElements(value);
    for (unsigned lane = 0; lane < count; lane++) {
      int from = LLVMGetMaskValue(value, lane);
      if (from == LLVMGetUndefMaskElem() || from != LLVMGetMaskValue(value, lane - lane % size))
        return false;
    }
    return true;
  }
  bool by_lane = LLVMIsAICmpInst(value) || LLVMIsABinaryOperator(value) ||
                 LLVMIsASelectInst(value) || LLVMIsASExtInst(value) || LLVMIsATruncInst(value);
  for (int i = 0; i < LLVMGetNumOperands(value) && by_lane; i++)
    by_lane = depth < MOST_DEPTH &&
              prepare_lanes_agree(LLVMGetOperand(value, (unsigned)i), size, depth + 1);
  return by_lane;
}

/* The condition for as many lanes as the type has; NULL if lanes of it are chosen in parts. */
static LLVMValueRef condition_by_lane(LLVMBuilderRef builder, LLVMValueRef condition,
                                      LLVMTypeRef type) {
  LLVMTypeRef of_condition = LLVMTypeOf(condition);
  if (LLVMGetTypeKind(of_condition) != LLVMVectorTypeKind)
    return condition;
  unsigned has = lane_count(of_condition), wants = lane_count(type);
  if (has == wants)
    return condition;
  if (wants % has != 0 && (has % wants != 0 || !prepare_lanes_agree(condition, has / wants, 0)))
    return NULL;
  LLVMTypeRef index = LLVMInt32TypeInContext(LLVMGetTypeContext(type));
  LLVMValueRef lanes[MOST_LANES];
  for (unsigned lane = 0; lane < wants; lane++)
    lanes[lane] = LLVMConstInt(index, (uint64_t)lane * has / wants, false);
  return LLVMGetTypeKind(type) == LLVMVectorTypeKind
             ? LLVMBuildShuffleVector(builder, condition, LLVMGetPoison(of_condition),
                                      LLVMConstVector(lanes, wants), "")
             : LLVMBuildExtractElement(builder, condition, lanes[0], "");
}

/* One of two numbers, chosen among their bits. */
static bool reveal_choice(LLVMBuilderRef builder, LLVMValueRef made) {
  LLVMValueRef bits = LLVMGetOperand(made, 0), chosen[2], condition;
  LLVMIntPredicate order;
  bool extreme = is_extreme(bits, &order);
  if ((!extreme && !LLVMIsASelectInst(bits)) || word_is_plain(bits) ||
      (extreme && lane_count(LLVMTypeOf(bits)) != lane_count(LLVMTypeOf(made))))
    return false;
  LLVMPositionBuilderBefore(builder, made);
  LLVMSetCurrentDebugLocation2(builder, LLVMInstructionGetDebugLoc(made));
  for (unsigned i = 0; i < 2; i++)
    chosen[i] = LLVMGetOperand(bits, extreme ? i : i + 1);
  condition = extreme ? LLVMBuildICmp(builder, order, chosen[0], chosen[1], "")
                      : condition_by_lane(builder, LLVMGetOperand(bits, 0), LLVMTypeOf(made));
  if (!condition)
    return false;
  for (unsigned i = 0; i < 2; i++)
    chosen[i] = LLVMBuildBitCast(builder, chosen[i], LLVMTypeOf(made), "");
  LLVMReplaceAllUsesWith(made, LLVMBuildSelect(builder, condition, chosen[0], chosen[1], ""));
  LLVMInstructionEraseFromParent(made);
  for (unsigned i = 0; i < 2; i++)
    if (LLVMIsABitCastInst(chosen[i]))
      prepare_reveal_bits(builder, chosen[i]);
  return true;
}

/* The type of a number that is chosen by the bits of narrower lanes than it has, or NULL. */
static LLVMTypeRef type_of_chosen(LLVMValueRef select) {
  for (unsigned i = 1; i <= 2; i++) {
    LLVMValueRef chosen = LLVMGetOperand(select, i);
    LLVMTypeRef type = LLVMIsABitCastInst(chosen) ? LLVMTypeOf(LLVMGetOperand(chosen, 0)) : NULL;
    if (type && bits_of_fraction(type) && lane_count(type) < lane_count(LLVMTypeOf(select)))
      return type;
  }
  return NULL;
}

bool prepare_reveal_choice(LLVMBuilderRef builder, LLVMValueRef select) {
  LLVMTypeRef of_select = LLVMTypeOf(select);
  LLVMTypeRef type = lane_count(of_select) <= MOST_LANES ? type_of_chosen(select) : NULL;
  if (!type)
    return false;
  LLVMPositionBuilderBefore(builder, select);
  LLVMSetCurrentDebugLocation2(builder, LLVMInstructionGetDebugLoc(select));
  LLVMValueRef chosen[2], condition = condition_by_lane(builder, LLVMGetOperand(select, 0), type);
  if (!condition)
    return false;
  for (unsigned i = 0; i < 2; i++)
    chosen[i] = LLVMBuildBitCast(builder, LLVMGetOperand(select, i + 1), type, "");
  LLVMValueRef number = LLVMBuildSelect(builder, condition, chosen[0], chosen[1], "");
  LLVMReplaceAllUsesWith(select, LLVMBuildBitCast(builder, number, of_select, ""));
  LLVMInstructionEraseFromParent(select);
  return true;
}

bool prepare_reveal_bits(LLVMBuilderRef builder, LLVMValueRef made) {
  LLVMTypeRef type = LLVMTypeOf(made);
  LLVMValueRef bits = LLVMGetOperand(made, 0);
  bool converts = !LLVMIsABitCastInst(made);
  Word word;
  LLVMTypeKind kind = LLVMGetTypeKind(type);
  if (lane_count(type) > MOST_LANES || kind == LLVMScalableVectorTypeKind)
    return false;
  if (!converts && bits_of_fraction(type) && LLVMIsAInstruction(bits) &&
      reveal_choice(builder, made))
    return true;
  if (!bits_of_fraction(type) || !LLVMIsAInstruction(bits) ||
      (!converts && (LLVMIsABitCastInst(bits) || LLVMIsALoadInst(bits))) ||
      !word_read(bits, &word) || word.low)
    return false;
  unsigned wanted = 0;
  for (unsigned i = 0; i < word.count; i++) {
    if (!word.terms[i].is_converted && !converts && word.terms[i].type != type)
      return false;
    if (!counts(&word.terms[i], converts, type))
      continue;
    if (converts || (!word.terms[i].is_converted && fabs(word.terms[i].slope) != 1))
      return false;
    wanted++;
  }
  LLVMModuleRef module =
      LLVMGetGlobalParent(LLVMGetBasicBlockParent(LLVMGetInstructionParent(made)));
  Copies copies = {.builder = builder, .module = module};
  LLVMSetCurrentDebugLocation2(builder, LLVMInstructionGetDebugLoc(made));
  LLVMValueRef copy = copy_word(&copies, bits);
  if (!wanted && copy == bits)
    return false; /* else what is left of numbers changes in steps */
  bits = copy;
  for (unsigned i = 0; i < word.count; i++)
    word.terms[i].number = number_of(&copies, word.terms[i].number);
  LLVMPositionBuilderBefore(builder, made);
  LLVMSetCurrentDebugLocation2(builder, LLVMInstructionGetDebugLoc(made));
  Reading reading = !converts ? AS_BITS : LLVMIsASIToFPInst(made) ? AS_SIGNED : AS_UNSIGNED;
  LLVMValueRef value = read_as(builder, module, bits, type, reading);
  LLVMValueRef unit = converts ? NULL : read_as(builder, module, bits, type, AS_UNIT);
  for (unsigned i = 0; i < word.count; i++)
    if (counts(&word.terms[i], converts, type))
      value = prepare_follow(builder, module, word.terms[i].number,
                             build_slope(builder, module, &word.terms[i], unit, type), value);
  LLVMReplaceAllUsesWith(made, value);
  LLVMInstructionEraseFromParent(made);
  return true;
}
