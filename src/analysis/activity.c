/* activity.c: which values and which memory of one function carry a derivative, given the
 * activities of its arguments: varied (depends on an active input) and useful (an active output
 * depends on it). In forward mode whatever is varied is active. Requires type facts of the module
 * as it stands; changes nothing. See analysis.h. */
#include "activity_flow.h"
#include <string.h>

/* Globals that the user declared inactive: marked so, or entries of __enzyme_inactive_global…
 * arrays. */
static void collect_inactive(Activity *activity, LLVMValueRef constant, unsigned depth) {
  if (LLVMIsAGlobalValue(constant)) {
    map_set(activity->inactive_globals, constant, activity);
    return;
  }
  for (int i = 0; depth > 0 && i < LLVMGetNumOperands(constant); i++)
    collect_inactive(activity, LLVMGetOperand(constant, (unsigned)i), depth - 1);
}

static void collect_inactive_globals(Activity *activity) {
  for (LLVMValueRef global = LLVMGetFirstGlobal(activity->types->module); global;
       global = LLVMGetNextGlobal(global)) {
    size_t length;
    const char *name = LLVMGetValueName2(global, &length);
    LLVMValueRef list = LLVMGetInitializer(global);
    if (global_is_marked_inactive(global))
      map_set(activity->inactive_globals, global, activity);
    if (strstr(name, "__enzyme_inactive_global") || strstr(name, "__adcc_inactive_global")) {
      map_set(activity->inactive_globals, global, activity);
      if (list)
        collect_inactive(activity, list, 4);
    }
  }
}

/* The memory that a pointer-carrying value points to reaches active data. */
static bool points_to_active(const Activity *activity, LLVMValueRef value) {
  const Register *cells = types_register(activity->types, value);
  unsigned count = cells ? cells->size : 1;
  for (unsigned i = 0; i < count; i++) {
    Location target;
    if (types_value_target(activity->types, value, i, &target) &&
        activity->memory[target.object->id].reaches_active)
      return true;
  }
  return false;
}

/* What points to an object that reaches active data reaches it too. */
static void reach_upward(Activity *activity, unsigned count) {
  for (bool changed = true; changed;) {
    changed = false;
    for (unsigned id = 1; id < count; id++) {
      MemoryFact *memory = &activity->memory[id];
      for (size_t i = 0;
           memory->object && !memory->reaches_active && i < memory->object->slots.count; i++) {
        const Object *target = types_slot_target(activity->types, memory->object, i);
        if (target && activity->memory[target->id].reaches_active)
          changed = memory->reaches_active = true;
      }
    }
  }
}

/* All that can be reached from an object that a callee gets with its shadow. */
static void pass_object(Activity *activity, Object *object, bool *passed) {
  ARRAY(Object *) work = {0};
  ARRAY_PUSH(activity->arena, work, object);
  while (work.count) {
    object = work.items[--work.count];
    if (passed[object->id])
      continue;
    passed[object->id] = true;
    if (memory_may_hold_float(activity, object))
      activity->memory[object->id].reaches_active = true;
    for (size_t i = 0; i < object->slots.count; i++) {
      Cell *cell = cell_find(object->slots.items[i].cell);
      if (cell->link.object)
        ARRAY_PUSH(activity->arena, work, location_root(cell->link).object);
    }
  }
}

/* A callee is differentiated on its own, and takes all that it can reach from an argument with a
 * shadow for active: nothing there may be its own shadow. Returns whether anything is new. */
static bool reach_through_calls(Activity *activity, bool *passed) {
  bool found = false;
  FOR_EACH_BLOCK (block, activity->function)
    FOR_EACH_INSTRUCTION (call, block) {
      bool is_call = LLVMIsACallInst(call) || LLVMIsAInvokeInst(call);
      if (!is_call || instruction_is_inactive(call) ||
          call_classify(activity, call) != CALL_DEFINED)
        continue;
      for (unsigned i = 0; i < call_argument_count(call); i++) {
        LLVMValueRef argument = LLVMGetOperand(call, i);
        const Register *cells = types_register(activity->types, argument);
        bool shadowed = activity_has_shadow(activity, argument);
        for (unsigned byte = 0; shadowed && byte < (cells ? cells->size : 1); byte++) {
          Location target;
          if (!types_value_target(activity->types, argument, byte, &target) ||
              passed[target.object->id])
            continue;
          pass_object(activity, target.object, passed);
          found = true;
        }
      }
    }
  return found;
}

