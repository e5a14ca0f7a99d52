/* prepare: private, simplified copies of the functions to differentiate. */
#ifndef ADCC_PREPARE_H
#define ADCC_PREPARE_H

#include "../request/request.h"
#include "../rules/rules.h"

typedef struct Preparation {
  Arena *arena;
  DiagSink *sink;
  LLVMTargetMachineRef machine;
  bool no_preopt;
  bool asks_for_errno;  /* the program may want to know what functions of mathematics leave there */
  bool many_directions; /* some derivative is asked for in several directions at once */
  Map *simplified;      /* user function -> simplified private copy */
  Map *source;          /* copy -> user function */
  Map *canonical;       /* copy -> CanonicalFunction * */
  const Registrations *registrations;
  Map *bodies;   /* function with a user's rule -> copy of its body, for the modes without a rule */
  Map *finished; /* copies whose body is simplified: what they do is known */
  Map *entered;  /* copies of what is to be differentiated by itself; of bodies, too */
  Map *variants; /* copy -> variant that returns what it would throw, see lower_throw.c */
  Map *is_variant;  /* that variant -> copy */
  Map *spilled;     /* copies that take words by address, and their sources by value: words.h */
  Map *dispatchers; /* function type -> functions that call a pointer of it, see dispatch.c */
  Map *pending;     /* the functions of the program that ask for derivatives */
  size_t copied;    /* instructions that were inlined and stand elsewhere, too */
} Preparation;

/* expose.c: brings every request into a readable form: simplifies the callers, and inlines wrappers
 * whose parameter is the function to differentiate. False after reporting. */
bool prepare_expose_requests(Arena *, DiagSink *, LLVMModuleRef, LLVMTargetMachineRef);
/* call_chains.c: long chains of calls become one function, which takes less time so. */
void prepare_join_chains(Arena *, const Registrations *, LLVMModuleRef);
/* The simplified copy of a function with a body; NULL after reporting, at the call that asks. */
LLVMValueRef prepare_function(Preparation *, LLVMValueRef function, LLVMValueRef call);
/* Leaves out functions that dispatchers branch to. */
void prepare_drop_candidates(Preparation *, const ValueArray *branches);
/* Makes the copy, and those that its calls go to, canonical; false after reporting. */
bool prepare_make_canonical(Preparation *, LLVMValueRef copy);
/* Empties the copies that nothing calls any more, as they were inlined: what looks at the whole
 * module has less to see. */
void prepare_empty_unused(Preparation *);
/* lower_invoke.c: `invoke` of what does not throw becomes a call. */
void prepare_lower_invokes(Preparation *, LLVMValueRef function);
/* Gives every `invoke` a normal destination with no other predecessor; was there any to give? */
bool prepare_split_invokes(LLVMValueRef function);
/* And one without phis, where it is in the same loop: there may be things to do with the result
 * before a phi takes it. */
void prepare_split_invoked_phis(LLVMValueRef function);
/* From a call or invoke to another with the same first arguments: attributes and convention. */
void call_copy_attributes(LLVMValueRef from, LLVMValueRef to);
/* lower_throw.c: exceptions between functions that are differentiated become control flow. */
bool prepare_may_throw(Preparation *, LLVMValueRef call);
void prepare_lower_throws(Preparation *, LLVMValueRef root);
/* lower_goto.c: labels as values become numbers, and indirect branches switches. */
void prepare_lower_computed_goto(Arena *, LLVMValueRef function);
/* private_atomics.c: atomic operations on variables of the function's own as plain ones. */
void prepare_private_atomics(Arena *, LLVMValueRef function);
/* retried_sums.c: loops that add to a number by comparing and exchanging as atomic additions; were
 * there any? */
bool prepare_retried_sums(Arena *, LLVMValueRef function);
/* number_words.c: variables of integers that keep the bits of numbers are no longer declared to be
 * integers, in the whole module. */
