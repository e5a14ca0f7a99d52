/* diff: derives forward and reverse functions from a canonical primal. It never decides how a
 * forward value is kept: the reverse sweep asks for it by a placeholder (reverse_fetch). */
#ifndef ADCC_DIFF_H
#define ADCC_DIFF_H

#include "../plan/plan.h"

enum { MAX_WIDTH = 64, TAPE_WORDS = 6 /* of struct adcc_tape, see include/adcc/runtime.h */ };

/* What derivative of what function; two equal keys share one function. */
typedef struct DerivativeKey {
  LLVMValueRef primal;
  RequestMode mode; /* FORWARD, REVERSE (both sweeps), AUGMENTED (stands for the pair) */
  size_t argument_count;
  const ArgumentActivity *arguments;
  ReturnActivity result;   /* of the primal's return value */
  bool keep_primal_result; /* return it too */
  bool seed_is_argument;   /* REVERSE: the seed is a parameter, else one */
  bool runtime_activity, strong_zero;
  /* runtime_activity not by the user's word, but since a caller mixes const pointers with others: a
   * derivative that would be lost stops the program. */
  bool checked_activity;
  bool from_call; /* of a call in what is differentiated: its const arguments are not the user's */
  bool recorded;  /* AUGMENTED: logs what the primal reads, see replay.c */
  bool replayed;  /* FORWARD: takes what the primal read from a log */
  bool both_halves;  /* FORWARD: fwdsplit of what was not recorded does the work of both */
  bool logs_shadows; /* of those two: the second uses the shadows that the first allocated */
  unsigned width;
} DerivativeKey;

/* Parameters of the emitted functions, in order:
 *   forward:   for each argument: x, then `width` tangents or shadows if DUP; then the log if
 *              replayed
 *   reverse:   for each argument: x, then shadows if DUP; then `width` seeds if the result is
 *              active and seed_is_argument; returns {primal?, adjoints of OUT arguments}
 *   augmented: for each argument: x, shadows if DUP; then the tape arena;
 *              returns {ptr tape, primal result?, shadow results?}
 *   gradient:  as augmented, then seeds if the result is active, then ptr tape; returns {adjoints}
 * A seed is one parameter, but where the result holds pointers too: its floating-point parts.
 * With width N every shadow result and adjoint is [N x T]. Structs of no member are void, of one
 * member are that member, except the augmented result, always a struct. */
typedef struct Derivative {
  DerivativeKey key;
  LLVMValueRef function; /* forward, reverse or augmented */
  LLVMValueRef gradient; /* of a split derivative */
  bool emitted, failed;
} Derivative;

/* For --stats. */
typedef struct {
  size_t functions; /* made: two for a split derivative */
  size_t recomputed, reloaded, taped;
  size_t checked; /* of those reloaded: only where a check at run time allows it */
  size_t nests;   /* loop nests with such a check */
} DerivativeCounts;

typedef struct DiffContext {
  Arena *arena;
  DiagSink *sink;
  LLVMModuleRef module;
  LLVMTargetMachineRef machine;
  const TypeFacts *types;
  const bool *module_objects; /* see activity_module_objects */
  const Map *kept_globals;    /* see activity_kept_globals */
  const Map *bare_globals;    /* see activity_bare_globals */
  CalleeSummaries *summaries;
  bool strict_order, print_activity, print_plan;
  DiagSink *explain, *report; /* or NULL */
  DerivativeCounts *counts;
  /* 0 for primals of the input; later rounds differentiate what earlier ones made, where a shadow
   * may be one of the primal or of its shadow, so that these are not known to be apart. */
  unsigned round;
  bool last_round; /* nothing that is made here will be differentiated */
  bool no_preopt;
  const Map *canonical; /* canonical primal -> CanonicalFunction *, see ir.h */
  /* Turns a finished pair of sweeps into its final function(s); set by the pipeline. */
  bool (*resolve)(struct DiffContext *, Sweep *, Derivative *);
  ARRAY(Derivative *)
  derivatives;           /* in the order asked for; later ones may be added while emitting */
  Map *only_release;     /* function -> itself if it only gives memory back, see release.c */
  const Map *workspaces; /* see types_find_workspaces */
  Map *shadow_globals;   /* global -> its shadow -> that of the next lane … */
  const Registrations *registrations; /* rules that users added */
  Map *recorded, *replayed; /* canonical primal -> what logs its run, or follows the log */
  Map *logged;              /* canonical primal -> map with the instructions that its log is of */
  const Map *bodies; /* function with a rule for some modes -> canonical copy for the others */
  enum { TEXT_NOT_ASKED, TEXT_NONE, TEXT_OWN } text; /* see own_text.c */
  const TypeFacts *given_by;                         /* by which `given` is */
  bool *given;
  Map *remembered; /* globals, as keys, that a warning has told of, see remembered.c */
  struct TextReaders *text_readers; /* see formatted_number.c */
  /* See number_kinds.c: some derivative is no double; such a number may depend on an input. */
  bool other_floats, other_inputs;
} DiffContext;

