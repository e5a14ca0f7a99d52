/* block: the kinds of what memcpy, memmove and memset move, field by field, and loops over them.
 * Internal to diff/. */
#ifndef ADCC_DIFF_BLOCK_H
#define ADCC_DIFF_BLOCK_H

#include "diff.h"

/* One scalar in the pattern of a block of memory. */
typedef struct {
  uint64_t offset, size;
  LLVMTypeRef type;
  ByteKind kind;
  bool clears; /* the shadow of a pointer, which goes where the adjoint of a number must begin */
  bool ends;   /* unknown, with a type: other numbers than that may be in its first half */
} Field;
typedef ARRAY(Field) FieldArray;
typedef void (*FieldAction)(Deriver *, const Field *, LLVMValueRef to, LLVMValueRef from);

uint64_t block_size_of(Deriver *deriver, LLVMTypeRef type);
/* A pair of floats that may be a pointer (mixed.c). A block that ends in the middle ends in a
 * float: nobody moves half a pointer. */
bool block_is_pair_of_floats(ByteKind kind, LLVMTypeRef type);
/* A loop over `bytes` in steps of `period`, ascending or descending, doing each field of the
 * pattern. Moves the builder behind the loop. */
void block_loop(Deriver *deriver, LLVMValueRef to, LLVMValueRef from, LLVMValueRef bytes,
                uint64_t period, const FieldArray *fields, bool descending, FieldAction action);
void block_add_adjoint(Deriver *deriver, const Field *field, LLVMValueRef to, LLVMValueRef from);
void block_zero_adjoint(Deriver *deriver, const Field *field, LLVMValueRef to, LLVMValueRef from);
void block_zero(Deriver *deriver, LLVMValueRef pointer, LLVMValueRef bytes);
/* Marks the pointers among what `call` copies to where numbers have been. Returns whether any is.
 */
bool block_mark_cleared(Deriver *deriver, LLVMValueRef call, FieldArray *fields, uint64_t period);
bool block_is_all(const FieldArray *fields, ByteKind kind);
bool block_has(const FieldArray *fields, ByteKind kind);
/* A pattern that is a shorter one over and over has the period of that. */
void block_shorten(FieldArray *fields, uint64_t *period);
/* How far memory from `pointer` on is to be looked through for all that is known of it. */
uint64_t block_window(const TypeFacts *, LLVMValueRef pointer);
/* The pattern of a block operation and the length over which it repeats. */
bool block_pattern_of(Deriver *deriver, LLVMValueRef call, FieldArray *fields, uint64_t *period);
/* The same for a copy, of which the pattern may be known in part: where its length varies, that of
 * its first scalar, which holds for *within bytes (else UINT64_MAX); or words of which run time
 * tells whether they are numbers, where a *period of 0 stands for (see mixed.c); where it is
 * constant, runs of bytes are fields of an unknown kind, which block_move_rest moves. */
bool block_copy_pattern(Deriver *deriver, LLVMValueRef call, FieldArray *fields, uint64_t *period,
                        uint64_t *within);
bool block_may_overlap(LLVMValueRef call);
/* The blocks of a copy: their shadows (no `from`: the source has none) and the primal's. */
typedef struct {
  LLVMValueRef to, from, primal_to, primal_from;
} Blocks;
/* Hands what such a pattern leaves open of a copy of `bytes` to a function of the runtime:
 * adcc_tape_copy_unknown in the forward sweep, adcc_tape_add_unknown in the reverse sweep. */
void block_move_rest(Deriver *deriver, LLVMValueRef call, const char *function,
                     const Blocks *blocks, LLVMValueRef bytes, uint64_t within,
                     const FieldArray *fields);
/* The pointers among what a copy moves, in the shadows; the blocks may overlap. */
void block_copy_pointers(Deriver *deriver, LLVMValueRef call, const FieldArray *fields,
                         uint64_t period);

/* inactive_copy.c, for forward mode: zeroes the tangents behind a copy, if its source turns out to
 * be inactive, or in any case. */
void inactive_copy_zero(Deriver *deriver, LLVMValueRef call);
void inactive_copy_zero_all(Deriver *deriver, LLVMValueRef call);

/* What of the runtime adds the adjoints of a copy of words, by LooseNumbers. */
extern const char *const block_add_words[];
extern const char block_add_doubles[]; /* where one of the blocks is of them */

#endif
