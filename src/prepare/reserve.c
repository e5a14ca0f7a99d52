/* Vectors that a loop fills have their memory before it begins, as if the program had called
 * reserve().
 *
 * `std::vector<double> v; for (i…) v.push_back(f(i));` asks each time whether there is room, and
 * takes a larger block where there is none: the reverse sweep then needs to know of every element
 * where it went, and has all the blocks. Where it is known before the loop how often it runs, the
 * first block is as large as all that comes needs, and the question is not asked any more:
 *
 *   begin, end, capacity = phi [null], …       begin = new(trips * size)
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
 * iteration, and nothing but an exception leaves the loop early, so that no more memory is taken
 * than the vector would have. The program asks neither how much room there is nor whether the
 * elements have moved.
 *
 * Requires: simplified loops. Invalidates: the control flow, where it returns true. */
#include "reserve.h"
#include <string.h>

static bool is_header_phi(const Growth *growth, LLVMValueRef value) {
  return LLVMIsAPHINode(value) && LLVMGetInstructionParent(value) == growth->header;
}

/* The pointer that the value is `offset` bytes behind, where the vector does not grow. */
static LLVMValueRef around_growth(const Growth *growth, LLVMValueRef value, int64_t *offset) {
  enum { MOST_STEPS = 16 };
  *offset = 0;
  for (unsigned steps = 0; steps < MOST_STEPS; steps++) {
    int64_t displacement;
    value = bridge_without_offset(growth->layout, value, &displacement);
    *offset += displacement;
    if (!LLVMIsAPHINode(value) || is_header_phi(growth, value))
      return value;
    LLVMValueRef before = NULL;
    for (unsigned i = 0; i < LLVMCountIncoming(value); i++) {
      if (growth_grows(growth, LLVMGetIncomingBlock(value, i)))
        continue;
      if (before && before != LLVMGetIncomingValue(value, i))
        return NULL;
      before = LLVMGetIncomingValue(value, i);
    }
    if (!before)
      return NULL;
    value = before;
  }
  return NULL;
}

static LLVMValueRef next_of(const Growth *growth, LLVMValueRef phi) {
  return LLVMGetIncomingValue(phi, LLVMGetIncomingBlock(phi, 1) == growth->latch);
}

static LLVMValueRef first_of(const Growth *growth, LLVMValueRef phi) {
  return LLVMGetIncomingValue(phi, LLVMGetIncomingBlock(phi, 1) != growth->latch);
}

/* A pointer of the vector, which advances by `step` bytes. */
static bool advances(const Growth *growth, LLVMValueRef phi, uint64_t *step) {
  int64_t offset;
  if (!is_header_phi(growth, phi) || LLVMCountIncoming(phi) != 2 ||
      around_growth(growth, next_of(growth, phi), &offset) != phi || offset < 0)
    return false;
  *step = (uint64_t)offset;
  return true;
}

/* ---- what grows the vector ---- */

static LLVMValueRef root_of(LLVMValueRef pointer) {
  while (LLVMIsAGetElementPtrInst(pointer))
    pointer = LLVMGetOperand(pointer, 0);
  return pointer;
}

static bool is_call_of(LLVMValueRef call, const char *prefix) {
  LLVMValueRef callee = LLVMIsACallInst(call) ? call_direct_callee(call) : NULL;
  return callee && !strncmp(LLVMGetValueName2(callee, &(size_t){0}), prefix, strlen(prefix));
}

static const LibraryFunction *row_of(LLVMValueRef call) {
  LLVMValueRef callee = LLVMIsACallInst(call) ? call_direct_callee(call) : NULL;
  return callee && LLVMIsDeclaration(callee) ? library_function(callee) : NULL;
}

/* By an operator of C++ that throws where there is no memory, and aligns as any. */
static bool is_allocation(LLVMValueRef value) {
  const LibraryFunction *row = row_of(value);
  return row && row->kind == LIBFN_MALLOC && !library_gives_block_of_c(row) &&
         call_argument_count(value) == 1;
}

/* By the operator that goes with it, perhaps with the block's size. */
static bool is_release(const Growth *growth, LLVMValueRef value) {
  const LibraryFunction *row = row_of(value);
  if (!row || row->kind != LIBFN_FREE)
    return false;
  const char *form = row->release ? row->release : row->name;
  return !strcmp(form, row_of(growth->allocation)->release);
}

