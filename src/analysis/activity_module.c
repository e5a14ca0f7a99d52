/* Which objects any of the functions that are differentiated may store an active value to. What a
 * global holds on entry to one of them is active where another one has stored such a value, which
 * the analysis of one function does not see. Coarse: over all functions and calls at once, whole
 * objects, in no order. And whether what the functions are given may have numbers that are no
 * doubles. */
#include "object.h"

typedef struct {
  const TypeFacts *types;
  const Map *functions;
  Map *varied;   /* values that depend on an active input */
  bool *objects; /* that hold such values, by number */
  bool changed;
} Flow;

static bool is_varied(const Flow *flow, LLVMValueRef value) { return map_has(flow->varied, value); }

static void mark_value(Flow *flow, LLVMValueRef value) {
  LLVMTypeKind kind = LLVMGetTypeKind(LLVMTypeOf(value));
  if (kind == LLVMPointerTypeKind || kind == LLVMVoidTypeKind || is_varied(flow, value))
    return;
  map_set(flow->varied, value, value);
  flow->changed = true;
}

static bool is_pointer(LLVMValueRef value) {
  return LLVMGetTypeKind(LLVMTypeOf(value)) == LLVMPointerTypeKind && !LLVMIsAFunction(value);
}

static bool memory_is_varied(const Flow *flow, LLVMValueRef pointer) {
  return is_pointer(pointer) && flow->objects[types_object_of(flow->types, pointer)];
}

static void mark_memory(Flow *flow, LLVMValueRef pointer) {
  bool *object = &flow->objects[types_object_of(flow->types, pointer)];
  flow->changed |= !*object;
  *object = true;
}

static void walk_known_call(Flow *flow, LLVMValueRef call, LLVMValueRef callee) {
  for (unsigned i = 0; i < call_argument_count(call) && i < LLVMCountParams(callee); i++)
    if (is_varied(flow, LLVMGetOperand(call, i)))
      mark_value(flow, LLVMGetParam(callee, i));
  FOR_EACH_BLOCK (block, callee) {
    LLVMValueRef end = LLVMGetBasicBlockTerminator(block);
    if (LLVMIsAReturnInst(end) && LLVMGetNumOperands(end) &&
        is_varied(flow, LLVMGetOperand(end, 0)))
      mark_value(flow, call);
  }
}

static void walk_other_call(Flow *flow, LLVMValueRef call) {
  bool any = false;
  for (unsigned i = 0; i < call_argument_count(call); i++)
    any |=
        is_varied(flow, LLVMGetOperand(call, i)) || memory_is_varied(flow, LLVMGetOperand(call, i));
  if (!any)
    return;
  mark_value(flow, call);
  if (!bridge_may_write_memory(call))
    return;
  for (unsigned i = 0; i < call_argument_count(call); i++)
    if (is_pointer(LLVMGetOperand(call, i)))
      mark_memory(flow, LLVMGetOperand(call, i));
  if (is_pointer(call))
    mark_memory(flow, call);
}

static void walk(Flow *flow, LLVMValueRef instruction) {
  switch (LLVMGetInstructionOpcode(instruction)) {
  case LLVMICmp:
  case LLVMFCmp:
  case LLVMFPToSI:
  case LLVMFPToUI:
    return;
  case LLVMLoad:
    if (memory_is_varied(flow, LLVMGetOperand(instruction, 0)))
      mark_value(flow, instruction);
    return;
  case LLVMStore:
    if (is_varied(flow, LLVMGetOperand(instruction, 0)))
      mark_memory(flow, LLVMGetOperand(instruction, 1));
    return;
  case LLVMCall:
  case LLVMInvoke: {
    LLVMValueRef callee = call_direct_callee(instruction);
    if (types_is_memory_copy(flow->types, instruction)) {
      if (memory_is_varied(flow, LLVMGetOperand(instruction, 1)))
        mark_memory(flow, LLVMGetOperand(instruction, 0));
    } else if (callee && map_has(flow->functions, callee))
      walk_known_call(flow, instruction, callee);
    else
      walk_other_call(flow, instruction);
    return;
  }
  default:
    for (int i = 0; i < LLVMGetNumOperands(instruction); i++) {
      LLVMValueRef operand = LLVMGetOperand(instruction, (unsigned)i);
      if (!is_varied(flow, operand) &&
          !(LLVMIsAAtomicRMWInst(instruction) && i == 0 && memory_is_varied(flow, operand)))
        continue;
      mark_value(flow, instruction);
      if (LLVMIsAAtomicRMWInst(instruction))
        mark_memory(flow, LLVMGetOperand(instruction, 0));
    }
  }
}

