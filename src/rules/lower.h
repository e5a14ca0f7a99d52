/* lower.h: what the files lower*.c share; the rest of the compiler sees rules_lower only. */
#ifndef ADCC_LOWER_H
#define ADCC_LOWER_H

#include "vocabulary.h"

/* One call to be rewritten. */
typedef struct {
  DiagSink *sink;
  LLVMModuleRef module;
  LLVMBuilderRef builder;
  LLVMValueRef call;
  const char *name; /* the callee's, without llvm. and the type's suffix for intrinsics */
  size_t name_length;
  bool *needs_library; /* set where a call went to a function of lib/ *.c */
} Lowering;

/* What becomes of which call. `name` of an intrinsic is without llvm. and the type's suffix. The
 * parameters of a C function are as in math.def. `lower` returns false if it leaves the call. */
typedef struct {
  const char *name;
  bool (*lower)(const Lowering *);
  const char *parameters;
} LoweringRow;

LLVMValueRef lower_argument(const Lowering *l, unsigned index);
/* Gives `value` the fast-math flags of the call. */
LLVMValueRef lower_flagged(const Lowering *l, LLVMValueRef value);
LLVMValueRef lower_arithmetic(const Lowering *l, LLVMOpcode opcode, LLVMValueRef left,
                              LLVMValueRef right);
/* Are the call's parameters these, a letter each: p a pointer, i an integer, f a number? */
bool lower_parameters_match(const Lowering *l, const char *letters);
/* The call is gone; `value` (NULL: it had none) stands for it. */
void lower_replace(const Lowering *l, LLVMValueRef value);

/* lower_x86.c, lower_x86_lanes.c and lower_x86_masked.c: the vector instructions of SSE and AVX;
 * NULL if the name is not of one. */
const LoweringRow *lower_x86_row(const char *name);
const LoweringRow *lower_x86_lanes_row(const char *name);
const LoweringRow *lower_x86_masked_row(const char *name);
LLVMValueRef lower_call_intrinsic(const Lowering *l, const char *name, LLVMTypeRef *overloads,
                                  unsigned overload_count, LLVMValueRef *arguments, unsigned count);
/* Whether operand `index` asks for rounding to nearest, or as the program has set it. */
bool lower_rounds_as_usual(const Lowering *l, unsigned index);
/* Lanes of `value` where the mask's bit is set, of `otherwise` elsewhere. */
LLVMValueRef lower_where_masked(const Lowering *l, LLVMValueRef mask, LLVMValueRef value,
                                LLVMValueRef otherwise);
LLVMValueRef lower_lane(const Lowering *l, unsigned lane);
/* Lanes of `left`, and counted on from its last one, of `right`. */
LLVMValueRef lower_shuffled(const Lowering *l, LLVMValueRef left, LLVMValueRef right,
                            const unsigned *lanes, unsigned count);
/* Lane 0 of `lowest`, the others of `others`. */
LLVMValueRef lower_lowest_from(const Lowering *l, LLVMValueRef lowest, LLVMValueRef others);
bool lower_assembly(const Lowering *);
/* lower_sanitizer.c: what a sanitizer has put into the input. */
bool lower_sanitizer(const Lowering *);
/* lower_blas.c: BLAS and LAPACK. */
bool lower_blas(const Lowering *);
/* Is it one of these, by its name and its type? */
bool lower_blas_takes(const Lowering *, LLVMTypeRef function);
/* lower_strict.c: a constrained operation, and what marks a function as made of them. */
bool lower_constrained(const Lowering *);
void lower_leave_strict(LLVMValueRef function);
/* lower_table.c: a store of the address of a virtual table of the library, or a load from one. */
bool lower_table(LLVMBuilderRef, LLVMValueRef access);

#endif
