/* Forward mode in two halves (augmentfwd, fwdsplit): the first is the primal, which logs what it
 * reads; the second a forward derivative that takes those values from the log in the same order of
 * execution, and leaves the primal's memory alone. What depends on addresses of one run is logged
 * too. Where the same tape also serves the reverse half, the first is the augmented primal, with
 * the same log. Requires canonical functions, all from one preparation, so that the halves agree.
 */
#include "diff.h"

LLVMValueRef replay_callee(const DiffContext *diff, LLVMValueRef call) {
  LLVMValueRef callee = LLVMIsACallInst(call) ? call_direct_callee(call) : NULL;
  if (!callee || map_has(diff->canonical, callee) || custom_split_rule(diff, callee))
    return callee;
  const DerivativeKey forward = {.mode = REQUEST_FORWARD};
  return custom_has_rule(diff, callee, &forward) ? NULL : map_get(diff->bodies, callee);
}

ValueArray replay_split_rules(const DiffContext *diff, LLVMValueRef canonical) {
  ValueArray reached = {0}, found = {0};
  Map *seen = map_create(diff->arena);
  ARRAY_PUSH(diff->arena, reached, canonical);
  for (size_t i = 0; i < reached.count; i++)
    FOR_EACH_BLOCK (block, reached.items[i])
      FOR_EACH_INSTRUCTION (instruction, block) {
        LLVMValueRef callee = replay_callee(diff, instruction);
        if (!callee || map_has(seen, callee))
          continue;
        map_set(seen, callee, callee);
        if (custom_split_rule(diff, callee))
          ARRAY_PUSH(diff->arena, found, callee);
        else
          ARRAY_PUSH(diff->arena, reached, callee);
      }
  return found;
}

/* Is the result something that the second half could not compute? */
static bool is_logged(const DiffContext *diff, LLVMValueRef instruction) {
  switch (LLVMGetInstructionOpcode(instruction)) {
  case LLVMLoad:
  case LLVMAtomicRMW:
  case LLVMAtomicCmpXchg:
  case LLVMPtrToInt:
  case LLVMVAArg:
    return true;
  case LLVMAlloca:
    return bridge_pointer_may_be_captured(instruction);
  case LLVMICmp:
    return LLVMGetTypeKind(type_scalar(LLVMTypeOf(LLVMGetOperand(instruction, 0)))) ==
           LLVMPointerTypeKind;
  case LLVMCall:
    return LLVMGetTypeKind(LLVMTypeOf(instruction)) != LLVMVoidTypeKind &&
           !rule_of_call(instruction) && !call_is_sum_reduction(instruction) &&
           !replay_callee(diff, instruction);
  default:
    return false;
  }
}

/* Found once for all halves: plans of derivatives that are made between two of them leave
 * computations of addresses in the function. */
const Map *replay_logged(DiffContext *diff, LLVMValueRef canonical) {
  Map *logged = map_get(diff->logged, canonical);
  if (logged)
    return logged;
  logged = map_create(diff->arena);
  FOR_EACH_BLOCK (block, canonical)
    FOR_EACH_INSTRUCTION (instruction, block)
      if (is_logged(diff, instruction))
        map_set(logged, instruction, instruction);
  map_set(diff->logged, canonical, logged);
  return logged;
}

/* Is it there only for what it does to memory or to the outside? */
static bool is_effect(const DiffContext *diff, LLVMValueRef instruction) {
  switch (LLVMGetInstructionOpcode(instruction)) {
  case LLVMStore:
  case LLVMFence:
    return true;
  case LLVMCall:
    return LLVMGetTypeKind(LLVMTypeOf(instruction)) == LLVMVoidTypeKind &&
           !replay_callee(diff, instruction);
  default:
    return false;
  }
}

LLVMValueRef replay_log_place(DiffContext *diff, LLVMBuilderRef builder, LLVMValueRef log,
                              LLVMTypeRef type, bool records) {
  const char *name = records ? "adcc_log_push" : "adcc_log_next";
  LLVMContextRef context = LLVMGetModuleContext(diff->module);
  LLVMTypeRef pointer = LLVMPointerTypeInContext(context, 0);
  LLVMTypeRef parameters[] = {pointer, LLVMInt64TypeInContext(context)};
  LLVMTypeRef function_type = LLVMFunctionType(pointer, parameters, 2, false);
  LLVMValueRef function = LLVMGetNamedFunction(diff->module, name);
  if (!function)
    function = LLVMAddFunction(diff->module, name, function_type);
  uint64_t bytes = LLVMStoreSizeOfType(LLVMGetModuleDataLayout(diff->module), type);
  LLVMValueRef arguments[] = {log, LLVMConstInt(parameters[1], bytes, false)};
  return LLVMBuildCall2(builder, function_type, function, arguments, 2, "");
}

