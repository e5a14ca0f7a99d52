/* bridge: the LLVM analyses and utilities that the C API lacks, in the style of LLVM-C. Implemented
 * by the files bridge*.cpp beside it. No differentiation logic here. */
#ifndef ADCC_BRIDGE_H
#define ADCC_BRIDGE_H

#include <llvm-c/Core.h>
#include <llvm-c/Error.h>
#include <llvm-c/TargetMachine.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Analyses of one function: dominators, post-dominators, loops, ScalarEvolution, alias analysis,
 * MemorySSA, library info. All are computed lazily and hold until the function changes; then
 * dispose and create again (or bridge_analyses_invalidate). */
typedef struct BridgeAnalyses *BridgeAnalysesRef;
BridgeAnalysesRef bridge_analyses_create(LLVMValueRef function);
void bridge_analyses_invalidate(BridgeAnalysesRef analyses); /* drop every cached result */
void bridge_analyses_dispose(BridgeAnalysesRef analyses);

/* Dominators. Blocks unreachable from the entry are dominated by everything. */
bool bridge_dominates(BridgeAnalysesRef, LLVMValueRef definition, LLVMValueRef user_instruction);
bool bridge_block_dominates(BridgeAnalysesRef, LLVMBasicBlockRef a, LLVMBasicBlockRef b);
/* The nearest block that dominates both. */
LLVMBasicBlockRef bridge_common_dominator(BridgeAnalysesRef, LLVMBasicBlockRef a,
                                          LLVMBasicBlockRef b);
LLVMBasicBlockRef bridge_immediate_dominator(BridgeAnalysesRef,
                                             LLVMBasicBlockRef block); /* or NULL */
LLVMBasicBlockRef bridge_immediate_post_dominator(BridgeAnalysesRef, LLVMBasicBlockRef block);
bool bridge_block_reachable(BridgeAnalysesRef, LLVMBasicBlockRef block); /* from the entry */
/* True if control that leaves `from` (instruction) may later execute `to`, loops included. */
bool bridge_may_reach(BridgeAnalysesRef, LLVMValueRef from, LLVMValueRef to);
/* True if no call of the function executes both, as some condition that is the same throughout the
 * call decides between them. */
bool bridge_exclude_each_other(BridgeAnalysesRef, LLVMValueRef a, LLVMValueRef b);
/* Does the writer, a store or a call that fills a block, write only to blocks that are new compared
 * to the pointer that the load goes through? Whatever it wrote before, then nothing that it writes
 * behind the load is what was read, unless that block has been released. */
bool bridge_writes_new_block(BridgeAnalysesRef, LLVMValueRef writer, LLVMValueRef load);
bool bridge_is_irreducible(BridgeAnalysesRef);

/* Loops. A loop handle stays valid until invalidation. */
typedef struct BridgeLoop *BridgeLoopRef;
BridgeLoopRef bridge_loop_of(BridgeAnalysesRef, LLVMBasicBlockRef block); /* innermost, or NULL */
BridgeLoopRef bridge_loop_parent(BridgeLoopRef);
unsigned bridge_loop_depth(BridgeLoopRef); /* 1 = outermost */
bool bridge_loop_contains(BridgeLoopRef, LLVMBasicBlockRef);
LLVMBasicBlockRef bridge_loop_header(BridgeLoopRef);
LLVMBasicBlockRef bridge_loop_preheader(BridgeLoopRef); /* NULL if not in simplified form */
LLVMBasicBlockRef bridge_loop_latch(BridgeLoopRef);     /* NULL if several */
bool bridge_loop_is_simplified(BridgeLoopRef);
/* Fills up to `capacity` blocks and returns how many there are. */
size_t bridge_loop_exit_blocks(BridgeLoopRef, LLVMBasicBlockRef *out, size_t capacity); /* unique */
size_t bridge_loop_exiting_blocks(BridgeLoopRef, LLVMBasicBlockRef *out, size_t capacity);

