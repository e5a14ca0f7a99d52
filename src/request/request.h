/* request: what the user asks for, whichever way, as one record. */
#ifndef ADCC_REQUEST_H
#define ADCC_REQUEST_H

#include "registrations.h"
#include "type_tree.h"

typedef enum {
  REQUEST_FORWARD,       /* fwddiff */
  REQUEST_REVERSE,       /* autodiff: both sweeps */
  REQUEST_AUGMENTED,     /* augmentfwd */
  REQUEST_GRADIENT,      /* reverse: consumes the tape of augmentfwd */
  REQUEST_FORWARD_SPLIT, /* fwdsplit */
  REQUEST_AUGMENT_SIZE,  /* augmentsize */
  REQUEST_BATCH,         /* batch */
} RequestMode;

/* The numerical analyst's words for a parameter. */
typedef enum {
  ACTIVITY_CONST,       /* inactive */
  ACTIVITY_DUP,         /* with a shadow of the same shape */
  ACTIVITY_DUP_NO_NEED, /* as DUP; the primal's result there is not needed afterwards */
  ACTIVITY_OUT,         /* by value; its adjoint is returned */
} ArgumentActivity;

/* DUP_ACTIVE: a structure of pointers, which have shadows, and floating point, which has an
 * adjoint; only of calls inside what is differentiated. */
typedef enum { RETURN_INACTIVE, RETURN_ACTIVE, RETURN_DUP, RETURN_DUP_ACTIVE } ReturnActivity;

static inline bool return_has_shadow(ReturnActivity result) {
  return result == RETURN_DUP || result == RETURN_DUP_ACTIVE;
}

static inline bool return_has_adjoint(ReturnActivity result) {
  return result == RETURN_ACTIVE || result == RETURN_DUP_ACTIVE;
}

typedef struct {
  ArgumentActivity activity;
  LLVMValueRef primal;
  LLVMValueRef *shadows; /* `width` of them, or NULL */
  bool strided;
  LLVMTypeRef in_memory; /* out, but passed in memory: of this type, its adjoint is memory too */
  LLVMValueRef stride;   /* dupv: bytes between the lanes' shadows, which start at shadows[0] */
} RequestArgument;

typedef struct Request {
  LLVMValueRef call;   /* the call in the source */
  LLVMValueRef primal; /* the function to differentiate */
  RequestMode mode;
  unsigned width;
  size_t argument_count;
  RequestArgument *arguments;
  ReturnActivity result;
  bool primal_return, strong_zero, runtime_activity;
  bool has_sret;   /* the call's argument 0 receives the result */
  bool no_return;  /* noret: augmentfwd may be declared to return its tape alone */
  bool keeps_tape; /* nofree: the reverse half may be called again with its tape */
  LLVMTypeRef
      result_in_memory; /* the primal's argument 0 receives its result, of this type; or NULL */
  LLVMValueRef tape, allocated; /* split modes: where the tape lives and its size, or NULL */
  LLVMValueRef seed;            /* gradient: the seed, or NULL */
  unsigned seed_of_lanes;       /* … or the number of the first of as many as there are lanes */
  unsigned seed_in_parts; /* … or the number of the call's first argument that is a part of it */
  unsigned seed_in_pairs; /* … or that of the first <2 x float> with the seeds of two lanes */
  bool lanes_in_seed;     /* the seed is the address of a structure with one for each lane */
} Request;

typedef ARRAY(Request *) RequestArray;

/* entry.c: names of entry points and markers. */
/* The mode of a function whose name contains __adcc_NAME or __enzyme_NAME; false if it is none. */
bool request_entry_mode(LLVMValueRef function, RequestMode *mode);
const char *request_mode_name(RequestMode); /* NAME */
/* Once every request is met: reports entry points that something still uses. */
bool request_check_entries(DiagSink *, LLVMModuleRef);
/* Marker globals become external, so that optimising the callers cannot fold their loads; the
 * definitions come back afterwards, and markers that are still used without one get one. */
typedef struct MarkerGlobals MarkerGlobals;
MarkerGlobals *request_hide_markers(Arena *, LLVMModuleRef);
void request_restore_markers(MarkerGlobals *, LLVMModuleRef);
/* Reports calls of which the input, read from bitcode, has lost the markers. */
bool request_check_strings(Arena *, DiagSink *, LLVMModuleRef);
/* The marker that a call argument is ("const", "dup" …), or NULL. */
const char *request_marker_name(Arena *, LLVMValueRef argument);

/* spilled.c: what the call passes in memory becomes arguments as the primal takes them. */
void request_take_structures_apart(Arena *, LLVMModuleRef);

