/* Block moves of memory: memcpy, memmove and memset act on the shadow by the kinds of the bytes
 * they move: pointers in the forward sweep, floating point in the reverse. And which calls work on
 * memory. */
#include "block.h"
#include <string.h>

typedef enum {
  MEMORY_NONE,
  MEMORY_ALLOCATE,
  MEMORY_EXCEPTION,
  MEMORY_REALLOC,
  MEMORY_FREE,
  MEMORY_COPY,
  MEMORY_SET,
  MEMORY_TAPE,
  MEMORY_DROP,
  MEMORY_ADDRESS,
  MEMORY_ALLOCATE_INDIRECT
} MemoryCall;

static MemoryCall classify(LLVMValueRef call) {
  LLVMValueRef callee = call_direct_callee(call);
  if (!callee)
    return MEMORY_NONE;
  unsigned id = LLVMGetIntrinsicID(callee);
  if (id) {
    static const struct {
      const char *name;
      MemoryCall kind;
    } intrinsics[] = {{"llvm.memcpy", MEMORY_COPY},
                      {"llvm.memcpy.inline", MEMORY_COPY},
                      {"llvm.memmove", MEMORY_COPY},
                      {"llvm.memset", MEMORY_SET},
                      {"llvm.memset.inline", MEMORY_SET},
                      {"llvm.lifetime.start", MEMORY_DROP},
                      {"llvm.lifetime.end", MEMORY_DROP},
                      {"llvm.stacksave", MEMORY_DROP},
                      {"llvm.stackrestore", MEMORY_DROP},
                      {"llvm.invariant.start", MEMORY_DROP},
                      {"llvm.invariant.end", MEMORY_DROP},
                      {"llvm.threadlocal.address", MEMORY_ADDRESS},
                      {"llvm.launder.invariant.group", MEMORY_ADDRESS},
                      {"llvm.strip.invariant.group", MEMORY_ADDRESS},
                      {"llvm.ptrmask", MEMORY_ADDRESS}};
    for (size_t i = 0; i < sizeof intrinsics / sizeof *intrinsics; i++)
      if (id == LLVMLookupIntrinsicID(intrinsics[i].name, strlen(intrinsics[i].name)))
        return intrinsics[i].kind;
    return MEMORY_NONE;
  }
  const LibraryFunction *row = library_function(callee);
  switch (row ? row->kind : LIBFN_NONE) {
  case LIBFN_MALLOC:
  case LIBFN_CALLOC:
  case LIBFN_ALIGNED_ALLOC:
    return MEMORY_ALLOCATE;
  case LIBFN_EXCEPTION:
    return MEMORY_EXCEPTION;
  case LIBFN_POSIX_MEMALIGN:
    return MEMORY_ALLOCATE_INDIRECT;
  case LIBFN_REALLOC:
    return MEMORY_REALLOC;
  case LIBFN_FREE:
    return MEMORY_FREE;
  case LIBFN_TAPE_PUSH:
  case LIBFN_TAPE_LIST_BEGIN:
  case LIBFN_TAPE_LIST_PUSH:
  case LIBFN_TAPE_LIST_POP:
  case LIBFN_TAPE_RELEASE:
  case LIBFN_TAPE_END:
  case LIBFN_TAPE_DESTROY:
  case LIBFN_TAPE_REALLOC:
  case LIBFN_TAPE_CLEAR:
  case LIBFN_TAPE_DEFER_FREE:
  case LIBFN_TAPE_COMMON_BYTES:
  case LIBFN_TAPE_COPY_POINTERS:
  case LIBFN_TAPE_ADD:
  case LIBFN_TAPE_LIKEWISE:
  case LIBFN_TAPE_WORD:
  case LIBFN_TAPE_CHECK_SHADOW:
  case LIBFN_TAPE_OTHER:
    return MEMORY_TAPE;
  default:
    return MEMORY_NONE;
  }
}

bool memory_is_memory_call(LLVMValueRef call) { return classify(call) != MEMORY_NONE; }

MemoryBlock memory_block_call(LLVMValueRef call) {
  switch (classify(call)) {
  case MEMORY_COPY:
    return MEMORY_BLOCK_COPY;
  case MEMORY_SET:
    return MEMORY_BLOCK_SET;
  case MEMORY_DROP:
    return MEMORY_BLOCK_LIFETIME;
  default:
    return MEMORY_BLOCK_OTHER;
  }
}

static LLVMTypeRef i64_type(Deriver *deriver) {
  return LLVMInt64TypeInContext(LLVMGetModuleContext(deriver->diff->module));
}