/* ScalarEvolution. */
/* True if the number of times that the latch jumps back is computable before the loop. */
bool bridge_loop_count_is_known(BridgeAnalysesRef, BridgeLoopRef);
/* Constant back-edge-taken count, or -1. */
int64_t bridge_loop_constant_count(BridgeAnalysesRef, BridgeLoopRef);
/* The most that it can be, as of a loop that may be left before; -1: no constant is known. */
int64_t bridge_loop_constant_bound(BridgeAnalysesRef, BridgeLoopRef);
/* True if that count does not vary in `outer` (or if outer is NULL: always). */
bool bridge_loop_count_is_invariant(BridgeAnalysesRef, BridgeLoopRef, BridgeLoopRef outer);
/* Can the count be expanded before `at` without executing anything unsafe? */
bool bridge_loop_count_can_expand(BridgeAnalysesRef, BridgeLoopRef, LLVMValueRef at);
/* Expand the count as an i64 before `at`; NULL if that is not possible. */
LLVMValueRef bridge_loop_expand_count(BridgeAnalysesRef, BridgeLoopRef, LLVMValueRef at);
/* The same of how often the latch jumps back until the loop is left at the end of `exiting`, if it
 * is not left elsewhere before. */
LLVMValueRef bridge_loop_expand_exit_count(BridgeAnalysesRef, BridgeLoopRef,
                                           LLVMBasicBlockRef exiting, LLVMValueRef at);
/* How often the loop's body runs, as a formula in the names of arguments ("n", "4 * (n + 1)"), to
 * be freed by LLVMDisposeMessage; NULL if it depends on anything else. */
char *bridge_loop_trips_text(BridgeAnalysesRef, BridgeLoopRef);
bool bridge_value_is_invariant(BridgeAnalysesRef, LLVMValueRef value, BridgeLoopRef loop);
/* The byte range [lo, hi) that a load/store at `pointer` of `size` bytes covers over the whole run
 * of `nest` (and of every loop inside it; NULL: outside of loops, once), expanded before `at` as
 * two ptr-typed values; false if it is not affine or not expandable there (nothing is emitted
 * then). */
bool bridge_expand_range(BridgeAnalysesRef, LLVMValueRef pointer, uint64_t size, BridgeLoopRef nest,
                         LLVMValueRef at, LLVMValueRef *lo, LLVMValueRef *hi);
/* A range that an access does not leave: of a load or store, as above, but also where an index of
 * 32 bits may wrap around, and of what a call of bridge_is_block_write writes. Should an index wrap
 * around, the range is all of memory. */
bool bridge_expand_cover(BridgeAnalysesRef, LLVMValueRef access, BridgeLoopRef nest,
                         LLVMValueRef at, LLVMValueRef *lo, LLVMValueRef *hi);
/* Is it a call of memset, memcpy or memmove as LLVM knows them? Operand 0 is where it writes. */
bool bridge_is_block_write(LLVMValueRef instruction);
/* Does the access come to both ends of that range, if every loop within `nest` is run in each
 * iteration of the one around it, and the access in each iteration of its own? */
bool bridge_range_is_attained(BridgeAnalysesRef, LLVMValueRef pointer, BridgeLoopRef nest);
/* The bytes by which the loops within `nest` move a pointer at least, of those that move it by a
 * constant: 0 if none moves it, UINT64_MAX if all that do are not known to. */
uint64_t bridge_smallest_step(BridgeAnalysesRef, LLVMValueRef pointer, BridgeLoopRef nest);
/* By how many different steps the loops within `nest` move a pointer: two that do by the same come
 * to the same places. SIZE_MAX if it also goes where no recurrence says. */
size_t bridge_count_steps(BridgeAnalysesRef, LLVMValueRef pointer, BridgeLoopRef nest);
/* The same access taken apart: `steps`, one i64 for each loop from `inner` out to `nest`, are the
 * bytes by which an iteration of that loop moves it, and [lo, hi) is the range that it covers
 * otherwise. Wherever the access goes, it is at sum(iteration * step) + some place in the range. */
bool bridge_expand_steps(BridgeAnalysesRef, LLVMValueRef pointer, uint64_t size,
                         BridgeLoopRef inner, BridgeLoopRef nest, LLVMValueRef at, LLVMValueRef *lo,
                         LLVMValueRef *hi, LLVMValueRef *steps);
/* The largest back-edge-taken count that `loop` has in any run within `nest`, as an i64 before
 * `at`; NULL if it is not known there. */
