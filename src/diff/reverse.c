/* Reverse mode: the forward sweep (the primal, with shadows and what calls need for their reverse)
 * followed by the reverse sweep, in one function. Values of the forward sweep are asked for by
 * placeholder; emit/ decides and resolves. */
#include "diff.h"

static LLVMValueRef fetch_function(Deriver *deriver, LLVMTypeRef type) {
  char *printed = LLVMPrintTypeToString(type);
  const char *name = arena_format(deriver->sweep.arena, "adcc.fetch.%s", printed);
  LLVMDisposeMessage(printed);
  LLVMValueRef function = LLVMGetNamedFunction(deriver->diff->module, name);
  if (function)
    return function;
  LLVMTypeRef i32 = LLVMInt32TypeInContext(LLVMGetModuleContext(deriver->diff->module));
  function = LLVMAddFunction(deriver->diff->module, name, LLVMFunctionType(type, &i32, 1, false));
  return function;
}

LLVMValueRef reverse_fetch(Deriver *deriver, LLVMValueRef value) {
  if (!LLVMIsAInstruction(value))
    return value;
  LLVMBasicBlockRef here = LLVMGetInsertBlock(deriver->builder);
  Sweep *sweep = &deriver->sweep;
  for (size_t back = 0; back < 8 && back < sweep->fetches.count; back++) {
    Fetch *recent = &sweep->fetches.items[sweep->fetches.count - 1 - back];
    if (recent->value == value && LLVMGetInstructionParent(recent->placeholder) == here)
      return recent->placeholder;
  }
  LLVMValueRef function = fetch_function(deriver, LLVMTypeOf(value));
  LLVMTypeRef i32 = LLVMInt32TypeInContext(LLVMGetModuleContext(deriver->diff->module));
  LLVMValueRef number = LLVMConstInt(i32, sweep->fetches.count, false);
  LLVMValueRef call =
      LLVMBuildCall2(deriver->builder, LLVMGlobalGetValueType(function), function, &number, 1, "");
  Fetch fetch = {value, call, sweep->point};
  ARRAY_PUSH(sweep->arena, sweep->fetches, fetch);
  return call;
}

LLVMValueRef reverse_fetch_primal(Deriver *deriver, LLVMValueRef primal_value) {
  return reverse_fetch(deriver, deriver_clone_of(deriver, primal_value));
}

LLVMValueRef reverse_fetch_shadow(Deriver *deriver, LLVMValueRef primal_value, unsigned lane) {
  return reverse_fetch(deriver, deriver_shadow(deriver, primal_value, lane));
}

static void reverse_by_rule(Deriver *deriver, LLVMValueRef operation, const Rule *rule) {
  RuleSite site = {deriver, operation};
  RuleBuild build = rule_site_build(&site);
  LLVMValueRef derivative[MAX_WIDTH];
  for (unsigned lane = 0; lane < deriver->width; lane++)
    derivative[lane] = adjoint_take(deriver, operation, lane);
  for (unsigned i = 0; i < rule->arity; i++) {
    LLVMValueRef operand = LLVMGetOperand(operation, i);
    if (!deriver_is_active(deriver, operand))
      continue;
    LLVMValueRef partial = rule->partial(&build, i);
    if (!partial)
      continue;
    for (unsigned lane = 0; lane < deriver->width; lane++)
      adjoint_add(deriver, operand, lane,
                  build_product(deriver, partial, derivative[lane], operation));
  }
}

static void reverse_select(Deriver *deriver, LLVMValueRef select) {
  const Replaced *replaced = replaced_get(deriver, select);
  if (replaced) {
    replaced_reverse_select(deriver, replaced);
    return;
  }
  LLVMValueRef condition = reverse_fetch_primal(deriver, LLVMGetOperand(select, 0));
  LLVMValueRef product = product_guarded(deriver, select);
  if (product)
    condition =
        product_condition(deriver, select, condition, reverse_fetch_primal(deriver, product));
  for (unsigned lane = 0; lane < deriver->width; lane++) {
    LLVMValueRef delta = adjoint_take(deriver, select, lane);
    LLVMValueRef zero = build_zero(LLVMTypeOf(delta));
    if (deriver_is_active(deriver, LLVMGetOperand(select, 1)))
      adjoint_pass(deriver, select, LLVMGetOperand(select, 1), lane,
                   LLVMBuildSelect(deriver->builder, condition, delta, zero, ""));
    if (deriver_is_active(deriver, LLVMGetOperand(select, 2)))
      adjoint_pass(deriver, select, LLVMGetOperand(select, 2), lane,
                   LLVMBuildSelect(deriver->builder, condition, zero, delta, ""));
  }
}