static LLVMValueRef as_i64(Deriver *deriver, LLVMValueRef value) {
  return LLVMBuildIntCast2(deriver->builder, value, i64_type(deriver), false, "");
}

/* The shadow may be less aligned than what the program aligned by hand. */
static void drop_alignment(LLVMValueRef copy, unsigned pointers) {
  unsigned kind = LLVMGetEnumAttributeKindForName("align", 5);
  for (unsigned i = 1; i <= pointers; i++)
    LLVMRemoveCallSiteEnumAttribute(copy, i, kind);
}

/* Clones the block operation onto shadows. */
static void clone_block_operation(Deriver *deriver, LLVMValueRef call, unsigned pointers,
                                  LLVMValueRef value) {
  deriver_position_after(deriver, deriver_clone_of(deriver, call));
  for (unsigned lane = 0; lane < deriver->width; lane++) {
    LLVMValueRef copy = LLVMInstructionClone(deriver_clone_of(deriver, call));
    for (unsigned i = 0; i < pointers; i++)
      LLVMSetOperand(copy, i, deriver_shadow(deriver, LLVMGetOperand(call, i), lane));
    drop_alignment(copy, pointers);
    if (value)
      LLVMSetOperand(copy, 1, value);
    LLVMValueRef length = LLVMGetOperand(copy, 2);
    LLVMSetOperand(copy, 2,
                   guard_value(deriver, guard_operand_inactive(deriver, call, 0, lane), length));
    LLVMInsertIntoBuilder(deriver->builder, copy);
  }
}

static bool is_shadowed_operation(Deriver *deriver, LLVMValueRef call) {
  return deriver_has_shadow(deriver, LLVMGetOperand(call, 0));
}

/* Of both blocks of a copy. */
static LooseNumbers copies_loose_numbers(Deriver *deriver, LLVMValueRef call) {
  const TypeFacts *types = deriver->sweep.types;
  LooseNumbers to = types_loose_numbers(types, LLVMGetOperand(call, 0));
  LooseNumbers from = types_loose_numbers(types, LLVMGetOperand(call, 1));
  return to > from ? to : from;
}

/* Is one of the blocks known to be of doubles that lie where they are aligned? */
static bool copies_doubles(Deriver *deriver, LLVMValueRef call) {
  const TypeFacts *types = deriver->sweep.types;
  for (unsigned i = 0; i < 2; i++) {
    LLVMValueRef block = LLVMGetOperand(call, i);
    if (types_only_double(types, block) && types_loose_numbers(types, block) == LOOSE_NONE &&
        types_of_memory(types, block, 0).kind == BYTE_FLOAT)
      return true;
  }
  return false;
}

/* Words that may be numbers or pointers: the shadows of the pointers. */
static void copy_words_forward(Deriver *deriver, LLVMValueRef call) {
  if (copies_loose_numbers(deriver, call) == LOOSE_ALONE)
    return;
  deriver_position_after(deriver, deriver_clone_of(deriver, call));
  LLVMValueRef length = as_i64(deriver, deriver_clone_of(deriver, LLVMGetOperand(call, 2)));
  LLVMValueRef from = LLVMGetOperand(call, 1);
  for (unsigned lane = 0; lane < deriver->width; lane++) {
    LLVMValueRef inactive = guard_operand_inactive(deriver, call, 0, lane);
    LLVMValueRef arguments[] = {
        deriver_shadow(deriver, LLVMGetOperand(call, 0), lane), deriver_shadow(deriver, from, lane),
        deriver_clone_of(deriver, from), guard_value(deriver, inactive, length)};
    deriver_call_runtime(deriver, "adcc_tape_copy_words", NULL, arguments, 4);
  }
}

/* Numbers may go where shadows of pointers are left. */
static void clear_target(Deriver *deriver, LLVMValueRef call, LLVMValueRef source) {
  enum { FAR = 512 };
  LLVMValueRef pointer = LLVMGetOperand(call, 0), length = LLVMGetOperand(call, 2);
  uint64_t bytes = LLVMIsAConstantInt(length) ? LLVMConstIntGetZExtValue(length) : FAR;
  if (!mixed_pointer_blots(deriver, pointer, 0, bytes < FAR ? bytes : FAR))
    return;
  LLVMPositionBuilderBefore(deriver->builder, deriver_clone_of(deriver, call));
  for (unsigned lane = 0; lane < deriver->width; lane++)
    mixed_clear_pointers(deriver, pointer, source, lane,
                         as_i64(deriver, deriver_clone_of(deriver, length)));
}

