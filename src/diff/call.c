/* Calls of functions that were not inlined: the forward sweep calls the augmented half, which
 * returns its tape; the reverse sweep calls the gradient half with it. In forward mode the call is
 * one of the forward derivative. */
#include "diff.h"
#include <string.h>

typedef struct {
  Derivative *derivative;
  ArgumentActivity *arguments;
  LLVMValueRef tape; /* forward-sweep value; NULL: the reverse sweep does both */
} SplitCall;

bool call_is_sum_reduction(LLVMValueRef call) {
  LLVMValueRef callee = call_direct_callee(call);
  return callee &&
         LLVMGetIntrinsicID(callee) == LLVMLookupIntrinsicID("llvm.vector.reduce.fadd", 23);
}

static const char *callee_description(Deriver *deriver, LLVMValueRef call) {
  LLVMValueRef callee = call_direct_callee(call);
  if (!callee)
    return LLVMIsAInlineAsm(LLVMGetCalledValue(call)) ? "inline assembly"
                                                      : "a call through a pointer";
  size_t length;
  const char *name = LLVMGetValueName2(callee, &length);
  return arena_format(deriver->sweep.arena, "'%.*s'", (int)length, name);
}

static bool returns_nothing_active(Deriver *deriver, LLVMValueRef call) {
  return !deriver_is_active(deriver, call) && !deriver_has_shadow(deriver, call);
}

/* An active call of a pointer that is no function known here (see dispatch.c): stop the program
 * there rather than return a wrong derivative. */
static bool stop_unlisted(Deriver *deriver, LLVMValueRef call) {
  if (!call_is_unlisted(call))
    return false;
  LLVMPositionBuilderBefore(deriver->builder, deriver_clone_of(deriver, call));
  LLVMValueRef stop = deriver_call_runtime(deriver, "adcc_unlisted_call", NULL, NULL, 0);
  static const char *const promises[] = {"noreturn", "nounwind", "cold"};
  for (size_t i = 0; i < sizeof promises / sizeof *promises; i++)
    build_add_attribute(LLVMGetCalledValue(stop), promises[i]);
  return true;
}

static uint64_t bytes_behind(LLVMValueRef call, unsigned argument) {
  static const char name[] = "dereferenceable";
  unsigned kind = LLVMGetEnumAttributeKindForName(name, sizeof name - 1);
  LLVMAttributeRef attribute = LLVMGetCallSiteEnumAttribute(call, argument + 1, kind);
  return attribute ? LLVMGetEnumAttributeValue(attribute) : 0;
}

/* Does an argument point to an object that begins with a pointer? `number`: or with a number, of
 * that type, which mixed.c tells from it. */
static bool begins_with_pointer(Deriver *deriver, LLVMValueRef call, unsigned argument,
                                LLVMTypeRef *number) {
  LLVMContextRef context = LLVMGetModuleContext(deriver->diff->module);
  ByteType byte = types_of_memory(deriver->sweep.types, LLVMGetOperand(call, argument), 0);
  bool is_double = byte.type && LLVMGetTypeKind(byte.type) == LLVMDoubleTypeKind;
  *number = NULL;
  if (byte.kind >= BYTE_MIXED && bytes_behind(call, argument) >= sizeof(uint64_t))
    *number = byte.kind == BYTE_MIXED && is_double
                  ? byte.type
                  : LLVMVectorType(LLVMFloatTypeInContext(context), 2);
  return byte.kind == BYTE_POINTER || *number;
}

/* An inactive function that we cannot see (a member of std::string) may have given an object other
 * memory for what carries no derivative: that is its own shadow. */
