/* activity_origin.c: which pointers come from memory that can have a shadow, and which from const
 * arguments. A forward fixed point over one function; memory is followed by location, so that a
 * structure of const and dup pointers does not mix them. */
#include "activity_flow.h"

static void add_origin(Activity *activity, LLVMValueRef value, uint8_t origin) {
  ValueFact *fact = value_fact(activity, value);
  if ((fact->origin | origin) != fact->origin) {
    fact->origin |= origin;
    activity->changed = true;
  }
}

static void add_memory_origin(Activity *activity, MemoryEntry *entry, uint8_t origin) {
  if ((entry->origin | origin) != entry->origin) {
    entry->origin |= origin;
    activity->changed = true;
  }
}

static void start_arguments(Activity *activity) {
  for (unsigned i = 0; i < LLVMCountParams(activity->function); i++) {
    LLVMValueRef argument = LLVMGetParam(activity->function, i);
    ArgumentActivity kind =
        i < activity->query.argument_count ? activity->query.arguments[i] : ACTIVITY_CONST;
    if (kind == ACTIVITY_CONST || argument_is_inactive(activity->function, i + 1)) {
      add_origin(activity, argument, ORIGIN_CONST);
      continue;
    }
    if (kind == ACTIVITY_OUT)
      continue;
    add_origin(activity, argument, ORIGIN_SHADOWED);
    ObjectArray objects = {0};
    reachable_objects(activity, argument, &objects);
    for (size_t j = 0; j < objects.count; j++)
      add_memory_origin(activity, &activity->memory[objects.items[j]->id].whole, ORIGIN_SHADOWED);
  }
}

static bool is_kept(const Activity *activity, LLVMValueRef global) {
  return activity->query.kept_globals && map_has(activity->query.kept_globals, global);
}

static void start_globals(Activity *activity) {
  for (LLVMValueRef global = LLVMGetFirstGlobal(activity->types->module); global;
       global = LLVMGetNextGlobal(global)) {
    Location location;
    if (types_locate(activity->types, global, &location) &&
        value_origin(activity, global) == ORIGIN_SHADOWED)
      add_memory_origin(
          activity, &activity->memory[location.object->id].whole,
          ORIGIN_SHADOWED |
              (is_kept(activity, global) || global_leads_outside(global) ? ORIGIN_CONST : 0));
  }
}

static uint8_t loaded_origin(Activity *activity, LLVMValueRef pointer, uint64_t size) {
  uint8_t through = value_origin(activity, pointer);
  uint8_t origin = through & (ORIGIN_CONST | ORIGIN_TABLE);
  Location location;
  if (through & ORIGIN_SHADOWED && types_locate(activity->types, pointer, &location))
    origin |= memory_summary(activity, location, size).origin;
  return origin;
}

/* A callee may store any pointer that it was given, or finds, wherever it can reach. It can only
 * store a pointer where unification has seen that it fits. */
static void origin_of_call(Activity *activity, LLVMValueRef call) {
  LLVMValueRef callee = call_direct_callee(call);
  const LibraryFunction *row = callee ? library_function(callee) : NULL;
  if (row && row->kind == LIBFN_OUTSIDE) {
    add_origin(activity, call, ORIGIN_CONST);
    return;
  }
  bool pointer_result = value_carries_pointer(activity, call);
  CallClass class = call_classify(activity, call);
  if (pointer_result && class == CALL_IGNORED && !row) { /* the user's own; it gives one pointer */
    add_origin(activity, call, ORIGIN_CONST);
    return;
  }
  ObjectArray results = {0};
  if (pointer_result)
    reachable_objects(activity, call, &results);
  uint8_t origin = 0;
  bool writes = (class == CALL_DEFINED || class == CALL_UNKNOWN) && bridge_may_write_memory(call);
  ObjectArray written = {0};
  for (unsigned i = 0; i < call_argument_count(call); i++) {
    LLVMValueRef argument = LLVMGetOperand(call, i);
    if (!value_carries_pointer(activity, argument))
      continue;
    if (value_origin(activity, argument) & ORIGIN_SHADOWED && writes)
      reachable_objects(activity, argument, &written);
    ObjectArray objects = {0};
    reachable_objects(activity, argument, &objects);
    Location direct;
    if (results.count == 0 || !objects_contain(&objects, results.items[0]))
      continue;
    if (types_locate(activity->types, argument, &direct) && direct.object == results.items[0])
      origin |= value_origin(activity, argument);
    else
      origin |= loaded_origin(activity, argument, INT64_MAX);
  }
  if (pointer_result)
    add_origin(activity, call, origin ? origin : ORIGIN_SHADOWED);
  for (size_t j = 0; j < written.count; j++) {
    MemoryEntry *whole = &activity->memory[written.items[j]->id].whole;
    add_memory_origin(activity, whole, ORIGIN_SHADOWED);
    for (unsigned i = 0; i < call_argument_count(call); i++) {
      LLVMValueRef argument = LLVMGetOperand(call, i);
      Location target;
      if (value_origin(activity, argument) != ORIGIN_CONST ||
          !types_locate(activity->types, argument, &target))
        continue;
      const Object *object = written.items[j];
      for (size_t k = 0; k < object->slots.count; k++) {
        Cell *cell = cell_find(object->slots.items[k].cell);
        if (cell->link.object && location_root(cell->link).object == target.object)
          add_memory_origin(activity, whole, ORIGIN_CONST);
      }
    }
  }
}

