/* address_words: integers that are addresses, as uintptr_t keeps them: followed through what is
 * computed from them (links of two addresses in one, bits that pointers leave free) and through the
 * program's own functions, back to where a pointer becomes an integer, and on to where the integer
 * becomes a pointer again. What goes through memory is followed no further. */
#include "bit_word.h"

enum { MOST_MOVES = 256 };

static bool comes_from_address(LLVMValueRef value, unsigned *moves);
static bool becomes_address(LLVMValueRef value, unsigned *moves);

static LLVMOpcode opcode_of(LLVMValueRef value) {
  if (LLVMIsAInstruction(value))
    return LLVMGetInstructionOpcode(value);
  return LLVMIsAConstantExpr(value) ? LLVMGetConstOpcode(value) : (LLVMOpcode)0;
}

/* May what it gives still be an address, where an operand is one? */
static bool keeps_address(LLVMValueRef value) {
  switch (opcode_of(value)) {
  case LLVMAdd:
  case LLVMSub:
  case LLVMAnd:
  case LLVMOr:
  case LLVMXor:
  case LLVMPHI:
  case LLVMSelect:
  case LLVMFreeze:
    return true;
  default:
    return false;
  }
}

/* The callee, if it is a function of the program. */
static LLVMValueRef callee_with_body(LLVMValueRef call) {
  bool calls = LLVMIsACallInst(call) || LLVMIsAInvokeInst(call);
  LLVMValueRef callee = calls ? call_direct_callee(call) : NULL;
  return callee && LLVMIsAFunction(callee) && !LLVMIsDeclaration(callee) ? callee : NULL;
}

static bool calls_through_pointer(LLVMValueRef call) {
  return (LLVMIsACallInst(call) || LLVMIsAInvokeInst(call)) && !call_direct_callee(call);
}

/* Does some call pass an address for the parameter? */
static bool is_passed_address(LLVMValueRef parameter, unsigned *moves) {
  LLVMValueRef function = LLVMGetParamParent(parameter);
  unsigned index = 0;
  while (LLVMGetParam(function, index) != parameter)
    index++;
  for (LLVMUseRef use = LLVMGetFirstUse(function); use; use = LLVMGetNextUse(use)) {
    LLVMValueRef call = LLVMGetUser(use);
    if (callee_with_body(call) != function || index >= call_argument_count(call) ||
        LLVMTypeOf(LLVMGetOperand(call, index)) != LLVMTypeOf(parameter))
      continue;
    if (comes_from_address(LLVMGetOperand(call, index), moves))
      return true;
  }
  return false;
}

static bool returns_address(LLVMValueRef function, unsigned *moves) {
  FOR_EACH_BLOCK (block, function) {
    LLVMValueRef end = LLVMGetBasicBlockTerminator(block);
    if (LLVMIsAReturnInst(end) && LLVMGetNumOperands(end) == 1 &&
        comes_from_address(LLVMGetOperand(end, 0), moves))
      return true;
  }
  return false;
}

static bool comes_from_address(LLVMValueRef value, unsigned *moves) {
  if (opcode_of(value) == LLVMPtrToInt)
    return true;
  if ((*moves)++ >= MOST_MOVES || LLVMGetTypeKind(LLVMTypeOf(value)) != LLVMIntegerTypeKind)
    return false;
  if (LLVMIsAArgument(value))
    return is_passed_address(value, moves);
  if (callee_with_body(value))
    return returns_address(callee_with_body(value), moves);
  if (calls_through_pointer(value))
    return true; /* perhaps */
  if (!keeps_address(value))
    return false;
  if (opcode_of(value) == LLVMSub) /* the distance of two addresses is none */
    return comes_from_address(LLVMGetOperand(value, 0), moves) &&
           !comes_from_address(LLVMGetOperand(value, 1), moves);
  for (int i = LLVMIsASelectInst(value) ? 1 : 0; i < LLVMGetNumOperands(value); i++)
    if (comes_from_address(LLVMGetOperand(value, (unsigned)i), moves))
      return true;
  return false;
}

/* Do callers use what the function returns as an address? */
static bool result_becomes_address(LLVMValueRef function, unsigned *moves) {
  for (LLVMUseRef use = LLVMGetFirstUse(function); use; use = LLVMGetNextUse(use))
    if (callee_with_body(LLVMGetUser(use)) == function && becomes_address(LLVMGetUser(use), moves))
      return true;
  return false;
}

static bool argument_becomes_address(LLVMValueRef call, LLVMValueRef value, unsigned *moves) {
  LLVMValueRef callee = callee_with_body(call);
  if (!callee)
    return calls_through_pointer(call); /* perhaps */
  for (unsigned i = 0; i < call_argument_count(call) && i < LLVMCountParams(callee); i++)
    if (LLVMGetOperand(call, i) == value && becomes_address(LLVMGetParam(callee, i), moves))
      return true;
  return false;
}

static bool becomes_address(LLVMValueRef value, unsigned *moves) {
  if ((*moves)++ >= MOST_MOVES || LLVMGetTypeKind(LLVMTypeOf(value)) != LLVMIntegerTypeKind)
    return false;
  for (LLVMUseRef use = LLVMGetFirstUse(value); use; use = LLVMGetNextUse(use)) {
    LLVMValueRef user = LLVMGetUser(use);
    if (LLVMIsAIntToPtrInst(user) || (keeps_address(user) && becomes_address(user, moves)) ||
        argument_becomes_address(user, value, moves))
      return true;
    if (LLVMIsAReturnInst(user) &&
        result_becomes_address(LLVMGetBasicBlockParent(LLVMGetInstructionParent(user)), moves))
      return true;
  }
  return false;
}

bool word_comes_from_address(LLVMValueRef value) {
  unsigned moves = 0;
  return comes_from_address(value, &moves);
}

bool word_becomes_address(LLVMValueRef value) {
  unsigned moves = 0;
  return becomes_address(value, &moves);
}
