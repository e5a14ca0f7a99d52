/* The stages, from top to bottom. */
#include "pipeline.h"

#include "emit/emit.h"
#include "loops/loops.h"
#include "options.h"
#include "prepare/prepare.h"
#include "publish.h"
#include "verify.h"
#include "words.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

typedef struct {
  const char *stage;
  double seconds;
} StageTime;

typedef struct {
  const Options *options;
  Arena *arena;
  DiagSink *sink;
  LLVMContextRef context;
  LLVMModuleRef module;
  LLVMTargetMachineRef machine;
  Registrations *registrations;
  Map *callers;               /* functions with a request in them */
  Map *pending;               /* those whose request is still to be resolved */
  NamedDerivativeArray named; /* functions that are derivatives asked for by name */
  DiagSink *explain, *report; /* or NULL */
  DerivativeCounts counts;
  size_t instructions[2]; /* in the input, and in the derivatives with it */
  ARRAY(StageTime) times;
  double stage_began; /* seconds of processor time */
  /* What is under way, for the message of a crash. */
  const char *stage, *reading; /* reading: the path of an input, or NULL */
  bool fine;                   /* all stages are done */
} Pipeline;

static double processor_seconds(void) { return (double)clock() / CLOCKS_PER_SEC; }

static void report_stage(Pipeline *pipeline, const char *stage) {
  double now = processor_seconds();
  StageTime time = {stage, now - pipeline->stage_began};
  ARRAY_PUSH(pipeline->arena, pipeline->times, time);
  if (pipeline->options->time_passes)
    fprintf(stderr, "adcc: %9.3f ms  %s\n", 1e3 * (now - pipeline->stage_began), stage);
  else if (pipeline->options->verbose)
    fprintf(stderr, "adcc: done: %s\n", stage);
  pipeline->stage_began = processor_seconds();
}

static bool stage_done(Pipeline *pipeline, const char *stage) {
  report_stage(pipeline, stage);
  if (options_dump_wanted(pipeline->options, stage)) {
    char *text = LLVMPrintModuleToString(pipeline->module);
    fprintf(stderr, "; after %s\n%s", stage, text);
    LLVMDisposeMessage(text);
  }
#ifdef ADCC_VERIFY_STAGES
  return module_verify_stage(pipeline->sink, pipeline->module, stage);
#else
  return true;
#endif
}

/* A file of rules may be given for many inputs, whose objects are linked together later. */
static void make_private(LLVMModuleRef rules) {
  for (LLVMValueRef f = LLVMGetFirstFunction(rules); f; f = LLVMGetNextFunction(f))
    if (!LLVMIsDeclaration(f))
      LLVMSetLinkage(f, LLVMInternalLinkage);
}

static bool read_inputs(Pipeline *pipeline) {
  const Options *options = pipeline->options;
  bool fine = true;
  for (size_t i = 0; i < options->input_count; i++) {
    pipeline->reading = options->inputs[i];
    LLVMModuleRef module = module_read(pipeline->sink, pipeline->context, options->inputs[i]);
    if (!module || !module_verify_input(pipeline->sink, module, options->inputs[i])) {
      fine = false;
      continue;
    }
    pipeline->reading = NULL;
    if (!pipeline->module)
      pipeline->module = module;
    else if (!module_link(pipeline->sink, pipeline->module, module))
      fine = false;
  }
  for (size_t i = 0; fine && i < options->rules.count; i++) {
    pipeline->reading = options->rules.items[i];
    LLVMModuleRef rules = module_read(pipeline->sink, pipeline->context, options->rules.items[i]);
    fine = rules && module_verify_input(pipeline->sink, rules, options->rules.items[i]);
    pipeline->reading = NULL;
    if (!fine)
      break;
    make_private(rules);
    fine = module_link(pipeline->sink, pipeline->module, rules);
  }
  return fine && pipeline->module;
}

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