void prepare_forget_integers(LLVMModuleRef);
/* join_stores.c: words that are stored byte by byte. */
void prepare_join_stores(Arena *, LLVMValueRef function);
/* lower_variadic.c: variable arguments become parameters of a copy of the callee. */
void prepare_lower_variadic(DiagSink *, Arena *, LLVMValueRef function);
/* place_slices.c: variables that are a slice of a structure lie as the slice did. */
void prepare_place_slices(Arena *, LLVMValueRef function);
/* lower_read.c: what a library function reads from a file or a text is new to memory whose old
 * value may carry a derivative. */
void prepare_lower_reads(Arena *, LLVMValueRef function);
/* lower_masked.c: masked memory accesses become one guarded access for each lane;
 * true if there were any. */
bool prepare_lower_masked(DiagSink *, LLVMValueRef function);
/* Deletes the copies once their derivatives are emitted. */
void prepare_dispose(Preparation *);
/* whole_module.c. Removes `optnone`, and the `noinline` that clang -O0 adds with it, everywhere. */
void prepare_enable_optimisation(LLVMModuleRef);
/* Says of the library functions that are declared what LLVM knows of them, as that free keeps no
 * copy of its argument: a front end leaves that to the optimiser. */
bool prepare_infer_library(DiagSink *, LLVMModuleRef, LLVMTargetMachineRef);
/* infer_effects.c: says of the copies what they do not do: what a call leaves as it was need not be
 * kept. False after reporting. */
bool prepare_infer_effects(Preparation *, LLVMModuleRef);
/* own_arguments.c: the parameters of copies that lead to memory to which nothing else does. */
Map *prepare_own_arguments(const Preparation *);
/* by_value.c: recursive copies get and return such numbers as values; are there any? */
bool prepare_pass_by_value(Preparation *);
/* declare_strings.c: and of members of std::string that they return the string. */
void prepare_declare_strings(LLVMModuleRef);
/* What clang leaves to LLVM's passes: operations on its matrix type become those on vectors, and
 * coroutines are split. */
bool prepare_lower_language(DiagSink *, LLVMModuleRef, LLVMTargetMachineRef);
/* member_index.c: accesses to members that are counted through like an array are of any of them. */
void prepare_widen_members(LLVMModuleRef);
/* address_tables.c: initialisers have addresses in pointers, also where the source says integers.
 */
void prepare_reveal_tables(Arena *, LLVMModuleRef);
/* relative_tables.c: tables of distances become tables of addresses again. */
void prepare_lower_relative_tables(Arena *, LLVMModuleRef);
/* Does the program read what functions of mathematics leave beside their result? */
bool prepare_asks_for_errno(LLVMModuleRef);

/* moves.c: does it copy memory byte by byte, or parts of words? */
bool prepare_moves_bytes(LLVMValueRef function);
bool prepare_moves_parts(LLVMValueRef function);

/* packed.c: does a parameter or the result of `function` hold floating point inside an integer? No
 * call can carry its derivative, so that it is to be inlined. */
bool prepare_packs_floating_point(Arena *, LLVMValueRef function);
/* The same, as far as the call itself shows. */
bool prepare_call_packs_floating_point(Arena *, LLVMValueRef call);
/* Are such integers taken apart lane by lane, as a vectoriser does with several? */
bool prepare_shifts_packed_lanes(Arena *, LLVMValueRef function);

/* virtual_slot.c: the slot of the table that a virtual call, as far as its form tells, takes its
 * function from, and whether a function may be there, or in memory that is no such table. */
enum { PREPARE_ANY_SLOT = -1 };
int prepare_slot_of_call(LLVMValueRef call);
bool prepare_may_stand_in_slot(LLVMValueRef function, int slot);

/* lower_extreme.c: minima and maxima of numbers that are no NaN become comparisons and choices. */
void prepare_lower_extremes(LLVMValueRef function);
/* lower_funnel.c: funnel shifts by constants become shifts; true if there were any. */
bool prepare_lower_funnels(LLVMValueRef function);

