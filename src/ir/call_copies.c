/* Copies of what a call's block uses. Where only some iterations of a loop make a call, what the
 * reverse of the call needs is kept for those alone, if it is a value of the call's block. What
 * that block takes from the loop around it, as a sign that alternates, therefore gets a name of its
 * own there: a phi of one entry. */
#include "ir.h"

static bool has_call(LLVMBasicBlockRef block) {
  FOR_EACH_INSTRUCTION (instruction, block) {
    LLVMValueRef callee = LLVMIsACallInst(instruction) ? call_direct_callee(instruction) : NULL;
    if (callee && !LLVMIsDeclaration(callee))
      return true;
  }
  return false;
}

static LLVMBasicBlockRef only_predecessor(LLVMBasicBlockRef block) {
  LLVMBasicBlockRef only = NULL;
  for (LLVMUseRef use = LLVMGetFirstUse(LLVMBasicBlockAsValue(block)); use;
       use = LLVMGetNextUse(use)) {
    LLVMValueRef branch = LLVMGetUser(use);
    if (!LLVMIsAInstruction(branch) || !LLVMIsATerminatorInst(branch) || only)
      return NULL;
    only = LLVMGetInstructionParent(branch);
  }
  return only;
}

static bool is_float(LLVMValueRef value) {
  LLVMTypeKind kind = LLVMGetTypeKind(LLVMTypeOf(value));
  return kind == LLVMFloatTypeKind || kind == LLVMDoubleTypeKind;
}

static LLVMValueRef copy_into(LLVMBasicBlockRef block, LLVMBasicBlockRef from, LLVMValueRef value) {
  LLVMBuilderRef builder = LLVMCreateBuilderInContext(LLVMGetTypeContext(LLVMTypeOf(value)));
  LLVMPositionBuilderBeforeInstrAndDbgRecords(builder, LLVMGetFirstInstruction(block));
  LLVMValueRef phi = LLVMBuildPhi(builder, LLVMTypeOf(value), "here");
  LLVMAddIncoming(phi, &value, &from, 1);
  LLVMDisposeBuilder(builder);
  return phi;
}

static void copy_operands(Arena *arena, BridgeAnalysesRef analyses, LLVMBasicBlockRef block,
                          LLVMBasicBlockRef from) {
  Map *copies = map_create(arena);
  BridgeLoopRef loop = bridge_loop_of(analyses, block);
  FOR_EACH_INSTRUCTION (instruction, block) {
    if (LLVMIsAPHINode(instruction))
      continue;
    for (int i = 0; i < LLVMGetNumOperands(instruction); i++) {
      LLVMValueRef operand = LLVMGetOperand(instruction, (unsigned)i);
      if (!operand || !LLVMIsAInstruction(operand) || !is_float(operand) ||
          LLVMGetInstructionParent(operand) == block ||
          bridge_loop_of(analyses, LLVMGetInstructionParent(operand)) != loop)
        continue;
      LLVMValueRef copy = map_get(copies, operand);
      if (!copy)
        map_set(copies, operand, copy = copy_into(block, from, operand));
      LLVMSetOperand(instruction, (unsigned)i, copy);
    }
  }
}

void canonical_copy_to_calls(Arena *arena, LLVMValueRef function) {
  BridgeAnalysesRef analyses = bridge_analyses_create(function);
  FOR_EACH_BLOCK (block, function) {
    BridgeLoopRef loop = bridge_loop_of(analyses, block);
    LLVMBasicBlockRef from = loop && has_call(block) ? only_predecessor(block) : NULL;
    LLVMBasicBlockRef latch = loop ? bridge_loop_latch(loop) : NULL;
    if (from && latch && bridge_loop_of(analyses, from) == loop &&
        !bridge_block_dominates(analyses, block, latch))
      copy_operands(arena, analyses, block, from);
  }
  bridge_analyses_dispose(analyses);
}
