/* analysis: facts about the primal that differentiation relies on: the kind of every byte, and
 * which values and memory can carry a derivative. Read-only over the IR. */
#ifndef ADCC_ANALYSIS_H
#define ADCC_ANALYSIS_H

#include "../request/request.h"
#include "../rules/rules.h"

/* type.c — whole module, once. Unification of memory objects by points-to (Steensgaard), each with
 * a kind per byte offset (periodic for arrays), from loads, stores, GEPs, TBAA, rule signatures,
 * callers and callees. */
typedef enum {
  BYTE_UNKNOWN, /* nothing is known: never accessed with a type */
  BYTE_INTEGER,
  BYTE_POINTER,
  BYTE_FLOAT, /* with the LLVM floating-point type */
  /* Now floating point, now an integer or a pointer, as in a union with a tag: whoever uses it
   * knows; who moves it cannot tell. Beside a pointer: a double, or <2 x float>. */
  BYTE_MIXED,
  BYTE_CONFLICT, /* used as kinds that exclude each other */
} ByteKind;

typedef struct {
  ByteKind kind;
  LLVMTypeRef type; /* BYTE_FLOAT and BYTE_MIXED: half, bfloat, float, double, x86_fp80, fp128 */
  unsigned offset;  /* of this byte within that scalar or pointer */
} ByteType;

typedef struct TypeFacts TypeFacts;
/* NULL, and an error, where it finds no end. */
TypeFacts *types_compute(Arena *, DiagSink *, LLVMModuleRef module);
/* A parameter of a function to be differentiated, and what a request passes for it. */
typedef struct {
  LLVMValueRef parameter, argument;
} TypeFlow;
/* Where nothing else tells what a byte is, ask what the callers that want derivatives pass. Kept
 * apart from the rest, since callers bring together objects that the function keeps apart. */
void types_consult_callers(TypeFacts *, const TypeFlow *flows, size_t count);
/* The kind of byte `offset` of an integer, vector or aggregate SSA value: an i64 that was loaded
 * from memory holding a double, or will be stored there, answers BYTE_FLOAT double. */
ByteType types_of_value(const TypeFacts *, LLVMValueRef value, uint64_t offset);
/* The kind of the byte at `pointer` + `offset`. */
ByteType types_of_memory(const TypeFacts *, LLVMValueRef pointer, int64_t offset);
/* The kind of the byte at `pointer` + `offset` by all that is known to lie there: an element of an
 * array that is accessed by itself, and those at a variable index. */
ByteType types_of_all_there(const TypeFacts *, LLVMValueRef pointer, int64_t offset);
/* type_evident.c: is the object an array of words, any of which may be an address, and none is a
 * number? */
bool types_addresses_throughout(const TypeFacts *, LLVMValueRef pointer);
/* Is it known of every byte of the object that it points into, if there are numbers in it, what it
 * holds, is that one kind, and does it lie where it is? */
bool types_stays_clear(const TypeFacts *, LLVMValueRef pointer);
/* The byte at `pointer` + `offset` as the variable that it points into was declared; unknown where
 * that is not known or says nothing. */
ByteType types_declared_byte(const TypeFacts *, LLVMValueRef pointer, int64_t offset);
/* What one load, store, memcpy, memmove or memset moves, byte by byte over [0, size): local
 * evidence first (the access's own type, its TBAA), then the memory's. `size` may exceed what is
 * known when a memcpy has a variable length: the pattern then has the memory object's period. */
ByteType types_of_access(const TypeFacts *, LLVMValueRef instruction, uint64_t offset);
/* type_retyped.c: may the memory that is read serve for another type when `writer` stores there? */
bool types_may_retype(const TypeFacts *, LLVMValueRef writer, LLVMValueRef load);
/* Does `writer` clear pointers, and no numbers such as `load` reads? */
bool types_clears_pointers(const TypeFacts *, LLVMValueRef writer, LLVMValueRef load);
/* type_rooted.c: does the pointer lead to numbers in memory to which nothing else leads but
 * integers that the program has moved? */
bool types_is_lost(const TypeFacts *, LLVMValueRef pointer);
/* Does the source (TBAA) say that the load or store is one of a double? */
bool types_declared_double(LLVMValueRef access);
/* Or of a float that is a member of a structure and of no union? */
bool types_declared_float_member(LLVMValueRef access);
/* The one type of pointer that a load or store moves, as its TBAA tag names it ("p1 double"), or
 * NULL. Such an access meets what "any pointer" and character types access, but no other type. */