/* lanes.c: gives a value to the vector lanes that are poison because nothing looks at them, and
 * keeps what is put into one lane out of the others. */
void prepare_fill_lanes(Arena *, LLVMValueRef function);
/* `value` before a bitcast between vectors, its lanes being of `bits`; NULL if there is none. */
LLVMValueRef prepare_vector_before_cast(LLVMValueRef value, unsigned *bits);

/* declare_types.c: TBAA for accesses of integer members and of numbers that have none. A function
 * that no optimiser has seen is marked: its accesses are of the types that the source says. */
void prepare_declare_types(LLVMValueRef function);
void prepare_mark_as_written(LLVMValueRef function);
/* spell_copies.c: small structures of numbers are copied number by number. */
void prepare_spell_copies(LLVMValueRef function);
/* declare_copies.c: copies of arrays of numbers are marked (COPIES_DOUBLES). */
void prepare_declare_copies(LLVMValueRef function);

/* widen.c: index arithmetic in 64 bits, before simplification takes it apart; true if any was. */
bool prepare_widen_indices(Arena *, LLVMValueRef function);

/* scalar_loops.c: loops that a vectoriser has been through run as they were written; true if there
 * were any. */
bool prepare_take_scalar_loops(Arena *, LLVMValueRef function);

/* straight_vectors.c: are the function's vectors of numbers those that a vectoriser has packed in
 * straight-line code, and better taken apart? */
bool prepare_has_straight_vectors(Arena *, LLVMValueRef function, bool many_directions);

/* May the function call itself? `original`: the function that this is a copy of, which calls may
 * still go to; or NULL. It takes a walk through all that is called. */
bool prepare_recurs(Arena *, LLVMValueRef function, LLVMValueRef original);
/* may_inline.c: is a call of `callee` to go, for its simplified `copy`, into the function it stands
 * in? Counts what is copied so. */
bool prepare_may_inline(Preparation *, LLVMValueRef callee, LLVMValueRef copy, LLVMValueRef call);
/* fixed_arrays.c: arrays of variable length whose length is a constant become ordinary variables,
 * small ones where the function recurs; true if there were any. */
bool prepare_fix_arrays(Arena *, LLVMValueRef function, LLVMValueRef original);

/* unroll_local.c: loops over the elements of small local arrays, so that these become values; true
 * if there were any. The loops must be in simplified form. */
bool prepare_unroll_local(Arena *, LLVMValueRef function);

/* reveal_floats.c: integer vector operations that move or sign floating point, as such. True if
 * there were any. */
bool prepare_reveal_floats(LLVMValueRef function);
/* The type that the source (TBAA) declares an integer of that size, or a vector of such, to be
 * where it is accessed; NULL if it does not. */
LLVMTypeRef prepare_declared_float(LLVMValueRef access, LLVMTypeRef integer);
/* What an integer load of such loads, as that. */
LLVMValueRef prepare_load_number(LLVMBuilderRef, LLVMValueRef load, LLVMTypeRef);
/* The number that is in every lane of a constant of integers of so many bits. */
bool prepare_lanes_constant(LLVMValueRef value, unsigned bits, uint64_t *number);
/* A function without effects for what is to be differentiated by a rule, or (NULL) not at all; its
 * first block is empty if it is new. */
LLVMValueRef prepare_own_function(LLVMModuleRef, const char *name, LLVMTypeRef type,
                                  const char *rule, bool *is_new);
/* pointer_words.c: vectors of pointers in memory, of integers that are declared such, or of
 * integers that are moved side by side, as single ones; and words that LLVM takes for pointers
 * though they hold numbers, as integers, true if there were any. */
