/* Derivatives that users register: the demanded functions are built to call the user's. What the
 * user's augmented primal hands on is a frame of the tape, so that callers treat the pair as any.
 */
#include "diff.h"

#include "../../include/adcc/runtime.h"
#include <string.h>

typedef struct {
  DiffContext *diff;
  const Registration *registration;
  const CustomPair *pair; /* of the rule: for reverse mode, or for fwdsplit */
  const DerivativeKey *key;
  LLVMValueRef function; /* under construction */
  LLVMBuilderRef builder;
  LLVMTypeRef pointer;
} Custom;

typedef ARRAY(LLVMValueRef) Values;

static bool is_duplicated(ArgumentActivity activity) {
  return activity == ACTIVITY_DUP || activity == ACTIVITY_DUP_NO_NEED;
}

/* Is it a derivative, or the first half of one, that a rule for fwdsplit serves? */
static bool is_split(const DerivativeKey *key) {
  return key->recorded || key->replayed || key->both_halves;
}

static bool is_floating(LLVMTypeRef type) {
  return type_contains_float(type) && !type_contains_pointer(type);
}

static LLVMTypeRef primal_result(const Custom *custom) {
  return LLVMGetReturnType(LLVMGlobalGetValueType(custom->registration->primal));
}

static bool returns_value(const Custom *custom) {
  return LLVMGetTypeKind(primal_result(custom)) != LLVMVoidTypeKind;
}

static void start(Custom *custom, LLVMValueRef function) {
  LLVMContextRef context = LLVMGetModuleContext(custom->diff->module);
  custom->function = function;
  LLVMPositionBuilderAtEnd(custom->builder,
                           LLVMAppendBasicBlockInContext(context, function, "entry"));
}

static uint64_t size_of(Custom *custom, LLVMTypeRef type) {
  return LLVMABISizeOfType(LLVMGetModuleDataLayout(custom->diff->module), type);
}

/* The same bytes as another type: C hands small structs around in registers of its own choice. */
static LLVMValueRef reinterpret(Custom *custom, LLVMValueRef value, LLVMTypeRef type) {
  LLVMTypeRef from = LLVMTypeOf(value);
  if (from == type)
    return value;
  LLVMTypeRef larger = size_of(custom, from) >= size_of(custom, type) ? from : type;
  LLVMValueRef slot = build_alloca_in_entry(custom->function, larger, "custom");
  LLVMBuildStore(custom->builder, value, slot);
  return LLVMBuildLoad2(custom->builder, type, slot, "");
}

/* Calls a function of the user's; the result, out of memory if that is where C returns it. */
static LLVMValueRef call_user(Custom *custom, const CustomFunction *user, Values *arguments) {
  Values all = {0};
  LLVMValueRef slot = NULL;
  if (user->has_sret) {
    slot = build_alloca_in_entry(custom->function, user->result, "custom.result");
    build_align_as_parameter(slot, user->function, 0);
    ARRAY_PUSH(custom->diff->arena, all, slot);
  }
  for (size_t i = 0; i < arguments->count; i++)
    ARRAY_PUSH(custom->diff->arena, all, arguments->items[i]);
  LLVMValueRef call = LLVMBuildCall2(custom->builder, LLVMGlobalGetValueType(user->function),
                                     user->function, all.items, (unsigned)all.count, "");
  LLVMSetInstructionCallConv(call, LLVMGetFunctionCallConv(user->function));
  call_pass_as_taken(call, user->function);
  return slot ? LLVMBuildLoad2(custom->builder, user->result, slot, "") : call;
}

/* The primal's arguments in the user's order. Memory that is inactive in this call has no shadow:
 * the user's function gets NULL for it. Returns the index of our parameter behind them. */
