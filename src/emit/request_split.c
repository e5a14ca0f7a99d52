/* The calls of the modes in two halves: what the user holds between them, and which results go
 * with it. */
#include "request_code.h"

/* What the user holds between the halves: one block with the arena, this call's tape, and where the
 * primal left a result in memory. */
enum { AT_TAPE = 8, AT_RESULT = 16, END_OF_BLOCK = 24 };

uint64_t split_tape_bytes(const Request *request) {
  return request->result_in_memory ? END_OF_BLOCK : AT_RESULT;
}

static LLVMValueRef push_frame(Rewriter *rewriter, LLVMValueRef arena, uint64_t bytes) {
  LLVMTypeRef i64 = LLVMInt64TypeInContext(LLVMGetModuleContext(rewriter->diff->module));
  LLVMValueRef push[] = {arena, LLVMConstInt(i64, bytes, false)};
  return rewriter_runtime(rewriter, "adcc_tape_push", rewriter_pointer(rewriter), push, 2);
}

/* That block: the caller's, or one of the arena's. */
static LLVMValueRef tape_holder(Rewriter *rewriter, LLVMValueRef arena) {
  const Request *request = rewriter->request;
  return request->tape ? request->tape : push_frame(rewriter, arena, split_tape_bytes(request));
}

uint64_t split_result_stride(Rewriter *rewriter) {
  enum { ALIGNMENT = 64 };
  uint64_t bytes = rewriter_size_of(rewriter, rewriter->request->result_in_memory);
  return (bytes + ALIGNMENT - 1) / ALIGNMENT * ALIGNMENT;
}

/* {first, second} */
static LLVMValueRef pair(Rewriter *rewriter, LLVMValueRef first, LLVMValueRef second) {
  LLVMTypeRef types[] = {LLVMTypeOf(first), LLVMTypeOf(second)};
  LLVMValueRef both = LLVMGetUndef(
      LLVMStructTypeInContext(LLVMGetModuleContext(rewriter->diff->module), types, 2, false));
  both = LLVMBuildInsertValue(rewriter->builder, both, first, 0, "");
  return LLVMBuildInsertValue(rewriter->builder, both, second, 1, "");
}

static bool returns_tape_alone(const Request *request) {
  return request->no_return && !request->tape &&
         LLVMGetTypeKind(LLVMTypeOf(request->call)) == LLVMPointerTypeKind;
}

/* The call of a forward half, which gives its tape back if it throws. */
static LLVMValueRef call_half(Rewriter *rewriter, LLVMValueRef half, Arguments *arguments,
                              LLVMValueRef tape) {
  LLVMValueRef guarded = unwind_guard_half(rewriter->diff->arena, half);
  if (guarded)
    ARRAY_PUSH(rewriter->diff->arena, *arguments, tape);
  return rewriter_call(rewriter, guarded ? guarded : half, arguments);
}

