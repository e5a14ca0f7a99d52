/* Signs that integer operations change. Clearing the sign bit of a number is its absolute value,
 * flipping it the negative; a sign that is computed, of other numbers' signs or of integers,
 * chooses between the number and its negative. Other users of the bits see the same bits as before.
 */
#include "bit_word.h"
#include "prepare.h"

#include <string.h>

enum { MOST_LANES = 64 };

static unsigned lane_count(LLVMTypeRef type) {
  return LLVMGetTypeKind(type) == LLVMVectorTypeKind ? LLVMGetVectorSize(type) : 1;
}

/* The bits that a constant of integers has in a lane of `width` bits, which may be wider than its
 * own lanes or narrower; false where they are not known. */
static bool bits_of_lane(LLVMValueRef constant, bool lowest_first, unsigned width, unsigned lane,
                         uint64_t *bits) {
  LLVMTypeRef type = LLVMTypeOf(constant);
  unsigned own = LLVMGetIntTypeWidth(type_scalar(type)), first = lane * width / own;
  if ((own != width && !lowest_first) || own > 64)
    return false;
  *bits = 0;
  for (unsigned i = 0; i == 0 || i * own < width; i++) {
    bool vector = LLVMGetTypeKind(type) == LLVMVectorTypeKind;
    LLVMValueRef part = vector ? LLVMGetAggregateElement(constant, first + i) : constant;
    if (!part || !LLVMIsAConstantInt(part))
      return false;
    *bits |= LLVMConstIntGetZExtValue(part) >> (lane * width % own) << i * own;
  }
  *bits &= UINT64_MAX >> (64 - width);
  return true;
}

/* The lanes, of a type of numbers, in which a constant is `mask`, as bits; false if it is neither
 * that nor `neutral` in one of them. */
static bool lanes_masked(LLVMValueRef constant, bool lowest_first, LLVMTypeRef numbers,
                         uint64_t mask, uint64_t neutral, uint64_t *lanes) {
  unsigned count = lane_count(numbers);
  *lanes = 0;
  if (count > MOST_LANES || !LLVMIsAConstant(constant))
    return false;
  for (unsigned i = 0; i < count; i++) {
    uint64_t bits;
    if (!bits_of_lane(constant, lowest_first, bits_of_type(numbers), i, &bits) ||
        (bits != mask && bits != neutral))
      return false;
    *lanes |= (uint64_t)(bits == mask) << i;
  }
  return true;
}

/* `changed` in these lanes, `number` in the others. */
static LLVMValueRef choose_lanes(LLVMBuilderRef builder, uint64_t lanes, LLVMValueRef changed,
                                 LLVMValueRef number) {
  LLVMTypeRef type = LLVMTypeOf(number);
  LLVMTypeRef bit = LLVMInt1TypeInContext(LLVMGetTypeContext(type));
  LLVMValueRef chosen[MOST_LANES];
  unsigned count = lane_count(type);
  if (lanes == UINT64_MAX >> (64 - count))
    return changed;
  for (unsigned i = 0; i < count; i++)
    chosen[i] = LLVMConstInt(bit, lanes >> i & 1, false);
  return LLVMBuildSelect(builder, LLVMConstVector(chosen, count), changed, number, "");
}

static LLVMModuleRef module_of(LLVMValueRef instruction) {
  return LLVMGetGlobalParent(LLVMGetBasicBlockParent(LLVMGetInstructionParent(instruction)));
}

static bool are_numbers(LLVMTypeRef type) {
  LLVMTypeKind kind = LLVMGetTypeKind(type_scalar(type));
  return kind == LLVMDoubleTypeKind || kind == LLVMFloatTypeKind;
}

/* Numbers in lanes that have the places of the integer's. */
static bool are_in_lanes(LLVMTypeRef numbers, LLVMTypeRef integers) {
  return are_numbers(numbers) && lane_count(numbers) == lane_count(integers);
}

