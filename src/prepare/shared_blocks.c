/* Blocks of memory that each iteration of a loop makes and gives back, as the vectors that a time
 * step works with, are one block, made ahead of the loop:
 *
 *   for (…) {                               block = calloc(1, size)
 *     p = new(size)                   ->    for (…) { … block … }
 *     …                                     free(block)
 *     delete p
 *   }
 *
 * Else the block of each iteration, and its shadow, would stay until the reverse sweep comes to it.
 * Of one block the plan keeps what it must of what is overwritten. A block may be shared if no
 * pointer to it is kept, if its size is the same throughout the loop, and if what accesses it is
 * all in the loop.
 *
 * A vector without elements has no block: its pointers are null on the path where the size was seen
 * to be zero. There they are to the block as well.
 *
 * What an iteration finds in the block is nothing that it may look at. A call says so where the
 * block was made, which stands for a write of all of it until everything is simplified: a loop that
 * is unrolled, rotated or gone has no other trace of it.
 *
 * The block is made even if no iteration comes to where it is used, with a size that would have
 * been refused before, perhaps. So it is of calloc, whose shadow LLVM need not clear either; that
 * it is there is checked where it was made before.
 *
 * Requires: simplified loops. Invalidates: nothing. */
#include "followed_block.h"

#include <string.h>

static const char shared_mark[] = "adcc_shared_block", begins_life[] = FOLLOWED_BEGIN_OF_LIFE;

typedef struct {
  FollowedBlock *block;
  BridgeLoopRef loop;
  LLVMBuilderRef builder;
  LLVMValueRef shared;  /* the block ahead of the loop */
  LLVMValueRef missing; /* i1: is it not there? */
  Map *nulls;           /* phi of pointers -> phi of whether there is no block */
} Sharing;

/* How many of its first operands are the factors of the block's size; 0 if the call is none that
 * makes an ordinary block. */
static unsigned count_factors(LLVMValueRef call, const LibraryFunction *row) {
  LLVMTypeRef i64 = LLVMInt64TypeInContext(LLVMGetTypeContext(LLVMTypeOf(call)));
  bool zeroed = row && row->kind == LIBFN_CALLOC, plain = row && row->kind == LIBFN_MALLOC;
  unsigned count = zeroed ? 2 : plain ? 1 : 0;
  if (!count || !row->release || call_argument_count(call) != count ||
      (plain && row->size_argument != 0) ||
      value_has_function_attribute(call_direct_callee(call), "adcc_allocation"))
    return 0;
  for (unsigned i = 0; i < count; i++)
    if (LLVMTypeOf(LLVMGetOperand(call, i)) != i64)
      return 0;
  return count;
}

static bool is_within(BridgeLoopRef loop, LLVMValueRef value) {
  return LLVMIsAInstruction(value) && bridge_loop_contains(loop, LLVMGetInstructionParent(value));
}

static bool size_is_known_before(const FollowedBlock *block, BridgeLoopRef loop, unsigned factors) {
  for (unsigned i = 0; i < factors; i++)
    if (is_within(loop, LLVMGetOperand(block->call, i)))
      return false;
  return true;
}

static bool has_all_accesses(const FollowedBlock *block, BridgeLoopRef loop) {
  for (size_t i = 0; i < block->accesses.count; i++)
    if (!is_within(loop, block->accesses.items[i]))
      return false;
  return true;
}

/* The outermost loop ahead of which the block can be made; or NULL. */
static BridgeLoopRef loop_to_share_in(const FollowedBlock *block, unsigned factors) {
  BridgeLoopRef best = NULL;
  BridgeLoopRef loop = bridge_loop_of(block->analyses, LLVMGetInstructionParent(block->call));
  for (; loop && bridge_loop_is_simplified(loop); loop = bridge_loop_parent(loop)) {
    if (!size_is_known_before(block, loop, factors))
      break;
    if (has_all_accesses(block, loop))
      best = loop;
  }
  return best;
}

static bool compares_equality(LLVMValueRef comparison) {
  LLVMIntPredicate predicate = LLVMGetICmpPredicate(comparison);
  return predicate == LLVMIntEQ || predicate == LLVMIntNE;
}

