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

/* Is it a phi of the header, and what is that in the next iteration? */
bool growth_is_header_phi(const Growth *, LLVMValueRef value);
LLVMValueRef growth_next_of(const Growth *, LLVMValueRef phi);
/* The pointer that the value is `offset` bytes behind where the vector does not grow: a phi of the
 * header, or one from before the loop; NULL if there is none. */
LLVMValueRef growth_around(const Growth *, LLVMValueRef value, int64_t *offset);
/* What a place is so many bytes behind. */
LLVMValueRef growth_root_of(LLVMValueRef pointer);
/* Does the call make a block as a vector has it? Does it give back one of the vector's? */
bool growth_is_allocation(LLVMValueRef call);
bool growth_is_release(const Growth *, LLVMValueRef call);
/* Does control come to the block only where there is no room? */
bool growth_grows(const Growth *, LLVMBasicBlockRef block);
/* The value that the phi has where the vector did not grow; NULL if there are several. */
LLVMValueRef growth_without(const Growth *, LLVMValueRef phi);
/* How often the loop goes on at the end of `exit`, as an i64 before `at`, if the vector does not
 * grow. NULL, and nothing is changed, if that is not known; else the loop is one that does not grow
 * it. Invalidates the analyses. */
LLVMValueRef growth_count_pushes(Growth *, LLVMBasicBlockRef exit, LLVMValueRef at);

/* reserve_room.c: does the call choose the larger or the smaller of two numbers? */
bool growth_is_extreme(LLVMValueRef call);
/* Is it seen how large a block the vector takes when it grows? */
bool growth_is_computed(const Growth *);
/* The bytes of the block that the vector would have taken in the end, as often as it would have
 * grown from `had` bytes until there are `wanted` or more. The builder is before `at`, and is there
 * when the block is split. */
LLVMValueRef growth_room(const Growth *, LLVMBuilderRef, LLVMValueRef at, LLVMValueRef had,
                         LLVMValueRef wanted);

/* reserve_seen.c: does the program see that the vector has its memory before it has filled it? */
bool growth_is_unseen(const Growth *);

#endif
