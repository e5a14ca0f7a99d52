/* What integers hold of the bits of numbers: sums, multiples and fractions, followed back through
 * the operations that made the integer. What shifts and masks drop at the low end is taken for
 * rounding; what is left of the sign and the exponent alone changes in steps. */
#include "bit_word.h"

#include <math.h>
#include <string.h>

enum { MOST_DEPTH = 24, SHALLOW = 4 };

int bits_of_fraction(LLVMTypeRef type) {
  LLVMTypeKind kind = LLVMGetTypeKind(type_scalar(type));
  return kind == LLVMDoubleTypeKind ? 52 : kind == LLVMFloatTypeKind ? 23 : 0;
}

unsigned bits_of_integer(LLVMTypeRef type) {
  type = type_scalar(type);
  return LLVMGetTypeKind(type) == LLVMIntegerTypeKind ? LLVMGetIntTypeWidth(type) : 0;
}

unsigned bits_of_type(LLVMTypeRef type) {
  unsigned width = bits_of_integer(type);
  return width ? width : bits_of_fraction(type) == 52 ? 64 : 32;
}

/* A constant, the same in all lanes. */
static bool constant_of(LLVMValueRef value, uint64_t *number) {
  unsigned width = bits_of_integer(LLVMTypeOf(value));
  return width && prepare_lanes_constant(value, width, number);
}

