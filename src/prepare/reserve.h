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
} Growth;

/* Does control come to the block only where there is no room? */
bool growth_grows(const Growth *, LLVMBasicBlockRef block);
/* How often the loop goes on at the end of `exit`, as an i64 before `at`, if the vector does not
 * grow. NULL, and nothing is changed, if that is not known; else the loop is one that does not grow
 * it. Invalidates the analyses. */
LLVMValueRef growth_count_pushes(Growth *, LLVMBasicBlockRef exit, LLVMValueRef at);

#endif
