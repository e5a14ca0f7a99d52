/* The tape of an inner derivative, where a derivative is differentiated: its frames, records and
 * reallocated blocks get shadows of their own, on the same tape; in reverse mode what it releases
 * lives on until our own reverse sweep is done. */
#include "block.h"
#include "word.h"

#include <string.h>

static LLVMTypeRef i64_type(Deriver *deriver) {
  return LLVMInt64TypeInContext(LLVMGetModuleContext(deriver->diff->module));
}

static void zero_memory(Deriver *deriver, LLVMValueRef pointer, LLVMValueRef bytes) {
  LLVMTypeRef i8 = LLVMInt8TypeInContext(LLVMGetModuleContext(deriver->diff->module));
  LLVMBuildMemSet(deriver->builder, pointer, LLVMConstInt(i8, 0, false), bytes, 1);
}

/* The call, done again on the shadow of its operand `which`. */
static LLVMValueRef repeat_on_shadow(Deriver *deriver, LLVMValueRef call, unsigned which,
                                     unsigned lane) {
  LLVMValueRef copy = LLVMInstructionClone(deriver_clone_of(deriver, call));
  LLVMSetOperand(copy, which, deriver_shadow(deriver, LLVMGetOperand(call, which), lane));
  LLVMInsertIntoBuilder(deriver->builder, copy);
  return copy;
}

static void shadow_frame(Deriver *deriver, LLVMValueRef call) {
  LLVMValueRef clone = deriver_clone_of(deriver, call);
  for (unsigned lane = 0; lane < deriver->width && deriver_has_shadow(deriver, call); lane++) {
    LLVMValueRef shadow = LLVMInstructionClone(clone);
    LLVMInsertIntoBuilder(deriver->builder, shadow);
    zero_memory(deriver, shadow, LLVMGetOperand(clone, 1));
    deriver_set_shadow(deriver, call, lane, shadow);
  }
}

static void shadow_list(Deriver *deriver, LLVMValueRef call, bool is_push) {
  LLVMValueRef clone = deriver_clone_of(deriver, call);
  if (!deriver_has_shadow(deriver, LLVMGetOperand(call, 0)))
    return;
  for (unsigned lane = 0; lane < deriver->width; lane++) {
    LLVMValueRef shadow = repeat_on_shadow(deriver, call, 0, lane);
    if (LLVMGetTypeKind(LLVMTypeOf(call)) != LLVMPointerTypeKind)
      continue;
    deriver_set_shadow(deriver, call, lane, shadow);
    if (is_push)
      zero_memory(deriver, shadow, LLVMGetOperand(clone, 2));
  }
}

/* The shadow is cleared behind what the old block held, whatever the block's own rest. */
static void shadow_reallocation(Deriver *deriver, LLVMValueRef call) {
  LLVMValueRef clone = deriver_clone_of(deriver, call);
  for (unsigned lane = 0; lane < deriver->width && deriver_has_shadow(deriver, call); lane++) {
    LLVMValueRef arguments[] = {deriver_shadow(deriver, LLVMGetOperand(call, 0), lane),
                                LLVMGetOperand(clone, 1), LLVMGetOperand(clone, 2)};
    deriver_set_shadow(
        deriver, call, lane,
        deriver_call_runtime(deriver, "adcc_tape_realloc_shadow", LLVMTypeOf(call), arguments, 3));
  }
}

/* What is done to shadows is done to their shadows likewise: these tell for themselves which of
 * their words are pointers. */
static void repeat_likewise(Deriver *deriver, LLVMValueRef call) {
  for (unsigned lane = 0; lane < deriver->width; lane++) {
    if (!deriver_has_shadow(deriver, LLVMGetOperand(call, 0)))
      continue;
    LLVMValueRef copy = repeat_on_shadow(deriver, call, 0, lane);
    for (unsigned i = 1; i < call_argument_count(call); i++) {
      LLVMValueRef argument = LLVMGetOperand(call, i);
      if (LLVMGetTypeKind(LLVMTypeOf(argument)) == LLVMPointerTypeKind)
        LLVMSetOperand(copy, i, deriver_shadow(deriver, argument, lane));
    }
  }
}

