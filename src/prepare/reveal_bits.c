/* Numbers made by arithmetic on the bits of others, as in the fast inverse square root and in fast
 * logarithms and exponentials. Read as integers, the bits of a number grow with its size, linearly
 * between two powers of two: by one for what the last place is worth. So sums of bits,
 * and multiples and fractions of them, have derivatives: where the result's bits change by m for
 * each of x's, the result changes by m * (its last place) / (the last place of x). What shifts and
 * masks drop at the low end is taken for rounding; what is left of the sign and the exponent alone
 * changes in steps. The code stays; the number that it makes is told what it follows:
 *
 *   y = bitcast (0x5f3759df - (bitcast x >> 1))
 *   ->  y = adcc_follow(x, -0.5 * unit(y) / unit(x), bitcast …)   which is its last operand
 */
#include "prepare.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

enum { MOST_TERMS = 4, MOST_DEPTH = 24, SHALLOW = 4 };

/* A number on whose bits the word depends, or (`is_converted`) of which it holds a multiple. */
typedef struct {
  LLVMValueRef number;
  double slope; /* of the word, for one in the number's bits; or for one in the number */
  bool is_converted;
} Term;

typedef struct {
  Term terms[MOST_TERMS];
  unsigned count;
  LLVMValueRef low; /* a number of which only low bits are there: the others have to come, too */
} Word;

static int fraction_bits(LLVMTypeRef type) {
  return LLVMGetTypeKind(type) == LLVMDoubleTypeKind  ? 52
         : LLVMGetTypeKind(type) == LLVMFloatTypeKind ? 23
                                                      : 0;
}

static bool add_term(Word *word, Term term) {
  for (unsigned i = 0; i < word->count; i++)
    if (word->terms[i].number == term.number && word->terms[i].is_converted == term.is_converted) {
      word->terms[i].slope += term.slope;
      return true;
    }
  if (word->count == MOST_TERMS)
    return false;
  word->terms[word->count++] = term;
  return true;
}

/* The low bits of a number, where its high ones are, too, take part in what these say. */
static LLVMValueRef low_without(const Word *part, const Word *whole) {
  for (unsigned i = 0; i < whole->count && part->low; i++)
    if (whole->terms[i].number == part->low && whole->terms[i].slope > 0)
      return NULL;
  return part->low;
}

static bool sum(Word *a, const Word *b, double sign) {
  LLVMValueRef low = low_without(a, b), other = low_without(b, a);
  if (low && other && low != other)
    return false;
  a->low = low ? low : other;
  for (unsigned i = 0; i < b->count; i++) {
    Term term = b->terms[i];
    term.slope *= sign;
    if (!add_term(a, term))
      return false;
  }
  return true;
}

static bool multiply(Word *word, double factor) {
  for (unsigned i = 0; i < word->count; i++)
    word->terms[i].slope *= factor;
  return !word->low || factor == 1;
}

/* The sign and the exponent take up the rest of a word: no room for multiples. */
static bool wraps(const Word *word) {
  for (unsigned i = 0; i < word->count; i++)
    if (!word->terms[i].is_converted && fabs(word->terms[i].slope) > 2)
      return true;
  return false;
}

/* Integers that were converted and then divided or masked are counted with. */
static void drop_converted(Word *word) {
  unsigned kept = 0;
  for (unsigned i = 0; i < word->count; i++)
    if (!word->terms[i].is_converted)
      word->terms[kept++] = word->terms[i];
  word->count = kept;
}

/* Which bits of a word are the fraction of the term's number: from `first` up to `end`. False if
 * they are no copy of it. */
static bool fraction_place(const Term *term, int *first, int *end) {
  int exponent;
  if (term->slope <= 0 || frexp(term->slope, &exponent) != 0.5)
    return false;
  *first = exponent - 1;
  *end = *first + fraction_bits(LLVMTypeOf(term->number));
  return true;
}

static bool bit_is_set(uint64_t mask, int bit) { return bit >= 0 && bit < 64 && mask >> bit & 1; }

/* Keeps the bits that are set. Of a fraction that may be all, the high ones, or none of them; the
 * low ones have to find the others again. */