/* The value logged at this point of the run, at the builder's position. */
static LLVMValueRef logged_value(DiffContext *diff, LLVMBuilderRef builder, LLVMValueRef log,
                                 LLVMTypeRef type) {
  LLVMValueRef place = replay_log_place(diff, builder, log, type, false);
  LLVMValueRef value = LLVMBuildLoad2(builder, type, place, "");
  LLVMSetAlignment(value, 1);
  return value;
}

static void log_value(DiffContext *diff, LLVMBuilderRef builder, LLVMValueRef log,
                      LLVMValueRef value) {
  LLVMPositionBuilderBefore(builder, build_point_after(value));
  LLVMSetCurrentDebugLocation2(builder, LLVMInstructionGetDebugLoc(value));
  LLVMValueRef place = replay_log_place(diff, builder, log, LLVMTypeOf(value), true);
  LLVMSetAlignment(LLVMBuildStore(builder, value, place), 1);
}

typedef enum { RECORDING, REPLAYING } Half;

static LLVMValueRef plain_half(DiffContext *diff, LLVMValueRef canonical, Half half);

/* The call, ahead of itself, of the same half of its callee. */
static LLVMValueRef call_half(DiffContext *diff, LLVMBuilderRef builder, LLVMValueRef call,
                              LLVMValueRef log, Half half) {
  LLVMValueRef callee = plain_half(diff, replay_callee(diff, call), half);
  unsigned count = call_argument_count(call);
  LLVMValueRef *arguments = ARENA_ARRAY(diff->arena, LLVMValueRef, count + 1);
  for (unsigned k = 0; k < count; k++)
    arguments[k] = LLVMGetOperand(call, k);
  arguments[count] = log;
  LLVMPositionBuilderBefore(builder, call);
  LLVMSetCurrentDebugLocation2(builder, LLVMInstructionGetDebugLoc(call));
  return LLVMBuildCall2(builder, LLVMGlobalGetValueType(callee), callee, arguments, count + 1, "");
}

/* Calls of canonical functions go to the same half of those. */
static void retarget_calls(DiffContext *diff, LLVMBuilderRef builder, LLVMValueRef function,
                           Half half) {
  ValueArray calls = {0};
  FOR_EACH_BLOCK (block, function)
    FOR_EACH_INSTRUCTION (instruction, block)
      if (replay_callee(diff, instruction))
        ARRAY_PUSH(diff->arena, calls, instruction);
  for (size_t i = 0; i < calls.count; i++) {
    LLVMValueRef call = calls.items[i];
    LLVMReplaceAllUsesWith(call, call_half(diff, builder, call, LLVMGetLastParam(function), half));
    LLVMInstructionEraseFromParent(call);
  }
}

/* The same in a function under derivation, for calls that it left alone. */
static void retarget_clones(Deriver *deriver, LLVMValueRef log, Half half) {
  DiffContext *diff = deriver->diff;
  FOR_EACH_BLOCK (block, deriver->sweep.primal)
    FOR_EACH_INSTRUCTION (primal, block) {
      LLVMValueRef clone = deriver_clone_of(deriver, primal);
      if (clone != primal && replay_callee(diff, primal) && replay_callee(diff, clone))
        deriver_replace_clone(deriver, primal, call_half(diff, deriver->builder, clone, log, half));
    }
}

/* What the second half could not do without the memory of the first. A call that never returns is
 * not followed, unless what it throws is caught: the run that is logged did not come there. */
static const char *refusal(LLVMValueRef instruction, const Map *returning) {
  static const char exceptions[] = "fwdsplit through exceptions";
  if (LLVMIsAInvokeInst(instruction))
    return bridge_wont_return(instruction) && !map_has(returning, LLVMGetUnwindDest(instruction))
               ? NULL
               : exceptions;
  LLVMValueRef callee = LLVMIsACallInst(instruction) ? call_direct_callee(instruction) : NULL;
  const LibraryFunction *row = callee ? library_function(callee) : NULL;
  if (row && row->kind == LIBFN_CATCH && map_has(returning, LLVMGetInstructionParent(instruction)))
    return exceptions;
  return row && row->kind >= LIBFN_TAPE_PUSH && row->kind <= LIBFN_TAPE_OTHER
             ? "fwdsplit of a function that itself takes a derivative in reverse mode"
             : NULL;
}