/* Tangents move as the adjoints do, between blocks whose adjoints do so. */
static void add_shadows(Deriver *deriver, LLVMValueRef call) {
  LLVMBuilderRef builder = deriver->builder;
  LLVMValueRef clone = deriver_clone_of(deriver, call);
  for (unsigned lane = 0; lane < deriver->width; lane++) {
    if (!deriver_has_shadow(deriver, LLVMGetOperand(call, 0)))
      continue;
    LLVMValueRef arguments[4];
    for (unsigned i = 0; i < 2; i++) {
      LLVMValueRef adjoint = LLVMGetOperand(clone, i), primal = LLVMGetOperand(clone, i + 2);
      LLVMValueRef none = LLVMBuildICmp(builder, LLVMIntEQ, adjoint, primal, "");
      arguments[i] = deriver_shadow(deriver, LLVMGetOperand(call, i), lane);
      arguments[i + 2] = LLVMBuildSelect(builder, none, arguments[i], adjoint, "");
    }
    LLVMValueRef copy = LLVMInstructionClone(clone);
    for (unsigned i = 0; i < 4; i++)
      LLVMSetOperand(copy, i, arguments[i]);
    LLVMInsertIntoBuilder(builder, copy);
  }
}

/* What was added there and cleared here has the adjoint of the sum. */
static void take_back_words(Deriver *deriver, LLVMValueRef call) {
  LLVMBuilderRef builder = deriver->builder;
  LLVMTypeRef pointer = LLVMTypeOf(LLVMGetOperand(call, 0));
  const char *function = library_function(call_direct_callee(call))->release;
  for (unsigned lane = 0; lane < deriver->width; lane++) {
    if (!deriver_has_shadow(deriver, LLVMGetOperand(call, 0)))
      continue;
    LLVMValueRef shadow[2], none[2];
    for (unsigned i = 0; i < 2; i++) {
      LLVMValueRef adjoint = reverse_fetch_primal(deriver, LLVMGetOperand(call, i));
      LLVMValueRef primal = reverse_fetch_primal(deriver, LLVMGetOperand(call, i + 2));
      bool has = deriver_has_shadow(deriver, LLVMGetOperand(call, i));
      shadow[i] = has ? reverse_fetch_shadow(deriver, LLVMGetOperand(call, i), lane) : adjoint;
      none[i] = LLVMBuildOr(builder, LLVMBuildICmp(builder, LLVMIntEQ, adjoint, primal, ""),
                            LLVMBuildICmp(builder, LLVMIntEQ, adjoint, shadow[i], ""), "");
    }
    LLVMValueRef bytes = reverse_fetch_primal(deriver, LLVMGetOperand(call, 4));
    LLVMValueRef nothing = LLVMConstNull(LLVMTypeOf(bytes));
    LLVMValueRef arguments[] = {
        shadow[0], LLVMBuildSelect(builder, none[1], LLVMConstNull(pointer), shadow[1], ""),
        LLVMBuildSelect(builder, none[0], nothing, bytes, "")};
    deriver_call_runtime(deriver, function, NULL, arguments, 3);
  }
}

static void clear_shadow(Deriver *deriver, LLVMValueRef call) {
  for (unsigned lane = 0; lane < deriver->width; lane++)
    if (deriver_has_shadow(deriver, LLVMGetOperand(call, 0)))
      repeat_on_shadow(deriver, call, 0, lane);
}

static void defer_shadow(Deriver *deriver, LLVMValueRef call) {
  LLVMValueRef block = LLVMGetOperand(call, 1);
  for (unsigned lane = 0; lane < deriver->width && deriver_has_shadow(deriver, block); lane++) {
    LLVMValueRef copy = LLVMInstructionClone(deriver_clone_of(deriver, call));
    LLVMSetOperand(copy, 1, release_shadow(deriver, block, lane));
    LLVMInsertIntoBuilder(deriver->builder, copy);
  }
}

/* An allocator may give more than was asked for, and not to all blocks of a size the same: loops
 * over what two blocks hold stay inside of their shadows too. */