/* derivative.c */
Derivative *derivative_get(DiffContext *, const DerivativeKey *);
/* Emits every derivative asked for and not yet emitted, and those they ask for in turn. */
bool derivative_emit_all(DiffContext *);
/* lost_address.c: false after reporting that one of the functions, the keys of the map, goes to
 * numbers at an address of which nobody knows where it comes from. */
bool lost_addresses_check(const DiffContext *, const Map *functions);
/* One in every floating-point member: the seed of a combined reverse derivative. */
LLVMValueRef derivative_ones(Arena *, LLVMTypeRef type);
LLVMTypeRef derivative_lanes(unsigned width, LLVMTypeRef type);
/* What a primal promises of its effects and parameters does not hold for its derivative. */
void derivative_drop_promises(LLVMValueRef function, unsigned parameter_count);

/* custom.c: derivatives registered by users, in the form of any other Derivative. */
/* Is there a rule of the user's for this function in this mode, or, where a run is recorded or
 * followed, one for that? */
bool custom_has_rule(const DiffContext *, LLVMValueRef function, const DerivativeKey *);
/* The rule for fwdsplit, or NULL. */
const CustomPair *custom_split_rule(const DiffContext *, LLVMValueRef function);
/* Does what the rule's augmented function hands on serve the function's rule for reverse mode? */
bool custom_split_serves_reverse(const DiffContext *, LLVMValueRef function);
bool custom_emit(DiffContext *, Derivative *);
/* Fills a function without derivatives, of the primal's parameters and the log: it calls the rule's
 * augmented function, or follows what that logged. */
void custom_emit_plain_half(DiffContext *, LLVMValueRef primal, LLVMValueRef function,
                            bool records);

/* A value that a loop replaces under a condition, see replaced.c. */
typedef struct Replaced Replaced;

/* One function under derivation. */
typedef struct Deriver {
  DiffContext *diff;
  const DerivativeKey *key;
  Sweep sweep;
  unsigned width;
  LLVMBuilderRef builder;
  Map *shadow;  /* primal value -> LLVMValueRef[width], pointers' shadows and forward tangents */
  Map *adjoint; /* primal value -> LLVMValueRef[width], allocas (reverse) */
  Map *taped_calls;           /* primal call -> SplitCall * */
  Map *reverse_of;            /* primal block -> reverse block */
  Map *numbers_in_text;       /* stores, as keys; see own_text.c */
  struct KeptText *kept_text; /* see kept_text.h */
  const Activity *varied;     /* see bits_varied_from; NULL until it is asked for */
  Map *distances;             /* primal integer -> its kind, see distance.c */
  Map *replaced;              /* primal phi or select -> Replaced */
  Map *woven;             /* primal pointer -> the array of woven.c; NULL: tangents are scalars */
  Map *tangents;          /* … primal value -> vector of its tangents */
  ValueArray late_stores; /* of the primal, see late_store.c */
  unsigned first_seed;    /* parameter */
  unsigned fetch_number;
  bool checks_addresses; /* see mixed.c */
  bool failed;
} Deriver;

/* number_kinds.c: notes which numbers the derivative of a function has, or a copy of memory moves.
 */
void kinds_note(Deriver *);
void kinds_note_moved(Deriver *, LLVMTypeRef number);
/* For the runtime: which numbers may be in bytes of which nothing is known. */
LLVMValueRef kinds_of_unknown(Deriver *);
/* The same where something is known, such as ADCC_DOUBLES. */
LLVMValueRef kinds_or(Deriver *, unsigned told);
/* To be called when every derivative has been made. */
void kinds_settle(DiffContext *);

/* shadow.c */
bool deriver_is_active(const Deriver *, LLVMValueRef value); /* carries a derivative */
bool deriver_has_shadow(const Deriver *, LLVMValueRef value);
/* shadow_constant.c: the shadow of a variable of the program, of an address in it, or of contents
 * made of such. */
