/* Derivatives by key: one function (or pair) for each distinct demand, declared at once so that
 * recursion finds it, and emitted from a work list. */
#include "diff.h"
#include <string.h>

LLVMTypeRef derivative_lanes(unsigned width, LLVMTypeRef type) {
  return width == 1 ? type : LLVMArrayType2(type, width);
}

LLVMValueRef derivative_ones(Arena *arena, LLVMTypeRef type) {
  LLVMTypeKind kind = LLVMGetTypeKind(type);
  unsigned count = 0;
  if (kind == LLVMVectorTypeKind && type_is_float_or_vector(type))
    count = LLVMGetVectorSize(type);
  else if (kind == LLVMArrayTypeKind)
    count = (unsigned)LLVMGetArrayLength2(type);
  else if (kind == LLVMStructTypeKind)
    count = LLVMCountStructElementTypes(type);
  LLVMValueRef *members = ARENA_ARRAY(arena, LLVMValueRef, count + 1);
  for (unsigned i = 0; i < count; i++)
    members[i] =
        derivative_ones(arena, kind == LLVMStructTypeKind ? LLVMStructGetTypeAtIndex(type, i)
                                                          : LLVMGetElementType(type));
  if (kind == LLVMVectorTypeKind && count)
    return LLVMConstVector(members, count);
  if (kind == LLVMArrayTypeKind)
    return LLVMConstArray2(LLVMGetElementType(type), members, count);
  if (kind == LLVMStructTypeKind && LLVMGetStructName(type))
    return LLVMConstNamedStruct(type, members, count);
  if (kind == LLVMStructTypeKind)
    return LLVMConstStructInContext(LLVMGetTypeContext(type), members, count,
                                    LLVMIsPackedStruct(type));
  return type_is_float_or_vector(type) ? LLVMConstReal(type, 1.0) : LLVMConstNull(type);
}

static bool keys_equal(const DerivativeKey *a, const DerivativeKey *b) {
  return a->primal == b->primal && a->mode == b->mode && a->result == b->result &&
         a->keep_primal_result == b->keep_primal_result &&
         a->seed_is_argument == b->seed_is_argument && a->runtime_activity == b->runtime_activity &&
         a->strong_zero == b->strong_zero && a->from_call == b->from_call &&
         a->recorded == b->recorded && a->replayed == b->replayed &&
         a->both_halves == b->both_halves && a->logs_shadows == b->logs_shadows &&
         a->checked_activity == b->checked_activity && a->width == b->width &&
         a->argument_count == b->argument_count &&
         !memcmp(a->arguments, b->arguments, a->argument_count * sizeof *a->arguments);
}

static bool is_duplicated(ArgumentActivity activity) {
  return activity == ACTIVITY_DUP || activity == ACTIVITY_DUP_NO_NEED;
}

static LLVMTypeRef pack(LLVMContextRef context, TypeArray *types, bool always_struct) {
  if (types->count == 0)
    return LLVMVoidTypeInContext(context);
  if (types->count == 1 && !always_struct)
    return types->items[0];
  return LLVMStructTypeInContext(context, types->items, (unsigned)types->count, false);
}

/* Parameters common to all modes: each primal one, followed by its shadows. */
static void push_parameters(DiffContext *diff, const DerivativeKey *key, TypeArray *types) {
  for (size_t i = 0; i < key->argument_count; i++) {
    LLVMTypeRef type = LLVMTypeOf(LLVMGetParam(key->primal, (unsigned)i));
    ARRAY_PUSH(diff->arena, *types, type);
    if (is_duplicated(key->arguments[i]))
      for (unsigned lane = 0; lane < key->width; lane++)
        ARRAY_PUSH(diff->arena, *types, type);
  }
}

static LLVMTypeRef primal_result_type(const DerivativeKey *key) {
  return LLVMGetReturnType(LLVMGlobalGetValueType(key->primal));
}

static bool returns_value(const DerivativeKey *key) {
  return LLVMGetTypeKind(primal_result_type(key)) != LLVMVoidTypeKind;
}

static LLVMValueRef declare(DiffContext *diff, const DerivativeKey *key, const char *prefix,
                            LLVMTypeRef result, TypeArray *parameters) {
  size_t length;
  const char *name = LLVMGetValueName2(key->primal, &length);
  LLVMValueRef function = LLVMAddFunction(
      diff->module, arena_format(diff->arena, "%s.%.*s", prefix, (int)length, name),
      LLVMFunctionType(result, parameters->items, (unsigned)parameters->count, false));
  LLVMSetLinkage(function, LLVMInternalLinkage);
  build_limit_vectors(function);
  build_copy_processor(function, key->primal);
  return function;
}

