/* Numbers that are too large for their sine are reduced in integers: the fraction times those bits
 * of 2/pi that count at this exponent, of which whole quarter turns are dropped (Payne and Hanek).
 * What remains is known to grow with the number, whatever the bits do; the library's table of these
 * bits tells that this is done, wherever the function has been inlined. The rest that the integers
 * say, in which quarter it was, changes in steps. */
#include "../rules/rules.h"
#include "prepare.h"

enum { MOST_STEPS = 96 };

typedef struct {
  LLVMValueRef steps[MOST_STEPS]; /* what the word was made by */
  unsigned count;
  LLVMValueRef number, bits; /* whose bits it was made of, and these */
  double slope;
  bool too_many;
} Reduction;

static bool is_step(const Reduction *reduction, LLVMValueRef value) {
  for (unsigned i = 0; i < reduction->count; i++)
    if (reduction->steps[i] == value)
      return true;
  return false;
}

/* The variable that an address lies in. */
static LLVMValueRef variable_of(LLVMValueRef address) {
  while (LLVMIsAGetElementPtrInst(address) ||
         (LLVMIsAConstantExpr(address) && LLVMGetConstOpcode(address) == LLVMGetElementPtr))
    address = LLVMGetOperand(address, 0);
  return LLVMIsAGlobalVariable(address) ? address : NULL;
}

static bool is_scalar_float(LLVMTypeRef type) {
  LLVMTypeKind kind = LLVMGetTypeKind(type);
  return kind == LLVMFloatTypeKind || kind == LLVMDoubleTypeKind;
}

static void follow_back(Reduction *reduction, LLVMValueRef value) {
  if (!LLVMIsAInstruction(value) || is_step(reduction, value) || reduction->too_many)
    return;
  if (LLVMIsABitCastInst(value) && is_scalar_float(LLVMTypeOf(LLVMGetOperand(value, 0)))) {
    reduction->too_many = reduction->bits && reduction->bits != value;
    reduction->bits = value;
    reduction->number = LLVMGetOperand(value, 0);
    return;
  }
  bool cast = LLVMIsAZExtInst(value) || LLVMIsASExtInst(value) || LLVMIsATruncInst(value) ||
              LLVMIsAFreezeInst(value);
  LLVMValueRef table = LLVMIsALoadInst(value) ? variable_of(LLVMGetOperand(value, 0)) : NULL;
  if (!cast && !table && !LLVMIsABinaryOperator(value) && !LLVMIsAGetElementPtrInst(value))
    return;
  if (reduction->count == MOST_STEPS) {
    reduction->too_many = true;
    return;
  }
  reduction->steps[reduction->count++] = value;
  double slope = table ? library_reduction_table(table) : 0;
  reduction->slope = slope ? slope : reduction->slope;
  for (int i = 0; i < LLVMGetNumOperands(value); i++)
    follow_back(reduction, LLVMGetOperand(value, (unsigned)i));
}

bool prepare_reveal_reduced(LLVMBuilderRef builder, LLVMValueRef conversion) {
  Reduction reduction = {0};
  follow_back(&reduction, LLVMGetOperand(conversion, 0));
  if (reduction.too_many || !reduction.slope || !reduction.bits)
    return false;
  LLVMModuleRef module =
      LLVMGetGlobalParent(LLVMGetBasicBlockParent(LLVMGetInstructionParent(conversion)));
  LLVMPositionBuilderBefore(builder, reduction.bits);
  LLVMSetCurrentDebugLocation2(builder, LLVMInstructionGetDebugLoc(conversion));
  LLVMValueRef bits = prepare_plain_bits(builder, module, reduction.number);
  for (unsigned i = 0; i < reduction.count; i++)
    for (int k = 0; k < LLVMGetNumOperands(reduction.steps[i]); k++)
      if (LLVMGetOperand(reduction.steps[i], (unsigned)k) == reduction.bits)
        LLVMSetOperand(reduction.steps[i], (unsigned)k, bits);
  LLVMTypeRef type = LLVMTypeOf(conversion);
  LLVMValueRef value = LLVMInstructionClone(conversion);
  LLVMPositionBuilderBefore(builder, conversion);
  LLVMInsertIntoBuilder(builder, value);
  LLVMReplaceAllUsesWith(conversion, prepare_follow(builder, module, reduction.number,
                                                    LLVMConstReal(type, reduction.slope), value));
  LLVMInstructionEraseFromParent(conversion);
  return true;
}
