/* Variables that are a slice of a structure, as LLVM's SROA leaves them where the rest became
 * values: of {int, double} the twelve bytes behind the int, padding first. Numbers that are moved
 * in and out as bytes are told from pointers word by word, and words are where they are aligned:
 * the slice becomes the end of a variable that begins at a word, so that its words are those of the
 * structure. Requires: nothing. Invalidates: nothing but the types of these variables. */
#include "prepare.h"

enum { WORD = 8, MAX_SLICE = 4096, UNKNOWN_PHASE = WORD };

static bool is_slice(LLVMValueRef variable) {
  if (!LLVMIsAAllocaInst(variable))
    return false;
  LLVMTypeRef type = LLVMGetAllocatedType(variable);
  return LLVMGetTypeKind(type) == LLVMArrayTypeKind &&
         LLVMGetTypeKind(LLVMGetElementType(type)) == LLVMIntegerTypeKind &&
         LLVMGetIntTypeWidth(LLVMGetElementType(type)) == 8 &&
         LLVMIsAConstantInt(LLVMGetOperand(variable, 0)) &&
         LLVMConstIntGetZExtValue(LLVMGetOperand(variable, 0)) == 1 &&
         LLVMGetAlignment(variable) < WORD && LLVMGetArrayLength2(type) > WORD &&
         LLVMGetArrayLength2(type) <= MAX_SLICE;
}

/* By how much the address arithmetic moves on within a word. */
static unsigned step_of(LLVMTargetDataRef layout, LLVMValueRef gep) {
  LLVMTypeRef type = LLVMGetGEPSourceElementType(gep);
  uint64_t offset = 0;
  for (unsigned i = 1; i < (unsigned)LLVMGetNumOperands(gep); i++) {
    LLVMValueRef index = LLVMGetOperand(gep, i);
    bool known = LLVMIsAConstantInt(index) != NULL;
    if (i > 1 && LLVMGetTypeKind(type) == LLVMStructTypeKind) {
      unsigned member = (unsigned)LLVMConstIntGetZExtValue(index);
      offset += LLVMOffsetOfElement(layout, type, member);
      type = LLVMStructGetTypeAtIndex(type, member);
      continue;
    }
    if (i > 1)
      type = LLVMGetElementType(type);
    uint64_t size = LLVMABISizeOfType(layout, type);
    if (known)
      offset += size * (uint64_t)LLVMConstIntGetSExtValue(index);
    else if (size % WORD)
      return UNKNOWN_PHASE;
  }
  return offset % WORD;
}

/* Where in a word the pointer is, if what has words begins at one. */
static unsigned phase_at(LLVMTargetDataRef layout, LLVMValueRef pointer, const Map *phases,
                         unsigned depth) {
  enum { MOST_STEPS = 16 };
  if (map_has(phases, pointer))
    return (unsigned)(uintptr_t)map_get(phases, pointer) - 1;
  if (depth == MOST_STEPS || is_slice(pointer) || LLVMIsAPHINode(pointer))
    return UNKNOWN_PHASE;
  if (LLVMIsASelectInst(pointer))
    return phase_at(layout, LLVMGetOperand(pointer, 1), phases, depth + 1);
  if (!LLVMIsAGetElementPtrInst(pointer))
    return 0;
  unsigned base = phase_at(layout, LLVMGetOperand(pointer, 0), phases, depth + 1);
  unsigned step = step_of(layout, pointer);
  return base == UNKNOWN_PHASE || step == UNKNOWN_PHASE ? UNKNOWN_PHASE : (base + step) % WORD;
}

/* Where in a word the slice began: as what it is copied from or to says. */
static unsigned copied_phase(LLVMTargetDataRef layout, LLVMValueRef slice, const Map *phases) {
  for (LLVMUseRef use = LLVMGetFirstUse(slice); use; use = LLVMGetNextUse(use)) {
    LLVMValueRef copy = LLVMGetUser(use);
    if (!LLVMIsAMemCpyInst(copy) && !LLVMIsAMemMoveInst(copy))
      continue;
    unsigned other = LLVMGetOperand(copy, 0) == slice ? 1 : 0;
    unsigned phase = phase_at(layout, LLVMGetOperand(copy, other), phases, 0);
    if (phase != UNKNOWN_PHASE)
      return phase;
  }
  return UNKNOWN_PHASE;
}

/* A structure of words ends at one, and its slice is as aligned as its beginning. */
static unsigned likely_phase(LLVMValueRef slice) {
  uint64_t length = LLVMGetArrayLength2(LLVMGetAllocatedType(slice));
  unsigned phase = (unsigned)(WORD - length % WORD) % WORD;
  return (phase & -phase) == LLVMGetAlignment(slice) ? phase : 0;
}

/* Slices that are copied to each other began at one place: those of which nothing else tells take
 * it from the others. */
static Map *find_phases(Arena *arena, LLVMTargetDataRef layout, const ValueArray *slices) {
  Map *phases = map_create(arena);
  for (bool changed = true; changed;) {
    changed = false;
    for (size_t i = 0; i < slices->count; i++) {
      unsigned phase = map_has(phases, slices->items[i])
                           ? UNKNOWN_PHASE
                           : copied_phase(layout, slices->items[i], phases);
      if (phase == UNKNOWN_PHASE)
        continue;
      map_set(phases, slices->items[i], (void *)(uintptr_t)(phase + 1));
      changed = true;
    }
  }
  return phases;
}

void prepare_place_slices(Arena *arena, LLVMValueRef function) {
  ValueArray slices = {0};
  FOR_EACH_INSTRUCTION (variable, LLVMGetEntryBasicBlock(function))
    if (is_slice(variable))
      ARRAY_PUSH(arena, slices, variable);
  LLVMTargetDataRef layout = LLVMGetModuleDataLayout(LLVMGetGlobalParent(function));
  const Map *phases = find_phases(arena, layout, &slices);
  LLVMContextRef context = LLVMGetTypeContext(LLVMTypeOf(function));
  LLVMTypeRef i8 = LLVMInt8TypeInContext(context);
  LLVMBuilderRef builder = LLVMCreateBuilderInContext(context);
  for (size_t i = 0; i < slices.count; i++) {
    LLVMValueRef slice = slices.items[i];
    unsigned phase =
        map_has(phases, slice) ? phase_at(layout, slice, phases, 0) : likely_phase(slice);
    if (phase == 0) {
      LLVMSetAlignment(slice, WORD);
      continue;
    }
    uint64_t length = LLVMGetArrayLength2(LLVMGetAllocatedType(slice));
    LLVMPositionBuilderBefore(builder, slice);
    LLVMValueRef whole = LLVMBuildAlloca(builder, LLVMArrayType2(i8, phase + length), "");
    LLVMSetAlignment(whole, WORD);
    LLVMValueRef offset = LLVMConstInt(LLVMInt64TypeInContext(context), phase, false);
    LLVMValueRef place = LLVMBuildInBoundsGEP2(builder, i8, whole, &offset, 1, "");
    FOR_EACH_BLOCK (block, function) /* whose lifetime begins or ends is the whole variable's */
      FOR_EACH_INSTRUCTION (call, block)
        if (call_is_lifetime(call) && LLVMGetOperand(call, 0) == slice)
          LLVMSetOperand(call, 0, whole);
    LLVMReplaceAllUsesWith(slice, place);
    LLVMInstructionEraseFromParent(slice);
  }
  LLVMDisposeBuilder(builder);
}
