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
} Field;
typedef ARRAY(Field) FieldArray;
typedef void (*FieldAction)(Deriver *, const Field *, LLVMValueRef to, LLVMValueRef from);

uint64_t block_size_of(Deriver *deriver, LLVMTypeRef type);
/* A loop over `bytes` in steps of `period`, ascending or descending, doing each field of the
 * pattern. Moves the builder behind the loop. */
void block_loop(Deriver *deriver, LLVMValueRef to, LLVMValueRef from, LLVMValueRef bytes,
                uint64_t period, const FieldArray *fields, bool descending, FieldAction action);
void block_add_adjoint(Deriver *deriver, const Field *field, LLVMValueRef to, LLVMValueRef from);
void block_zero_adjoint(Deriver *deriver, const Field *field, LLVMValueRef to, LLVMValueRef from);
bool block_is_all(const FieldArray *fields, ByteKind kind);
bool block_has(const FieldArray *fields, ByteKind kind);
/* A pattern that is one scalar over and over has that scalar's period. */
void block_shorten(FieldArray *fields, uint64_t *period);
/* The pattern of a block operation and the length over which it repeats. */
bool block_pattern_of(Deriver *deriver, LLVMValueRef call, FieldArray *fields, uint64_t *period);
void block_copy_pointer(Deriver *deriver, const Field *field, LLVMValueRef to, LLVMValueRef from);

#endif
