/* request_code: the call that asked for a derivative, while it is rewritten. Internal to emit/. */
#ifndef ADCC_EMIT_REQUEST_CODE_H
#define ADCC_EMIT_REQUEST_CODE_H

#include "tape_code.h"

typedef struct {
  DiffContext *diff;
  const Request *request;
  LLVMBuilderRef builder;
  bool failed;
  ValueArray calls;          /* of what was derived, in place of the request */
  LLVMValueRef result_frame; /* split: where a result in memory stands, with its shadows behind */
} Rewriter;

typedef ValueArray Arguments;

/* request.c: room in the caller. */
LLVMValueRef rewriter_slot(Rewriter *, LLVMTypeRef type);
/* For what the primal leaves in memory. */
LLVMValueRef rewriter_result_slot(Rewriter *);
/* Argument `number` as the primal takes it; reports what cannot be converted. */
LLVMValueRef rewriter_convert(Rewriter *, LLVMValueRef value, LLVMTypeRef type, unsigned number);
LLVMValueRef rewriter_lane_shadow(Rewriter *, const RequestArgument *, unsigned lane);
/* The arguments with their shadows. */
void rewriter_push_arguments(Rewriter *, Arguments *);
LLVMValueRef rewriter_call(Rewriter *, LLVMValueRef function, Arguments *);
LLVMValueRef rewriter_runtime(Rewriter *, const char *name, LLVMTypeRef result,
                              LLVMValueRef *arguments, unsigned count);
/* {primal?, tangents or adjoints}, where the first and the tangents were left in memory. */
LLVMValueRef rewriter_memory_results(Rewriter *, const Arguments *, LLVMValueRef returned);
/* The value as another type of the same bytes. */
LLVMValueRef rewriter_through_memory(Rewriter *, LLVMValueRef value, LLVMTypeRef type);
const char *rewriter_type_text(Rewriter *, LLVMTypeRef);
LLVMTypeRef rewriter_pointer(Rewriter *);
uint64_t rewriter_size_of(Rewriter *, LLVMTypeRef type);

/* request_result.c: what the request returns, as its caller declared it. */
void rewriter_replace_result(Rewriter *, LLVMValueRef result);

/* kept.c: gives the shadows of globals the pointers that these hold from before the call. */
void rewriter_keep_globals(Rewriter *);

/* request_split.c */
uint64_t split_tape_bytes(const Request *);
uint64_t split_result_stride(Rewriter *); /* between a result in memory and its shadows */
void rewrite_augmented(Rewriter *, const Derivative *);
void rewrite_gradient(Rewriter *, const Derivative *);
void rewrite_recorded(Rewriter *, LLVMValueRef recorded);
void rewrite_forward_split(Rewriter *, const Derivative *);

#endif