const char *types_declared_pointer(LLVMValueRef access);
/* Period in bytes after which the pattern of memory at `pointer` repeats, 0 if it does not. */
uint64_t types_period(const TypeFacts *, LLVMValueRef pointer);
/* type_repeats.c: do the first `bytes` that a copy or memset moves repeat, as far as they are
 * known, what the first `period` of them are? */
bool types_repeats(const TypeFacts *, LLVMValueRef block, uint64_t period, uint64_t bytes);
/* From `pointer` on, how many bytes of memory must be looked at to have seen all that is known of
 * it, once at least where it repeats? */
uint64_t types_extent(const TypeFacts *, LLVMValueRef pointer);
/* Is double the only floating-point type in the object that `pointer` points into, or in all? */
bool types_only_double(const TypeFacts *, LLVMValueRef pointer);
/* May a number begin there, whatever else does at other times or in other items of an array? */
bool types_may_be_number(const TypeFacts *, LLVMValueRef pointer);
/* type_reach.c: the branches of dispatchers, in `functions`, to what no pointer there can be.
 * `entered`: those of them that code calls which is not there yet. */
ValueArray types_unreached_candidates(Arena *, LLVMModuleRef, const Map *functions,
                                      const Map *entered);
/* Are there numbers in the object that lie, or may lie, where they are not aligned? */
typedef enum { LOOSE_NONE, LOOSE_ALONE, LOOSE_BESIDE_POINTERS } LooseNumbers;
LooseNumbers types_loose_numbers(const TypeFacts *, LLVMValueRef pointer);
/* Do integers that repeat in the object lie where there are numbers that repeat more often? A place
 * of theirs may hold either. */
bool types_hides_numbers(const TypeFacts *, LLVMValueRef pointer);
/* Are there numbers in the object, of which some access tells less than where whole ones begin, as
 * one through a pointer that is moved by bytes? What such accesses say holds at some places only.
 */
bool types_blurs_numbers(const TypeFacts *, LLVMValueRef pointer);
/* Is float the only one, and is it one, in the object that `pointer` points into? */
bool types_only_float(const TypeFacts *, LLVMValueRef pointer);
bool types_all_double(const TypeFacts *);
/* Is any number of two bytes? */
bool types_any_half(const TypeFacts *);
/* Computing with what is loaded or stored is but a weak sign of an integer: do callers pass memory
 * that holds floating point there? */
bool types_callers_pass_float(const TypeFacts *, LLVMValueRef access);
/* Does the source call what is accessed an integer, where a hint or a caller says that it is
 * floating point? */
bool types_calls_it_integer(const TypeFacts *, LLVMValueRef access);
/* type_half.c: is it the low half of a double's bits, of which nothing is made that has a
 * derivative, or an integer that lies there at other times? */
bool types_low_half_alone(const TypeFacts *, LLVMValueRef value);
/* type_apart.c: does the writer (a store, or a call with all that it does) never write to what the
 * pointer leads to, by where each was made? `functions` are the keys of a map, and all that is
 * differentiated; `entered`: those of them that code calls which is not seen, of which those in
 * `whole` only to run them and reverse them at once. */
void types_set_entered(TypeFacts *, const Map *functions, const Map *entered, const Map *whole);
bool types_keeps_off(const TypeFacts *, LLVMValueRef writer, LLVMValueRef pointer);
/* type_lasting.c: when a call of the function, one of `functions`, is reversed, is what a load
 * or store in it has accessed still as the call has left it? `released_late`: what is given back
 * before stays until then. */
bool types_lasts(const TypeFacts *, LLVMValueRef function, LLVMValueRef access, bool released_late);
/* type_rows.c: loads of pointers from one table, never the same pointer at two places of it. Where
 * `types_set_entered` has not said what is seen, false. */
bool types_rows_apart(const TypeFacts *, LLVMValueRef a, LLVMValueRef b);
/* Memory object classes: two pointers with different ids never point into the same object (as far
 * as unification of everything they may hold tells). */
unsigned types_object_of(const TypeFacts *, LLVMValueRef pointer);
unsigned types_object_count(const TypeFacts *);
/* Does it lead to one of the first `size` bytes of what begins where `start` leads to, as to a
 * member of a string in nodes of a map where that is a string in one? */
bool types_leads_within(const TypeFacts *, LLVMValueRef pointer, LLVMValueRef start, int64_t size);
/* Marks, by number, the objects that a pointer leads to which begins where `pointer` points. */
void types_mark_behind(const TypeFacts *, LLVMValueRef pointer, bool *objects);
/* workspace.c: a global that holds nothing but null and blocks of numbers that it alone leads to.
 */
