/* From requests to derivatives: each round prepares the functions whose requests depend on no other
 * one, gathers facts of them, derives them, and rewrites the calls that asked; a request for the
 * derivative of a derivative comes in the round behind. */
#include "prepare/prepare.h"
#include "run.h"
#include "words.h"

/* The requests of one round, and for each what has become of it. */
typedef struct {
  Pipeline *run;
  const RequestArray *ready;
  Preparation preparation;
  DiffContext diff;
  LLVMValueRef *canonical;  /* the primal's prepared copy; NULL for a batch, which has none */
  Derivative **derivatives; /* NULL where none is needed */
  LLVMValueRef *recordings; /* what takes an augmented primal's place where it is only followed */
} Round;

/* Does `function`, or what it calls, contain a request that is not yet resolved? */
static bool depends_on_request(LLVMValueRef function, Map *pending_callers, Map *seen) {
  if (map_has(seen, function))
    return false;
  map_set(seen, function, function);
  if (map_has(pending_callers, function))
    return true;
  FOR_EACH_BLOCK (block, function)
    FOR_EACH_INSTRUCTION (instruction, block)
      for (int i = 0; i < LLVMGetNumOperands(instruction); i++) {
        LLVMValueRef operand = LLVMGetOperand(instruction, (unsigned)i);
        if (operand && LLVMIsAFunction(operand) &&
            depends_on_request(operand, pending_callers, seen))
          return true;
      }
  return false;
}

static ArgumentActivity *argument_activities(Arena *arena, const Request *request) {
  ArgumentActivity *arguments = ARENA_ARRAY(arena, ArgumentActivity, request->argument_count + 1);
  for (size_t i = 0; i < request->argument_count; i++)
    arguments[i] = request->arguments[i].activity;
  return arguments;
}

static DerivativeKey key_of(const Round *round, const Request *request, LLVMValueRef canonical,
                            TapeUse use) {
  bool follows = request->mode == REQUEST_FORWARD_SPLIT;
  bool split = request->mode == REQUEST_AUGMENTED || request->mode == REQUEST_GRADIENT ||
               request->mode == REQUEST_AUGMENT_SIZE;
  DerivativeKey key = {.primal = canonical,
                       .mode = split     ? REQUEST_AUGMENTED
                               : follows ? REQUEST_FORWARD
                                         : request->mode,
                       .argument_count = request->argument_count,
                       .arguments = argument_activities(round->run->arena, request),
                       .result = request->result,
                       .keep_primal_result = request->primal_return || split,
                       .seed_is_argument = false,
                       .runtime_activity = request->runtime_activity,
                       .strong_zero = request->strong_zero || round->run->options->strong_zero,
                       .recorded = split && use.of_forward,
                       .replayed = follows && !request_has_null_tape(request),
                       .both_halves = follows && request_has_null_tape(request),
                       .width = request->width};
  key.logs_shadows = (key.recorded || key.replayed) && request->result == RETURN_DUP;
  if (request->result_in_memory) { /* the function itself returns nothing */
    key.result = RETURN_INACTIVE;
    key.keep_primal_result = false;
  }
  if (key.mode == REQUEST_REVERSE && key.result == RETURN_DUP)
    key.result = RETURN_INACTIVE; /* nobody could hand in the adjoint of what it points to */
  return key;
}

/* What the callers pass for each parameter, for bytes whose type the function itself does not tell.
 */
static void consult_callers(const Round *round, TypeFacts *types) {
  ARRAY(TypeFlow) flows = {0};
  for (size_t i = 0; i < round->ready->count; i++) {
    const Request *request = round->ready->items[i];
    for (size_t k = 0; round->canonical[i] && k < request->argument_count; k++) {
      LLVMValueRef parameter = LLVMGetParam(round->canonical[i], (unsigned)k);
      LLVMValueRef argument = request->arguments[k].primal;
      if (!argument || LLVMTypeOf(parameter) != LLVMTypeOf(argument))
        continue;
      TypeFlow flow = {parameter, argument};
      ARRAY_PUSH(round->run->arena, flows, flow);
    }
  }
  types_consult_callers(types, flows.items, flows.count);
}

