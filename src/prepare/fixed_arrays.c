/* Arrays of variable length whose length is a constant after all: `const int n = 8; float sum[n];`
 * in C. A front end allocates them where they are declared and gives the stack back at the end of
 * their scope; LLVM takes only what stands in the entry block apart into registers. Here they stand
 * there.
 *
 * An array may have one place for all its lives if each ends before the next begins: it is declared
 * outside of every loop, or each way from its declaration back to it gives back the stack as it was
 * before the declaration. */
#include "prepare.h"

#include <string.h>

/* What a call that never comes to the declaration would take of the stack for nothing, once or as
 * often as a function calls itself. */
enum { MAX_BYTES = 1 << 14, MAX_IN_RECURSION = 1 << 9 };

typedef struct {
  Arena *arena;
  LLVMValueRef function, original;
  BridgeAnalysesRef analyses;
  ValueArray saves; /* calls of llvm.stacksave */
} Arrays;

static bool is_call_of(LLVMValueRef call, const char *intrinsic) {
  LLVMValueRef callee = LLVMIsACallInst(call) ? LLVMIsAFunction(LLVMGetCalledValue(call)) : NULL;
  unsigned id = callee ? LLVMGetIntrinsicID(callee) : 0;
  return id && id == LLVMLookupIntrinsicID(intrinsic, strlen(intrinsic));
}

static bool restores(LLVMValueRef call, LLVMValueRef save) {
  return is_call_of(call, "llvm.stackrestore") && LLVMGetOperand(call, 0) == save;
}

/* Is the stack given back as it was at `save` before anything behind `declaration` comes to it
 * again? With no save: does nothing come to it again? */
static bool ends_before_next(const Arrays *arrays, LLVMValueRef declaration, LLVMValueRef save) {
  ARRAY(LLVMBasicBlockRef) blocks = {0};
  Map *seen = map_create(arrays->arena);
  LLVMBasicBlockRef block = LLVMGetInstructionParent(declaration);
  LLVMValueRef at = LLVMGetNextInstruction(declaration);
  for (size_t next = 0;; at = LLVMGetFirstInstruction(block)) {
    bool is_given_back = false;
    for (; at && !is_given_back; at = LLVMGetNextInstruction(at)) {
      if (at == declaration || at == save)
        return false;
      is_given_back = save && restores(at, save);
    }
    LLVMValueRef end = LLVMGetBasicBlockTerminator(block);
    for (unsigned i = 0; !is_given_back && i < LLVMGetNumSuccessors(end); i++) {
      LLVMBasicBlockRef successor = LLVMGetSuccessor(end, i);
      if (map_has(seen, successor))
        continue;
      map_set(seen, successor, successor);
      ARRAY_PUSH(arrays->arena, blocks, successor);
    }
    if (next == blocks.count)
      return true;
    block = blocks.items[next++];
  }
}

static bool has_one_life_at_a_time(const Arrays *arrays, LLVMValueRef declaration) {
  if (ends_before_next(arrays, declaration, NULL))
    return true;
  for (size_t i = 0; i < arrays->saves.count; i++)
    if (bridge_dominates(arrays->analyses, arrays->saves.items[i], declaration) &&
        ends_before_next(arrays, declaration, arrays->saves.items[i]))
      return true;
  return false;
}

/* The type of all that is allocated; NULL if how much that is is not known, or is too much. */
static LLVMTypeRef allocated_type(LLVMTargetDataRef layout, LLVMValueRef declaration) {
  LLVMTypeRef type = LLVMGetAllocatedType(declaration);
  LLVMValueRef count = LLVMGetOperand(declaration, 0);
  if (!LLVMIsAConstantInt(count) || LLVMGetIntTypeWidth(LLVMTypeOf(count)) > 64 ||
      !LLVMTypeIsSized(type))
    return NULL;
  uint64_t elements = LLVMConstIntGetZExtValue(count), size = LLVMABISizeOfType(layout, type);
  if (size == 0 || elements == 0 || elements > MAX_BYTES / size)
    return NULL;
  return elements == 1 ? type : LLVMArrayType2(type, elements);
}

