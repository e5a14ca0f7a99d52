/* The parts of activity analysis. Internal to analysis/. */
#ifndef ADCC_ANALYSIS_ACTIVITY_FLOW_H
#define ADCC_ANALYSIS_ACTIVITY_FLOW_H

#include "object.h"

/* Where a pointer comes from, as a set. */
enum {
  ORIGIN_SHADOWED = 1, /* memory that can have a shadow: dup arguments, allocations, globals */
  ORIGIN_CONST = 2,    /* a const argument, or what is reached through one */
  ORIGIN_TABLE = 4,    /* a constant global */
};

typedef struct {
  LLVMValueRef because; /* what made it varied: the previous step of the chain */
  uint8_t origin;
  bool varied; /* depends on an active input */
  bool useful; /* an active output depends on it */
} ValueFact;

/* Some bytes of an object. */
typedef struct {
  Location location;
  uint64_t size;
  LLVMValueRef because;
  uint8_t origin; /* of the pointers stored there */
  bool varied, useful;
} MemoryEntry;

typedef struct {
  ARRAY(MemoryEntry) entries;
  Object *object;
  MemoryEntry whole; /* what holds for all of it */
  bool reaches_active;
} MemoryFact;

/* The objects that a function, and all it calls, may read and write as floating point. */
typedef struct {
  ARRAY(unsigned) reads, writes;
  bool unknown_callee;
} CalleeSummary;

struct Activity {
  Arena *arena;
  const TypeFacts *types;
  LLVMValueRef function;
  ActivityQuery query;
  Map *values;        /* value → ValueFact */
  MemoryFact *memory; /* by object id */
  Map *partials;      /* Rule → bit set of operands whose partial is not zero, plus one */
  Map *ignored;       /* intrinsics that neither read nor write what matters here */
  Map *forced;        /* values of constant globals that need a shadow of zeros */
  Map *inactive_globals;
  Map *constants; /* constant global → its origin */
  Map *losses;    /* stores of active values to memory without a shadow that may never run */
  bool changed;
};

/* What a call is to this analysis. */
typedef enum {
  CALL_IGNORED,  /* no derivative passes */
  CALL_COPY,     /* memcpy, memmove */
  CALL_ADD,      /* from argument 0 to argument 1, numbers only */
  CALL_MOVE,     /* yields what it is given, or a part of it */
  CALL_SET,      /* memset */
  CALL_ALLOCATE, /* fresh memory */
  CALL_REALLOCATE,
  CALL_ALLOCATE_INDIRECT, /* posix_memalign: stores the pointer */
  CALL_FREE,
  CALL_RULE,    /* a row of the rule table */
  CALL_DEFINED, /* body in the module */
  CALL_UNKNOWN,
} CallClass;

/* activity_fact.c: facts of values and of memory. */
ValueFact *value_fact(Activity *activity, LLVMValueRef value);
const ValueFact *value_fact_known(const Activity *activity, LLVMValueRef value);
uint8_t value_origin(Activity *activity, LLVMValueRef value);
/* Do the first contents of a global lead to constants that can have no shadow? */
bool global_leads_outside(LLVMValueRef global);
/* May the value's bits be floating point (or of a kind that nobody knows)? */
bool value_may_be_float(const Activity *activity, LLVMValueRef value);
bool byte_may_be_float(ByteType byte);
bool access_may_be_float(const Activity *activity, LLVMValueRef access, LLVMTypeRef type);
bool value_carries_pointer(const Activity *activity, LLVMValueRef value);
bool memory_may_hold_float(const Activity *activity, const Object *object);
/* The entry for these bytes, made if it is new; a missing location has its own. */
MemoryEntry *memory_entry(Activity *activity, Location location, uint64_t size);
/* Visits everything known of those bytes. */
MemoryEntry memory_summary(const Activity *activity, Location location, uint64_t size);
/* Marks; they set `changed`. */
void mark_varied(Activity *activity, LLVMValueRef value, LLVMValueRef because);
void mark_useful(Activity *activity, LLVMValueRef value);
void mark_memory_varied(Activity *activity, Location location, uint64_t size, LLVMValueRef because);
void mark_memory_useful(Activity *activity, Location location, uint64_t size);
/* Every object that a pointer-carrying value reaches, itself included. */
typedef ARRAY(Object *) ObjectArray;
void reachable_objects(const Activity *activity, LLVMValueRef value, ObjectArray *objects);
bool objects_contain(const ObjectArray *objects, const Object *object);

/* activity_call.c */
/* Marked `enzyme_inactive` or `adcc_inactive` by the user: metadata of an instruction, attribute of
 * a function or of its parameter (`index` from 1). */
bool instruction_is_inactive(LLVMValueRef instruction);
bool argument_is_inactive(LLVMValueRef function, unsigned index);
CallClass call_classify(Activity *activity, LLVMValueRef call);
bool rule_operand_matters(Activity *activity, const Rule *rule, LLVMValueRef operation,
                          unsigned operand);
const CalleeSummary *callee_summary(Activity *activity, LLVMValueRef function);
/* The functions with a body that a call may reach: its callee, or all of its signature. */
FunctionList call_callees(Activity *activity, LLVMValueRef call);

/* activity_origin.c, activity_flow.c: the passes, in this order. */
void origins_compute(Activity *activity);
void varied_compute(Activity *activity);
void useful_compute(Activity *activity);

/* activity_reached.c: does it only run where a pointer turns out to be a certain function? */
bool runs_for_one_function(Arena *, LLVMValueRef instruction);

#endif
