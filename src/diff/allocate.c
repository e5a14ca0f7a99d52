/* Allocation: new memory gets a zeroed shadow, as large. */
#include "block.h"

static LLVMTypeRef i64_type(Deriver *deriver) {
  return LLVMInt64TypeInContext(LLVMGetModuleContext(deriver->diff->module));
}

static LLVMTypeRef pointer_type(Deriver *deriver) {
  return LLVMPointerTypeInContext(LLVMGetModuleContext(deriver->diff->module), 0);
}

static LLVMValueRef as_i64(Deriver *deriver, LLVMValueRef value) {
  return LLVMBuildIntCast2(deriver->builder, value, i64_type(deriver), false, "");
}

static LLVMValueRef allocation_bytes(Deriver *deriver, LLVMValueRef call,
                                     const LibraryFunction *row) {
  LLVMValueRef clone = deriver_clone_of(deriver, call);
  if (row->kind == LIBFN_CALLOC)
    return LLVMBuildMul(deriver->builder, as_i64(deriver, LLVMGetOperand(clone, 0)),
                        as_i64(deriver, LLVMGetOperand(clone, 1)), "");
  return as_i64(deriver, LLVMGetOperand(clone, (unsigned)row->size_argument));
}

/* Reallocation copies all that the allocator gave, not knowing how much of it was asked for. */
static bool may_be_reallocated(Deriver *deriver, LLVMValueRef call, const LibraryFunction *row) {
  static const char *const functions[] = {"realloc", "adcc_tape_realloc",
                                          "adcc_tape_realloc_shadow"};
  bool cleared = row->kind == LIBFN_CALLOC; /* all of it, by the allocator */
  if (cleared || deriver->key->mode == REQUEST_FORWARD || !library_gives_block_of_c(row) ||
      value_has_function_attribute(call_direct_callee(call), "adcc_allocation"))
    return false;
  for (size_t i = 0; i < sizeof functions / sizeof *functions; i++) {
    LLVMValueRef function = LLVMGetNamedFunction(deriver->diff->module, functions[i]);
    if (function && LLVMGetFirstUse(function))
      return true;
  }
  return false;
}

/* Does the program go on where the comparison with NULL says that there is no memory? */
static bool goes_on_without(LLVMValueRef comparison) {
  bool equal = LLVMGetICmpPredicate(comparison) == LLVMIntEQ;
  for (LLVMUseRef use = LLVMGetFirstUse(comparison); use; use = LLVMGetNextUse(use)) {
    LLVMValueRef user = LLVMGetUser(use);
    if (!LLVMIsABranchInst(user) || !block_ends_program(LLVMGetSuccessor(user, equal ? 0 : 1)))
      return true;
  }
  return false;
}

/* Does the program look whether it got the memory, and go on where it did not? */
static bool may_do_without(LLVMValueRef memory, unsigned depth) {
  enum { MOVES = 4 };
  for (LLVMUseRef use = LLVMGetFirstUse(memory); use; use = LLVMGetNextUse(use)) {
    LLVMValueRef user = LLVMGetUser(use);
    bool moved = LLVMIsAPHINode(user) || LLVMIsASelectInst(user);
    bool compared = LLVMIsAICmpInst(user) && LLVMIsAConstantPointerNull(LLVMGetOperand(user, 1));
    if (compared ? goes_on_without(user)
                 : moved && depth < MOVES && may_do_without(user, depth + 1))
      return true;
  }
  return false;
}

/* The memory for a shadow, which holds zeros, or NULL where the primal copes with that. */
static LLVMValueRef allocate_alike(Deriver *deriver, LLVMValueRef call,
                                   const LibraryFunction *row) {
  LLVMValueRef clone = deriver_clone_of(deriver, call);
  bool whole = may_be_reallocated(deriver, call, row);
  LLVMValueRef bytes =
      row->kind == LIBFN_CALLOC || whole ? NULL : allocation_bytes(deriver, call, row);
  bool optional = bytes && may_do_without(call, 0);
  if (optional && row->kind == LIBFN_MALLOC && library_gives_block_of_c(row)) {
    LLVMValueRef words[] = {LLVMConstInt(i64_type(deriver), 1, false), bytes};
    return deriver_call_runtime(deriver, "calloc", pointer_type(deriver), words, 2);
  }
  LLVMValueRef shadow = LLVMInstructionClone(clone);
  LLVMInsertIntoBuilder(deriver->builder, shadow);
  bridge_set_value_name_like(shadow, call, "'");
  if (whole)
    deriver_call_runtime(deriver, "adcc_tape_clear", NULL, &shadow, 1);
  if (optional) {
    LLVMValueRef given = LLVMBuildIsNotNull(deriver->builder, shadow, "");
    bytes = LLVMBuildSelect(deriver->builder, given, bytes, LLVMConstNull(i64_type(deriver)), "");
  }
  if (bytes)
    block_zero(deriver, shadow, bytes);
  return shadow;
}

void allocation_forward(Deriver *deriver, LLVMValueRef call) {
  if (!deriver_has_shadow(deriver, call))
    return;
  const LibraryFunction *row = library_function(call_direct_callee(call));
  deriver_position_after(deriver, deriver_clone_of(deriver, call));
  for (unsigned lane = 0; lane < deriver->width; lane++) {
    if (replay_has_shadows(deriver)) {
      LLVMValueRef bytes = allocation_bytes(deriver, call, row);
      deriver_set_shadow(deriver, call, lane, replay_shadow(deriver, bytes, NULL, lane));
      continue;
    }
    deriver_set_shadow(deriver, call, lane, allocate_alike(deriver, call, row));
  }
}