static const bool *module_objects(const Round *round, const TypeFacts *types, bool *other_inputs) {
  Arena *arena = round->run->arena;
  ARRAY(ActivityRoot) roots = {0};
  for (size_t i = 0; i < round->ready->count; i++) {
    if (!round->canonical[i])
      continue;
    const Request *request = round->ready->items[i];
    ActivityRoot root = {round->canonical[i], request->argument_count,
                         argument_activities(arena, request)};
    ARRAY_PUSH(arena, roots, root);
  }
  return activity_module_objects(arena, types, round->preparation.canonical, roots.items,
                                 roots.count, other_inputs);
}

/* A rule for fwdsplit takes the shadows of its augmented function, which only the augmented primal
 * has; where reverse mode takes the same tape, that rule has to serve both. False after reporting.
 */
static bool rules_agree(const DiffContext *diff, const Request *request, LLVMValueRef canonical,
                        TapeUse *use) {
  ValueArray rules = replay_split_rules(diff, canonical);
  for (size_t i = 0; i < rules.count && use->of_gradient; i++)
    if (!custom_split_serves_reverse(diff, rules.items[i])) {
      diag_at(diff->sink, request->call, DIAG_UNSUPPORTED_REQUEST,
              arena_format(diff->arena,
                           "this both by 'reverse' and by 'fwdsplit': the rules for '%s' have "
                           "different augmented functions",
                           LLVMGetValueName2(rules.items[i], &(size_t){0})));
      return false;
    }
  use->of_gradient = use->of_gradient || rules.count;
  return true;
}

static bool any_is_wide(const RequestArray *ready) {
  for (size_t i = 0; i < ready->count; i++)
    if (ready->items[i]->width > 1)
      return true;
  return false;
}

static Preparation begin_preparation(Pipeline *run, const RequestArray *ready) {
  return (Preparation){.arena = run->arena,
                       .sink = run->sink,
                       .machine = run->machine,
                       .no_preopt = run->options->no_preopt,
                       .asks_for_errno = prepare_asks_for_errno(run->module),
                       .many_directions = any_is_wide(ready),
                       .simplified = map_create(run->arena),
                       .source = map_create(run->arena),
                       .finished = map_create(run->arena),
                       .entered = map_create(run->arena),
                       .variants = map_create(run->arena),
                       .is_variant = map_create(run->arena),
                       .spilled = map_create(run->arena),
                       .dispatchers = map_create(run->arena),
                       .pending = run->pending,
                       .canonical = map_create(run->arena),
                       .registrations = run->registrations,
                       .bodies = map_create(run->arena)};
}

static DiffContext begin_derivation(Pipeline *run, const Preparation *preparation,
                                    unsigned number) {
  return (DiffContext){.arena = run->arena,
                       .sink = run->sink,
                       .module = run->module,
                       .machine = run->machine,
                       .round = number,
                       .strict_order = run->options->strict_order,
                       .explain = run->explain,
                       .report = run->report,
                       .counts = &run->counts,
                       .print_activity = options_dump_wanted(run->options, "activity"),
                       .print_plan = options_dump_wanted(run->options, "plan"),
                       .canonical = preparation->canonical,
                       .resolve = resolve_derivative,
                       .shadow_globals = map_create(run->arena),
                       .registrations = preparation->registrations,
                       .only_release = map_create(run->arena),
                       .remembered = map_create(run->arena),
                       .recorded = map_create(run->arena),
                       .replayed = map_create(run->arena),
                       .logged = map_create(run->arena),
                       .bodies = preparation->bodies};
}

/* Copies of the primals in canonical form; false after reporting. */
static bool prepare_primals(Round *round) {
  Pipeline *run = round->run;
  Preparation *preparation = &round->preparation;
  size_t count = round->ready->count;
  bool fine = true;
  for (size_t i = 0; i < count; i++) {
    if (round->ready->items[i]->mode == REQUEST_BATCH) /* calls the function as it is */
      continue;
    round->canonical[i] =
        prepare_function(preparation, round->ready->items[i]->primal, round->ready->items[i]->call);
    fine = fine && round->canonical[i] && diag_error_count(run->sink) == 0;
  }
  prepare_forget_lives(run->module);
  prepare_empty_unused(preparation);
  if (fine) {
    ValueArray unreached = types_unreached_candidates(run->arena, run->module, preparation->source,
                                                      preparation->entered);
    prepare_drop_candidates(preparation, &unreached);
    fine = prepare_infer_effects(preparation, run->module);
  }
  for (size_t i = 0; i < count && fine; i++)
    fine = !round->canonical[i] || prepare_make_canonical(preparation, round->canonical[i]);
  prepare_empty_unused(preparation);
  prepare_forget_integers(run->module);
  return fine;
}