static bool may_grow_by(Growth *growth, LLVMValueRef instruction) {
  static const char *const harmless[] = {"llvm.umax.", "llvm.umin.",  "llvm.smax.",
                                         "llvm.smin.", "llvm.assume", "llvm.lifetime.",
                                         "llvm.dbg."};
  if (LLVMIsAStoreInst(instruction))
    return !LLVMGetVolatile(instruction) &&
           root_of(LLVMGetOperand(instruction, 1)) == growth->allocation;
  if (!LLVMIsACallInst(instruction))
    return !LLVMIsAInvokeInst(instruction) && !LLVMIsAAtomicRMWInst(instruction) &&
           !LLVMIsAAtomicCmpXchgInst(instruction) && !LLVMIsAFenceInst(instruction);
  for (size_t i = 0; i < sizeof harmless / sizeof *harmless; i++)
    if (is_call_of(instruction, harmless[i]))
      return true;
  if (is_call_of(instruction, "llvm.memcpy.") || is_call_of(instruction, "llvm.memmove."))
    return root_of(LLVMGetOperand(instruction, 0)) == growth->allocation;
  if (is_release(growth, instruction)) {
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
        if (is_allocation(call)) {
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

/* Does the comparison ask for room to push an element, and nothing else? */
static bool asks_for_room(const Growth *growth, LLVMValueRef test) {
  LLVMValueRef branch = LLVMGetFirstUse(test) ? LLVMGetUser(LLVMGetFirstUse(test)) : NULL;
  if (!branch || LLVMGetNextUse(LLVMGetFirstUse(test)) || !LLVMIsABranchInst(branch) ||
      LLVMGetICmpPredicate(test) > LLVMIntNE)
    return false;
  if (branch == growth->branch)
    return true;
  LLVMBasicBlockRef grows =
      LLVMGetSuccessor(branch, LLVMGetICmpPredicate(test) == LLVMIntEQ ? 0 : 1);
  FOR_EACH_BLOCK (block, LLVMGetBasicBlockParent(grows))
    if (block_has_one_predecessor(grows) && bridge_block_dominates(growth->analyses, grows, block))
      FOR_EACH_INSTRUCTION (call, block)
        if (is_allocation(call))
          return true;
  return false;
}

/* Does the program compute with how much room the vector has? That is another number now. */
static bool is_room_unseen(const Growth *growth, LLVMValueRef value, unsigned depth) {
  enum { FAR = 8 };
  for (LLVMUseRef use = LLVMGetFirstUse(value); use; use = LLVMGetNextUse(use)) {
    LLVMValueRef user = LLVMGetUser(use);
    if (growth_grows(growth, LLVMGetInstructionParent(user)) || user == growth->capacity ||
        LLVMIsAStoreInst(user) || is_release(growth, user) ||
        (LLVMIsAICmpInst(user) && asks_for_room(growth, user)))
      continue;
    bool moved = LLVMIsAPHINode(user) || LLVMIsAPtrToIntInst(user) ||
                 (LLVMIsABinaryOperator(user) && LLVMGetInstructionOpcode(user) == LLVMSub);
    if (!moved || depth == FAR || !is_room_unseen(growth, user, depth + 1))
      return false;
  }
  return true;
}

/* Does a call neither keep a pointer that it is given nor look at where it points to? */
static bool forgets(LLVMValueRef call, LLVMValueRef pointer) {
  static const char name[] = "captures";
  unsigned kind = LLVMGetEnumAttributeKindForName(name, sizeof name - 1);
  LLVMValueRef callee = call_direct_callee(call);
  for (unsigned i = 0; i < call_argument_count(call); i++) {
    LLVMAttributeRef captures = LLVMGetCallSiteEnumAttribute(call, i + 1, kind);
    if (!captures && callee)
      captures = LLVMGetEnumAttributeAtIndex(callee, i + 1, kind);
    if (LLVMGetOperand(call, i) == pointer &&
        (!captures || LLVMGetEnumAttributeValue(captures) != 0))
      return false;
  }
  return true;
}

/* Does the loop see when the vector gets another block? It may compare the pointers to its elements
 * with each other, but with nothing else, nor those from before a push with those behind it, and
 * keep none. */
static bool is_move_unseen(const Growth *growth, LLVMValueRef value, unsigned depth) {
  enum { FAR = 8 };
  for (LLVMUseRef use = LLVMGetFirstUse(value); use; use = LLVMGetNextUse(use)) {
    LLVMValueRef user = LLVMGetUser(use);
    if (!bridge_loop_contains(growth->loop, LLVMGetInstructionParent(user)) ||
        growth_grows(growth, LLVMGetInstructionParent(user)) || user == growth->begin ||
        user == growth->end || user == LLVMGetCondition(growth->branch))
      continue;
    if (LLVMIsAICmpInst(user)) {
      int64_t offset;
      LLVMValueRef other = LLVMGetOperand(user, LLVMGetOperand(user, 0) == value);
      LLVMValueRef root = around_growth(growth, other, &offset);
      bool moves_between =
          is_header_phi(growth, root_of(value)) != is_header_phi(growth, root_of(other));
      if ((root != growth->begin && root != growth->end) || moves_between)
        return false;
    } else if (LLVMIsAPHINode(user) || LLVMIsAGetElementPtrInst(user)) {
      if (is_header_phi(growth, user) || depth == FAR || !is_move_unseen(growth, user, depth + 1))
        return false;
    } else if (LLVMIsAPtrToIntInst(user)) {
      for (LLVMUseRef next = LLVMGetFirstUse(user); next; next = LLVMGetNextUse(next))
        if (LLVMGetInstructionOpcode(LLVMGetUser(next)) != LLVMSub)
          return false;
    } else if ((LLVMIsAStoreInst(user) && LLVMGetOperand(user, 0) == value) ||
               (LLVMIsACallInst(user) && !forgets(user, value)))
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

/* The blocks of which one is the vector's when the loop begins; false where that is not seen. */
static bool find_blocks(const Growth *growth, Pointers *blocks) {
  Pointers phis = {.all = true};
  add_pointer(&phis, first_of(growth, growth->begin));
  for (unsigned i = 0; i < phis.count; i++) {
    LLVMValueRef from = phis.items[i];
    if (LLVMIsAPHINode(from) && !bridge_loop_contains(growth->loop, LLVMGetInstructionParent(from)))
      for (unsigned k = 0; k < LLVMCountIncoming(from); k++)
        add_pointer(&phis, LLVMGetIncomingValue(from, k));
    else if (is_allocation(from) && row_of(from) == row_of(growth->allocation))
      add_pointer(blocks, from);
    else if (!LLVMIsAConstantPointerNull(from))
      return false;
  }
  return phis.all && blocks->all;
}

static bool is_phi_of_vector(const Growth *growth, LLVMValueRef user) {
  return user == growth->begin || user == growth->end || user == growth->capacity;
}

/* Does the use leave the block to the vector alone while the loop runs? */
static bool leaves_alone(const Growth *growth, Pointers *pointers, LLVMValueRef user,
                         LLVMValueRef pointer) {
  static const char *const fine[] = {"llvm.memcpy.", "llvm.memmove.", "llvm.memset.",
                                     "llvm.lifetime.", "llvm.assume"};
  if (is_phi_of_vector(growth, user))
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
  return is_release(growth, user) || LLVMIsALoadInst(user) || LLVMIsAICmpInst(user) ||
         LLVMIsAPtrToIntInst(user) ||
         (LLVMIsAStoreInst(user) && LLVMGetOperand(user, 0) != pointer);
}

static bool owns_its_block(const Growth *growth) {
  Pointers pointers = {.all = true};
  if (!growth->release || !find_blocks(growth, &pointers))
    return false;
  for (unsigned i = 0; i < pointers.count; i++)
    for (LLVMUseRef use = LLVMGetFirstUse(pointers.items[i]); use; use = LLVMGetNextUse(use))
      if (!leaves_alone(growth, &pointers, LLVMGetUser(use), pointers.items[i]))
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
    LLVMValueRef next = next_of(growth, phi);
    for (unsigned i = 0; LLVMIsAPHINode(next) && i < LLVMCountIncoming(next); i++)
      if (LLVMGetIncomingValue(next, i) == growth->allocation) {
        growth->begin = phi;
        return true;
      }
  }
  return false;
}

/* Where the loop is left, but for exceptions; NULL if that is in several places, or not certain to
 * be asked each time. */
static LLVMBasicBlockRef find_exit(const Growth *growth) {
  enum { MOST_EXITS = 16 };
  LLVMBasicBlockRef exiting[MOST_EXITS], found = NULL;
  size_t count = bridge_loop_exiting_blocks(growth->loop, exiting, MOST_EXITS);
  for (size_t i = 0; i < count && count <= MOST_EXITS; i++) {
    LLVMValueRef last = LLVMGetBasicBlockTerminator(exiting[i]);
    bool leaves = !block_ends_program(exiting[i]) && !growth_grows(growth, exiting[i]),
         goes_on = false;
    for (unsigned k = 0; leaves && k < LLVMGetNumSuccessors(last); k++) {
      LLVMBasicBlockRef to = LLVMGetSuccessor(last, k);
      goes_on = goes_on || (!bridge_loop_contains(growth->loop, to) && !block_ends_program(to));
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

/* The bytes of what is pushed. No vector can have 2^44 elements: a block for so many is refused, as
 * the vector would be. */
static LLVMValueRef bytes_to_come(const Growth *growth, LLVMBuilderRef builder, LLVMValueRef count,
                                  LLVMBasicBlockRef exit) {
  enum { MOST_TRIPS_LOG2 = 44 };
  LLVMTypeRef i64 = LLVMTypeOf(count);
  LLVMValueRef most = LLVMConstInt(i64, (uint64_t)1 << MOST_TRIPS_LOG2, false);
  LLVMValueRef few = LLVMBuildICmp(builder, LLVMIntULT, count, most, "");
  LLVMValueRef trips = LLVMBuildSelect(builder, few, count, most, "");
  /* Where the loop is left before the push there is none in the last iteration. */
  if (!bridge_block_dominates(growth->analyses, exit, LLVMGetInstructionParent(growth->branch)))
    trips = LLVMBuildAdd(builder, trips, LLVMConstInt(i64, 1, false), "");
  return LLVMBuildNUWMul(builder, trips, LLVMConstInt(i64, growth->size, false), "");
}

static LLVMValueRef distance(LLVMBuilderRef builder, LLVMValueRef from, LLVMValueRef to) {
  LLVMTypeRef i64 = LLVMInt64TypeInContext(LLVMGetTypeContext(LLVMTypeOf(from)));
  return LLVMBuildSub(builder, LLVMBuildPtrToInt(builder, to, i64, ""),
                      LLVMBuildPtrToInt(builder, from, i64, ""), "");
}

/* A block of its own for the vector, with room for so many bytes behind its first `filled`. */
static Vector build_block(const Growth *growth, LLVMBuilderRef builder, LLVMValueRef filled,
                          LLVMValueRef bytes) {
  LLVMTypeRef i8 = LLVMInt8TypeInContext(LLVMGetTypeContext(LLVMTypeOf(bytes)));
  LLVMValueRef all = LLVMBuildAdd(builder, filled, bytes, "");
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

/* The vector moves, before the loop, if there is too little room in its block. */
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
  LLVMValueRef filled = distance(builder, old.begin, old.end);
  Vector moved = build_block(growth, builder, filled, bytes);
  LLVMBuildMemCpy(builder, moved.begin, 1, old.begin, 1, filled);
  LLVMValueRef release = LLVMInstructionClone(growth->release);
  LLVMSetOperand(release, 0, old.begin);
  if (call_argument_count(release) > 1 &&
      LLVMGetTypeKind(LLVMTypeOf(LLVMGetOperand(release, 1))) == LLVMIntegerTypeKind)
    LLVMSetOperand(release, 1, distance(builder, old.begin, old.capacity));
  LLVMInsertIntoBuilder(builder, release);
  LLVMBuildBr(builder, after);
  LLVMPositionBuilderBefore(builder, LLVMGetFirstInstruction(after));
  return (Vector){build_choice(builder, old.begin, before, moved.begin, moves),
                  build_choice(builder, old.end, before, moved.end, moves),
                  build_choice(builder, old.capacity, before, moved.capacity, moves)};
}

static bool reserve(Growth *growth) {
  LLVMBasicBlockRef exit = find_exit(growth);
  LLVMBasicBlockRef before = bridge_loop_preheader(growth->loop);
  LLVMValueRef at = before ? LLVMGetBasicBlockTerminator(before) : NULL;
  if (!exit || !at || !is_room_unseen(growth, growth->capacity, 0) ||
      !is_move_unseen(growth, growth->begin, 0) || !is_move_unseen(growth, growth->end, 0) ||
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
  Vector vector = owns_nothing(growth)
                      ? build_block(growth, builder, LLVMConstNull(LLVMTypeOf(bytes)), bytes)
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

bool prepare_reserve(LLVMValueRef function) {
  LLVMTargetDataRef layout = LLVMGetModuleDataLayout(LLVMGetGlobalParent(function));
  BridgeAnalysesRef analyses = bridge_analyses_create(function);
  bool changed = false;
  FOR_EACH_BLOCK (block, function) {
    BridgeLoopRef loop = bridge_loop_of(analyses, block);
    if (!loop || !bridge_loop_latch(loop))
      continue;
    Growth growth = {.analyses = analyses,
                     .layout = layout,
                     .loop = loop,
                     .header = bridge_loop_header(loop),
                     .latch = bridge_loop_latch(loop)};
    if (find_growth(&growth, block) && reserve(&growth)) {
      changed = true;
      bridge_analyses_invalidate(analyses);
    }
  }
  bridge_analyses_dispose(analyses);
  return changed;
}
