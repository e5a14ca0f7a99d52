/* Which objects any of the functions that are differentiated may store an active value to. What a
 * global holds on entry to one of them is active where another one has stored such a value, which
 * the analysis of one function does not see. Coarse: over all functions and calls at once, whole
 * objects, in no order.
 *
 * The same of active numbers that are no doubles. A float that the program only sets and reads,
 * beside doubles in a structure that is active, counts as active where that is passed on, but no
 * derivative in it comes from an input. */
#include "object.h"

typedef struct {
  const TypeFacts *types;
  const Map *functions;
  Map *varied;    /* values that depend on an active input */
  bool *objects;  /* that hold such values, by number */
  const Map *all; /* NULL: every number is followed; else numbers that are no doubles, and these are
                     the values of any type that depend on an active input */
  bool changed;
} Flow;

static bool is_varied(const Flow *flow, LLVMValueRef value) { return map_has(flow->varied, value); }

static bool has_type_followed(const Flow *flow, LLVMValueRef value) {
  LLVMTypeKind kind = LLVMGetTypeKind(type_scalar(LLVMTypeOf(value)));
  return kind != LLVMPointerTypeKind && kind != LLVMVoidTypeKind &&
         !(flow->all && kind == LLVMDoubleTypeKind);
}

/* Is a number that is no double made of one, or of something of unknown type? */
static bool begins_other(const Flow *flow, LLVMValueRef instruction) {
  LLVMTypeRef type = type_scalar(LLVMTypeOf(instruction));
  if (!flow->all || !type_is_float(type) || LLVMGetTypeKind(type) == LLVMDoubleTypeKind ||
      LLVMIsALoadInst(instruction))
    return false;
  for (int i = 0; i < LLVMGetNumOperands(instruction); i++) {
    LLVMValueRef operand = LLVMGetOperand(instruction, (unsigned)i);
    if (operand && LLVMTypeOf(operand) != LLVMTypeOf(instruction) && map_has(flow->all, operand))
      return true;
  }
  return false;
}

static void mark_value(Flow *flow, LLVMValueRef value) {
  if (!has_type_followed(flow, value) || is_varied(flow, value))
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

/* What a function does that is not seen, or has a rule of the user's, is not known. */
static bool may_make_others(LLVMValueRef call) {
  LLVMValueRef callee = call_direct_callee(call);
  return !callee || !LLVMIsAFunction(callee) ||
         (!LLVMGetIntrinsicID(callee) && !library_function(callee) &&
          !rule_exists_for_function(callee));
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
  for (unsigned i = 0; i < call_argument_count(call); i++) {
    LLVMValueRef argument = LLVMGetOperand(call, i);
    any |= is_varied(flow, argument) || memory_is_varied(flow, argument) ||
           (flow->all && map_has(flow->all, argument) && may_make_others(call));
  }
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
  if (begins_other(flow, instruction))
    mark_value(flow, instruction);
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

static void follow(Flow *flow) {
  do {
    flow->changed = false;
    for (size_t i = 0; i < map_count(flow->functions); i++) {
      const void *function;
      map_entry(flow->functions, i, &function);
      FOR_EACH_BLOCK (block, (LLVMValueRef)function)
        FOR_EACH_INSTRUCTION (instruction, block)
          walk(flow, instruction);
    }
  } while (flow->changed);
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

/* May a derivative in a number that is no double come from what the roots are given? */
static bool inputs_have_others(const TypeFacts *types, const ActivityRoot *roots, size_t count,
                               const bool *inputs) {
  for (size_t i = 0; i < count; i++)
    for (unsigned k = 0; k < roots[i].argument_count; k++) {
      LLVMTypeKind kind = LLVMGetTypeKind(LLVMTypeOf(LLVMGetParam(roots[i].function, k)));
      if (roots[i].arguments[k] != ACTIVITY_CONST && kind != LLVMDoubleTypeKind &&
          kind != LLVMPointerTypeKind)
        return true;
    }
  for (size_t i = 0; i < types->space.objects.count; i++) {
    const Object *object = types->space.objects.items[i];
    if (!object->parent && inputs[object->id] && !holds_doubles(types, object))
      return true;
  }
  return inputs[0];
}

const bool *activity_module_objects(Arena *arena, const TypeFacts *types, const Map *functions,
                                    const ActivityRoot *roots, size_t count, bool *others) {
  size_t objects = types_object_count(types) + 1;
  Flow flow = {.types = types,
               .functions = functions,
               .varied = map_create(arena),
               .objects = ARENA_ARRAY(arena, bool, objects)};
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
  *others = !types_all_double(types) && inputs_have_others(types, roots, count, flow.objects);
  follow(&flow);
  if (!*others && !types_all_double(types)) {
    Flow of_others = {.types = types,
                      .functions = functions,
                      .varied = map_create(arena),
                      .objects = ARENA_ARRAY(arena, bool, objects),
                      .all = flow.varied};
    follow(&of_others);
    *others = map_count(of_others.varied) > 0;
  }
  return flow.objects;
}