/* Vector code changes signs in memory, too, and takes what it loads and stores for integers:
 * numbers as wide as the lanes, unless the source declares integers there. NULL if it is no such
 * thing. */
static LLVMTypeRef type_in_memory(LLVMValueRef operation) {
  LLVMTypeRef type = LLVMTypeOf(operation);
  LLVMValueRef load = LLVMGetOperand(operation, 0);
  if (LLVMGetTypeKind(type) != LLVMVectorTypeKind || !LLVMIsALoadInst(load) ||
      access_declares_word(load))
    return NULL;
  for (LLVMUseRef use = LLVMGetFirstUse(operation); use; use = LLVMGetNextUse(use)) {
    LLVMValueRef user = LLVMGetUser(use);
    if (!LLVMIsAStoreInst(user) || LLVMGetOperand(user, 0) != operation ||
        access_declares_word(user))
      return NULL;
  }
  LLVMContextRef context = LLVMGetTypeContext(type);
  return LLVMVectorType(bits_of_integer(type) == 64 ? LLVMDoubleTypeInContext(context)
                                                    : LLVMFloatTypeInContext(context),
                        LLVMGetVectorSize(type));
}

/* The type of numbers as which a user takes the integer, or NULL. */
static LLVMTypeRef user_type(LLVMValueRef integer) {
  for (LLVMUseRef use = LLVMGetFirstUse(integer); use; use = LLVMGetNextUse(use)) {
    LLVMValueRef user = LLVMGetUser(use);
    if (LLVMIsABitCastInst(user) && are_numbers(LLVMTypeOf(user)))
      return LLVMTypeOf(user);
  }
  return NULL;
}

/* Vector code loads numbers as integers to mask them: loads what it then takes for numbers. */
static LLVMValueRef as_number(LLVMBuilderRef builder, LLVMValueRef bits, LLVMTypeRef type) {
  bool vector = LLVMGetTypeKind(type) == LLVMVectorTypeKind;
  if (!vector || !LLVMIsALoadInst(bits) || LLVMGetVolatile(bits))
    return LLVMBuildBitCast(builder, bits, type, "");
  LLVMPositionBuilderBefore(builder, LLVMGetNextInstruction(bits));
  LLVMValueRef number = LLVMBuildLoad2(builder, type, LLVMGetOperand(bits, 0), "");
  LLVMSetAlignment(number, LLVMGetAlignment(bits));
  LLVMReplaceAllUsesWith(bits, LLVMBuildBitCast(builder, number, LLVMTypeOf(bits), ""));
  return number;
}

static uint64_t sign_of(LLVMTypeRef type) { return (uint64_t)1 << (bits_of_type(type) - 1); }

/* A word of signs alone, and zeros. */
static bool holds_signs(LLVMValueRef word) {
  LLVMTypeRef type = LLVMTypeOf(word);
  uint64_t lanes;
  return LLVMIsABinaryOperator(word) && LLVMGetInstructionOpcode(word) == LLVMAnd &&
         lanes_masked(LLVMGetOperand(word, 1), false, type, sign_of(type), 0, &lanes);
}

typedef struct {
  bool clears;         /* the signs; else it flips them */
  LLVMValueRef word;   /* the bits of the numbers */
  LLVMTypeRef numbers; /* what they are taken for */
  uint64_t lanes;      /* whose signs change */
  LLVMValueRef signs;  /* which say in which lanes; or NULL: in all of `lanes` */
} SignChange;

/* Under a constant. */
static bool read_masked(LLVMValueRef operation, SignChange *change) {
  LLVMTypeRef numbers = user_type(operation);
  if (!numbers)
    numbers = type_in_memory(operation);
  if (!numbers)
    return false;
  bool lowest_first =
      LLVMByteOrder(LLVMGetModuleDataLayout(module_of(operation))) == LLVMLittleEndian;
  uint64_t sign = sign_of(numbers), rest = sign - 1;
  change->word = LLVMGetOperand(operation, 0);
  change->numbers = numbers;
  return lanes_masked(LLVMGetOperand(operation, 1), lowest_first, numbers,
                      change->clears ? rest : sign, change->clears ? sign | rest : 0,
                      &change->lanes);
}