static unsigned push_arguments(Custom *custom, const CustomFunction *user, bool forward,
                               unsigned lane, Values *arguments) {
  const DerivativeKey *key = custom->key;
  unsigned next = 0;
  LLVMValueRef first_shadow = NULL; /* of a structure whose second part is due */
  for (unsigned i = 0; i < key->argument_count; i++) {
    LLVMValueRef primal = LLVMGetParam(custom->function, next++), shadow = NULL;
    LLVMTypeRef type = LLVMTypeOf(primal);
    ARRAY_PUSH(custom->diff->arena, *arguments, primal);
    if (is_duplicated(key->arguments[i])) {
      shadow = LLVMGetParam(custom->function, next + lane);
      next += key->width;
    } else
      shadow = LLVMGetTypeKind(type) == LLVMIntegerTypeKind ? primal : LLVMConstNull(type);
    if (first_shadow) {
      ARRAY_PUSH(custom->diff->arena, *arguments, first_shadow);
      ARRAY_PUSH(custom->diff->arena, *arguments, shadow);
      first_shadow = NULL;
    } else if (user->structures && user->structures[i])
      first_shadow = shadow;
    else if (is_floating(type) ? forward : type_contains_pointer(type) || user->shadows_integers)
      ARRAY_PUSH(custom->diff->arena, *arguments, shadow);
  }
  return next;
}

static LLVMValueRef insert_lane(Custom *custom, LLVMValueRef lanes, LLVMValueRef value,
                                unsigned lane) {
  if (custom->key->width == 1)
    return value;
  if (!lanes)
    lanes = LLVMGetUndef(LLVMArrayType2(LLVMTypeOf(value), custom->key->width));
  return LLVMBuildInsertValue(custom->builder, lanes, value, lane, "");
}

static void return_parts(Custom *custom, LLVMValueRef *parts, unsigned count) {
  LLVMTypeRef type = LLVMGetReturnType(LLVMGlobalGetValueType(custom->function));
  if (count == 0)
    LLVMBuildRetVoid(custom->builder);
  else if (count == 1 && LLVMTypeOf(parts[0]) == type)
    LLVMBuildRet(custom->builder, parts[0]);
  else {
    LLVMValueRef all = LLVMGetUndef(type);
    for (unsigned i = 0; i < count; i++)
      all = LLVMBuildInsertValue(custom->builder, all, parts[i], i, "");
    LLVMBuildRet(custom->builder, all);
  }
}

static LLVMTypeRef frame_type(Custom *custom) {
  return LLVMArrayType2(custom->pair->tape, custom->key->width);
}

/* Small frames are not aligned for wide vectors. */
static uint64_t frame_bytes(Custom *custom) {
  uint64_t bytes = size_of(custom, frame_type(custom));
  unsigned alignment =
      LLVMABIAlignmentOfType(LLVMGetModuleDataLayout(custom->diff->module), custom->pair->tape);
  return alignment > ADCC_TAPE_SMALL_ALIGNMENT && bytes < ADCC_TAPE_ALIGNMENT ? ADCC_TAPE_ALIGNMENT
                                                                              : bytes;
}

static LLVMValueRef frame_slot(Custom *custom, LLVMValueRef frame, unsigned lane) {
  LLVMTypeRef i32 = LLVMInt32TypeInContext(LLVMGetModuleContext(custom->diff->module));
  LLVMValueRef indices[] = {LLVMConstInt(i32, 0, false), LLVMConstInt(i32, lane, false)};
  return LLVMBuildInBoundsGEP2(custom->builder, frame_type(custom), frame, indices, 2, "");
}

/* What the augmented primal returns, taken apart. */
typedef struct {
  LLVMValueRef tape, primal, shadow; /* or NULL */
} Augmented;

static Augmented call_augmented(Custom *custom, Values *arguments) {
  LLVMTypeRef wanted = registration_augmented_result(custom->registration, custom->pair);
  LLVMValueRef result = call_user(custom, &custom->pair->augmented, arguments);
  Augmented augmented = {0};
  if (!wanted)
    return augmented;
  result = reinterpret(custom, result, wanted);
  if (!returns_value(custom)) {
    augmented.tape = result;
    return augmented;
  }
  augmented.tape = LLVMBuildExtractValue(custom->builder, result, 0, "");
  augmented.primal = LLVMBuildExtractValue(custom->builder, result, 1, "");
  if (type_contains_pointer(primal_result(custom)))
    augmented.shadow = LLVMBuildExtractValue(custom->builder, result, 2, "");
  return augmented;
}

