/* Vectors that a loop fills have their memory before it begins, as if the program had called
 * reserve().
 *
 * `std::vector<double> v; for (i…) v.push_back(f(i));` asks each time whether there is room, and
 * takes a larger block where there is none: the reverse sweep then needs to know of every element
 * where it went, and has all the blocks. Where it is known before the loop how often it runs, the
 * first block is the one that the vector would have in the end (reserve_room.c), and the question
 * is not asked any more:
 *
 *   begin, end, capacity = phi [null], …       begin = new(room for trips * size)
 *   if (end == capacity)                  ->   end = phi [begin], [end + size]
 *     begin, end, capacity = grown             *end = x
 *   *end = x
 *
 * A vector that owns a block already gets a larger one before the loop if there is too little room
 * in it (after a reserve() there is not). It must be seen where the block comes from, and that
 * nobody but the vector looks into it meanwhile, who might in the first iterations.
 *
 * What grows the vector may do that and nothing else: it takes a block, moves the elements, puts
 * the new one behind them, gives the old block back, or throws. An element is pushed in each
 * iteration, and nothing leaves the loop early but an exception that ends the function, which gives
 * the vector back. The program asks neither how much room there is nor whether the elements have
 * moved (reserve_seen.c).
 *
 * Requires: simplified loops. Invalidates: the control flow, where it returns true. */
#include "reserve.h"
#include <string.h>

static LLVMValueRef first_of(const Growth *growth, LLVMValueRef phi) {
  return LLVMGetIncomingValue(phi, LLVMGetIncomingBlock(phi, 1) != growth->latch);
}

/* A pointer of the vector, which advances by `step` bytes. */
static bool advances(const Growth *growth, LLVMValueRef phi, uint64_t *step) {
  int64_t offset;
  if (!growth_is_header_phi(growth, phi) || LLVMCountIncoming(phi) != 2 ||
      growth_around(growth, growth_next_of(growth, phi), &offset) != phi || offset < 0)
    return false;
  *step = (uint64_t)offset;
  return true;
}

/* ---- what grows the vector ---- */

static bool is_call_of(LLVMValueRef call, const char *prefix) {
  LLVMValueRef callee = LLVMIsACallInst(call) ? call_direct_callee(call) : NULL;
  return callee && !strncmp(LLVMGetValueName2(callee, &(size_t){0}), prefix, strlen(prefix));
}

static const LibraryFunction *row_of(LLVMValueRef call) {
  LLVMValueRef callee = LLVMIsACallInst(call) ? call_direct_callee(call) : NULL;
  return callee && LLVMIsDeclaration(callee) ? library_function(callee) : NULL;
}

/* By an operator of C++ that throws where there is no memory, and aligns as any. */
bool growth_is_allocation(LLVMValueRef value) {
  const LibraryFunction *row = row_of(value);
  return row && row->kind == LIBFN_MALLOC && !library_gives_block_of_c(row) &&
         call_argument_count(value) == 1;
}

/* By the operator that goes with it, perhaps with the block's size. */
bool growth_is_release(const Growth *growth, LLVMValueRef value) {
  const LibraryFunction *row = row_of(value);
  if (!row || row->kind != LIBFN_FREE)
    return false;
  const char *form = row->release ? row->release : row->name;
  return !strcmp(form, row_of(growth->allocation)->release);
}