/* The functions that requests differentiate, with NULL for those of which one asks for the halves.
 */
static Map *whole_functions(const Round *round) {
  Map *whole = map_create(round->run->arena);
  for (size_t i = 0; i < round->ready->count; i++) {
    LLVMValueRef function = round->canonical[i];
    RequestMode mode = round->ready->items[i]->mode;
    if (mode != REQUEST_FORWARD && mode != REQUEST_REVERSE)
      map_set(whole, function, NULL);
    else if (!map_has(whole, function))
      map_set(whole, function, function);
  }
  return whole;
}

/* Words of any kind, and addresses among numbers, move one by one. Nothing else may go: loops count
 * in what nobody uses yet. */
static bool expose_words(Round *round, const TypeFacts *types) {
  Pipeline *run = round->run;
  ValueArray with_vectors = {0};
  bool changed = words_expose(run->arena, types, round->preparation.canonical, &with_vectors);
  for (size_t i = 0; i < with_vectors.count; i++)
    function_run_passes(run->sink, with_vectors.items[i], run->machine,
                        "scalarizer<load-store;variable-insert-extract>");
  return changed || with_vectors.count > 0;
}

/* Types, once words of several kinds move as what they can be followed as; NULL after reporting. */
static TypeFacts *settle_types(Round *round) {
  enum { MAX_EXPOSED = 64 }; /* hops of what is copied from one place to the next */
  Pipeline *run = round->run;
  const Map *functions = round->preparation.canonical;
  TypeFacts *types = types_compute(run->arena, run->sink, run->module);
  bool spilled = false;
  for (unsigned i = 0; types; i++) {
    bool changed = expose_words(round, types);
    if (!changed)
      changed = words_move_numbers(run->arena, types, run->module, functions);
    if (!changed && !spilled)
      changed = spilled =
          words_spill(types, functions, round->preparation.entered, round->preparation.spilled);
    if (!changed)
      return types;
    if (i == MAX_EXPOSED) {
      diag_at(run->sink, NULL, DIAG_UNSETTLED_TYPES);
      return NULL;
    }
    types = types_compute(run->arena, run->sink, run->module);
  }
  return types;
}

/* What holds of the whole module; false after reporting. */
static bool gather_facts(Round *round) {
  Pipeline *run = round->run;
  DiffContext *diff = &round->diff;
  TypeFacts *types = settle_types(round);
  if (!types)
    return false;
  consult_callers(round, types);
  types_set_entered(types, round->preparation.canonical, round->preparation.entered,
                    whole_functions(round));
  diff->types = types;
  diff->summaries = callee_summaries_create(run->arena);
  diff->module_objects = module_objects(round, types, &diff->other_inputs);
  diff->workspaces = types_find_workspaces(types);
  diff->kept_globals = diff->bare_globals = map_create(run->arena);
  if (diff->round == 0) {
    diff->kept_globals = activity_kept_globals(run->arena, types, diff->workspaces,
                                               round->preparation.source, diff->module_objects);
    diff->bare_globals = activity_bare_globals(run->arena, types, diff->workspaces,
                                               round->preparation.source, diff->kept_globals);
  }
  for (size_t i = 0; i < round->ready->count && options_dump_wanted(run->options, "types"); i++)
    if (round->canonical[i])
      types_print(types, round->canonical[i]);
  /* A derivative makes addresses in shadows of integers that it has moved itself. */
  return diff->round > 0 || lost_addresses_check(diff, round->preparation.canonical);
}

