/* Derivatives that users register: the demanded functions are built to call the user's. What the
 * user's augmented primal hands on is a frame of the tape, so that callers treat the pair as any.
 */
#include "diff.h"

#include <string.h>

typedef struct {
  DiffContext *diff;
  const Registration *registration;
  const DerivativeKey *key;
  LLVMValueRef function; /* under construction */
  LLVMBuilderRef builder;
  LLVMTypeRef pointer;
} Custom;

typedef ARRAY(LLVMValueRef) Values;

static bool is_duplicated(ArgumentActivity activity) {
  return activity == ACTIVITY_DUP || activity == ACTIVITY_DUP_NO_NEED;
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

static LLVMValueRef runtime(Custom *custom, const char *name, LLVMTypeRef result,
                            LLVMValueRef *arguments, unsigned count) {
  LLVMTypeRef types[2] = {LLVMTypeOf(arguments[0]), LLVMTypeOf(arguments[1])};
  LLVMTypeRef type = LLVMFunctionType(result, types, count, false);
  LLVMValueRef function = LLVMGetNamedFunction(custom->diff->module, name);
  if (!function)
    function = LLVMAddFunction(custom->diff->module, name, type);
  return LLVMBuildCall2(custom->builder, type, function, arguments, count, "");
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

/* How C passes a parameter is written on the function and has to be on the call. */
static void copy_parameter_attributes(LLVMValueRef function, LLVMValueRef call) {
  static const char *const names[] = {"sret", "byval", "zeroext", "signext", "inreg"};
  for (unsigned i = 1; i <= LLVMCountParams(function); i++)
    for (size_t k = 0; k < sizeof names / sizeof *names; k++) {
      LLVMAttributeRef attribute = LLVMGetEnumAttributeAtIndex(
          function, i, LLVMGetEnumAttributeKindForName(names[k], strlen(names[k])));
      if (attribute)
        LLVMAddCallSiteAttribute(call, i, attribute);
    }
}

/* Calls a function of the user's; the result, out of memory if that is where C returns it. */
static LLVMValueRef call_user(Custom *custom, const CustomFunction *user, Values *arguments) {
  Values all = {0};
  LLVMValueRef slot = NULL;
  if (user->has_sret) {
    slot = build_alloca_in_entry(custom->function, user->result, "custom.result");
    ARRAY_PUSH(custom->diff->arena, all, slot);
  }
  for (size_t i = 0; i < arguments->count; i++)
    ARRAY_PUSH(custom->diff->arena, all, arguments->items[i]);
  LLVMValueRef call = LLVMBuildCall2(custom->builder, LLVMGlobalGetValueType(user->function),
                                     user->function, all.items, (unsigned)all.count, "");
  LLVMSetInstructionCallConv(call, LLVMGetFunctionCallConv(user->function));
  copy_parameter_attributes(user->function, call);
  return slot ? LLVMBuildLoad2(custom->builder, user->result, slot, "") : call;
}

/* The primal's arguments in the user's order. Memory that is inactive in this call has no shadow:
 * the user's function gets NULL for it. Returns the index of our parameter behind them. */
static unsigned push_arguments(Custom *custom, const CustomFunction *user, bool forward,
                               unsigned lane, Values *arguments) {
  const DerivativeKey *key = custom->key;
  unsigned next = 0;
  for (unsigned i = 0; i < key->argument_count; i++) {
    LLVMValueRef primal = LLVMGetParam(custom->function, next++), shadow = NULL;
    LLVMTypeRef type = LLVMTypeOf(primal);
    ARRAY_PUSH(custom->diff->arena, *arguments, primal);
    if (is_duplicated(key->arguments[i])) {
      shadow = LLVMGetParam(custom->function, next + lane);
      next += key->width;
    } else
      shadow = LLVMGetTypeKind(type) == LLVMIntegerTypeKind ? primal : LLVMConstNull(type);
    if (is_floating(type) ? forward : type_contains_pointer(type) || user->shadows_integers)
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
  return LLVMArrayType2(custom->registration->tape, custom->key->width);
}

static LLVMValueRef frame_slot(Custom *custom, LLVMValueRef frame, unsigned lane) {
  LLVMTypeRef i32 = LLVMInt32TypeInContext(LLVMGetModuleContext(custom->diff->module));
  LLVMValueRef indices[] = {LLVMConstInt(i32, 0, false), LLVMConstInt(i32, lane, false)};
  return LLVMBuildInBoundsGEP2(custom->builder, frame_type(custom), frame, indices, 2, "");
}

static void build_augmented(Custom *custom, const Derivative *derivative) {
  const Registration *registration = custom->registration;
  LLVMContextRef context = LLVMGetModuleContext(custom->diff->module);
  start(custom, derivative->function);
  LLVMValueRef frame = LLVMConstNull(custom->pointer), primal = NULL, shadows = NULL;
  LLVMTypeRef wanted = registration_augmented_result(registration);
  bool is_struct = (registration->tape != NULL) + returns_value(custom) > 1;
  for (unsigned lane = 0; lane < custom->key->width; lane++) {
    Values arguments = {0};
    unsigned next = push_arguments(custom, &registration->augmented, false, lane, &arguments);
    LLVMValueRef result = call_user(custom, &registration->augmented, &arguments);
    if (!wanted)
      continue;
    result = reinterpret(custom, result, wanted);
    LLVMValueRef tape = is_struct ? LLVMBuildExtractValue(custom->builder, result, 0, "") : result;
    if (lane == 0) {
      LLVMTypeRef i64 = LLVMInt64TypeInContext(context);
      LLVMValueRef push[] = {LLVMGetParam(custom->function, next),
                             LLVMConstInt(i64, size_of(custom, frame_type(custom)), false)};
      frame = runtime(custom, "adcc_tape_push", custom->pointer, push, 2);
      if (is_struct)
        primal = LLVMBuildExtractValue(custom->builder, result, 1, "");
    }
    LLVMBuildStore(custom->builder, tape, frame_slot(custom, frame, lane));
    if (type_contains_pointer(primal_result(custom)))
      shadows =
          insert_lane(custom, shadows, LLVMBuildExtractValue(custom->builder, result, 2, ""), lane);
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
  if (custom->registration->gradient.seed_in_parts)
    push_members(custom, seed, arguments);
  else
    ARRAY_PUSH(custom->diff->arena, *arguments, seed);
}

static void push_tape(Custom *custom, LLVMValueRef slot, Values *arguments) {
  const Registration *registration = custom->registration;
  if (registration->tape_by_reference) {
    ARRAY_PUSH(custom->diff->arena, *arguments, slot);
    return;
  }
  LLVMValueRef tape = LLVMBuildLoad2(custom->builder, registration->tape, slot, "");
  if (registration->tape_in_parts)
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
    unsigned next = push_arguments(custom, &registration->gradient, false, lane, &arguments);
    arena = LLVMGetParam(custom->function, next++);
    if (is_floating(primal_result(custom)))
      push_seed(custom,
                return_has_adjoint(key->result) ? LLVMGetParam(custom->function, next + lane)
                                                : LLVMConstNull(primal_result(custom)),
                &arguments);
    if (registration->tape)
      push_tape(custom, frame_slot(custom, frame, lane), &arguments);
    LLVMValueRef result = call_user(custom, &registration->gradient, &arguments);
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
  if (registration->tape) {
    LLVMValueRef pop[] = {arena, frame};
    LLVMContextRef context = LLVMGetModuleContext(custom->diff->module);
    runtime(custom, "adcc_tape_pop", LLVMVoidTypeInContext(context), pop, 2);
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

/* The tangent alone is enough where the primal can be called beside it; that must not do its work
 * on memory twice. */
static bool build_forward(Custom *custom, const Derivative *derivative) {
  const Registration *registration = custom->registration;
  const DerivativeKey *key = custom->key;
  LLVMTypeRef result_type = primal_result(custom);
  LLVMTypeRef members[] = {result_type, result_type};
  bool has_result = returns_value(custom);
  LLVMTypeRef both =
      has_result
          ? LLVMStructTypeInContext(LLVMGetModuleContext(custom->diff->module), members, 2, false)
          : NULL;
  bool gives_both =
      both && size_of(custom, registration->forward.result) > size_of(custom, result_type);
  bool needs_primal = key->keep_primal_result && has_result;
  if (needs_primal && !gives_both && takes_memory(registration)) {
    diag_at(
        custom->diff->sink, registration->forward.function, DIAG_BAD_REGISTRATION,
        LLVMGetValueName2(registration->forward.function, &(size_t){0}),
        "the forward derivative of a function that takes pointers must return {result, tangent}");
    return false;
  }
  start(custom, derivative->function);
  LLVMValueRef primal = NULL, tangents = NULL;
  for (unsigned lane = 0; lane < key->width; lane++) {
    Values arguments = {0};
    push_arguments(custom, &registration->forward, true, lane, &arguments);
    LLVMValueRef result = call_user(custom, &registration->forward, &arguments);
    if (!has_result)
      continue;
    result = reinterpret(custom, result, gives_both ? both : result_type);
    if (gives_both && lane == 0)
      primal = LLVMBuildExtractValue(custom->builder, result, 0, "");
    if (gives_both)
      result = LLVMBuildExtractValue(custom->builder, result, 1, "");
    tangents = insert_lane(custom, tangents, result, lane);
  }
  if (needs_primal && !primal) {
    Values arguments = {0};
    unsigned next = 0;
    for (unsigned i = 0; i < key->argument_count; i++) {
      ARRAY_PUSH(custom->diff->arena, arguments, LLVMGetParam(custom->function, next++));
      next += is_duplicated(key->arguments[i]) ? key->width : 0;
    }
    CustomFunction itself = {.function = registration->primal, .result = result_type};
    primal = call_user(custom, &itself, &arguments);
  }
  LLVMValueRef parts[2];
  unsigned count = 0;
  if (needs_primal)
    parts[count++] = primal;
  if (key->result != RETURN_INACTIVE && has_result)
    parts[count++] = tangents;
  return_parts(custom, parts, count);
  return true;
}

bool custom_has_rule(const DiffContext *diff, LLVMValueRef function, RequestMode mode) {
  const Registration *registration = registration_of(diff->registrations, function);
  if (!registration)
    return false;
  return mode == REQUEST_FORWARD ? registration->forward.function != NULL
                                 : registration->gradient.function != NULL;
}

bool custom_emit(DiffContext *diff, Derivative *derivative) {
  const DerivativeKey *key = &derivative->key;
  Custom custom = {.diff = diff,
                   .registration = registration_of(diff->registrations, key->primal),
                   .key = key,
                   .builder = LLVMCreateBuilderInContext(LLVMGetModuleContext(diff->module)),
                   .pointer = LLVMPointerTypeInContext(LLVMGetModuleContext(diff->module), 0)};
  bool fine = true;
  if (key->width > 1 && takes_memory(custom.registration)) {
    diag_at(diff->sink, key->primal, DIAG_UNSUPPORTED,
            "a function on memory that has a registered derivative with several lanes (width)");
    fine = false;
  } else if (key->mode == REQUEST_FORWARD)
    fine = build_forward(&custom, derivative);
  else {
    build_augmented(&custom, derivative);
    build_gradient(&custom, derivative);
  }
  LLVMDisposeBuilder(custom.builder);
  return fine;
}