/* The shadows of what the copied structures point to. */
static void copy_pointer_fields(Deriver *deriver, LLVMValueRef call, const FieldArray *fields,
                                uint64_t period) {
  if (!block_has(fields, BYTE_POINTER) && !block_has(fields, BYTE_MIXED))
    return;
  if (block_is_all(fields, BYTE_POINTER))
    clone_block_operation(deriver, call, 2, NULL);
  else
    block_copy_pointers(deriver, call, fields, period);
}

static void forward_copy(Deriver *deriver, LLVMValueRef call) {
  if (!is_shadowed_operation(deriver, call) || woven_block(deriver, call))
    return;
  bool from_shadow = deriver_has_shadow(deriver, LLVMGetOperand(call, 1));
  FieldArray fields = {0};
  uint64_t period = 0, within;
  if (deriver->key->mode == REQUEST_FORWARD) {
    if (from_shadow)
      clone_block_operation(deriver, call, 2, NULL);
    if (from_shadow && deriver->key->runtime_activity)
      inactive_copy_zero(deriver, call);
    /* Each puts what it does right behind the copy: pointers come after the zeros. */
    if (!from_shadow && block_pattern_of(deriver, call, &fields, &period) && period)
      copy_pointer_fields(deriver, call, &fields, period);
    if (!from_shadow)
      inactive_copy_zero_all(deriver, call);
    return;
  }
  if (!block_copy_pattern(deriver, call, &fields, &period, &within)) {
    deriver_error(deriver, call, DIAG_UNKNOWN_TYPE, "the types of the bytes copied are not known");
    return;
  }
  clear_target(deriver, call, from_shadow ? LLVMGetOperand(call, 1) : NULL);
  if (period == 0) {
    copy_words_forward(deriver, call);
    return;
  }
  if (from_shadow) {
    LLVMValueRef from = LLVMGetOperand(call, 1);
    deriver_position_after(deriver, deriver_clone_of(deriver, call));
    LLVMValueRef length = as_i64(deriver, deriver_clone_of(deriver, LLVMGetOperand(call, 2)));
    for (unsigned lane = 0; lane < deriver->width; lane++) {
      Blocks blocks = {deriver_shadow(deriver, LLVMGetOperand(call, 0), lane),
                       deriver_shadow(deriver, from, lane),
                       deriver_clone_of(deriver, LLVMGetOperand(call, 0)),
                       deriver_clone_of(deriver, from)};
      block_move_rest(deriver, call, "adcc_tape_copy_unknown", &blocks, length, within, &fields);
    }
  }
  copy_pointer_fields(deriver, call, &fields, period);
}

static bool sets_zero(LLVMValueRef call) {
  LLVMValueRef byte = LLVMGetOperand(call, 1);
  return LLVMIsAConstantInt(byte) && LLVMIsNull(byte);
}

static void forward_set(Deriver *deriver, LLVMValueRef call) {
  if (!is_shadowed_operation(deriver, call) || woven_block(deriver, call))
    return;
  LLVMValueRef byte = LLVMGetOperand(call, 1);
  if (deriver->key->mode == REQUEST_FORWARD) {
    clone_block_operation(deriver, call, 1, LLVMConstNull(LLVMTypeOf(byte)));
    return;
  }
  clear_target(deriver, call, NULL);
  FieldArray fields = {0};
  uint64_t period = 0;
  if (!block_pattern_of(deriver, call, &fields, &period))
    return; /* a byte over and over is no address: such a shadow is never followed */
  if (!block_has(&fields, BYTE_POINTER))
    return;
  /* No address is one byte over and over. */
  if (!block_has(&fields, BYTE_FLOAT) && !block_has(&fields, BYTE_MIXED))
    clone_block_operation(deriver, call, 1, LLVMConstNull(LLVMTypeOf(byte)));
  /* Mixed: stores that follow give every pointer its shadow before it is read. */
}

/* Intrinsics that yield the pointer they are given, in another guise. */
static void forward_address(Deriver *deriver, LLVMValueRef call) {
  if (!deriver_has_shadow(deriver, call))
    return;
  deriver_position_after(deriver, deriver_clone_of(deriver, call));
  for (unsigned lane = 0; lane < deriver->width; lane++) {
    LLVMValueRef shadow = LLVMInstructionClone(deriver_clone_of(deriver, call));
    LLVMSetOperand(shadow, 0, deriver_shadow(deriver, LLVMGetOperand(call, 0), lane));
    LLVMInsertIntoBuilder(deriver->builder, shadow);
    deriver_set_shadow(deriver, call, lane, shadow);
  }
}