static bool may_grow_by(Growth *growth, LLVMValueRef instruction) {
  static const char *const harmless[] = {"llvm.assume", "llvm.lifetime.", "llvm.dbg."};
  if (LLVMIsAStoreInst(instruction))
    return !LLVMGetVolatile(instruction) &&
           growth_root_of(LLVMGetOperand(instruction, 1)) == growth->allocation;
  if (!LLVMIsACallInst(instruction))
    return !LLVMIsAInvokeInst(instruction) && !LLVMIsAAtomicRMWInst(instruction) &&
           !LLVMIsAAtomicCmpXchgInst(instruction) && !LLVMIsAFenceInst(instruction);
  if (growth_is_extreme(instruction))
    return true;
  for (size_t i = 0; i < sizeof harmless / sizeof *harmless; i++)
    if (is_call_of(instruction, harmless[i]))
      return true;
  if (is_call_of(instruction, "llvm.memcpy.") || is_call_of(instruction, "llvm.memmove."))
    return growth_root_of(LLVMGetOperand(instruction, 0)) == growth->allocation;
  if (growth_is_release(growth, instruction)) {
    bool one = !growth->release && LLVMGetOperand(instruction, 0) == growth->begin;
    growth->release = instruction;
    return one;
  }
  return instruction == growth->allocation;
}

/* The one block that is taken, found before all else is judged by it. */
static bool find_allocation(Growth *growth) {
  LLVMValueRef function = LLVMGetBasicBlockParent(growth->grows);
  FOR_EACH_BLOCK (block, function)
    if (growth_grows(growth, block))
      FOR_EACH_INSTRUCTION (call, block)
        if (growth_is_allocation(call)) {
          if (growth->allocation)
            return false;
          growth->allocation = call;
        }
  return growth->allocation != NULL;
}

static bool only_grows(Growth *growth) {
  LLVMValueRef function = LLVMGetBasicBlockParent(growth->grows);
  FOR_EACH_BLOCK (block, function) {
    if (!growth_grows(growth, block) || !bridge_loop_contains(growth->loop, block) ||
        block_ends_program(block))
      continue;
    LLVMValueRef last = LLVMGetBasicBlockTerminator(block);
    for (unsigned i = 0; i < LLVMGetNumSuccessors(last); i++)
      if (!bridge_loop_contains(growth->loop, LLVMGetSuccessor(last, i)) &&
          !block_ends_program(LLVMGetSuccessor(last, i)))
        return false;
    if (bridge_loop_of(growth->analyses, block) != growth->loop)
      return false;
    FOR_EACH_INSTRUCTION (instruction, block)
      if (!may_grow_by(growth, instruction))
        return false;
  }
  return true;
}

/* ---- the block that the vector has before ---- */

static bool owns_nothing(const Growth *growth) {
  return LLVMIsAConstantPointerNull(first_of(growth, growth->begin)) &&
         LLVMIsAConstantPointerNull(first_of(growth, growth->end)) &&
         LLVMIsAConstantPointerNull(first_of(growth, growth->capacity));
}

enum { MOST_POINTERS = 64 };
typedef struct {
  LLVMValueRef items[MOST_POINTERS];
  unsigned count;
  bool all;
} Pointers;

static void add_pointer(Pointers *pointers, LLVMValueRef pointer) {
  for (unsigned i = 0; i < pointers->count; i++)
    if (pointers->items[i] == pointer)
      return;
  if (pointers->count < MOST_POINTERS)
    pointers->items[pointers->count++] = pointer;
  else
    pointers->all = false;
}

/* The blocks of which one is the vector's when the loop begins, and the phis through which it gets
 * there among `sources`; false where that is not seen. */
static bool find_blocks(const Growth *growth, Pointers *blocks, Pointers *sources) {
  add_pointer(sources, first_of(growth, growth->begin));
  for (unsigned i = 0; i < sources->count; i++) {
    LLVMValueRef from = sources->items[i];
    if (LLVMIsAPHINode(from) && !bridge_loop_contains(growth->loop, LLVMGetInstructionParent(from)))
      for (unsigned k = 0; k < LLVMCountIncoming(from); k++)
        add_pointer(sources, LLVMGetIncomingValue(from, k));
    else if (growth_is_allocation(from) && row_of(from) == row_of(growth->allocation))
      add_pointer(blocks, from);
    else if (!LLVMIsAConstantPointerNull(from))
      return false;
  }
  return sources->all && blocks->all;
}

/* Has the phi a block of an iteration before this one of a loop around? Each of its iterations
 * makes the vector's block anew then, and the vector gets it within the iteration. */