static DerivativeKey key_of(Arena *arena, const Request *request, LLVMValueRef canonical,
                            const Options *options, TapeUse use) {
  ArgumentActivity *arguments = ARENA_ARRAY(arena, ArgumentActivity, request->argument_count + 1);
  for (size_t i = 0; i < request->argument_count; i++)
    arguments[i] = request->arguments[i].activity;
  bool follows = request->mode == REQUEST_FORWARD_SPLIT;
  bool split = request->mode == REQUEST_AUGMENTED || request->mode == REQUEST_GRADIENT ||
               request->mode == REQUEST_AUGMENT_SIZE;
  DerivativeKey key = {.primal = canonical,
                       .mode = split     ? REQUEST_AUGMENTED
                               : follows ? REQUEST_FORWARD
                                         : request->mode,
                       .argument_count = request->argument_count,
                       .arguments = arguments,
                       .result = request->result,
                       .keep_primal_result = request->primal_return || split,
                       .seed_is_argument = false,
                       .runtime_activity = request->runtime_activity,
                       .strong_zero = request->strong_zero || options->strong_zero,
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
static void consult_callers(Pipeline *pipeline, TypeFacts *types, const RequestArray *ready,
                            LLVMValueRef const *canonical) {
  ARRAY(TypeFlow) flows = {0};
  for (size_t i = 0; i < ready->count; i++)
    for (size_t k = 0; canonical[i] && k < ready->items[i]->argument_count; k++) {
      LLVMValueRef parameter = LLVMGetParam(canonical[i], (unsigned)k);
      LLVMValueRef argument = ready->items[i]->arguments[k].primal;
      if (!argument || LLVMTypeOf(parameter) != LLVMTypeOf(argument))
        continue;
      TypeFlow flow = {parameter, argument};
      ARRAY_PUSH(pipeline->arena, flows, flow);
    }
  types_consult_callers(types, flows.items, flows.count);
}

static const bool *module_objects(Pipeline *pipeline, const TypeFacts *types, const Map *functions,
                                  const RequestArray *ready, LLVMValueRef const *canonical) {
  ARRAY(ActivityRoot) roots = {0};
  for (size_t i = 0; i < ready->count; i++) {
    if (!canonical[i])
      continue;
    const Request *request = ready->items[i];
    ArgumentActivity *arguments =
        ARENA_ARRAY(pipeline->arena, ArgumentActivity, request->argument_count + 1);
    for (size_t k = 0; k < request->argument_count; k++)
      arguments[k] = request->arguments[k].activity;
    ActivityRoot root = {canonical[i], request->argument_count, arguments};
    ARRAY_PUSH(pipeline->arena, roots, root);
  }
  return activity_module_objects(pipeline->arena, types, functions, roots.items, roots.count);
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

/* Resolves the requests that do not depend on others; the rest see their results in the next round.
 */
static bool differentiate_round(Pipeline *pipeline, const RequestArray *ready, unsigned round) {
  pipeline->stage = "prepare";
  Preparation preparation = {.arena = pipeline->arena,
                             .sink = pipeline->sink,
                             .machine = pipeline->machine,
                             .no_preopt = pipeline->options->no_preopt,
                             .asks_for_errno = prepare_asks_for_errno(pipeline->module),
                             .many_directions = any_is_wide(ready),
                             .simplified = map_create(pipeline->arena),
                             .source = map_create(pipeline->arena),
                             .finished = map_create(pipeline->arena),
                             .entered = map_create(pipeline->arena),
                             .variants = map_create(pipeline->arena),
                             .is_variant = map_create(pipeline->arena),
                             .dispatchers = map_create(pipeline->arena),
                             .pending = pipeline->pending,
                             .canonical = map_create(pipeline->arena),
                             .registrations = pipeline->registrations,
                             .bodies = map_create(pipeline->arena)};
  DiffContext diff = {.arena = pipeline->arena,
                      .sink = pipeline->sink,
                      .module = pipeline->module,
                      .machine = pipeline->machine,
                      .round = round,
                      .strict_order = pipeline->options->strict_order,
                      .explain = pipeline->explain,
                      .report = pipeline->report,
                      .counts = &pipeline->counts,
                      .print_activity = options_dump_wanted(pipeline->options, "activity"),
                      .print_plan = options_dump_wanted(pipeline->options, "plan"),
                      .canonical = preparation.canonical,
                      .resolve = resolve_derivative,
                      .shadow_globals = map_create(pipeline->arena),
                      .registrations = preparation.registrations,
                      .recorded = map_create(pipeline->arena),
                      .replayed = map_create(pipeline->arena),
                      .bodies = preparation.bodies};
  bool fine = true;
  Derivative **derivatives = ARENA_ARRAY(pipeline->arena, Derivative *, ready->count + 1);
  LLVMValueRef *recordings = ARENA_ARRAY(pipeline->arena, LLVMValueRef, ready->count + 1);
  LLVMValueRef *canonical = ARENA_ARRAY(pipeline->arena, LLVMValueRef, ready->count + 1);
  for (size_t i = 0; i < ready->count; i++) {
    if (ready->items[i]->mode == REQUEST_BATCH) /* calls the function as it is */
      continue;
    canonical[i] = prepare_function(&preparation, ready->items[i]->primal);
    fine = fine && canonical[i];
  }
  prepare_empty_unused(&preparation);
  if (fine) {
    ValueArray unreached = types_unreached_candidates(pipeline->arena, pipeline->module,
                                                      preparation.source, preparation.entered);
    prepare_drop_candidates(&preparation, &unreached);
  }
  for (size_t i = 0; i < ready->count && fine; i++)
    fine = !canonical[i] || prepare_make_canonical(&preparation, canonical[i]);
  prepare_empty_unused(&preparation);
  prepare_forget_integers(pipeline->module);
  if (!fine || !stage_done(pipeline, "prepare"))
    return false;
  pipeline->stage = "derive";
  TypeFacts *types = types_compute(pipeline->arena, pipeline->sink, pipeline->module);
  for (unsigned i = 0;
       types && i < 4 && words_expose(pipeline->arena, types, preparation.canonical); i++)
    types = types_compute(pipeline->arena, pipeline->sink, pipeline->module);
  if (!types)
    return false;
  consult_callers(pipeline, types, ready, canonical);
  diff.types = types;
  diff.module_objects = module_objects(pipeline, types, preparation.canonical, ready, canonical);
  diff.workspaces = types_find_workspaces(types);
  diff.kept_globals = round == 0 ? activity_kept_globals(pipeline->arena, types, diff.workspaces,
                                                         preparation.source, diff.module_objects)
                                 : map_create(pipeline->arena);
  diff.bare_globals = round == 0 ? activity_bare_globals(pipeline->arena, types, diff.workspaces,
                                                         preparation.source, diff.kept_globals)
                                 : map_create(pipeline->arena);
  for (size_t i = 0; i < ready->count && options_dump_wanted(pipeline->options, "types"); i++)
    if (canonical[i])
      types_print(types, canonical[i]);
  for (size_t i = 0; i < ready->count; i++) {
    RequestMode mode = ready->items[i]->mode;
    TapeUse use = request_tape_use(ready->items[i]->primal, ready);
    if (!request_check_halves(pipeline->sink, ready->items[i], use, ready)) {
      fine = false;
      continue;
    }
    if (use.of_forward && !rules_agree(&diff, ready->items[i], canonical[i], &use)) {
      fine = false;
      continue;
    }
    bool only_recorded =
        use.of_forward && !use.of_gradient && ready->items[i]->result != RETURN_DUP;
    if (only_recorded && mode == REQUEST_AUGMENTED)
      recordings[i] = replay_recorded(&diff, canonical[i]);
    if (mode == REQUEST_BATCH || mode == REQUEST_AUGMENT_SIZE || recordings[i])
      continue;
    DerivativeKey key =
        key_of(pipeline->arena, ready->items[i], canonical[i], pipeline->options, use);
    derivatives[i] = derivative_get(&diff, &key);
  }
  fine = derivative_emit_all(&diff) && fine;
  for (size_t i = 0; i < ready->count && fine; i++) {
    /* Read again: an argument may be the result of a request that has just been rewritten. */
    const Request *request = request_read(pipeline->arena, pipeline->sink, ready->items[i]->call);
    fine = request && request_rewrite(&diff, request, derivatives[i], recordings[i]);
  }
  if (!fine || !rules_link_library(pipeline->sink, pipeline->module))
    return false;
  prepare_dispose(&preparation);
  return finish_module(&diff) && stage_done(pipeline, "derive");
}

static bool differentiate(Pipeline *pipeline) {
  for (unsigned round = 0;; round++) {
    ValueArray calls = request_find_calls(pipeline->arena, pipeline->module);
    if (calls.count == 0)
      return true;
    Map *pending = pipeline->pending = map_create(pipeline->arena);
    for (size_t i = 0; i < calls.count; i++)
      map_set(pipeline->callers, LLVMGetBasicBlockParent(LLVMGetInstructionParent(calls.items[i])),
              pipeline);
    for (size_t i = 0; i < calls.count; i++)
      map_set(pending, LLVMGetBasicBlockParent(LLVMGetInstructionParent(calls.items[i])), pipeline);
    RequestArray ready = {0};
    bool fine = true;
    for (size_t i = 0; i < calls.count; i++) {
      LLVMValueRef primal = request_primal(calls.items[i]);
      if (primal && depends_on_request(primal, pending, map_create(pipeline->arena)))
        continue;
      Request *request = request_read(pipeline->arena, pipeline->sink, calls.items[i]);
      if (!request)
        fine = false;
      else
        ARRAY_PUSH(pipeline->arena, ready, request);
    }
    if (!fine)
      return false;
    if (ready.count == 0) {
      LLVMValueRef caller = LLVMGetBasicBlockParent(LLVMGetInstructionParent(calls.items[0]));
      diag_at(pipeline->sink, calls.items[0], DIAG_CIRCULAR_REQUEST,
              LLVMGetValueName2(caller, &(size_t){0}));
      return false;
    }
    request_match_halves(&ready);
    if (!differentiate_round(pipeline, &ready, round))
      return false;
  }
}

static size_t count_instructions(LLVMModuleRef module) {
  size_t count = 0;
  for (LLVMValueRef f = LLVMGetFirstFunction(module); f; f = LLVMGetNextFunction(f))
    FOR_EACH_BLOCK (block, f)
      FOR_EACH_INSTRUCTION (instruction, block)
        count++;
  return count;
}

static void print_statistics(const Pipeline *pipeline) {
  const DerivativeCounts *counts = &pipeline->counts;
  const struct {
    size_t count;
    const char *what;
  } rows[] = {
      {pipeline->instructions[0], "instructions read"},
      {pipeline->instructions[1], "instructions with the derivatives, before optimisation"},
      {count_instructions(pipeline->module), "instructions written"},
      {counts->functions, "derivative functions made"},
      {counts->taped, "values kept for the reverse sweep"},
      {counts->reloaded, "values read again from memory"},
      {counts->checked, "  of these after a check at run time"},
      {counts->nests, "loop nests with such a check"},
      {counts->recomputed, "values computed again"},
  };
  for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
    fprintf(stderr, "adcc: %9zu  %s\n", rows[i].count, rows[i].what);
  for (size_t i = 0; i < pipeline->times.count && !pipeline->options->time_passes; i++)
    fprintf(stderr, "adcc: %9.3f ms  %s\n", 1e3 * pipeline->times.items[i].seconds,
            pipeline->times.items[i].stage);
}

static bool optimise(Pipeline *pipeline) {
  for (LLVMValueRef function = LLVMGetFirstFunction(pipeline->module); function;
       function = LLVMGetNextFunction(function))
    if (pipeline->options->optimisation > 1 && !LLVMIsDeclaration(function))
      loop_unroll_tables(function);
  return module_optimise(pipeline->sink, pipeline->module, pipeline->machine,
                         pipeline->options->optimisation, !pipeline->options->no_vector_math,
                         loops_optimise);
}

/* Derivatives asked for by name. */
static bool declare_requests(Pipeline *pipeline) {
  bool fine =
      declared_build_annotated(pipeline->arena, pipeline->sink, pipeline->module, &pipeline->named);
  for (size_t i = 0; i < pipeline->options->requests.count; i++)
    fine = declared_build(pipeline->arena, pipeline->sink, pipeline->module,
                          pipeline->options->requests.items[i], NULL, &pipeline->named) &&
           fine;
  return fine;
}

/* A checking entry beside each of them. */
static bool build_checks(Pipeline *pipeline) {
  TypeFacts *types = types_compute(pipeline->arena, pipeline->sink, pipeline->module);
  bool fine = types != NULL;
  size_t count = pipeline->named.count;
  for (size_t i = 0; i < count && types; i++) {
    const NamedDerivative named = pipeline->named.items[i];
    LLVMValueRef check =
        verify_build(pipeline->arena, pipeline->sink, pipeline->module, types, &named);
    fine = fine && check;
    if (!check)
      continue;
    map_set(pipeline->callers, check, pipeline); /* --only-derivatives keeps it */
    NamedDerivative entry = {
        check, declared_check_prototype(pipeline->arena, named.declared, named.primal),
        named.declared, named.primal};
    ARRAY_PUSH(pipeline->arena, pipeline->named, entry);
  }
  return fine;
}

static bool run_stages(Pipeline *pipeline) {
  const Options *options = pipeline->options;
  TargetOptions target = {options->target, options->cpu, options->features, options->optimisation};
  if (!read_inputs(pipeline))
    return false;
  pipeline->machine = module_target_machine(pipeline->sink, pipeline->module, &target);
  if (!pipeline->machine || !stage_done(pipeline, "read"))
    return false;
  pipeline->stage = "requests";
  pipeline->instructions[0] = count_instructions(pipeline->module);
  if (options->optimisation > 0 || !options->no_preopt)
    prepare_enable_optimisation(pipeline->module);
  if (!options->no_preopt &&
      !prepare_infer_library(pipeline->sink, pipeline->module, pipeline->machine))
    return false;
  if (!prepare_lower_language(pipeline->sink, pipeline->module, pipeline->machine))
    return false;
  pipeline->registrations = registrations_read(pipeline->arena, pipeline->sink, pipeline->module);
  if (!pipeline->registrations || !rules_check_likeness(pipeline->sink, pipeline->module) ||
      !request_check_shadows(pipeline->sink, pipeline->module) ||
      !type_attributes_apply(pipeline->arena, pipeline->sink, pipeline->module) ||
      !request_rewrite_source_calls(pipeline->arena, pipeline->sink, pipeline->module))
    return false;
  if (!declare_requests(pipeline) || (options->verify && !build_checks(pipeline)))
    return false;
  request_take_structures_apart(pipeline->arena, pipeline->module);
  MarkerGlobals *markers = request_hide_markers(pipeline->arena, pipeline->module);
  if (!prepare_expose_requests(pipeline->arena, pipeline->sink, pipeline->module,
                               pipeline->machine) ||
      !stage_done(pipeline, "requests") || !differentiate(pipeline) ||
      diag_error_count(pipeline->sink))
    return false;
  request_restore_markers(markers, pipeline->module);
  registrations_remove(pipeline->module);
  request_erase_hints(pipeline->module);
  if (options->only_derivatives)
    publish_only_derivatives(pipeline->module, pipeline->callers);
  if (!module_verify_stage(pipeline->sink, pipeline->module, "derive"))
    return false;
  word_define(pipeline->module);
  finish_keep_apart(pipeline->module);
  fast_path_emit(pipeline->module); /* not earlier: rounds recognise the calls that it replaces */
  pipeline->instructions[1] = count_instructions(pipeline->module);
  pipeline->stage = "optimise";
  if (!optimise(pipeline) || !stage_done(pipeline, "optimise"))
    return false;
  pipeline->stage = "write";
  if (options->header && !publish_header(pipeline->sink, options->header, &pipeline->named))
    return false;
  if (options->emit == EMIT_OBJECT || options->emit == EMIT_ASSEMBLY) {
    codegen_simplify_huge_blocks(pipeline->arena, pipeline->module);
    codegen_align_vector_slots(pipeline->module);
    bridge_spare_variable_locations(pipeline->module);
  }
  bool written = module_write(pipeline->sink, pipeline->module, pipeline->machine, options->emit,
                              options->output);
  report_stage(pipeline, "write");
  if (options->stats)
    print_statistics(pipeline);
  return written;
}

static void run_guarded(void *context) {
  Pipeline *pipeline = context;
  pipeline->fine = run_stages(pipeline);
}

/* Nothing can be given back after a crash: it may have come in the middle of anything. */
_Noreturn static void report_crash(const Pipeline *pipeline) {
  if (pipeline->reading)
    diag_at(pipeline->sink, NULL, DIAG_INVALID_INPUT, pipeline->reading, "LLVM crashes on it");
  else
    diag_at(pipeline->sink, NULL, DIAG_CRASHED, pipeline->stage);
  diag_flush(pipeline->sink);
  _exit(1);
}

/* Where remarks go, "-" being stderr; NULL after reporting that it cannot be written. */
static DiagSink *open_remarks(Pipeline *pipeline, const char *path, DiagFormat format,
                              FILE **opened) {
  *opened = strcmp(path, "-") == 0 ? NULL : fopen(path, "w");
  if (*opened || strcmp(path, "-") == 0)
    return diag_create_file(pipeline->arena, format, *opened ? *opened : stderr);
  diag_at(pipeline->sink, NULL, DIAG_CANNOT_WRITE, path, strerror(errno));
  return NULL;
}

int pipeline_run(const Options *options) {
  Pipeline pipeline = {.options = options,
                       .arena = arena_create(),
                       .stage_began = processor_seconds(),
                       .stage = "read"};
  pipeline.callers = map_create(pipeline.arena);
  pipeline.sink = diag_create(pipeline.arena, options->diagnostics);
  pipeline.context = LLVMContextCreate();
  FILE *files[2] = {NULL, NULL};
  if (options->explain)
    pipeline.explain = open_remarks(&pipeline, options->explain, options->diagnostics, &files[0]);
  if (options->report)
    pipeline.report = open_remarks(&pipeline, options->report, DIAG_FORMAT_HTML, &files[1]);
  if (diag_error_count(pipeline.sink) == 0 && !bridge_run_guarded(run_guarded, &pipeline))
    report_crash(&pipeline);
  int status = pipeline.fine && diag_error_count(pipeline.sink) == 0 ? 0 : 1;
  if (pipeline.machine)
    LLVMDisposeTargetMachine(pipeline.machine);
  if (pipeline.module)
    LLVMDisposeModule(pipeline.module);
  LLVMContextDispose(pipeline.context);
  arena_destroy(pipeline.arena);
  for (int i = 0; i < 2; i++)
    if (files[i])
      fclose(files[i]);
  return status;
}