/* Comparisons with null can be told, and of two places in the block, if they are null together. */
static bool comparisons_can_be_told(const FollowedBlock *block) {
  for (size_t i = 0; i < block->comparisons.count; i++) {
    LLVMValueRef comparison = block->comparisons.items[i], sides[2];
    bool places[2];
    for (unsigned k = 0; k < 2; k++) {
      sides[k] = LLVMGetOperand(comparison, k);
      places[k] = map_has(block->places, sides[k]);
      if (!places[k] && !(LLVMIsAConstantPointerNull(sides[k]) && compares_equality(comparison)))
        return false;
    }
    if (places[0] && places[1] && !followed_null_together(block, sides[0], sides[1]))
      return false;
  }
  return true;
}

static LLVMValueRef truth(const Sharing *sharing, bool value) {
  LLVMContextRef context = LLVMGetTypeContext(LLVMTypeOf(sharing->shared));
  return LLVMConstInt(LLVMInt1TypeInContext(context), value, false);
}

/* Was the pointer null, as an i1 where it is? */
static LLVMValueRef was_null(Sharing *sharing, LLVMValueRef pointer) {
  LLVMBuilderRef b = sharing->builder;
  if (LLVMIsAConstantPointerNull(pointer))
    return truth(sharing, true);
  if (LLVMIsUndef(pointer))
    return truth(sharing, false);
  if (pointer == sharing->block->call)
    return sharing->missing;
  if (LLVMIsAGetElementPtrInst(pointer))
    return was_null(sharing, LLVMGetOperand(pointer, 0));
  if (LLVMIsASelectInst(pointer)) {
    LLVMValueRef first = was_null(sharing, LLVMGetOperand(pointer, 1));
    LLVMValueRef second = was_null(sharing, LLVMGetOperand(pointer, 2));
    LLVMPositionBuilderBefore(b, pointer);
    return LLVMBuildSelect(b, LLVMGetOperand(pointer, 0), first, second, "");
  }
  LLVMValueRef phi = map_get(sharing->nulls, pointer);
  if (phi)
    return phi;
  LLVMPositionBuilderBefore(b, pointer);
  phi = LLVMBuildPhi(b, LLVMTypeOf(sharing->missing), "none");
  map_set(sharing->nulls, pointer, phi);
  for (unsigned i = 0; i < LLVMCountIncoming(pointer); i++) {
    LLVMValueRef null = was_null(sharing, LLVMGetIncomingValue(pointer, i));
    LLVMBasicBlockRef from = LLVMGetIncomingBlock(pointer, i);
    LLVMAddIncoming(phi, &null, &from, 1);
  }
  return phi;
}

static void tell_comparisons(Sharing *sharing) {
  const FollowedBlock *block = sharing->block;
  for (size_t i = 0; i < block->comparisons.count; i++) {
    LLVMValueRef comparison = block->comparisons.items[i];
    bool second = LLVMIsAConstantPointerNull(LLVMGetOperand(comparison, 1));
    if (!second && !LLVMIsAConstantPointerNull(LLVMGetOperand(comparison, 0)))
      continue;
    LLVMIntPredicate predicate = LLVMGetICmpPredicate(comparison);
    LLVMValueRef null = was_null(sharing, LLVMGetOperand(comparison, second ? 0 : 1));
    LLVMPositionBuilderBefore(sharing->builder, comparison);
    LLVMReplaceAllUsesWith(
        comparison, predicate == LLVMIntEQ ? null : LLVMBuildNot(sharing->builder, null, ""));
  }
}

static void replace_nulls(const ValueArray *places, LLVMValueRef begin) {
  for (size_t i = 0; i < places->count; i++) {
    LLVMValueRef place = places->items[i];
    bool phi = LLVMIsAPHINode(place), select = LLVMIsASelectInst(place);
    for (int k = select ? 1 : 0; (phi || select) && k < LLVMGetNumOperands(place); k++)
      if (LLVMIsNull(LLVMGetOperand(place, (unsigned)k)))
        LLVMSetOperand(place, (unsigned)k, begin);
  }
}