LLVMValueRef deriver_shadow_of_constant(Deriver *, LLVMValueRef value, unsigned lane);
/* The address of a global as an integer? */
bool deriver_is_constant_address(LLVMValueRef value);
/* The forward-sweep copy of a primal value. */
LLVMValueRef deriver_clone_of(const Deriver *, LLVMValueRef value);
/* The shadow pointer (or tangent) in the forward sweep. For values without one: a zero tangent for
 * floating point, the primal value itself for pointers. */
LLVMValueRef deriver_shadow(Deriver *, LLVMValueRef value, unsigned lane);
void deriver_set_shadow(Deriver *, LLVMValueRef value, unsigned lane, LLVMValueRef shadow);
/* Builds the shadow of a structural instruction (load, phi, gep, select, cast, aggregate …). */
bool shadow_instruction(Deriver *, LLVMValueRef instruction);
void shadow_finish_phis(Deriver *);
/* kept_integer.c: does the store put an integer, and nothing else, in its place? Then the shadow
 * keeps it as well. */
bool shadow_keeps_integer(const Deriver *, LLVMValueRef store);
/* counted_integer.c: is it made of nothing but constants, lengths, and the like? It is no address.
 */
bool integer_is_counted(LLVMValueRef value);
/* address_piece.c: the shadows, by lanes, of what a store moves where that is less than an address,
 * and comes from one; NULL if it is not. The builder is left elsewhere. */
LLVMValueRef *address_pieces(Deriver *, LLVMValueRef store);
/* The forward sweep of reverse mode: where memory holds numbers or text at other times, such a
 * piece stops the program. */
void address_check_piece(Deriver *, LLVMValueRef store);
/* The shadow of an integer of which an address is put together: a piece of the address's, where it
 * is one. The builder is left elsewhere. */
LLVMValueRef address_part(Deriver *, LLVMValueRef value, unsigned lane);
/* Is the integer another member of a union that holds pointers: of none that is wide enough for an
 * address, and not put together of pieces of one in memory? */
bool address_is_narrow(const Deriver *, LLVMValueRef value);
/* Atomic read-modify-write: of integers (reference counts, flags) it concerns the primal alone. */
void shadow_atomic(Deriver *, LLVMValueRef instruction);
/* Puts `replacement` (NULL: nothing) in the place of the forward-sweep copy of a primal
 * instruction. */
void deriver_replace_clone(Deriver *, LLVMValueRef primal, LLVMValueRef replacement);
void deriver_position_after(Deriver *, LLVMValueRef forward_instruction);
/* Calls a function of the runtime; a result type of NULL is void. */
LLVMValueRef deriver_call_runtime(Deriver *, const char *name, LLVMTypeRef result,
                                  LLVMValueRef *arguments, unsigned count);
/* Copies metadata that stays true on the shadow access of one primal access (NULL: of none). */
LLVMValueRef deriver_load(Deriver *, LLVMTypeRef type, LLVMValueRef pointer, LLVMValueRef like);
LLVMValueRef deriver_store(Deriver *, LLVMValueRef value, LLVMValueRef pointer, LLVMValueRef like);
LLVMTypeRef deriver_adjoint_type(const Deriver *, LLVMValueRef value);
/* byte_move.c: the type of the numbers in an integer (that from byte `first` of a value, or of what
 * an access moves), NULL if it holds none or not all is known. */
LLVMTypeRef byte_move_carrier(const Deriver *, LLVMTypeRef integer, LLVMValueRef value,
                              uint64_t first, bool access);
/* The same bytes as another type, of adjoints and seeds; NULL where that is not known how. */
LLVMValueRef byte_move_as(Deriver *, LLVMValueRef value, LLVMTypeRef type);
/* The integer, or a vector of such, with some of its bytes zero. */
enum { BYTE_MOVE_CLEARED = 64 };
LLVMValueRef byte_move_clear(Deriver *, LLVMValueRef value, const bool which[BYTE_MOVE_CLEARED]);
/* Does an integer instruction whose result holds numbers do more to them than move whole bytes? */
bool byte_move_changes_numbers(const Deriver *, LLVMValueRef instruction);
/* Does it do nothing but move whole bytes of its operands? */
bool byte_move_is_one(const Deriver *, LLVMValueRef instruction);
/* The adjoint of an integer instruction that moves whole bytes; false if it is none. */
bool byte_move_reverse(Deriver *, LLVMValueRef instruction);
LLVMTypeRef deriver_access_type(const Deriver *, LLVMValueRef access, LLVMTypeRef type);
/* member.c: numbers in integer members of a structure. */
bool member_is_aggregate(LLVMTypeRef);
/* The structure (the part of `value` from byte `first`) with numbers for the integers that hold
 * them; NULL where one holds some and that is not possible. */
