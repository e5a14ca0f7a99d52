/* emit: turns a derivation into functions of the module: resolves what the reverse sweep asked for,
 * cuts split derivatives in two, rewrites the calls that asked, and finishes the module. */
#ifndef ADCC_EMIT_H
#define ADCC_EMIT_H

#include "../diff/diff.h"

/* What a resolved sweep keeps, in terms of storage. */
typedef struct TapeLayout TapeLayout;

/* layout.c: which frame holds which value, from the plan. */
typedef struct TapedValue {
  LLVMValueRef value;
  const struct TapedValue *first; /* it is kept with this one of the same value, for the iterations
                                     of the same numbers; NULL: by itself */
  const struct TapedValue *place; /* it lies where this one does, which another branch keeps; NULL:
                                     by itself */
  SweepLoop *loop;                /* innermost loop in which it varies; NULL: the root */
  ARRAY(SweepLoop *) varies_in;   /* counted frames: the loops that index it, inner ones first */
  struct Frame *frame;
  LLVMTypeRef storage; /* what it is kept as */
  uint64_t size;       /* bytes of one entry */
  uint64_t offset;     /* in the record (lists, root), or in the header if it has a base there */
  bool has_base;       /* counted frames: its section's address stands in the header at `offset` */
  LLVMValueRef base;   /* … or, in a frame without header, is this value of the forward sweep */
} TapedValue;

typedef enum { FRAME_OF_NUMBERS, FRAME_OF_INTEGERS, FRAME_OF_POINTERS } FrameContent;

typedef struct Frame {
  SweepLoop *loop;         /* allocated at this loop's preheader; NULL: the root */
  bool is_list;            /* trip count unknown: records in a list */
  LLVMBasicBlockRef block; /* a record for each execution of this block: each record begins with
                              the address of the one before; NULL: not so */
  LLVMValueRef record_end; /* … which the reverse of the block gives back here */
  LLVMValueRef latest;     /* … slot of the latest record, in the sweep under way */
  ARRAY(TapedValue *) values;
  ARRAY(TapedValue *) sharing; /* … and those that lie in the places of these */
  uint64_t record_bytes;       /* root and lists */
  uint64_t header_bytes;       /* counted frames */
  ARRAY(SweepLoop *) counts;   /* inner loops whose trip count stands in the header */
  bool headless;    /* of an outermost loop of a combined derivative: what the header would hold is
                       at hand in the reverse sweep */
  ValueArray trips; /* headless: the trip counts of `counts` */
  LLVMValueRef pointer;       /* forward sweep: frame, or list */
  LLVMValueRef guard;         /* flag: the frame is filled only where it is set; NULL: always */
  FrameContent content;       /* of the first value */
  struct Frame *next_of_loop; /* under a guard, or without one, like this one */
} Frame;

struct TapeLayout {
  Arena *arena;
  const Plan *plan;
  ARRAY(Frame *) frames; /* inner before outer; the root last */
  bool tells_kinds;      /* what a counted frame holds is of one kind */
  Map *frame_of_loop;    /* frame loop -> the last Frame that was made for it */
  Map *guarded_frame_of_loop;
  Map *record_end; /* call block of the forward sweep -> call that ends its reverse */
  Map *frame_of_block;
  Map *taped; /* forward value -> TapedValue */
  Frame *root;
  ValueArray guarded; /* selects on a nest's guard: tape if it is set, else memory or nowhere */
  Map *mirrored;      /* … of those the ones with a mirror in the place of memory */
};
TapeLayout *layout_build(Arena *, const Plan *, bool tells_kinds);
/* Adds a value to its frame, creating it (the frame's own pointer is then kept further out). */
SweepLoop *layout_frame_loop(const SweepLoop *loop, const Sweep *sweep);

/* explain.c: says of each value what becomes of it, and why. */
void explain_derivative(DiagSink *, const TapeLayout *);

/* store.c: emits frames, and the stores of taped values, in the forward sweep. */
void store_emit(const Sweep *, TapeLayout *);

/* image.c: emits the copies in which the reverse sweep goes back through what was overwritten. */
void mirror_emit(const Sweep *, const Plan *);

/* fetch.c: replaces every placeholder of the reverse sweep by the plan. */
bool fetch_resolve(Sweep *, TapeLayout *);

/* version.c: two versions of every nest whose guard was found at run time. */
void version_nests(const Sweep *, TapeLayout *);

/* resolve.c: DiffContext.resolve. */
bool resolve_derivative(DiffContext *, Sweep *, Derivative *);

/* request.c: the call that asked becomes a call of the derivative. */
bool request_rewrite(DiffContext *, const Request *, const Derivative *, LLVMValueRef recorded);

/* fast_path.c: the tape's functions inline, in a module that will not be differentiated again. */
void fast_path_emit(LLVMModuleRef);

/* finish.c: removes what derivation left in the module (placeholder declarations, dead entry
 * points, checks of shadows that are not used); false after reporting. */
bool finish_module(DiffContext *);

/* On derivatives of functions that are not to be inlined: neither are they. Not before the last
 * round, for which all derivatives are calls that are worth inlining. */
#define DERIVATIVE_APART "adcc.apart"
void finish_keep_apart(LLVMModuleRef);

/* clean.c: removes what the reverse sweep computes in vain, so that it needs no forward value. */
void clean_reverse(Sweep *);

/* live.c: keeps of the reverse sweep what its effects depend on, branches and loops included. */
void live_keep(Sweep *);

#endif