/* Conversions between floating-point types, and copies. */
static void reverse_convert(Deriver *deriver, LLVMValueRef instruction) {
  LLVMValueRef operand = LLVMGetOperand(instruction, 0);
  if (!deriver_is_active(deriver, operand))
    return;
  LLVMTypeRef type = deriver_adjoint_type(deriver, operand);
  for (unsigned lane = 0; lane < deriver->width; lane++) {
    LLVMValueRef delta = adjoint_take(deriver, instruction, lane);
    switch (LLVMGetInstructionOpcode(instruction)) {
    case LLVMFPExt:
      delta = LLVMBuildFPTrunc(deriver->builder, delta, type, "");
      break;
    case LLVMFPTrunc:
      delta = LLVMBuildFPExt(deriver->builder, delta, type, "");
      break;
    default:
      break; /* adjoint_add reinterprets values of one size */
    }
    adjoint_add(deriver, operand, lane, delta);
  }
}

static void reverse_call(Deriver *deriver, LLVMValueRef call) {
  if (memory_is_memory_call(call)) {
    memory_reverse_call(deriver, call);
    return;
  }
  const Rule *rule = rule_of_call(call);
  if (rule) {
    if (deriver_is_active(deriver, call))
      reverse_by_rule(deriver, call, rule);
    return;
  }
  if (call_is_sum_reduction(call)) {
    if (deriver_is_active(deriver, call))
      reverse_sum_reduction(deriver, call);
  } else if (map_has(deriver->taped_calls, call))
    call_reverse(deriver, call);
}

void reverse_instruction(Deriver *deriver, LLVMValueRef instruction) {
  LLVMValueRef clone = map_get(deriver->sweep.clone, instruction);
  LLVMSetCurrentDebugLocation2(deriver->builder, clone && LLVMIsAInstruction(clone)
                                                     ? LLVMInstructionGetDebugLoc(clone)
                                                     : NULL);
  LLVMOpcode opcode = LLVMGetInstructionOpcode(instruction);
  if (opcode == LLVMCall || opcode == LLVMInvoke) {
    reverse_call(deriver, instruction);
    return;
  }
  if (opcode == LLVMStore) {
    if (activity_of_instruction(deriver->sweep.activity, instruction))
      reverse_store(deriver, instruction);
    return;
  }
  if (atomic_is_sum(deriver, instruction)) {
    if (activity_of_instruction(deriver->sweep.activity, instruction))
      atomic_reverse(deriver, instruction);
    return;
  }
  if (!deriver_is_active(deriver, instruction))
    return;
  const Rule *rule = rule_of_instruction(instruction);
  if (rule) {
    reverse_by_rule(deriver, instruction, rule);
    return;
  }
  switch (opcode) {
  case LLVMLoad:
    reverse_load(deriver, instruction);
    return;
  case LLVMSelect:
    /* Of an integer that is but computed with, no adjoint comes: the length of a short text or of a
     * long one, in memory where numbers may lie. */
    if (type_contains_float(deriver_adjoint_type(deriver, instruction)) ||
        !bits_are_consumed(deriver, instruction))
      reverse_select(deriver, instruction);
    return;
  case LLVMFPExt:
  case LLVMFPTrunc:
  case LLVMBitCast:
  case LLVMFreeze:
    if (type_contains_float(deriver_adjoint_type(deriver, instruction)))
      reverse_convert(deriver, instruction);
    return;
  case LLVMExtractElement:
  case LLVMInsertElement:
  case LLVMShuffleVector:
    if (type_contains_float(deriver_adjoint_type(deriver, instruction)))
      reverse_vector(deriver, instruction);
    return;
  case LLVMExtractValue:
  case LLVMInsertValue:
    if (type_contains_float(deriver_adjoint_type(deriver, instruction)))
      reverse_aggregate(deriver, instruction);
    return;
  case LLVMPHI:
  case LLVMAlloca:
  case LLVMGetElementPtr:
  case LLVMPtrToInt:
  case LLVMIntToPtr:
  case LLVMAddrSpaceCast:
  case LLVMSIToFP:
  case LLVMUIToFP:
  case LLVMFPToSI:
  case LLVMFPToUI:
  case LLVMICmp:
  case LLVMFCmp:
    return;
  default:
    if (mixed_is_computed(deriver, instruction))
      return; /* see adjoint_add */
    if (byte_move_reverse(deriver, instruction))
      return;
    if (type_contains_float(deriver_adjoint_type(deriver, instruction)) ||
        LLVMGetTypeKind(LLVMTypeOf(instruction)) == LLVMIntegerTypeKind)
      if (!deriver_has_shadow(deriver, instruction) && !bits_are_consumed(deriver, instruction))
        deriver_error_unsupported(deriver, instruction);
  }
}