/* Which derivatives the requests need; false after reporting. */
static bool ask_for_derivatives(Round *round) {
  bool fine = true;
  for (size_t i = 0; i < round->ready->count; i++) {
    const Request *request = round->ready->items[i];
    LLVMValueRef canonical = round->canonical[i];
    TapeUse use = request_tape_use(request->primal, round->ready);
    if (!request_check_halves(round->run->sink, request, use, round->ready) ||
        (use.of_forward && !rules_agree(&round->diff, request, canonical, &use))) {
      fine = false;
      continue;
    }
    bool only_recorded = use.of_forward && !use.of_gradient && request->result != RETURN_DUP;
    if (only_recorded && request->mode == REQUEST_AUGMENTED)
      round->recordings[i] = replay_recorded(&round->diff, canonical);
    if (request->mode == REQUEST_BATCH || request->mode == REQUEST_AUGMENT_SIZE ||
        round->recordings[i])
      continue;
    DerivativeKey key = key_of(round, request, canonical, use);
    round->derivatives[i] = derivative_get(&round->diff, &key);
  }
  return fine;
}

static bool rewrite_calls(Round *round) {
  bool fine = true;
  for (size_t i = 0; i < round->ready->count && fine; i++) {
    /* Read again: an argument may be the result of a request that has just been rewritten. */
    const Request *request =
        request_read(round->run->arena, round->run->sink, round->ready->items[i]->call);
    fine = request &&
           request_rewrite(&round->diff, request, round->derivatives[i], round->recordings[i]);
  }
  return fine;
}

static bool run_round(Pipeline *run, const RequestArray *ready, unsigned number, bool last) {
  Round round = {.run = run,
                 .ready = ready,
                 .preparation = begin_preparation(run, ready),
                 .canonical = ARENA_ARRAY(run->arena, LLVMValueRef, ready->count + 1),
                 .derivatives = ARENA_ARRAY(run->arena, Derivative *, ready->count + 1),
                 .recordings = ARENA_ARRAY(run->arena, LLVMValueRef, ready->count + 1)};
  round.diff = begin_derivation(run, &round.preparation, number);
  round.diff.last_round = last;
  run->stage = "prepare";
  if (!prepare_primals(&round) || !stage_done(run, "prepare"))
    return false;
  run->stage = "derive";
  if (!gather_facts(&round))
    return false;
  bool asked = ask_for_derivatives(&round);
  if (!derivative_emit_all(&round.diff) || !asked || !rewrite_calls(&round) ||
      !rules_link_library(run->sink, run->module))
    return false;
  prepare_dispose(&round.preparation);
  return finish_module(&round.diff) && stage_done(run, "derive");
}

static LLVMValueRef caller_of(LLVMValueRef call) {
  return LLVMGetBasicBlockParent(LLVMGetInstructionParent(call));
}

/* The requests that depend on no other one; false after reporting. */
static bool collect_ready(Pipeline *run, const ValueArray *calls, RequestArray *ready) {
  bool fine = true;
  run->pending = map_create(run->arena);
  for (size_t i = 0; i < calls->count; i++) {
    map_set(run->callers, caller_of(calls->items[i]), run);
    map_set(run->pending, caller_of(calls->items[i]), run);
  }
  for (size_t i = 0; i < calls->count; i++) {
    LLVMValueRef primal = request_primal(calls->items[i]);
    if (primal && depends_on_request(primal, run->pending, map_create(run->arena)))
      continue;
    Request *request = request_read(run->arena, run->sink, calls->items[i]);
    if (request)
      ARRAY_PUSH(run->arena, *ready, request);
    fine = fine && request;
  }
  if (fine && ready->count == 0)
    diag_at(run->sink, calls->items[0], DIAG_CIRCULAR_REQUEST,
            LLVMGetValueName2(caller_of(calls->items[0]), &(size_t){0}));
  return fine && ready->count > 0;
}

bool rounds_run(Pipeline *run) {
  for (unsigned number = 0;; number++) {
    ValueArray calls = request_find_calls(run->arena, run->module);
    if (calls.count == 0)
      return true;
    RequestArray ready = {0};
    if (!collect_ready(run, &calls, &ready))
      return false;
    request_match_halves(&ready);
    if (!run_round(run, &ready, number, ready.count == calls.count))
      return false;
  }
}
