/* The stages, from top to bottom. */
#include "pipeline.h"

#include "loops/loops.h"
#include "prepare/prepare.h"
#include "publish.h"
#include "run.h"
#include "verify.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

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

bool stage_done(Pipeline *pipeline, const char *stage) {
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

static size_t count_instructions(LLVMModuleRef module) {
  size_t count = 0;
  for (LLVMValueRef f = LLVMGetFirstFunction(module); f; f = LLVMGetNextFunction(f))
    count += function_size(f);
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

static bool optimise_stage(Pipeline *pipeline) {
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

static bool read_stage(Pipeline *pipeline) {
  const Options *options = pipeline->options;
  TargetOptions target = {options->target, options->cpu, options->features, options->optimisation};
  if (!read_inputs(pipeline))
    return false;
  pipeline->instructions[0] = count_instructions(pipeline->module);
  pipeline->machine = module_target_machine(pipeline->sink, pipeline->module, &target);
  return pipeline->machine != NULL;
}

/* What is asked for, in whatever way, becomes calls in the module. */
static bool request_stage(Pipeline *pipeline) {
  const Options *options = pipeline->options;
  Arena *arena = pipeline->arena;
  DiagSink *sink = pipeline->sink;
  LLVMModuleRef module = pipeline->module;
  if (!request_check_strings(arena, sink, module))
    return false;
  request_note_structures(module);
  if (!options->only_derivatives)
    program_mark(module);
  program_own_wrappers(module);
  if (options->optimisation > 0 || !options->no_preopt)
    prepare_enable_optimisation(module);
  prepare_widen_members(module);
  prepare_lower_relative_tables(arena, module);
  prepare_reveal_tables(arena, module);
  if (!options->no_preopt && !prepare_infer_library(sink, module, pipeline->machine))
    return false;
  if (!prepare_lower_language(sink, module, pipeline->machine))
    return false;
  pipeline->registrations = registrations_read(arena, sink, module);
  if (!pipeline->registrations || !rules_check_likeness(sink, module) ||
      !request_check_shadows(sink, module) || !type_attributes_apply(arena, sink, module) ||
      !request_rewrite_source_calls(arena, sink, module))
    return false;
  if (!declare_requests(pipeline) || (options->verify && !build_checks(pipeline)))
    return false;
  request_take_structures_apart(arena, module);
  pipeline->markers = request_hide_markers(arena, module);
  if (!prepare_expose_requests(arena, sink, module, pipeline->machine))
    return false;
  if (!options->no_preopt)
    prepare_join_chains(arena, pipeline->registrations, module);
  return true;
}

static bool derive_stage(Pipeline *pipeline) {
  LLVMModuleRef module = pipeline->module;
  if (!rounds_run(pipeline) || diag_error_count(pipeline->sink))
    return false;
  if (!request_check_entries(pipeline->sink, module))
    return false;
  request_restore_markers(pipeline->markers, module);
  registrations_remove(module);
  request_erase_hints(module);
  request_forget_structures(module);
  build_open_barriers(module); /* behind the last round nothing is differentiated any more */
  if (pipeline->options->only_derivatives)
    publish_only_derivatives(module, pipeline->callers);
  if (!module_verify_stage(pipeline->sink, module, "derive"))
    return false;
  word_define(module);
  prepare_define_products(module);
  finish_keep_apart(module);
  fast_path_emit(module); /* not earlier: rounds recognise the calls that it replaces */
  pipeline->instructions[1] = count_instructions(module);
  return true;
}

static bool write_stage(Pipeline *pipeline) {
  const Options *options = pipeline->options;
  if (options->header && !publish_header(pipeline->sink, options->header, &pipeline->named))
    return false;
  codegen_return_from_calls(pipeline->module);
  if (options->emit == EMIT_OBJECT || options->emit == EMIT_ASSEMBLY) {
    codegen_simplify_huge_blocks(pipeline->arena, pipeline->module);
    codegen_align_vector_slots(pipeline->module);
    bridge_spare_variable_locations(pipeline->module);
  }
  return module_write(pipeline->sink, pipeline->module, pipeline->machine, options->emit,
                      options->output);
}

static bool run_stage(Pipeline *pipeline, const char *name, bool (*run)(Pipeline *)) {
  pipeline->stage = name;
  return run(pipeline) && stage_done(pipeline, name);
}

static bool run_stages(Pipeline *pipeline) {
  return run_stage(pipeline, "read", read_stage) &&
         run_stage(pipeline, "requests", request_stage) &&
         derive_stage(pipeline) && /* "prepare" and "derive", in each round */
         run_stage(pipeline, "optimise", optimise_stage) &&
         run_stage(pipeline, "write", write_stage);
}

static void run_guarded(void *context) {
  Pipeline *pipeline = context;
  pipeline->fine = run_stages(pipeline);
  if (pipeline->fine && pipeline->options->stats)
    print_statistics(pipeline);
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
  Pipeline pipeline = {
      .options = options, .arena = arena_create(), .stage_began = processor_seconds()};
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