LLVMTypeRef member_carrier(const Deriver *, LLVMTypeRef type, LLVMValueRef value, uint64_t first,
                           bool access);
/* A structure as one of other types of the same bytes; NULL where that is not known how. */
LLVMValueRef member_as(Deriver *, LLVMValueRef value, LLVMTypeRef type);
/* A value that no derivative is in, as its own shadow: the pointers in it, and no tangents. */
LLVMValueRef member_without_numbers(Deriver *, LLVMValueRef value);

/* passed_integer.c: is what a call passes, or returns, an integer that is only counted with, though
 * it comes from a place that holds numbers by turns? In forward mode its tangent is looked at. The
 * second: of any width, where it may be an address as well, of which only counts are made. */
bool passed_is_integer(const Deriver *, LLVMValueRef call, unsigned index);
bool passed_is_count(const Deriver *, LLVMValueRef call, unsigned index);
bool returned_is_integer(const Deriver *, LLVMValueRef call);
/* forward.c: stops the program where an integer that is computed on, or passed, has a tangent. */
void forward_check_integer(Deriver *, LLVMValueRef integer);

/* guard.c: shadows that may turn out inactive at run time (marker runtime_activity).
 * The condition that `shadow` is but the address of the primal's memory, which has none. */
LLVMValueRef guard_is_own(Deriver *, LLVMValueRef primal, LLVMValueRef shadow);
/* The condition that `shadow` stands for inactive memory; NULL where that cannot be. */
LLVMValueRef guard_inactive(Deriver *, LLVMValueRef primal, LLVMValueRef shadow);
/* The same of a load's or store's, of a value of this type, which may be of text. */
bool guard_may_be_inactive(const Deriver *, LLVMValueRef access, LLVMTypeRef type);
LLVMValueRef guard_access_inactive(Deriver *, LLVMValueRef access, LLVMTypeRef type,
                                   LLVMValueRef primal, LLVMValueRef shadow);
/* The same of a block that a call copies to, or from, or sets, in the forward sweep. */
bool guard_block_may_be_inactive(Deriver *, LLVMValueRef call);
LLVMValueRef guard_operand_inactive(Deriver *, LLVMValueRef call, unsigned operand, unsigned lane);
/* Where to access the shadow: elsewhere if it is inactive. */
LLVMValueRef guard_address(Deriver *, LLVMValueRef inactive, LLVMValueRef shadow,
                           LLVMTypeRef accessed);
/* Where to load the shadow of what is loaded, and what of it is one: what inactive memory holds is
 * a pointer's own shadow, but no tangent. */
LLVMValueRef guard_load_place(Deriver *, LLVMValueRef load, LLVMValueRef shadow);
LLVMValueRef guard_loaded(Deriver *, LLVMValueRef load, LLVMValueRef loaded, LLVMValueRef shadow);
/* An active value is about to be lost in inactive memory. */
void guard_check(Deriver *, LLVMValueRef access, LLVMValueRef inactive);
/* Where `access` is in the source, for a message of the runtime. */
LLVMValueRef guard_place_in_source(Deriver *, LLVMValueRef access);
void guard_stop_loss(Deriver *, LLVMValueRef instruction); /* where a derivative would be lost */
void guard_stop_text(Deriver *, LLVMValueRef store);       /* where text is taken for numbers */

/* own_text.c: is there text that is its own shadow? */
bool text_is_own(const Deriver *);
/* Finds the stores, and copies, of numbers with a derivative to what may be such text. */
void text_find_numbers(Deriver *, const ActivityQuery *);
/* kept_text.c: an error where numbers are made of the text that the library keeps of others. */
void kept_text_check(Deriver *, const ActivityQuery *);
/* least.c: is the number, by its form, greater than zero by so much that neither its inverse nor
 * that squared overflows? */
bool number_is_far_from_zero(LLVMValueRef);
/* formatted_number.c: reports numbers that are written as text and read again. */
void formatted_number_check(Deriver *, const ActivityQuery *);
/* remembered.c: a warning of what counts as constant since an earlier call has kept it. */
void remembered_warn(const Deriver *);
/* Where one of these puts them. */
LLVMValueRef text_place(LLVMValueRef instruction);
LLVMValueRef guard_value(Deriver *, LLVMValueRef inactive, LLVMValueRef value); /* zero if so */