static void adopt_pointers(Deriver *deriver, LLVMValueRef call, const LibraryFunction *row) {
  LLVMTypeRef type = LLVMPointerTypeInContext(LLVMGetModuleContext(deriver->diff->module), 0);
  LLVMTypeRef i64 = LLVMInt64TypeInContext(LLVMGetModuleContext(deriver->diff->module)), number;
  LLVMValueRef clone = deriver_clone_of(deriver, call);
  bool writes = !library_only_reads(row) && bridge_may_write_memory(call);
  for (unsigned i = 0; writes && i < call_argument_count(call); i++) {
    LLVMValueRef argument = LLVMGetOperand(call, i), object = LLVMGetOperand(clone, i);
    if (LLVMGetTypeKind(LLVMTypeOf(argument)) != LLVMPointerTypeKind ||
        !deriver_has_shadow(deriver, argument) || LLVMIsAConstant(argument) ||
        !begins_with_pointer(deriver, call, i, &number))
      continue;
    LLVMPositionBuilderBefore(deriver->builder, clone);
    LLVMValueRef before = LLVMBuildLoad2(deriver->builder, type, object, "");
    before = LLVMBuildFreeze(deriver->builder, before, ""); /* of what it constructs, anything */
    deriver_position_after(deriver, clone);
    LLVMValueRef after = LLVMBuildLoad2(deriver->builder, type, object, "");
    LLVMValueRef changed = LLVMBuildICmp(deriver->builder, LLVMIntNE, before, after, "");
    for (unsigned lane = 0; lane < deriver->width; lane++) {
      LLVMValueRef place = deriver_shadow(deriver, argument, lane);
      /* What is its own shadow has what it has: it may be a constant. */
      LLVMValueRef own = guard_is_own(deriver, object, place);
      place = guard_address(deriver, own, place, type);
      LLVMValueRef old = LLVMBuildLoad2(deriver->builder, type, place, "");
      LLVMValueRef shadow = LLVMBuildSelect(deriver->builder, changed, after, old, "");
      if (number)
        mixed_store_pointers(deriver, LLVMBuildPtrToInt(deriver->builder, shadow, i64, ""), place,
                             number, NULL);
      else
        LLVMBuildStore(deriver->builder, shadow, place);
    }
  }
}

/* The handler may take what comes from outside for constant, but not what was thrown here. */
static void check_exception(Deriver *deriver, LLVMValueRef call) {
  bool matters = false;
  for (LLVMUseRef use = LLVMGetFirstUse(call); use; use = LLVMGetNextUse(use))
    matters |= deriver_has_shadow(deriver, LLVMGetUser(use));
  if (!matters)
    return;
  LLVMValueRef clone = deriver_clone_of(deriver, call), thrown = LLVMGetOperand(clone, 1);
  deriver_position_after(deriver, clone);
  deriver_call_runtime(deriver, "adcc_exception_check", NULL, &thrown, 1);
}

/* What is read into memory with a shadow ends a derivative: it must be known where that is. */
static void check_scan(Deriver *deriver, LLVMValueRef call, const LibraryFunction *row) {
  bool matters = false;
  for (unsigned i = (unsigned)row->size_argument + 1; i < call_argument_count(call); i++)
    matters |= deriver_has_shadow(deriver, LLVMGetOperand(call, i));
  if (matters && value_has_function_attribute(call, SCAN_UNKNOWN))
    deriver_error(deriver, call, DIAG_REFUSED_FUNCTION,
                  arena_format(deriver->sweep.arena,
                               "'%s': its format is no literal, or has positions (%%1$lf), so that "
                               "it is not known where it stores numbers",
                               row->name));
}

/* Does the call need no derivative at all? Reports what cannot be done. */
static bool leave_alone(Deriver *deriver, LLVMValueRef call) {
  LLVMValueRef callee = call_direct_callee(call);
  if (callee) {
    const LibraryFunction *row = library_function(callee);
    if (row && library_is_inactive(row))
      adopt_pointers(deriver, call, row);
    if (row && row->kind == LIBFN_OUTSIDE)
      check_exception(deriver, call);
    if (row && row->kind == LIBFN_SCANS)
      check_scan(deriver, call, row);
    if (row && row->kind >= LIBFN_INACTIVE && row->kind <= LIBFN_OUTSIDE)
      return true;
    if (row && row->kind == LIBFN_REFUSED) {
      deriver_error(deriver, call, DIAG_REFUSED_FUNCTION,
                    arena_format(deriver->sweep.arena, "'%s': %s", row->name, row->reason));
      return true;
    }
    if (value_has_function_attribute(call, "enzyme_inactive") ||
        value_has_function_attribute(call, "adcc_inactive"))
      return true;
  }
  if (bridge_wont_return(call))
    return true;
  if (!release_is_put_off(deriver, call) &&
      !activity_of_instruction(deriver->sweep.activity, call) &&
      returns_nothing_active(deriver, call))
    return true;
  if (callee && (custom_has_rule(deriver->diff, callee, deriver->key) ||
                 map_get(deriver->diff->bodies, callee)))
    return false;
  if (!callee || LLVMIsDeclaration(callee)) {
    if (!deriver_is_active(deriver, call) && !bridge_may_write_memory(call) &&
        LLVMGetTypeKind(LLVMTypeOf(call)) != LLVMPointerTypeKind)
      return true; /* reads active memory, yields nothing that can carry a derivative */
    if (stop_unlisted(deriver, call))
      return true;
    deriver_error(deriver, call, DIAG_NO_RULE, callee_description(deriver, call));
    return true;
  }
  return false;
}

