/* Functions that LLVM's code generator takes badly to, marked so that they do better:
 * derivatives have far larger blocks and more values alive than what people write. */
#include "ir.h"

#include <string.h>

static bool has_huge_block(LLVMValueRef function) {
  enum { HUGE_BLOCK = 10000 };
  FOR_EACH_BLOCK (block, function) {
    unsigned count = 0;
    FOR_EACH_INSTRUCTION (instruction, block)
      if (++count > HUGE_BLOCK)
        return true;
  }
  return false;
}

static ValueArray functions_with_huge_blocks(Arena *arena, LLVMModuleRef module) {
  ValueArray found = {0};
  for (LLVMValueRef function = LLVMGetFirstFunction(module); function;
       function = LLVMGetNextFunction(function))
    if (has_huge_block(function))
      ARRAY_PUSH(arena, found, function);
  return found;
}

/* Cuts a block into pieces. What stands at the head of a function's first block reserves its
 * stack, and stays there; a tail call stays before its return. */
static void cut(LLVMBasicBlockRef block) {
  enum { PIECE = 2000 };
  LLVMValueRef first = LLVMGetFirstInstruction(block);
  FOR_EACH_INSTRUCTION (instruction, block)
    if (LLVMIsAAllocaInst(instruction))
      first = instruction;
  unsigned count = 0;
  for (LLVMValueRef next, instruction = first; instruction; instruction = next) {
    next = LLVMGetNextInstruction(instruction);
    bool may_end = !LLVMIsAPHINode(instruction) && !LLVMIsACallInst(instruction);
    if (++count < PIECE || !may_end || !next || LLVMIsATerminatorInst(next))
      continue;
    block = bridge_split_block(block, next, "");
    count = 0;
  }
}

/* Several passes of code generation look through the rest of a block for every instruction of it.
 * Without most of them such a block takes a sixth of the time and comes out smaller: its values
 * live on the stack either way. To the rest, among them register allocation, it is shown in
 * pieces. */
void codegen_simplify_huge_blocks(Arena *arena, LLVMModuleRef module) {
  static const char *const opposed[] = {"alwaysinline", "minsize", "optsize"};
  ValueArray functions = functions_with_huge_blocks(arena, module);
  for (size_t i = 0; i < functions.count; i++) {
    for (size_t k = 0; k < sizeof opposed / sizeof *opposed; k++)
      build_remove_attribute(functions.items[i], opposed[k]);
    build_add_attribute(functions.items[i], "noinline");
    build_add_attribute(functions.items[i], "optnone");
    LLVMBasicBlockRef next;
    for (LLVMBasicBlockRef block = LLVMGetFirstBasicBlock(functions.items[i]); block;
         block = next) {
      next = LLVMGetNextBasicBlock(block);
      cut(block);
    }
  }
}

static bool has_wide_vectors(LLVMValueRef function, LLVMTargetDataRef layout) {
  enum { ALIGNED_BITS = 128 }; /* what the calling convention keeps the stack aligned to */
  FOR_EACH_BLOCK (block, function)
    FOR_EACH_INSTRUCTION (instruction, block) {
      LLVMTypeRef type = LLVMTypeOf(instruction);
      if (LLVMGetTypeKind(type) == LLVMVectorTypeKind &&
          LLVMSizeOfTypeInBits(layout, type) > ALIGNED_BITS)
        return true;
    }
  return false;
}

/* The register allocator of x86 only aligns the stack slots of wide vectors where the function is
 * known beforehand to align its stack. Otherwise they straddle cache lines, and a loop that reloads
 * invariants from them takes twice as long for each. */
void codegen_align_vector_slots(LLVMModuleRef module) {
  static const char kind[] = "stackrealign";
  const char *target = LLVMGetTarget(module);
  if (strncmp(target, "x86", 3) != 0 && strncmp(target, "i686", 4) != 0)
    return;
  LLVMTargetDataRef layout = LLVMGetModuleDataLayout(module);
  LLVMAttributeRef align =
      LLVMCreateStringAttribute(LLVMGetModuleContext(module), kind, sizeof kind - 1, "", 0);
  for (LLVMValueRef function = LLVMGetFirstFunction(module); function;
       function = LLVMGetNextFunction(function))
    if (!value_has_function_attribute(function, "naked") && has_wide_vectors(function, layout))
      LLVMAddAttributeAtIndex(function, LLVMAttributeFunctionIndex, align);
}

/* LLVM goes on in a function instead of calling it although it leaves a part of its result in a
 * register of the x87 that nobody takes from there: a structure of more than two numbers, which C
 * never returns in registers. Eight calls later the registers are used up, and results are NaN. */
void codegen_return_from_calls(LLVMModuleRef module) {
  for (LLVMValueRef function = LLVMGetFirstFunction(module); function;
       function = LLVMGetNextFunction(function))
    FOR_EACH_BLOCK (block, function)
      FOR_EACH_INSTRUCTION (call, block)
        if (LLVMIsACallInst(call) && LLVMGetTailCallKind(call) == LLVMTailCallKindTail &&
            LLVMTypeOf(call) != LLVMGetReturnType(LLVMGlobalGetValueType(function)) &&
            (LLVMGetTypeKind(LLVMTypeOf(call)) == LLVMStructTypeKind ||
             LLVMGetTypeKind(LLVMTypeOf(call)) == LLVMArrayTypeKind))
          LLVMSetTailCallKind(call, LLVMTailCallKindNoTail);
}
