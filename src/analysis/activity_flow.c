/* activity_flow.c: forward, what depends on an active input (varied); backward, what an active
 * output depends on (useful). Both are fixed points over one function, by SSA value and by place in
 * memory, blind to the order of stores. */
#include "activity_flow.h"

static bool is_shadowed(Activity *activity, LLVMValueRef pointer) {
  /* A pointer of no known origin (an integer constant, a value made since) may be anything. */
  uint8_t origin = value_origin(activity, pointer);
  return origin == 0 || origin & ORIGIN_SHADOWED;
}

static uint64_t stored_size(const Activity *activity, LLVMTypeRef type) {
  return LLVMStoreSizeOfType(activity->types->layout, type);
}

static uint64_t copied_size(LLVMValueRef copy) {
  uint64_t size = types_length_of(copy);
  return size > INT64_MAX ? INT64_MAX : size;
}

/* Places of unknown objects share the memory fact number 0. */
static Location location_of(const Activity *activity, LLVMValueRef pointer) {
  Location location = {0};
  types_locate(activity->types, pointer, &location);
  return location;
}

static bool is_varied(const Activity *activity, LLVMValueRef value) {
  return value_fact_known(activity, value)->varied;
}

static bool is_useful(const Activity *activity, LLVMValueRef value) {
  return value_fact_known(activity, value)->useful;
}

static bool copy_may_be_float(const Activity *activity, LLVMValueRef copy) {
  uint64_t size = copied_size(copy);
  for (uint64_t i = 0; i < size && i < 64; i++)
    if (byte_may_be_float(types_of_access(activity->types, copy, i)))
      return true;
  return size > 64;
}

/* Pointer arguments of a call that it may read or write derivatives through. */
static void call_objects(Activity *activity, LLVMValueRef call, ObjectArray *objects) {
  for (unsigned i = 0; i < call_argument_count(call); i++) {
    LLVMValueRef argument = LLVMGetOperand(call, i);
    if (value_carries_pointer(activity, argument) && is_shadowed(activity, argument))
      reachable_objects(activity, argument, objects);
  }
}

typedef struct {
  ObjectArray reads, writes;
} CallMemory;

static Object *object_numbered(const Activity *activity, unsigned id) {
  return activity->memory[id].object;
}

static void memory_of_call(Activity *activity, LLVMValueRef call, CallMemory *memory) {
  FunctionList targets = {0};
  if (call_classify(activity, call) == CALL_DEFINED)
    targets = call_callees(activity, call);
  bool unknown = targets.functions.count == 0;
  for (size_t i = 0; i < targets.functions.count; i++) {
    const CalleeSummary *summary = callee_summary(activity, targets.functions.items[i]);
    unknown |= summary->unknown_callee;
    for (size_t j = 0; j < summary->reads.count; j++) {
      Object *object = object_numbered(activity, summary->reads.items[j]);
      if (!objects_contain(&memory->reads, object))
        ARRAY_PUSH(activity->arena, memory->reads, object);
    }
    for (size_t j = 0; j < summary->writes.count; j++) {
      Object *object = object_numbered(activity, summary->writes.items[j]);
      if (!objects_contain(&memory->writes, object))
        ARRAY_PUSH(activity->arena, memory->writes, object);
    }
  }
  if (!unknown)
    return;
  if (bridge_may_read_memory(call))
    call_objects(activity, call, &memory->reads);
  if (!bridge_may_write_memory(call))
    return;
  call_objects(activity, call, &memory->writes);
  /* What it returns may be memory that it has made, and filled. */
  if (value_carries_pointer(activity, call) && is_shadowed(activity, call))
    reachable_objects(activity, call, &memory->writes);
}

static Location whole_of(Object *object) { return (Location){object, 0, 1}; }

/* ---- varied ---- */

static void start_varied(Activity *activity) {
  for (unsigned i = 0; i < LLVMCountParams(activity->function); i++) {
    LLVMValueRef argument = LLVMGetParam(activity->function, i);
    ArgumentActivity kind =
        i < activity->query.argument_count ? activity->query.arguments[i] : ACTIVITY_CONST;
    if (kind == ACTIVITY_CONST || argument_is_inactive(activity->function, i + 1))
      continue;
    if (value_may_be_float(activity, argument))
      mark_varied(activity, argument, NULL);
    if (kind == ACTIVITY_OUT)
      continue;
    ObjectArray objects = {0};
    reachable_objects(activity, argument, &objects);
    for (size_t j = 0; j < objects.count; j++) {
      MemoryEntry *whole = &activity->memory[objects.items[j]->id].whole;
      if (memory_may_hold_float(activity, objects.items[j]) && !whole->varied) {
        whole->varied = true;
        whole->because = argument;
      }
    }
  }
}