/* For fwdsplit the log keeps what the forward derivative takes, and the result. */
static void log_augmented(Custom *custom, LLVMValueRef log, const Augmented *augmented) {
  LLVMValueRef values[] = {augmented->tape, augmented->primal};
  for (size_t i = 0; i < sizeof values / sizeof *values; i++)
    if (values[i]) {
      LLVMValueRef place =
          replay_log_place(custom->diff, custom->builder, log, LLVMTypeOf(values[i]), true);
      LLVMSetAlignment(LLVMBuildStore(custom->builder, values[i], place), 1);
    }
}

static LLVMValueRef logged(Custom *custom, LLVMValueRef log, LLVMTypeRef type) {
  LLVMValueRef place = replay_log_place(custom->diff, custom->builder, log, type, false);
  LLVMValueRef value = LLVMBuildLoad2(custom->builder, type, place, "");
  LLVMSetAlignment(value, 1);
  return value;
}

/* The same from the log. */
static Augmented logged_augmented(Custom *custom, LLVMValueRef log) {
  Augmented augmented = {0};
  if (custom->pair->tape)
    augmented.tape = logged(custom, log, custom->pair->tape);
  if (returns_value(custom))
    augmented.primal = logged(custom, log, primal_result(custom));
  return augmented;
}

static void build_augmented(Custom *custom, const Derivative *derivative) {
  LLVMContextRef context = LLVMGetModuleContext(custom->diff->module);
  start(custom, derivative->function);
  LLVMValueRef frame = LLVMConstNull(custom->pointer), primal = NULL, shadows = NULL;
  for (unsigned lane = 0; lane < custom->key->width; lane++) {
    Values arguments = {0};
    unsigned next = push_arguments(custom, &custom->pair->augmented, false, lane, &arguments);
    Augmented augmented = call_augmented(custom, &arguments);
    LLVMValueRef arena = LLVMGetParam(custom->function, next);
    if (lane == 0 && custom->key->recorded)
      log_augmented(
          custom, build_call_by_name(custom->builder, "adcc_tape_log", custom->pointer, &arena, 1),
          &augmented);
    if (lane == 0 && augmented.tape) {
      LLVMTypeRef i64 = LLVMInt64TypeInContext(context);
      LLVMValueRef push[] = {arena, LLVMConstInt(i64, frame_bytes(custom), false)};
      frame = build_call_by_name(custom->builder, "adcc_tape_push", custom->pointer, push, 2);
    }
    if (lane == 0)
      primal = augmented.primal;
    if (augmented.tape)
      LLVMBuildStore(custom->builder, augmented.tape, frame_slot(custom, frame, lane));
    if (augmented.shadow)
      shadows = insert_lane(custom, shadows, augmented.shadow, lane);
  }
  LLVMValueRef parts[3] = {frame};
  unsigned count = 1;
  if (custom->key->keep_primal_result && primal)
    parts[count++] = primal;
  if (return_has_shadow(custom->key->result))
    parts[count++] = shadows;
  return_parts(custom, parts, count);
}

static void push_members(Custom *custom, LLVMValueRef structure, Values *arguments) {
  for (unsigned i = 0; i < LLVMCountStructElementTypes(LLVMTypeOf(structure)); i++)
    ARRAY_PUSH(custom->diff->arena, *arguments,
               LLVMBuildExtractValue(custom->builder, structure, i, ""));
}

static void push_seed(Custom *custom, LLVMValueRef seed, Values *arguments) {
  if (custom->pair->second.seed_in_parts)
    push_members(custom, seed, arguments);
  else
    ARRAY_PUSH(custom->diff->arena, *arguments, seed);
}

static void push_tape(Custom *custom, LLVMValueRef slot, Values *arguments) {
  const CustomPair *pair = custom->pair;
  if (pair->tape_by_reference) {
    ARRAY_PUSH(custom->diff->arena, *arguments, slot);
    return;
  }
  LLVMValueRef tape = LLVMBuildLoad2(custom->builder, pair->tape, slot, "");
  if (pair->tape_in_parts)
    push_members(custom, tape, arguments);
  else
    ARRAY_PUSH(custom->diff->arena, *arguments, tape);
}

