/* overlap: comparisons, at run time, of what a loop nest reads with what is written from there on.
 */
#ifndef ADCC_OVERLAP_H
#define ADCC_OVERLAP_H

#include "plan.h"

/* Before which nest. */
typedef struct {
  const Sweep *sweep;
  SweepLoop *nest;        /* an outermost loop */
  LLVMValueRef at;        /* primal: the end of the nest's preheader */
  LLVMBuilderRef builder; /* forward sweep: the same place */
  Map *ranges;            /* of accesses, built there so far */
  Map *read_ranges;       /* … of all loads of an object in the nest */
  Map *written_ranges;    /* … of all stores to an object in the function */
  Map *pairs;             /* object read -> Map: object written -> whether they meet */
  ValueArray copied;      /* what ScalarEvolution expanded in the primal, copied to that place */
} OverlapSite;

/* Builds the condition under which `writer`, a store of the primal, may overwrite what `load` read
 * in the nest before the reverse sweep reads it again; NULL if there is no telling. */
LLVMValueRef overlap_build(OverlapSite *, LLVMValueRef load, LLVMValueRef writer);
/* ScalarEvolution may have put its code further up than this nest; the copies are here only. */
void overlap_forget_copies(OverlapSite *);

#endif
