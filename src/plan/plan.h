/* plan: how each forward value that the reverse sweep asks for is kept: recomputed, reloaded from
 * memory that still holds it, or taped. Derivation asks by placeholder calls; emit/ resolves them
 * by this plan. */
#ifndef ADCC_PLAN_H
#define ADCC_PLAN_H

#include "../analysis/analysis.h"

/* A loop of the function under derivation, in the terms of both sweeps. */
typedef struct SweepLoop {
  struct SweepLoop *parent;
  BridgeLoopRef primal;                       /* in the canonical primal */
  LLVMBasicBlockRef header, preheader, latch; /* of the forward sweep */
  LLVMValueRef counter;                       /* i64 phi 0, 1, … in the header */
  LLVMValueRef count;     /* i64 index of the last iteration, at the preheader; NULL: unknown */
  bool rectangular;       /* `count` does not vary in the parent, and every iteration of the
                             parent runs this loop: frames may be allocated outside */
  LLVMValueRef condition; /* rectangular: the parent runs this loop if it holds; NULL: always */
  bool condition_negated;
  int64_t constant_count; /* or -1 */
  unsigned depth;         /* 1 = outermost */
  /* The reverse sweep: the iteration under way, and where it is set. */
  LLVMValueRef iteration_slot; /* alloca i64 */
  ValueArray iteration_begins; /* stores to iteration_slot: each begins a reverse iteration */
  LLVMBasicBlockRef
      reverse_end; /* block of the reverse sweep that leaves the loop: frames are dead */
} SweepLoop;

#define RECORD_END "adcc.record.end"
#define STORE_UNDONE "adcc.store.undone"

/* One request of the reverse sweep: "the value that `value` had in the forward sweep". */
typedef struct {
  LLVMValueRef value;       /* instruction of the forward sweep */
  LLVMValueRef placeholder; /* call in the reverse sweep; NULL once dead or resolved */
  LLVMValueRef point;       /* primal instruction at whose reverse it is asked for, all behind that
                               having been reversed; NULL: not known */
} Fetch;

/* Where the reverse sweep has come back to before a store. */
typedef struct {
  LLVMValueRef store;  /* primal */
  LLVMValueRef marker; /* call of adcc.store.undone in the reverse sweep; NULL once dead */
} UndonePoint;

/* What a derivative's accesses are of; no two overlap. */
typedef enum { SCOPE_PRIMAL, SCOPE_SHADOW, SCOPE_TAPE, SCOPE_MIRROR, SCOPES } Scope;

/* The function under derivation: forward and reverse sweep in one body, before resolution. */
typedef struct Sweep {
  Arena *arena;
  DiagSink *sink;
  LLVMValueRef primal;        /* canonical primal; unchanged, so its analyses hold */
  LLVMValueRef function;      /* the derivative */
  BridgeAnalysesRef analyses; /* of the primal */
  const Map *inspected;       /* primal access -> InspectedRange, see ir.h; or NULL */
  ValueArray accesses;        /* what of the primal may read or write memory, if it returns */
  Map *writers; /* primal access -> ValueArray of what may overwrite it, see remat.c; as far as
                   asked for */
  const TypeFacts *types;
  Activity *activity;
  Map *clone;      /* primal value or block -> forward-sweep value or block */
  Map *origin;     /* forward-sweep value -> primal value it is, or mirrors in shadow memory */
  Map *is_shadow;  /* forward-sweep value -> non-NULL if it is of the shadow */
  Map *iterations; /* forward-sweep value -> SweepLoop of which it numbers an iteration, or -1 */
  Map *reverse_blocks; /* block of the reverse sweep -> non-NULL */
  Map *loop_of;        /* forward or reverse block -> innermost SweepLoop */
  ARRAY(SweepLoop *) loops;
  ARRAY(Fetch) fetches;
  ARRAY(UndonePoint) undone; /* of active stores in loops */
  LLVMValueRef point;        /* primal instruction that is being reversed, see Fetch */
  /* Blocks of the forward sweep with calls that keep a tape, in counted loops of which only some
   * iterations run them. The reverse of each ends in a call of adcc.record.end with its number. */
  BlockArray call_blocks;
  ValueArray adjoint_slots; /* allocas of adjoints, promoted before the plan */
  bool split;               /* the two sweeps become two functions */
  bool calls_seen;          /* split: all of its calls are in functions that are differentiated */
  LLVMValueRef tape;        /* adcc_tape * of this derivative */
  LLVMBasicBlockRef reverse_entry;
  LLVMValueRef boundary; /* the branch from the forward to the reverse sweep */
  LLVMBasicBlockRef reverse_exit;
  /* Metadata of an access, by its class: its scope, and those it is apart from; NULL: unknown. */
  LLVMMetadataRef scope[SCOPES][1], apart[SCOPES][SCOPES - 1];
  Map *twin_scopes; /* scope of a versioned nest -> that of the shadows */
} Sweep;