static void build_gradient(Custom *custom, const Derivative *derivative) {
  const Registration *registration = custom->registration;
  const DerivativeKey *key = custom->key;
  start(custom, derivative->gradient);
  LLVMTypeRef wanted = registration_gradient_result(custom->diff->arena, registration);
  unsigned floating = 0;
  for (unsigned i = 0; i < key->argument_count; i++)
    floating += is_floating(LLVMTypeOf(LLVMGetParam(registration->primal, i)));
  LLVMValueRef *adjoints = ARENA_ARRAY(custom->diff->arena, LLVMValueRef, key->argument_count + 1);
  LLVMValueRef frame = LLVMGetLastParam(custom->function), arena = NULL;
  for (unsigned lane = 0; lane < key->width; lane++) {
    Values arguments = {0};
    unsigned next = push_arguments(custom, &custom->pair->second, false, lane, &arguments);
    arena = LLVMGetParam(custom->function, next++);
    if (is_floating(primal_result(custom)))
      push_seed(custom,
                return_has_adjoint(key->result) ? LLVMGetParam(custom->function, next + lane)
                                                : LLVMConstNull(primal_result(custom)),
                &arguments);
    if (custom->pair->tape)
      push_tape(custom, frame_slot(custom, frame, lane), &arguments);
    LLVMValueRef result = call_user(custom, &custom->pair->second, &arguments);
    if (wanted)
      result = reinterpret(custom, result, wanted);
    unsigned member = 0, kept = 0;
    for (unsigned i = 0; i < key->argument_count; i++) {
      if (!is_floating(LLVMTypeOf(LLVMGetParam(registration->primal, i))))
        continue;
      unsigned index = member++;
      if (key->arguments[i] != ACTIVITY_OUT)
        continue;
      LLVMValueRef adjoint =
          floating == 1 ? result : LLVMBuildExtractValue(custom->builder, result, index, "");
      adjoints[kept] = insert_lane(custom, adjoints[kept], adjoint, lane);
      kept++;
    }
  }
  if (custom->pair->tape) {
    LLVMValueRef pop[] = {arena, frame};
    LLVMContextRef context = LLVMGetModuleContext(custom->diff->module);
    build_call_by_name(custom->builder, "adcc_tape_pop", LLVMVoidTypeInContext(context), pop, 2);
  }
  unsigned count = 0;
  for (unsigned i = 0; i < key->argument_count; i++)
    count += key->arguments[i] == ACTIVITY_OUT;
  return_parts(custom, adjoints, count);
}

static bool takes_memory(const Registration *registration) {
  for (unsigned i = 0; i < LLVMCountParams(registration->primal); i++)
    if (type_contains_pointer(LLVMTypeOf(LLVMGetParam(registration->primal, i))))
      return true;
  return false;
}

static LLVMValueRef call_primal(Custom *custom) {
  const DerivativeKey *key = custom->key;
  Values arguments = {0};
  unsigned next = 0;
  for (unsigned i = 0; i < key->argument_count; i++) {
    ARRAY_PUSH(custom->diff->arena, arguments, LLVMGetParam(custom->function, next++));
    next += is_duplicated(key->arguments[i]) ? key->width : 0;
  }
  CustomFunction itself = {.function = custom->registration->primal,
                           .result = primal_result(custom)};
  LLVMValueRef result = call_user(custom, &itself, &arguments);
  return returns_value(custom) ? result : NULL;
}

/* What goes with the call of a forward derivative, after which it is called. */
typedef struct {
  const CustomFunction *user;
  LLVMValueRef tape;   /* a slot with what the augmented primal handed on, or NULL */
  LLVMValueRef primal; /* the result, if it is known from there */
} ForwardCall;

static void build_tangents(Custom *custom, const ForwardCall *forward) {
  const DerivativeKey *key = custom->key;
  LLVMTypeRef result_type = primal_result(custom);
  LLVMTypeRef members[] = {result_type, result_type};
  bool has_result = returns_value(custom);
  LLVMTypeRef both =
      has_result
          ? LLVMStructTypeInContext(LLVMGetModuleContext(custom->diff->module), members, 2, false)
          : NULL;
  bool gives_both = both && size_of(custom, forward->user->result) > size_of(custom, result_type);
  bool needs_primal = key->keep_primal_result && has_result;
  LLVMValueRef primal = forward->primal, tangents = NULL;
  for (unsigned lane = 0; lane < key->width; lane++) {
    Values arguments = {0};
    push_arguments(custom, forward->user, true, lane, &arguments);
    if (forward->tape)
      push_tape(custom, forward->tape, &arguments);
    LLVMValueRef result = call_user(custom, forward->user, &arguments);
    if (!has_result)
      continue;
    result = reinterpret(custom, result, gives_both ? both : result_type);
    if (gives_both && !primal)
      primal = LLVMBuildExtractValue(custom->builder, result, 0, "");
    if (gives_both)
      result = LLVMBuildExtractValue(custom->builder, result, 1, "");
    tangents = insert_lane(custom, tangents, result, lane);
  }
  if (needs_primal && !primal)
    primal = call_primal(custom);
  LLVMValueRef parts[2];
  unsigned count = 0;
  if (needs_primal)
    parts[count++] = primal;
  if (key->result != RETURN_INACTIVE && has_result)
    parts[count++] = tangents;
  return_parts(custom, parts, count);
}

