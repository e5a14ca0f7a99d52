/* What a comparison at run time will come to. Two versions of a nest are of use if the rarer one is
 * rare: what overlaps in every ordinary call must not decide between them for all the rest. The
 * condition is computed here for a few made-up calls, in which objects lie far apart and sizes are
 * such that products of five fit into an int. */
#include "ir.h"

#include <string.h>

enum { CALLS = 3, WORD = 64 };

typedef struct {
  Map *known; /* value -> Number */
  unsigned call;
  uint64_t objects, sizes; /* met so far */
} Expectation;

typedef struct {
  uint64_t bits; /* as many as the type has, the others zero */
} Number;

static uint64_t evaluate(Expectation *expectation, Arena *arena, LLVMValueRef value);

static unsigned width_of(LLVMTypeRef type) {
  return LLVMGetTypeKind(type) == LLVMIntegerTypeKind ? LLVMGetIntTypeWidth(type) : WORD;
}

static uint64_t truncated(uint64_t bits, unsigned width) {
  return width >= WORD ? bits : bits & (((uint64_t)1 << width) - 1);
}

static int64_t extended(uint64_t bits, unsigned width) {
  return (int64_t)(bits << (WORD - width)) >> (WORD - width);
}

/* Sizes: all alike, or each some times the one before, or the one behind it. */
static uint64_t made_up(Expectation *expectation, LLVMTypeRef type) {
  enum { FAR_APART = 40, MANY = 16 };
  static const uint64_t sizes[CALLS][2] = {{72, 72}, {12, 240}, {240, 12}};
  if (LLVMGetTypeKind(type) == LLVMPointerTypeKind)
    return (expectation->objects++ % MANY + 1) << FAR_APART;
  if (LLVMGetTypeKind(type) != LLVMIntegerTypeKind)
    return 0;
  uint64_t size = sizes[expectation->call][expectation->sizes++ % 2];
  return width_of(type) == 1 ? 1 : truncated(size, width_of(type));
}

static bool compare(LLVMIntPredicate predicate, uint64_t a, uint64_t b, unsigned width) {
  int64_t x = extended(a, width), y = extended(b, width);
  switch (predicate) {
  case LLVMIntEQ:
    return a == b;
  case LLVMIntNE:
    return a != b;
  case LLVMIntUGT:
    return a > b;
  case LLVMIntUGE:
    return a >= b;
  case LLVMIntULT:
    return a < b;
  case LLVMIntULE:
    return a <= b;
  case LLVMIntSGT:
    return x > y;
  case LLVMIntSGE:
    return x >= y;
  case LLVMIntSLT:
    return x < y;
  default:
    return x <= y;
  }
}

/* Of two operands; false if the operation is none of these. */
static bool combine(LLVMOpcode opcode, uint64_t a, uint64_t b, unsigned width, uint64_t *result) {
  switch (opcode) {
  case LLVMAdd:
    *result = a + b;
    return true;
  case LLVMSub:
    *result = a - b;
    return true;
  case LLVMMul:
    *result = a * b;
    return true;
  case LLVMUDiv:
    *result = b ? a / b : 0;
    return true;
  case LLVMSDiv:
    *result =
        b ? (uint64_t)(extended(a, width) / (extended(b, width) ? extended(b, width) : 1)) : 0;
    return true;
  case LLVMShl:
    *result = b < WORD ? a << b : 0;
    return true;
  case LLVMLShr:
    *result = b < WORD ? a >> b : 0;
    return true;
  case LLVMAShr:
    *result = (uint64_t)(extended(a, width) >> (b < width ? b : width - 1));
    return true;
  case LLVMAnd:
    *result = a & b;
    return true;
  case LLVMOr:
    *result = a | b;
    return true;
  case LLVMXor:
    *result = a ^ b;
    return true;
  default:
    return false;
  }
}

static bool of_intrinsic(Expectation *expectation, Arena *arena, LLVMValueRef call,
                         uint64_t *result) {
  static const struct {
    const char *name;
    LLVMIntPredicate keeps_first;
  } extremes[] = {{"llvm.smin", LLVMIntSLT},
                  {"llvm.smax", LLVMIntSGT},
                  {"llvm.umin", LLVMIntULT},
                  {"llvm.umax", LLVMIntUGT}};
  LLVMValueRef callee = call_direct_callee(call);
  unsigned id = callee ? LLVMGetIntrinsicID(callee) : 0;
  for (size_t i = 0; id && i < sizeof extremes / sizeof *extremes; i++) {
    if (id != LLVMLookupIntrinsicID(extremes[i].name, strlen(extremes[i].name)))
      continue;
    uint64_t a = evaluate(expectation, arena, LLVMGetOperand(call, 0));
    uint64_t b = evaluate(expectation, arena, LLVMGetOperand(call, 1));
    *result = compare(extremes[i].keeps_first, a, b, width_of(LLVMTypeOf(call))) ? a : b;
    return true;
  }
  return false;
}