/* Globals whose shadow is the user's are inputs. */
static void start_varied_inputs(Activity *activity) {
  ObjectArray objects = {0};
  for (LLVMValueRef global = LLVMGetFirstGlobal(activity->types->module); global;
       global = LLVMGetNextGlobal(global))
    if (request_shadow_of_global(global))
      reachable_objects(activity, global, &objects);
  for (size_t i = 0; i < objects.count; i++)
    if (memory_may_hold_float(activity, objects.items[i]))
      activity->memory[objects.items[i]->id].whole.varied = true;
}

/* A caller, or another call of the function itself, may have stored an active value. */
static void start_varied_globals(Activity *activity) {
  const bool *active = activity->query.module_objects;
  if (!active)
    return;
  ObjectArray objects = {0};
  for (LLVMValueRef global = LLVMGetFirstGlobal(activity->types->module); global;
       global = LLVMGetNextGlobal(global))
    if (value_origin(activity, global) == ORIGIN_SHADOWED)
      reachable_objects(activity, global, &objects);
  for (size_t i = 0; i < objects.count; i++)
    if ((active[0] || active[objects.items[i]->id]) &&
        memory_may_hold_float(activity, objects.items[i]))
      activity->memory[objects.items[i]->id].whole.varied = true;
}

/* What a returned pointer reaches the caller fills with what it likes. */
static void start_varied_results(Activity *activity) {
  if (!return_has_shadow(activity->query.result))
    return;
  ObjectArray objects = {0};
  FOR_EACH_BLOCK (block, activity->function) {
    LLVMValueRef end = LLVMGetBasicBlockTerminator(block);
    if (end && LLVMIsAReturnInst(end) && LLVMGetNumOperands(end) &&
        value_carries_pointer(activity, LLVMGetOperand(end, 0)) &&
        is_shadowed(activity, LLVMGetOperand(end, 0)))
      reachable_objects(activity, LLVMGetOperand(end, 0), &objects);
  }
  for (size_t i = 0; i < objects.count; i++)
    if (memory_may_hold_float(activity, objects.items[i]))
      activity->memory[objects.items[i]->id].whole.varied = true;
}

/* Is it a word of numbers of several types, or of a pair of floats or a pointer? An adjoint comes
 * back to all of it, whatever was stored in its parts. */
static bool holds_several_numbers(const Activity *activity, LLVMValueRef load) {
  if (LLVMGetTypeKind(LLVMTypeOf(load)) != LLVMIntegerTypeKind)
    return false;
  ByteType first = types_of_access(activity->types, load, 0);
  return first.kind == BYTE_CONFLICT ||
         (first.kind == BYTE_MIXED && LLVMGetTypeKind(first.type) == LLVMVectorTypeKind);
}

static void varied_load(Activity *activity, LLVMValueRef load) {
  LLVMValueRef pointer = LLVMGetOperand(load, 0);
  if (!is_shadowed(activity, pointer) || !access_may_be_float(activity, load, LLVMTypeOf(load)))
    return;
  MemoryEntry memory = memory_summary(activity, location_of(activity, pointer),
                                      stored_size(activity, LLVMTypeOf(load)));
  if (!memory.varied)
    return;
  mark_varied(activity, load, memory.because);
  if (holds_several_numbers(activity, load))
    mark_memory_varied(activity, location_of(activity, pointer),
                       stored_size(activity, LLVMTypeOf(load)), load);
}

static void varied_store(Activity *activity, LLVMValueRef store, LLVMValueRef value,
                         LLVMValueRef pointer) {
  if (!is_varied(activity, value))
    return;
  mark_varied(activity, store, value);
  if (is_shadowed(activity, pointer))
    mark_memory_varied(activity, location_of(activity, pointer),
                       stored_size(activity, LLVMTypeOf(value)), store);
}