static bool keep_bits(Word *word, uint64_t mask) {
  drop_converted(word);
  unsigned kept = 0;
  for (unsigned i = 0; i < word->count; i++) {
    int first, end;
    if (!fraction_place(&word->terms[i], &first, &end))
      return false;
    int set = 0, changes = 0;
    for (int bit = first < 0 ? 0 : first; bit < end; bit++) {
      set += bit_is_set(mask, bit);
      changes += bit + 1 < end && bit_is_set(mask, bit) != bit_is_set(mask, bit + 1);
    }
    if (set && changes > 1)
      return false;
    if (!set)
      continue;
    if (bit_is_set(mask, end - 1)) {
      word->terms[kept++] = word->terms[i];
      continue;
    }
    if (word->low || word->terms[i].slope != 1)
      return false;
    word->low = word->terms[i].number;
  }
  word->count = kept;
  return true;
}

static bool leaves_fractions(const Word *word, uint64_t changed) {
  for (unsigned i = 0; i < word->count; i++) {
    int first, end;
    if (word->terms[i].is_converted || !fraction_place(&word->terms[i], &first, &end))
      return false;
    for (int bit = first < 0 ? 0 : first; bit < end; bit++)
      if (bit_is_set(changed, bit))
        return false;
  }
  return true;
}

static bool shift_down(Word *word, unsigned bits) {
  drop_converted(word);
  unsigned kept = 0;
  for (unsigned i = 0; i < word->count; i++) {
    int first, end;
    if (!fraction_place(&word->terms[i], &first, &end)) {
      first = 0;
      end = 64;
    }
    if (end > (int)bits)
      word->terms[kept++] = word->terms[i];
  }
  word->count = kept;
  return multiply(word, ldexp(1, -(int)bits));
}

static bool fits(const Word *word, unsigned width) {
  for (unsigned i = 0; i < word->count; i++) {
    int first, end;
    if (!word->terms[i].is_converted && fraction_place(&word->terms[i], &first, &end) &&
        end > (int)width)
      return false;
  }
  return true;
}

static bool is_constant_table(LLVMValueRef pointer) {
  while (LLVMIsAGetElementPtrInst(pointer) || LLVMIsAConstantExpr(pointer))
    pointer = LLVMGetOperand(pointer, 0);
  return LLVMIsAGlobalVariable(pointer) && LLVMIsGlobalConstant(pointer);
}

/* Is what is loaded an integer by what the source says, or too short for a number? */
static bool loads_integer(LLVMValueRef load) {
  static const char *const names[] = {"int", "long", "long long", "short", "bool", "_Bool"};
  if (LLVMGetIntTypeWidth(LLVMTypeOf(load)) < 32 || is_constant_table(LLVMGetOperand(load, 0)))
    return true;
  const char *name = bridge_tbaa_name(load);
  for (size_t i = 0; name && i < sizeof names / sizeof *names; i++)
    if (strcmp(name, names[i]) == 0)
      return true;
  return false;
}

static bool read_word(LLVMValueRef value, unsigned depth, Word *word);

static bool holds_no_bits(const Word *word) {
  unsigned bits = word->low != NULL;
  for (unsigned i = 0; i < word->count; i++)
    bits += !word->terms[i].is_converted;
  return bits == 0;
}

/* What a conversion, a comparison, the library or memory of integers gives, and exponents. */
static bool is_plain_integer(LLVMValueRef value, bool *go_on) {
  *go_on = false;
  switch (LLVMIsAInstruction(value) ? LLVMGetInstructionOpcode(value) : LLVMRet) {
  case LLVMRet:
    return LLVMIsAConstant(value) || LLVMIsAArgument(value) || LLVMIsABasicBlock(value);
  case LLVMFPToSI:
  case LLVMFPToUI:
  case LLVMICmp:
  case LLVMFCmp:
    return true;
  case LLVMLoad:
    return loads_integer(value);
  case LLVMCall: {
    LLVMValueRef callee = call_direct_callee(value);
    *go_on = callee && LLVMGetIntrinsicID(callee);
    return callee && LLVMIsDeclaration(callee);
  }
  case LLVMAnd:
  case LLVMLShr:
  case LLVMAShr: {
    Word word;
    *go_on = !read_word(value, SHALLOW, &word) || !holds_no_bits(&word);
    return true;
  }
  case LLVMBitCast:
  case LLVMPtrToInt:
  case LLVMExtractValue:
  case LLVMExtractElement:
    return false;
  default:
    *go_on = true;
    return true;
  }
}

