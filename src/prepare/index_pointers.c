/* Loops that go from one pointer to another have an index, as if they had been written with one.
 *
 * They count: `p != row + j` says that the loop runs j times, but scalar evolution does not see
 * that 8 j does not overflow, and takes the number of iterations for (8 j - 8) / 8 rounded down,
 * which is no function of j that could be followed through the loops around: nothing is known then
 * of where such a loop reads. Beside each pointer of the loop stands its index from where the loops
 * begin, and the loop goes on by that.
 *
 *   p = phi [row], [p + 8]             i = phi [0], [i + 1]
 *   exit if p + 8 == row + j           exit if i + 1 == j
 *
 * The same holds through what an unroller makes of it, where one loop begins where another ends.
 * And a pointer that a loop moves by the same number of bytes is the one that it begins with and an
 * index: then it is seen which object it leads to.
 *
 * Requires: nothing. Invalidates: nothing; passes drop what has become useless. */
#include "prepare.h"

enum { MOST_TWINS = 64 };

typedef struct {
  BridgeAnalysesRef analyses;
  LLVMTargetDataRef layout;
  LLVMBuilderRef builder;
  LLVMTypeRef index;
  LLVMValueRef base; /* where indices count from */
  uint64_t unit;     /* bytes of one element */
  Map *twins;        /* a pointer -> its index, once it is looked at or built */
  bool exact;        /* no step of a pointer may wrap, even where nothing is read there */
} Twins;

/* A pointer some elements behind another one. */
typedef struct {
  LLVMValueRef from;
  LLVMValueRef count; /* of elements; NULL: `constant` */
  int64_t constant;
  uint64_t unit; /* bytes of an element */
  bool exact;    /* the distance does not wrap */
} Step;

static bool is_number(LLVMValueRef value, int64_t number) {
  return LLVMIsAConstantInt(value) && LLVMConstIntGetSExtValue(value) == number;
}

/* The index in elements, of one in bytes that is such an index times their size. */
static bool in_elements(LLVMValueRef bytes, Step *step) {
  enum { LARGEST_SHIFT = 12 };
  bool shift = LLVMIsABinaryOperator(bytes) && LLVMGetInstructionOpcode(bytes) == LLVMShl;
  bool product = LLVMIsABinaryOperator(bytes) && LLVMGetInstructionOpcode(bytes) == LLVMMul;
  LLVMValueRef factor = shift || product ? LLVMGetOperand(bytes, 1) : NULL;
  if (!factor || !LLVMIsAConstantInt(factor) || (!LLVMGetNUW(bytes) && !LLVMGetNSW(bytes)))
    return false;
  int64_t number = LLVMConstIntGetSExtValue(factor);
  if (number <= 0 || (shift && number > LARGEST_SHIFT))
    return false;
  step->count = LLVMGetOperand(bytes, 0);
  step->exact = true;
  step->unit = shift ? (uint64_t)1 << number : (uint64_t)number;
  return true;
}

static bool read_step(const Twins *twins, LLVMValueRef pointer, Step *step) {
  if (!LLVMIsAGetElementPtrInst(pointer) || LLVMGetNumOperands(pointer) != 2)
    return false;
  LLVMValueRef count = LLVMGetOperand(pointer, 1);
  LLVMGEPNoWrapFlags flags = LLVMGEPGetNoWrapFlags(pointer);
  *step = (Step){.from = LLVMGetOperand(pointer, 0),
                 .count = count,
                 .unit = LLVMABISizeOfType(twins->layout, LLVMGetGEPSourceElementType(pointer)),
                 .exact = (flags & (LLVMGEPFlagInBounds | LLVMGEPFlagNUSW | LLVMGEPFlagNUW)) != 0};
  if (LLVMIsAConstantInt(count)) {
    step->count = NULL;
    step->constant = LLVMConstIntGetSExtValue(count) * (int64_t)step->unit;
    return true;
  }
  return LLVMTypeOf(count) == twins->index &&
         (step->unit != 1 || in_elements(count, step) || step->exact);
}

static bool is_step_by_elements(const Twins *twins, const Step *step) {
  if (step->count)
    return step->unit == twins->unit && step->exact;
  return step->constant % (int64_t)twins->unit == 0 && (step->exact || !twins->exact);
}

/* Pointers that meet above the base, in a loop around it, come from what it was before. */
static bool is_of_this_base(const Twins *twins, LLVMValueRef phi) {
  return !LLVMIsAInstruction(twins->base) ||
         (bridge_dominates(twins->analyses, twins->base, phi) &&
          (!LLVMIsAPHINode(twins->base) ||
           LLVMGetInstructionParent(twins->base) != LLVMGetInstructionParent(phi)));
}