/* A number goes where the shadow of a pointer may be left, which would count as its adjoint. */
static void clear_before_number(Deriver *deriver, LLVMValueRef store) {
  LLVMValueRef pointer = LLVMGetOperand(store, 1);
  LLVMTypeRef type = LLVMTypeOf(LLVMGetOperand(store, 0));
  uint64_t size = LLVMStoreSizeOfType(LLVMGetModuleDataLayout(deriver->diff->module), type);
  if (!deriver_has_shadow(deriver, pointer) || !mixed_pointer_blots(deriver, pointer, 0, size))
    return;
  LLVMTypeRef i64 = LLVMInt64TypeInContext(LLVMGetModuleContext(deriver->diff->module));
  LLVMPositionBuilderBefore(deriver->builder, deriver_clone_of(deriver, store));
  for (unsigned lane = 0; lane < deriver->width; lane++)
    mixed_clear_pointers(deriver, pointer, NULL, lane, LLVMConstInt(i64, size, false));
  mixed_check_halves(deriver, store);
}

/* As an integer. Of those too short for one, only what is known to be a part of one. */
static bool stores_address(const Deriver *deriver, LLVMValueRef store, LLVMTypeRef type) {
  LLVMTargetDataRef layout = LLVMGetModuleDataLayout(deriver->diff->module);
  bool integer = LLVMGetTypeKind(type_scalar(type)) == LLVMIntegerTypeKind;
  bool is_short = LLVMStoreSizeOfType(layout, type_scalar(type)) < LLVMPointerSize(layout);
  return integer && types_of_access(deriver->sweep.types, store, 0).kind == BYTE_POINTER &&
         (!is_short || deriver_has_shadow(deriver, LLVMGetOperand(store, 0)));
}