static void push_out_adjoints(DiffContext *diff, const DerivativeKey *key, TypeArray *types) {
  for (size_t i = 0; i < key->argument_count; i++)
    if (key->arguments[i] == ACTIVITY_OUT)
      ARRAY_PUSH(diff->arena, *types,
                 derivative_lanes(key->width, LLVMTypeOf(LLVMGetParam(key->primal, (unsigned)i))));
}

static void push_seeds(DiffContext *diff, const DerivativeKey *key, TypeArray *types) {
  for (unsigned lane = 0; lane < key->width; lane++)
    type_seed_parts(diff->arena, primal_result_type(key), types);
}

static void declare_functions(DiffContext *diff, Derivative *derivative) {
  const DerivativeKey *key = &derivative->key;
  LLVMContextRef context = LLVMGetModuleContext(diff->module);
  LLVMTypeRef pointer = LLVMPointerTypeInContext(context, 0);
  LLVMTypeRef lanes =
      returns_value(key) ? derivative_lanes(key->width, primal_result_type(key)) : NULL;
  TypeArray parameters = {0}, results = {0};
  push_parameters(diff, key, &parameters);
  switch (key->mode) {
  case REQUEST_FORWARD:
    if (key->replayed)
      ARRAY_PUSH(diff->arena, parameters, pointer);
    if (key->keep_primal_result && returns_value(key))
      ARRAY_PUSH(diff->arena, results, primal_result_type(key));
    if (key->result != RETURN_INACTIVE && lanes)
      ARRAY_PUSH(diff->arena, results, lanes);
    derivative->function =
        declare(diff, key, "forward", pack(context, &results, false), &parameters);
    return;
  case REQUEST_REVERSE:
    if (return_has_adjoint(key->result) && key->seed_is_argument)
      push_seeds(diff, key, &parameters);
    if (key->keep_primal_result && returns_value(key))
      ARRAY_PUSH(diff->arena, results, primal_result_type(key));
    push_out_adjoints(diff, key, &results);
    derivative->function =
        declare(diff, key, "reverse", pack(context, &results, false), &parameters);
    return;
  default:
    break;
  }
  ARRAY_PUSH(diff->arena, parameters, pointer); /* the tape arena */
  ARRAY_PUSH(diff->arena, results, pointer);    /* this call's tape */
  if (key->keep_primal_result && returns_value(key))
    ARRAY_PUSH(diff->arena, results, primal_result_type(key));
  if (return_has_shadow(key->result))
    ARRAY_PUSH(diff->arena, results, lanes);
  derivative->function =
      declare(diff, key, "augmented", pack(context, &results, true), &parameters);
  if (return_has_adjoint(key->result))
    push_seeds(diff, key, &parameters);
  ARRAY_PUSH(diff->arena, parameters, pointer); /* the tape */
  TypeArray adjoints = {0};
  push_out_adjoints(diff, key, &adjoints);
  derivative->gradient =
      declare(diff, key, "gradient", pack(context, &adjoints, false), &parameters);
}

Derivative *derivative_get(DiffContext *diff, const DerivativeKey *wanted) {
  DerivativeKey with_body = *wanted, *key = &with_body;
  LLVMValueRef body = map_get(diff->bodies, key->primal);
  if (body && !custom_has_rule(diff, key->primal, key))
    key->primal = body;
  for (size_t i = 0; i < diff->derivatives.count; i++)
    if (keys_equal(&diff->derivatives.items[i]->key, key))
      return diff->derivatives.items[i];
  Derivative *derivative = ARENA_NEW(diff->arena, Derivative);
  derivative->key = *key;
  ArgumentActivity *arguments = ARENA_ARRAY(diff->arena, ArgumentActivity, key->argument_count + 1);
  if (key->argument_count)
    memcpy(arguments, key->arguments, key->argument_count * sizeof *arguments);
  derivative->key.arguments = arguments;
  declare_functions(diff, derivative);
  ARRAY_PUSH(diff->arena, diff->derivatives, derivative);
  return derivative;
}

