/* --explain: remarks, one for each value that the reverse sweep needs and that a user would know:
 * whether it is kept on the tape, how many bytes that takes, what needs it, what would destroy it
 * in memory, and what to do about it. Addresses, counters and other integers that are cheap to
 * compute again are only counted.
 *
 * Requires the plan and the layout, and the placeholders of the reverse sweep; changes nothing. */
#include "emit.h"

#include <string.h>

enum { MOST_WRITERS_NAMED = 3 };

/* Bytes of the tape: a number times trip counts. */
typedef struct {
  uint64_t bytes;
  const char *trips; /* " * n * m", or empty */
} Amount;

typedef struct {
  DiagSink *sink;
  Arena *arena;
  const TapeLayout *layout;
  const Plan *plan;
  const Sweep *sweep;
  Map *needed_by;                   /* forward value -> placeholder that (first) leads to it */
  ARRAY(Amount) taped, if_overlaps; /* in all, by trip counts */
  unsigned reloaded, recomputed;
} Explainer;

static LLVMValueRef primal_of(const Explainer *explainer, LLVMValueRef value) {
  return map_get(explainer->sweep->origin, value);
}

/* Which values the reverse sweep needs, and for the sake of which derivative. */
static void follow(Explainer *explainer, const Fetch *fetch) {
  ValueArray work = {0};
  ARRAY_PUSH(explainer->arena, work, fetch->value);
  while (work.count) {
    LLVMValueRef value = work.items[--work.count];
    if (!LLVMIsAInstruction(value) || map_has(explainer->needed_by, value))
      continue;
    map_set(explainer->needed_by, value, fetch->placeholder);
    Keep keep = plan_keep(explainer->plan, value);
    if (keep != KEEP_RECOMPUTE && keep != KEEP_RELOAD)
      continue;
    ValueArray inputs = {0};
    plan_inputs(explainer->plan, value, keep == KEEP_RELOAD, &inputs);
    for (size_t i = 0; i < inputs.count; i++)
      ARRAY_PUSH(explainer->arena, work, inputs.items[i]);
  }
}

/* ---- amounts ---- */

static unsigned line_of_loop(const SweepLoop *loop) {
  LLVMBasicBlockRef header = bridge_loop_header(loop->primal);
  unsigned line = LLVMGetDebugLocLine(LLVMGetBasicBlockTerminator(header));
  FOR_EACH_INSTRUCTION (instruction, header)
    if (line == 0)
      line = LLVMGetDebugLocLine(instruction);
  return line;
}

static const char *trips_of(const Explainer *explainer, const SweepLoop *loop) {
  char *text =
      loop->count ? bridge_loop_trips_text(explainer->sweep->analyses, loop->primal) : NULL;
  unsigned line = line_of_loop(loop);
  const char *trips = text ? arena_format(explainer->arena, " * %s", text)
                      : line
                          ? arena_format(explainer->arena, " * trips(line %u)", line)
                          : arena_format(explainer->arena, " * trips(loop %u deep)", loop->depth);
  if (text)
    LLVMDisposeMessage(text);
  return trips;
}

/* Of all loops around a value in which it is kept once for each iteration. */
static Amount amount_of(const Explainer *explainer, const TapedValue *taped) {
  Amount amount = {taped->size, ""};
  for (const SweepLoop *loop = taped->loop; loop; loop = loop->parent) {
    bool varies = taped->frame->is_list || loop->depth < taped->frame->loop->depth;
    for (size_t i = 0; i < taped->varies_in.count; i++)
      varies |= taped->varies_in.items[i] == loop;
    if (!varies)
      continue;
    if (loop->constant_count >= 0)
      amount.bytes *= (uint64_t)loop->constant_count + 1;
    else /* outer loops come first */
      amount.trips =
          arena_format(explainer->arena, "%s%s", trips_of(explainer, loop), amount.trips);
  }
  return amount;
}