/* The forward sweep: shadows of pointers, and what calls leave for their reverse. */
static void augment_instruction(Deriver *deriver, LLVMValueRef instruction) {
  guard_stop_loss(deriver, instruction);
  guard_stop_text(deriver, instruction);
  marked_address_stop(deriver, instruction);
  distance_instruction(deriver, instruction);
  switch (LLVMGetInstructionOpcode(instruction)) {
  case LLVMCall:
  case LLVMInvoke:
    if (memory_is_memory_call(instruction))
      memory_forward_call(deriver, instruction);
    else
      call_augment(deriver, instruction);
    return;
  case LLVMStore: {
    LLVMValueRef value = LLVMGetOperand(instruction, 0), pointer = LLVMGetOperand(instruction, 1);
    bool pointer_bytes = type_contains_pointer(LLVMTypeOf(value)) ||
                         stores_address(deriver, instruction, LLVMTypeOf(value));
    ByteType byte = types_of_access(deriver->sweep.types, instruction, 0);
    LLVMTypeRef mixed = mixed_number(deriver, LLVMTypeOf(value), byte);
    if (mixed_is_anything(deriver, LLVMTypeOf(value), byte))
      mixed = LLVMDoubleTypeInContext(LLVMGetModuleContext(deriver->diff->module));
    LLVMValueRef *pieces =
        deriver_has_shadow(deriver, pointer) ? address_pieces(deriver, instruction) : NULL;
    if (!pieces && deriver_has_shadow(deriver, pointer))
      address_check_piece(deriver, instruction);
    if (!type_contains_pointer(LLVMTypeOf(value)) && !pieces)
      clear_before_number(deriver, instruction);
    bool integer = shadow_keeps_integer(deriver, instruction);
    if ((!pointer_bytes && !mixed && !integer && !pieces) || !deriver_has_shadow(deriver, pointer))
      return;
    for (unsigned lane = 0; lane < deriver->width; lane++) {
      deriver_position_after(deriver, deriver_clone_of(deriver, instruction));
      LLVMValueRef place = deriver_shadow(deriver, pointer, lane);
      LLVMValueRef inactive = guard_access_inactive(deriver, instruction, LLVMTypeOf(value),
                                                    deriver_clone_of(deriver, pointer), place);
      place = guard_address(deriver, inactive, place, LLVMTypeOf(value));
      LLVMValueRef shadow = pieces    ? pieces[lane]
                            : integer ? deriver_clone_of(deriver, value)
                                      : deriver_shadow(deriver, value, lane);
      if (mixed && !pieces)
        mixed_store_pointers(deriver, shadow, place, mixed, instruction);
      else
        deriver_store(deriver, shadow, place, instruction);
    }
    return;
  }
  case LLVMAtomicRMW:
  case LLVMAtomicCmpXchg:
    if (!atomic_is_sum(deriver, instruction))
      shadow_atomic(deriver, instruction);
    return;
  default:
    if (deriver_has_shadow(deriver, instruction) && !shadow_instruction(deriver, instruction) &&
        LLVMGetTypeKind(LLVMTypeOf(instruction)) == LLVMPointerTypeKind)
      deriver_error(deriver, instruction, DIAG_UNSUPPORTED, "a pointer computed this way");
  }
}

static void collect_postorder(BlockArray *order, Map *seen, Arena *arena, LLVMBasicBlockRef entry) {
  /* Iterative depth-first walk: deep control flow must not exhaust the stack. */
  typedef struct {
    LLVMBasicBlockRef block;
    unsigned next;
  } Visit;
  ARRAY(Visit) stack = {0};
  ARRAY_PUSH(arena, stack, ((Visit){entry, 0}));
  map_set(seen, entry, entry);
  while (stack.count) {
    Visit *top = &stack.items[stack.count - 1];
    LLVMValueRef terminator = LLVMGetBasicBlockTerminator(top->block);
    if (top->next < LLVMGetNumSuccessors(terminator)) {
      LLVMBasicBlockRef next = LLVMGetSuccessor(terminator, top->next++);
      if (!map_has(seen, next)) {
        map_set(seen, next, next);
        ARRAY_PUSH(arena, stack, ((Visit){next, 0}));
      }
      continue;
    }
    ARRAY_PUSH(arena, *order, top->block);
    stack.count--;
  }
}

BlockArray deriver_reverse_postorder(Deriver *deriver) {
  BlockArray order = {0};
  collect_postorder(&order, map_create(deriver->sweep.arena), deriver->sweep.arena,
                    LLVMGetEntryBasicBlock(deriver->sweep.primal));
  for (size_t i = 0; i < order.count / 2; i++) {
    LLVMBasicBlockRef other = order.items[order.count - 1 - i];
    order.items[order.count - 1 - i] = order.items[i];
    order.items[i] = other;
  }
  return order;
}

LLVMValueRef reverse_find_return(LLVMValueRef primal) {
  FOR_EACH_BLOCK (block, primal) {
    LLVMValueRef terminator = LLVMGetBasicBlockTerminator(block);
    if (LLVMGetInstructionOpcode(terminator) == LLVMRet)
      return terminator;
  }
  return NULL;
}

static LLVMValueRef gather_lanes(Deriver *deriver, LLVMValueRef *lanes) {
  if (deriver->width == 1)
    return lanes[0];
  LLVMValueRef all = LLVMGetUndef(LLVMArrayType2(LLVMTypeOf(lanes[0]), deriver->width));
  for (unsigned lane = 0; lane < deriver->width; lane++)
    all = LLVMBuildInsertValue(deriver->builder, all, lanes[lane], lane, "");
  return all;
}