/* A user's derivative of a function knows nothing of floating point in its integers. */
static bool has_user_rule(const Deriver *deriver, LLVMValueRef callee) {
  return LLVMIsDeclaration(callee) || custom_has_rule(deriver->diff, callee, deriver->key);
}

/* Does an integer, alone or in a structure, hold numbers, so that the adjoint is of a type of its
 * own? */
static bool holds_numbers(const Deriver *deriver, LLVMValueRef value) {
  LLVMTypeRef type = LLVMTypeOf(value);
  return LLVMGetTypeKind(type) == LLVMIntegerTypeKind ||
         (member_is_aggregate(type) && deriver_adjoint_type(deriver, value) != type);
}

/* Numbers in integers are passed on with their adjoints as the bits of such integers, which either
 * side reads as the same type. */
static bool passes_numbers(const Deriver *deriver, LLVMValueRef call, unsigned index) {
  LLVMValueRef callee = call_direct_callee(call);
  LLVMTypeRef here = deriver_adjoint_type(deriver, LLVMGetOperand(call, index));
  if (index >= LLVMCountParams(callee) || has_user_rule(deriver, callee))
    return false;
  LLVMValueRef parameter = LLVMGetParam(callee, index);
  return type_contains_float(here) && here == deriver_adjoint_type(deriver, parameter);
}

static bool results_agree(const Deriver *deriver, LLVMValueRef call) {
  LLVMTypeRef here = deriver_adjoint_type(deriver, call);
  if (has_user_rule(deriver, call_direct_callee(call)))
    return false;
  FOR_EACH_BLOCK (block, call_direct_callee(call)) {
    LLVMValueRef end = LLVMGetBasicBlockTerminator(block);
    if (LLVMIsAReturnInst(end) && !LLVMIsAConstant(LLVMGetOperand(end, 0)) &&
        deriver_adjoint_type(deriver, LLVMGetOperand(end, 0)) != here)
      return false;
  }
  return true;
}

/* Is nothing written through this parameter? */
static bool only_reads_through(LLVMValueRef function, unsigned index) {
  static const char *const promises[] = {"readonly", "readnone"};
  for (size_t i = 0; i < sizeof promises / sizeof *promises; i++)
    if (LLVMGetEnumAttributeAtIndex(
            function, index + 1, LLVMGetEnumAttributeKindForName(promises[i], strlen(promises[i]))))
      return true;
  return false;
}