void prepare_part_vectors(LLVMValueRef function);
bool prepare_reveal_words(Arena *, LLVMValueRef function);
/* What `access` says of its memory, on an access of a part of it from byte `offset`. */
void prepare_describe_part(LLVMValueRef access, LLVMValueRef part, uint64_t offset);
/* address_numbers.c: addresses that LLVM moves as numbers, as integers. */
void prepare_reveal_addresses(Arena *, LLVMValueRef function);
/* marked_globals.c: addresses of globals that get a mark in their low bits, as values. */
void prepare_mark_globals(LLVMValueRef function);
/* join_temporary.c: temporaries whose first byte was taken apart are one; true if there were any.
 */
bool prepare_join_temporaries(Arena *, LLVMValueRef function);
/* join_halves.c: words of which the halves went through choices of paths apart; true if there were
 * any. */
bool prepare_join_halves(LLVMValueRef function);
/* join_pairs.c: halves of words that went through choices of paths, as far as they are stored side
 * by side or are the high ones; true if there were any. */
bool prepare_join_pairs(Arena *, LLVMValueRef function);
/* narrow_loads.c: of vectors that are loaded for some of their lanes, these alone. */
void prepare_narrow_loads(LLVMValueRef function);
/* complex_products.c: products of complex numbers with a check for infinities are single functions;
 * true if there were any. These get their bodies when all derivatives are made. */
bool prepare_join_products(Arena *, LLVMValueRef function);
void prepare_define_products(LLVMModuleRef);
/* byte_vectors.c: vectors of bytes that are but moved are vectors of words. */
void prepare_move_words(Arena *, LLVMValueRef function);
/* reserve.c: vectors that a loop fills have their memory before it begins; true if there were any.
 */
bool prepare_reserve(Arena *, LLVMValueRef function);
/* index_pointers.c: loops that go from one pointer to another end by an index, and pointers that
 * loops move by so many bytes are their start and an index, an index that is what another one was
 * an iteration ago is that less a step; true if there were any. */
bool prepare_count_pointers(Arena *, LLVMValueRef function);
bool prepare_index_pointers(LLVMValueRef function);
/* swap_blocks.c: blocks that are swapped byte by byte are copied; true if there were any. */
bool prepare_swap_blocks(LLVMValueRef function);
/* A constant number of bytes behind another address. */
typedef struct {
  LLVMValueRef base;
  int64_t offset;
} SwapPlace;
SwapPlace prepare_place_of(LLVMValueRef pointer);
/* Does one of two blocks begin within the other, whatever the program does? */
bool prepare_blocks_meet(SwapPlace first, SwapPlace second, uint64_t bytes);
/* Swaps the two blocks, as three copies; they are to be apart, or one. */
void prepare_build_swap(LLVMBuilderRef, LLVMValueRef first, LLVMValueRef second,
                        LLVMValueRef bytes);
/* swap_runs.c: the same of such loops that have been unrolled. */
bool prepare_swap_runs(Arena *, LLVMValueRef function);
/* local_blocks.c: small blocks that no pointer is kept of are local variables, few where the
 * function recurs; true if there were any. */
bool prepare_keep_blocks_local(Arena *, LLVMValueRef function, LLVMValueRef original);
/* choose_values.c: branches between a few sums become choices of values; true if there were any. */
bool prepare_choose_values(LLVMValueRef function);
/* shared_blocks.c: blocks that each iteration of a loop makes and gives back are one; true if there
 * were any. The loops must be in simplified form. Where the life of such a block begins is marked
 * until that is forgotten, which must be before facts are gathered. */
bool prepare_share_blocks(Arena *, LLVMValueRef function);
void prepare_forget_lives(LLVMModuleRef);
/* byval_copies.c: parameters that are passed as memory are copied by an instruction. */
void prepare_copy_byval(LLVMValueRef function);
/* reveal_pairs.c: pairs of floats that move as doubles, as vectors of floats. */
void prepare_reveal_pairs(Arena *, LLVMValueRef function);
/* reveal_part.c: a float that is taken from the bits of a wider number, as of a union by value. */
bool prepare_reveal_part(LLVMBuilderRef, LLVMValueRef bitcast);
/* known_choices.c: words of unions, behind a branch on what has chosen them. */
bool prepare_know_choices(Arena *, LLVMValueRef function);
/* reveal_slice.c: lanes that are taken from the bits of a whole vector. */
bool prepare_reveal_slice(LLVMBuilderRef, LLVMValueRef cut);
/* The load that an integer comes from, as it is or as a pointer, or several, that share their place
 * with numbers (std::variant); NULL if it does not. */
