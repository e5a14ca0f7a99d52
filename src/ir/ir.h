/* ir: reading, linking, verifying, printing and optimising modules; small builders. */
#ifndef ADCC_IR_H
#define ADCC_IR_H

#include "../base/base.h"
#include "bridge.h"
#include <llvm-c/DebugInfo.h>
#include <llvm-c/TargetMachine.h>

/* module.c */
typedef struct {
  const char *triple, *cpu,
      *features;         /* NULL: the module's own (cpu "generic") ; "native" allowed */
  unsigned optimisation; /* 0..3 */
} TargetOptions;

/* Named metadata of a module that was read from bitcode: strings that begin like a marker. */
#define MODULE_STRINGS "adcc.strings"

/* Reads .bc, .ll or an object with embedded bitcode. NULL after reporting to the sink. */
LLVMModuleRef module_read(DiagSink *, LLVMContextRef, const char *path);
/* Links `source` into `target` (source is consumed). */
bool module_link(DiagSink *, LLVMModuleRef target, LLVMModuleRef source);
/* Verifies; on failure reports DIAG_INVALID_INPUT or DIAG_INTERNAL with the verifier's text. */
bool module_verify_input(DiagSink *, LLVMModuleRef, const char *path);
bool module_verify_stage(DiagSink *, LLVMModuleRef, const char *stage);
LLVMTargetMachineRef module_target_machine(DiagSink *, LLVMModuleRef, const TargetOptions *);

/* All false before differentiation. In LLVM 22 a pipeline "default<On>" sets `vectorise` and `slp`
 * by its own level: name the passes one by one where that matters. */
typedef struct {
  bool vectorise, slp, unroll;
} PassTuning;
bool module_run_passes(DiagSink *, LLVMModuleRef, LLVMTargetMachineRef, const char *pipeline,
                       PassTuning);
/* Runs a pipeline that is not LLVM's alone (loops.h has it), reporting what goes wrong. */
typedef LLVMErrorRef (*ModulePipeline)(LLVMModuleRef, LLVMTargetMachineRef, unsigned level,
                                       bool vector_math);
bool module_optimise(DiagSink *, LLVMModuleRef, LLVMTargetMachineRef, unsigned level,
                     bool vector_math, ModulePipeline);
bool function_run_passes(DiagSink *, LLVMValueRef function, LLVMTargetMachineRef,
                         const char *pipeline);

/* codegen.c: marks for functions with blocks of tens of thousands of instructions, for those with
 * vectors wider than the stack's alignment, and for calls that must come back. */
void codegen_simplify_huge_blocks(Arena *, LLVMModuleRef);
void codegen_align_vector_slots(LLVMModuleRef);
void codegen_return_from_calls(LLVMModuleRef);

typedef enum { EMIT_OBJECT, EMIT_ASSEMBLY, EMIT_IR, EMIT_BITCODE } EmitKind;
/* Writes to a temporary file beside `path` and renames; "-" is standard output. */
bool module_write(DiagSink *, LLVMModuleRef, LLVMTargetMachineRef, EmitKind, const char *path);

/* program.c: the output is a program's main file. A variable of such a file that its own functions
 * alone are seen to use may be taken for one that no other file uses, if it is then kept from
 * others: their link fails, and says why. */
void program_mark(LLVMModuleRef);
/* The functions by which C++ reaches variables of a thread: every file that uses one has its own.
 */
void program_own_wrappers(LLVMModuleRef);
bool program_is_here(LLVMModuleRef);
bool program_may_keep(LLVMValueRef global); /* or function */
void program_keep(LLVMValueRef global);     /* does nothing to what no other file sees anyway */

/* hoist.c: moves divisions and loads from unchanging tables of pointers ahead; true if it did. */
bool hoist_invariants(Arena *, LLVMValueRef function);

/* accumulate.c: keeps what innermost loops sum up in memory in registers; true if there was any.
 * The loops, simplified and in LCSSA form before, need "sroa" and "lcssa" then. */
bool accumulate_in_registers(Arena *, LLVMValueRef function);

/* canonical.c: the form in which derivation wants a function: one return, simplified loops in LCSSA
 * form, and for every loop an i64 counter 0, 1, … and, where it is known before the loop, the index
 * of its last iteration. */
typedef struct {
  LLVMBasicBlockRef header;
  LLVMValueRef counter; /* i64 phi in the header */
  LLVMValueRef count;   /* i64 at the preheader, or NULL */
  bool rectangular;     /* count does not vary in the parent loop, which always runs this one, or */
  LLVMValueRef
      condition; /* does so if this condition holds (NULL: always), which does not vary either */
  bool condition_negated;
  int64_t constant_count;
} CanonicalLoop;