/* replay.c */
/* The first half: the primal, with the log as its last parameter. */
LLVMValueRef replay_recorded(DiffContext *, LLVMValueRef canonical);
/* To be told before a function is cloned for either half: what its log is of. */
const Map *replay_logged(DiffContext *, LLVMValueRef canonical);
/* The same for an augmented primal, once its forward sweep is complete; its log is that of its
 * tape. False after reporting. */
bool replay_record(Deriver *);
/* The function that both halves follow through a call: its callee, if that has a rule for fwdsplit
 * or is one of ours, or the body of one whose rules do not serve forward mode. NULL: only the
 * result of the call is logged. */
LLVMValueRef replay_callee(const DiffContext *, LLVMValueRef call);
/* The functions with a rule for fwdsplit that the first half comes through. */
ValueArray replay_split_rules(const DiffContext *, LLVMValueRef canonical);
/* The place of a value of this type in the log of a run: the next one to write, or to read. */
LLVMValueRef replay_log_place(DiffContext *, LLVMBuilderRef, LLVMValueRef log, LLVMTypeRef type,
                              bool records);
/* Makes the second half of a finished forward derivative; false after reporting. */
bool replay_finish(Deriver *);
/* Is this the second half, which neither allocates shadows nor releases them? */
bool replay_has_shadows(const Deriver *);
/* The zeroed shadow of a block that the second half does not allocate, at the builder's position:
 * that of the first half, or one of the log's. Where the block was reallocated, `old` is its shadow
 * before, else NULL. */
LLVMValueRef replay_shadow(Deriver *, LLVMValueRef bytes, LLVMValueRef old, unsigned lane);
/* Does the second half know a variable by its address in the first, and keep its shadow in the log?
 * Pointers to it that are read from the log, or made here, are then the same. */
bool replay_knows_variable(const Deriver *, LLVMValueRef alloca);

/* mixed.c: places that hold now a number, now a pointer or an integer.
 * The number's type, if what is accessed as `type` there are whole words of such a place; or NULL.
 */
LLVMTypeRef mixed_number(const Deriver *, LLVMTypeRef type, ByteType first);
/* A part of a number, or of such a place: an integer, or the program stops. */
bool mixed_is_part(const Deriver *, LLVMTypeRef type, ByteType first);
/* An integer that is computed, not moved: whatever it comes from was an integer. */
bool mixed_is_computed(const Deriver *, LLVMValueRef value);
/* What of a shadow's words are numbers, or what are not; zero for the others. */
LLVMValueRef mixed_numbers(Deriver *, LLVMValueRef value, LLVMTypeRef number);
LLVMValueRef mixed_pointers(Deriver *, LLVMValueRef value, LLVMTypeRef number);
/* In the forward sweep: puts shadows of pointers in their place. */
void mixed_store_pointers(Deriver *, LLVMValueRef shadow, LLVMValueRef place, LLVMTypeRef number,
                          LLVMValueRef like);
/* In the reverse sweep: takes the adjoint of a place, or adds to it; the shadow of a pointer stays,
 * unless it would count as an adjoint of what was there before. */
LLVMValueRef mixed_take(Deriver *, LLVMTypeRef type, LLVMValueRef place, LLVMTypeRef number,
                        LLVMValueRef like);
void mixed_add(Deriver *, LLVMValueRef delta, LLVMValueRef place, LLVMTypeRef number,
               LLVMValueRef like);
/* A word of a place that may hold any kind of number as well: it must be none. */
bool mixed_is_anything(const Deriver *, LLVMTypeRef type, ByteType first);
/* Would the shadow of a pointer that is stored there count as an adjoint of what the memory held
 * before? As a double it is next to nothing, not as a float. */
bool mixed_pointer_blots(const Deriver *, LLVMValueRef pointer, uint64_t offset, uint64_t size);
/* Removes such shadows from where something else goes, in the forward sweep; `source`, or NULL:
 * what is copied there. */
void mixed_clear_pointers(Deriver *, LLVMValueRef pointer, LLVMValueRef source, unsigned lane,
                          LLVMValueRef bytes);
/* LLVM may move a pair of floats that may be a pointer as two floats, of which the shadow of a
 * pointer does not follow: stops the program where one is stored, at the builder. */
void mixed_check_halves(Deriver *, LLVMValueRef store);
/* Stops the program if the derivative of an integer is a number; without a type, if there is one.
 */