static const char *amount_text(const Explainer *explainer, Amount amount) {
  return arena_format(explainer->arena, "%llu%s bytes", (unsigned long long)amount.bytes,
                      amount.trips);
}

#define ADD_AMOUNT(explainer, list, amount)                                                        \
  do {                                                                                             \
    size_t at = 0;                                                                                 \
    while (at < (list).count && strcmp((list).items[at].trips, (amount).trips))                    \
      at++;                                                                                        \
    if (at < (list).count)                                                                         \
      (list).items[at].bytes += (amount).bytes;                                                    \
    else                                                                                           \
      ARRAY_PUSH((explainer)->arena, list, amount);                                                \
  } while (0)

static const char *total_text(const Explainer *explainer, const Amount *amounts, size_t count) {
  const char *text = "";
  for (size_t i = 0; i < count; i++)
    text = arena_format(explainer->arena, "%s%s%llu%s", text, i ? " + " : "",
                        (unsigned long long)amounts[i].bytes, amounts[i].trips);
  return arena_format(explainer->arena, "%s bytes", text);
}

/* Has a stack slot or a register, being of the one function outside of every loop. */
static bool is_at_hand(const Explainer *explainer, const TapedValue *taped) {
  return !taped || (!taped->loop && !explainer->sweep->split);
}

static bool is_kept_on_overlap(const TapedValue *taped) {
  for (const SweepLoop *loop = taped->loop; loop; loop = loop->parent) {
    LLVMBasicBlockRef latch = bridge_loop_latch(loop->primal);
    if (latch && loop_runs_on_overlap(latch))
      return true;
  }
  return false;
}

static void count_value(Explainer *explainer, LLVMValueRef value) {
  const TapedValue *taped = map_get(explainer->layout->taped, value);
  bool is_checked = taped && map_get(explainer->plan->guard, value);
  Keep keep = plan_keep(explainer->plan, value);
  if (keep == KEEP_TAPE && !is_at_hand(explainer, taped) && !taped->first && !taped->place) {
    if (is_kept_on_overlap(taped))
      ADD_AMOUNT(explainer, explainer->if_overlaps, amount_of(explainer, taped));
    else
      ADD_AMOUNT(explainer, explainer->taped, amount_of(explainer, taped));
  }
  if (keep == KEEP_RELOAD && is_checked && !taped->place)
    ADD_AMOUNT(explainer, explainer->if_overlaps, amount_of(explainer, taped));
  explainer->reloaded += keep == KEEP_RELOAD;
  explainer->recomputed += keep == KEEP_RECOMPUTE;
}

/* ---- what, and why ---- */

/* " of 'x'" for an access to memory that has a name. */
static const char *memory_text(const Explainer *explainer, LLVMValueRef access, const char *word) {
  LLVMValueRef object = bridge_underlying_object(access_pointer(access));
  const char *name = LLVMGetValueName2(object, &(size_t){0});
  return (LLVMIsAArgument(object) || LLVMIsAGlobalVariable(object)) && *name
             ? arena_format(explainer->arena, " %s '%s'", word, name)
             : "";
}

static const char *describe(const Explainer *explainer, LLVMValueRef value) {
  if (map_has(explainer->sweep->is_shadow, value))
    return "the address of a shadow";
  if (map_has(explainer->sweep->iterations, value))
    return "the number of the iteration that replaced this value last";
  if (!primal_of(explainer, value))
    return "what a call keeps for its own reverse sweep";
  switch (LLVMGetInstructionOpcode(value)) {
  case LLVMLoad:
    return arena_format(explainer->arena, "what is read here%s",
                        memory_text(explainer, primal_of(explainer, value), "from"));
  case LLVMPHI: {
    const SweepLoop *loop = sweep_loop_of(explainer->sweep, value);
    return loop && loop->header == LLVMGetInstructionParent(value)
               ? "a value that changes from one iteration to the next"
               : "a value that depends on the path taken";
  }
  case LLVMCall: {
    LLVMValueRef callee = call_direct_callee(value);
    return callee ? arena_format(explainer->arena, "the result of '%s'",
                                 LLVMGetValueName2(callee, &(size_t){0}))
                  : "the result of this call";
  }
  case LLVMICmp:
  case LLVMFCmp:
    return "the result of this comparison";
  case LLVMAlloca:
    return "this memory";
  default:
    return "this intermediate result";
  }
}