static void origin_of_copy(Activity *activity, LLVMValueRef copy) {
  LLVMValueRef to = LLVMGetOperand(copy, 0), from = LLVMGetOperand(copy, 1);
  Location target, source;
  if (!(value_origin(activity, to) & ORIGIN_SHADOWED) ||
      !types_locate(activity->types, to, &target))
    return;
  uint64_t size = types_length_of(copy);
  uint64_t reach = size > INT64_MAX ? INT64_MAX : size;
  uint8_t through = value_origin(activity, from);
  if (through & (ORIGIN_CONST | ORIGIN_TABLE))
    add_memory_origin(activity, memory_entry(activity, target, reach),
                      through & (ORIGIN_CONST | ORIGIN_TABLE));
  if (!(through & ORIGIN_SHADOWED) || !types_locate(activity->types, from, &source))
    return;
  /* What the source has as a whole, and each of its places at its own distance. */
  const MemoryFact *memory = &activity->memory[source.object->id];
  add_memory_origin(activity, memory_entry(activity, target, reach), memory->whole.origin);
  for (size_t i = 0; i < memory->entries.count; i++) {
    MemoryEntry entry = memory->entries.items[i];
    if (!entry.origin || !location_overlaps(source, reach, entry.location, entry.size))
      continue;
    Location place = location_counterpart(entry.location, source, target);
    add_memory_origin(activity, memory_entry(activity, place, entry.size), entry.origin);
  }
}

/* Moves, selections, address arithmetic, and structures put together: of what they are made of,
 * lengths and offsets beside a pointer are no place that it comes from. */
static uint8_t combined_origin(Activity *activity, LLVMValueRef value) {
  uint8_t of_pointers = 0, of_all = 0;
  for (int i = LLVMIsASelectInst(value) ? 1 : 0; i < LLVMGetNumOperands(value); i++) {
    LLVMValueRef operand = LLVMGetOperand(value, (unsigned)i);
    uint8_t origin = LLVMIsABasicBlock(operand) ? 0 : value_origin(activity, operand);
    of_all |= origin;
    if (origin & ~of_pointers && value_carries_pointer(activity, operand))
      of_pointers |= origin;
  }
  return of_pointers ? of_pointers : of_all;
}

/* A field taken out of an aggregate that was put together here is what was put in. */
static uint8_t extracted_origin(Activity *activity, LLVMValueRef extract) {
  LLVMValueRef aggregate = LLVMGetOperand(extract, 0);
  const unsigned *wanted = LLVMGetIndices(extract);
  while (LLVMIsAInsertValueInst(aggregate) && LLVMGetNumIndices(extract) == 1 &&
         LLVMGetNumIndices(aggregate) == 1) {
    if (LLVMGetIndices(aggregate)[0] == wanted[0])
      return value_origin(activity, LLVMGetOperand(aggregate, 1));
    aggregate = LLVMGetOperand(aggregate, 0);
  }
  return value_origin(activity, aggregate);
}