/* Is it the base and a number of elements? A loop cannot step by a constant so often that it would
 * come around. */
static bool has_twin(Twins *twins, LLVMValueRef pointer) {
  Step step;
  if (pointer == twins->base || LLVMIsUndef(pointer) || map_has(twins->twins, pointer))
    return true;
  if (map_count(twins->twins) == MOST_TWINS)
    return false;
  map_set(twins->twins, pointer, NULL);
  if (!LLVMIsAPHINode(pointer))
    return read_step(twins, pointer, &step) && is_step_by_elements(twins, &step) &&
           has_twin(twins, step.from);
  if (!is_of_this_base(twins, pointer))
    return false;
  for (unsigned i = 0; i < LLVMCountIncoming(pointer); i++)
    if (!has_twin(twins, LLVMGetIncomingValue(pointer, i)))
      return false;
  return true;
}

static LLVMValueRef build_twin(Twins *twins, LLVMValueRef pointer);

static LLVMValueRef build_phi(Twins *twins, LLVMValueRef pointer) {
  LLVMPositionBuilderBeforeInstrAndDbgRecords(twins->builder, pointer);
  LLVMValueRef twin = LLVMBuildPhi(twins->builder, twins->index, "index");
  map_set(twins->twins, pointer, twin);
  for (unsigned i = 0; i < LLVMCountIncoming(pointer); i++) {
    LLVMValueRef value = build_twin(twins, LLVMGetIncomingValue(pointer, i));
    LLVMBasicBlockRef from = LLVMGetIncomingBlock(pointer, i);
    LLVMAddIncoming(twin, &value, &from, 1);
  }
  return twin;
}

static LLVMValueRef build_twin(Twins *twins, LLVMValueRef pointer) {
  Step step;
  if (pointer == twins->base)
    return LLVMConstInt(twins->index, 0, false);
  if (LLVMIsUndef(pointer))
    return LLVMIsPoison(pointer) ? LLVMGetPoison(twins->index) : LLVMGetUndef(twins->index);
  LLVMValueRef known = map_get(twins->twins, pointer);
  if (known)
    return known;
  if (LLVMIsAPHINode(pointer))
    return build_phi(twins, pointer);
  read_step(twins, pointer, &step);
  LLVMValueRef from = build_twin(twins, step.from);
  int64_t constant = step.constant / (int64_t)twins->unit;
  LLVMPositionBuilderBefore(twins->builder, pointer);
  LLVMValueRef count =
      step.count ? step.count : LLVMConstInt(twins->index, (uint64_t)constant, true);
  LLVMValueRef twin = LLVMBuildNSWAdd(twins->builder, from, count, "index.next");
  map_set(twins->twins, pointer, twin);
  return twin;
}

/* The same question of indices, which have signs. */
static bool is_counted(LLVMIntPredicate predicate, LLVMIntPredicate *of_indices) {
  switch (predicate) {
  case LLVMIntEQ:
  case LLVMIntNE:
    *of_indices = predicate;
    return true;
  case LLVMIntULT:
  case LLVMIntULE:
  case LLVMIntUGT:
  case LLVMIntUGE:
    *of_indices = predicate - LLVMIntUGT + LLVMIntSGT;
    return true;
  default:
    return false;
  }
}

/* LLVM asks whether few elements are left by (count - 1) modulo what addresses can tell apart. A
 * count is less than that: asked of count - 1, it is the same question. */
static void ask_of_whole(LLVMBuilderRef builder, LLVMValueRef test, LLVMValueRef masked,
                         LLVMValueRef count, uint64_t mask) {
  LLVMIntPredicate predicate = LLVMGetICmpPredicate(test);
  LLVMValueRef limit = LLVMGetOperand(test, 1);
  if (LLVMGetOperand(test, 0) != masked || !LLVMIsAConstantInt(limit) ||
      LLVMConstIntGetZExtValue(limit) >= mask ||
      (predicate != LLVMIntULT && predicate != LLVMIntUGT))
    return;
  LLVMPositionBuilderBefore(builder, test);
  LLVMValueRef less =
      LLVMBuildAdd(builder, count, LLVMConstInt(LLVMTypeOf(count), UINT64_MAX, true), "");
  LLVMReplaceAllUsesWith(test, LLVMBuildICmp(builder, predicate, less, limit, ""));
}