typedef struct {
  LLVMValueRef function;
  ARRAY(CanonicalLoop) loops; /* outer before inner */
  Map *inspected;             /* access -> InspectedRange, as far as an inspector has looked */
} CanonicalFunction;

/* What an access comes to in its outermost loop, known before that: offsets as i64 from a pointer,
 * to the first byte and behind the last one. */
typedef struct {
  LLVMValueRef base, low, high;
} InspectedRange;

/* ifunc.c: the version of such a function that any machine can run; NULL if none is seen. */
LLVMValueRef ifunc_version(LLVMValueRef ifunc);

/* The block at which a loop is entered, that goes on to several. */
typedef struct {
  LLVMBasicBlockRef looking;
  BlockArray again; /* what comes to it from the loop's only exit */
  BlockArray ways;  /* where that goes on to */
  BlockArray left;  /* what leads out of the loop */
} LoopEntry;
/* forget.c: at the ends of `again` and `left`, which go on to one block each, variables (allocas
 * that are but loaded and stored) lose the values that nothing reads behind it. */
void variables_forget(LLVMValueRef function, const LoopEntry *, size_t count);

/* irreducible.c: gives loops that are entered in several places one entry, where control flow
 * allows it: a variable says where in the loop to go on. */
bool irreducible_enter_loops_once(DiagSink *, LLVMTargetMachineRef, LLVMValueRef function);
/* Puts `function` (already optimised) into that form; reports irreducible control flow. */
CanonicalFunction *canonical_make(Arena *, DiagSink *, LLVMValueRef function);

/* call_copies.c: gives blocks with calls, which only some iterations of a loop run, copies of what
 * they use of that loop. */
void canonical_copy_to_calls(Arena *, LLVMValueRef function);

/* disjoint.c: versions outermost loops for pointers that do not overlap; requires simplified loops
 * in LCSSA form, keeps them. True if anything changed. */
bool disjoint_version_nests(Arena *, LLVMValueRef function);
/* Says of an access to a shadow what such a version says of the access that it mirrors: shadows lie
 * as the primal's memory does. `twins` maps what belongs to one derivative. */
void disjoint_mirror(Map *twins, LLVMValueRef access, LLVMValueRef like);

/* expect.c: the bytes from `low` up to `high`; low is NULL: whatever they are. */
typedef struct {
  LLVMValueRef low, high;
} ByteRange;
/* Do the ranges meet, and does `also` (an i1, or NULL) hold, in every call of an ordinary kind? */
bool expect_overlap(ByteRange, ByteRange, LLVMValueRef also);

/* Metadata of a load that the source has, in a function that no optimiser has seen: it is of the
 * type that it says. */
#define LOAD_AS_WRITTEN "adcc.load_as_written"
/* Metadata of a load that moves a word: what any access has put into that memory may come. */
#define LOAD_OF_ANY "adcc.load_of_any"

/* declared_number.c: does clang's name of the structure say that it is a union? */
bool type_is_union(LLVMTypeRef);
/* The type of the numbers, float or double, that the first `size` bytes of a structure are, and all
 * others, without unions and gaps; NULL: they are not, or parts of some. */
LLVMTypeRef type_number_throughout(LLVMTargetDataRef, LLVMTypeRef, uint64_t size);
/* What a pointer leads to, by the type of the variable, or by the one that its last step was
 * counted in; NULL: nothing says. And the numbers there. */
LLVMTypeRef pointer_declared_type(LLVMValueRef pointer);
LLVMTypeRef pointer_declared_number(LLVMTargetDataRef, LLVMValueRef pointer, uint64_t size);

/* loop_property.c: what metadata at a loop's latch says of the loop. */
bool loop_has_property(LLVMBasicBlockRef latch, const char *name);
/* Is it a loop on vectors, or what remains of the one that was made vectors? */
bool loop_was_vectorised(LLVMBasicBlockRef latch);
/* It is neither any more. */
void loop_allow_vectors(LLVMBasicBlockRef latch);
/* The loop seldom runs: LLVM is not to vectorise it, nor to unroll what has no constant count. */
void loop_mark_rare(LLVMBasicBlockRef latch);
/* The loop runs where memory overlaps; else a copy of it does. */
void loop_mark_overlapping(LLVMBasicBlockRef latch);
bool loop_runs_on_overlap(LLVMBasicBlockRef latch);
/* Has LLVM unroll every loop of a few rounds that reads a table of constants, which most of the
 * arithmetic in it then folds with: it does that to a primal, but a derivative is twice as large.
 */