LLVMValueRef bridge_expand_largest_count(BridgeAnalysesRef, BridgeLoopRef loop, BridgeLoopRef nest,
                                         LLVMValueRef at);
/* An i1 before `at`: `second`, a load, a store or a block write executed in a later iteration than
 * `first` of the loops from `inner`, the innermost around both, out to `nest`, or with
 * `same_iteration` in the same one, never touches what `first` did. It may be false for accesses
 * that stay apart; NULL if there is no telling. `in_rows`: of rows whose addresses they load in the
 * nest from a table that stays as it is there, and of which no two are the same. */
LLVMValueRef bridge_expand_clearance(BridgeAnalysesRef, LLVMValueRef first, LLVMValueRef second,
                                     BridgeLoopRef inner, BridgeLoopRef nest, bool same_iteration,
                                     bool in_rows, LLVMValueRef at);
/* An i1 before `at`: loads or stores of a matrix whose loops move some of them by rows of a
 * constant size leave, each for itself, the row that they are in, as where the bound of a column is
 * larger than a row. NULL if it is known that they do not, or if there is no telling. */
LLVMValueRef bridge_expand_leaving_rows(BridgeAnalysesRef, const LLVMValueRef *accesses,
                                        size_t count, BridgeLoopRef nest, LLVMValueRef at);
/* Is an address known to be another one or to lie behind it, if neither wraps around? */
bool bridge_is_at_or_behind(BridgeAnalysesRef, LLVMValueRef address, LLVMValueRef other);
/* Is `errno`, and memory that no program sees, all that the call may write? */
bool bridge_writes_errno_at_most(BridgeAnalysesRef, LLVMValueRef call);
/* Has the function's calls of the mathematical library leave memory alone, errno and signgam, too:
 * for a program that never asks for them. */
void bridge_forget_errno(LLVMValueRef function);
/* What ScalarEvolution sees the pointer as an offset from, or NULL. */
LLVMValueRef bridge_pointer_base(BridgeAnalysesRef, LLVMValueRef pointer);
/* Is it known that two accesses, each at a pointer and of some bytes, never meet within one run of
 * a loop around both, whatever their iterations? */
bool bridge_ranges_are_apart(BridgeAnalysesRef, LLVMValueRef a, uint64_t bytes_of_a, LLVMValueRef b,
                             uint64_t bytes_of_b, BridgeLoopRef loop);
/* Does a load or store come to the place of another one again, once for each time that this is
 * executed and behind it, before a loop around both goes on? */
bool bridge_follows(BridgeAnalysesRef, LLVMValueRef first, LLVMValueRef second);
/* The other way round: has another access, in a loop that ended before within the same iteration of
 * what is around both, come to each place of a load or store before it, in the iteration of the
 * same number? */
bool bridge_repeats(BridgeAnalysesRef, LLVMValueRef first, LLVMValueRef second);
/* Do the ranges of two accesses, each over its own nest, begin a constant distance apart? */
bool bridge_ranges_start_near(BridgeAnalysesRef, LLVMValueRef a, BridgeLoopRef nest_of_a,
                              LLVMValueRef b, BridgeLoopRef nest_of_b);

/* Alias analysis (basic, TBAA, scoped-noalias, globals). */
typedef enum {
  BRIDGE_NO_ALIAS,
  BRIDGE_MAY_ALIAS,
  BRIDGE_PARTIAL_ALIAS,
  BRIDGE_MUST_ALIAS
} BridgeAlias;
/* Accesses of two memory instructions in the same execution of both (same loop iteration). */
BridgeAlias bridge_alias_instructions(BridgeAnalysesRef, LLVMValueRef a, LLVMValueRef b);
/* May `writer` (store, call, intrinsic …) in ANY iteration of any loop modify what `reader`
 * (a load, or the source of a memcpy) in any iteration reads, or a store leaves? Conservative:
 * pointers are widened to loop-invariant bases of unknown extent; TBAA and noalias still count. */
bool bridge_may_write(BridgeAnalysesRef, LLVMValueRef writer, LLVMValueRef reader);
/* Puts calls of inspectors ahead of outermost loops, see bridge_inspect.cpp, and tells of each
 * access that they look at which bytes it comes to in the whole loop: from `low` up to `high`
 * behind `base`, as i64. Requires simplified loops in LCSSA form, keeps them. True if anything
 * changed. */
