/* Moves ahead what every run of the function, or of a loop, comes to: loads from a table of
 * pointers behind an argument that nothing overwrites, and divisions, which LLVM leaves where they
 * are because they might trap. A layer's arrays and sizes are then known before the loops of the
 * layers before it, where it is decided whether they overlap.
 *
 * A load that a condition decides about is moved with the condition, if that is known ahead. */
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

/* A load that runs, in every run of the function, just where a comparison known at its entry turns
 * out so. An optimiser threads a condition like that there are any rows through all that follows,
 * and leaves what is behind it under the one condition. */
typedef struct {
  LLVMValueRef load, comparison;
  bool holds;
} Conditional;

static bool is_known_at(BridgeAnalysesRef analyses, LLVMValueRef comparison,
                        LLVMBasicBlockRef block) {
  return LLVMIsAICmpInst(comparison) &&
         is_in_front_of(analyses, LLVMGetOperand(comparison, 0), block) &&
         is_in_front_of(analyses, LLVMGetOperand(comparison, 1), block);
}

static bool find_condition(BridgeAnalysesRef analyses, LLVMValueRef load, Conditional *found) {
  LLVMBasicBlockRef block = LLVMGetInstructionParent(load);
  LLVMBasicBlockRef entry = LLVMGetEntryBasicBlock(LLVMGetBasicBlockParent(block));
  if (bridge_loop_of(analyses, block) || !operands_are_known(analyses, load, entry))
    return false;
  for (LLVMBasicBlockRef below = block, above;
       (above = bridge_immediate_dominator(analyses, below)); below = above) {
    LLVMValueRef branch = LLVMGetBasicBlockTerminator(above);
    if (!LLVMIsABranchInst(branch) || !LLVMIsConditional(branch) ||
        !block_has_one_predecessor(below) || !post_dominates(analyses, block, below) ||
        !post_dominates(analyses, above, entry))
      continue;
    *found = (Conditional){.load = load,
                           .comparison = LLVMGetCondition(branch),
                           .holds = LLVMGetSuccessor(branch, 0) == below};
    return is_known_at(analyses, found->comparison, entry);
  }
  return false;
}

static bool is_same_condition(const Conditional *a, const Conditional *b) {
  return a->holds == b->holds &&
         LLVMGetICmpPredicate(a->comparison) == LLVMGetICmpPredicate(b->comparison) &&
         LLVMGetOperand(a->comparison, 0) == LLVMGetOperand(b->comparison, 0) &&
         LLVMGetOperand(a->comparison, 1) == LLVMGetOperand(b->comparison, 1);
}

/* A block at the end of the function's entry that runs under the condition. */
static LLVMBasicBlockRef split_entry(LLVMBasicBlockRef *entry, const Conditional *condition,
                                     LLVMBuilderRef builder) {
  LLVMBasicBlockRef ahead = *entry;
  LLVMBasicBlockRef behind =
      bridge_split_block(ahead, LLVMGetBasicBlockTerminator(ahead), "tables.known");
  LLVMContextRef context = LLVMGetTypeContext(LLVMTypeOf(condition->load));
  LLVMBasicBlockRef block = LLVMInsertBasicBlockInContext(context, behind, "tables");
  LLVMInstructionEraseFromParent(LLVMGetBasicBlockTerminator(ahead));
  LLVMPositionBuilderAtEnd(builder, ahead);
  LLVMValueRef test = LLVMBuildICmp(builder, LLVMGetICmpPredicate(condition->comparison),
                                    LLVMGetOperand(condition->comparison, 0),
                                    LLVMGetOperand(condition->comparison, 1), "");
  LLVMBuildCondBr(builder, test, condition->holds ? block : behind,
                  condition->holds ? behind : block);
  LLVMPositionBuilderAtEnd(builder, block);
  LLVMBuildBr(builder, behind);
  *entry = behind;
  return block;
}

/* Where the condition does not hold the pointer is null: nothing uses it there. */
static void load_under_condition(LLVMValueRef load, LLVMBasicBlockRef block,
                                 LLVMBasicBlockRef ahead, LLVMBuilderRef builder) {
  LLVMBasicBlockRef behind = LLVMGetSuccessor(LLVMGetBasicBlockTerminator(block), 0);
  LLVMPositionBuilderBefore(builder, LLVMGetFirstInstruction(behind));
  LLVMValueRef known = LLVMBuildPhi(builder, LLVMTypeOf(load), "");
  LLVMReplaceAllUsesWith(load, known);
  LLVMInstructionRemoveFromParent(load);
  LLVMPositionBuilderBefore(builder, LLVMGetBasicBlockTerminator(block));
  move_to(load, builder);
  LLVMInsertIntoBuilder(builder, load);
  LLVMValueRef values[] = {load, LLVMConstNull(LLVMTypeOf(load))};
  LLVMBasicBlockRef blocks[] = {block, ahead};
  LLVMAddIncoming(known, values, blocks, 2);
}

static bool hoist_under_conditions(Arena *arena, LLVMValueRef function) {
  BridgeAnalysesRef analyses = bridge_analyses_create(function);
  ARRAY(Conditional) found = {0};
  bool returns = always_returns(analyses, function);
  Conditional conditional;
  FOR_EACH_BLOCK (block, function)
    FOR_EACH_INSTRUCTION (load, block)
      if (returns && block != LLVMGetEntryBasicBlock(function) &&
          is_table_entry(analyses, function, load) && find_condition(analyses, load, &conditional))
        ARRAY_PUSH(arena, found, conditional);
  bridge_analyses_dispose(analyses);
  LLVMBasicBlockRef entry = LLVMGetEntryBasicBlock(function);
  LLVMBuilderRef builder = LLVMCreateBuilderInContext(LLVMGetTypeContext(LLVMTypeOf(function)));
  for (size_t i = 0; i < found.count; i++) {
    LLVMBasicBlockRef ahead = entry, block = NULL;
    for (size_t k = i; k < found.count; k++) {
      if (!found.items[k].load || !is_same_condition(&found.items[i], &found.items[k]))
        continue;
      if (!block)
        block = split_entry(&entry, &found.items[i], builder);
      load_under_condition(found.items[k].load, block, ahead, builder);
      if (k > i)
        found.items[k].load = NULL;
    }
  }
  LLVMDisposeBuilder(builder);
  return found.count > 0;
}

bool hoist_invariants(Arena *arena, LLVMValueRef function) {
  bool joined = bridge_join_computations(function);
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
  return hoist_under_conditions(arena, function) || changed || joined;
}