/* Objects from which active memory can be reached, themselves included. */
static void propagate_reach(Activity *activity) {
  unsigned count = types_object_count(activity->types);
  for (unsigned id = 1; id < count; id++) {
    MemoryFact *memory = &activity->memory[id];
    bool varied = memory->whole.varied;
    bool useful = memory->whole.useful || activity->query.forward_mode;
    for (size_t i = 0; i < memory->entries.count; i++) {
      varied |= memory->entries.items[i].varied;
      useful |= memory->entries.items[i].useful;
    }
    memory->reaches_active = varied && useful;
  }
  bool *passed = ARENA_ARRAY(activity->arena, bool, count);
  do
    reach_upward(activity, count);
  while (reach_through_calls(activity, passed));
}

bool activity_of_value(const Activity *activity, LLVMValueRef value) {
  if (!LLVMIsAInstruction(value) && !LLVMIsAArgument(value))
    return false;
  if (LLVMGetTypeKind(LLVMTypeOf(value)) == LLVMVoidTypeKind)
    return false;
  const ValueFact *fact = value_fact_known(activity, value);
  return fact->varied && (fact->useful || activity->query.forward_mode) &&
         value_may_be_float(activity, value);
}

static bool is_computed(LLVMValueRef value) {
  return LLVMIsABinaryOperator(value) || LLVMIsATruncInst(value) || LLVMIsAZExtInst(value) ||
         LLVMIsASExtInst(value) ||
         ((LLVMIsAPHINode(value) || LLVMIsASelectInst(value)) &&
          LLVMGetTypeKind(LLVMTypeOf(value)) == LLVMIntegerTypeKind);
}

static bool any_address(const Activity *activity, LLVMValueRef value, Map *visited) {
  enum { LIMIT = 64 };
  if (!value_carries_pointer(activity, value) || map_has(visited, value))
    return false;
  if (!is_computed(value))
    return true;
  if (map_count(visited) == LIMIT)
    return true;
  map_set(visited, value, value);
  for (unsigned i = LLVMIsASelectInst(value) ? 1 : 0; i < (unsigned)LLVMGetNumOperands(value); i++)
    if (any_address(activity, LLVMGetOperand(value, i), visited))
      return true;
  return false;
}

/* Integers make no address, nor does the difference of two: what is computed from these has no
 * shadow, whatever the memory that it goes to holds at other times. */
static bool is_computed_from_addresses(const Activity *activity, LLVMValueRef value) {
  return is_computed(value) ? any_address(activity, value, map_create(activity->arena))
                            : value_carries_pointer(activity, value);
}

bool activity_has_shadow(const Activity *activity, LLVMValueRef pointer) {
  if (LLVMGetTypeKind(LLVMTypeOf(pointer)) == LLVMVoidTypeKind ||
      !value_carries_pointer(activity, pointer) || LLVMIsAFunction(pointer))
    return false;
  if (map_has(activity->forced, pointer))
    return true;
  /* Origins of constants are computed, not stored: nothing changes here. A pointer of no known
   * origin (loaded from where none was stored) may be anything. */
  uint8_t origin = value_origin((Activity *)activity, pointer);
  bool may = origin & ORIGIN_SHADOWED || (origin == 0 && !LLVMIsAConstant(pointer) &&
                                          is_computed_from_addresses(activity, pointer));
  return may && points_to_active(activity, pointer);
}

static bool place_is_active(const Activity *activity, LLVMValueRef pointer, uint64_t size) {
  if (!activity_has_shadow(activity, pointer))
    return false;
  Location location = {0};
  types_locate(activity->types, pointer, &location);
  MemoryEntry memory = memory_summary(activity, location, size);
  return memory.varied && (memory.useful || activity->query.forward_mode);
}

static bool place_holds_shadows(const Activity *activity, LLVMValueRef pointer, uint64_t size) {
  Location location;
  if (!activity_has_shadow(activity, pointer) || !types_locate(activity->types, pointer, &location))
    return false;
  return memory_summary(activity, location, size).origin & ORIGIN_SHADOWED;
}