void rewrite_augmented(Rewriter *rewriter, const Derivative *derivative) {
  const Request *request = rewriter->request;
  LLVMBuilderRef b = rewriter->builder;
  LLVMTypeRef pointer = rewriter_pointer(rewriter);
  Arguments arguments = {0};
  LLVMValueRef arena = rewriter_runtime(rewriter, "adcc_tape_create", pointer, NULL, 0);
  if (request->result_in_memory)
    rewriter->result_frame =
        push_frame(rewriter, arena, (request->width + 1) * split_result_stride(rewriter));
  rewriter_push_arguments(rewriter, &arguments);
  ARRAY_PUSH(rewriter->diff->arena, arguments, arena);
  if (derivative->key.recorded)
    rewriter_runtime(rewriter, "adcc_tape_record", pointer, &arena, 1);
  LLVMValueRef results = call_half(rewriter, derivative->function, &arguments, arena);
  LLVMContextRef context = LLVMGetModuleContext(rewriter->diff->module);
  LLVMValueRef holder = tape_holder(rewriter, arena);
  LLVMBuildStore(b, arena, holder);
  LLVMBuildStore(b, LLVMBuildExtractValue(b, results, 0, ""), tape_offset(b, holder, AT_TAPE));
  if (request->result_in_memory) {
    LLVMBuildStore(b, rewriter->result_frame, tape_offset(b, holder, AT_RESULT));
    LLVMValueRef result = LLVMBuildLoad2(b, request->result_in_memory, rewriter->result_frame, "");
    return rewriter_replace_result(rewriter,
                                   request->tape ? result : pair(rewriter, holder, result));
  }
  if (returns_tape_alone(request))
    return rewriter_replace_result(rewriter, holder);
  unsigned count = LLVMCountStructElementTypes(LLVMTypeOf(results));
  if (request->tape && count == 1)
    return rewriter_replace_result(rewriter, LLVMBuildExtractValue(b, results, 0, ""));
  LLVMValueRef all = results;
  if (!request->tape)
    all = LLVMBuildInsertValue(b, results, holder, 0, "");
  else { /* the tape is where the caller wants it; the rest is returned */
    LLVMTypeRef types[8];
    LLVMGetStructElementTypes(LLVMTypeOf(results), types);
    if (count == 2)
      return rewriter_replace_result(rewriter, LLVMBuildExtractValue(b, results, 1, ""));
    LLVMValueRef rest = LLVMGetUndef(LLVMStructTypeInContext(context, types + 1, count - 1, false));
    for (unsigned i = 1; i < count; i++)
      rest = LLVMBuildInsertValue(b, rest, LLVMBuildExtractValue(b, results, i, ""), i - 1, "");
    return rewriter_replace_result(rewriter, rest);
  }
  rewriter_replace_result(rewriter, count == 1 ? LLVMBuildExtractValue(b, all, 0, "") : all);
}

/* The seed as the primal's result; C may have passed its members one by one. */
static LLVMValueRef seed_of(Rewriter *rewriter, LLVMTypeRef type, unsigned lane) {
  const Request *request = rewriter->request;
  if (!request->seed)
    return derivative_ones(rewriter->diff->arena, type);
  if (request->seed_of_lanes)
    return rewriter_convert(rewriter, LLVMGetOperand(request->call, request->seed_of_lanes + lane),
                            type, 0);
  if (request->seed_in_pairs) {
    LLVMValueRef pair = LLVMGetOperand(request->call, request->seed_in_pairs + lane / 2);
    LLVMTypeRef index = LLVMInt32TypeInContext(LLVMGetTypeContext(type));
    return LLVMTypeOf(pair) == type
               ? pair
               : LLVMBuildExtractElement(rewriter->builder, pair,
                                         LLVMConstInt(index, lane % 2, false), "");
  }
  if (request->lanes_in_seed)
    return LLVMBuildLoad2(
        rewriter->builder, type,
        tape_offset(rewriter->builder, request->seed, lane * rewriter_size_of(rewriter, type)), "");
  if (!request->seed_in_parts)
    return rewriter_convert(rewriter, request->seed, type, 0);
  LLVMValueRef all = LLVMGetUndef(type);
  for (unsigned i = 0; i < LLVMCountStructElementTypes(type); i++)
    all = LLVMBuildInsertValue(rewriter->builder, all,
                               LLVMGetOperand(request->call, request->seed_in_parts + i), i, "");
  return all;
}