LLVMValueRef prepare_loaded_word(LLVMValueRef word);
/* The number that stands `offset` bytes into what is loaded, loaded by itself. */
LLVMValueRef prepare_load_part(LLVMBuilderRef, LLVMValueRef load, uint64_t offset, LLVMTypeRef);
/* Are these some bytes of a word, and which? */
bool prepare_part_of_word(LLVMValueRef cut, LLVMValueRef *word, uint64_t *offset);
/* reveal_rounding.c: a sum that takes away again what another one has added, to round. */
bool prepare_reveal_rounding(LLVMBuilderRef, LLVMValueRef sum);

/* The same file: the last bits of such a sum, which are an integer. */
bool prepare_reveal_last_bits(LLVMBuilderRef, LLVMValueRef bitcast);
/* reveal_bits.c: a number made by arithmetic on the bits of others is told what it follows. */
bool prepare_reveal_bits(LLVMBuilderRef, LLVMValueRef made);
/* The same file: numbers that are chosen among as parts of their bits, all of the same choice. */
bool prepare_reveal_choice(LLVMBuilderRef, LLVMValueRef select);
/* `value`, which is told that it follows x with this slope. */
LLVMValueRef prepare_follow(LLVMBuilderRef, LLVMModuleRef, LLVMValueRef x, LLVMValueRef slope,
                            LLVMValueRef value);
/* A number's bits, and a copy of a word that was made of numbers' bits, without a derivative. */
LLVMValueRef prepare_plain_bits(LLVMBuilderRef, LLVMModuleRef, LLVMValueRef number);
LLVMValueRef prepare_plain_copy(LLVMBuilderRef, LLVMModuleRef, LLVMValueRef word);
/* reveal_sign.c: signs that integers clear and flip: by one operation, and in a whole function. */
bool prepare_reveal_sign(LLVMBuilderRef, LLVMValueRef operation);
void prepare_reveal_signs(LLVMValueRef function);
/* Are all lanes of each group of this size the same? (reveal_bits.c; from a depth of 0) */
bool prepare_lanes_agree(LLVMValueRef value, unsigned size, unsigned depth);
/* reveal_blend.c: one of two numbers, or none, by a mask: of an or, xor; of an and. */
bool prepare_reveal_blend(LLVMBuilderRef, LLVMValueRef blend);
bool prepare_reveal_masked(LLVMBuilderRef, LLVMValueRef masked);
/* reveal_lanes.c: an address among the numbers of a vector that was loaded. */
bool prepare_reveal_address(LLVMBuilderRef, LLVMValueRef int_to_pointer);
/* reveal_reduced.c: a number that was reduced to the part of another beyond a multiple of pi/2. */
bool prepare_reveal_reduced(LLVMBuilderRef, LLVMValueRef conversion);

/* parts.c: takes apart integers wider than a register and vectors of which only some lanes are
 * wanted, so that every load and store has the type of what it moves; true if there were any. */
bool prepare_split_accesses(Arena *, LLVMValueRef function);

/* dispatch.c: calls through pointers become calls of the functions that it may point to. */
bool prepare_dispatch_calls(Preparation *, LLVMValueRef function);
/* misfit.c: leaves out the functions that a call may go to which, now that they are inlined, are
 * seen to take other arguments than the call gives. True if there were any. */
bool prepare_drop_misfits(Arena *, LLVMValueRef function);
/* Of a function that is no target: the branch to it. */
void prepare_drop_candidate(LLVMValueRef branch);
void prepare_forget_candidates(LLVMValueRef function); /* when all is inlined */

#endif