static bool access_is_active(const Activity *activity, LLVMValueRef access, LLVMTypeRef type,
                             LLVMValueRef pointer) {
  uint64_t size = LLVMStoreSizeOfType(activity->types->layout, type);
  if (access_may_be_float(activity, access, type) && place_is_active(activity, pointer, size))
    return true;
  bool moves_pointer = type_contains_pointer(type);
  for (uint64_t i = 0; i < size && i < 64 && !moves_pointer; i += 8) {
    ByteKind kind = types_of_access(activity->types, access, i).kind;
    moves_pointer = kind == BYTE_POINTER || kind >= BYTE_MIXED;
  }
  return moves_pointer && place_holds_shadows(activity, pointer, size);
}

static bool call_is_active(const Activity *activity, LLVMValueRef call) {
  Activity *cache = (Activity *)activity; /* summaries are filled in on demand */
  CallClass class = call_classify(cache, call);
  switch (class) {
  case CALL_IGNORED:
    return false;
  case CALL_COPY:
  case CALL_SET: {
    LLVMValueRef to = LLVMGetOperand(call, 0);
    uint64_t size = types_length_of(call);
    size = size > INT64_MAX ? INT64_MAX : size;
    return place_is_active(activity, to, size) || place_holds_shadows(activity, to, size);
  }
  case CALL_RULE:
    return activity_of_value(activity, call);
  default:
    break;
  }
  if (activity_of_value(activity, call) || activity_has_shadow(activity, call))
    return true;
  for (unsigned i = 0; i < call_argument_count(call); i++)
    if (activity_of_value(activity, LLVMGetOperand(call, i)) ||
        activity_has_shadow(activity, LLVMGetOperand(call, i)))
      return true;
  if (class != CALL_DEFINED)
    return false;
  FunctionList targets = call_callees(cache, call);
  for (size_t i = 0; i < targets.functions.count; i++) {
    const CalleeSummary *summary = callee_summary(cache, targets.functions.items[i]);
    for (size_t j = 0; j < summary->writes.count; j++)
      if (activity->memory[summary->writes.items[j]].reaches_active)
        return true;
  }
  return false;
}

bool activity_of_instruction(const Activity *activity, LLVMValueRef instruction) {
  if (instruction_is_inactive(instruction))
    return false;
  switch (LLVMGetInstructionOpcode(instruction)) {
  case LLVMStore:
    return access_is_active(activity, instruction, LLVMTypeOf(LLVMGetOperand(instruction, 0)),
                            LLVMGetOperand(instruction, 1));
  case LLVMAtomicRMW:
  case LLVMAtomicCmpXchg:
    return access_is_active(activity, instruction, LLVMTypeOf(LLVMGetOperand(instruction, 1)),
                            LLVMGetOperand(instruction, 0));
  case LLVMCall:
  case LLVMInvoke:
  case LLVMCallBr:
    return call_is_active(activity, instruction);
  default:
    return activity_of_value(activity, instruction) || activity_has_shadow(activity, instruction);
  }
}

/* ---- mistakes ---- */

/* The constant globals from which a pointer comes, so that they get a shadow of zeros. */
static void force_shadow(Activity *activity, LLVMValueRef pointer, unsigned depth) {
  if (depth == 0 || map_has(activity->forced, pointer) ||
      value_origin(activity, pointer) != ORIGIN_TABLE || LLVMIsAFunction(pointer))
    return;
  map_set(activity->forced, pointer, activity);
  if (LLVMIsAGlobalVariable(pointer) || LLVMIsALoadInst(pointer))
    return;
  for (int i = 0; i < LLVMGetNumOperands(pointer); i++) {
    LLVMValueRef operand = LLVMGetOperand(pointer, (unsigned)i);
    if (!LLVMIsABasicBlock(operand) && value_carries_pointer(activity, operand))
      force_shadow(activity, operand, depth - 1);
  }
}