static ArgumentActivity *argument_activities(Deriver *deriver, LLVMValueRef call, bool forward) {
  unsigned count = call_argument_count(call);
  ArgumentActivity *activities = ARENA_ARRAY(deriver->sweep.arena, ArgumentActivity, count + 1);
  bool any_shadow = deriver_has_shadow(deriver, call);
  for (unsigned i = 0; i < count; i++)
    any_shadow = any_shadow || deriver_has_shadow(deriver, LLVMGetOperand(call, i));
  for (unsigned i = 0; i < count; i++) {
    LLVMValueRef argument = LLVMGetOperand(call, i);
    LLVMTypeRef type = LLVMTypeOf(argument);
    bool active = deriver_is_active(deriver, argument);
    bool shadowed = deriver_has_shadow(deriver, argument);
    bool is_integer = LLVMGetTypeKind(type) == LLVMIntegerTypeKind;
    if (type_contains_pointer(type) || (is_integer && (shadowed || !active))) {
      bool lost =
          active && (!shadowed || type_contains_float(deriver_adjoint_type(deriver, argument)));
      bool counts = lost && passed_is_count(deriver, call, i);
      activities[i] = shadowed && !counts ? ACTIVITY_DUP : ACTIVITY_CONST;
      bool hidden = shadowed && i < LLVMCountParams(call_direct_callee(call)) &&
                    hidden_is_parameter(deriver, call_direct_callee(call), i);
      if (hidden)
        deriver_error(deriver, call, DIAG_UNSUPPORTED, HIDDEN_ARGUMENT);
      else if (lost && !counts)
        deriver_error(deriver, call, DIAG_UNSUPPORTED,
                      "a call that passes floating point beside a pointer");
    } else if (active && is_integer && passed_is_integer(deriver, call, i)) {
      activities[i] = ACTIVITY_CONST;
    } else if (active && holds_numbers(deriver, argument) && !passes_numbers(deriver, call, i)) {
      activities[i] = ACTIVITY_CONST;
      if (!passed_is_count(deriver, call, i))
        deriver_error(deriver, call, DIAG_UNSUPPORTED,
                      "a call that passes floating point and something else in one integer");
    } else
      activities[i] = !active ? ACTIVITY_CONST : forward ? ACTIVITY_DUP : ACTIVITY_OUT;
    /* Null is const or dup as suits the callee: it may choose between it and a shadowed pointer, or
     * write there what the caller wants if it is asked to. */
    if (LLVMIsAConstantPointerNull(argument) &&
        (any_shadow || !only_reads_through(call_direct_callee(call), i)))
      activities[i] = ACTIVITY_DUP;
  }
  return activities;
}

typedef ValueArray Arguments;

static bool is_duplicated(ArgumentActivity activity) {
  return activity == ACTIVITY_DUP || activity == ACTIVITY_DUP_NO_NEED;
}

static Derivative *callee_derivative(Deriver *deriver, LLVMValueRef call, RequestMode mode,
                                     ArgumentActivity *activities) {
  LLVMTypeRef type = LLVMTypeOf(call);
  bool shadowed = deriver_has_shadow(deriver, call);
  bool active = deriver_is_active(deriver, call) &&
                (shadowed || member_is_aggregate(type) || !returned_is_integer(deriver, call));
  ReturnActivity result = RETURN_INACTIVE;
  if (shadowed) /* a pointer, or an integer that is an address, perhaps by turns with a number */
    result = active && mode != REQUEST_FORWARD ? RETURN_DUP_ACTIVE : RETURN_DUP;
  else if (active)
    result = RETURN_ACTIVE;
  if (shadowed && hidden_is_result(deriver, call)) {
    deriver_error(deriver, call, DIAG_UNSUPPORTED,
                  "a call that returns floating point in the place of a pointer" HIDDEN_ADVICE);
    return NULL;
  }
  bool moves = active && (!shadowed || member_is_aggregate(type));
  if (moves && holds_numbers(deriver, call) && !results_agree(deriver, call)) {
    deriver_error(deriver, call, DIAG_UNSUPPORTED,
                  "a call that returns floating point and something else in one integer");
    return NULL;
  }
  bool followed = replay_callee(deriver->diff, call) != NULL;
  if ((deriver->key->replayed || deriver->key->recorded) && !followed)
    for (unsigned i = 0; i < call_argument_count(call); i++)
      if (type_contains_pointer(LLVMTypeOf(LLVMGetOperand(call, i)))) {
        deriver_error(deriver, call, DIAG_UNSUPPORTED,
                      "fwdsplit through a function on memory that has a registered derivative");
        return NULL;
      }
  bool passes_const =
      !deriver->key->runtime_activity && activity_passes_const(deriver->sweep.activity, call);
  DerivativeKey key = {.primal = call_direct_callee(call),
                       .mode = mode,
                       .argument_count = LLVMCountParams(call_direct_callee(call)),
                       .arguments = activities,
                       .result = result,
                       .keep_primal_result =
                           mode != REQUEST_REVERSE && LLVMGetTypeKind(type) != LLVMVoidTypeKind,
                       .seed_is_argument = true,
                       .runtime_activity = deriver->key->runtime_activity || passes_const,
                       .checked_activity = deriver->key->checked_activity || passes_const,
                       .from_call = true,
                       .strong_zero = deriver->key->strong_zero,
                       .recorded = deriver->key->recorded && followed && mode != REQUEST_REVERSE,
                       .replayed = deriver->key->replayed && followed,
                       .both_halves = deriver->key->both_halves,
                       .logs_shadows = deriver->key->logs_shadows && followed,
                       .width = deriver->width};
  if (key.argument_count != call_argument_count(call)) {
    deriver_error(deriver, call, DIAG_UNSUPPORTED, "a call with variable arguments");
    return NULL;
  }
  return derivative_get(deriver->diff, &key);
}