typedef enum { KEEP_FREE, KEEP_RECOMPUTE, KEEP_RELOAD, KEEP_TAPE } Keep;

/* The bytes that an access covers over its whole nest, or several accesses in theirs. */
typedef struct Range {
  LLVMValueRef low, high; /* forward sweep, before the nest; low is NULL: not known there */
  LLVMValueRef primal_low, primal_high; /* what these are copies of; NULL of several accesses */
  LLVMBasicBlockRef block;              /* forward sweep: where they are known */
  const struct Range *of_same_start;
} Range;

/* A copy of what a nest leaves of an object, in which the reverse sweep puts back what was
 * overwritten, see mirror.c. */
typedef struct {
  SweepLoop *nest;     /* an outermost loop */
  LLVMValueRef object; /* primal: what the pointers lead back to */
  Range copied;        /* what the nest's accesses of it come to for certain, or all of it */
  bool is_measured;    /* `copied` has been looked for */
  bool is_used;        /* chosen */
  LLVMValueRef image;  /* forward sweep: where `object` would be in the copy; of emit/ */
} Mirror;

/* A store whose place has a mirror. */
typedef struct {
  Mirror *mirror;
  LLVMValueRef store; /* forward sweep */
  LLVMValueRef old;   /* forward sweep: what it overwrites, loaded before */
  LLVMValueRef guard; /* flag: where it is set, the place may have no mirror; NULL: it has */
  bool is_undone;     /* chosen */
} Overwrite;

typedef struct {
  Mirror *mirror;
  ARRAY(Overwrite *) overwrites; /* all that may change in the nest what the load read */
} MirroredLoad;

/* How a value is had back from what took its place in memory, see inverse.c. */
typedef struct {
  RuleInverse rule;
  LLVMValueRef operation; /* primal: what overwrote the value */
  LLVMValueRef other;     /* forward sweep: what the rule takes for the other operand */
} Inverse;

typedef struct Plan {
  const Sweep *sweep;
  Map *keep;       /* forward value -> (void *)(uintptr_t)(Keep + 1) */
  Map *stored;     /* value -> store of the forward sweep that leaves it in memory, or NULL */
  Map *inverse;    /* reloaded value -> Inverse, if an operation took its place */
  Map *guard;      /* reloaded value -> flag (i1 of the forward sweep): taped instead where set */
  Map *nests;      /* outermost SweepLoop -> what region.c knows of it */
  Map *overlap;    /* value that has a guard -> Map of tests, any of which forbids to reload it */
  Map *reloaded;   /* values that the reverse sweep reads again */
  Map *mirrored;   /* load -> MirroredLoad, or NULL: cannot be one */
  Map *decided;    /* what decides and is not computed again, see decision.c */
  Map *first_read; /* load that the tape keeps -> another one, which has read the same before */
  Map *undone;     /* primal store whose place in the reverse sweep is known */
  Map *overwrites; /* primal store -> Overwrite */
  Map *old;        /* what such a store overwrites -> Overwrite */
  ARRAY(Mirror *) mirrors;
  /* What nests compare, of which later ones have use too. */
  LLVMValueRef before_nests; /* primal: the end of a block before all of them; NULL: none */
  Map *ranges_of_accesses;   /* primal access -> where its range is known, see overlap.h */
  Map *ranges_of_objects;    /* … object -> the same of all that is stored to it */
  Map *ranges_by_start;      /* low -> the first Range that starts there */
  Map *inspected_ends;       /* primal offset that an inspector gave -> forward sweep: address */
  Map *sizes;                /* forward sweep: pointer to a block that it makes -> its bytes */
  Map *tabled;               /* Range -> its number in the table, counted from one */
  LLVMValueRef table;        /* alloca of all ranges that are compared by numbers; NULL: none yet */
} Plan;

/* plan.c */
Plan *plan_build(Arena *, const Sweep *);
Keep plan_keep(const Plan *, LLVMValueRef value);
void plan_print(const Plan *);

/* Operands from which a value is computed again (or the address from which it is reloaded); false
 * if it cannot be. */
bool plan_inputs(const Plan *, LLVMValueRef value, bool reload, ValueArray *inputs);

/* stored.c */
/* What says where a value is reloaded from: the load itself, or the store that left it there. */
LLVMValueRef plan_access(const Plan *, LLVMValueRef value);
LLVMValueRef plan_access_pointer(const Plan *, LLVMValueRef value);
/* For the values that the plan tapes: finds where they, or what an operation made of them there,
 * may be read again instead. */