static void force_table_shadows(Activity *activity) {
  FOR_EACH_BLOCK (block, activity->function) {
    FOR_EACH_INSTRUCTION (value, block) {
      bool merge = LLVMIsAPHINode(value) || LLVMIsASelectInst(value);
      bool call = LLVMIsACallInst(value) || LLVMIsAInvokeInst(value);
      if (merge && LLVMGetTypeKind(LLVMTypeOf(value)) == LLVMPointerTypeKind &&
          activity_has_shadow(activity, value))
        for (int i = 0; i < LLVMGetNumOperands(value); i++)
          force_shadow(activity, LLVMGetOperand(value, (unsigned)i), 32);
      else if (call || LLVMIsAStoreInst(value)) {
        bool shadowed =
            LLVMIsAStoreInst(value) && place_holds_shadows(activity, LLVMGetOperand(value, 1), 8);
        if (shadowed && points_to_active(activity, LLVMGetOperand(value, 0)))
          force_shadow(activity, LLVMGetOperand(value, 0), 32);
      }
    }
  }
}

/* Follows operands of one origin back to the pointer that mixes const and shadowed ones, and says
 * where each side comes from. */
static void note_mixture(Activity *activity, DiagSink *sink, LLVMValueRef pointer) {
  for (unsigned depth = 0; depth < 32 && LLVMIsAInstruction(pointer); depth++) {
    bool found = false;
    for (int i = 0; i < LLVMGetNumOperands(pointer) && !found; i++) {
      LLVMValueRef operand = LLVMGetOperand(pointer, (unsigned)i);
      if (LLVMIsABasicBlock(operand) || !value_carries_pointer(activity, operand))
        continue;
      uint8_t origin = value_origin(activity, operand);
      if (origin == (ORIGIN_CONST | ORIGIN_SHADOWED) && !LLVMIsAPHINode(operand)) {
        pointer = operand;
        found = true;
      } else if (origin == ORIGIN_CONST) {
        diag_note_at(sink, operand, "this pointer is const");
        return;
      }
    }
    if (!found)
      return;
  }
}

/* Does the place need a decision at run time? Then the caller is told, or the user. */
static void report_mixture(Activity *activity, DiagSink *sink, LLVMValueRef where,
                           LLVMValueRef pointer) {
  bool told = activity->query.from_call || !LLVMIsAReturnInst(where);
  if (told && activity->query.mixes_pointers) {
    *activity->query.mixes_pointers = true;
    return;
  }
  diag_at(sink, where, DIAG_MIXED_ACTIVITY);
  note_mixture(activity, sink, pointer);
}

/* Says where a pointer that is const comes from. */
static void note_const(Activity *activity, DiagSink *sink, LLVMValueRef pointer) {
  for (unsigned depth = 0; depth < 32 && LLVMIsAInstruction(pointer); depth++) {
    LLVMValueRef from = NULL;
    if (LLVMIsACallInst(pointer)) {
      diag_note_at(sink, pointer, "the memory comes from this call of an inactive function");
      return;
    }
    for (int i = 0; i < LLVMGetNumOperands(pointer) && !from; i++)
      if (value_origin(activity, LLVMGetOperand(pointer, (unsigned)i)) == ORIGIN_CONST)
        from = LLVMGetOperand(pointer, (unsigned)i);
    if (!from)
      return;
    pointer = from;
  }
}

static void check_store(Activity *activity, DiagSink *sink, LLVMValueRef store,
                        LLVMValueRef pointer) {
  uint8_t origin = value_origin(activity, pointer);
  bool by_users_word = activity->query.runtime_activity && !activity->query.checked_activity;
  if (!value_fact_known(activity, store)->varied || by_users_word ||
      map_has(activity->inactive_globals, bridge_underlying_object(pointer)))
    return;
  /* A dispatcher (prepare/dispatch.c) lists more functions than are called. */
  if (origin == ORIGIN_CONST &&
      (activity->query.checked_activity || runs_for_one_function(activity->arena, store)))
    map_set(activity->losses, store, store);
  else if (activity->query.runtime_activity)
    return;
  else if (origin == ORIGIN_CONST) {
    diag_at(sink, store, DIAG_ACTIVE_STORE_TO_CONST);
    note_const(activity, sink, pointer);
    activity_explain(activity, sink, store);
  } else if ((origin & (ORIGIN_CONST | ORIGIN_SHADOWED)) == (ORIGIN_CONST | ORIGIN_SHADOWED) &&
             activity_has_shadow(activity, pointer))
    report_mixture(activity, sink, store, pointer);
}