typedef void (*BridgeInspected)(void *context, LLVMValueRef access, LLVMValueRef base,
                                LLVMValueRef low, LLVMValueRef high);
bool bridge_inspect(LLVMValueRef function, BridgeInspected, void *context);
/* The same of a load, if TBAA does not count: the memory may serve for another type later. */
bool bridge_may_write_any_type(BridgeAnalysesRef, LLVMValueRef writer, LLVMValueRef load);
/* The same for what `call`, which writes nothing, may read. */
bool bridge_may_change_input(BridgeAnalysesRef, LLVMValueRef writer, LLVMValueRef call);
/* The underlying object of a pointer (argument, alloca, global, call, load, phi …). */
LLVMValueRef bridge_underlying_object(LLVMValueRef pointer);
bool bridge_is_identified_object(
    LLVMValueRef object); /* alloca, noalias call, global, noalias arg */
bool bridge_pointer_may_be_captured(LLVMValueRef pointer); /* alloca or noalias call result */

/* Is every lane of the integers known to be all ones or all zeros? */
bool bridge_is_mask(LLVMValueRef value);

/* Effects of a call or function, from attributes. */
bool bridge_may_write_memory(LLVMValueRef instruction);
bool bridge_may_read_memory(LLVMValueRef instruction);
/* A call that writes at most errno and what programs cannot see (a mode of rounding). */
bool bridge_writes_hidden_memory(LLVMValueRef instruction);
bool bridge_has_side_effects(LLVMValueRef instruction); /* writes, may throw, may not return */
bool bridge_is_safe_to_speculate(LLVMValueRef instruction);
bool bridge_wont_return(LLVMValueRef call); /* noreturn */

/* Utilities. */
/* Clone a function into a new one of the given type and name. Arguments of `source` map to
 * `argument_map[i]` if it is not NULL (an argument index of the new function, by value), else to
 * the argument of the same index. `visit(context, old, new)` is called for every instruction, block
 * (as value) and argument that was copied. Attributes of parameters kept where the argument maps;
 * places in the source kept, records of variables not. */
LLVMValueRef bridge_clone_function(
    LLVMValueRef source, LLVMTypeRef type, const char *name, const unsigned *argument_map,
    void (*visit)(void *context, LLVMValueRef old_value, LLVMValueRef new_value), void *context);
bool bridge_inline_call(LLVMValueRef call);
/* Does the function do nothing that only it may, as to call setjmp or to jump to its labels? */
bool bridge_may_be_inlined(LLVMValueRef function);
/* Leaves a declaration. */
void bridge_delete_body(LLVMValueRef function);
/* The global gets the type of its new contents, which must have the layout of the old ones. */
void bridge_replace_initializer(LLVMValueRef global, LLVMValueRef contents);
/* Replaces an invoke by a call of the same, followed by a branch to its normal destination. */
LLVMValueRef bridge_invoke_to_call(LLVMValueRef invoke);
void bridge_lower_atomic(LLVMValueRef access); /* a plain access, whatever it was */
/* Gives a function that was built for `source` a subprogram of its own, at the place of the
 * source's, and every instruction a place in it; or none where the source has none. */
void bridge_define_subprogram(LLVMValueRef function, LLVMValueRef source);
/* Two versions of an outermost loop, chosen at its preheader: the loop itself where `condition`
 * holds, which is said to be rare, a copy where not. `visit` is called for every instruction of the
 * loop and its copy. False if the loop has no such form. Invalidates the analyses. */
bool bridge_version_loop(BridgeAnalysesRef, BridgeLoopRef, LLVMValueRef condition,
                         void (*visit)(void *context, LLVMValueRef loop, LLVMValueRef copy),
                         void *context);
/* Puts the iterations of a loop with a constant count one after the other; false if the loop has no
 * such form. Invalidates the analyses. */
bool bridge_unroll_loop(BridgeAnalysesRef, BridgeLoopRef);
/* Makes one iteration again of several that an unroller has put one behind the other, and one loop
 * of that and of the iterations that are left over. True if there were any such loops. */