/* Where in the source to show a value; joins of control flow have no place of their own. */
static LLVMValueRef place_of(const Explainer *explainer, LLVMValueRef value) {
  LLVMValueRef primal = primal_of(explainer, value);
  LLVMValueRef shown = primal && LLVMIsAInstruction(primal) ? primal : value;
  if (LLVMIsAPHINode(shown) && LLVMGetDebugLocLine(shown) == 0)
    for (unsigned i = LLVMCountIncoming(shown); i-- > 0;) {
      LLVMValueRef incoming = LLVMGetIncomingValue(shown, i);
      if (LLVMIsAInstruction(incoming) && LLVMGetDebugLocLine(incoming))
        return incoming;
    }
  return primal || LLVMGetDebugLocLine(shown) ? shown : explainer->sweep->primal;
}

static void note_need(const Explainer *explainer, LLVMValueRef value) {
  LLVMValueRef placeholder = map_get(explainer->needed_by, value);
  if (!placeholder || LLVMGetDebugLocLine(placeholder) == 0)
    return;
  LLVMValueRef here = place_of(explainer, value);
  if (LLVMGetDebugLocLine(here) != LLVMGetDebugLocLine(placeholder) ||
      LLVMGetDebugLocColumn(here) != LLVMGetDebugLocColumn(placeholder))
    diag_note_at(explainer->sink, placeholder, "the derivative of this needs it");
}

static void note_writers(const Explainer *explainer, const ValueArray *writers,
                         const char *relation) {
  for (size_t i = 0; i < writers->count && i < MOST_WRITERS_NAMED; i++) {
    LLVMValueRef writer = writers->items[i];
    LLVMValueRef callee = LLVMIsACallInst(writer) ? call_direct_callee(writer) : NULL;
    const char *what =
        callee ? arena_format(explainer->arena, "this call of '%s'",
                              LLVMGetValueName2(callee, &(size_t){0}))
        : LLVMIsAStoreInst(writer)
            ? arena_format(explainer->arena, "this write%s", memory_text(explainer, writer, "to"))
            : "this";
    diag_note_at(explainer->sink, writer, "%s %s", what, relation);
  }
  if (writers->count > MOST_WRITERS_NAMED)
    diag_note_at(explainer->sink, NULL, "and so may %zu other places",
                 writers->count - MOST_WRITERS_NAMED);
}