static void varied_copy(Activity *activity, LLVMValueRef copy, LLVMValueRef to, LLVMValueRef from) {
  if (!is_shadowed(activity, from) || !copy_may_be_float(activity, copy))
    return;
  Location source = location_of(activity, from), target = location_of(activity, to);
  uint64_t size = copied_size(copy);
  MemoryEntry memory = memory_summary(activity, source, size);
  if (!memory.varied)
    return;
  mark_varied(activity, copy, memory.because);
  if (!is_shadowed(activity, to))
    return;
  const MemoryFact *places = &activity->memory[source.object ? source.object->id : 0];
  if (places->whole.varied)
    mark_memory_varied(activity, target, size, copy);
  for (size_t i = 0; i < places->entries.count; i++) {
    MemoryEntry entry = places->entries.items[i];
    if (entry.varied && location_overlaps(source, size, entry.location, entry.size))
      mark_memory_varied(activity, location_counterpart(entry.location, source, target), entry.size,
                         copy);
  }
}

/* Objects that the callee writes and finds for itself, through globals, hold on its entry what
 * start_varied_globals says: they are varied only if some function of the module stores there what
 * varies. */
static bool is_own_constant(Activity *activity, LLVMValueRef call, Object *written,
                            ObjectArray *given) {
  const bool *active = activity->query.module_objects;
  if (!active || active[0] || active[written->id])
    return false;
  if (given->count == 0)
    call_objects(activity, call, given);
  return !objects_contain(given, written);
}

static void varied_call(Activity *activity, LLVMValueRef call) {
  LLVMValueRef because = NULL;
  for (unsigned i = 0; i < call_argument_count(call) && !because; i++)
    if (is_varied(activity, LLVMGetOperand(call, i)))
      because = LLVMGetOperand(call, i);
  CallMemory memory = {0};
  memory_of_call(activity, call, &memory);
  bool varied = because != NULL;
  for (size_t i = 0; i < memory.reads.count && !varied; i++) {
    MemoryEntry read = memory_summary(activity, whole_of(memory.reads.items[i]), INT64_MAX);
    varied = read.varied;
    because = read.because;
  }
  if (!varied)
    return;
  mark_varied(activity, call, because);
  ObjectArray given = {0};
  for (size_t i = 0; i < memory.writes.count; i++)
    if (memory_may_hold_float(activity, memory.writes.items[i]) &&
        !is_own_constant(activity, call, memory.writes.items[i], &given))
      mark_memory_varied(activity, whole_of(memory.writes.items[i]), INT64_MAX, call);
}

static void varied_rule(Activity *activity, LLVMValueRef operation, const Rule *rule) {
  bool instruction = !LLVMIsACallInst(operation) && !LLVMIsAInvokeInst(operation);
  for (unsigned i = 0; i < rule->arity && (int)i < LLVMGetNumOperands(operation); i++)
    if (is_varied(activity, LLVMGetOperand(operation, i)) &&
        (instruction || rule_operand_matters(activity, rule, operation, i)))
      mark_varied(activity, operation, LLVMGetOperand(operation, i));
}

/* A field taken out of an aggregate that was put together here is what was put in. */
static LLVMValueRef extracted_source(LLVMValueRef extract) {
  LLVMValueRef aggregate = LLVMGetOperand(extract, 0);
  while (LLVMIsAInsertValueInst(aggregate) && LLVMGetNumIndices(extract) == 1 &&
         LLVMGetNumIndices(aggregate) == 1) {
    if (LLVMGetIndices(aggregate)[0] == LLVMGetIndices(extract)[0])
      return LLVMGetOperand(aggregate, 1);
    aggregate = LLVMGetOperand(aggregate, 0);
  }
  return aggregate;
}

static void varied_move(Activity *activity, LLVMValueRef value, unsigned first, unsigned end) {
  for (unsigned i = first; i < end && value_may_be_float(activity, value); i++)
    if (is_varied(activity, LLVMGetOperand(value, i)))
      mark_varied(activity, value, LLVMGetOperand(value, i));
}