bool bridge_roll_loops(LLVMValueRef function);
/* bridge_demote.cpp: what led from a block to another one leads through a third now, and from there
 * to `joined`, which goes on to the second, as to others: what the second's phis got goes the same
 * way. To be followed by bridge_take_phis for each second, once, and in the end by
 * bridge_complete_phis. */
void bridge_pass_phis(LLVMBasicBlockRef from, LLVMBasicBlockRef block, LLVMBasicBlockRef through,
                      LLVMBasicBlockRef joined);
void bridge_take_phis(LLVMBasicBlockRef block, LLVMBasicBlockRef joined);
void bridge_complete_phis(LLVMBasicBlockRef joined);
/* Values that no longer lie ahead of all that uses them, since there are ways around them now,
 * become variables. */
void bridge_demote_undominated(LLVMValueRef function);
void bridge_promote_all(LLVMValueRef function); /* all variables of its entry become values */
void bridge_promote_allocas(LLVMValueRef function, LLVMValueRef *allocas,
                            size_t count); /* mem2reg on just these */
bool bridge_alloca_is_promotable(LLVMValueRef alloca_instruction);
/* One computation for those that the ways to a phi have each for themselves. True if any was. */
bool bridge_join_computations(LLVMValueRef function);
/* One computation for a phi of its result for one value, where that is known, and of the
 * computation itself. True if any was. */
bool bridge_join_special_cases(LLVMValueRef function);
/* Indices of rows and of what lies on a diagonal, in 64 bits where they are known not to wrap
 * around in 32. True if any was. */
bool bridge_widen_diagonals(LLVMValueRef function);
/* Drops a write to the block, of a call of calloc, that others overwrite before anything is read
 * there; true if there was one. Behind a call of `begins_life` nothing is read of what the block
 * held before. */
bool bridge_drop_overwritten(LLVMValueRef block, const char *begins_life);
/* Choices of paths that the branches before them show to be one value, as where a vector ends, are
 * that value; true if there were any. */
bool bridge_join_same_phis(LLVMValueRef function);
/* The end of a vector that each iteration of a loop replaces by one of the same length is its begin
 * and that length; true if there were any. */
bool bridge_keep_lengths(LLVMValueRef function);
/* Moves loads from places that a loop does not write to ahead of it. Where only some iterations
 * load, that is done if the memory is there in any case, or if it has been loaded before the loop,
 * too, which is what they get then. True if there were any of these: what is computed from them may
 * not depend on the loop any more. */
bool bridge_hoist_steady_loads(LLVMValueRef function);
/* Parts loops that search and work where they find something, with no number of iterations that is
 * known ahead, into one that searches within one that works, which is all that a reverse sweep goes
 * through. True if there were any: they are no simple loops then. */
bool bridge_split_searches(LLVMValueRef function);
/* Numbers are extended by zeros where branches say that they are not negative. True if any was. */
bool bridge_join_extensions(LLVMValueRef function);
LLVMBasicBlockRef bridge_split_block(LLVMBasicBlockRef block, LLVMValueRef before,
                                     const char *name);
LLVMBasicBlockRef bridge_split_edge(LLVMBasicBlockRef from, LLVMBasicBlockRef to, const char *name);
/* Gives every invoke a landing pad of its own, from which a branch leads to what the pads share. */
void bridge_separate_landing_pads(LLVMValueRef function);
/* Bits, one of them for the sign, that hold whatever the integer may be. */
unsigned bridge_signed_bits(BridgeAnalysesRef, LLVMValueRef integer);
/* The same of the numbers of a loop's iterations, from 0, and of -1. */
unsigned bridge_iteration_bits(BridgeAnalysesRef, BridgeLoopRef);
/* The call as an invoke that unwinds to `unwind`, whose phis the caller completes. */
LLVMValueRef bridge_call_to_invoke(LLVMValueRef call, LLVMBasicBlockRef unwind);
void bridge_demote_unreachable(LLVMValueRef function); /* delete unreachable blocks */
void bridge_phi_remove_incoming(LLVMValueRef phi, LLVMBasicBlockRef block);
void bridge_phi_set_incoming_block(LLVMValueRef phi, unsigned index, LLVMBasicBlockRef block);
void bridge_set_value_name_like(LLVMValueRef value, LLVMValueRef source, const char *suffix);
/* Is this the library function of that name for the module's target (TargetLibraryInfo), with the
 * right prototype? Writes its canonical name (or NULL). */
