/* How much room a vector has when a loop has filled it. Each time that it is full it takes a block
 * of a size that it computes from that of the one that it has; what computes it is copied into a
 * loop of its own:
 *
 *   room = had
 *   while (room < wanted)
 *     room = larger(room)
 */
#include "reserve.h"
#include <string.h>

enum { FAR = 16 };

static bool is_of_vector(const Growth *growth, LLVMValueRef value) {
  return value == growth->begin || value == growth->end || value == growth->capacity;
}

static bool is_within(const Growth *growth, LLVMValueRef value) {
  return LLVMIsAInstruction(value) &&
         bridge_loop_contains(growth->loop, LLVMGetInstructionParent(value));
}

bool growth_is_extreme(LLVMValueRef call) {
  static const char *const names[] = {"llvm.umax.", "llvm.umin.", "llvm.smax.", "llvm.smin."};
  LLVMValueRef callee = LLVMIsACallInst(call) ? call_direct_callee(call) : NULL;
  for (size_t i = 0; callee && i < sizeof names / sizeof *names; i++)
    if (!strncmp(LLVMGetValueName2(callee, &(size_t){0}), names[i], strlen(names[i])))
      return true;
  return false;
}

static unsigned operand_count(LLVMValueRef value) {
  return LLVMIsACallInst(value) ? call_argument_count(value) : (unsigned)LLVMGetNumOperands(value);
}

static bool can_copy(const Growth *growth, LLVMValueRef value, unsigned depth) {
  if (is_of_vector(growth, value) || !is_within(growth, value))
    return true;
  bool computes = LLVMIsABinaryOperator(value) || LLVMIsACastInst(value) ||
                  LLVMIsAICmpInst(value) || LLVMIsASelectInst(value) || growth_is_extreme(value);
  if (!computes || depth == FAR)
    return false;
  for (unsigned i = 0; i < operand_count(value); i++)
    if (!can_copy(growth, LLVMGetOperand(value, i), depth + 1))
      return false;
  return true;
}

bool growth_is_computed(const Growth *growth) {
  return can_copy(growth, LLVMGetOperand(growth->allocation, 0), 0);
}

/* The value in a vector that begins at address 0 and is full with `room` bytes. */
static LLVMValueRef copy_for(const Growth *growth, LLVMBuilderRef builder, LLVMValueRef value,
                             LLVMValueRef room) {
  if (value == growth->begin)
    return LLVMConstNull(LLVMTypeOf(value));
  if (is_of_vector(growth, value))
    return LLVMBuildIntToPtr(builder, room, LLVMTypeOf(value), "");
  if (!is_within(growth, value))
    return value;
  LLVMValueRef operands[3];
  unsigned count = operand_count(value);
  for (unsigned i = 0; i < count; i++)
    operands[i] = copy_for(growth, builder, LLVMGetOperand(value, i), room);
  LLVMValueRef copy = LLVMInstructionClone(value);
  for (unsigned i = 0; i < count; i++)
    LLVMSetOperand(copy, i, operands[i]);
  LLVMInsertIntoBuilder(builder, copy);
  return copy;
}

LLVMValueRef growth_room(const Growth *growth, LLVMBuilderRef builder, LLVMValueRef at,
                         LLVMValueRef had, LLVMValueRef wanted) {
  LLVMTypeRef i64 = LLVMTypeOf(wanted);
  LLVMBasicBlockRef before = LLVMGetInstructionParent(at);
  LLVMBasicBlockRef after = bridge_split_block(before, at, "reserved");
  LLVMBasicBlockRef grows = LLVMInsertBasicBlockInContext(LLVMGetTypeContext(i64), after, "grown");
  LLVMValueRef jump = LLVMGetBasicBlockTerminator(before);
  LLVMPositionBuilderBefore(builder, jump);
  LLVMBuildCondBr(builder, LLVMBuildICmp(builder, LLVMIntULT, had, wanted, ""), grows, after);
  LLVMInstructionEraseFromParent(jump);
  LLVMPositionBuilderAtEnd(builder, grows);
  LLVMValueRef room = LLVMBuildPhi(builder, i64, "room");
  LLVMValueRef larger = copy_for(growth, builder, LLVMGetOperand(growth->allocation, 0), room);
  /* One that may not grow any more would throw, as does what makes a block of `wanted` bytes. */
  LLVMValueRef more = LLVMBuildAnd(builder, LLVMBuildICmp(builder, LLVMIntULT, larger, wanted, ""),
                                   LLVMBuildICmp(builder, LLVMIntUGT, larger, room, ""), "");
  LLVMBuildCondBr(builder, more, grows, after);
  LLVMValueRef values[] = {had, larger};
  LLVMBasicBlockRef blocks[] = {before, grows};
  LLVMAddIncoming(room, values, blocks, 2);
  LLVMPositionBuilderBefore(builder, LLVMGetFirstInstruction(after));
  LLVMValueRef result = LLVMBuildPhi(builder, i64, "");
  LLVMAddIncoming(result, values, blocks, 2);
  LLVMPositionBuilderBefore(builder, at);
  LLVMValueRef enough = LLVMBuildICmp(builder, LLVMIntUGE, result, wanted, "");
  return LLVMBuildSelect(builder, enough, result, wanted, "");
}