static void unmask_count(const Twins *twins, LLVMValueRef count) {
  enum { WORD = 64 };
  uint64_t mask = UINT64_MAX;
  for (uint64_t unit = twins->unit; unit > 1 && unit % 2 == 0; unit /= 2)
    mask >>= 1;
  if (mask == UINT64_MAX || LLVMGetIntTypeWidth(twins->index) != WORD)
    return;
  for (LLVMUseRef use = LLVMGetFirstUse(count); use; use = LLVMGetNextUse(use)) {
    LLVMValueRef less = LLVMGetUser(use);
    if (!LLVMIsABinaryOperator(less) || LLVMGetInstructionOpcode(less) != LLVMAdd ||
        !LLVMIsAConstantInt(LLVMGetOperand(less, 1)) ||
        (LLVMConstIntGetZExtValue(LLVMGetOperand(less, 1)) & mask) != mask)
      continue;
    for (LLVMUseRef of = LLVMGetFirstUse(less); of; of = LLVMGetNextUse(of)) {
      LLVMValueRef masked = LLVMGetUser(of);
      if (!LLVMIsABinaryOperator(masked) || LLVMGetInstructionOpcode(masked) != LLVMAnd ||
          !is_number(LLVMGetOperand(masked, 1), (int64_t)mask))
        continue;
      for (LLVMUseRef test = LLVMGetFirstUse(masked); test; test = LLVMGetNextUse(test))
        if (LLVMIsAICmpInst(LLVMGetUser(test)))
          ask_of_whole(twins->builder, LLVMGetUser(test), masked, count, mask);
    }
  }
}

static bool count_loop(Arena *arena, BridgeAnalysesRef analyses, LLVMValueRef test, unsigned end) {
  LLVMTypeRef type = LLVMTypeOf(LLVMGetOperand(test, 0));
  LLVMContextRef context = LLVMGetTypeContext(type);
  LLVMTargetDataRef layout = LLVMGetModuleDataLayout(
      LLVMGetGlobalParent(LLVMGetBasicBlockParent(LLVMGetInstructionParent(test))));
  Twins twins = {.analyses = analyses,
                 .layout = layout,
                 .index = LLVMIntPtrTypeInContext(context, layout),
                 .twins = map_create(arena)};
  LLVMIntPredicate predicate;
  Step last;
  if (!is_counted(LLVMGetICmpPredicate(test), &predicate) ||
      !read_step(&twins, LLVMGetOperand(test, end), &last) || !last.count || !last.exact)
    return false;
  twins.base = last.from;
  twins.unit = last.unit;
  twins.exact = predicate != LLVMIntEQ && predicate != LLVMIntNE;
  if (!has_twin(&twins, LLVMGetOperand(test, 0)) || !has_twin(&twins, LLVMGetOperand(test, 1)))
    return false;
  twins.builder = LLVMCreateBuilderInContext(context);
  LLVMValueRef sides[2];
  for (unsigned i = 0; i < 2; i++)
    sides[i] = build_twin(&twins, LLVMGetOperand(test, i));
  LLVMPositionBuilderBefore(twins.builder, test);
  LLVMValueRef counted = LLVMBuildICmp(twins.builder, predicate, sides[0], sides[1], "");
  unmask_count(&twins, last.count);
  LLVMDisposeBuilder(twins.builder);
  LLVMReplaceAllUsesWith(test, counted);
  LLVMInstructionEraseFromParent(test);
  return true;
}

/* ---- a pointer that goes on by the same number of bytes ---- */

/* The bytes by which a header's pointer goes on with each iteration; 0: it does something else. */
static int64_t stride_of(const Twins *twins, LLVMValueRef pointer, LLVMBasicBlockRef latch,
                         bool *in_bounds) {
  LLVMValueRef next = NULL;
  for (unsigned i = 0; i < LLVMCountIncoming(pointer); i++)
    if (LLVMGetIncomingBlock(pointer, i) == latch)
      next = LLVMGetIncomingValue(pointer, i);
  int64_t stride = 0;
  *in_bounds = true;
  Step step;
  for (; next && next != pointer; next = step.from) {
    if (!read_step(twins, next, &step) || step.count)
      return 0;
    stride += step.constant;
    *in_bounds = *in_bounds && LLVMGEPGetNoWrapFlags(next) & LLVMGEPFlagInBounds;
  }
  return next ? stride : 0;
}