static bool of_address(Expectation *expectation, Arena *arena, LLVMValueRef address,
                       uint64_t *result) {
  if (LLVMGetNumOperands(address) != 2)
    return false;
  LLVMModuleRef module =
      LLVMGetGlobalParent(LLVMGetBasicBlockParent(LLVMGetInstructionParent(address)));
  uint64_t bytes =
      LLVMABISizeOfType(LLVMGetModuleDataLayout(module), LLVMGetGEPSourceElementType(address));
  LLVMValueRef index = LLVMGetOperand(address, 1);
  if (LLVMGetTypeKind(LLVMTypeOf(index)) != LLVMIntegerTypeKind)
    return false;
  uint64_t number = evaluate(expectation, arena, index);
  *result = evaluate(expectation, arena, LLVMGetOperand(address, 0)) +
            bytes * (uint64_t)extended(number, width_of(LLVMTypeOf(index)));
  return true;
}

/* The number of elements between two pointers, as a vector's size is computed. */
static bool is_count(LLVMValueRef value) {
  LLVMOpcode opcode = LLVMGetInstructionOpcode(value);
  if ((opcode != LLVMSDiv && opcode != LLVMAShr && opcode != LLVMUDiv && opcode != LLVMLShr) ||
      !LLVMGetExact(value))
    return false;
  LLVMValueRef bytes = LLVMGetOperand(value, 0);
  if (!LLVMIsAInstruction(bytes) || LLVMGetInstructionOpcode(bytes) != LLVMSub)
    return false;
  for (unsigned i = 0; i < 2; i++) {
    LLVMValueRef end = LLVMGetOperand(bytes, i);
    if (!LLVMIsAPtrToIntInst(end) &&
        !(LLVMIsAInstruction(end) && LLVMGetInstructionOpcode(end) == LLVMPtrToAddr))
      return false;
  }
  return true;
}

static bool of_instruction(Expectation *expectation, Arena *arena, LLVMValueRef value,
                           uint64_t *result) {
  LLVMOpcode opcode = LLVMGetInstructionOpcode(value);
  LLVMValueRef first = LLVMGetNumOperands(value) > 0 ? LLVMGetOperand(value, 0) : NULL;
  unsigned width = width_of(LLVMTypeOf(value));
  if (is_count(value)) {
    *result = made_up(expectation, LLVMTypeOf(value));
    return true;
  }
  switch (opcode) {
  case LLVMGetElementPtr:
    return of_address(expectation, arena, value, result);
  case LLVMCall:
    return of_intrinsic(expectation, arena, value, result);
  case LLVMZExt:
  case LLVMTrunc:
  case LLVMFreeze:
  case LLVMPtrToInt:
  case LLVMIntToPtr:
    *result = evaluate(expectation, arena, first);
    return true;
  case LLVMSExt:
    *result = (uint64_t)extended(evaluate(expectation, arena, first), width_of(LLVMTypeOf(first)));
    return true;
  case LLVMSelect:
    *result = evaluate(expectation, arena,
                       LLVMGetOperand(value, evaluate(expectation, arena, first) ? 1 : 2));
    return true;
  case LLVMICmp:
    *result = compare(LLVMGetICmpPredicate(value), evaluate(expectation, arena, first),
                      evaluate(expectation, arena, LLVMGetOperand(value, 1)),
                      width_of(LLVMTypeOf(first)));
    return true;
  default:
    if (!LLVMIsABinaryOperator(value) || width > WORD)
      return false;
    return combine(opcode, evaluate(expectation, arena, first),
                   evaluate(expectation, arena, LLVMGetOperand(value, 1)), width, result);
  }
}

static uint64_t evaluate(Expectation *expectation, Arena *arena, LLVMValueRef value) {
  Number *known = map_get(expectation->known, value);
  if (known)
    return known->bits;
  LLVMTypeRef type = LLVMTypeOf(value);
  uint64_t bits = 0;
  if (LLVMIsAConstantInt(value))
    bits = width_of(type) <= WORD ? LLVMConstIntGetZExtValue(value) : 0;
  else if (LLVMIsNull(value))
    bits = 0;
  else if (!LLVMIsAInstruction(value) || LLVMIsAPHINode(value) ||
           !of_instruction(expectation, arena, value, &bits))
    bits = made_up(expectation, type);
  known = ARENA_NEW(arena, Number);
  known->bits = truncated(bits, width_of(type));
  map_set(expectation->known, value, known);
  return known->bits;
}

static bool overlap_in_call(Arena *arena, unsigned call, ByteRange a, ByteRange b,
                            LLVMValueRef also) {
  Expectation expectation = {.known = map_create(arena), .call = call};
  if (a.low && (evaluate(&expectation, arena, a.low) >= evaluate(&expectation, arena, b.high) ||
                evaluate(&expectation, arena, b.low) >= evaluate(&expectation, arena, a.high)))
    return false;
  return !also || evaluate(&expectation, arena, also);
}

bool expect_overlap(ByteRange a, ByteRange b, LLVMValueRef also) {
  Arena *arena = arena_create(); /* there are as many questions as pairs of accesses */
  bool overlap = true;
  for (unsigned call = 0; call < CALLS && overlap; call++)
    overlap = overlap_in_call(arena, call, a, b, also);
  arena_destroy(arena);
  return overlap;
}