static double signed_value(uint64_t number, unsigned width) {
  uint64_t sign = (uint64_t)1 << (width - 1);
  return number & sign ? -(double)((~number & (sign - 1)) + 1) : (double)number;
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

/* The low bits of a number, where its high ones are, too, take part in what these say. Where those
 * of another double are, an integer goes in the place of its low half, as one in a union does: they
 * are what is too small to count. */
static LLVMValueRef low_without(const Word *part, const Word *whole) {
  enum { HALF = 32 };
  for (unsigned i = 0; i < whole->count && part->low; i++) {
    const Term *term = &whole->terms[i];
    bool beside = part->low_bits <= HALF && term->slope == 1 && !term->is_converted &&
                  LLVMGetTypeKind(type_scalar(term->type)) == LLVMDoubleTypeKind;
    if ((term->number == part->low && term->slope > 0) || beside)
      return NULL;
  }
  return part->low;
}

static bool sum(Word *a, const Word *b, double sign) {
  LLVMValueRef low = low_without(a, b), other = low_without(b, a);
  if (low && other && low != other)
    return false;
  a->low_bits = low ? a->low_bits : b->low_bits;
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
  *end = *first + bits_of_fraction(term->type);
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
    if (word->low || word->terms[i].slope > 1)
      return false;
    word->low = word->terms[i].number;
    word->low_bits = set;
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

bool access_declares_word(LLVMValueRef access) {
  static const char *const names[] = {"int", "long", "long long", "short", "bool", "_Bool"};
  const char *name = bridge_tbaa_name(access);
  for (size_t i = 0; name && i < sizeof names / sizeof *names; i++)
    if (strcmp(name, names[i]) == 0)
      return true;
  return false;
}

/* Is what is loaded an integer by what the source says, or too short for a number? */
static bool loads_integer(LLVMValueRef load) {
  return bits_of_integer(LLVMTypeOf(load)) < 32 || is_constant_table(LLVMGetOperand(load, 0)) ||
         access_declares_word(load);
}

static bool read(LLVMValueRef value, unsigned depth, Word *word);

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
    *go_on = !read(value, SHALLOW, &word) || !holds_no_bits(&word);
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
bool word_is_plain(LLVMValueRef value) {
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

/* The bits that may be set, as far as masks and shifts tell. */
static uint64_t possible_bits(LLVMValueRef value, unsigned depth) {
  uint64_t number, all = ~(uint64_t)0;
  if (constant_of(value, &number))
    return number;
  LLVMOpcode opcode = LLVMIsAInstruction(value) ? LLVMGetInstructionOpcode(value) : LLVMRet;
  if (depth == 0 || (!LLVMIsABinaryOperator(value) && opcode != LLVMZExt))
    return all;
  LLVMValueRef a = LLVMGetOperand(value, 0);
  uint64_t of_a = possible_bits(a, depth - 1);
  if (opcode == LLVMZExt)
    return of_a & (all >> (64 - bits_of_integer(LLVMTypeOf(a))));
  uint64_t of_b = possible_bits(LLVMGetOperand(value, 1), depth - 1);
  bool constant = constant_of(LLVMGetOperand(value, 1), &number);
  switch (opcode) {
  case LLVMAnd:
    return of_a & of_b;
  case LLVMOr:
  case LLVMXor:
    return of_a | of_b;
  case LLVMAdd:
  case LLVMSub: { /* carries go up */
    uint64_t either = of_a | of_b;
    return ~((either & (~either + 1)) - 1);
  }
  case LLVMShl:
    return constant && number < 64 ? of_a << number : all;
  default:
    return all;
  }
}

/* A sign, or the like, that is put beside a fraction. */
static bool is_beside(Word *word, const Word *other, LLVMValueRef a, LLVMValueRef b) {
  if (holds_no_bits(other))
    return leaves_fractions(word, possible_bits(b, SHALLOW));
  bool fits = holds_no_bits(word) && leaves_fractions(other, possible_bits(a, SHALLOW));
  *word = *other;
  return fits && !word->low;
}

static bool read_binary(LLVMValueRef value, unsigned depth, Word *word) {
  LLVMOpcode opcode = LLVMGetInstructionOpcode(value);
  LLVMValueRef a = LLVMGetOperand(value, 0), b = LLVMGetOperand(value, 1);
  unsigned width = bits_of_integer(LLVMTypeOf(value));
  uint64_t number = 0;
  bool constant = constant_of(b, &number);
  Word other = {0};
  if (!read(a, depth, word) || (!constant && !read(b, depth, &other)))
    return false;
  if (!word->count && !word->low && !other.count && !other.low)
    return true;
  switch (opcode) {
  case LLVMAdd:
    return sum(word, &other, 1);
  case LLVMSub:
    return sum(word, &other, -1);
  case LLVMOr:
    if (LLVMGetIsDisjoint(value) || !(possible_bits(a, SHALLOW) & possible_bits(b, SHALLOW)))
      return sum(word, &other, 1); /* also where low bits make room for those of an integer */
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
    return multiply(word, signed_value(number, width)) && !wraps(word);
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
    return number && multiply(word, 1 / signed_value(number, width));
  default:
    return false;
  }
}

/* What a word holds; false if that is not known to the end. */
static bool read(LLVMValueRef value, unsigned depth, Word *word) {
  *word = (Word){0};
  unsigned width = bits_of_integer(LLVMTypeOf(value));
  if (LLVMIsAConstant(value) || LLVMIsAArgument(value))
    return width && !LLVMIsAConstantExpr(value);
  if (depth == 0 || !LLVMIsAInstruction(value) || !width || width > 64)
    return false;
  LLVMValueRef operand = LLVMGetNumOperands(value) ? LLVMGetOperand(value, 0) : NULL;
  depth--;
  if (LLVMIsABinaryOperator(value) && LLVMGetInstructionOpcode(value) != LLVMURem &&
      LLVMGetInstructionOpcode(value) != LLVMSRem)
    return read_binary(value, depth, word);
  switch (LLVMGetInstructionOpcode(value)) {
  case LLVMBitCast:
    return bits_of_fraction(LLVMTypeOf(operand)) && width == bits_of_type(LLVMTypeOf(operand)) &&
           add_term(word, (Term){.number = operand, .type = LLVMTypeOf(operand), .slope = 1});
  case LLVMFPToSI:
  case LLVMFPToUI:
    return add_term(word, (Term){operand, LLVMTypeOf(operand), 1, true});
  case LLVMICmp:
  case LLVMFCmp:
    return true;
  case LLVMTrunc:
    return read(operand, depth, word) &&
           (fits(word, width) || keep_bits(word, ((uint64_t)1 << width) - 1));
  case LLVMZExt:
  case LLVMSExt:
  case LLVMFreeze:
    return read(operand, depth, word);
  case LLVMLoad: {
    LLVMTypeRef declared = prepare_declared_float(value, LLVMTypeOf(value));
    return declared ? add_term(word, (Term){value, declared, 1, false}) : loads_integer(value);
  }
  default:
    return depth >= SHALLOW && word_is_plain(value);
  }
}

bool word_read(LLVMValueRef value, Word *word) { return read(value, MOST_DEPTH, word); }