static void origin_of_instruction(Activity *activity, LLVMValueRef value) {
  LLVMOpcode opcode = LLVMGetInstructionOpcode(value);
  switch (opcode) {
  case LLVMAlloca:
    add_origin(activity, value, ORIGIN_SHADOWED);
    return;
  case LLVMLoad:
    if (value_carries_pointer(activity, value))
      add_origin(activity, value,
                 loaded_origin(activity, LLVMGetOperand(value, 0),
                               LLVMStoreSizeOfType(activity->types->layout, LLVMTypeOf(value))));
    return;
  case LLVMStore: {
    LLVMValueRef stored = LLVMGetOperand(value, 0), pointer = LLVMGetOperand(value, 1);
    Location location;
    uint8_t origin = value_carries_pointer(activity, stored) ? value_origin(activity, stored) : 0;
    if (origin && types_locate(activity->types, pointer, &location)) {
      uint64_t size = LLVMStoreSizeOfType(activity->types->layout, LLVMTypeOf(stored));
      add_memory_origin(activity, memory_entry(activity, location, size), origin);
    }
    return;
  }
  case LLVMAtomicRMW:
  case LLVMAtomicCmpXchg: {
    Location location;
    uint8_t origin = loaded_origin(activity, LLVMGetOperand(value, 0), 1);
    for (int i = 1; i < LLVMGetNumOperands(value); i++)
      origin |= value_origin(activity, LLVMGetOperand(value, (unsigned)i));
    add_origin(activity, value, origin);
    if (types_locate(activity->types, LLVMGetOperand(value, 0), &location))
      add_memory_origin(activity, memory_entry(activity, location, 8), origin);
    return;
  }
  case LLVMExtractValue:
    add_origin(activity, value, extracted_origin(activity, value));
    return;
  case LLVMGetElementPtr:
    add_origin(activity, value, value_origin(activity, LLVMGetOperand(value, 0)));
    return;
  case LLVMCall:
  case LLVMInvoke:
  case LLVMCallBr:
    switch (call_classify(activity, value)) {
    case CALL_COPY:
      origin_of_copy(activity, value);
      return;
    case CALL_ADD:
      return;
    case CALL_MOVE:
      break;
    case CALL_REALLOCATE: {
      uint8_t origin = value_origin(activity, LLVMGetOperand(value, 0));
      add_origin(activity, value, origin ? origin : ORIGIN_SHADOWED);
      return;
    }
    case CALL_ALLOCATE_INDIRECT: {
      Location location;
      if (types_locate(activity->types, LLVMGetOperand(value, 0), &location))
        add_memory_origin(activity, memory_entry(activity, location, 8), ORIGIN_SHADOWED);
      return;
    }
    case CALL_SET:
    case CALL_FREE:
      return;
    default:
      origin_of_call(activity, value);
      return;
    }
    if (value_carries_pointer(activity, value))
      for (unsigned i = 0; i < call_argument_count(value); i++)
        add_origin(activity, value, value_origin(activity, LLVMGetOperand(value, i)));
    return;
  default: /* a comparison carries no pointer */
    if (value_carries_pointer(activity, value))
      add_origin(activity, value, combined_origin(activity, value));
  }
}

void origins_compute(Activity *activity) {
  start_arguments(activity);
  start_globals(activity);
  do {
    activity->changed = false;
    FOR_EACH_BLOCK (block, activity->function)
      FOR_EACH_INSTRUCTION (instruction, block)
        origin_of_instruction(activity, instruction);
  } while (activity->changed);
}

/* Are there pointers in the object that come from const arguments, to floating point? */
static bool holds_const(Activity *activity, Object *object) {
  for (size_t i = 0; i < object->slots.count; i++) {
    const Slot *slot = &object->slots.items[i];
    Cell *cell = cell_find(slot->cell);
    if (!cell->link.object)
      continue;
    Location place = {object, slot->offset, slot->stride};
    if ((memory_summary(activity, place, 1).origin & ORIGIN_CONST) &&
        memory_may_hold_float(activity, location_root(cell->link).object))
      return true;
  }
  return false;
}

bool activity_passes_const(Activity *activity, LLVMValueRef call) {
  ObjectArray objects = {0};
  for (unsigned i = 0; i < call_argument_count(call); i++) {
    LLVMValueRef argument = LLVMGetOperand(call, i);
    uint8_t origin =
        value_carries_pointer(activity, argument) ? value_origin(activity, argument) : 0;
    if ((origin & ORIGIN_CONST) && (origin & ORIGIN_SHADOWED))
      return true;
    if (origin & ORIGIN_SHADOWED)
      reachable_objects(activity, argument, &objects);
  }
  for (LLVMValueRef global = LLVMGetFirstGlobal(activity->types->module); global;
       global = LLVMGetNextGlobal(global))
    if (value_origin(activity, global) == ORIGIN_SHADOWED)
      reachable_objects(activity, global, &objects);
  for (size_t i = 0; i < objects.count; i++)
    if (holds_const(activity, objects.items[i]))
      return true;
  return false;
}
