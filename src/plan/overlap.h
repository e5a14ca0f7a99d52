/* overlap: comparisons, at run time, of what a loop nest reads with what is written from there on.
 */
#ifndef ADCC_OVERLAP_H
#define ADCC_OVERLAP_H

#include "plan.h"

/* A range that was built before some nest. It is the same before every nest that comes behind. */
typedef struct {
  LLVMValueRef at; /* primal: the end of that nest's preheader */
  const Range *range;
} KnownRange;

typedef struct {
  ARRAY(KnownRange) all;
} KnownRanges;

/* What ScalarEvolution expanded in the primal, and its copy in the forward sweep. */
typedef struct {
  LLVMValueRef value, copy;
} CopiedValue;

/* Before which nest. */
typedef struct {
  Plan *plan;
  const Sweep *sweep;
  SweepLoop *nest;           /* an outermost loop */
  LLVMValueRef at;           /* primal: the end of the nest's preheader */
  LLVMBuilderRef builder;    /* forward sweep: the same place */
  Map *ranges;               /* of accesses, built there so far */
  Map *read_ranges;          /* … of all loads of an object in the nest */
  Map *written_ranges;       /* … of all stores to an object in the function */
  Map *extents;              /* … of objects, all of them */
  Map *pairs;                /* object read -> Map: object written -> OverlapTest */
  Map *of_ranges;            /* Range read -> Map: Range written -> OverlapTest */
  ARRAY(CopiedValue) copied; /* to that place */
  bool is_above;             /* the builder is before all nests */
} OverlapSite;

/* Two ranges, of which the first is overwritten in part if they meet. */
typedef struct {
  const Range *read, *written; /* NULL: `again` alone decides */
  LLVMValueRef again;          /* … and if this holds too; NULL: the ranges alone decide */
  bool is_local;               /* one of them is in an object of this function alone */
  bool is_expected;            /* it comes out so in every ordinary call */
} OverlapTest;

/* Can what the instruction writes be compared: is it a store, or does it set or move a block? */
bool overlap_is_write(LLVMValueRef instruction);
/* Tells whether `writer`, such an instruction of the primal, may overwrite what `load` read in the
 * nest before the reverse sweep reads it again; NULL if there is no telling. Equal tests are one.
 */
const OverlapTest *overlap_test(OverlapSite *, LLVMValueRef load, LLVMValueRef writer);
/* What an access of the primal covers over its whole nest. */
const Range *overlap_range(OverlapSite *, LLVMValueRef access);
/* extent.c: all of an object, if the function makes it before the nest and says how large it is; no
 * `low` else. Whatever an access takes its index from, it stays within. */
const Range *extent_of(OverlapSite *, LLVMValueRef object);
/* ends.c: where what several accesses cover begins and ends. */
typedef struct {
  LLVMValueRef value;  /* forward sweep */
  LLVMValueRef primal; /* what it is a copy of; NULL: it is none */
  LLVMBasicBlockRef of_access;
} End;
typedef enum { LOWEST, HIGHEST } EndSide;
typedef struct {
  ARRAY(End) sides[2]; /* by EndSide */
} Ends;

void ends_add(Ends *, const Sweep *, LLVMValueRef access, const Range *);
/* Of nothing: NULL. */
LLVMValueRef ends_choice(const Ends *, LLVMBuilderRef, EndSide);
/* The one of two that is less, or greater, by `order`. */
LLVMValueRef ends_choose(LLVMBuilderRef, LLVMIntPredicate order, LLVMValueRef, LLVMValueRef);
/* compare.c: whether any of the tests, the keys of the map, comes out so. */
LLVMValueRef overlap_any(Plan *, LLVMBuilderRef, const Map *tests);
/* ScalarEvolution may have put its code further up than this nest; the copies are here only, and
 * known while code is built here. */
void overlap_recall_copies(OverlapSite *);
void overlap_forget_copies(OverlapSite *);

/* region.c: an outermost loop with accesses that are compared. */
typedef struct {
  OverlapSite site;
  LLVMValueRef flag; /* stands for the disjunction of all comparisons until they are all known */
} Nest;

/* The nest of a loop; while it is open, code can be built before it. */
Nest *region_open(Plan *, SweepLoop *nest);
void region_close(Nest *);
/* The comparison of what an access read with a writer; NULL if there is no telling, or if they meet
 * in every ordinary call. */
const OverlapTest *region_test(Nest *, LLVMValueRef primal_access, LLVMValueRef writer);

#endif