void rewrite_gradient(Rewriter *rewriter, const Derivative *derivative) {
  const Request *request = rewriter->request;
  LLVMBuilderRef b = rewriter->builder;
  LLVMTypeRef pointer = rewriter_pointer(rewriter);
  Arguments arguments = {0};
  LLVMValueRef arena = LLVMBuildLoad2(b, pointer, request->tape, "");
  LLVMValueRef tape = LLVMBuildLoad2(b, pointer, tape_offset(b, request->tape, AT_TAPE), "");
  if (request->result_in_memory) {
    rewriter->result_frame =
        LLVMBuildLoad2(b, pointer, tape_offset(b, request->tape, AT_RESULT), "");
    for (unsigned lane = 0; lane < request->width; lane++)
      LLVMBuildStore(
          b,
          request->result == RETURN_INACTIVE ? LLVMConstNull(request->result_in_memory)
                                             : seed_of(rewriter, request->result_in_memory, lane),
          tape_offset(b, rewriter->result_frame, (lane + 1) * split_result_stride(rewriter)));
  }
  rewriter_push_arguments(rewriter, &arguments);
  ARRAY_PUSH(rewriter->diff->arena, arguments, arena);
  if (derivative->key.result == RETURN_ACTIVE) {
    LLVMTypeRef type = LLVMGetReturnType(LLVMGlobalGetValueType(request->primal));
    for (unsigned lane = 0; lane < request->width; lane++)
      build_seed_parts(rewriter->diff->arena, b, seed_of(rewriter, type, lane), &arguments);
  }
  ARRAY_PUSH(rewriter->diff->arena, arguments, tape);
  if (request->keeps_tape)
    rewriter_runtime(rewriter, "adcc_tape_keep", NULL, &arena, 1);
  LLVMValueRef results = rewriter_call(rewriter, derivative->gradient, &arguments);
  rewriter_runtime(rewriter, request->keeps_tape ? "adcc_tape_restore" : "adcc_tape_destroy", NULL,
                   &arena, 1);
  rewriter_replace_result(rewriter, results);
}

/* augmentfwd whose tape is for fwdsplit alone: the primal with a log. */
void rewrite_recorded(Rewriter *rewriter, LLVMValueRef recorded) {
  const Request *request = rewriter->request;
  LLVMBuilderRef b = rewriter->builder;
  Arguments arguments = {0};
  LLVMValueRef in_memory = request->result_in_memory ? rewriter_result_slot(rewriter) : NULL;
  if (in_memory)
    ARRAY_PUSH(rewriter->diff->arena, arguments, in_memory);
  for (unsigned i = in_memory ? 1 : 0; i < request->argument_count; i++)
    ARRAY_PUSH(rewriter->diff->arena, arguments,
               rewriter_convert(rewriter, request->arguments[i].primal,
                                LLVMTypeOf(LLVMGetParam(request->primal, i)), i + 1));
  LLVMTypeRef pointer = rewriter_pointer(rewriter);
  LLVMValueRef arena = rewriter_runtime(rewriter, "adcc_tape_create", pointer, NULL, 0);
  ARRAY_PUSH(rewriter->diff->arena, arguments,
             rewriter_runtime(rewriter, "adcc_tape_record", pointer, &arena, 1));
  LLVMValueRef result = call_half(rewriter, recorded, &arguments, arena);
  if (in_memory)
    result = LLVMBuildLoad2(b, request->result_in_memory, in_memory, "");
  LLVMValueRef holder = tape_holder(rewriter, arena);
  LLVMBuildStore(b, arena, holder);
  bool is_void =
      LLVMGetTypeKind(LLVMTypeOf(result)) == LLVMVoidTypeKind || returns_tape_alone(request);
  if (is_void || request->tape)
    return rewriter_replace_result(rewriter, is_void ? holder : result);
  rewriter_replace_result(rewriter, pair(rewriter, holder, result));
}

void rewrite_forward_split(Rewriter *rewriter, const Derivative *derivative) {
  const Request *request = rewriter->request;
  Arguments arguments = {0};
  rewriter_push_arguments(rewriter, &arguments);
  LLVMValueRef arena = NULL, log = NULL;
  if (derivative->key.replayed) {
    LLVMTypeRef pointer = rewriter_pointer(rewriter);
    arena = LLVMBuildLoad2(rewriter->builder, pointer, request->tape, "");
    log = rewriter_runtime(rewriter, "adcc_tape_log", pointer, &arena, 1);
    rewriter_runtime(rewriter, "adcc_log_rewind", NULL, &log, 1);
    ARRAY_PUSH(rewriter->diff->arena, arguments, log);
  }
  LLVMValueRef result = rewriter_call(rewriter, derivative->function, &arguments);
  if (request->result_in_memory)
    result = rewriter_memory_results(rewriter, &arguments, result);
  if (log)
    rewriter_runtime(rewriter, "adcc_log_end", NULL, &log, 1);
  if (arena && !request->keeps_tape)
    rewriter_runtime(rewriter, "adcc_tape_destroy", NULL, &arena, 1);
  rewriter_replace_result(rewriter, result);
}