static bool is_of_earlier(const Growth *growth, const Pointers *sources, LLVMValueRef phi) {
  LLVMBasicBlockRef header = LLVMGetInstructionParent(phi);
  BridgeLoopRef around = bridge_loop_parent(growth->loop);
  while (around && bridge_loop_header(around) != header)
    around = bridge_loop_parent(around);
  for (unsigned i = 0; around && i < sources->count; i++) {
    LLVMValueRef source = sources->items[i];
    if (LLVMIsAInstruction(source) &&
        (LLVMGetInstructionParent(source) == header ||
         !bridge_loop_contains(around, LLVMGetInstructionParent(source))))
      return false;
  }
  return around != NULL;
}

static bool is_phi_of_vector(const Growth *growth, LLVMValueRef user) {
  return user == growth->begin || user == growth->end || user == growth->capacity;
}

/* Does the use leave the block to the vector alone while the loop runs? */
static bool leaves_alone(const Growth *growth, const Pointers *sources, Pointers *pointers,
                         LLVMValueRef user, LLVMValueRef pointer) {
  static const char *const fine[] = {"llvm.memcpy.", "llvm.memmove.", "llvm.memset.",
                                     "llvm.lifetime.", "llvm.assume"};
  if (is_phi_of_vector(growth, user) ||
      (LLVMIsAPHINode(user) && is_of_earlier(growth, sources, user)))
    return true;
  if (bridge_loop_contains(growth->loop, LLVMGetInstructionParent(user)))
    return false;
  if (LLVMIsAGetElementPtrInst(user) || LLVMIsAPHINode(user)) {
    add_pointer(pointers, user);
    return true;
  }
  for (size_t i = 0; i < sizeof fine / sizeof *fine; i++)
    if (is_call_of(user, fine[i]))
      return true;
  return growth_is_release(growth, user) || LLVMIsALoadInst(user) || LLVMIsAICmpInst(user) ||
         LLVMIsAPtrToIntInst(user) ||
         (LLVMIsAStoreInst(user) && LLVMGetOperand(user, 0) != pointer);
}

static bool owns_its_block(const Growth *growth) {
  Pointers pointers = {.all = true}, sources = {.all = true};
  if (!growth->release || !find_blocks(growth, &pointers, &sources))
    return false;
  for (unsigned i = 0; i < pointers.count; i++)
    for (LLVMUseRef use = LLVMGetFirstUse(pointers.items[i]); use; use = LLVMGetNextUse(use))
      if (!leaves_alone(growth, &sources, &pointers, LLVMGetUser(use), pointers.items[i]))
        return false;
  return pointers.all;
}

/* ---- the loop around ---- */

/* The phi that has the new block where the vector has grown, and else stays what it is. */
static bool find_begin(Growth *growth) {
  for (LLVMValueRef phi = LLVMGetFirstInstruction(growth->header); phi && LLVMIsAPHINode(phi);
       phi = LLVMGetNextInstruction(phi)) {
    uint64_t step;
    if (phi == growth->end || phi == growth->capacity ||
        LLVMGetTypeKind(LLVMTypeOf(phi)) != LLVMPointerTypeKind || !advances(growth, phi, &step) ||
        step != 0)
      continue;
    LLVMValueRef next = growth_next_of(growth, phi);
    for (unsigned i = 0; LLVMIsAPHINode(next) && i < LLVMCountIncoming(next); i++)
      if (LLVMGetIncomingValue(next, i) == growth->allocation) {
        growth->begin = phi;
        return true;
      }
  }
  return false;
}

/* Where the loop is left, but for exceptions that end the function; NULL if that is in several
 * places, or not certain to be asked each time. */