void loop_unroll_tables(LLVMValueRef function);

/* build.c: helpers over LLVMBuild* */
/* Behind the variables at the begin of the function. */
LLVMValueRef build_entry_point(LLVMValueRef function);
LLVMValueRef build_alloca_in_entry(LLVMValueRef function, LLVMTypeRef type, const char *name);
LLVMValueRef build_zero(LLVMTypeRef type);
/* A call of a function that the module gets a declaration of if it has none; up to 4 arguments. */
LLVMValueRef build_call_by_name(LLVMBuilderRef, const char *name, LLVMTypeRef result,
                                LLVMValueRef *arguments, unsigned count);
/* The first instruction behind a value's definition before which others may be put: behind the
 * phis, and for an invoke (prepare_split_invokes) where it returns normally. */
LLVMValueRef build_point_after(LLVMValueRef instruction);
/* The same value, through a function that no derivative passes. */
LLVMValueRef build_without_derivative(Arena *, LLVMBuilderRef, LLVMValueRef value);
/* Lets LLVM inline these functions, which must stop no derivative any more. */
void build_open_barriers(LLVMModuleRef module);
/* Of a load or store: where, what type and how many bytes. */
LLVMValueRef access_pointer(LLVMValueRef access);
LLVMTypeRef access_type(LLVMValueRef access);
uint64_t access_bytes(LLVMValueRef access);
/* A load or store, neither volatile nor atomic? */
bool access_is_plain(LLVMValueRef instruction);
/* Adds alias scopes to what the access's metadata of that kind ("alias.scope" or "noalias") lists
 * already. */
void access_add_scopes(LLVMValueRef access, const char *kind, LLVMMetadataRef const *scopes,
                       size_t count);
/* An attribute of the function by name: build_add_attribute(f, "nounwind"). */
void build_add_attribute(LLVMValueRef function, const char *name);
void build_remove_attribute(LLVMValueRef function, const char *name);
/* Says how wide the vectors are that the function cannot do without. Where nothing is said, code
 * generation for x86 takes the widest that the machine has, even if others are better there. */
void build_set_vector_width(LLVMValueRef function, unsigned bits);
/* A function of ours has no use for wide vectors, unless they are handed to it or by it. If that
 * were not said of it, it would be forgotten, too, of what it is inlined into. */
void build_limit_vectors(LLVMValueRef function);
/* A function of ours is for the processor of another one, with which it exchanges vectors: the
 * registers of these differ between processors. */
void build_copy_processor(LLVMValueRef function, LLVMValueRef like);
bool value_has_function_attribute(LLVMValueRef function_or_call, const char *name);
/* Of functions that only the runtime calls through pointers, whatever their type. */
#define FUNCTION_OF_ADCC "adcc_own"
/* Of calls like scanf whose format does not say, before the program runs, what they store. */
#define SCAN_UNKNOWN "adcc_scan_unknown"
/* Of copies of which the source says that they move numbers of one type. */
#define COPIES_DOUBLES "adcc_copies_doubles"
#define COPIES_FLOATS "adcc_copies_floats"
/* Of copies of arrays in structures, which may be nothing but room. */
#define COPIES_MEMBERS "adcc_copies_members"
/* A copy of which all that is said of what it moves may be wrong (words.c). */
#define COPIES_ANY "adcc_copies_any"
void call_add_mark(LLVMValueRef call, const char *name);
/* The same for one that users write as adcc_NAME or enzyme_NAME. */
bool value_has_mark(LLVMValueRef function_or_call, const char *name);
/* Of a parameter or a call: is there one that is a string, as what users say is? */
bool attributes_have_mark(LLVMAttributeRef const *, unsigned count);
/* Is something said of the call or what it passes, by such an attribute or by metadata, that would
 * not be said of what takes its place? */
bool call_is_marked(Arena *, LLVMValueRef call);
/* Is this type (or vector of) floating point? Does an aggregate contain floating point / a pointer?
 */
bool type_is_float(LLVMTypeRef type);
bool type_is_float_or_vector(LLVMTypeRef type);
bool type_contains_float(LLVMTypeRef type);
bool type_contains_pointer(LLVMTypeRef type);
/* What of a result may have a seed: its parts that hold no pointer, as large as they can be. An
 * integer may hold floating point. */