/* The unwinder gives the exception back, and knows nothing of its shadow. In forward mode that is
 * the end of the same block, and goes with it; the reverse sweep still wants it, so that there it
 * is a block like any other, which goes when the tape ends. */
static void shadow_exception_behind(Deriver *deriver, LLVMValueRef call) {
  LLVMBuilderRef builder = deriver->builder;
  enum { ALIGNMENT = 16 }; /* of what is thrown */
  LLVMTypeRef i64 = i64_type(deriver);
  LLVMTypeRef byte = LLVMInt8TypeInContext(LLVMGetModuleContext(deriver->diff->module));
  LLVMValueRef clone = deriver_clone_of(deriver, call), bytes = LLVMGetOperand(clone, 0);
  LLVMPositionBuilderBefore(builder, clone);
  LLVMValueRef past = LLVMBuildAdd(builder, bytes, LLVMConstInt(i64, ALIGNMENT - 1, false), "");
  LLVMValueRef whole =
      LLVMBuildAnd(builder, past, LLVMConstInt(i64, ~(uint64_t)(ALIGNMENT - 1), false), "");
  LLVMValueRef blocks = LLVMConstInt(i64, deriver->width + 1, false);
  LLVMSetOperand(clone, 0, LLVMBuildMul(builder, whole, blocks, ""));
  deriver_position_after(deriver, clone);
  for (unsigned lane = 0; lane < deriver->width; lane++) {
    LLVMValueRef offset = LLVMBuildMul(builder, whole, LLVMConstInt(i64, lane + 1, false), "");
    LLVMValueRef shadow = LLVMBuildGEP2(builder, byte, clone, &offset, 1, "");
    bridge_set_value_name_like(shadow, call, "'");
    block_zero(deriver, shadow, bytes);
    deriver_set_shadow(deriver, call, lane, shadow);
  }
}

void allocation_forward_exception(Deriver *deriver, LLVMValueRef call) {
  if (!deriver_has_shadow(deriver, call))
    return;
  if (deriver->key->mode == REQUEST_FORWARD) {
    shadow_exception_behind(deriver, call);
    return;
  }
  LLVMValueRef clone = deriver_clone_of(deriver, call);
  deriver_position_after(deriver, clone);
  LLVMTypeRef parameter = pointer_type(deriver);
  LLVMContextRef context = LLVMGetModuleContext(deriver->diff->module);
  LLVMValueRef release = LLVMGetNamedFunction(deriver->diff->module, "free");
  if (!release)
    release =
        LLVMAddFunction(deriver->diff->module, "free",
                        LLVMFunctionType(LLVMVoidTypeInContext(context), &parameter, 1, false));
  for (unsigned lane = 0; lane < deriver->width; lane++) {
    LLVMValueRef words[] = {LLVMConstInt(i64_type(deriver), 1, false),
                            as_i64(deriver, LLVMGetOperand(clone, 0))};
    LLVMValueRef shadow = deriver_call_runtime(deriver, "calloc", pointer_type(deriver), words, 2);
    deriver_set_shadow(deriver, call, lane, shadow);
    LLVMValueRef arguments[] = {deriver->sweep.tape, shadow, release};
    deriver_call_runtime(deriver, "adcc_tape_defer_free", NULL, arguments, 3);
  }
}

/* posix_memalign stores the block's address: the shadow's goes to the shadow of that place. */
void allocation_forward_indirect(Deriver *deriver, LLVMValueRef call) {
  if (!deriver_has_shadow(deriver, LLVMGetOperand(call, 0)))
    return;
  if (replay_has_shadows(deriver) || deriver->key->logs_shadows) {
    deriver_error(deriver, call, DIAG_UNSUPPORTED, "fwdsplit through posix_memalign");
    return;
  }
  LLVMValueRef clone = deriver_clone_of(deriver, call);
  deriver_position_after(deriver, clone);
  for (unsigned lane = 0; lane < deriver->width; lane++) {
    LLVMValueRef place = deriver_shadow(deriver, LLVMGetOperand(call, 0), lane);
    LLVMValueRef shadow = LLVMInstructionClone(clone);
    LLVMSetOperand(shadow, 0, place);
    LLVMInsertIntoBuilder(deriver->builder, shadow);
    LLVMValueRef block = LLVMBuildLoad2(deriver->builder, pointer_type(deriver), place, "");
    /* What a call that fails leaves there may be a block in use. */
    LLVMValueRef none = LLVMConstNull(LLVMTypeOf(shadow));
    LLVMValueRef fine = LLVMBuildICmp(deriver->builder, LLVMIntEQ, shadow, none, "");
    LLVMValueRef null = LLVMConstNull(LLVMTypeOf(block));
    LLVMValueRef bytes = as_i64(deriver, LLVMGetOperand(clone, 2));
    block = LLVMBuildSelect(deriver->builder, fine, block, null, "");
    bytes = LLVMBuildSelect(deriver->builder, fine, bytes, LLVMConstNull(LLVMTypeOf(bytes)), "");
    if (may_be_reallocated(deriver, call, library_function(call_direct_callee(call))))
      deriver_call_runtime(deriver, "adcc_tape_clear", NULL, &block, 1);
    else
      block_zero(deriver, block, bytes);
  }
}