static LLVMBasicBlockRef find_exit(const Growth *growth) {
  enum { MOST_EXITS = 16 };
  LLVMBasicBlockRef exiting[MOST_EXITS], found = NULL;
  size_t count = bridge_loop_exiting_blocks(growth->loop, exiting, MOST_EXITS);
  for (size_t i = 0; i < count && count <= MOST_EXITS; i++) {
    LLVMValueRef last = LLVMGetBasicBlockTerminator(exiting[i]);
    bool leaves = !growth_grows(growth, exiting[i]), goes_on = false;
    for (unsigned k = 0; leaves && k < LLVMGetNumSuccessors(last); k++) {
      LLVMBasicBlockRef to = LLVMGetSuccessor(last, k);
      goes_on =
          goes_on || (!bridge_loop_contains(growth->loop, to) && map_has(growth->returning, to));
    }
    if (!goes_on)
      continue;
    if (found || !bridge_block_dominates(growth->analyses, exiting[i], growth->latch))
      return NULL;
    found = exiting[i];
  }
  return count <= MOST_EXITS ? found : NULL;
}

static bool find_growth(Growth *growth, LLVMBasicBlockRef block) {
  LLVMValueRef branch = LLVMGetBasicBlockTerminator(block);
  LLVMValueRef test =
      LLVMIsABranchInst(branch) && LLVMIsConditional(branch) ? LLVMGetCondition(branch) : NULL;
  if (!test || !LLVMIsAICmpInst(test) || LLVMGetICmpPredicate(test) > LLVMIntNE)
    return false;
  growth->branch = branch;
  growth->grows = LLVMGetSuccessor(branch, LLVMGetICmpPredicate(test) == LLVMIntEQ ? 0 : 1);
  if (!block_has_one_predecessor(growth->grows) ||
      !bridge_block_dominates(growth->analyses, block, growth->latch))
    return false;
  for (unsigned i = 0; i < 2; i++) {
    uint64_t none;
    growth->end = LLVMGetOperand(test, i);
    growth->capacity = LLVMGetOperand(test, 1 - i);
    if (advances(growth, growth->end, &growth->size) && growth->size > 0 &&
        advances(growth, growth->capacity, &none) && none == 0)
      return find_allocation(growth) && find_begin(growth) && only_grows(growth);
  }
  return false;
}

/* ---- the block that it has instead ---- */

typedef struct {
  LLVMValueRef begin, end, capacity;
} Vector;

/* A value of the phi from before the loop. */
static void set_first(const Growth *growth, LLVMValueRef phi, LLVMValueRef value) {
  LLVMValueRef values[2];
  LLVMBasicBlockRef blocks[2];
  for (unsigned i = 0; i < 2; i++) {
    blocks[i] = LLVMGetIncomingBlock(phi, i);
    values[i] = blocks[i] == growth->latch ? LLVMGetIncomingValue(phi, i) : value;
  }
  LLVMBuilderRef builder = LLVMCreateBuilderInContext(LLVMGetTypeContext(LLVMTypeOf(phi)));
  LLVMPositionBuilderBefore(builder, phi);
  LLVMValueRef renewed = LLVMBuildPhi(builder, LLVMTypeOf(phi), "");
  LLVMAddIncoming(renewed, values, blocks, 2);
  LLVMReplaceAllUsesWith(phi, renewed);
  LLVMInstructionEraseFromParent(phi);
  LLVMDisposeBuilder(builder);
}

static bool pushes_in_last_iteration(const Growth *growth, LLVMBasicBlockRef exit) {
  return !bridge_block_dominates(growth->analyses, exit, LLVMGetInstructionParent(growth->branch));
}

/* The bytes of what is pushed. No vector can have 2^44 elements: a block for so many is refused, as
 * the vector would be. */
static LLVMValueRef bytes_to_come(const Growth *growth, LLVMBuilderRef builder, LLVMValueRef count,
                                  LLVMBasicBlockRef exit) {
  enum { MOST_TRIPS_LOG2 = 44 };
  LLVMTypeRef i64 = LLVMTypeOf(count);
  LLVMValueRef most = LLVMConstInt(i64, (uint64_t)1 << MOST_TRIPS_LOG2, false);
  LLVMValueRef few = LLVMBuildICmp(builder, LLVMIntULT, count, most, "");
  LLVMValueRef trips = LLVMBuildSelect(builder, few, count, most, "");
  if (pushes_in_last_iteration(growth, exit))
    trips = LLVMBuildAdd(builder, trips, LLVMConstInt(i64, 1, false), "");
  return LLVMBuildNUWMul(builder, trips, LLVMConstInt(i64, growth->size, false), "");
}