typedef struct {
  ARRAY(uint64_t)
  vectors;                /* where it is a std::vector, all blocks being those of vectors; or none:
                             they come from an allocator of C */
  LLVMValueRef allocator; /* the function of a size that gives the vectors' blocks */
  const Map *givers;      /* functions that are to be kept from other files, as the global is */
  const Map *sharers;     /* other globals that may have its blocks: workspaces as well */
} Workspace;
/* global -> Workspace */
Map *types_find_workspaces(const TypeFacts *);
/* type_multiple.c: a pointer taken as an integer, and moved, perhaps. */
bool value_is_address(LLVMValueRef value);
/* Print all facts of a function, readable (for --dump=types). */
void types_print(const TypeFacts *, LLVMValueRef function);

/* callee_summary.c: what functions do to memory, by the types of a round; filled in on demand. */
typedef struct CalleeSummaries CalleeSummaries;
CalleeSummaries *callee_summaries_create(Arena *);

/* activity.c — one function under given argument activities. */
typedef struct {
  bool forward_mode; /* then everything varied is active, useful or not */
  bool runtime_activity;
  /* Where const pointers and shadowed ones meet, say so here instead of reporting it; or NULL. A
   * result that may be either is reported all the same if the caller is the user's. */
  bool *mixes_pointers;
  bool from_call;
  /* runtime_activity not by the user's word: what would be lost is to stop the program. */
  bool checked_activity;
  ReturnActivity result;
  size_t argument_count;
  const ArgumentActivity *arguments;
  const bool *module_objects; /* see below; NULL: no other function stores active values */
  const Map *kept_globals;    /* see below; or NULL */
  CalleeSummaries *summaries;
} ActivityQuery;

/* A function that the user wants differentiated. */
typedef struct {
  LLVMValueRef function;
  size_t argument_count;
  const ArgumentActivity *arguments;
} ActivityRoot;
/* By number (types_object_of): may any of `functions`, the keys of a map, store an active value
 * there? [0] stands for places that are not known. Sets `other_inputs`: may numbers that are no
 * doubles be among what the roots are given, values and memory? */
const bool *activity_module_objects(Arena *, const TypeFacts *, const Map *functions,
                                    const ActivityRoot *roots, size_t count, bool *other_inputs);

/* The globals that may point to memory from before a derivative is called, which carries none, and
 * that meets memory which does; `copies` are the functions that are differentiated, with what each
 * is a copy of, and `active` as above. */
Map *activity_kept_globals(Arena *, const TypeFacts *, const Map *workspaces, const Map *copies,
                           const bool *active);
/* Those others that lead what is differentiated to numbers from before the call, which count as
 * constant: they must not be those of an argument with a shadow. */
Map *activity_bare_globals(Arena *, const TypeFacts *, const Map *workspaces, const Map *copies,
                           const Map *kept);
/* Does one of the functions, the keys of a map, load a pointer that stands there in the global? */
bool activity_loads_pointer(const TypeFacts *, LLVMValueRef global, uint64_t offset,
                            const Map *functions);

typedef struct Activity Activity;
/* Reports mistakes (an active value stored through a const pointer, …) to the sink with the chain
 * that makes the value active. Never reports a value inactive unless that is certain. */
Activity *activity_compute(Arena *, DiagSink *, const TypeFacts *, LLVMValueRef function,
                           const ActivityQuery *);
/* Floating-point (or float-carrying integer/aggregate) value: does it carry a derivative? */
bool activity_of_value(const Activity *, LLVMValueRef value);
/* Pointer (or pointer-carrying integer/aggregate): does it need a shadow? That is: may memory
 * reached through it, at any depth, hold active data. Const arguments, and what is reached only
 * through them, do not. */
bool activity_has_shadow(const Activity *, LLVMValueRef pointer);
/* Does a constant global have a shadow of zeros, for those who take its address from memory? */
bool activity_keeps_constant(const Activity *, LLVMValueRef global);
/* Store, memcpy, memset, load, call: does it move or compute active data (or pointers with
 * shadows)? */
bool activity_of_instruction(const Activity *, LLVMValueRef instruction);
/* Would a derivative be lost here, should the program ever come here? */
bool activity_is_lost_at(const Activity *, LLVMValueRef instruction);
/* May the callee reach pointers from const arguments beside others? It cannot tell them apart. */
bool activity_passes_const(Activity *, LLVMValueRef call);
/* What every value and memory object is, and why (for --dump=activity). */
void activity_print(const Activity *);
/* For error notes: writes one line a step, nearest first. */
void activity_explain(const Activity *, DiagSink *, LLVMValueRef value);

#endif
