/* Moves ahead what every run of the function, or of a loop, comes to: loads from a table of
 * pointers behind an argument that nothing overwrites, and divisions, which LLVM leaves where they
 * are because they might trap. A layer's arrays and sizes are then known before the loops of the
 * layers before it, where it is decided whether they overlap. */
#include "ir.h"

/* The language promises that the loop ends, or does something on the way. */
static bool is_bound_to_progress(BridgeLoopRef loop) {
  LLVMBasicBlockRef latch = bridge_loop_latch(loop);
  return latch && loop_has_property(latch, "llvm.loop.mustprogress");
}

/* Every run that enters such a function comes to its return. */
static bool always_returns(BridgeAnalysesRef analyses, LLVMValueRef function) {
  FOR_EACH_BLOCK (block, function) {
    BridgeLoopRef loop = bridge_loop_of(analyses, block);
    if (loop && bridge_loop_header(loop) == block && !is_bound_to_progress(loop) &&
        !bridge_loop_count_is_known(analyses, loop))
      return false;
    FOR_EACH_INSTRUCTION (instruction, block)
      if (LLVMIsACallInst(instruction) || LLVMIsAInvokeInst(instruction)) {
        LLVMValueRef callee = call_direct_callee(instruction);
        if (!callee || !value_has_function_attribute(callee, "willreturn") ||
            !value_has_function_attribute(callee, "nounwind"))
          return false;
      }
  }
  return true;
}

/* The argument that an address is a constant distance from, or NULL. */
static LLVMValueRef argument_of(LLVMValueRef address) {
  while (LLVMIsAGetElementPtrInst(address)) {
    for (int i = 1; i < LLVMGetNumOperands(address); i++)
      if (!LLVMIsAConstantInt(LLVMGetOperand(address, (unsigned)i)))
        return NULL;
    address = LLVMGetOperand(address, 0);
  }
  return LLVMIsAArgument(address);
}

static bool is_never_written(BridgeAnalysesRef analyses, LLVMValueRef function, LLVMValueRef load) {
  FOR_EACH_BLOCK (block, function)
    FOR_EACH_INSTRUCTION (writer, block)
      if (bridge_may_write_memory(writer) && bridge_may_write(analyses, writer, load))
        return false;
  return true;
}

static bool is_in_front_of(BridgeAnalysesRef analyses, LLVMValueRef value,
                           LLVMBasicBlockRef block) {
  return !LLVMIsAInstruction(value) ||
         bridge_dominates(analyses, value, LLVMGetBasicBlockTerminator(block));
}

static bool post_dominates(BridgeAnalysesRef analyses, LLVMBasicBlockRef later,
                           LLVMBasicBlockRef earlier) {
  while (earlier && earlier != later)
    earlier = bridge_immediate_post_dominator(analyses, earlier);
  return earlier != NULL;
}

static bool operands_are_known(BridgeAnalysesRef analyses, LLVMValueRef instruction,
                               LLVMBasicBlockRef block) {
  for (int i = 0; i < LLVMGetNumOperands(instruction); i++) {
    LLVMValueRef operand = LLVMGetOperand(instruction, (unsigned)i);
    if (!is_in_front_of(analyses, operand, block) &&
        !(LLVMIsAGetElementPtrInst(operand) && argument_of(operand)))
      return false;
  }
  return true;
}

/* The block furthest ahead where the operands are known, in front of a loop or of the function,
 * and, unless the instruction may be `speculated`, whose execution always comes to it. */
static LLVMBasicBlockRef earliest_block(BridgeAnalysesRef analyses, LLVMValueRef instruction,
                                        bool speculated) {
  LLVMBasicBlockRef block = LLVMGetInstructionParent(instruction), earliest = block;
  LLVMValueRef function = LLVMGetBasicBlockParent(block);
  for (BridgeLoopRef loop = bridge_loop_of(analyses, block);; loop = bridge_loop_parent(loop)) {
    LLVMBasicBlockRef begin = loop ? bridge_loop_header(loop) : LLVMGetEntryBasicBlock(function);
    LLVMBasicBlockRef ahead = loop ? bridge_loop_preheader(loop) : begin;
    if (!ahead || (speculated && !loop) || !operands_are_known(analyses, instruction, ahead) ||
        !(speculated || post_dominates(analyses, earliest, begin)))
      return earliest;
    earliest = ahead;
    if (!loop)
      return earliest;
  }
}