static LLVMValueRef distance(LLVMBuilderRef builder, LLVMValueRef from, LLVMValueRef to) {
  LLVMTypeRef i64 = LLVMInt64TypeInContext(LLVMGetTypeContext(LLVMTypeOf(from)));
  return LLVMBuildSub(builder, LLVMBuildPtrToInt(builder, to, i64, ""),
                      LLVMBuildPtrToInt(builder, from, i64, ""), "");
}

/* The vector's block as the plain program leaves it, with room for so many bytes behind those that
 * are filled, which are all of `had` at most. */
static Vector build_block(const Growth *growth, LLVMBuilderRef builder, LLVMValueRef at,
                          LLVMValueRef had, LLVMValueRef filled, LLVMValueRef bytes) {
  LLVMTypeRef i8 = LLVMInt8TypeInContext(LLVMGetTypeContext(LLVMTypeOf(bytes)));
  LLVMValueRef all = LLVMBuildAdd(builder, filled, bytes, "");
  if (growth_is_computed(growth))
    all = growth_room(growth, builder, at, had, all);
  LLVMValueRef block = LLVMInstructionClone(growth->allocation);
  LLVMSetOperand(block, 0, all);
  LLVMInsertIntoBuilderWithName(builder, block, "reserved");
  return (Vector){block, LLVMBuildInBoundsGEP2(builder, i8, block, &filled, 1, ""),
                  LLVMBuildInBoundsGEP2(builder, i8, block, &all, 1, "")};
}

static LLVMValueRef build_choice(LLVMBuilderRef builder, LLVMValueRef a, LLVMBasicBlockRef from_a,
                                 LLVMValueRef b, LLVMBasicBlockRef from_b) {
  LLVMValueRef phi = LLVMBuildPhi(builder, LLVMTypeOf(a), "");
  LLVMValueRef values[] = {a, b};
  LLVMBasicBlockRef blocks[] = {from_a, from_b};
  LLVMAddIncoming(phi, values, blocks, 2);
  return phi;
}

static void move_elements(const Growth *growth, LLVMBuilderRef builder, const Vector *old,
                          LLVMValueRef block, LLVMValueRef filled, LLVMValueRef had) {
  LLVMBuildMemCpy(builder, block, 1, old->begin, 1, filled);
  LLVMValueRef release = LLVMInstructionClone(growth->release);
  LLVMSetOperand(release, 0, old->begin);
  if (call_argument_count(release) > 1 &&
      LLVMGetTypeKind(LLVMTypeOf(LLVMGetOperand(release, 1))) == LLVMIntegerTypeKind)
    LLVMSetOperand(release, 1, had);
  LLVMInsertIntoBuilder(builder, release);
}