/* discover.c: the requests in a module. */
/* Calls of entry points, in module order; the primal is not looked at yet. */
ValueArray request_find_calls(Arena *, LLVMModuleRef);
/* The function that a request differentiates, through casts and constants; NULL if not (yet) known.
 */
LLVMValueRef request_primal(LLVMValueRef call);
unsigned request_primal_index(LLVMValueRef call); /* of the argument that is it */
/* fwdsplit with a null pointer as its tape: nothing was recorded. */
bool request_has_null_tape(const Request *);
/* Reads one call; NULL after reporting. */
Request *request_read(Arena *, DiagSink *, LLVMValueRef call);

/* address.c: is the address of the function taken, but for requests of its derivative and for what
 * is called when something ends? */
bool request_may_be_called_by_pointer(LLVMValueRef function);
/* Does it take a function to call it when the program, a thread or an exception ends? */
bool request_runs_at_end(LLVMValueRef callee);

/* structure.c: two neighbouring parameters of a function, in its source. */
typedef enum { PARTS_UNKNOWN, PARTS_APART, PARTS_OF_ONE } SourceParts;
SourceParts structure_parts(LLVMValueRef function, unsigned index); /* this and the next */
/* Does the frontend, which tells what is defined, not say so of this parameter and the next? Then
 * they are parts of structures: of one, or each of its own. */
bool structure_may_be_parts(LLVMValueRef function, unsigned index);
/* Notes what the source tells of every function that may be a primal, before optimising hides it,
 * and erases that. */
void request_note_structures(LLVMModuleRef);
void request_forget_structures(LLVMModuleRef);
/* May the next argument, from `next` on for the parameter `index`, be a structure that
 * C passes as two? `marked`: what a marker before it says, or NULL. */
typedef enum {
  STRUCTURE_NONE,    /* no: an argument of its own */
  STRUCTURE_SPLIT,   /* yes: its parts, then those of its shadows */
  STRUCTURE_UNCLEAR, /* there is no telling */
} Structure;
/* The same for `batch`, where its parts follow for each lane. */
Structure structure_read_lanes(Arena *, const Request *, size_t index, unsigned next,
                               unsigned lanes);
Structure structure_read(Arena *, const Request *, size_t index, unsigned next,
                         const ArgumentActivity *marked);
/* Is this argument, out without a shadow, the first part of a structure of which the call passes
 * the rest, an integer that may hold floating point, as its argument `next`? */
bool structure_goes_on(Arena *, const Request *, size_t index, unsigned next);
/* May this argument and the next, both out, be one structure? */
bool structure_is_out_in_parts(const Request *, size_t index);

/* erase.c: rewrites call_inactive, ignore_derivatives and type hints; false after reporting. */
bool request_rewrite_source_calls(Arena *, DiagSink *, LLVMModuleRef);
/* A hint is a call, of a function of this sort, that does nothing: `what` is known of its argument.
 * Hints stay for type analysis until request_erase_hints. */
void hint_declare(LLVMValueRef function, const char *what);
void request_erase_hints(LLVMModuleRef);

/* shadowed.c: the variable that the user keeps as the shadow of a global, or NULL. */
LLVMValueRef request_shadow_of_global(LLVMValueRef global);
bool request_check_shadows(DiagSink *, LLVMModuleRef);

/* halves.c: what an augmentfwd of this function has to leave behind. */
typedef struct {
  bool of_gradient; /* what 'reverse' needs */
  bool of_forward;  /* what 'fwdsplit' needs */
} TapeUse;
TapeUse request_tape_use(LLVMValueRef primal, const RequestArray *);
/* noret before augmentfwd leaves open whether `reverse` takes a seed: what that does decides. */
void request_match_halves(RequestArray *ready);
/* Does a request in two halves have what it needs, and fit the others? False after reporting. */
bool request_check_halves(DiagSink *, const Request *, TapeUse, const RequestArray *);

/* choice.c: a call that is several, of which `value` says by its keys which one is to be made. */
typedef struct CallChoice {
  LLVMValueRef value;
  ValueArray keys;
  /* Makes of a copy of the call, which the builder is about to insert, the one of key `i`. */
  void (*settle)(const struct CallChoice *, LLVMBuilderRef, LLVMValueRef copy, size_t i);
  void *context;
} CallChoice;
void request_split_call(LLVMValueRef call, const CallChoice *);
/* Splits requests whose primal is one of several known functions; true if there were any. */
bool request_split_choices(Arena *, LLVMModuleRef);
/* marker_choice.c: splits requests with markers that are one or another. */
void request_split_markers(Arena *, LLVMModuleRef);

#endif