static void varied_instruction(Activity *activity, LLVMValueRef value) {
  if (instruction_is_inactive(value))
    return;
  switch (LLVMGetInstructionOpcode(value)) {
  case LLVMLoad:
    varied_load(activity, value);
    return;
  case LLVMStore:
    varied_store(activity, value, LLVMGetOperand(value, 0), LLVMGetOperand(value, 1));
    return;
  case LLVMAtomicRMW:
  case LLVMAtomicCmpXchg:
    for (int i = 1; i < LLVMGetNumOperands(value); i++)
      varied_store(activity, value, LLVMGetOperand(value, (unsigned)i), LLVMGetOperand(value, 0));
    if (value_may_be_float(activity, value))
      varied_load(activity, value);
    return;
  case LLVMExtractValue: {
    LLVMValueRef source = extracted_source(value);
    if (is_varied(activity, source) && value_may_be_float(activity, value))
      mark_varied(activity, value, source);
    return;
  }
  case LLVMCall:
  case LLVMInvoke:
  case LLVMCallBr:
    switch (call_classify(activity, value)) {
    case CALL_COPY:
      varied_copy(activity, value, LLVMGetOperand(value, 0), LLVMGetOperand(value, 1));
      return;
    case CALL_ADD:
      varied_copy(activity, value, LLVMGetOperand(value, 1), LLVMGetOperand(value, 0));
      return;
    case CALL_MOVE:
      varied_move(activity, value, 0, call_argument_count(value));
      return;
    case CALL_RULE:
      varied_rule(activity, value, rule_of_call(value));
      return;
    case CALL_DEFINED:
    case CALL_UNKNOWN:
      varied_call(activity, value);
      return;
    default:
      return;
    }
  case LLVMAnd:
  case LLVMTrunc:
  case LLVMFPToSI:
  case LLVMFPToUI:
    if (!types_low_half_alone(activity->types, value))
      varied_move(activity, value, 0, (unsigned)LLVMGetNumOperands(value));
    return;
  default:
    varied_move(activity, value, LLVMIsASelectInst(value) ? 1 : 0,
                (unsigned)LLVMGetNumOperands(value));
  }
}

void varied_compute(Activity *activity) {
  start_varied(activity);
  start_varied_inputs(activity);
  start_varied_globals(activity);
  start_varied_results(activity);
  do {
    activity->changed = false;
    FOR_EACH_BLOCK (block, activity->function)
      FOR_EACH_INSTRUCTION (instruction, block)
        varied_instruction(activity, instruction);
  } while (activity->changed);
}

/* ---- useful ---- */

static void start_useful(Activity *activity) {
  ObjectArray objects = {0};
  for (unsigned i = 0; i < LLVMCountParams(activity->function); i++) {
    LLVMValueRef argument = LLVMGetParam(activity->function, i);
    if (value_origin(activity, argument) & ORIGIN_SHADOWED)
      reachable_objects(activity, argument, &objects);
  }
  /* The caller may look at a global after us. */
  for (LLVMValueRef global = LLVMGetFirstGlobal(activity->types->module); global;
       global = LLVMGetNextGlobal(global))
    if (value_origin(activity, global) == ORIGIN_SHADOWED)
      reachable_objects(activity, global, &objects);
  FOR_EACH_BLOCK (block, activity->function) {
    LLVMValueRef end = LLVMGetBasicBlockTerminator(block);
    if (!end || !LLVMIsAReturnInst(end) || LLVMGetNumOperands(end) == 0 ||
        activity->query.result == RETURN_INACTIVE)
      continue;
    LLVMValueRef result = LLVMGetOperand(end, 0);
    mark_useful(activity, result);
    if (value_carries_pointer(activity, result) && is_shadowed(activity, result))
      reachable_objects(activity, result, &objects);
  }
  for (size_t i = 0; i < objects.count; i++)
    activity->memory[objects.items[i]->id].whole.useful = true;
}

static bool memory_is_useful(Activity *activity, LLVMValueRef pointer, uint64_t size) {
  return is_shadowed(activity, pointer) &&
         memory_summary(activity, location_of(activity, pointer), size).useful;
}

static void useful_copy(Activity *activity, LLVMValueRef copy, LLVMValueRef to, LLVMValueRef from) {
  uint64_t size = copied_size(copy);
  if (!memory_is_useful(activity, to, size) || !is_shadowed(activity, from) ||
      !copy_may_be_float(activity, copy))
    return;
  Location source = location_of(activity, from), target = location_of(activity, to);
  const MemoryFact *places = &activity->memory[target.object ? target.object->id : 0];
  if (places->whole.useful)
    mark_memory_useful(activity, source, size);
  for (size_t i = 0; i < places->entries.count; i++) {
    MemoryEntry entry = places->entries.items[i];
    if (entry.useful && location_overlaps(target, size, entry.location, entry.size))
      mark_memory_useful(activity, location_counterpart(entry.location, target, source),
                         entry.size);
  }
}