/* Is it computed from integers alone? */
static bool is_of_integers(LLVMValueRef value) {
  enum { MOST = 64 };
  LLVMValueRef seen[MOST] = {value};
  unsigned count = 1;
  for (unsigned i = 0; i < count; i++) {
    bool go_on;
    if (!is_plain_integer(seen[i], &go_on))
      return false;
    for (int k = 0; go_on && k < LLVMGetNumOperands(seen[i]); k++) {
      LLVMValueRef operand = LLVMGetOperand(seen[i], (unsigned)k);
      bool known = LLVMIsAFunction(operand) != NULL;
      for (unsigned j = 0; j < count && !known; j++)
        known = seen[j] == operand;
      if (known)
        continue;
      if (count == MOST)
        return false;
      seen[count++] = operand;
    }
  }
  return true;
}

/* The bits that may be set. */
static uint64_t possible_bits(LLVMValueRef value) {
  LLVMOpcode opcode = LLVMIsABinaryOperator(value) ? LLVMGetInstructionOpcode(value) : LLVMRet;
  LLVMValueRef by = opcode == LLVMRet ? NULL : LLVMGetOperand(value, 1);
  if (by && LLVMIsAConstantInt(by) && opcode == LLVMAnd)
    return LLVMConstIntGetZExtValue(by);
  if (by && LLVMIsAConstantInt(by) && opcode == LLVMShl && LLVMConstIntGetZExtValue(by) < 64)
    return ~(uint64_t)0 << LLVMConstIntGetZExtValue(by);
  return ~(uint64_t)0;
}

/* A sign, or the like, that is put beside a fraction. */
static bool is_beside(Word *word, const Word *other, LLVMValueRef a, LLVMValueRef b) {
  if (holds_no_bits(other))
    return leaves_fractions(word, possible_bits(b));
  bool fits = holds_no_bits(word) && leaves_fractions(other, possible_bits(a));
  *word = *other;
  return fits && !word->low;
}

static bool read_binary(LLVMValueRef value, unsigned depth, Word *word) {
  LLVMOpcode opcode = LLVMGetInstructionOpcode(value);
  LLVMValueRef a = LLVMGetOperand(value, 0), b = LLVMGetOperand(value, 1);
  unsigned width = LLVMGetIntTypeWidth(LLVMTypeOf(value));
  bool constant = LLVMIsAConstantInt(b);
  uint64_t number = constant ? LLVMConstIntGetZExtValue(b) : 0;
  Word other = {0};
  if (!read_word(a, depth, word) || (!constant && !read_word(b, depth, &other)))
    return false;
  if (!word->count && !word->low && !other.count && !other.low)
    return true;
  switch (opcode) {
  case LLVMAdd:
    return sum(word, &other, 1);
  case LLVMSub:
    return sum(word, &other, -1);
  case LLVMOr:
    if (LLVMGetIsDisjoint(value) && !constant)
      return sum(word, &other, 1);
    return constant ? leaves_fractions(word, number) : is_beside(word, &other, a, b);
  case LLVMXor:
    return constant ? leaves_fractions(word, number) : is_beside(word, &other, a, b);
  default:
    break;
  }
  if (!constant)
    return false;
  switch (opcode) {
  case LLVMMul:
    return multiply(word, (double)LLVMConstIntGetSExtValue(b)) && !wraps(word);
  case LLVMShl:
    return fits(word, width - (unsigned)number) && multiply(word, ldexp(1, (int)number));
  case LLVMAnd:
    return keep_bits(word, number);
  case LLVMLShr:
  case LLVMAShr:
    return shift_down(word, (unsigned)number);
  case LLVMUDiv:
  case LLVMSDiv:
    drop_converted(word);
    return number && multiply(word, 1 / (double)LLVMConstIntGetSExtValue(b));
  default:
    return false;
  }
}