/* Does the function change no memory but its own variables? `calls`: how deep to look. */
static bool only_reads(LLVMValueRef function, unsigned calls) {
  if (LLVMIsDeclaration(function))
    return false;
  FOR_EACH_BLOCK (block, function)
    FOR_EACH_INSTRUCTION (instruction, block) {
      if (!bridge_may_write_memory(instruction) || bridge_writes_hidden_memory(instruction) ||
          (LLVMIsACallInst(instruction) && rule_of_call(instruction)))
        continue;
      LLVMValueRef callee = LLVMIsACallInst(instruction) ? call_direct_callee(instruction) : NULL;
      bool moves = callee && LLVMGetIntrinsicID(callee) && memory_is_memory_call(instruction);
      LLVMValueRef place = LLVMIsAStoreInst(instruction) ? access_pointer(instruction)
                           : moves                       ? LLVMGetOperand(instruction, 0)
                                                         : NULL;
      if (!(place && LLVMIsAAllocaInst(bridge_underlying_object(place))) &&
          !(callee && calls && only_reads(callee, calls - 1)))
        return false;
    }
  return true;
}

/* The tangent alone is enough where the primal can be called beside it; that must not do its work
 * on memory twice. */
static bool build_forward(Custom *custom, const Derivative *derivative) {
  const CustomFunction *user = &custom->registration->forward;
  LLVMTypeRef result = primal_result(custom);
  if (custom->key->keep_primal_result && returns_value(custom) &&
      size_of(custom, user->result) <= size_of(custom, result) &&
      takes_memory(custom->registration) && !only_reads(custom->registration->primal, 4)) {
    diag_at(custom->diff->sink, user->function, DIAG_BAD_REGISTRATION,
            LLVMGetValueName2(user->function, &(size_t){0}),
            arena_format(custom->diff->arena,
                         "it is called in the place of '%s', which may write through pointers and "
                         "whose result is used: it must return {result, tangent}",
                         LLVMGetValueName2(custom->registration->primal, &(size_t){0})));
    return false;
  }
  start(custom, derivative->function);
  build_tangents(custom, &(ForwardCall){.user = user});
  return true;
}

/* The second half of fwdsplit, with the tape of the first and the result that it had. Where nothing
 * was recorded the first is called here, or the primal if it would leave nothing. */
static void build_split_forward(Custom *custom, const Derivative *derivative) {
  start(custom, derivative->function);
  Augmented augmented = {0};
  Values arguments = {0};
  if (custom->key->replayed)
    augmented = logged_augmented(custom, LLVMGetLastParam(custom->function));
  else if (custom->pair->tape) {
    push_arguments(custom, &custom->pair->augmented, false, 0, &arguments);
    augmented = call_augmented(custom, &arguments);
  } else
    augmented.primal = call_primal(custom);
  ForwardCall forward = {.user = &custom->pair->second, .primal = augmented.primal};
  if (augmented.tape) {
    forward.tape = build_alloca_in_entry(custom->function, custom->pair->tape, "tape");
    LLVMBuildStore(custom->builder, augmented.tape, forward.tape);
  }
  build_tangents(custom, &forward);
}