static void explain_taped(Explainer *explainer, const TapedValue *taped) {
  const Sweep *sweep = explainer->sweep;
  LLVMValueRef value = taped->value;
  const char *bytes = amount_text(explainer, amount_of(explainer, taped));
  LLVMValueRef primal = primal_of(explainer, value), place = place_of(explainer, value);
  const char *what = describe(explainer, value);
  bool is_load = primal && LLVMIsALoadInst(primal) && LLVMIsALoadInst(value);
  if (map_has(explainer->plan->old, value)) {
    diag_at(explainer->sink, place, DIAG_EXPLAIN_DESTROYED, bytes);
    return;
  }
  if (is_load && remat_lasts(sweep, primal)) {
    ValueArray writers = remat_writers(sweep, primal);
    if (writers.count) {
      diag_at(explainer->sink, place, DIAG_EXPLAIN_OVERWRITTEN, what, bytes);
      note_writers(explainer, &writers, "may overwrite it");
      note_need(explainer, value);
      return;
    }
  }
  if (is_load && !remat_lasts(sweep, primal)) {
    diag_at(explainer->sink, place, DIAG_EXPLAIN_CALLER, what, bytes);
    diag_note_at(explainer->sink, NULL,
                 "the two sweeps are two functions, and memory may change "
                 "between their calls");
  } else if (LLVMIsAPHINode(value) && primal) {
    diag_at(explainer->sink, place, DIAG_EXPLAIN_CARRIED, what, bytes);
  } else if (!primal) {
    diag_at(explainer->sink, place, DIAG_EXPLAIN_KEPT, what, bytes);
  } else {
    diag_at(explainer->sink, place, DIAG_EXPLAIN_KEPT, what, bytes);
    diag_note_at(explainer->sink, NULL, "%s",
                 remat_is_recomputable(sweep, value) || is_load
                     ? "to obtain it again would cost more"
                 : LLVMIsACallInst(value) ? "the call may do more than compute it"
                                          : "it cannot be computed again");
  }
  if (taped->place)
    diag_note_at(explainer->sink, place_of(explainer, taped->place->value),
                 "it lies where this would, of another branch, and takes no bytes of its own");
  note_need(explainer, value);
}

/* Would a user know the value? */
static bool is_worth_a_remark(LLVMValueRef value) {
  if (!type_contains_float(LLVMTypeOf(value)))
    return false;
  if (!LLVMIsACallInst(value))
    return true;
  const Rule *rule = rule_of_call(value);
  return rule && rule->cost > 1;
}

static void explain_value(Explainer *explainer, LLVMValueRef value) {
  const TapedValue *taped = map_get(explainer->layout->taped, value);
  LLVMValueRef place = place_of(explainer, value);
  const char *what = describe(explainer, value);
  switch (plan_keep(explainer->plan, value)) {
  case KEEP_FREE:
    return;
  case KEEP_TAPE:
    if (taped && taped->first)
      diag_at(explainer->sink, place, DIAG_EXPLAIN_WITH_FIRST, what);
    else if (!is_at_hand(explainer, taped))
      explain_taped(explainer, taped);
    return;
  case KEEP_RELOAD:
    if (taped && map_get(explainer->plan->guard, value)) {
      bool mirrored = mirror_of(explainer->plan, value);
      diag_at(explainer->sink, place,
              mirrored                             ? DIAG_EXPLAIN_MIRROR_CHECKED
              : inverse_of(explainer->plan, value) ? DIAG_EXPLAIN_INVERTED_CHECKED
                                                   : DIAG_EXPLAIN_CHECKED,
              what, amount_text(explainer, amount_of(explainer, taped)));
      if (mirrored)
        break;
      ValueArray writers = remat_writers(explainer->sweep,
                                         primal_of(explainer, plan_access(explainer->plan, value)));
      note_writers(explainer, &writers, "is what it is checked against");
    } else if (mirror_of(explainer->plan, value))
      diag_at(explainer->sink, place, DIAG_EXPLAIN_MIRRORED, what);
    else if (inverse_of(explainer->plan, value))
      diag_at(explainer->sink, place, DIAG_EXPLAIN_INVERTED, what);
    else if (is_worth_a_remark(value))
      diag_at(explainer->sink, place, DIAG_EXPLAIN_RELOADED, what);
    else
      return;
    break;
  case KEEP_RECOMPUTE:
    if (!LLVMIsACallInst(value) || !is_worth_a_remark(value))
      return;
    diag_at(explainer->sink, place, DIAG_EXPLAIN_RECOMPUTED, what);
    break;
  }
  note_need(explainer, value);
}