static bool is_division(LLVMValueRef instruction) {
  LLVMOpcode opcode = LLVMGetInstructionOpcode(instruction);
  return (opcode == LLVMSDiv || opcode == LLVMUDiv || opcode == LLVMSRem || opcode == LLVMURem) &&
         LLVMGetTypeKind(LLVMTypeOf(instruction)) == LLVMIntegerTypeKind &&
         LLVMGetIntTypeWidth(LLVMTypeOf(instruction)) <= 64;
}

static bool is_table_entry(BridgeAnalysesRef analyses, LLVMValueRef function, LLVMValueRef load) {
  return LLVMIsALoadInst(load) && LLVMGetTypeKind(LLVMTypeOf(load)) == LLVMPointerTypeKind &&
         !LLVMGetVolatile(load) && LLVMGetOrdering(load) == LLVMAtomicOrderingNotAtomic &&
         argument_of(LLVMGetOperand(load, 0)) && is_never_written(analyses, function, load);
}

/* Where the program does not divide the divisor may be anything: there it becomes one that does not
 * trap. */
static void make_harmless(LLVMValueRef division, LLVMBuilderRef b) {
  LLVMValueRef dividend = LLVMGetOperand(division, 0), divisor = LLVMGetOperand(division, 1);
  LLVMTypeRef type = LLVMTypeOf(divisor);
  if (LLVMIsAConstantInt(divisor) && LLVMConstIntGetSExtValue(divisor) > 0)
    return;
  LLVMOpcode opcode = LLVMGetInstructionOpcode(division);
  dividend = LLVMBuildFreeze(b, dividend, "");
  divisor = LLVMBuildFreeze(b, divisor, "");
  LLVMValueRef traps = LLVMBuildICmp(b, LLVMIntEQ, divisor, LLVMConstNull(type), "");
  if (opcode == LLVMSDiv || opcode == LLVMSRem) {
    LLVMValueRef lowest = LLVMConstInt(type, 1ULL << (LLVMGetIntTypeWidth(type) - 1), false);
    LLVMValueRef overflows =
        LLVMBuildAnd(b, LLVMBuildICmp(b, LLVMIntEQ, divisor, LLVMConstAllOnes(type), ""),
                     LLVMBuildICmp(b, LLVMIntEQ, dividend, lowest, ""), "");
    traps = LLVMBuildOr(b, traps, overflows, "");
  }
  LLVMSetOperand(division, 0, dividend);
  LLVMSetOperand(division, 1, LLVMBuildSelect(b, traps, LLVMConstInt(type, 1, false), divisor, ""));
}

/* With the address, which only adds constants to an argument. */
static void move_to(LLVMValueRef instruction, LLVMBuilderRef builder) {
  for (int i = 0; i < LLVMGetNumOperands(instruction); i++) {
    LLVMValueRef operand = LLVMGetOperand(instruction, (unsigned)i);
    if (LLVMIsAGetElementPtrInst(operand) && argument_of(operand)) {
      LLVMValueRef address = LLVMInstructionClone(operand);
      LLVMInsertIntoBuilder(builder, address);
      LLVMSetOperand(instruction, (unsigned)i, address);
      LLVMPositionBuilderBefore(builder, address);
      move_to(address, builder);
      LLVMPositionBuilderBefore(builder, LLVMGetNextInstruction(address));
    }
  }
}

bool hoist_invariants(Arena *arena, LLVMValueRef function) {
  BridgeAnalysesRef analyses = bridge_analyses_create(function);
  ValueArray found = {0};
  bool returns = always_returns(analyses, function);
  FOR_EACH_BLOCK (block, function)
    FOR_EACH_INSTRUCTION (instruction, block)
      if (is_division(instruction) || (returns && is_table_entry(analyses, function, instruction)))
        ARRAY_PUSH(arena, found, instruction);
  LLVMBuilderRef builder = LLVMCreateBuilderInContext(LLVMGetTypeContext(LLVMTypeOf(function)));
  bool changed = false;
  for (size_t i = 0; i < found.count; i++) {
    LLVMValueRef instruction = found.items[i];
    bool division = is_division(instruction);
    LLVMBasicBlockRef block = earliest_block(analyses, instruction, division);
    if (block == LLVMGetInstructionParent(instruction))
      continue;
    LLVMInstructionRemoveFromParent(instruction);
    LLVMPositionBuilderBefore(builder, LLVMGetBasicBlockTerminator(block));
    if (division)
      make_harmless(instruction, builder);
    else
      move_to(instruction, builder);
    LLVMInsertIntoBuilder(builder, instruction);
    changed = true;
  }
  LLVMDisposeBuilder(builder);
  bridge_analyses_dispose(analyses);
  return changed;
}