/* An index from 0 that the loop has already. */
static LLVMValueRef find_index(const Twins *twins, LLVMBasicBlockRef header,
                               LLVMBasicBlockRef before, int64_t step) {
  for (LLVMValueRef phi = LLVMGetFirstInstruction(header); LLVMIsAPHINode(phi);
       phi = LLVMGetNextInstruction(phi)) {
    if (LLVMTypeOf(phi) != twins->index || LLVMCountIncoming(phi) != 2)
      continue;
    unsigned entered = LLVMGetIncomingBlock(phi, 0) != before;
    LLVMValueRef next = LLVMGetIncomingValue(phi, !entered);
    if (is_number(LLVMGetIncomingValue(phi, entered), 0) && LLVMIsABinaryOperator(next) &&
        LLVMGetInstructionOpcode(next) == LLVMAdd && LLVMGetOperand(next, 0) == phi &&
        is_number(LLVMGetOperand(next, 1), step))
      return phi;
  }
  return NULL;
}

static LLVMValueRef take_index(const Twins *twins, LLVMValueRef pointer, LLVMBasicBlockRef before,
                               LLVMBasicBlockRef latch, int64_t step) {
  LLVMValueRef known = find_index(twins, LLVMGetInstructionParent(pointer), before, step);
  if (known)
    return known;
  LLVMPositionBuilderBeforeInstrAndDbgRecords(twins->builder, pointer);
  LLVMValueRef index = LLVMBuildPhi(twins->builder, twins->index, "index");
  LLVMPositionBuilderBefore(twins->builder, LLVMGetBasicBlockTerminator(latch));
  LLVMValueRef one = LLVMConstInt(twins->index, (uint64_t)step, true);
  LLVMValueRef next = LLVMBuildNSWAdd(twins->builder, index, one, "index.next");
  LLVMValueRef zero = LLVMConstInt(twins->index, 0, false);
  LLVMAddIncoming(index, &zero, &before, 1);
  LLVMAddIncoming(index, &next, &latch, 1);
  return index;
}

static bool index_pointer(const Twins *twins, LLVMValueRef pointer, BridgeLoopRef loop) {
  LLVMBasicBlockRef before = bridge_loop_preheader(loop), latch = bridge_loop_latch(loop);
  LLVMContextRef context = LLVMGetTypeContext(LLVMTypeOf(pointer));
  bool in_bounds;
  int64_t stride = stride_of(twins, pointer, latch, &in_bounds);
  if (stride == 0 || stride == INT64_MIN || LLVMCountIncoming(pointer) != 2)
    return false;
  LLVMValueRef start = LLVMGetIncomingValue(pointer, LLVMGetIncomingBlock(pointer, 0) != before);
  LLVMValueRef index = take_index(twins, pointer, before, latch, stride > 0 ? 1 : -1);
  LLVMTypeRef element =
      LLVMArrayType2(LLVMInt8TypeInContext(context), (uint64_t)(stride > 0 ? stride : -stride));
  LLVMPositionBuilderBefore(twins->builder, build_point_after(pointer));
  LLVMValueRef place = in_bounds
                           ? LLVMBuildInBoundsGEP2(twins->builder, element, start, &index, 1, "")
                           : LLVMBuildGEP2(twins->builder, element, start, &index, 1, "");
  LLVMReplaceAllUsesWith(pointer, place);
  LLVMInstructionEraseFromParent(pointer);
  return true;
}

/* ---- an index that is what another one was ---- */

/* Does the loop go on by what it is? Then it does not wrap around where that is promised. */
static bool is_compared(LLVMValueRef next) {
  for (LLVMUseRef use = LLVMGetFirstUse(next); use; use = LLVMGetNextUse(use)) {
    LLVMValueRef test = LLVMGetUser(use);
    LLVMUseRef asked = LLVMIsAICmpInst(test) ? LLVMGetFirstUse(test) : NULL;
    if (asked && LLVMIsABranchInst(LLVMGetUser(asked)) &&
        LLVMGetInstructionParent(test) == LLVMGetInstructionParent(next))
      return true;
  }
  return false;
}

/* `for (j = 1; j + 1 < n; j++)` has LLVM count j + 1, and take j for what that was an iteration
 * ago: it is that less a step, now. */