void custom_emit_plain_half(DiffContext *diff, LLVMValueRef primal, LLVMValueRef function,
                            bool records) {
  const Registration *registration = registration_of(diff->registrations, primal);
  unsigned count = LLVMCountParams(primal);
  ArgumentActivity *arguments = ARENA_ARRAY(diff->arena, ArgumentActivity, count + 1);
  for (unsigned i = 0; i < count; i++)
    arguments[i] = ACTIVITY_CONST;
  const DerivativeKey key = {
      .primal = primal, .argument_count = count, .arguments = arguments, .width = 1};
  Custom custom = {.diff = diff,
                   .registration = registration,
                   .pair = &registration->split,
                   .key = &key,
                   .builder = LLVMCreateBuilderInContext(LLVMGetModuleContext(diff->module)),
                   .pointer = LLVMPointerTypeInContext(LLVMGetModuleContext(diff->module), 0)};
  start(&custom, function);
  LLVMValueRef log = LLVMGetLastParam(function);
  Augmented augmented;
  if (records) {
    Values all = {0};
    push_arguments(&custom, &custom.pair->augmented, false, 0, &all);
    augmented = call_augmented(&custom, &all);
    log_augmented(&custom, log, &augmented);
  } else
    augmented = logged_augmented(&custom, log);
  return_parts(&custom, &augmented.primal, augmented.primal ? 1 : 0);
  LLVMDisposeBuilder(custom.builder);
}

const CustomPair *custom_split_rule(const DiffContext *diff, LLVMValueRef function) {
  const Registration *registration = registration_of(diff->registrations, function);
  return registration && registration->split.second.function ? &registration->split : NULL;
}

bool custom_split_serves_reverse(const DiffContext *diff, LLVMValueRef function) {
  const Registration *registration = registration_of(diff->registrations, function);
  return registration->gradient.augmented.function == registration->split.augmented.function;
}

bool custom_has_rule(const DiffContext *diff, LLVMValueRef function, const DerivativeKey *key) {
  const Registration *registration = registration_of(diff->registrations, function);
  if (!registration)
    return false;
  if (is_split(key) && registration->split.second.function)
    return true;
  return key->mode == REQUEST_FORWARD ? registration->forward.function != NULL
                                      : registration->gradient.second.function != NULL;
}

/* A rule for fwdsplit alone leaves nothing that reverse mode could use, and is not asked to; were
 * it, the program would stop. */
static void build_no_gradient(Custom *custom, const Derivative *derivative) {
  static const char trap[] = "llvm.trap";
  start(custom, derivative->gradient);
  LLVMValueRef stop = LLVMGetIntrinsicDeclaration(
      custom->diff->module, LLVMLookupIntrinsicID(trap, sizeof trap - 1), NULL, 0);
  LLVMBuildCall2(custom->builder, LLVMGlobalGetValueType(stop), stop, NULL, 0, "");
  LLVMBuildUnreachable(custom->builder);
}

bool custom_emit(DiffContext *diff, Derivative *derivative) {
  const DerivativeKey *key = &derivative->key;
  const Registration *registration = registration_of(diff->registrations, key->primal);
  bool split = is_split(key) && registration->split.second.function;
  Custom custom = {.diff = diff,
                   .registration = registration,
                   .pair = split ? &registration->split : &registration->gradient,
                   .key = key,
                   .builder = LLVMCreateBuilderInContext(LLVMGetModuleContext(diff->module)),
                   .pointer = LLVMPointerTypeInContext(LLVMGetModuleContext(diff->module), 0)};
  bool fine = true;
  /* The rule is called for every lane, and in the function's place. */
  if (key->width > 1 && takes_memory(registration) && !key->replayed &&
      !only_reads(registration->primal, 4)) {
    diag_at(diff->sink, key->primal, DIAG_UNSUPPORTED,
            "a function that may write to memory and has a registered derivative with several "
            "lanes (width)");
    fine = false;
  } else if (split && key->mode == REQUEST_FORWARD)
    build_split_forward(&custom, derivative);
  else if (key->mode == REQUEST_FORWARD)
    fine = build_forward(&custom, derivative);
  else {
    build_augmented(&custom, derivative);
    if (split) /* the tape is the same, if reverse mode has use for it */
      custom.pair = &registration->gradient;
    if (split && !custom_split_serves_reverse(diff, key->primal))
      build_no_gradient(&custom, derivative);
    else
      build_gradient(&custom, derivative);
  }
  LLVMDisposeBuilder(custom.builder);
  return fine;
}
