/* Variables that are a slice of a structure, as LLVM's SROA leaves them where the rest became
 * values: of {int, double} the twelve bytes behind the int, padding first. Numbers that are moved
 * in and out as bytes are told from pointers word by word, and words are where they are aligned:
 * the slice becomes the end of a variable that begins at a word, so that its words are those of the
 * structure. Requires: nothing. Invalidates: nothing but the types of these variables. */
#include "prepare.h"

enum { WORD = 8, MAX_SLICE = 4096 };

/* Where in a word the slice began; 0 if at its start, or if the variable is none. */
static unsigned phase_of(LLVMValueRef variable) {
  LLVMTypeRef type = LLVMGetAllocatedType(variable);
  if (LLVMGetTypeKind(type) != LLVMArrayTypeKind ||
      LLVMGetTypeKind(LLVMGetElementType(type)) != LLVMIntegerTypeKind ||
      LLVMGetIntTypeWidth(LLVMGetElementType(type)) != 8 ||
      !LLVMIsAConstantInt(LLVMGetOperand(variable, 0)) ||
      LLVMConstIntGetZExtValue(LLVMGetOperand(variable, 0)) != 1)
    return 0;
  uint64_t length = LLVMGetArrayLength2(type);
  unsigned phase = (unsigned)(WORD - length % WORD) % WORD;
  /* A structure of words ends at one, and its slice is as aligned as its beginning. */
  bool fits = phase != 0 && (phase & -phase) == LLVMGetAlignment(variable);
  return fits && length > WORD && length <= MAX_SLICE ? phase : 0;
}

void prepare_place_slices(Arena *arena, LLVMValueRef function) {
  ValueArray slices = {0};
  FOR_EACH_INSTRUCTION (variable, LLVMGetEntryBasicBlock(function))
    if (LLVMIsAAllocaInst(variable) && phase_of(variable))
      ARRAY_PUSH(arena, slices, variable);
  LLVMContextRef context = LLVMGetTypeContext(LLVMTypeOf(function));
  LLVMTypeRef i8 = LLVMInt8TypeInContext(context);
  LLVMBuilderRef builder = LLVMCreateBuilderInContext(context);
  for (size_t i = 0; i < slices.count; i++) {
    LLVMValueRef slice = slices.items[i];
    unsigned phase = phase_of(slice);
    uint64_t length = LLVMGetArrayLength2(LLVMGetAllocatedType(slice));
    LLVMPositionBuilderBefore(builder, slice);
    LLVMValueRef whole = LLVMBuildAlloca(builder, LLVMArrayType2(i8, phase + length), "");
    LLVMSetAlignment(whole, WORD);
    LLVMValueRef offset = LLVMConstInt(LLVMInt64TypeInContext(context), phase, false);
    LLVMValueRef place = LLVMBuildInBoundsGEP2(builder, i8, whole, &offset, 1, "");
    FOR_EACH_BLOCK (block, function) /* whose lifetime begins or ends is the whole variable's */
      FOR_EACH_INSTRUCTION (call, block) {
        LLVMValueRef callee = LLVMIsACallInst(call) ? call_direct_callee(call) : NULL;
        unsigned id = callee ? LLVMGetIntrinsicID(callee) : 0;
        if (id &&
            (id == LLVMLookupIntrinsicID("llvm.lifetime.start", 19) ||
             id == LLVMLookupIntrinsicID("llvm.lifetime.end", 17)) &&
            LLVMGetOperand(call, 0) == slice)
          LLVMSetOperand(call, 0, whole);
      }
    LLVMReplaceAllUsesWith(slice, place);
    LLVMInstructionEraseFromParent(slice);
  }
  LLVMDisposeBuilder(builder);
}
