/* Index arithmetic in the width of addresses. C computes i * n + j in 32 bits, where overflow is
 * undefined, and extends the sum; simplification then takes the sum apart and loses the promise, so
 * that nobody can tell any more that rows lie side by side. Computed in 64 bits from the start, an
 * index stays a recurrence of its loops. */
#include "prepare.h"

typedef struct {
  BridgeAnalysesRef analyses;
  LLVMBuilderRef builder;
  LLVMTypeRef wide;
  BridgeLoopRef loop; /* the innermost around the index */
  Map *widened;       /* sum, product or choice -> the same in 64 bits */
} Widening;

static bool is_exact(LLVMValueRef value) {
  switch (LLVMIsAInstruction(value) ? LLVMGetInstructionOpcode(value) : LLVMRet) {
  case LLVMAdd:
  case LLVMSub:
  case LLVMMul:
    return LLVMGetNSW(value);
  default:
    return false;
  }
}

static bool is_computed_outside(const Widening *widening, LLVMValueRef value) {
  return !LLVMIsAInstruction(value) || !widening->loop ||
         !bridge_loop_contains(widening->loop, LLVMGetInstructionParent(value));
}

static bool is_member(LLVMValueRef place) {
  if (!LLVMIsAGetElementPtrInst(place))
    return false;
  for (int i = 1; i < LLVMGetNumOperands(place); i++)
    if (!LLVMIsAConstantInt(LLVMGetOperand(place, (unsigned)i)))
      return false;
  return true;
}

/* A member of an object, as the number of columns, which is the same throughout the loop for all
 * that is wanted here. */
static bool is_read_at_one_place(const Widening *widening, LLVMValueRef value) {
  if (!LLVMIsALoadInst(value))
    return false;
  LLVMValueRef place = LLVMGetOperand(value, 0);
  while (is_member(place))
    place = LLVMGetOperand(place, 0);
  return is_computed_outside(widening, place);
}

/* What stays narrow: recurrences, which LLVM widens itself, and what the loop around the index does
 * not compute. Indices that come from memory in every iteration are cheaper to handle in their own
 * width. */
static bool is_leaf(const Widening *widening, LLVMValueRef value) {
  return LLVMIsAPHINode(value) || is_computed_outside(widening, value) ||
         is_read_at_one_place(widening, value);
}

enum { MAX_DEPTH = 8 };

static bool may_widen(const Widening *widening, LLVMValueRef value, unsigned depth) {
  if (is_leaf(widening, value) && !is_exact(value))
    return true;
  unsigned first = LLVMIsASelectInst(value) ? 1 : 0;
  return (is_exact(value) || first) && depth < MAX_DEPTH &&
         may_widen(widening, LLVMGetOperand(value, first), depth + 1) &&
         may_widen(widening, LLVMGetOperand(value, first + 1), depth + 1);
}

/* A choice between indices, as of a neighbour across a periodic boundary, within a loop. */
static bool is_choice(const Widening *widening, LLVMValueRef value) {
  return LLVMIsASelectInst(value) &&
         bridge_loop_of(widening->analyses, LLVMGetInstructionParent(value));
}

static LLVMValueRef widen(Widening *widening, LLVMValueRef value, LLVMValueRef user) {
  bool choice = is_choice(widening, value);
  if (!is_exact(value) && !choice) {
    LLVMPositionBuilderBefore(widening->builder, user);
    return LLVMBuildSExt(widening->builder, value, widening->wide, "");
  }
  LLVMValueRef known = map_get(widening->widened, value);
  if (known)
    return known;
  LLVMValueRef a = widen(widening, LLVMGetOperand(value, choice ? 1 : 0), value);
  LLVMValueRef b = widen(widening, LLVMGetOperand(value, choice ? 2 : 1), value);
  LLVMBuilderRef builder = widening->builder;
  LLVMPositionBuilderBefore(builder, value);
  LLVMValueRef result = choice ? LLVMBuildSelect(builder, LLVMGetOperand(value, 0), a, b, "")
                               : LLVMBuildBinOp(builder, LLVMGetInstructionOpcode(value), a, b, "");
  if (!choice && LLVMIsAInstruction(result))
    LLVMSetNSW(result, true);
  map_set(widening->widened, value, result);
  return result;
}

/* Only products and choices lose anything: i + 1 stays the recurrence that it is. */
static bool has_product(LLVMValueRef value, unsigned depth) {
  return LLVMIsASelectInst(value) || (is_exact(value) && depth < MAX_DEPTH &&
                                      (LLVMGetInstructionOpcode(value) == LLVMMul ||
                                       has_product(LLVMGetOperand(value, 0), depth + 1) ||
                                       has_product(LLVMGetOperand(value, 1), depth + 1)));
}

static bool is_index(LLVMValueRef extension) {
  for (LLVMUseRef use = LLVMGetFirstUse(extension); use; use = LLVMGetNextUse(use))
    if (LLVMIsAGetElementPtrInst(LLVMGetUser(use)))
      return true;
  return false;
}

bool prepare_widen_indices(Arena *arena, LLVMValueRef function) {
  LLVMContextRef context = LLVMGetTypeContext(LLVMTypeOf(function));
  ValueArray extensions = {0};
  FOR_EACH_BLOCK (block, function)
    FOR_EACH_INSTRUCTION (instruction, block)
      if (LLVMIsASExtInst(instruction) && has_product(LLVMGetOperand(instruction, 0), 0) &&
          LLVMTypeOf(instruction) == LLVMInt64TypeInContext(context) && is_index(instruction))
        ARRAY_PUSH(arena, extensions, instruction);
  if (extensions.count == 0)
    return false;
  Widening widening = {.analyses = bridge_analyses_create(function),
                       .builder = LLVMCreateBuilderInContext(context),
                       .wide = LLVMInt64TypeInContext(context),
                       .widened = map_create(arena)};
  bool changed = false;
  for (size_t i = 0; i < extensions.count; i++) {
    LLVMValueRef extension = extensions.items[i];
    widening.loop = bridge_loop_of(widening.analyses, LLVMGetInstructionParent(extension));
    if (!may_widen(&widening, LLVMGetOperand(extension, 0), 0))
      continue;
    LLVMValueRef wide = widen(&widening, LLVMGetOperand(extension, 0), extension);
    LLVMReplaceAllUsesWith(extension, wide);
    LLVMInstructionEraseFromParent(extension);
    changed = true;
  }
  LLVMDisposeBuilder(widening.builder);
  bridge_analyses_dispose(widening.analyses);
  return changed;
}