/* By a sign that is computed, which may be either operand. */
static bool read_computed(LLVMValueRef operation, SignChange *change) {
  LLVMValueRef word = LLVMGetOperand(operation, 0), signs = LLVMGetOperand(operation, 1);
  if (holds_signs(word)) {
    LLVMValueRef other = word;
    word = signs;
    signs = other;
  }
  /* What is computed of a number's bits is reveal_bits.c's. */
  LLVMValueRef number = LLVMIsABitCastInst(word) ? LLVMGetOperand(word, 0) : NULL;
  if (change->clears || !holds_signs(signs) || !number ||
      !are_in_lanes(LLVMTypeOf(number), LLVMTypeOf(operation)))
    return false;
  change->word = word;
  change->numbers = LLVMTypeOf(number);
  change->signs = signs;
  return true;
}

static LLVMValueRef changed_number(LLVMBuilderRef builder, LLVMModuleRef module,
                                   const SignChange *change, LLVMValueRef number) {
  LLVMTypeRef numbers = change->numbers;
  if (!change->clears)
    return LLVMBuildFNeg(builder, number, "");
  LLVMValueRef function =
      LLVMGetIntrinsicDeclaration(module, LLVMLookupIntrinsicID("llvm.fabs", 9), &numbers, 1);
  return LLVMBuildCall2(builder, LLVMGlobalGetValueType(function), function, &number, 1, "");
}

bool prepare_reveal_sign(LLVMBuilderRef builder, LLVMValueRef operation) {
  LLVMTypeRef type = LLVMTypeOf(operation);
  unsigned bits = bits_of_integer(type);
  if ((bits != 32 && bits != 64) || LLVMGetTypeKind(type) == LLVMScalableVectorTypeKind)
    return false;
  SignChange change = {.clears = LLVMGetInstructionOpcode(operation) == LLVMAnd};
  if (LLVMIsAConstant(LLVMGetOperand(operation, 1)) ? !read_masked(operation, &change)
                                                    : !read_computed(operation, &change))
    return false;
  LLVMModuleRef module = module_of(operation);
  LLVMSetCurrentDebugLocation2(builder, LLVMInstructionGetDebugLoc(operation));
  LLVMPositionBuilderBefore(builder, operation);
  LLVMValueRef number = as_number(builder, change.word, change.numbers);
  LLVMValueRef signs = change.signs ? prepare_plain_copy(builder, module, change.signs) : NULL;
  LLVMPositionBuilderBefore(builder, operation);
  LLVMValueRef result = changed_number(builder, module, &change, number);
  result = signs
               ? LLVMBuildSelect(builder,
                                 LLVMBuildICmp(builder, LLVMIntSLT, signs, LLVMConstNull(type), ""),
                                 result, number, "")
               : choose_lanes(builder, change.lanes, result, number);
  LLVMReplaceAllUsesWith(operation, LLVMBuildBitCast(builder, result, type, ""));
  LLVMInstructionEraseFromParent(operation);
  return true;
}

void prepare_reveal_signs(LLVMValueRef function) {
  LLVMBuilderRef builder = LLVMCreateBuilderInContext(LLVMGetTypeContext(LLVMTypeOf(function)));
  FOR_EACH_BLOCK (block, function)
    for (LLVMValueRef next, instruction = LLVMGetFirstInstruction(block); instruction;
         instruction = next) {
      next = LLVMGetNextInstruction(instruction);
      LLVMOpcode opcode = LLVMGetInstructionOpcode(instruction);
      if (opcode == LLVMAnd || opcode == LLVMXor)
        prepare_reveal_sign(builder, instruction);
    }
  LLVMDisposeBuilder(builder);
}