/* What a word holds; false if that is not known to the end. */
static bool read_word(LLVMValueRef value, unsigned depth, Word *word) {
  *word = (Word){0};
  LLVMTypeRef type = LLVMTypeOf(value);
  if (LLVMIsAConstantInt(value) || LLVMIsAArgument(value))
    return LLVMGetTypeKind(type) == LLVMIntegerTypeKind;
  if (depth == 0 || !LLVMIsAInstruction(value) || LLVMGetTypeKind(type) != LLVMIntegerTypeKind ||
      LLVMGetIntTypeWidth(type) > 64)
    return false;
  LLVMValueRef operand = LLVMGetNumOperands(value) ? LLVMGetOperand(value, 0) : NULL;
  depth--;
  if (LLVMIsABinaryOperator(value) && LLVMGetInstructionOpcode(value) != LLVMURem &&
      LLVMGetInstructionOpcode(value) != LLVMSRem)
    return read_binary(value, depth, word);
  switch (LLVMGetInstructionOpcode(value)) {
  case LLVMBitCast:
    return fraction_bits(LLVMTypeOf(operand)) &&
           add_term(word, (Term){.number = operand, .slope = 1});
  case LLVMFPToSI:
  case LLVMFPToUI:
    return add_term(word, (Term){.number = operand, .slope = 1, .is_converted = true});
  case LLVMICmp:
  case LLVMFCmp:
    return true;
  case LLVMTrunc: {
    uint64_t width = LLVMGetIntTypeWidth(type);
    return read_word(operand, depth, word) &&
           (fits(word, (unsigned)width) || keep_bits(word, ((uint64_t)1 << width) - 1));
  }
  case LLVMZExt:
  case LLVMSExt:
  case LLVMFreeze:
    return read_word(operand, depth, word);
  default:
    return depth >= SHALLOW && is_of_integers(value);
  }
}

/* ---- what is said of it ---- */

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