static void build_results(Deriver *deriver, ValueArray results, LLVMTypeRef type,
                          bool always_struct) {
  if (results.count == 0) {
    LLVMBuildRetVoid(deriver->builder);
    return;
  }
  if (results.count == 1 && !always_struct) {
    LLVMBuildRet(deriver->builder, results.items[0]);
    return;
  }
  LLVMValueRef all = LLVMGetUndef(type);
  for (unsigned i = 0; i < results.count; i++)
    all = LLVMBuildInsertValue(deriver->builder, all, results.items[i], i, "");
  LLVMBuildRet(deriver->builder, all);
}

/* In split mode the forward half's own results stand in front of the boundary as stores into this
 * list, so that cutting the function in two finds them. */
static void finish_forward_half(Deriver *deriver, Derivative *derivative, LLVMValueRef returned) {
  Sweep *sweep = &deriver->sweep;
  LLVMTypeRef type = LLVMGetReturnType(LLVMGlobalGetValueType(derivative->function));
  ValueArray results = {0};
  ARRAY_PUSH(
      sweep->arena, results,
      LLVMConstNull(LLVMPointerTypeInContext(LLVMGetModuleContext(deriver->diff->module), 0)));
  if (returned && deriver->key->keep_primal_result)
    ARRAY_PUSH(sweep->arena, results, deriver_clone_of(deriver, returned));
  if (returned && return_has_shadow(deriver->key->result)) {
    LLVMValueRef lanes[MAX_WIDTH];
    for (unsigned lane = 0; lane < deriver->width; lane++)
      lanes[lane] = deriver_shadow(deriver, returned, lane);
    ARRAY_PUSH(sweep->arena, results, gather_lanes(deriver, lanes));
  }
  build_results(deriver, results, type, true);
}

/* The invoke that ends normally here: only then is there something to reverse. Nothing else leads
 * to that place, see prepare_split_invokes. */
static LLVMValueRef invoke_before(LLVMBasicBlockRef block) {
  for (LLVMUseRef use = LLVMGetFirstUse(LLVMBasicBlockAsValue(block)); use;
       use = LLVMGetNextUse(use)) {
    LLVMValueRef user = LLVMGetUser(use);
    if (LLVMIsAInvokeInst(user) && LLVMGetNormalDest(user) == block)
      return user;
  }
  return NULL;
}