static bool is_in_entry(const Arrays *arrays, LLVMValueRef declaration) {
  return LLVMGetInstructionParent(declaration) == LLVMGetEntryBasicBlock(arrays->function) &&
         LLVMIsAConstantInt(LLVMGetOperand(declaration, 0));
}

/* What the array held in its last life is gone in the next. */
static void begin_life(LLVMValueRef declaration, LLVMValueRef array) {
  static const char name[] = "llvm.lifetime.start";
  LLVMTypeRef pointer = LLVMTypeOf(array);
  LLVMValueRef function = LLVMGetBasicBlockParent(LLVMGetInstructionParent(declaration));
  unsigned id = LLVMLookupIntrinsicID(name, sizeof name - 1);
  LLVMValueRef callee = LLVMGetIntrinsicDeclaration(LLVMGetGlobalParent(function), id, &pointer, 1);
  LLVMBuilderRef builder = LLVMCreateBuilderInContext(LLVMGetTypeContext(pointer));
  LLVMPositionBuilderBefore(builder, declaration);
  LLVMBuildCall2(builder, LLVMGlobalGetValueType(callee), callee, &array, 1, "");
  LLVMDisposeBuilder(builder);
}

static bool fix(const Arrays *arrays, LLVMValueRef declaration) {
  LLVMTargetDataRef layout = LLVMGetModuleDataLayout(LLVMGetGlobalParent(arrays->function));
  LLVMTypeRef type = allocated_type(layout, declaration);
  if (!type || (is_in_entry(arrays, declaration) && type == LLVMGetAllocatedType(declaration)) ||
      !has_one_life_at_a_time(arrays, declaration) ||
      (LLVMABISizeOfType(layout, type) > MAX_IN_RECURSION &&
       prepare_recurs(arrays->arena, arrays->function, arrays->original)))
    return false;
  LLVMValueRef array =
      build_alloca_in_entry(arrays->function, type, LLVMGetValueName2(declaration, &(size_t){0}));
  if (LLVMTypeOf(array) != LLVMTypeOf(declaration)) { /* of another address space */
    LLVMInstructionEraseFromParent(array);
    return false;
  }
  LLVMSetAlignment(array, LLVMGetAlignment(declaration));
  begin_life(declaration, array);
  LLVMReplaceAllUsesWith(declaration, array);
  LLVMInstructionEraseFromParent(declaration);
  return true;
}

/* Nothing is left that takes of the stack but what the entry does: there is nothing to give back.
 */
static void drop_saves(const Arrays *arrays) {
  FOR_EACH_BLOCK (block, arrays->function)
    FOR_EACH_INSTRUCTION (instruction, block)
      if (LLVMIsAAllocaInst(instruction) && !is_in_entry(arrays, instruction))
        return;
  for (size_t i = 0; i < arrays->saves.count; i++) {
    LLVMValueRef save = arrays->saves.items[i];
    for (LLVMUseRef use = LLVMGetFirstUse(save), next; use; use = next) {
      next = LLVMGetNextUse(use);
      if (restores(LLVMGetUser(use), save))
        LLVMInstructionEraseFromParent(LLVMGetUser(use));
    }
    if (!LLVMGetFirstUse(save))
      LLVMInstructionEraseFromParent(save);
  }
}

bool prepare_fix_arrays(Arena *arena, LLVMValueRef function, LLVMValueRef original) {
  Arrays arrays = {.arena = arena, .function = function, .original = original};
  ValueArray declarations = {0};
  FOR_EACH_BLOCK (block, function)
    FOR_EACH_INSTRUCTION (instruction, block)
      if (LLVMIsAAllocaInst(instruction))
        ARRAY_PUSH(arena, declarations, instruction);
      else if (is_call_of(instruction, "llvm.stacksave"))
        ARRAY_PUSH(arena, arrays.saves, instruction);
  arrays.analyses = bridge_analyses_create(function);
  bool changed = false;
  for (size_t i = 0; i < declarations.count; i++)
    changed |= fix(&arrays, declarations.items[i]);
  bridge_analyses_dispose(arrays.analyses);
  drop_saves(&arrays);
  return changed;
}