/* Primal arguments and shadows, as the forward sweep has them. */
static void push_forward_arguments(Deriver *deriver, LLVMValueRef call,
                                   const ArgumentActivity *activities, Arguments *arguments) {
  for (unsigned i = 0; i < call_argument_count(call); i++) {
    LLVMValueRef argument = LLVMGetOperand(call, i);
    ARRAY_PUSH(deriver->sweep.arena, *arguments, deriver_clone_of(deriver, argument));
    if (is_duplicated(activities[i]))
      for (unsigned lane = 0; lane < deriver->width; lane++)
        ARRAY_PUSH(deriver->sweep.arena, *arguments, deriver_shadow(deriver, argument, lane));
  }
}

static LLVMValueRef lane_of(Deriver *deriver, LLVMValueRef lanes, unsigned lane) {
  return deriver->width == 1 ? lanes : LLVMBuildExtractValue(deriver->builder, lanes, lane, "");
}

static LLVMValueRef build_call(Deriver *deriver, LLVMValueRef function, Arguments *arguments) {
  return LLVMBuildCall2(deriver->builder, LLVMGlobalGetValueType(function), function,
                        arguments->items, (unsigned)arguments->count, "");
}

/* Where the arguments of a derivative that the forward sweep calls are put together. */
static void position_for_call(Deriver *deriver, LLVMValueRef call) {
  LLVMValueRef clone = deriver_clone_of(deriver, call);
  if (!LLVMIsAInvokeInst(clone)) {
    deriver_position_after(deriver, clone);
    return;
  }
  LLVMPositionBuilderBefore(deriver->builder, clone);
  LLVMSetCurrentDebugLocation2(deriver->builder, LLVMInstructionGetDebugLoc(clone));
}

/* Calls it in the place of the primal's call, and goes on behind that. What the primal catches, it
 * catches here. */
static LLVMValueRef build_forward_call(Deriver *deriver, LLVMValueRef call, LLVMValueRef function,
                                       Arguments *arguments) {
  LLVMValueRef clone = deriver_clone_of(deriver, call);
  if (!LLVMIsAInvokeInst(clone))
    return build_call(deriver, function, arguments);
  LLVMValueRef invoke = LLVMBuildInvoke2(deriver->builder, LLVMGlobalGetValueType(function),
                                         function, arguments->items, (unsigned)arguments->count,
                                         LLVMGetNormalDest(clone), LLVMGetUnwindDest(clone), "");
  deriver_position_after(deriver, invoke);
  return invoke;
}

/* Does what the call throws leave this derivative? Then there is no reverse sweep. */
static bool leaves_by_unwinding(const Sweep *sweep, LLVMValueRef invoke) {
  LLVMValueRef pad = LLVMGetFirstInstruction(LLVMGetUnwindDest(invoke));
  FOR_EACH_BLOCK (block, sweep->primal) {
    LLVMValueRef end = LLVMGetBasicBlockTerminator(block);
    if (LLVMIsAReturnInst(end) && bridge_may_reach(sweep->analyses, pad, end))
      return false;
  }
  return true;
}

/* What a function has done until it throws would have to be reversed where that is caught: refuse
 * it. One with a derivative of the user's own has done nothing if it has no memory with a shadow,
 * and forward mode is always up to date. */
