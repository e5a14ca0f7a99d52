/* followed_block: what a function does with a block of memory that it makes and keeps no pointer
 * to: all that it makes of the pointer are places within the block, comparisons and distances. */
#ifndef ADCC_PREPARE_FOLLOWED_BLOCK_H
#define ADCC_PREPARE_FOLLOWED_BLOCK_H

#include "prepare.h"

/* A call of the function so named says that what the block, its argument, holds is of no matter
 * from there on; see shared_blocks.c. */
#define FOLLOWED_BEGIN_OF_LIFE "adcc_block_begins"

typedef struct {
  Arena *arena;
  BridgeAnalysesRef analyses;
  LLVMValueRef call;   /* that makes the block */
  bool irreducible;    /* are there loops of which LLVM does not know? */
  Map *places;         /* in it: pointers, and the same as integers */
  ValueArray pointers; /* these places in order */
  ValueArray integers;
  ValueArray measured;    /* integers to which there must be distances from it */
  ValueArray comparisons; /* of places in it */
  ValueArray accesses;    /* loads, stores and calls that read or write it */
  ValueArray releases;
  ValueArray checks; /* calls that see whether it is there, and those that begin its life */
} FollowedBlock;

/* The row of a library function that is called, not by `invoke`; or NULL. */
const LibraryFunction *followed_row(LLVMValueRef call);
/* Fills in all but the first three members. False if a pointer to the block may be kept, if one may
 * be to another block as well, or if an iteration of a loop around the call hands one to the next:
 * where it is true, no use of the block comes after the next one is made. The loops must be in
 * simplified form. */
bool followed_block(FollowedBlock *);
/* Of two places: is the one null, since there is no block, exactly where the other is? */
bool followed_null_together(const FollowedBlock *, LLVMValueRef a, LLVMValueRef b);

#endif