bool memory_forward_call(Deriver *deriver, LLVMValueRef call) {
  switch (classify(call)) {
  case MEMORY_ALLOCATE_INDIRECT:
    allocation_forward_indirect(deriver, call);
    break;
  case MEMORY_ADDRESS:
    forward_address(deriver, call);
    break;
  case MEMORY_ALLOCATE:
    allocation_forward(deriver, call);
    break;
  case MEMORY_EXCEPTION:
    allocation_forward_exception(deriver, call);
    break;
  case MEMORY_REALLOC:
    realloc_forward(deriver, call);
    break;
  case MEMORY_FREE:
    release_forward(deriver, call);
    break;
  case MEMORY_COPY:
    forward_copy(deriver, call);
    break;
  case MEMORY_SET:
    forward_set(deriver, call);
    break;
  case MEMORY_TAPE:
    inner_tape_forward(deriver, call);
    break;
  case MEMORY_DROP: /* the reverse sweep still needs the memory */
    if (deriver->key->mode != REQUEST_FORWARD &&
        LLVMGetFirstUse(deriver_clone_of(deriver, call)) == NULL)
      deriver_replace_clone(deriver, call, NULL);
    break;
  case MEMORY_NONE:
    return false;
  }
  return true;
}

/* As pointer_inactive, in the reverse sweep. */
static LLVMValueRef reverse_inactive(Deriver *deriver, LLVMValueRef call, unsigned operand,
                                     LLVMValueRef shadow) {
  if (!guard_block_may_be_inactive(deriver, call))
    return NULL;
  LLVMValueRef primal = reverse_fetch_primal(deriver, LLVMGetOperand(call, operand));
  return LLVMBuildICmp(deriver->builder, LLVMIntEQ, primal, shadow, "inactive");
}

/* Their adjoints. */
static void copy_words_reverse(Deriver *deriver, LLVMValueRef call) {
  LLVMValueRef length = as_i64(deriver, reverse_fetch_primal(deriver, LLVMGetOperand(call, 2)));
  LLVMValueRef primal[2] = {reverse_fetch_primal(deriver, LLVMGetOperand(call, 0)),
                            reverse_fetch_primal(deriver, LLVMGetOperand(call, 1))};
  bool from_shadow = deriver_has_shadow(deriver, LLVMGetOperand(call, 1));
  LooseNumbers loose = copies_loose_numbers(deriver, call);
  bool doubles = loose == LOOSE_ALONE && copies_doubles(deriver, call);
  const char *function = doubles ? block_add_doubles : block_add_words[loose];
  for (unsigned lane = 0; lane < deriver->width; lane++) {
    LLVMValueRef from = primal[1];
    if (from_shadow)
      from = reverse_fetch_shadow(deriver, LLVMGetOperand(call, 1), lane);
    LLVMValueRef arguments[] = {reverse_fetch_shadow(deriver, LLVMGetOperand(call, 0), lane), from,
                                primal[0], primal[1], length};
    deriver_call_runtime(deriver, function, NULL, arguments, 5);
  }
}