/* The vector gets its block, before the loop, if there is too little room in the one it has. */
static Vector build_move(const Growth *growth, LLVMBuilderRef builder, LLVMValueRef bytes,
                         LLVMValueRef at) {
  Vector old = {first_of(growth, growth->begin), first_of(growth, growth->end),
                first_of(growth, growth->capacity)};
  LLVMValueRef room = distance(builder, old.end, old.capacity);
  LLVMValueRef small = LLVMBuildICmp(builder, LLVMIntULT, room, bytes, "");
  LLVMBasicBlockRef before = LLVMGetInstructionParent(at);
  LLVMBasicBlockRef after = bridge_split_block(before, at, "reserved");
  LLVMBasicBlockRef moves =
      LLVMInsertBasicBlockInContext(LLVMGetTypeContext(LLVMTypeOf(bytes)), after, "reserve");
  LLVMValueRef jump = LLVMGetBasicBlockTerminator(before);
  LLVMPositionBuilderBefore(builder, jump);
  LLVMBuildCondBr(builder, small, moves, after);
  LLVMInstructionEraseFromParent(jump);
  LLVMPositionBuilderAtEnd(builder, moves);
  LLVMValueRef end = LLVMBuildBr(builder, after);
  LLVMPositionBuilderBefore(builder, end);
  LLVMValueRef had = distance(builder, old.begin, old.capacity);
  LLVMValueRef filled = distance(builder, old.begin, old.end);
  Vector moved = build_block(growth, builder, end, had, filled, bytes);
  if (!owns_nothing(growth))
    move_elements(growth, builder, &old, moved.begin, filled, had);
  moves = LLVMGetInstructionParent(end);
  LLVMPositionBuilderBefore(builder, LLVMGetFirstInstruction(after));
  return (Vector){build_choice(builder, old.begin, before, moved.begin, moves),
                  build_choice(builder, old.end, before, moved.end, moves),
                  build_choice(builder, old.capacity, before, moved.capacity, moves)};
}

static bool reserve(Growth *growth) {
  LLVMBasicBlockRef exit = find_exit(growth);
  LLVMBasicBlockRef before = bridge_loop_preheader(growth->loop);
  LLVMValueRef at = before ? LLVMGetBasicBlockTerminator(before) : NULL;
  if (!exit || !at || !growth_is_unseen(growth) ||
      !(owns_nothing(growth) || owns_its_block(growth)))
    return false;
  /* A loop that is meant to run so often is left by an exception, long before. */
  enum { FOR_EVER = 1 << 26 };
  LLVMValueRef count = growth_count_pushes(growth, exit, at);
  if (!count || (LLVMIsAConstantInt(count) && LLVMConstIntGetZExtValue(count) > FOR_EVER))
    return false;
  LLVMContextRef context = LLVMGetTypeContext(LLVMTypeOf(count));
  LLVMBuilderRef builder = LLVMCreateBuilderInContext(context);
  LLVMPositionBuilderBefore(builder, at);
  LLVMSetCurrentDebugLocation2(builder, LLVMInstructionGetDebugLoc(growth->allocation));
  LLVMValueRef bytes = bytes_to_come(growth, builder, count, exit);
  LLVMValueRef none = LLVMConstNull(LLVMTypeOf(bytes));
  Vector vector = owns_nothing(growth) && pushes_in_last_iteration(growth, exit)
                      ? build_block(growth, builder, at, none, none, bytes)
                      : build_move(growth, builder, bytes, at);
  bool grows_first = LLVMGetSuccessor(growth->branch, 0) == growth->grows;
  LLVMSetCondition(growth->branch,
                   LLVMConstInt(LLVMInt1TypeInContext(context), !grows_first, false));
  set_first(growth, growth->capacity, vector.capacity);
  set_first(growth, growth->end, vector.end);
  set_first(growth, growth->begin, vector.begin);
  LLVMDisposeBuilder(builder);
  return true;
}

bool prepare_reserve(Arena *arena, LLVMValueRef function) {
  LLVMTargetDataRef layout = LLVMGetModuleDataLayout(LLVMGetGlobalParent(function));
  BridgeAnalysesRef analyses = bridge_analyses_create(function);
  const Map *returning = blocks_that_return(arena, function);
  bool changed = false;
  FOR_EACH_BLOCK (block, function) {
    BridgeLoopRef loop = bridge_loop_of(analyses, block);
    if (!loop || !bridge_loop_latch(loop))
      continue;
    Growth growth = {.analyses = analyses,
                     .layout = layout,
                     .loop = loop,
                     .header = bridge_loop_header(loop),
                     .latch = bridge_loop_latch(loop),
                     .returning = returning};
    if (find_growth(&growth, block) && reserve(&growth)) {
      changed = true;
      bridge_analyses_invalidate(analyses);
    }
  }
  bridge_analyses_dispose(analyses);
  return changed;
}