void derivative_drop_promises(LLVMValueRef function, unsigned parameter_count) {
  static const char *const of_function[] = {
      "memory",   "nofree",       "nosync", "willreturn", "norecurse", "speculatable", "optnone",
      "noinline", "alwaysinline", "cold",   "minsize",    "optsize",   "naked"};
  static const char *const of_parameter[] = {
      "readnone",     "readonly",       "writeonly", "returned",    "captures",
      "sret",         "byval",          "inreg",     "initializes", "nofree",
      "nest",         "dead_on_return", "swiftself", "swifterror",  "inalloca",
      "preallocated", "signext",        "zeroext",   "immarg"};
  for (size_t i = 0; i < sizeof of_function / sizeof *of_function; i++)
    build_remove_attribute(function, of_function[i]);
  for (unsigned p = 1; p <= parameter_count; p++)
    for (size_t i = 0; i < sizeof of_parameter / sizeof *of_parameter; i++)
      LLVMRemoveEnumAttributeAtIndex(
          function, p, LLVMGetEnumAttributeKindForName(of_parameter[i], strlen(of_parameter[i])));
  unsigned count = LLVMGetAttributeCountAtIndex(function, LLVMAttributeReturnIndex);
  LLVMAttributeRef attributes[64];
  if (count && count <= 64) {
    LLVMGetAttributesAtIndex(function, LLVMAttributeReturnIndex, attributes);
    for (unsigned i = 0; i < count; i++)
      LLVMRemoveEnumAttributeAtIndex(function, LLVMAttributeReturnIndex,
                                     LLVMGetEnumAttributeKind(attributes[i]));
  }
}

static void visit_clone(void *context, LLVMValueRef primal, LLVMValueRef clone) {
  Deriver *deriver = context;
  map_set(deriver->sweep.clone, primal, clone);
  if (LLVMIsAInstruction(primal))
    map_set(deriver->sweep.origin, clone, primal);
}

/* `restrict` says of what nobody writes that it may be read through other pointers as well: a call
 * may pass the same memory twice, and both shadows are added to. Of the shadows that a request
 * names it is taken to say more: they are the caller's. */
static bool shadows_may_meet(const DerivativeKey *key) {
  return key->mode == REQUEST_AUGMENTED || key->seed_is_argument;
}

/* Parameters of the working function: indices of the primal's, the shadows', and the rest. */
static void bind_parameters(Deriver *deriver, unsigned const *first) {
  const DerivativeKey *key = deriver->key;
  LLVMValueRef function = deriver->sweep.function;
  unsigned next = 0;
  for (unsigned i = 0; i < key->argument_count; i++) {
    LLVMValueRef argument = LLVMGetParam(key->primal, i);
    next = first[i] + 1;
    if (!is_duplicated(key->arguments[i]))
      continue;
    for (unsigned lane = 0; lane < key->width; lane++) {
      LLVMValueRef shadow = LLVMGetParam(function, next++);
      deriver_set_shadow(deriver, argument, lane, shadow);
      bridge_set_value_name_like(shadow, argument, "'");
      static const char *const kept[] = {"noalias", "nonnull", "noundef", "align",
                                         "dereferenceable"};
      for (size_t k = 0; k < sizeof kept / sizeof *kept; k++) {
        LLVMAttributeRef attribute = LLVMGetEnumAttributeAtIndex(
            key->primal, i + 1, LLVMGetEnumAttributeKindForName(kept[k], strlen(kept[k])));
        if (attribute && !(k == 0 && shadows_may_meet(key)))
          LLVMAddAttributeAtIndex(function, next, attribute);
      }
    }
  }
  if (key->mode == REQUEST_AUGMENTED)
    deriver->sweep.tape = LLVMGetParam(function, next++);
  deriver->first_seed = next;
}

LLVMValueRef derivative_seed(Deriver *deriver, LLVMValueRef returned, unsigned lane) {
  const DerivativeKey *key = deriver->key;
  LLVMTypeRef type = primal_result_type(key);
  if (key->mode == REQUEST_REVERSE && !key->seed_is_argument)
    return derivative_ones(deriver->sweep.arena, deriver_adjoint_type(deriver, returned));
  TypeArray types = {0};
  type_seed_parts(deriver->sweep.arena, type, &types);
  unsigned count = (unsigned)types.count, first = deriver->first_seed + lane * count;
  LLVMValueRef *parts = ARENA_ARRAY(deriver->sweep.arena, LLVMValueRef, count + 1);
  for (unsigned i = 0; i < count; i++)
    parts[i] = LLVMGetParam(deriver->sweep.function, first + i);
  LLVMValueRef const *next = parts;
  return build_from_seed_parts(deriver->builder, type, &next);
}

