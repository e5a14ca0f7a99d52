/* Small blocks of memory that are made and given back within a function, as the vectors of a fixed
 * size that a step of a loop works with, are local variables: else the block of each iteration, and
 * its shadow, would stay until the reverse sweep comes to it.
 *
 * A block may be local if its size is a small constant and no pointer to it is kept. One variable
 * serves all iterations of a loop, since no use of a block comes after the next one is made. A
 * function that calls itself keeps no more than a few numbers in such variables.
 *
 * Requires: simplified loops. Invalidates: nothing. */
#include "followed_block.h"

enum {
  MOST_BYTES = 1024,
  MOST_TOGETHER = 8192,
  MOST_IN_RECURSION = 128, /* which may be deep: the stack is small beside what malloc has */
  MALLOC_ALIGNMENT = 16
};

/* 0 if that is not known, or too much. */
static uint64_t bytes_of(LLVMValueRef call, const LibraryFunction *row) {
  uint64_t bytes = 1;
  unsigned first = row->kind == LIBFN_CALLOC ? 0 : (unsigned)row->size_argument;
  unsigned last = row->kind == LIBFN_CALLOC ? 1 : first;
  for (unsigned i = first; i <= last; i++) {
    LLVMValueRef factor = LLVMGetOperand(call, i);
    if (!LLVMIsAConstantInt(factor) || LLVMConstIntGetZExtValue(factor) > MOST_BYTES)
      return 0;
    bytes *= LLVMConstIntGetZExtValue(factor);
  }
  return bytes <= MOST_BYTES ? bytes : 0;
}

static void make_local(FollowedBlock *block, uint64_t bytes, bool zeroed) {
  LLVMValueRef call = block->call,
               function = LLVMGetBasicBlockParent(LLVMGetInstructionParent(call));
  LLVMTypeRef byte = LLVMInt8TypeInContext(LLVMGetTypeContext(LLVMTypeOf(call)));
  LLVMValueRef local = build_alloca_in_entry(function, LLVMArrayType2(byte, bytes), "block");
  LLVMSetAlignment(local, MALLOC_ALIGNMENT);
  if (zeroed) {
    LLVMBuilderRef builder = LLVMCreateBuilderInContext(LLVMGetTypeContext(byte));
    LLVMPositionBuilderBefore(builder, call);
    LLVMBuildMemSet(builder, local, LLVMConstNull(byte),
                    LLVMConstInt(LLVMInt64TypeInContext(LLVMGetTypeContext(byte)), bytes, false),
                    MALLOC_ALIGNMENT);
    LLVMDisposeBuilder(builder);
  }
  for (size_t i = 0; i < block->releases.count; i++)
    LLVMInstructionEraseFromParent(block->releases.items[i]);
  for (size_t i = 0; i < block->checks.count; i++)
    LLVMInstructionEraseFromParent(block->checks.items[i]);
  LLVMReplaceAllUsesWith(call, local);
  LLVMInstructionEraseFromParent(call);
}

/* A call that is marked so sees no local variables; of a block in their place that is no longer so.
 */
static void forget_tail_calls(LLVMValueRef function) {
  FOR_EACH_BLOCK (block, function)
    FOR_EACH_INSTRUCTION (call, block)
      if (LLVMIsACallInst(call) && LLVMGetTailCallKind(call) == LLVMTailCallKindTail)
        LLVMSetTailCallKind(call, LLVMTailCallKindNone);
}

bool prepare_keep_blocks_local(Arena *arena, LLVMValueRef function, LLVMValueRef original) {
  ValueArray calls = {0};
  FOR_EACH_BLOCK (block, function)
    FOR_EACH_INSTRUCTION (call, block) {
      const LibraryFunction *row = followed_row(call);
      if (row && (row->kind == LIBFN_MALLOC || row->kind == LIBFN_CALLOC) && bytes_of(call, row))
        ARRAY_PUSH(arena, calls, call);
    }
  uint64_t together = 0, most = MOST_TOGETHER;
  if (calls.count && prepare_recurs(arena, function, original))
    most = MOST_IN_RECURSION;
  for (size_t i = 0; i < calls.count; i++) {
    const LibraryFunction *row = followed_row(calls.items[i]);
    uint64_t bytes = bytes_of(calls.items[i], row);
    FollowedBlock block = {
        .arena = arena, .analyses = bridge_analyses_create(function), .call = calls.items[i]};
    bool local = together + bytes <= most && followed_block(&block);
    bridge_analyses_dispose(block.analyses);
    if (!local)
      continue;
    together += bytes;
    make_local(&block, bytes, row->kind == LIBFN_CALLOC);
  }
  if (together > 0)
    forget_tail_calls(function);
  return together > 0;
}