/* The begin of the block as an integer; NULL if no place is one. */
static LLVMValueRef begin_as_integer(Sharing *sharing) {
  const ValueArray *integers = &sharing->block->integers;
  if (!integers->count)
    return NULL;
  LLVMBasicBlockRef ahead = bridge_loop_preheader(sharing->loop);
  LLVMPositionBuilderBefore(sharing->builder, LLVMGetBasicBlockTerminator(ahead));
  return LLVMBuildPtrToInt(sharing->builder, sharing->shared, LLVMTypeOf(integers->items[0]), "");
}

static void promise(LLVMValueRef call, const char *attribute, uint64_t value) {
  unsigned kind = LLVMGetEnumAttributeKindForName(attribute, strlen(attribute));
  LLVMAddCallSiteAttribute(
      call, LLVMAttributeFunctionIndex,
      LLVMCreateEnumAttribute(LLVMGetTypeContext(LLVMTypeOf(call)), kind, value));
}

/* A call that writes all of the block, as far as LLVM knows. */
static void begin_life(const Sharing *sharing) {
  enum { WRITES_ARGUMENT = 2 }; /* of the attribute `memory` */
  LLVMValueRef shared = sharing->shared;
  LLVMContextRef context = LLVMGetTypeContext(LLVMTypeOf(shared));
  LLVMValueRef call =
      build_call_by_name(sharing->builder, begins_life, LLVMVoidTypeInContext(context), &shared, 1);
  promise(call, "memory", WRITES_ARGUMENT);
  promise(call, "nounwind", 0);
  promise(call, "willreturn", 0);
  unsigned captures = LLVMGetEnumAttributeKindForName("captures", 8);
  LLVMAddCallSiteAttribute(call, 1, LLVMCreateEnumAttribute(context, captures, 0));
}

void prepare_forget_lives(LLVMModuleRef module) {
  LLVMValueRef marker = LLVMGetNamedFunction(module, begins_life);
  for (LLVMUseRef next, use = marker ? LLVMGetFirstUse(marker) : NULL; use; use = next) {
    next = LLVMGetNextUse(use);
    LLVMInstructionEraseFromParent(LLVMGetUser(use));
  }
  if (marker)
    LLVMDeleteFunction(marker);
}

static void make_ahead(Sharing *sharing, unsigned factors) {
  LLVMValueRef call = sharing->block->call;
  LLVMTypeRef pointer = LLVMTypeOf(call);
  LLVMContextRef context = LLVMGetTypeContext(pointer);
  LLVMValueRef one = LLVMConstInt(LLVMInt64TypeInContext(context), 1, false);
  LLVMValueRef size[] = {factors == 2 ? LLVMGetOperand(call, 0) : one,
                         LLVMGetOperand(call, factors - 1)};
  LLVMBasicBlockRef ahead = bridge_loop_preheader(sharing->loop);
  LLVMPositionBuilderBefore(sharing->builder, LLVMGetBasicBlockTerminator(ahead));
  sharing->shared = build_call_by_name(sharing->builder, "calloc", pointer, size, 2);
  LLVMInstructionSetDebugLoc(sharing->shared, LLVMInstructionGetDebugLoc(call));
  bridge_set_value_name_like(sharing->shared, call, "");
  call_add_mark(sharing->shared, shared_mark);
  LLVMAddCallSiteAttribute(
      sharing->shared, LLVMAttributeReturnIndex,
      LLVMCreateEnumAttribute(context, LLVMGetEnumAttributeKindForName("noalias", 7), 0));
  sharing->missing = library_gives_block_of_c(followed_row(call))
                         ? LLVMBuildIsNull(sharing->builder, sharing->shared, "")
                         : truth(sharing, false);
  LLVMPositionBuilderBefore(sharing->builder, call);
  if (!library_gives_block_of_c(followed_row(call))) {
    LLVMTypeRef none = LLVMVoidTypeInContext(context);
    LLVMValueRef room[] = {sharing->shared, size[0], size[1]};
    LLVMValueRef check = build_call_by_name(sharing->builder, "adcc_check_room", none, room, 3);
    call_add_mark(check, "nounwind");
    promise(check, "memory", 0); /* it looks at none */
  }
  begin_life(sharing);
  if (followed_row(call)->kind == LIBFN_CALLOC && !value_has_function_attribute(call, shared_mark))
    LLVMBuildMemSet(sharing->builder, sharing->shared,
                    LLVMConstNull(LLVMInt8TypeInContext(context)),
                    LLVMBuildMul(sharing->builder, size[0], size[1], ""), 1);
}