typedef ARRAY(LLVMTypeRef) TypeArray;
void type_seed_parts(Arena *, LLVMTypeRef type, TypeArray *parts);
/* Those parts of a value, and a value of which they are all but zeros; moves `parts` on. */
void build_seed_parts(Arena *, LLVMBuilderRef, LLVMValueRef value, ValueArray *parts);
LLVMValueRef build_from_seed_parts(LLVMBuilderRef, LLVMTypeRef type, LLVMValueRef const **parts);
LLVMTypeRef type_scalar(LLVMTypeRef type); /* element of a vector, or the type itself */
LLVMTypeRef type_with_lanes_of(LLVMTypeRef scalar, LLVMTypeRef shape);
bool value_is_instruction(LLVMValueRef value);
bool value_is_constant(LLVMValueRef value);
/* Does the source (TBAA) declare what is accessed to be characters, which may be of anything? */
bool access_declares_char(LLVMValueRef access);
/* What a choice of paths is where they come from the block; NULL if none does. */
LLVMValueRef phi_incoming_from(LLVMValueRef phi, LLVMBasicBlockRef block);
bool block_has_one_predecessor(LLVMBasicBlockRef block);
/* Does it lead, by itself, to where the program ends or an exception is thrown? */
bool block_ends_program(LLVMBasicBlockRef block);
LLVMValueRef call_direct_callee(LLVMValueRef call); /* through casts/aliases; NULL if indirect */
/* Do direct calls of the functions in `among` (NULL: any) lead from one of them to another, or to
 * itself? */
bool calls_lead_to(LLVMValueRef from, LLVMValueRef to, const Map *among, Map *visited);
unsigned call_argument_count(LLVMValueRef call);
/* The type of what the call passes by value in memory as this argument, or NULL. */
LLVMTypeRef call_passes_in_memory(LLVMValueRef call, unsigned index);
/* Does an integer that the call passes have a sign, where more bits of it are wanted? Only what is
 * narrower than a register says so; wider ones count as signed. */
bool call_passes_signed(LLVMValueRef call, LLVMValueRef integer);
/* A call of the function passes its arguments the way in which the function takes them. */
void call_pass_as_taken(LLVMValueRef call, LLVMValueRef function);
/* Aligns a variable as the parameter says that points to it. */
void build_align_as_parameter(LLVMValueRef variable, LLVMValueRef function, unsigned index);
/* Is it a call of the function, to which the function is not passed as well? */
bool call_only_calls(LLVMValueRef user, LLVMValueRef function);
/* A call through a pointer that is none of the functions known here, see dispatch.c. */
bool call_is_unlisted(LLVMValueRef call);
/* Is it one where all functions that are known allocate? Then so does what else may be called. */
bool call_is_unlisted_allocation(LLVMValueRef call);
/* Is the address made of an integer that is a member of a union, as which LLVM has taken an
 * address? Another member is a number, whose bits go the same way as an address. */
bool pointer_is_union_member(LLVMValueRef address);
/* A pointer that is compared with the functions of a dispatcher and called where it is none of
 * them: nobody asks for its shadow. That to a member function is made of an integer, which is the
 * function's address or a distance into a virtual table. */
bool pointer_is_code(Arena *, LLVMValueRef pointer);
/* The branch of a dispatcher to one of the functions that a pointer may be. */
void branch_mark_candidate(LLVMValueRef branch);
bool branch_is_candidate(LLVMValueRef branch);
void branch_forget_candidate(LLVMValueRef branch);
/* used_lanes.c: the lanes of a vector, of so many at most, that something looks at, as bits, or
 * all. */
enum { VECTOR_MOST_LANES = 64 };
uint64_t vector_used_lanes(LLVMValueRef vector);
uint64_t vector_all_lanes(LLVMValueRef vector);
/* Does the call only say when a variable's life begins or ends? */
bool call_is_lifetime(LLVMValueRef call);
/* The number of its instructions. */
size_t function_size(LLVMValueRef function);
/* The blocks, as keys, from which the function may return. */
Map *blocks_that_return(Arena *, LLVMValueRef function);
/* Instruction iteration. */
#define FOR_EACH_BLOCK(block, function)                                                            \
  for (LLVMBasicBlockRef block = LLVMGetFirstBasicBlock(function); block;                          \
       block = LLVMGetNextBasicBlock(block))
#define FOR_EACH_INSTRUCTION(instruction, block)                                                   \
  for (LLVMValueRef instruction = LLVMGetFirstInstruction(block); instruction;                     \
       instruction = LLVMGetNextInstruction(instruction))

#endif
