/* Words that LLVM has taken apart on their way through a union and puts together again. Where a
 * union of a double and an enumeration is handed on (libc++'s std::expected<double, Error>), its
 * low half goes by one choice of paths and its high half by another:
 *
 *   high = phi [x & ~L, 0]   low = phi [x, y]   ... high | (low & L)
 *   ->  phi [x, y & L]
 *
 * The number x is whole again, so that its derivative can be followed.
 *
 * Requires: variables in registers. Invalidates: nothing; what is no longer used stays. */
#include "prepare.h"

enum { MOST_DEPTH = 4, MOST_WAYS = 16, MOST_STEPS = 16 };

/* The bits `mask` of a word shifted to the left; a constant where `word` is one. */
typedef struct {
  LLVMValueRef word;
  int shift;
  uint64_t mask;
} Part;

static uint64_t shifted(uint64_t bits, int shift) {
  if (shift <= -64 || shift >= 64)
    return 0;
  return shift < 0 ? bits >> -shift : bits << shift;
}

static uint64_t all_bits(LLVMValueRef value) {
  return UINT64_MAX >> (64 - LLVMGetIntTypeWidth(LLVMTypeOf(value)));
}

static bool is_word(LLVMValueRef value) {
  LLVMTypeRef type = LLVMTypeOf(value);
  return LLVMGetTypeKind(type) == LLVMIntegerTypeKind && LLVMGetIntTypeWidth(type) <= 64;
}

/* One step towards the word of which the part is taken; false at its end. */
static bool step(Part *part) {
  LLVMValueRef value = part->word;
  if (!LLVMIsAInstruction(value))
    return false;
  LLVMValueRef from = LLVMGetNumOperands(value) ? LLVMGetOperand(value, 0) : NULL;
  LLVMValueRef amount =
      LLVMIsABinaryOperator(value) ? LLVMIsAConstantInt(LLVMGetOperand(value, 1)) : NULL;
  uint64_t number = amount ? LLVMConstIntGetZExtValue(amount) : 0;
  LLVMOpcode opcode = LLVMGetInstructionOpcode(value);
  if (opcode == LLVMZExt || opcode == LLVMTrunc) {
    if (!is_word(from))
      return false;
    part->mask &= shifted(all_bits(from) & all_bits(value), part->shift);
  } else if (opcode == LLVMAnd && amount) {
    part->mask &= shifted(number, part->shift);
  } else if ((opcode == LLVMShl || opcode == LLVMLShr) && amount && number < 64) {
    int places = opcode == LLVMShl ? (int)number : -(int)number;
    part->mask &= shifted(all_bits(value), part->shift);
    part->shift += places;
    part->mask &= shifted(all_bits(value), part->shift);
  } else {
    return false;
  }
  part->word = from;
  return true;
}

static Part part_of(LLVMValueRef value, Part outer) {
  Part part = {value, outer.shift, outer.mask};
  for (int steps = 0; steps < MOST_STEPS && step(&part);)
    steps++;
  return part;
}

/* A phi, or a select. */
static bool is_choice(LLVMValueRef value) {
  return LLVMIsAPHINode(value) || LLVMIsASelectInst(value);
}

static bool choose_alike(LLVMValueRef a, LLVMValueRef b) {
  if (!is_choice(a) || !is_choice(b))
    return false;
  if (LLVMIsAPHINode(a) && LLVMIsAPHINode(b))
    return LLVMGetInstructionParent(a) == LLVMGetInstructionParent(b) &&
           LLVMCountIncoming(a) <= MOST_WAYS;
  return LLVMIsASelectInst(a) && LLVMIsASelectInst(b) &&
         LLVMGetOperand(a, 0) == LLVMGetOperand(b, 0);
}

static unsigned way_count(LLVMValueRef choice) {
  return LLVMIsAPHINode(choice) ? LLVMCountIncoming(choice) : 2;
}

/* What `part` of a choice is on one way of `choice`, which is alike. */
static Part part_on(Part part, LLVMValueRef choice, unsigned way) {
  if (LLVMIsASelectInst(choice))
    return part_of(LLVMGetOperand(part.word, way + 1), part);
  LLVMBasicBlockRef from = LLVMGetIncomingBlock(choice, way);
  for (unsigned i = 0; i < LLVMCountIncoming(part.word); i++)
    if (LLVMGetIncomingBlock(part.word, i) == from)
      return part_of(LLVMGetIncomingValue(part.word, i), part);
  return (Part){0};
}

static bool is_constant(Part part, uint64_t *bits) {
  *bits = 0;
  if (part.mask == 0 || LLVMIsUndef(part.word))
    return true;
  if (!LLVMIsAConstantInt(part.word))
    return false;
  *bits = shifted(LLVMConstIntGetZExtValue(part.word), part.shift) & part.mask;
  return true;
}

/* What two parts make together. */
typedef enum { MAKES_ANYTHING, MAKES_WORD, MAKES_PART, MAKES_CONSTANT, MAKES_CHOICE } Making;

