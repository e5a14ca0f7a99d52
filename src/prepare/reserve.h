/* reserve: a vector that a loop fills, see reserve.c. */
#ifndef ADCC_PREPARE_RESERVE_H
#define ADCC_PREPARE_RESERVE_H

#include "prepare.h"

typedef struct {
  BridgeAnalysesRef analyses;
  LLVMTargetDataRef layout;
  BridgeLoopRef loop;
  LLVMBasicBlockRef header, latch, grows; /* the last: where there is no room */
  LLVMValueRef branch;                    /* asks for room */
  LLVMValueRef end, capacity, begin;      /* phis of the header */
  LLVMValueRef allocation, release;       /* of the larger block, of the old one */
  uint64_t size;                          /* of an element */
  const Map *returning;                   /* blocks from which the function may return, as keys */
} Growth;

/* In the order of the walk through the loop: is it a phi of the header, what is it in the next
 * iteration, and which value of the header, or pointer, is a value `offset` bytes behind where the
 * vector does not grow. */
bool growth_is_header_phi(const Growth *, LLVMValueRef value);
LLVMValueRef growth_next_of(const Growth *, LLVMValueRef phi);
LLVMValueRef growth_around(const Growth *, LLVMValueRef value, int64_t *offset);
LLVMValueRef growth_root_of(LLVMValueRef pointer);
bool growth_is_allocation(LLVMValueRef call);
bool growth_is_release(const Growth *, LLVMValueRef call);
/* Does control come to the block only where there is no room? */
bool growth_grows(const Growth *, LLVMBasicBlockRef block);
/* How often the loop goes on at the end of `exit`, as an i64 before `at`, if the vector does not
 * grow. NULL, and nothing is changed, if that is not known; else the loop is one that does not grow
 * it. Invalidates the analyses. */
LLVMValueRef growth_count_pushes(Growth *, LLVMBasicBlockRef exit, LLVMValueRef at);

/* reserve_room.c: is it seen how large a block the vector takes when it grows? */
bool growth_is_computed(const Growth *);
/* The bytes of the block that the vector would have taken in the end, as often as it would have
 * grown from `had` bytes until there are `wanted` or more. The builder is before `at`, and is there
 * when the block is split. */
LLVMValueRef growth_room(const Growth *, LLVMBuilderRef, LLVMValueRef at, LLVMValueRef had,
                         LLVMValueRef wanted);

/* reserve_seen.c: does the program see that the vector has its memory before it has filled it? */
bool growth_is_unseen(const Growth *);

#endif
