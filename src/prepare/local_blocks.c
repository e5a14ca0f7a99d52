/* Small blocks of memory that are made and given back within a function, as the vectors of a fixed
 * size that a step of a loop works with, are local variables: else the block of each iteration, and
 * its shadow, would stay until the reverse sweep comes to it.
 *
 * A block may be local if its size is a small constant and no pointer to it is kept: all that is
 * made of it are places within it, comparisons and distances. One variable serves all iterations of
 * a loop, since no use of a block comes after the next one is made: the call dominates them all. A
 * function that calls itself keeps no more than a few numbers in such variables.
 *
 * Requires: nothing. Invalidates: nothing. */
#include "prepare.h"

enum {
  MOST_BYTES = 1024,
  MOST_TOGETHER = 8192,
  MOST_IN_RECURSION = 128, /* which may be deep: the stack is small beside what malloc has */
  MOST_POINTERS = 256,
  MALLOC_ALIGNMENT = 16
};

typedef struct {
  Arena *arena;
  BridgeAnalysesRef analyses;
  LLVMValueRef call;   /* that makes the block */
  Map *pointers;       /* into it */
  ValueArray followed; /* the same, in order */
  ValueArray measured; /* pointers, as integers, to which there must be distances from it */
  ValueArray releases; /* calls that are of no use any more */
} Block;

static void add_pointer(Block *block, LLVMValueRef pointer) {
  if (map_has(block->pointers, pointer))
    return;
  map_set(block->pointers, pointer, pointer);
  ARRAY_PUSH(block->arena, block->followed, pointer);
}

static const LibraryFunction *row_of(LLVMValueRef call) {
  LLVMValueRef callee = LLVMIsACallInst(call) ? call_direct_callee(call) : NULL;
  return callee && LLVMIsDeclaration(callee) ? library_function(callee) : NULL;
}

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

/* A distance, or whether that many bytes are there. */
static bool is_only_compared(Block *block, LLVMValueRef integer) {
  for (LLVMUseRef use = LLVMGetFirstUse(integer); use; use = LLVMGetNextUse(use)) {
    LLVMValueRef user = LLVMGetUser(use);
    if (LLVMIsAICmpInst(user))
      continue;
    if (!LLVMIsABinaryOperator(user) || LLVMGetInstructionOpcode(user) != LLVMSub)
      return false;
    LLVMValueRef other = LLVMGetOperand(user, LLVMGetOperand(user, 0) == integer ? 1 : 0);
    ARRAY_PUSH(block->arena, block->measured, other);
  }
  return true;
}

static bool follow_call(Block *block, LLVMValueRef pointer, LLVMValueRef call) {
  const LibraryFunction *row = row_of(call);
  if (!call_direct_callee(call))
    return false;
  bool releases = row && row->kind == LIBFN_FREE &&
                  LLVMGetOperand(call, row->freed_argument) == pointer && !LLVMGetFirstUse(call);
  if (releases || (row && row->kind == LIBFN_CHECKS_ROOM)) {
    ARRAY_PUSH(block->arena, block->releases, call);
    return true;
  }
  return bridge_is_block_write(call);
}

/* False if a pointer may be kept. */
static bool follow_use(Block *block, LLVMValueRef pointer, LLVMValueRef user) {
  switch (LLVMGetInstructionOpcode(user)) {
  case LLVMLoad:
    return !LLVMGetVolatile(user);
  case LLVMStore:
    return LLVMGetOperand(user, 0) != pointer && !LLVMGetVolatile(user);
  case LLVMICmp:
    return true;
  case LLVMPtrToInt:
    return is_only_compared(block, user);
  case LLVMCall:
    return follow_call(block, pointer, user);
  case LLVMGetElementPtr:
  case LLVMSelect:
    add_pointer(block, user);
    return LLVMGetTypeKind(LLVMTypeOf(user)) == LLVMPointerTypeKind;
  case LLVMPHI:
    add_pointer(block, user);
    return bridge_dominates(block->analyses, block->call, user);
  default:
    return false;
  }
}

/* A distance from any other place would keep where the block is. */
static bool is_within(const Block *block, LLVMValueRef integer) {
  return LLVMIsAPtrToIntInst(integer) && map_has(block->pointers, LLVMGetOperand(integer, 0));
}

/* Is a pointer that is chosen among several always one into the block, or none at all? */
static bool is_only_of_block(const Block *block, LLVMValueRef choice) {
  bool phi = LLVMIsAPHINode(choice), select = LLVMIsASelectInst(choice);
  for (int i = select ? 1 : 0; (phi || select) && i < LLVMGetNumOperands(choice); i++) {
    LLVMValueRef pointer = LLVMGetOperand(choice, (unsigned)i);
    if (!map_has(block->pointers, pointer) && !LLVMIsNull(pointer) && !LLVMIsUndef(pointer))
      return false;
  }
  return true;
}

static bool stays_local(Block *block) {
  add_pointer(block, block->call);
  for (size_t i = 0; i < block->followed.count; i++) {
    LLVMValueRef pointer = block->followed.items[i];
    for (LLVMUseRef use = LLVMGetFirstUse(pointer); use; use = LLVMGetNextUse(use))
      if (!LLVMIsAInstruction(LLVMGetUser(use)) || !follow_use(block, pointer, LLVMGetUser(use)))
        return false;
    if (block->followed.count > MOST_POINTERS)
      return false;
  }
  for (size_t i = 0; i < block->followed.count; i++)
    if (!is_only_of_block(block, block->followed.items[i]))
      return false;
  for (size_t i = 0; i < block->measured.count; i++)
    if (!is_within(block, block->measured.items[i]))
      return false;
  return true;
}

static void make_local(Block *block, uint64_t bytes, bool zeroed) {
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
      const LibraryFunction *row = row_of(call);
      if (row && (row->kind == LIBFN_MALLOC || row->kind == LIBFN_CALLOC) && bytes_of(call, row))
        ARRAY_PUSH(arena, calls, call);
    }
  uint64_t together = 0, most = MOST_TOGETHER;
  if (calls.count && prepare_recurs(arena, function, original))
    most = MOST_IN_RECURSION;
  for (size_t i = 0; i < calls.count; i++) {
    const LibraryFunction *row = row_of(calls.items[i]);
    uint64_t bytes = bytes_of(calls.items[i], row);
    Block block = {.arena = arena,
                   .analyses = bridge_analyses_create(function),
                   .call = calls.items[i],
                   .pointers = map_create(arena)};
    bool local = together + bytes <= most && stays_local(&block);
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