static bool refuse_invoke(Deriver *deriver, LLVMValueRef call) {
  const Sweep *sweep = &deriver->sweep;
  if (LLVMGetInstructionOpcode(call) != LLVMInvoke)
    return false;
  LLVMValueRef callee = call_direct_callee(call);
  LLVMValueRef normal = LLVMGetFirstInstruction(LLVMGetNormalDest(call));
  bool ruled = callee && custom_has_rule(deriver->diff, callee, deriver->key);
  bool known = ruled || (callee && map_get(deriver->diff->bodies, callee));
  bool leaves_nothing = ruled;
  for (unsigned i = 0; i < call_argument_count(call); i++)
    leaves_nothing &= !deriver_has_shadow(deriver, LLVMGetOperand(call, i));
  if (known && !LLVMIsAPHINode(normal) &&
      sweep_loop_of(sweep, normal) == sweep_loop_of(sweep, call) &&
      (leaves_nothing || deriver->key->mode == REQUEST_FORWARD || leaves_by_unwinding(sweep, call)))
    return false;
  deriver_error(deriver, call, DIAG_UNSUPPORTED, "a call inside try or with cleanups (invoke)");
  return true;
}

bool call_forward(Deriver *deriver, LLVMValueRef call) {
  if (leave_alone(deriver, call) || refuse_invoke(deriver, call))
    return true;
  ArgumentActivity *activities = argument_activities(deriver, call, true);
  Derivative *derivative = callee_derivative(deriver, call, REQUEST_FORWARD, activities);
  if (!derivative)
    return false;
  position_for_call(deriver, call);
  for (unsigned i = 0; i < call_argument_count(call); i++)
    if (activities[i] == ACTIVITY_CONST && passed_is_integer(deriver, call, i))
      forward_check_integer(deriver, LLVMGetOperand(call, i));
  Arguments arguments = {0};
  push_forward_arguments(deriver, call, activities, &arguments);
  if (derivative->key.replayed)
    ARRAY_PUSH(deriver->sweep.arena, arguments, LLVMGetLastParam(deriver->sweep.function));
  LLVMValueRef results = build_forward_call(deriver, call, derivative->function, &arguments);
  LLVMValueRef primal = results, tangents = NULL;
  if (derivative->key.keep_primal_result && derivative->key.result != RETURN_INACTIVE) {
    primal = LLVMBuildExtractValue(deriver->builder, results, 0, "");
    tangents = LLVMBuildExtractValue(deriver->builder, results, 1, "");
  }
  for (unsigned lane = 0; tangents && lane < deriver->width; lane++)
    deriver_set_shadow(deriver, call, lane, lane_of(deriver, tangents, lane));
  deriver_replace_clone(deriver, call, derivative->key.keep_primal_result ? primal : NULL);
  return true;
}

/* For a call whose result is computed again; false if it has to be kept after all. */
static bool recompute_call(Deriver *deriver, LLVMValueRef call, SplitCall *split) {
  bool allowed = recompute_prepare(deriver, call);
  if (allowed && deriver_is_active(deriver, call) && !deriver_has_shadow(deriver, call)) {
    split->derivative = callee_derivative(deriver, call, REQUEST_REVERSE, split->arguments);
    map_set(deriver->taped_calls, call, split);
    return true;
  }
  if (value_has_mark(call, "nocache"))
    deriver_error(deriver, call, DIAG_UNSUPPORTED,
                  "a call with enzyme_nocache: its function uses memory, so that it cannot be "
                  "called again instead of keeping its values");
  return false;
}