bool reverse_emit(Deriver *deriver, Derivative *derivative) {
  Sweep *sweep = &deriver->sweep;
  LLVMContextRef context = LLVMGetModuleContext(deriver->diff->module);
  BlockArray order = deriver_reverse_postorder(deriver);
  distance_find(deriver);
  for (size_t i = 0; i < order.count; i++)
    FOR_EACH_INSTRUCTION (instruction, order.items[i])
      augment_instruction(deriver, instruction);
  shadow_finish_phis(deriver);
  if (deriver->key->recorded && !replay_record(deriver))
    return false;

  sweep->reverse_entry = LLVMAppendBasicBlockInContext(context, sweep->function, "reverse");
  sweep->reverse_exit = LLVMAppendBasicBlockInContext(context, sweep->function, "reverse.exit");
  map_set(sweep->reverse_blocks, sweep->reverse_entry, sweep->reverse_entry);
  map_set(sweep->reverse_blocks, sweep->reverse_exit, sweep->reverse_exit);
  if (!control_create_blocks(deriver))
    return false;
  replaced_find(deriver);

  LLVMValueRef primal_return = reverse_find_return(sweep->primal);
  LLVMValueRef returned =
      primal_return && LLVMGetNumOperands(primal_return) ? LLVMGetOperand(primal_return, 0) : NULL;
  if (!primal_return) { /* never returns: the reverse sweep is unreachable */
    LLVMPositionBuilderAtEnd(deriver->builder, sweep->reverse_entry);
    LLVMBuildUnreachable(deriver->builder);
    LLVMPositionBuilderAtEnd(deriver->builder, sweep->reverse_exit);
    LLVMBuildUnreachable(deriver->builder);
    for (size_t i = 0; i < order.count; i++) {
      LLVMPositionBuilderAtEnd(deriver->builder, map_get(deriver->reverse_of, order.items[i]));
      LLVMBuildUnreachable(deriver->builder);
    }
    return true;
  }
  LLVMValueRef clone_return = deriver_clone_of(deriver, primal_return);
  LLVMPositionBuilderBefore(deriver->builder, clone_return);
  LLVMSetCurrentDebugLocation2(deriver->builder, LLVMInstructionGetDebugLoc(clone_return));
  if (sweep->split)
    finish_forward_half(deriver, derivative, returned);
  sweep->boundary = LLVMBuildBr(deriver->builder, sweep->reverse_entry);
  if (sweep->split) { /* a block has one terminator: the half's return waits in one of its own */
    LLVMValueRef half_return = LLVMGetPreviousInstruction(sweep->boundary);
    LLVMBasicBlockRef half =
        LLVMAppendBasicBlockInContext(context, sweep->function, "forward.return");
    LLVMInstructionRemoveFromParent(half_return);
    LLVMPositionBuilderAtEnd(deriver->builder, half);
    LLVMInsertIntoBuilder(deriver->builder, half_return);
    LLVMPositionBuilderBefore(deriver->builder, sweep->boundary);
    LLVMTypeRef i1 = LLVMInt1TypeInContext(context);
    LLVMValueRef choice = LLVMBuildFreeze(deriver->builder, LLVMGetPoison(i1), "boundary");
    LLVMValueRef branch = LLVMBuildCondBr(deriver->builder, choice, half, sweep->reverse_entry);
    LLVMInstructionEraseFromParent(sweep->boundary);
    sweep->boundary = branch;
  }
  deriver_replace_clone(deriver, primal_return, NULL);

  LLVMBasicBlockRef return_block = LLVMGetInstructionParent(primal_return);
  for (size_t i = order.count; i-- > 0;) {
    LLVMBasicBlockRef block = order.items[i];
    LLVMPositionBuilderAtEnd(deriver->builder, map_get(deriver->reverse_of, block));
    LLVMValueRef instruction = LLVMGetLastInstruction(block);
    if (block == return_block)
      instruction = LLVMGetPreviousInstruction(instruction);
    for (; instruction; instruction = LLVMGetPreviousInstruction(instruction)) {
      sweep->point = instruction;
      if (LLVMGetInstructionOpcode(instruction) != LLVMPHI && !LLVMIsAInvokeInst(instruction))
        reverse_instruction(deriver, instruction);
    }
    sweep->point = LLVMGetFirstInstruction(block);
    LLVMValueRef invoke = invoke_before(block);
    if (invoke)
      reverse_instruction(deriver, invoke);
    if (!control_finish_block(deriver, block))
      return false;
  }
  sweep->point = NULL;

  LLVMPositionBuilderAtEnd(deriver->builder, sweep->reverse_entry);
  if (returned && return_has_adjoint(deriver->key->result))
    for (unsigned lane = 0; lane < deriver->width; lane++)
      adjoint_add(deriver, returned, lane, derivative_seed(deriver, returned, lane));
  LLVMBuildBr(deriver->builder, map_get(deriver->reverse_of, return_block));

  LLVMPositionBuilderAtEnd(deriver->builder, sweep->reverse_exit);
  ValueArray results = {0};
  if (!sweep->split && deriver->key->keep_primal_result && returned)
    ARRAY_PUSH(sweep->arena, results, reverse_fetch_primal(deriver, returned));
  for (size_t i = 0; i < deriver->key->argument_count; i++) {
    if (deriver->key->arguments[i] != ACTIVITY_OUT)
      continue;
    LLVMValueRef argument = LLVMGetParam(sweep->primal, (unsigned)i);
    LLVMValueRef lanes[MAX_WIDTH];
    LLVMTypeRef of_argument = LLVMTypeOf(argument);
    for (unsigned lane = 0; lane < deriver->width; lane++) {
      lanes[lane] = LLVMConstNull(of_argument);
      if (deriver_is_active(deriver, argument))
        lanes[lane] = adjoint_read(deriver, argument, lane);
      /* Floating point inside an integer: its adjoint type has the same size. */
      lanes[lane] = byte_move_as(deriver, lanes[lane], of_argument);
    }
    ARRAY_PUSH(sweep->arena, results, gather_lanes(deriver, lanes));
  }
  late_stores_emit(deriver);
  LLVMTypeRef type = LLVMGetReturnType(
      LLVMGlobalGetValueType(sweep->split ? derivative->gradient : derivative->function));
  build_results(deriver, results, type, false);
  return !deriver->failed;
}