static void release_behind(const Sharing *sharing, LLVMBasicBlockRef const *exits, size_t count) {
  for (size_t i = 0; i < count; i++) {
    if (block_ends_program(exits[i]))
      continue;
    LLVMValueRef first = LLVMGetFirstInstruction(exits[i]), shared = sharing->shared;
    while (LLVMIsAPHINode(first) || LLVMIsALandingPadInst(first))
      first = LLVMGetNextInstruction(first);
    LLVMPositionBuilderBefore(sharing->builder, first);
    LLVMTypeRef none = LLVMVoidTypeInContext(LLVMGetTypeContext(LLVMTypeOf(shared)));
    build_call_by_name(sharing->builder, "free", none, &shared, 1);
  }
}

static void share(Sharing *sharing, unsigned factors) {
  const FollowedBlock *block = sharing->block;
  size_t count = bridge_loop_exit_blocks(sharing->loop, NULL, 0);
  LLVMBasicBlockRef *exits = ARENA_ARRAY(block->arena, LLVMBasicBlockRef, count + 1);
  bridge_loop_exit_blocks(sharing->loop, exits, count);
  make_ahead(sharing, factors);
  tell_comparisons(sharing);
  replace_nulls(&block->pointers, sharing->shared);
  replace_nulls(&block->integers, begin_as_integer(sharing));
  for (size_t i = 0; i < block->releases.count; i++)
    LLVMInstructionEraseFromParent(block->releases.items[i]);
  release_behind(sharing, exits, count);
  LLVMReplaceAllUsesWith(block->call, sharing->shared);
  LLVMInstructionEraseFromParent(block->call);
}

/* Does the module leave both to the library? */
static bool has_library_blocks(LLVMModuleRef module) {
  LLVMValueRef makes = LLVMGetNamedFunction(module, "calloc");
  LLVMValueRef releases = LLVMGetNamedFunction(module, "free");
  return (!makes || LLVMIsDeclaration(makes)) && (!releases || LLVMIsDeclaration(releases));
}

/* A vector is filled with zeros before it is with what is wanted. */
static bool drop_overwritten(Arena *arena, LLVMValueRef function) {
  ValueArray blocks = {0};
  FOR_EACH_BLOCK (block, function)
    FOR_EACH_INSTRUCTION (call, block)
      if (LLVMIsACallInst(call) && value_has_function_attribute(call, shared_mark))
        ARRAY_PUSH(arena, blocks, call);
  bool any = false;
  for (size_t i = 0; i < blocks.count; i++)
    while (bridge_drop_overwritten(blocks.items[i], begins_life))
      any = true;
  return any;
}

bool prepare_share_blocks(Arena *arena, LLVMValueRef function) {
  ValueArray calls = {0};
  if (!has_library_blocks(LLVMGetGlobalParent(function)))
    return false;
  FOR_EACH_BLOCK (block, function)
    FOR_EACH_INSTRUCTION (call, block)
      if (count_factors(call, followed_row(call)))
        ARRAY_PUSH(arena, calls, call);
  bool any = drop_overwritten(arena, function);
  BridgeAnalysesRef analyses = bridge_analyses_create(function);
  for (size_t i = 0; i < calls.count; i++) {
    unsigned factors = count_factors(calls.items[i], followed_row(calls.items[i]));
    FollowedBlock block = {.arena = arena, .analyses = analyses, .call = calls.items[i]};
    Sharing sharing = {.block = &block, .nulls = map_create(arena)};
    if (bridge_loop_of(analyses, LLVMGetInstructionParent(block.call)) && followed_block(&block) &&
        comparisons_can_be_told(&block))
      sharing.loop = loop_to_share_in(&block, factors);
    if (!sharing.loop)
      continue;
    sharing.builder = LLVMCreateBuilderInContext(LLVMGetTypeContext(LLVMTypeOf(block.call)));
    share(&sharing, factors);
    LLVMDisposeBuilder(sharing.builder);
    bridge_analyses_invalidate(analyses);
    any = true;
  }
  bridge_analyses_dispose(analyses);
  return any;
}