static void useful_call(Activity *activity, LLVMValueRef call, CallClass class) {
  CallMemory memory = {0};
  memory_of_call(activity, call, &memory);
  bool useful = is_useful(activity, call);
  for (size_t i = 0; i < memory.writes.count; i++) {
    MemoryEntry written = memory_summary(activity, whole_of(memory.writes.items[i]), INT64_MAX);
    useful |= written.useful;
    /* The callee is differentiated on its own, and cannot tell a shadow that nobody reads from a
     * const argument that it stores an active value to: give it the shadow. */
    if (class == CALL_DEFINED && written.varied)
      mark_memory_useful(activity, whole_of(memory.writes.items[i]), INT64_MAX);
  }
  if (!useful)
    return;
  for (unsigned i = 0; i < call_argument_count(call); i++)
    mark_useful(activity, LLVMGetOperand(call, i));
  for (size_t i = 0; i < memory.reads.count; i++)
    if (memory_may_hold_float(activity, memory.reads.items[i]))
      mark_memory_useful(activity, whole_of(memory.reads.items[i]), INT64_MAX);
}

static void useful_instruction(Activity *activity, LLVMValueRef value) {
  if (instruction_is_inactive(value))
    return;
  LLVMOpcode opcode = LLVMGetInstructionOpcode(value);
  switch (opcode) {
  case LLVMLoad:
    if (is_useful(activity, value) && is_shadowed(activity, LLVMGetOperand(value, 0)))
      mark_memory_useful(activity, location_of(activity, LLVMGetOperand(value, 0)),
                         stored_size(activity, LLVMTypeOf(value)));
    return;
  case LLVMStore:
    if (memory_is_useful(activity, LLVMGetOperand(value, 1),
                         stored_size(activity, LLVMTypeOf(LLVMGetOperand(value, 0)))))
      mark_useful(activity, LLVMGetOperand(value, 0));
    return;
  case LLVMAtomicRMW:
  case LLVMAtomicCmpXchg:
    if (is_useful(activity, value) && is_shadowed(activity, LLVMGetOperand(value, 0)))
      mark_memory_useful(activity, location_of(activity, LLVMGetOperand(value, 0)), 8);
    for (int i = 1; i < LLVMGetNumOperands(value); i++)
      if (memory_is_useful(activity, LLVMGetOperand(value, 0), 8))
        mark_useful(activity, LLVMGetOperand(value, (unsigned)i));
    return;
  case LLVMExtractValue:
    if (is_useful(activity, value)) {
      mark_useful(activity, extracted_source(value));
      mark_useful(activity, LLVMGetOperand(value, 0));
    }
    return;
  case LLVMCall:
  case LLVMInvoke:
  case LLVMCallBr: {
    CallClass class = call_classify(activity, value);
    switch (class) {
    case CALL_COPY:
      useful_copy(activity, value, LLVMGetOperand(value, 0), LLVMGetOperand(value, 1));
      return;
    case CALL_ADD:
      useful_copy(activity, value, LLVMGetOperand(value, 1), LLVMGetOperand(value, 0));
      return;
    case CALL_MOVE:
      for (unsigned i = 0; i < call_argument_count(value) && is_useful(activity, value); i++)
        mark_useful(activity, LLVMGetOperand(value, i));
      return;
    case CALL_RULE: {
      const Rule *rule = rule_of_call(value);
      for (unsigned i = 0; i < rule->arity && is_useful(activity, value); i++)
        if (rule_operand_matters(activity, rule, value, i))
          mark_useful(activity, LLVMGetOperand(value, i));
      return;
    }
    case CALL_DEFINED:
    case CALL_UNKNOWN:
      useful_call(activity, value, class);
      return;
    default:
      return;
    }
  }
  default:
    for (int i = 0; i < LLVMGetNumOperands(value) && is_useful(activity, value); i++)
      if (!LLVMIsABasicBlock(LLVMGetOperand(value, (unsigned)i)))
        mark_useful(activity, LLVMGetOperand(value, (unsigned)i));
  }
}

void useful_compute(Activity *activity) {
  start_useful(activity);
  do {
    activity->changed = false;
    for (LLVMBasicBlockRef block = LLVMGetLastBasicBlock(activity->function); block;
         block = LLVMGetPreviousBasicBlock(block))
      for (LLVMValueRef value = LLVMGetLastInstruction(block); value;
           value = LLVMGetPreviousInstruction(value))
        useful_instruction(activity, value);
  } while (activity->changed);
}