static void reverse_copy(Deriver *deriver, LLVMValueRef call) {
  if (!is_shadowed_operation(deriver, call) ||
      !activity_of_instruction(deriver->sweep.activity, call))
    return;
  FieldArray fields = {0};
  uint64_t period = 0, within;
  if (!block_copy_pattern(deriver, call, &fields, &period, &within))
    return; /* the forward sweep has reported it */
  if (period == 0) {
    copy_words_reverse(deriver, call);
    return;
  }
  bool complete = within == UINT64_MAX && !block_has(&fields, BYTE_UNKNOWN);
  bool any = block_mark_cleared(deriver, call, &fields, period) || block_has(&fields, BYTE_FLOAT) ||
             block_has(&fields, BYTE_MIXED);
  if (complete && !any)
    return;
  bool from_shadow = deriver_has_shadow(deriver, LLVMGetOperand(call, 1));
  LLVMValueRef all = as_i64(deriver, reverse_fetch_primal(deriver, LLVMGetOperand(call, 2)));
  LLVMContextRef context = LLVMGetModuleContext(deriver->diff->module);
  for (unsigned lane = 0; lane < deriver->width; lane++) {
    LLVMValueRef to = reverse_fetch_shadow(deriver, LLVMGetOperand(call, 0), lane);
    if (!complete) {
      LLVMValueRef source = LLVMGetOperand(call, 1);
      Blocks blocks = {to, from_shadow ? reverse_fetch_shadow(deriver, source, lane) : NULL,
                       reverse_fetch_primal(deriver, LLVMGetOperand(call, 0)),
                       reverse_fetch_primal(deriver, source)};
      block_move_rest(deriver, call, "adcc_tape_add_unknown", &blocks, all, within, &fields);
    }
    if (!any)
      continue;
    LLVMValueRef bytes = guard_value(deriver, reverse_inactive(deriver, call, 0, to), all);
    if (!from_shadow) {
      block_loop(deriver, to, NULL, bytes, period, &fields, false, block_zero_adjoint);
      continue;
    }
    LLVMValueRef from = reverse_fetch_shadow(deriver, LLVMGetOperand(call, 1), lane);
    LLVMValueRef inactive = reverse_inactive(deriver, call, 1, from);
    if (inactive)
      guard_check(deriver, call,
                  LLVMBuildAnd(deriver->builder, reverse_inactive(deriver, call, 0, to),
                               LLVMBuildNot(deriver->builder, inactive, ""), ""));
    if (inactive) { /* nothing to add to, but what was overwritten still has no adjoint */
      LLVMValueRef none = LLVMConstNull(LLVMTypeOf(bytes));
      LLVMValueRef cleared = LLVMBuildSelect(deriver->builder, inactive, bytes, none, "");
      bytes = guard_value(deriver, inactive, bytes);
      block_loop(deriver, to, NULL, cleared, period, &fields, false, block_zero_adjoint);
    }
    if (!block_may_overlap(call)) {
      block_loop(deriver, to, from, bytes, period, &fields, false, block_add_adjoint);
      continue;
    }
    /* Every adjoint must be read before one that overlaps it is added to. */
    LLVMBasicBlockRef here = LLVMGetInsertBlock(deriver->builder);
    LLVMBasicBlockRef blocks[3];
    for (unsigned i = 0; i < 3; i++) {
      blocks[i] = LLVMAppendBasicBlockInContext(context, deriver->sweep.function, "move");
      map_set(deriver->sweep.reverse_blocks, blocks[i], blocks[i]);
      map_set(deriver->sweep.loop_of, blocks[i], map_get(deriver->sweep.loop_of, here));
    }
    LLVMBuildCondBr(deriver->builder, LLVMBuildICmp(deriver->builder, LLVMIntUGE, to, from, ""),
                    blocks[0], blocks[1]);
    for (unsigned i = 0; i < 2; i++) {
      LLVMPositionBuilderAtEnd(deriver->builder, blocks[i]);
      block_loop(deriver, to, from, bytes, period, &fields, i == 1, block_add_adjoint);
      LLVMBuildBr(deriver->builder, blocks[2]);
    }
    LLVMPositionBuilderAtEnd(deriver->builder, blocks[2]);
  }
}

static void reverse_set(Deriver *deriver, LLVMValueRef call) {
  if (!is_shadowed_operation(deriver, call))
    return;
  FieldArray fields = {0};
  uint64_t period = 0;
  bool known = block_pattern_of(deriver, call, &fields, &period);
  if (known && !block_has(&fields, BYTE_FLOAT) && !block_has(&fields, BYTE_MIXED))
    return;
  /* Further back nobody reads through the pointers that were replaced: they may go as well. */
  bool whole = !known || sets_zero(call) || block_is_all(&fields, BYTE_FLOAT);
  LLVMValueRef all = as_i64(deriver, reverse_fetch_primal(deriver, LLVMGetOperand(call, 2)));
  for (unsigned lane = 0; lane < deriver->width; lane++) {
    LLVMValueRef to = reverse_fetch_shadow(deriver, LLVMGetOperand(call, 0), lane);
    LLVMValueRef bytes = guard_value(deriver, reverse_inactive(deriver, call, 0, to), all);
    if (whole)
      block_zero(deriver, to, bytes);
    else
      block_loop(deriver, to, NULL, bytes, period, &fields, false, block_zero_adjoint);
  }
}

void memory_reverse_call(Deriver *deriver, LLVMValueRef call) {
  switch (classify(call)) {
  case MEMORY_COPY:
    reverse_copy(deriver, call);
    return;
  case MEMORY_SET:
    reverse_set(deriver, call);
    return;
  case MEMORY_REALLOC:
    realloc_reverse(deriver, call);
    return;
  case MEMORY_TAPE:
    if (library_function(call_direct_callee(call))->kind == LIBFN_TAPE_REALLOC)
      realloc_reverse(deriver, call);
    else
      inner_tape_reverse(deriver, call);
    return;
  default:
    return; /* what the forward sweep deferred is released when the tape ends */
  }
}