static void common_bytes(Deriver *deriver, LLVMValueRef call) {
  LLVMValueRef least = LLVMInstructionClone(deriver_clone_of(deriver, call));
  LLVMInsertIntoBuilder(deriver->builder, least);
  for (unsigned i = 0; i < 2; i++)
    for (unsigned lane = 0; lane < deriver->width; lane++) {
      if (!deriver_has_shadow(deriver, LLVMGetOperand(call, i)))
        continue;
      LLVMValueRef shadow = deriver_shadow(deriver, LLVMGetOperand(call, i), lane);
      LLVMValueRef arguments[] = {shadow, shadow};
      LLVMValueRef held =
          deriver_call_runtime(deriver, "adcc_tape_common_bytes", i64_type(deriver), arguments, 2);
      LLVMValueRef less = LLVMBuildICmp(deriver->builder, LLVMIntULT, held, least, "");
      least = LLVMBuildSelect(deriver->builder, less, held, least, "");
    }
  deriver_replace_clone(deriver, call, least);
}

/* A tape on the stack is gone by then, so what it holds moves to ours; one on the heap waits. */
static void defer_end(Deriver *deriver, LLVMValueRef call) {
  LLVMValueRef ending = call_direct_callee(call), tape = deriver->sweep.tape;
  LLVMValueRef arguments[] = {tape, LLVMGetOperand(deriver_clone_of(deriver, call), 0), ending};
  if (library_function(ending)->kind == LIBFN_TAPE_DESTROY)
    deriver_call_runtime(deriver, "adcc_tape_defer_free", NULL, arguments, 3);
  else
    deriver_call_runtime(deriver, "adcc_tape_defer_end", NULL, arguments, 2);
  deriver_replace_clone(deriver, call, NULL);
}

void inner_tape_forward(Deriver *deriver, LLVMValueRef call) {
  LLVMValueRef clone = deriver_clone_of(deriver, call);
  bool forward = deriver->key->mode == REQUEST_FORWARD;
  deriver_position_after(deriver, clone);
  if (deriver->diff->round == 0) { /* finished code moves the tape's pointers itself */
    deriver_error(deriver, call, DIAG_UNSUPPORTED_REQUEST,
                  "a derivative that an earlier run of adcc made; ask for both in one run");
    return;
  }
  switch (library_function(call_direct_callee(call))->kind) {
  case LIBFN_TAPE_PUSH:
    shadow_frame(deriver, call);
    return;
  case LIBFN_TAPE_LIST_PUSH:
    shadow_list(deriver, call, true);
    return;
  case LIBFN_TAPE_LIST_BEGIN:
  case LIBFN_TAPE_LIST_POP:
    shadow_list(deriver, call, false);
    return;
  case LIBFN_TAPE_REALLOC:
    shadow_reallocation(deriver, call);
    return;
  case LIBFN_TAPE_COPY_POINTERS:
  case LIBFN_TAPE_LIKEWISE:
    repeat_likewise(deriver, call);
    return;
  case LIBFN_TAPE_WORD:
    word_forward(deriver, call);
    return;
  case LIBFN_TAPE_ADD:
    if (forward)
      add_shadows(deriver, call);
    return;
  case LIBFN_TAPE_CLEAR:
    clear_shadow(deriver, call);
    return;
  case LIBFN_TAPE_DEFER_FREE:
    defer_shadow(deriver, call);
    return;
  case LIBFN_TAPE_COMMON_BYTES:
    common_bytes(deriver, call);
    return;
  case LIBFN_TAPE_RELEASE:
    if (!forward)
      deriver_replace_clone(deriver, call, NULL);
    return;
  case LIBFN_TAPE_END:
  case LIBFN_TAPE_DESTROY:
    if (!forward)
      defer_end(deriver, call);
    return;
  default:
    return;
  }
}

void inner_tape_reverse(Deriver *deriver, LLVMValueRef call) {
  enum { OF_WORDS = 5 };
  LibraryKind kind = library_function(call_direct_callee(call))->kind;
  if (kind == LIBFN_TAPE_WORD)
    word_reverse(deriver, call);
  if (kind != LIBFN_TAPE_ADD)
    return;
  if (call_argument_count(call) == OF_WORDS)
    take_back_words(deriver, call);
  else if (deriver_has_shadow(deriver, LLVMGetOperand(call, 0)))
    deriver_error(deriver, call, DIAG_UNSUPPORTED,
                  "in reverse mode twice, a copy of memory whose types are not known");
}