void mixed_check(Deriver *, LLVMValueRef value, LLVMTypeRef number);

/* Stops the program if what an integer was stored to, `place` in the shadow, has a derivative. */
void mixed_check_stored(Deriver *, LLVMValueRef store, unsigned lane, LLVMValueRef place);

/* unknown.c: a word that may hold anything and is only moved; its adjoint is an integer. */
bool unknown_is_moved(const Deriver *, LLVMValueRef value);
/* The sum of two adjoints of that word; stops the program where it cannot tell what they are. */
LLVMValueRef unknown_accumulate(Deriver *, LLVMValueRef word, LLVMValueRef old, LLVMValueRef delta);
/* In the reverse sweep: adds to where it was loaded from, or takes from where it was stored. */
void unknown_add(Deriver *, LLVMValueRef load, LLVMValueRef delta, LLVMValueRef place);
LLVMValueRef unknown_take(Deriver *, LLVMValueRef store, LLVMValueRef place);
/* Stops the program if such an adjoint, of what is a pointer or integer, is a number. */
void unknown_expect_none(Deriver *, LLVMValueRef delta);

/* hidden_number.c: is what is passed or returned as a pointer, alone or in a structure, looked at
 * as a number here? */
bool hidden_is_parameter(const Deriver *, LLVMValueRef function, unsigned index);
bool hidden_is_result(const Deriver *, LLVMValueRef call);
#define HIDDEN_ADVICE ": pass the union that holds it by its address"
#define HIDDEN_ARGUMENT "a call that passes floating point in the place of a pointer" HIDDEN_ADVICE
/* Reports what moves an active number as a pointer. */
void hidden_check(Deriver *, const ActivityQuery *);

/* bits.c: refuses arithmetic on the bits of active floating point. */
void bits_check(Deriver *, const ActivityQuery *);
/* More than a move by whole bytes. */
bool bits_is_arithmetic(LLVMValueRef);
/* bits_kept.c: is anything computed on the way to `integer`, and from which integers in memory (or
 * NULL) does it come? */
bool bits_are_computed(const Deriver *, LLVMValueRef integer, ValueArray *loads);
/* Are numbers made of what is computed from the integers in the memory that the store
 * writes to? */
bool bits_come_back(const Deriver *, LLVMValueRef store);
/* What depends on the inputs, by the bits that are moved. */
const Activity *bits_varied_from(Deriver *, const ActivityQuery *);
/* An integer that is used as nothing but a number, an address or a decision. */
bool bits_are_consumed(Deriver *, LLVMValueRef);

/* marked_address.c, in reverse mode: stops the program where it uses an address whose shadow cannot
 * be told from an adjoint. */
void marked_address_stop(Deriver *, LLVMValueRef instruction);

/* distance.c: the distance between two addresses, which is added to another one. */
void distance_find(Deriver *);
/* In the forward sweep: the distance of the shadows; stops the program where the primal's is kept
 * in memory and the shadows have another. */
void distance_instruction(Deriver *, LLVMValueRef instruction);
bool distance_finish_phi(Deriver *, LLVMValueRef phi); /* false: it is none */
/* A number as it is to be added to a shadow. */
LLVMValueRef distance_shadow(Deriver *, LLVMValueRef number, unsigned lane);

/* adjoint.c */
LLVMValueRef adjoint_take(Deriver *, LLVMValueRef value, unsigned lane); /* read and reset */
LLVMValueRef adjoint_read(Deriver *, LLVMValueRef value, unsigned lane);
void adjoint_add(Deriver *, LLVMValueRef value, unsigned lane, LLVMValueRef delta);
/* A word that may hold anything (unknown.c), and what a phi or select chooses: as it may be one. */
void adjoint_add_word(Deriver *, LLVMValueRef value, unsigned lane, LLVMValueRef word);
void adjoint_pass(Deriver *, LLVMValueRef choice, LLVMValueRef value, unsigned lane,
                  LLVMValueRef delta);
/* From here on the two values, of one type, have one adjoint. */
void adjoint_share(Deriver *, LLVMValueRef value, LLVMValueRef other);
LLVMValueRef build_accumulate(Deriver *, LLVMValueRef sum, LLVMValueRef delta, LLVMValueRef like);
/* shared_number.c: the same for what may move, or lie, in the place of a number of another type: an
 * adjoint at the place of a load, and one of a value. */