static bool can_be_logged(const DiffContext *diff, LLVMValueRef function) {
  bool fine = true;
  const Map *returning = blocks_that_return(diff->arena, function);
  FOR_EACH_BLOCK (block, function)
    FOR_EACH_INSTRUCTION (instruction, block) {
      const char *what = refusal(instruction, returning);
      if (what)
        diag_at(diff->sink, instruction, DIAG_UNSUPPORTED, what);
      fine = fine && !what;
    }
  return fine;
}

typedef struct {
  DiffContext *diff;
  const Map *logged; /* of the canonical function */
  Half half;
  ValueArray work; /* of the clone: what is logged, and what the second half does without */
  Map *of_log;
} PlainClone;

static void visit_clone(void *context, LLVMValueRef from, LLVMValueRef to) {
  PlainClone *clone = context;
  bool logged = map_has(clone->logged, from);
  bool effect =
      clone->half == REPLAYING && LLVMIsAInstruction(from) && is_effect(clone->diff, from);
  if (!logged && !effect)
    return;
  ARRAY_PUSH(clone->diff->arena, clone->work, to);
  if (logged)
    map_set(clone->of_log, to, to);
}

/* The function without derivatives, with the log as its last parameter. */
static LLVMValueRef plain_half(DiffContext *diff, LLVMValueRef canonical, Half half) {
  Map *halves = half == RECORDING ? diff->recorded : diff->replayed;
  if (map_has(halves, canonical))
    return map_get(halves, canonical);
  LLVMTypeRef type = LLVMGlobalGetValueType(canonical);
  unsigned count = LLVMCountParamTypes(type);
  LLVMTypeRef *parameters = ARENA_ARRAY(diff->arena, LLVMTypeRef, count + 1);
  LLVMGetParamTypes(type, parameters);
  parameters[count] = LLVMPointerTypeInContext(LLVMGetModuleContext(diff->module), 0);
  type = LLVMFunctionType(LLVMGetReturnType(type), parameters, count + 1, false);
  const char *name = arena_format(diff->arena, "%s.%s", half == RECORDING ? "recorded" : "replayed",
                                  LLVMGetValueName2(canonical, &(size_t){0}));
  bool by_rule = custom_split_rule(diff, canonical);
  PlainClone clone = {.diff = diff,
                      .logged = replay_logged(diff, canonical),
                      .half = half,
                      .of_log = map_create(diff->arena)};
  LLVMValueRef function =
      by_rule ? LLVMAddFunction(diff->module, name, type)
              : bridge_clone_function(canonical, type, name, NULL, visit_clone, &clone);
  map_set(halves, canonical, function);
  LLVMSetLinkage(function, LLVMInternalLinkage);
  LLVMSetFunctionCallConv(function, LLVMCCallConv);
  if (by_rule) {
    build_copy_processor(function, canonical);
    custom_emit_plain_half(diff, canonical, function, half == RECORDING);
    return function;
  }
  if (half == RECORDING)
    can_be_logged(diff, canonical);
  derivative_drop_promises(function, count + 1);
  LLVMBuilderRef builder = LLVMCreateBuilderInContext(LLVMGetModuleContext(diff->module));
  LLVMValueRef log = LLVMGetLastParam(function);
  for (size_t i = 0; i < clone.work.count; i++) {
    LLVMValueRef instruction = clone.work.items[i];
    if (half == RECORDING) {
      log_value(diff, builder, log, instruction);
      continue;
    }
    if (map_has(clone.of_log, instruction)) {
      LLVMPositionBuilderBefore(builder, instruction);
      LLVMReplaceAllUsesWith(instruction,
                             logged_value(diff, builder, log, LLVMTypeOf(instruction)));
    }
    LLVMInstructionEraseFromParent(instruction);
  }
  retarget_calls(diff, builder, function, half);
  LLVMDisposeBuilder(builder);
  return function;
}

LLVMValueRef replay_recorded(DiffContext *diff, LLVMValueRef canonical) {
  return plain_half(diff, canonical, RECORDING);
}