static bool lag_behind(LLVMBuilderRef builder, LLVMValueRef index, LLVMBasicBlockRef latch) {
  unsigned back = LLVMCountIncoming(index) == 2 && LLVMGetIncomingBlock(index, 1) == latch;
  LLVMValueRef ahead = LLVMGetIncomingValue(index, back);
  if (LLVMCountIncoming(index) != 2 || LLVMGetIncomingBlock(index, back) != latch ||
      !LLVMIsAPHINode(ahead) || ahead == index || LLVMCountIncoming(ahead) != 2 ||
      LLVMGetInstructionParent(ahead) != LLVMGetInstructionParent(index) ||
      LLVMGetTypeKind(LLVMTypeOf(index)) != LLVMIntegerTypeKind)
    return false;
  unsigned back_ahead = LLVMGetIncomingBlock(ahead, 1) == latch;
  LLVMValueRef next = LLVMGetIncomingValue(ahead, back_ahead);
  LLVMValueRef start = LLVMGetIncomingValue(index, !back);
  LLVMValueRef start_ahead = LLVMGetIncomingValue(ahead, !back_ahead);
  if (!LLVMIsABinaryOperator(next) || LLVMGetInstructionOpcode(next) != LLVMAdd ||
      LLVMGetOperand(next, 0) != ahead || !LLVMIsAConstantInt(LLVMGetOperand(next, 1)))
    return false;
  LLVMValueRef step = LLVMGetOperand(next, 1);
  bool constants = LLVMIsAConstantInt(start) && LLVMIsAConstantInt(start_ahead) &&
                   LLVMConstAdd(start, step) == start_ahead;
  bool sum = LLVMIsABinaryOperator(start_ahead) &&
             LLVMGetInstructionOpcode(start_ahead) == LLVMAdd &&
             LLVMGetOperand(start_ahead, 0) == start && LLVMGetOperand(start_ahead, 1) == step;
  if (!constants && !sum)
    return false;
  if (!is_compared(next)) {
    LLVMSetNUW(next, false);
    LLVMSetNSW(next, false);
  }
  LLVMPositionBuilderBefore(builder, build_point_after(index));
  LLVMValueRef behind = LLVMBuildSub(builder, ahead, step, "index.behind");
  LLVMReplaceAllUsesWith(index, behind);
  LLVMInstructionEraseFromParent(index);
  return true;
}

bool prepare_index_pointers(LLVMValueRef function) {
  LLVMContextRef context = LLVMGetModuleContext(LLVMGetGlobalParent(function));
  LLVMTargetDataRef layout = LLVMGetModuleDataLayout(LLVMGetGlobalParent(function));
  BridgeAnalysesRef analyses = bridge_analyses_create(function);
  Twins twins = {.layout = layout,
                 .builder = LLVMCreateBuilderInContext(context),
                 .index = LLVMIntPtrTypeInContext(context, layout)};
  bool changed = false;
  FOR_EACH_BLOCK (block, function) {
    BridgeLoopRef loop = bridge_loop_of(analyses, block);
    if (!loop || bridge_loop_header(loop) != block || !bridge_loop_preheader(loop) ||
        !bridge_loop_latch(loop))
      continue;
    LLVMValueRef next;
    for (LLVMValueRef phi = LLVMGetFirstInstruction(block); phi && LLVMIsAPHINode(phi);
         phi = next) {
      next = LLVMGetNextInstruction(phi);
      changed |= LLVMGetTypeKind(LLVMTypeOf(phi)) == LLVMPointerTypeKind
                     ? index_pointer(&twins, phi, loop)
                     : lag_behind(twins.builder, phi, bridge_loop_latch(loop));
    }
  }
  LLVMDisposeBuilder(twins.builder);
  bridge_analyses_dispose(analyses);
  return changed;
}

/* ---- all of a function ---- */

bool prepare_count_pointers(Arena *arena, LLVMValueRef function) {
  BridgeAnalysesRef analyses = bridge_analyses_create(function);
  bool changed = false;
  FOR_EACH_BLOCK (block, function) {
    LLVMValueRef branch = LLVMGetBasicBlockTerminator(block);
    LLVMValueRef test =
        LLVMIsABranchInst(branch) && LLVMIsConditional(branch) ? LLVMGetCondition(branch) : NULL;
    BridgeLoopRef loop = bridge_loop_of(analyses, block);
    if (!loop || !test || !LLVMIsAICmpInst(test) ||
        LLVMGetTypeKind(LLVMTypeOf(LLVMGetOperand(test, 0))) != LLVMPointerTypeKind)
      continue;
    for (unsigned end = 0; end < 2; end++)
      if (bridge_value_is_invariant(analyses, LLVMGetOperand(test, end), loop) &&
          !bridge_value_is_invariant(analyses, LLVMGetOperand(test, !end), loop) &&
          count_loop(arena, analyses, test, end)) {
        changed = true;
        break;
      }
  }
  bridge_analyses_dispose(analyses);
  return changed;
}