static void check_load(Activity *activity, DiagSink *sink, LLVMValueRef load) {
  LLVMValueRef pointer = LLVMGetOperand(load, 0);
  uint8_t mixed = ORIGIN_CONST | ORIGIN_SHADOWED;
  if (activity->query.runtime_activity)
    return;
  /* What goes through such a pointer, if only a zero, may not reach what it points to. */
  bool kept = activity->query.kept_globals && map_count(activity->query.kept_globals) &&
              LLVMGetTypeKind(LLVMTypeOf(load)) == LLVMPointerTypeKind &&
              (value_origin(activity, load) & mixed) == mixed &&
              activity_has_shadow(activity, load);
  if (kept ||
      ((value_origin(activity, pointer) & mixed) == mixed && activity_of_value(activity, load)))
    report_mixture(activity, sink, load, pointer);
}

/* The caller would take what is returned beside it for a shadow. */
static void check_return(Activity *activity, DiagSink *sink, LLVMValueRef end) {
  if (!return_has_shadow(activity->query.result) || activity->query.runtime_activity ||
      LLVMGetNumOperands(end) == 0)
    return;
  LLVMValueRef returned = LLVMGetOperand(end, 0);
  uint8_t mixed = ORIGIN_CONST | ORIGIN_SHADOWED;
  Location target;
  if (!value_carries_pointer(activity, returned) ||
      (value_origin(activity, returned) & mixed) != mixed ||
      (types_locate(activity->types, returned, &target) &&
       !memory_may_hold_float(activity, target.object)))
    return;
  report_mixture(activity, sink, end, returned);
}

static void check_mistakes(Activity *activity, DiagSink *sink) {
  FOR_EACH_BLOCK (block, activity->function) {
    FOR_EACH_INSTRUCTION (value, block) {
      if (LLVMIsAStoreInst(value))
        check_store(activity, sink, value, LLVMGetOperand(value, 1));
      else if (LLVMIsAAtomicRMWInst(value) || types_is_memory_copy(activity->types, value))
        check_store(activity, sink, value, LLVMGetOperand(value, 0));
      else if (LLVMIsALoadInst(value))
        check_load(activity, sink, value);
      else if (LLVMIsAReturnInst(value))
        check_return(activity, sink, value);
    }
  }
}

bool activity_is_lost_at(const Activity *activity, LLVMValueRef instruction) {
  return map_has(activity->losses, instruction);
}

Activity *activity_compute(Arena *arena, DiagSink *sink, const TypeFacts *types,
                           LLVMValueRef function, const ActivityQuery *query) {
  Activity *activity = ARENA_NEW(arena, Activity);
  activity->arena = arena;
  activity->types = types;
  activity->function = function;
  activity->query = *query;
  activity->values = map_create(arena);
  activity->partials = map_create(arena);
  activity->forced = map_create(arena);
  activity->inactive_globals = map_create(arena);
  activity->constants = map_create(arena);
  activity->losses = map_create(arena);
  activity->memory = ARENA_ARRAY(arena, MemoryFact, types_object_count(types));
  for (size_t i = 0; i < types->space.objects.count; i++) {
    Object *object = types->space.objects.items[i];
    if (!object->parent)
      activity->memory[object->id].object = object;
  }
  collect_inactive_globals(activity);
  origins_compute(activity);
  varied_compute(activity);
  if (!query->forward_mode)
    useful_compute(activity);
  propagate_reach(activity);
  force_table_shadows(activity);
  check_mistakes(activity, sink);
  return activity;
}

/* A chain longer than this tells the reader nothing more. */
#define CHAIN_LIMIT 12

void activity_explain(const Activity *activity, DiagSink *sink, LLVMValueRef value) {
  for (unsigned step = 0; value && step < CHAIN_LIMIT; step++) {
    const ValueFact *fact = value_fact_known(activity, value);
    if (LLVMIsAArgument(value)) {
      const char *name = LLVMGetValueName2(value, &(size_t){0});
      unsigned number = 1;
      for (LLVMValueRef before = value; (before = LLVMGetPreviousParam(before));)
        number++;
      if (*name)
        diag_note_at(sink, activity->function, "its argument '%s' is active", name);
      else
        diag_note_at(sink, activity->function, "its argument %u is active", number);
      return;
    }
    if (!fact->varied)
      return;
    if (step > 0)
      diag_note_at(sink, value, "which is active because of this");
    value = fact->because;
  }
}