/* Calls through which no derivative flows. */
static void explain_inactive(const Explainer *explainer, LLVMValueRef call) {
  LLVMValueRef callee = LLVMIsACallInst(call) ? call_direct_callee(call) : NULL;
  if (!callee || LLVMIsAIntrinsicInst(call) ||
      activity_of_instruction(explainer->sweep->activity, call) ||
      activity_of_value(explainer->sweep->activity, call))
    return;
  const LibraryFunction *row = library_function(callee);
  if ((row && row->kind == LIBFN_CHECKS_ROOM) || /* the program does not have them */
      value_has_function_attribute(callee, "adcc_inspector"))
    return;
  bool marked = value_has_function_attribute(call, "enzyme_inactive") ||
                value_has_function_attribute(call, "adcc_inactive");
  diag_at(explainer->sink, call, DIAG_EXPLAIN_INACTIVE, LLVMGetValueName2(callee, &(size_t){0}),
          marked ? "it is marked so"
          : row && library_is_inactive(row)
              ? "it is known to carry no derivative"
              : "nothing active reaches it, or nothing active depends on it");
}

/* The name without the suffix of the copy that is differentiated. */
static const char *source_name(const Explainer *explainer) {
  size_t length;
  const char *name = LLVMGetValueName2(explainer->sweep->primal, &length);
  size_t end = length;
  while (end > 0 && name[end - 1] >= '0' && name[end - 1] <= '9')
    end--;
  if (end > 1 && end < length && name[end - 1] == '.')
    length = end - 1;
  return arena_copy_string(explainer->arena, name, length);
}

/* They are as large as what the loops come to, which is known when the program runs. */
static const char *mirrors_text(const Explainer *explainer) {
  unsigned count = 0;
  for (size_t i = 0; i < explainer->plan->mirrors.count; i++)
    count += explainer->plan->mirrors.items[i]->is_used;
  return count == 0   ? ""
         : count == 1 ? ", a copy of memory is made where a loop ends"
                      : arena_format(explainer->arena,
                                     ", %u copies of memory are made where loops end", count);
}

static const char *summary(const Explainer *explainer) {
  const char *kept = explainer->taped.count
                         ? total_text(explainer, explainer->taped.items, explainer->taped.count)
                         : "nothing";
  const char *text =
      arena_format(explainer->arena, "the reverse derivative of '%s'%s keeps %s on the tape",
                   source_name(explainer), explainer->sweep->split ? ", in two halves," : "", kept);
  if (explainer->if_overlaps.count)
    text = arena_format(
        explainer->arena, "%s, and up to %s where memory overlaps", text,
        total_text(explainer, explainer->if_overlaps.items, explainer->if_overlaps.count));
  return arena_format(explainer->arena, "%s; %u value%s read again, %u computed again%s", text,
                      explainer->reloaded, explainer->reloaded == 1 ? " is" : "s are",
                      explainer->recomputed, mirrors_text(explainer));
}

void explain_derivative(DiagSink *sink, const TapeLayout *layout) {
  const Sweep *sweep = layout->plan->sweep;
  Explainer explainer = {.sink = sink,
                         .arena = sweep->arena,
                         .layout = layout,
                         .plan = layout->plan,
                         .sweep = sweep,
                         .needed_by = map_create(sweep->arena)};
  for (size_t i = 0; i < sweep->fetches.count; i++)
    if (sweep->fetches.items[i].placeholder)
      follow(&explainer, &sweep->fetches.items[i]);
  ValueArray needed = {0}; /* in the order of the program */
  FOR_EACH_BLOCK (block, sweep->function)
    FOR_EACH_INSTRUCTION (value, block)
      if (map_has(explainer.needed_by, value))
        ARRAY_PUSH(sweep->arena, needed, value);
  for (size_t i = 0; i < needed.count; i++)
    count_value(&explainer, needed.items[i]);
  diag_at(sink, sweep->primal, DIAG_EXPLAIN_DERIVATIVE, summary(&explainer));
  for (size_t i = 0; i < needed.count; i++)
    explain_value(&explainer, needed.items[i]);
  FOR_EACH_BLOCK (block, sweep->primal)
    FOR_EACH_INSTRUCTION (instruction, block)
      explain_inactive(&explainer, instruction);
}