static Making making_of(LLVMTypeRef type, Part a, Part b) {
  uint64_t left, right, all = UINT64_MAX >> (64 - LLVMGetIntTypeWidth(type));
  bool left_known = is_constant(a, &left), right_known = is_constant(b, &right);
  if (left_known && right_known)
    return MAKES_CONSTANT;
  if (left_known || right_known) {
    Part part = left_known ? b : a;
    bool alone = (left_known ? left : right) == 0;
    bool fits = part.shift == 0 && LLVMTypeOf(part.word) == type;
    return alone && fits && !LLVMIsATerminatorInst(part.word) ? MAKES_PART : MAKES_ANYTHING;
  }
  if (a.word == b.word && a.shift == 0 && b.shift == 0 && (a.mask | b.mask) == all &&
      LLVMTypeOf(a.word) == type)
    return MAKES_WORD;
  return choose_alike(a.word, b.word) ? MAKES_CHOICE : MAKES_ANYTHING;
}

/* Is it a choice, of words of which `whole` says that one is whole again, and of parts and
 * constants? */
static bool is_choice_of_words(LLVMTypeRef type, Part a, Part b, unsigned depth, bool *whole) {
  switch (making_of(type, a, b)) {
  case MAKES_ANYTHING:
    return false;
  case MAKES_WORD:
    *whole = true;
    return true;
  case MAKES_PART:
  case MAKES_CONSTANT:
    return true;
  case MAKES_CHOICE:
    break;
  }
  for (unsigned i = 0; i < way_count(a.word); i++)
    if (depth == MOST_DEPTH ||
        !is_choice_of_words(type, part_on(a, a.word, i), part_on(b, a.word, i), depth + 1, whole))
      return false;
  return true;
}

static LLVMValueRef build(LLVMBuilderRef builder, LLVMTypeRef type, Part a, Part b,
                          LLVMValueRef before);

static LLVMValueRef build_choice(LLVMBuilderRef builder, LLVMTypeRef type, Part a, Part b,
                                 LLVMValueRef before) {
  LLVMValueRef choice = a.word, ways[MOST_WAYS];
  LLVMBasicBlockRef blocks[MOST_WAYS];
  unsigned count = way_count(choice);
  if (LLVMIsASelectInst(choice)) {
    for (unsigned i = 0; i < count; i++)
      ways[i] = build(builder, type, part_on(a, choice, i), part_on(b, choice, i), before);
    LLVMPositionBuilderBefore(builder, before);
    return LLVMBuildSelect(builder, LLVMGetOperand(choice, 0), ways[0], ways[1], "");
  }
  for (unsigned i = 0; i < count; i++) {
    blocks[i] = LLVMGetIncomingBlock(choice, i);
    unsigned same = 0; /* a block of which several ways lead here brings one value */
    while (blocks[same] != blocks[i])
      same++;
    ways[i] = same < i ? ways[same]
                       : build(builder, type, part_on(a, choice, i), part_on(b, choice, i),
                               LLVMGetBasicBlockTerminator(blocks[i]));
  }
  LLVMPositionBuilderBefore(builder, LLVMGetFirstInstruction(LLVMGetInstructionParent(choice)));
  LLVMValueRef joined = LLVMBuildPhi(builder, type, "");
  LLVMAddIncoming(joined, ways, blocks, count);
  return joined;
}

static LLVMValueRef build(LLVMBuilderRef builder, LLVMTypeRef type, Part a, Part b,
                          LLVMValueRef before) {
  uint64_t left, right;
  bool left_known = is_constant(a, &left);
  is_constant(b, &right);
  Part part = left_known ? b : a;
  switch (making_of(type, a, b)) {
  case MAKES_CHOICE:
    return build_choice(builder, type, a, b, before);
  case MAKES_CONSTANT:
    return LLVMConstInt(type, left | right, false);
  case MAKES_PART:
    LLVMPositionBuilderBefore(builder, before);
    return LLVMBuildAnd(builder, part.word, LLVMConstInt(type, part.mask, false), "");
  default:
    return a.word;
  }
}

static bool join(LLVMBuilderRef builder, LLVMValueRef joining) {
  LLVMTypeRef type = LLVMTypeOf(joining);
  Part outer = {NULL, 0, all_bits(joining)};
  Part a = part_of(LLVMGetOperand(joining, 0), outer);
  Part b = part_of(LLVMGetOperand(joining, 1), outer);
  bool whole = false;
  if (!is_choice_of_words(type, a, b, 0, &whole) || !whole)
    return false;
  LLVMReplaceAllUsesWith(joining, build(builder, type, a, b, joining));
  return true;
}

bool prepare_join_halves(LLVMValueRef function) {
  LLVMBuilderRef builder = LLVMCreateBuilderInContext(LLVMGetTypeContext(LLVMTypeOf(function)));
  bool changed = false;
  FOR_EACH_BLOCK (block, function)
    FOR_EACH_INSTRUCTION (instruction, block)
      if (LLVMGetInstructionOpcode(instruction) == LLVMOr && is_word(instruction))
        changed |= join(builder, instruction);
  LLVMDisposeBuilder(builder);
  return changed;
}