bool plan_offer_places(Plan *);

/* decision.c: which comparisons, and the like, the reverse sweep may not do again, since they might
 * come out otherwise, and what is on the tape depends on them. True if there are more than before.
 */
bool plan_find_decisions(Plan *);

/* region.c */
/* The flag that tells, before the value's nest, whether anything may overwrite where it is read
 * again; NULL if that cannot be told there. If `may_invert`, an operation may take its place. */
LLVMValueRef region_guard(Plan *, LLVMValueRef value, bool may_invert);
/* Gives every flag its meaning, once it is known which loads are reloaded. */
void region_finish(Plan *);

/* inverse.c */
const Inverse *inverse_of(const Plan *, LLVMValueRef value);
/* Is the store `writer` one of an operation that takes the value's place, which the value's access
 * (both of the primal) left or read? NULL: no, or the value cannot be had back. */
const Inverse *inverse_find(const Plan *, LLVMValueRef value, LLVMValueRef access,
                            LLVMValueRef writer);

/* Adds the values that are had back with the help of this one to those reached. */
void inverse_users(const Plan *, LLVMValueRef other, Map *reached, ValueArray *work);

/* mirror.c */
/* May a load of the forward sweep be read again from a mirror? */
bool mirror_offer(Plan *, LLVMValueRef load);
const MirroredLoad *mirror_of(const Plan *, LLVMValueRef load);
/* What it costs, in bytes of tape, that elements of structures do not lie side by side in a mirror,
 * as they would on the tape. */
double mirror_price(const Plan *, LLVMValueRef load);
/* What the reverse sweep needs, besides the load's address, to keep the mirror. */
void mirror_inputs(const Plan *, LLVMValueRef load, ValueArray *inputs);
/* Once it is known what is read again: fixes what each mirror covers. */
void mirror_finish(Plan *);

/* between.c: does control that leaves `from` come to `to` without `avoided`? */
bool plan_reaches(Arena *, LLVMBasicBlockRef from, LLVMBasicBlockRef to, LLVMBasicBlockRef avoided);
/* May the store be executed after the load and before the point, with no other run of the load
 * behind it? The load dominates the point. */
bool plan_may_come_between(Arena *, LLVMValueRef load, LLVMValueRef store, LLVMValueRef point);

/* first_read.c */
/* Once it is known what is taped: which loads find what an earlier one has found, in the iteration
 * of the same number of a loop beside. */
void plan_find_first_reads(Plan *);
LLVMValueRef plan_first_read(const Plan *, LLVMValueRef load); /* the earliest, or NULL */

/* rows.c: are these the addresses of rows of one table, which the loop leaves as it is, and are two
 * rows of it never one block? They are loaded in the loop, or ahead of it and the table is still
 * the same. */
bool plan_rows_apart(const Sweep *, LLVMValueRef row, LLVMValueRef other, BridgeLoopRef loop);

/* variation.c: may the value differ between iterations of a loop around it? */
bool plan_varies(const Sweep *, LLVMValueRef value, const SweepLoop *loop);

/* kept_type.c: what a value is on the tape. */
LLVMTypeRef plan_kept_type(const Sweep *, LLVMValueRef value);

/* remat.c: what may be computed again in the reverse sweep, and from what. */
bool remat_is_free(const Sweep *, LLVMValueRef value); /* constants, arguments, counters */
bool remat_is_recomputable(const Sweep *, LLVMValueRef value);
bool remat_is_reloadable(const Sweep *, LLVMValueRef load);
/* Between the two halves of a split derivative callers may change memory, or give it back: does
 * what the load or store of the primal accessed stay as the forward sweep left it? */
bool remat_lasts(const Sweep *, LLVMValueRef primal_access);
/* What may overwrite, after a load or store of the primal, the place that it accessed. */
ValueArray remat_writers(const Sweep *, LLVMValueRef primal_access);
/* May the writer, in any iteration, change what the access reads in any, or leaves? By where in a
 * function its pointers come from, and by where in all of the program the memory is made. */
bool remat_may_write(const Sweep *, LLVMValueRef writer, LLVMValueRef primal_access);
double remat_price(LLVMValueRef value); /* of doing it once more, in bytes of tape */
/* A loop-carried value start + iteration * step: writes its start and step (an i64 or integer). */
bool remat_is_affine(const Sweep *, LLVMValueRef phi, LLVMValueRef *start, LLVMValueRef *step);
SweepLoop *sweep_loop_of(const Sweep *, LLVMValueRef instruction);

#endif