static void mark_reachable(Flow *flow, const Object *object) {
  if (flow->objects[object->id])
    return;
  flow->objects[object->id] = true;
  for (size_t i = 0; i < object->slots.count; i++) {
    const Object *target = types_slot_target(flow->types, object, i);
    if (target)
      mark_reachable(flow, target);
  }
}

/* Are all numbers there doubles, as far as is known? */
static bool holds_doubles(const TypeFacts *types, const Object *object) {
  if (object->slots.count == 0 || object->blurred)
    return false;
  for (size_t i = 0; i < object->slots.count; i++) {
    const Slot *slot = &object->slots.items[i];
    Location place = {(Object *)object, slot->offset, slot->stride};
    ByteType byte = types_at(types, place, 0);
    bool is_double = byte.kind == BYTE_FLOAT && LLVMGetTypeKind(byte.type) == LLVMDoubleTypeKind;
    if (!is_double && byte.kind != BYTE_INTEGER && byte.kind != BYTE_POINTER)
      return false;
  }
  return true;
}

/* May an active number that is no double be passed to the roots, or lie in the objects? */
static bool inputs_have_others(const Flow *flow, const ActivityRoot *roots, size_t count) {
  for (size_t i = 0; i < count; i++)
    for (unsigned k = 0; k < roots[i].argument_count; k++) {
      LLVMTypeKind kind = LLVMGetTypeKind(LLVMTypeOf(LLVMGetParam(roots[i].function, k)));
      if (roots[i].arguments[k] != ACTIVITY_CONST && kind != LLVMDoubleTypeKind &&
          kind != LLVMPointerTypeKind)
        return true;
    }
  for (size_t i = 0; i < flow->types->space.objects.count; i++) {
    const Object *object = flow->types->space.objects.items[i];
    if (!object->parent && flow->objects[object->id] && !holds_doubles(flow->types, object))
      return true;
  }
  return flow->objects[0];
}

const bool *activity_module_objects(Arena *arena, const TypeFacts *types, const Map *functions,
                                    const ActivityRoot *roots, size_t count, bool *other_inputs) {
  Flow flow = {types, functions, map_create(arena),
               ARENA_ARRAY(arena, bool, types_object_count(types) + 1), false};
  for (size_t i = 0; i < count; i++)
    for (unsigned k = 0; k < roots[i].argument_count; k++) {
      LLVMValueRef parameter = LLVMGetParam(roots[i].function, k);
      Location target;
      if (roots[i].arguments[k] == ACTIVITY_CONST)
        continue;
      mark_value(&flow, parameter);
      if (types_locate(types, parameter, &target))
        mark_reachable(&flow, target.object);
    }
  for (LLVMValueRef global = LLVMGetFirstGlobal(types->module); global;
       global = LLVMGetNextGlobal(global)) {
    Location target;
    if (request_shadow_of_global(global) && types_locate(types, global, &target))
      mark_reachable(&flow, target.object);
  }
  *other_inputs = !types_all_double(types) && inputs_have_others(&flow, roots, count);
  do {
    flow.changed = false;
    for (size_t i = 0; i < map_count(functions); i++) {
      const void *function;
      map_entry(functions, i, &function);
      FOR_EACH_BLOCK (block, (LLVMValueRef)function)
        FOR_EACH_INSTRUCTION (instruction, block)
          walk(&flow, instruction);
    }
  } while (flow.changed);
  return flow.objects;
}