static void bind_loops(Deriver *deriver) {
  Sweep *sweep = &deriver->sweep;
  const CanonicalFunction *canonical = map_get(deriver->diff->canonical, sweep->primal);
  Map *by_header = map_create(sweep->arena);
  sweep->inspected = canonical ? canonical->inspected : NULL;
  for (size_t i = 0; canonical && i < canonical->loops.count; i++) {
    const CanonicalLoop *source = &canonical->loops.items[i];
    SweepLoop *loop = ARENA_NEW(sweep->arena, SweepLoop);
    loop->primal = bridge_loop_of(sweep->analyses, source->header);
    loop->header =
        LLVMValueAsBasicBlock(map_get(sweep->clone, LLVMBasicBlockAsValue(source->header)));
    loop->preheader = LLVMValueAsBasicBlock(
        map_get(sweep->clone, LLVMBasicBlockAsValue(bridge_loop_preheader(loop->primal))));
    loop->latch = LLVMValueAsBasicBlock(
        map_get(sweep->clone, LLVMBasicBlockAsValue(bridge_loop_latch(loop->primal))));
    loop->counter = deriver_clone_of(deriver, source->counter);
    loop->count = source->count ? deriver_clone_of(deriver, source->count) : NULL;
    loop->rectangular = source->rectangular;
    loop->condition = source->condition ? deriver_clone_of(deriver, source->condition) : NULL;
    loop->condition_negated = source->condition_negated;
    loop->constant_count = source->constant_count;
    loop->depth = bridge_loop_depth(loop->primal);
    BridgeLoopRef parent = bridge_loop_parent(loop->primal);
    loop->parent = parent ? map_get(by_header, bridge_loop_header(parent)) : NULL;
    map_set(by_header, source->header, loop);
    ARRAY_PUSH(sweep->arena, sweep->loops, loop);
  }
  FOR_EACH_BLOCK (block, sweep->primal) {
    BridgeLoopRef inner = bridge_loop_of(sweep->analyses, block);
    if (inner)
      map_set(sweep->loop_of,
              LLVMValueAsBasicBlock(map_get(sweep->clone, LLVMBasicBlockAsValue(block))),
              map_get(by_header, bridge_loop_header(inner)));
  }
}

static bool create_body(DiffContext *diff, Deriver *deriver, Derivative *derivative) {
  const DerivativeKey *key = deriver->key;
  Sweep *sweep = &deriver->sweep;
  LLVMValueRef declared =
      key->mode == REQUEST_AUGMENTED ? derivative->gradient : derivative->function;
  unsigned *first = ARENA_ARRAY(sweep->arena, unsigned, key->argument_count + 1);
  unsigned next = 0;
  for (size_t i = 0; i < key->argument_count; i++) {
    first[i] = next++;
    if (is_duplicated(key->arguments[i]))
      next += key->width;
  }
  if (key->recorded || key->replayed)
    replay_logged(diff, key->primal);
  sweep->function = bridge_clone_function(key->primal, LLVMGlobalGetValueType(declared), "working",
                                          first, visit_clone, deriver);
  LLVMSetLinkage(sweep->function, LLVMInternalLinkage);
  LLVMSetFunctionCallConv(sweep->function, LLVMCCallConv);
  /* LLVM clears what a structure of three numbers is returned in. */
  build_remove_attribute(sweep->function, "zero-call-used-regs");
  build_add_attribute(sweep->function, "adcc.derivative"); /* for the passes over its loops */
  derivative_drop_promises(sweep->function, LLVMCountParams(sweep->function));
  bind_parameters(deriver, first);
  bind_loops(deriver);
  if (key->mode == REQUEST_REVERSE) {
    LLVMContextRef context = LLVMGetModuleContext(diff->module);
    LLVMTypeRef tape_type = LLVMArrayType2(LLVMInt64TypeInContext(context), TAPE_WORDS);
    sweep->tape = build_alloca_in_entry(sweep->function, tape_type, "tape");
  }
  return true;
}

/* What is active where. Where const and shadowed pointers meet, run time decides, and stops where a
 * derivative would be lost. */
static void compute_activity(DiffContext *diff, Deriver *deriver, DerivativeKey *key) {
  bool mixes_pointers = false;
  ActivityQuery query = {.forward_mode = key->mode == REQUEST_FORWARD,
                         .runtime_activity = key->runtime_activity,
                         .mixes_pointers = &mixes_pointers,
                         .from_call = key->from_call,
                         .checked_activity = key->checked_activity,
                         .result = key->result,
                         .argument_count = key->argument_count,
                         .arguments = key->arguments,
                         .module_objects = diff->module_objects,
                         .kept_globals = diff->kept_globals,
                         .summaries = diff->summaries};
  Sweep *sweep = &deriver->sweep;
  sweep->activity = activity_compute(sweep->arena, diff->sink, diff->types, sweep->primal, &query);
  if (mixes_pointers) {
    key->runtime_activity = key->checked_activity = true;
    query.runtime_activity = query.checked_activity = true;
    sweep->activity =
        activity_compute(sweep->arena, diff->sink, diff->types, sweep->primal, &query);
  }
  if (diff->print_activity)
    activity_print(sweep->activity);
  kinds_note(deriver);
  bits_check(deriver, &query);
  text_find_numbers(deriver, &query);
  kept_text_check(deriver, &query);
  formatted_number_check(deriver, &query);
  remembered_warn(deriver);
  hidden_check(deriver, &query);
}