/* A number that is told what it follows: the rule of x0 * x1 + x2, the value of x2. */
static LLVMValueRef follow(LLVMBuilderRef b, LLVMModuleRef module, LLVMValueRef x,
                           LLVMValueRef slope, LLVMValueRef value) {
  LLVMTypeRef type = LLVMTypeOf(value), parameters[] = {type, type, type};
  bool is_new;
  LLVMValueRef function = prepare_own_function(
      module, LLVMGetTypeKind(type) == LLVMDoubleTypeKind ? "adcc_follow.64" : "adcc_follow.32",
      LLVMFunctionType(type, parameters, 3, false), "fma", &is_new);
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

static unsigned width_of(LLVMTypeRef type) {
  return LLVMGetTypeKind(type) == LLVMIntegerTypeKind  ? LLVMGetIntTypeWidth(type)
         : LLVMGetTypeKind(type) == LLVMDoubleTypeKind ? 64
                                                       : 32;
}

/* A word as a number, or a number as a word, without a derivative: the bits, those of the sign and
 * the exponent alone (2^52 times what the last place is worth, of a double), or the value. */
static LLVMValueRef read_as(LLVMBuilderRef b, LLVMModuleRef module, LLVMValueRef word,
                            LLVMTypeRef type, Reading reading) {
  static const char *const names[] = {"bits", "unit", "signed", "unsigned"};
  LLVMTypeRef integer = LLVMTypeOf(word);
  char name[64];
  snprintf(name, sizeof name, "adcc_%s.%s%u.%u", names[reading],
           LLVMGetTypeKind(type) == LLVMIntegerTypeKind ? "i" : "f", width_of(integer),
           width_of(type));
  bool is_new;
  LLVMValueRef function =
      prepare_own_function(module, name, LLVMFunctionType(type, &integer, 1, false), NULL, &is_new);
  if (is_new) {
    LLVMBuilderRef body = LLVMCreateBuilderInContext(LLVMGetModuleContext(module));
    LLVMPositionBuilderAtEnd(body, LLVMGetEntryBasicBlock(function));
    LLVMValueRef bits = LLVMGetParam(function, 0), result;
    if (reading == AS_UNIT) {
      uint64_t rest = ~(uint64_t)0 << fraction_bits(type);
      bits = LLVMBuildAnd(body, bits, LLVMConstInt(integer, rest, false), "");
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

static LLVMValueRef bits_of(LLVMBuilderRef b, LLVMModuleRef module, LLVMValueRef number) {
  LLVMTypeRef type = LLVMTypeOf(number);
  LLVMTypeRef integer = LLVMIntTypeInContext(LLVMGetTypeContext(type), width_of(type));
  return read_as(b, module, number, integer, AS_BITS);
}

enum { MOST_COPIES = 64 };

typedef struct {
  LLVMBuilderRef builder;
  LLVMModuleRef module;
  LLVMValueRef of[MOST_COPIES], copies[MOST_COPIES];
  unsigned count;
} Copies;

/* A copy of the word that carries no derivative: others may look at the one that is there. */
static LLVMValueRef copy_word(Copies *all, LLVMValueRef value) {
  bool is_cast = LLVMIsAZExtInst(value) || LLVMIsASExtInst(value) || LLVMIsATruncInst(value) ||
                 LLVMIsAFreezeInst(value);
  bool is_leaf = LLVMIsABitCastInst(value) && fraction_bits(LLVMTypeOf(LLVMGetOperand(value, 0)));
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
  LLVMPositionBuilderBefore(all->builder, value);
  if (is_leaf)
    copy = bits_of(all->builder, all->module, LLVMGetOperand(value, 0));
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

/* By how much what is made of the word changes with the term's number. */
static LLVMValueRef build_slope(LLVMBuilderRef b, LLVMModuleRef module, const Term *term,
                                LLVMValueRef unit, LLVMTypeRef type) {
  double factor = term->slope;
  LLVMTypeRef from = LLVMTypeOf(term->number);
  if (unit && term->is_converted)
    factor = ldexp(factor, -fraction_bits(type));
  else if (!unit)
    factor = ldexp(factor, fraction_bits(from));
  LLVMValueRef slope =
      unit ? LLVMBuildFMul(b, unit, LLVMConstReal(type, factor), "") : LLVMConstReal(type, factor);
  if (term->is_converted)
    return slope;
  LLVMValueRef place = read_as(b, module, bits_of(b, module, term->number), from, AS_UNIT);
  place = LLVMBuildFPCast(b, place, type, "");
  return LLVMBuildFDiv(b, slope, place, "");
}

/* Does the number change with the term's, other than by whole exponents? */
static bool counts(const Term *term, bool converts, LLVMTypeRef type) {
  LLVMTypeRef from = LLVMTypeOf(term->number);
  if (!term->is_converted)
    return term->slope != 0 && (converts || from == type);
  return !converts && term->slope != 0 && fabs(term->slope) < ldexp(1, fraction_bits(type));
}

bool prepare_reveal_bits(LLVMBuilderRef builder, LLVMValueRef made) {
  LLVMTypeRef type = LLVMTypeOf(made);
  LLVMValueRef bits = LLVMGetOperand(made, 0);
  bool converts = !LLVMIsABitCastInst(made);
  Word word;
  if (!fraction_bits(type) || !LLVMIsAInstruction(bits) ||
      (!converts && LLVMIsABitCastInst(bits)) || !read_word(bits, MOST_DEPTH, &word) || word.low)
    return false;
  unsigned wanted = 0;
  bool of_numbers = false;
  for (unsigned i = 0; i < word.count; i++) {
    of_numbers |= !word.terms[i].is_converted;
    if (!word.terms[i].is_converted && !converts && LLVMTypeOf(word.terms[i].number) != type)
      return false;
    wanted += counts(&word.terms[i], converts, type);
  }
  if (!wanted || (converts && !of_numbers))
    return false;
  LLVMModuleRef module =
      LLVMGetGlobalParent(LLVMGetBasicBlockParent(LLVMGetInstructionParent(made)));
  Copies copies = {builder, module, {0}, {0}, 0};
  LLVMSetCurrentDebugLocation2(builder, LLVMInstructionGetDebugLoc(made));
  bits = copy_word(&copies, bits);
  LLVMPositionBuilderBefore(builder, made);
  LLVMSetCurrentDebugLocation2(builder, LLVMInstructionGetDebugLoc(made));
  Reading reading = !converts ? AS_BITS : LLVMIsASIToFPInst(made) ? AS_SIGNED : AS_UNSIGNED;
  LLVMValueRef value = read_as(builder, module, bits, type, reading);
  LLVMValueRef unit = converts ? NULL : read_as(builder, module, bits, type, AS_UNIT);
  for (unsigned i = 0; i < word.count; i++)
    if (counts(&word.terms[i], converts, type))
      value = follow(builder, module, word.terms[i].number,
                     build_slope(builder, module, &word.terms[i], unit, type), value);
  LLVMReplaceAllUsesWith(made, value);
  LLVMInstructionEraseFromParent(made);
  return true;
}