/* Logging is by instruction of the primal, in the order in which it executes them. */
static bool collect_logged(Deriver *deriver, bool effects, ValueArray *work) {
  DiffContext *diff = deriver->diff;
  const Map *logged = replay_logged(diff, deriver->sweep.primal);
  if (!can_be_logged(diff, deriver->sweep.primal)) {
    deriver->failed = true;
    return false;
  }
  FOR_EACH_BLOCK (block, deriver->sweep.primal)
    FOR_EACH_INSTRUCTION (instruction, block) {
      if (map_has(logged, instruction) || (effects && is_effect(diff, instruction)))
        ARRAY_PUSH(deriver->sweep.arena, *work, instruction);
    }
  return true;
}

/* Where the blocks that the call gave have their shadows, which the log keeps beside its result. */
static void log_shadows(Deriver *deriver, LLVMValueRef log, LLVMValueRef call) {
  LLVMTypeRef i32 = LLVMInt32TypeInContext(LLVMGetModuleContext(deriver->diff->module));
  if (!LLVMIsACallInst(call) || !map_has(deriver->shadow, call))
    return;
  for (unsigned lane = 0; lane < deriver->width; lane++) {
    LLVMValueRef shadow = deriver_shadow(deriver, call, lane);
    deriver_position_after(deriver, shadow);
    LLVMValueRef arguments[] = {log, shadow, LLVMConstInt(i32, lane, false)};
    deriver_call_runtime(deriver, "adcc_log_add_shadow", NULL, arguments, 3);
  }
}

bool replay_has_shadows(const Deriver *deriver) {
  return deriver->key->mode == REQUEST_FORWARD && deriver->key->replayed;
}

bool replay_knows_variable(const Deriver *deriver, LLVMValueRef alloca) {
  return replay_has_shadows(deriver) &&
         map_has(replay_logged(deriver->diff, deriver->sweep.primal), alloca);
}

LLVMValueRef replay_shadow(Deriver *deriver, LLVMValueRef bytes, LLVMValueRef old, unsigned lane) {
  LLVMContextRef context = LLVMGetModuleContext(deriver->diff->module);
  LLVMTypeRef pointer = LLVMPointerTypeInContext(context, 0);
  LLVMValueRef arguments[] = {LLVMGetLastParam(deriver->sweep.function), bytes,
                              old ? old : LLVMConstNull(pointer),
                              LLVMConstInt(LLVMInt32TypeInContext(context), lane, false)};
  return deriver_call_runtime(deriver, "adcc_log_shadow", pointer, arguments, 4);
}

bool replay_record(Deriver *deriver) {
  ValueArray work = {0};
  if (!collect_logged(deriver, false, &work))
    return false;
  LLVMPositionBuilderBefore(
      deriver->builder, LLVMGetFirstInstruction(LLVMGetEntryBasicBlock(deriver->sweep.function)));
  LLVMValueRef log = deriver_call_runtime(deriver, "adcc_tape_log", LLVMTypeOf(deriver->sweep.tape),
                                          &deriver->sweep.tape, 1);
  for (size_t i = 0; i < work.count; i++) {
    LLVMValueRef clone = deriver_clone_of(deriver, work.items[i]);
    if (clone == work.items[i] || !LLVMIsAInstruction(clone)) {
      deriver_error(deriver, work.items[i], DIAG_UNSUPPORTED, "fwdsplit through this instruction");
      return false;
    }
    log_value(deriver->diff, deriver->builder, log, clone);
    if (deriver->key->logs_shadows)
      log_shadows(deriver, log, work.items[i]);
  }
  retarget_clones(deriver, log, RECORDING);
  return true;
}

bool replay_finish(Deriver *deriver) {
  DiffContext *diff = deriver->diff;
  ValueArray work = {0};
  const Map *logged = replay_logged(diff, deriver->sweep.primal);
  if (!collect_logged(deriver, true, &work))
    return false;
  LLVMValueRef log = LLVMGetLastParam(deriver->sweep.function);
  for (size_t i = 0; i < work.count; i++) {
    LLVMValueRef primal = work.items[i], clone = deriver_clone_of(deriver, primal);
    /* Forward mode may have put something else in its place: the result of a user's rule. */
    if (!LLVMIsAInstruction(clone) || clone == primal)
      continue;
    LLVMPositionBuilderBefore(deriver->builder, clone);
    LLVMSetCurrentDebugLocation2(deriver->builder, LLVMInstructionGetDebugLoc(clone));
    deriver_replace_clone(deriver, primal,
                          map_has(logged, primal)
                              ? logged_value(diff, deriver->builder, log, LLVMTypeOf(clone))
                              : NULL);
  }
  retarget_clones(deriver, log, REPLAYING);
  return true;
}