const char *bridge_library_name(LLVMValueRef function);
/* Known return value facts. */
uint64_t bridge_pointer_alignment(LLVMValueRef pointer); /* known alignment in bytes, at least 1 */
/* The bits of an integer of at most 64 that are known to be zero. */
uint64_t bridge_zero_bits(LLVMValueRef integer);
/* What a constant pointer is `offset` bytes behind. */
LLVMValueRef bridge_constant_base(LLVMValueRef pointer, int64_t *offset);
/* What any pointer is so many bytes behind. */
LLVMValueRef bridge_without_offset(LLVMTargetDataRef, LLVMValueRef pointer, int64_t *offset);
/* TBAA access type name of a load, store ("int", "float", "double", "any pointer", …) or NULL;
 * for tbaa.struct of a memcpy: use bridge_tbaa_struct. */
const char *bridge_tbaa_name(LLVMValueRef instruction);
/* Does its tag say that a member of a structure is accessed? */
bool bridge_tbaa_is_member(LLVMValueRef instruction);
/* Is the tag one that preparation gave to an access of which the source says nothing? */
bool bridge_tbaa_is_ours(LLVMValueRef instruction);
/* Is what is accessed a member of a structure in which anything is a floating-point number? */
bool bridge_tbaa_names_float(LLVMValueRef access);
/* Fields of !tbaa.struct: offset, size, name; returns the number of fields. */
size_t bridge_tbaa_struct(LLVMValueRef memcpy_call, uint64_t *offsets, uint64_t *sizes,
                          const char **names, size_t capacity);

/* The number of the source's parameter, from 1, that an argument is or is a part of, by the debug
 * information; 0: unknown. */
unsigned bridge_source_parameter(LLVMValueRef argument);
/* Gives the parameters that have no name that of the source, where debug information has it. */
void bridge_name_parameters(LLVMValueRef function);
/* Reads the body of a function of a module that was read lazily; false if it cannot be read. */
bool bridge_read_body(LLVMValueRef function);
/* bridge_overflow.cpp: what is computed and asked for its overflow as well (-ftrapv) becomes plain
 * arithmetic, of addresses and numbers like any other; the question stays. */
bool bridge_compute_apart_from_overflow(LLVMValueRef function);
/* How many parameters a mangled C++ name lists; -1 if it is none. */
int bridge_mangled_parameter_count(const char *name);
/* Is the parameter `index` that it lists neither a pointer nor a reference? Where it is a pointer
 * all the same, C++ passes a class by value as the address of a copy. */
bool bridge_mangled_passes_class(const char *name, unsigned index);
/* Is it a `const char *`? */
bool bridge_mangled_passes_text(const char *name, unsigned index);

/* Where debug information describes no variables, has code generation not look for where they are:
 * nothing but the command line may tell it so. */
void bridge_spare_variable_locations(LLVMModuleRef module);

/* The bitcode in a file's bytes: all of them, or what an object file (ELF, Mach-O, COFF, Wasm)
 * embeds for link-time optimisation. It points into `bytes`. False if there is none. */
bool bridge_find_bitcode(const char *bytes, size_t size, const char **start, size_t *length);

/* Are there strings that begin so among the bitcode's metadata, but those that the metadata of the
 * module uses? If that could be read (else NULL), it gets named metadata with them. */
bool bridge_keep_strings(LLVMModuleRef module, const char *bitcode, size_t size, const char *prefix,
                         const char *name);

void bridge_erase_named_metadata(LLVMModuleRef module, const char *name);

/* Calls `run`; false if it has crashed, after which nothing that it used may be given back. (Under
 * AddressSanitizer, which tells more, a crash is one.) */
bool bridge_run_guarded(void (*run)(void *context), void *context);
/* Where LLVM finds no memory, the process exits with status 1 after this. */
void bridge_report_exhaustion(void (*report)(const char *reason));

#ifdef __cplusplus
}
#endif
#endif