LLVMValueRef shared_sum_loaded(Deriver *, LLVMValueRef load, LLVMValueRef old, LLVMValueRef delta);
LLVMValueRef shared_sum_of_value(Deriver *, LLVMValueRef value, LLVMValueRef old,
                                 LLVMValueRef delta);

/* partial * derivative with the strong zero if asked for: the one place of this product. */
LLVMValueRef build_product(Deriver *, LLVMValueRef partial, LLVMValueRef derivative,
                           LLVMValueRef like);
bool value_is_zero(LLVMValueRef value);
/* The product behind a select of build_product in a derivative that is differentiated, else NULL:
 * where its factor is zero it is zero, but its derivative is not, unless the partial is no number.
 * product_condition is the select's condition for that, made of the values of both. */
LLVMValueRef product_guarded(const Deriver *, LLVMValueRef select);
LLVMValueRef product_condition(Deriver *, LLVMValueRef select, LLVMValueRef condition,
                               LLVMValueRef product);

/* The adjoint of the result, at the builder's position in the reverse sweep. */
LLVMValueRef derivative_seed(Deriver *, LLVMValueRef returned, unsigned lane);

/* rule_site.c */
typedef struct {
  Deriver *deriver;
  LLVMValueRef operation;
} RuleSite;
/* For a rule to build with; `site` must outlive it. */
RuleBuild rule_site_build(RuleSite *site);

/* forward.c, reverse.c: fill a derivative's body. */
bool forward_emit(Deriver *, Derivative *);
bool reverse_emit(Deriver *, Derivative *);
/* The reverse of one instruction, at the builder's position. */
void reverse_instruction(Deriver *, LLVMValueRef instruction);
/* reverse_access.c: of active ones. */
void reverse_load(Deriver *, LLVMValueRef load);
void reverse_store(Deriver *, LLVMValueRef store);
/* The place of an adjoint in shadow memory, and where that may be none, the condition. */
LLVMValueRef reverse_shadow_place(Deriver *, LLVMValueRef access, unsigned lane, LLVMTypeRef,
                                  LLVMValueRef *inactive);
/* atomic_sum.c: atomic additions to numbers. */
bool atomic_is_sum(const Deriver *, LLVMValueRef instruction);
void atomic_forward(Deriver *, LLVMValueRef sum);
void atomic_reverse(Deriver *, LLVMValueRef sum);
/* reverse_part.c: the same for lanes of vectors, members of structures, sums of lanes. */
void reverse_vector(Deriver *, LLVMValueRef instruction);
void reverse_aggregate(Deriver *, LLVMValueRef instruction);
void reverse_sum_reduction(Deriver *, LLVMValueRef call);
/* A placeholder for the forward-sweep value, at the builder's position in the reverse sweep. */
LLVMValueRef reverse_fetch(Deriver *, LLVMValueRef forward_value);
LLVMValueRef reverse_fetch_primal(Deriver *, LLVMValueRef primal_value);
/* Where the primal returns; NULL if it never does. */
LLVMValueRef reverse_find_return(LLVMValueRef primal);
LLVMValueRef reverse_fetch_shadow(Deriver *, LLVMValueRef primal_value, unsigned lane);

/* Primal blocks so that every block comes after those that dominate it. */
BlockArray deriver_reverse_postorder(Deriver *);

/* control.c: blocks of the reverse sweep and the branches between them. */
bool control_create_blocks(Deriver *);
bool control_finish_block(Deriver *, LLVMBasicBlockRef primal_block);

/* replaced.c: of a value that a loop replaces under a condition, only what replaced it last gets a
 * derivative. */
void replaced_find(Deriver *);
const Replaced *replaced_get(const Deriver *, LLVMValueRef phi_or_select); /* or NULL */
/* The one iteration of the loop through which a derivative passes, or -1 for none; NULL if any may.
 */
LLVMValueRef replaced_only_iteration(const Deriver *, const SweepLoop *);
void replaced_reverse_select(Deriver *, const Replaced *);
void replaced_reverse_start(Deriver *, const Replaced *); /* where the reverse leaves the loop */

/* woven.c: arrays of the function's own with all lanes of an element side by side, and tangents
 * that are vectors; forward mode. */