/* Where the primal ends in another way, as by an exception that it does not catch, no reverse sweep
 * comes after. */
static void collect_accesses(Deriver *deriver) {
  Sweep *sweep = &deriver->sweep;
  const Map *returning = blocks_that_return(sweep->arena, sweep->primal);
  FOR_EACH_BLOCK (block, sweep->primal)
    FOR_EACH_INSTRUCTION (access, block)
      if (map_has(returning, block) &&
          (bridge_may_read_memory(access) || bridge_may_write_memory(access)) &&
          !release_is_put_off(deriver, access) && !late_store_is_one(deriver, access))
        ARRAY_PUSH(sweep->arena, sweep->accesses, access);
}

static bool emit_one(DiffContext *diff, Derivative *derivative) {
  if (!map_has(diff->canonical, derivative->key.primal)) {
    /* Without its loops the derivative would be wrong. */
    diag_at(diff->sink, derivative->key.primal, DIAG_INTERNAL, "derive",
            "a function was not prepared for differentiation");
    return false;
  }
  DerivativeKey key = derivative->key;
  Deriver deriver = {.diff = diff, .key = &key, .width = key.width};
  Sweep *sweep = &deriver.sweep;
  Arena *arena = arena_create();
  *sweep = (Sweep){.arena = arena,
                   .sink = diff->sink,
                   .primal = key.primal,
                   .types = diff->types,
                   .split = key.mode == REQUEST_AUGMENTED,
                   .calls_seen = key.from_call && !key.recorded && diff->round == 0};
  sweep->clone = map_create(arena);
  sweep->origin = map_create(arena);
  sweep->is_shadow = map_create(arena);
  sweep->iterations = map_create(arena);
  sweep->reverse_blocks = map_create(arena);
  sweep->writers = map_create(arena);
  sweep->loop_of = map_create(arena);
  deriver.shadow = map_create(arena);
  deriver.adjoint = map_create(arena);
  deriver.taped_calls = map_create(arena);
  deriver.reverse_of = map_create(arena);
  sweep->analyses = bridge_analyses_create(sweep->primal);
  size_t errors = diag_error_count(diff->sink);
  compute_activity(diff, &deriver, &key);
  late_stores_find(&deriver);
  collect_accesses(&deriver);
  deriver.builder = LLVMCreateBuilderInContext(LLVMGetModuleContext(diff->module));
  bool fine = create_body(diff, &deriver, derivative);
  if (fine && diff->round == 0 && !key.runtime_activity)
    scope_begin(sweep);
  if (fine)
    fine = key.mode == REQUEST_FORWARD ? forward_emit(&deriver, derivative)
                                       : reverse_emit(&deriver, derivative);
  if (fine && key.replayed)
    fine = replay_finish(&deriver);
  fine = fine && !deriver.failed && diag_error_count(diff->sink) == errors;
  LLVMDisposeBuilder(deriver.builder);
  if (fine)
    fine = diff->resolve(diff, sweep, derivative);
  bridge_analyses_dispose(sweep->analyses);
  arena_destroy(arena);
  return fine;
}

bool derivative_emit_all(DiffContext *diff) {
  bool fine = true;
  for (size_t i = 0; i < diff->derivatives.count; i++) {
    Derivative *derivative = diff->derivatives.items[i];
    if (derivative->emitted)
      continue;
    derivative->emitted = true;
    const DerivativeKey *key = &derivative->key;
    bool custom = custom_has_rule(diff, key->primal, key);
    if (custom && (key->replayed || key->recorded) && !custom_split_rule(diff, key->primal)) {
      diag_at(diff->sink, key->primal, DIAG_UNSUPPORTED_REQUEST,
              "fwdsplit through a function with a registered derivative");
      fine = false;
      continue;
    }
    derivative->failed = !(custom ? custom_emit(diff, derivative) : emit_one(diff, derivative));
    fine = fine && !derivative->failed;
  }
  kinds_settle(diff);
  return fine;
}