bool call_augment(Deriver *deriver, LLVMValueRef call) {
  bool recompute = recompute_is_wanted(call);
  if (rule_of_call(call) || call_is_sum_reduction(call))
    return true;
  if (leave_alone(deriver, call)) {
    if (recompute)
      recompute_prepare(deriver, call);
    return true;
  }
  if (refuse_invoke(deriver, call))
    return true;
  SplitCall *split = ARENA_NEW(deriver->sweep.arena, SplitCall);
  split->arguments = argument_activities(deriver, call, false);
  if (recompute && recompute_call(deriver, call, split))
    return split->derivative != NULL;
  if (!recompute && recompute_pays(deriver, call)) {
    split->derivative = callee_derivative(deriver, call, REQUEST_REVERSE, split->arguments);
    map_set(deriver->taped_calls, call, split);
    return split->derivative != NULL;
  }
  split->derivative = callee_derivative(deriver, call, REQUEST_AUGMENTED, split->arguments);
  if (!split->derivative)
    return false;
  position_for_call(deriver, call);
  Arguments arguments = {0};
  push_forward_arguments(deriver, call, split->arguments, &arguments);
  ARRAY_PUSH(deriver->sweep.arena, arguments, deriver->sweep.tape);
  LLVMValueRef results = build_forward_call(deriver, call, split->derivative->function, &arguments);
  unsigned next = 0;
  split->tape = LLVMBuildExtractValue(deriver->builder, results, next++, "callee.tape");
  LLVMValueRef primal = NULL;
  if (split->derivative->key.keep_primal_result)
    primal = LLVMBuildExtractValue(deriver->builder, results, next++, "");
  if (return_has_shadow(split->derivative->key.result)) {
    LLVMValueRef shadows = LLVMBuildExtractValue(deriver->builder, results, next++, "");
    for (unsigned lane = 0; lane < deriver->width; lane++)
      deriver_set_shadow(deriver, call, lane, lane_of(deriver, shadows, lane));
  }
  deriver_replace_clone(deriver, call, primal);
  if (!release_is_put_off(deriver, call)) /* of which there is nothing to reverse */
    map_set(deriver->taped_calls, call, split);
  return true;
}

bool call_keeps_tape(const Deriver *deriver, LLVMValueRef call) {
  const SplitCall *split = map_get(deriver->taped_calls, call);
  return split && split->tape;
}

static void push_seed(Deriver *deriver, LLVMValueRef call, unsigned lane, Arguments *arguments) {
  LLVMValueRef adjoint = adjoint_take(deriver, call, lane);
  adjoint = byte_move_as(deriver, adjoint, LLVMTypeOf(call));
  build_seed_parts(deriver->sweep.arena, deriver->builder, adjoint, arguments);
}

void call_reverse(Deriver *deriver, LLVMValueRef call) {
  SplitCall *split = map_get(deriver->taped_calls, call);
  Arguments arguments = {0};
  for (unsigned i = 0; i < call_argument_count(call); i++) {
    LLVMValueRef argument = LLVMGetOperand(call, i);
    ARRAY_PUSH(deriver->sweep.arena, arguments, reverse_fetch_primal(deriver, argument));
    if (is_duplicated(split->arguments[i]))
      for (unsigned lane = 0; lane < deriver->width; lane++)
        ARRAY_PUSH(deriver->sweep.arena, arguments, reverse_fetch_shadow(deriver, argument, lane));
  }
  if (split->tape)
    ARRAY_PUSH(deriver->sweep.arena, arguments, deriver->sweep.tape);
  if (return_has_adjoint(split->derivative->key.result))
    for (unsigned lane = 0; lane < deriver->width; lane++)
      push_seed(deriver, call, lane, &arguments);
  if (split->tape)
    ARRAY_PUSH(deriver->sweep.arena, arguments, reverse_fetch(deriver, split->tape));
  const Derivative *derivative = split->derivative;
  LLVMValueRef results =
      build_call(deriver, split->tape ? derivative->gradient : derivative->function, &arguments);
  unsigned count = 0, index = 0;
  for (unsigned i = 0; i < call_argument_count(call); i++)
    count += split->arguments[i] == ACTIVITY_OUT;
  for (unsigned i = 0; i < call_argument_count(call); i++) {
    if (split->arguments[i] != ACTIVITY_OUT)
      continue;
    LLVMValueRef lanes =
        count == 1 ? results : LLVMBuildExtractValue(deriver->builder, results, index++, "");
    for (unsigned lane = 0; lane < deriver->width; lane++)
      adjoint_add(deriver, LLVMGetOperand(call, i), lane, lane_of(deriver, lanes, lane));
  }
}