void woven_find(Deriver *);
/* Is the tangent of this operation of so many operands a vector? */
bool woven_takes(const Deriver *, LLVMValueRef operation, unsigned operands);
LLVMValueRef woven_tangent(Deriver *, LLVMValueRef value); /* at the builder's position */
void woven_set(Deriver *, LLVMValueRef value, LLVMValueRef tangent);
LLVMValueRef woven_lane(Deriver *, LLVMValueRef value, unsigned lane); /* NULL: not a vector */
LLVMValueRef woven_splat(Deriver *, LLVMValueRef number);
LLVMValueRef woven_zero(const Deriver *, LLVMTypeRef type);
/* These do what is to be done and return true, or leave it to others. */
bool woven_instruction(Deriver *, LLVMValueRef instruction);
bool woven_finish_phi(Deriver *, LLVMValueRef phi);
bool woven_store(Deriver *, LLVMValueRef store);
bool woven_block(Deriver *, LLVMValueRef call);

/* scope.c: what does not overlap. */
void scope_begin(Sweep *);
void scope_mark(const Sweep *, LLVMValueRef access, Scope);
/* Declares the scopes that a finished derivative's accesses name, at its beginning. */
void scope_declare(Arena *, LLVMValueRef function);
/* Marks the forward sweep's copies of the primal's own accesses. */
void scope_mark_primal(const Sweep *);

/* unsupported.c: with the reason why `where` carries a derivative. */
void deriver_error(Deriver *, LLVMValueRef where, DiagId id, const char *detail);
/* Of an active instruction that has no rule. */
const char *bits_arithmetic_text(LLVMValueRef operation); /* what it is, in messages */
void deriver_error_unsupported(Deriver *, LLVMValueRef instruction);

/* realloc.c: calls of realloc, in all modes. */
void realloc_forward(Deriver *, LLVMValueRef call);
void realloc_reverse(Deriver *, LLVMValueRef call);

/* allocate.c: shadows of what malloc, posix_memalign and throw allocate, in all modes. */
void allocation_forward(Deriver *, LLVMValueRef call);
void allocation_forward_indirect(Deriver *, LLVMValueRef call);
void allocation_forward_exception(Deriver *, LLVMValueRef call);

/* memory.c: allocation, release, memcpy, memset, in all modes. */
bool memory_forward_call(Deriver *, LLVMValueRef call); /* shadow part, in the forward sweep */
void memory_reverse_call(Deriver *, LLVMValueRef call);
bool memory_is_memory_call(LLVMValueRef call);
typedef enum {
  MEMORY_BLOCK_OTHER,
  MEMORY_BLOCK_COPY,
  MEMORY_BLOCK_SET,
  MEMORY_BLOCK_LIFETIME
} MemoryBlock;
MemoryBlock memory_block_call(LLVMValueRef call);

/* recompute.c: does the user want the result computed again rather than kept? */
bool recompute_is_wanted(LLVMValueRef call);
/* Lets the plan do so, where it may; then the call needs no tape, and has a derivative that does
 * both sweeps. */
bool recompute_prepare(Deriver *, LLVMValueRef call);
/* Is a derivative that does both sweeps, in the reverse sweep, better than a tape, and possible? */
bool recompute_pays(Deriver *, LLVMValueRef call);

/* release.c: calls that give memory back, in all modes. */
void release_forward(Deriver *, LLVMValueRef call);
/* Is this a call of a function that does nothing but give memory back, and is that put off to the
 * end of the tape? Then the call writes nothing. So it is where the memory may carry derivatives,
 * and in such a function whatever it releases. */
bool release_is_put_off(const Deriver *, LLVMValueRef call);
LLVMValueRef release_shadow(Deriver *, LLVMValueRef pointer, unsigned lane);

/* late_store.c: finds the stores that wait until the reverse sweep is over, and are no writes
 * before; puts them there, where the builder is. */
void late_stores_find(Deriver *);
bool late_store_is_one(const Deriver *, LLVMValueRef access);
void late_stores_emit(Deriver *);

/* inner_tape.c: the runtime's calls in a derivative that is differentiated. */
void inner_tape_forward(Deriver *, LLVMValueRef call);
void inner_tape_reverse(Deriver *, LLVMValueRef call);

/* word.c: gives the functions of words that derivatives call their bodies; the last thing to do. */
void word_define(LLVMModuleRef);

/* call.c: calls of functions with a body. */
bool call_is_sum_reduction(LLVMValueRef call);   /* llvm.vector.reduce.fadd */
bool call_forward(Deriver *, LLVMValueRef call); /* forward mode */
bool call_augment(Deriver *, LLVMValueRef call); /* reverse mode, forward sweep */
void call_reverse(Deriver *, LLVMValueRef call);
/* Has the augmented callee left a tape for its gradient? */
bool call_keeps_tape(const Deriver *, LLVMValueRef call);

#endif
