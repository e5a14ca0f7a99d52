/* activity_fact.c: what activity analysis knows of values and of memory, and how it learns it. */
#include "activity_flow.h"

ValueFact *value_fact(Activity *activity, LLVMValueRef value) {
  ValueFact *fact = map_get(activity->values, value);
  if (!fact) {
    fact = ARENA_NEW(activity->arena, ValueFact);
    map_set(activity->values, value, fact);
  }
  return fact;
}

const ValueFact *value_fact_known(const Activity *activity, LLVMValueRef value) {
  static const ValueFact nothing;
  const ValueFact *fact = map_get(activity->values, value);
  return fact ? fact : &nothing;
}

/* A constant global may still lead to memory that changes: a table of pointers. */
static bool leads_to_variables(LLVMValueRef constant, unsigned depth) {
  if (LLVMIsAGlobalVariable(constant))
    return !LLVMIsGlobalConstant(constant);
  if (!LLVMIsAConstant(constant) || LLVMIsAFunction(constant) || depth == 0 ||
      !type_contains_pointer(LLVMTypeOf(constant)))
    return false;
  for (int i = 0; i < LLVMGetNumOperands(constant); i++)
    if (leads_to_variables(LLVMGetOperand(constant, (unsigned)i), depth - 1))
      return true;
  return false;
}

/* An array of constant numbers in another file, of which not even the size is known, can have no
 * shadow. */
static bool is_outside(LLVMValueRef global) {
  LLVMTypeRef type = LLVMGlobalGetValueType(global);
  return LLVMIsGlobalConstant(global) && !LLVMGetInitializer(global) &&
         LLVMGetTypeKind(type) == LLVMArrayTypeKind && LLVMGetArrayLength2(type) == 0 &&
         type_contains_float(LLVMGetElementType(type));
}

/* Also where they are written as words or bytes, as of a union, but read as numbers. */
static bool holds_numbers(const Activity *activity, LLVMValueRef global) {
  enum { MOST_BYTES = 4096 };
  LLVMTypeRef type = LLVMGlobalGetValueType(global);
  if (type_contains_float(type))
    return true;
  LLVMValueRef contents = LLVMGetInitializer(global);
  uint64_t bytes = contents ? LLVMStoreSizeOfType(activity->types->layout, type) : 0;
  for (uint64_t i = 0; i < bytes && i < MOST_BYTES; i++) {
    ByteKind kind = types_of_memory(activity->types, global, (int64_t)i).kind;
    if (kind == BYTE_FLOAT || kind == BYTE_MIXED || kind == BYTE_CONFLICT)
      return true;
  }
  return false;
}

/* Constant numbers, or a table that leads to such: to those of this kind. */
static bool leads_to_numbers(const Activity *activity, LLVMValueRef constant, bool outside,
                             unsigned depth) {
  if (LLVMIsAGlobalVariable(constant)) {
    LLVMValueRef contents = LLVMGetInitializer(constant);
    return LLVMIsGlobalConstant(constant) &&
           ((outside ? is_outside(constant) : holds_numbers(activity, constant)) ||
            (contents && depth > 0 && leads_to_numbers(activity, contents, outside, depth - 1)));
  }
  if (!LLVMIsAConstant(constant) || LLVMIsAFunction(constant) || depth == 0 ||
      !type_contains_pointer(LLVMTypeOf(constant)))
    return false;
  for (int i = 0; i < LLVMGetNumOperands(constant); i++)
    if (leads_to_numbers(activity, LLVMGetOperand(constant, (unsigned)i), outside, depth - 1))
      return true;
  return false;
}

bool global_leads_outside(LLVMValueRef global) {
  LLVMValueRef contents = LLVMGetInitializer(global);
  return contents && leads_to_numbers(NULL, contents, true, 8);
}

static bool address_is_kept(LLVMValueRef address, Map *seen);

/* By what is called with it; a library keeps nothing. */
static bool call_keeps(LLVMValueRef call, LLVMValueRef address, Map *seen) {
  LLVMValueRef callee = call_direct_callee(call);
  bool keeps = !callee;
  for (unsigned i = 0; callee && !keeps && i < call_argument_count(call); i++)
    keeps = LLVMGetOperand(call, i) == address && !LLVMIsDeclaration(callee) &&
            (i >= LLVMCountParams(callee) || (!map_has(seen, LLVMGetParam(callee, i)) &&
                                              address_is_kept(LLVMGetParam(callee, i), seen)));
  return keeps;
}

/* Does the address lie in memory, or come out of a function? Then who has it from there may have
 * that of active memory from the same place. */
static bool address_is_kept(LLVMValueRef address, Map *seen) {
  map_set(seen, address, seen);
  for (LLVMUseRef use = LLVMGetFirstUse(address); use; use = LLVMGetNextUse(use)) {
    LLVMValueRef user = LLVMGetUser(use);
    bool computes = LLVMIsAGetElementPtrInst(user) || LLVMIsAPHINode(user) ||
                    LLVMIsASelectInst(user) || LLVMIsAConstantExpr(user);
    bool calls = LLVMIsACallInst(user) || LLVMIsAInvokeInst(user);
    bool looks = LLVMIsALoadInst(user) || LLVMIsACmpInst(user) ||
                 (LLVMIsAStoreInst(user) && LLVMGetOperand(user, 0) != address);
    bool keeps = calls ? call_keeps(user, address, seen) : !computes && !looks;
    if (keeps || (computes && !map_has(seen, user) && address_is_kept(user, seen)))
      return true;
  }
  return false;
}

static uint8_t constant_origin(const Activity *activity, LLVMValueRef global) {
  LLVMValueRef contents = LLVMGetInitializer(global);
  if (is_outside(global))
    return ORIGIN_CONST;
  if ((contents &&
       (leads_to_variables(contents, 8) || leads_to_numbers(activity, contents, false, 8))) ||
      (holds_numbers(activity, global) && address_is_kept(global, map_create(activity->arena))))
    return ORIGIN_SHADOWED;
  return global_leads_outside(global) ? ORIGIN_CONST : ORIGIN_TABLE;
}

static uint8_t global_origin(const Activity *activity, LLVMValueRef global) {
  if (LLVMIsAFunction(global))
    return ORIGIN_TABLE;
  if (!LLVMIsAGlobalVariable(global))
    return ORIGIN_SHADOWED;
  if (map_has(activity->inactive_globals, global))
    return ORIGIN_CONST;
  if (!LLVMIsGlobalConstant(global) || request_shadow_of_global(global))
    return ORIGIN_SHADOWED;
  uint8_t *known = map_get(activity->constants, global);
  if (!known) {
    known = ARENA_NEW(activity->arena, uint8_t);
    *known = constant_origin(activity, global);
    map_set(activity->constants, global, known);
  }
  return *known;
}

uint8_t value_origin(Activity *activity, LLVMValueRef value) {
  if (LLVMIsAGlobalAlias(value))
    return value_origin(activity, LLVMAliasGetAliasee(value));
  if (LLVMIsAGlobalValue(value))
    return global_origin(activity, value);
  if (LLVMIsAConstant(value)) {
    uint8_t origin = 0;
    if (LLVMIsAConstantExpr(value) || type_contains_pointer(LLVMTypeOf(value)))
      for (int i = 0; i < LLVMGetNumOperands(value); i++)
        origin |= value_origin(activity, LLVMGetOperand(value, (unsigned)i));
    return origin;
  }
  return value_fact_known(activity, value)->origin;
}

bool activity_keeps_constant(const Activity *activity, LLVMValueRef global) {
  return LLVMIsGlobalConstant(global) && global_origin(activity, global) == ORIGIN_SHADOWED;
}

bool byte_may_be_float(ByteType byte) {
  return byte.kind != BYTE_INTEGER && byte.kind != BYTE_POINTER;
}

static uint64_t byte_size(const Activity *activity, LLVMTypeRef type) {
  return LLVMTypeIsSized(type) ? LLVMStoreSizeOfType(activity->types->layout, type) : 0;
}

/* Aggregates longer than this are taken at their LLVM type's word. */
#define BYTE_LIMIT 256

bool value_may_be_float(const Activity *activity, LLVMValueRef value) {
  LLVMTypeRef type = LLVMTypeOf(value);
  LLVMTypeKind kind = LLVMGetTypeKind(type);
  if (kind == LLVMPointerTypeKind || kind == LLVMVoidTypeKind || !LLVMTypeIsSized(type))
    return false;
  if (type_contains_float(type))
    return true;
  uint64_t size = byte_size(activity, type);
  for (uint64_t i = 0; i < size && i < BYTE_LIMIT; i++)
    if (byte_may_be_float(types_of_value(activity->types, value, i)))
      return true;
  return size > BYTE_LIMIT;
}

bool access_may_be_float(const Activity *activity, LLVMValueRef access, LLVMTypeRef type) {
  if (type_contains_float(type))
    return true;
  uint64_t size = byte_size(activity, type);
  for (uint64_t i = 0; i < size && i < BYTE_LIMIT; i++)
    if (byte_may_be_float(types_of_access(activity->types, access, i)))
      return true;
  return size > BYTE_LIMIT;
}

bool value_carries_pointer(const Activity *activity, LLVMValueRef value) {
  LLVMTypeRef type = LLVMTypeOf(value);
  if (LLVMGetTypeKind(type) == LLVMVoidTypeKind || !LLVMTypeIsSized(type))
    return false;
  if (type_contains_pointer(type))
    return true;
  const Register *cells = types_register(activity->types, value);
  for (unsigned i = 0; cells && i < cells->size; i += 8) {
    ByteKind kind = types_of_value(activity->types, value, i).kind;
    if (cell_has_target(cells->cells[i]) &&
        (kind == BYTE_POINTER || kind == BYTE_UNKNOWN || kind >= BYTE_MIXED))
      return true;
  }
  return false;
}

bool memory_may_hold_float(const Activity *activity, const Object *object) {
  if (object->slots.count == 0 || object->blurred)
    return true;
  for (size_t i = 0; i < object->slots.count; i++) {
    const Slot *slot = &object->slots.items[i];
    Location location = {(Object *)object, slot->offset, slot->stride};
    if (byte_may_be_float(types_at(activity->types, location, 0)))
      return true;
  }
  return types_floats_beside(activity->types, object);
}

/* ---- memory ---- */

/* Beyond this many distinct places an object is known as a whole only. */
#define ENTRY_LIMIT 64

static MemoryFact *memory_of(const Activity *activity, Location location) {
  unsigned id = location.object ? location.object->id : 0;
  MemoryFact *memory = &activity->memory[id];
  memory->object = location.object;
  return memory;
}

MemoryEntry *memory_entry(Activity *activity, Location location, uint64_t size) {
  MemoryFact *memory = memory_of(activity, location);
  for (size_t i = 0; i < memory->entries.count; i++) {
    MemoryEntry *entry = &memory->entries.items[i];
    if (entry->location.offset == location.offset && entry->location.stride == location.stride &&
        entry->size == size)
      return entry;
  }
  if (memory->entries.count >= ENTRY_LIMIT || !location.object)
    return &memory->whole;
  MemoryEntry entry = {.location = location, .size = size};
  ARRAY_PUSH(activity->arena, memory->entries, entry);
  return &memory->entries.items[memory->entries.count - 1];
}

MemoryEntry memory_summary(const Activity *activity, Location location, uint64_t size) {
  const MemoryFact *memory = memory_of(activity, location);
  MemoryEntry sum = memory->whole;
  for (size_t i = 0; i < memory->entries.count; i++) {
    const MemoryEntry *entry = &memory->entries.items[i];
    if (!location_overlaps(entry->location, entry->size, location, size))
      continue;
    sum.origin |= entry->origin;
    sum.useful |= entry->useful;
    if (entry->varied && !sum.varied) {
      sum.varied = true;
      sum.because = entry->because;
    }
  }
  return sum;
}

/* ---- marks ---- */

void mark_varied(Activity *activity, LLVMValueRef value, LLVMValueRef because) {
  ValueFact *fact = value_fact(activity, value);
  if (fact->varied)
    return;
  fact->varied = true;
  fact->because = because;
  activity->changed = true;
}

void mark_useful(Activity *activity, LLVMValueRef value) {
  if (LLVMIsAConstant(value) || !value_may_be_float(activity, value))
    return;
  ValueFact *fact = value_fact(activity, value);
  if (!fact->useful) {
    fact->useful = true;
    activity->changed = true;
  }
}

void mark_memory_varied(Activity *activity, Location location, uint64_t size,
                        LLVMValueRef because) {
  MemoryEntry *entry = memory_entry(activity, location, size);
  if (entry->varied)
    return;
  entry->varied = true;
  entry->because = because;
  activity->changed = true;
}

void mark_memory_useful(Activity *activity, Location location, uint64_t size) {
  MemoryEntry *entry = memory_entry(activity, location, size);
  if (!entry->useful) {
    entry->useful = true;
    activity->changed = true;
  }
}

/* ---- reachability ---- */

bool objects_contain(const ObjectArray *objects, const Object *object) {
  for (size_t i = 0; i < objects->count; i++)
    if (objects->items[i] == object)
      return true;
  return false;
}

void reachable_objects(const Activity *activity, LLVMValueRef value, ObjectArray *objects) {
  size_t next = objects->count;
  const Register *cells = types_register(activity->types, value);
  unsigned count = cells ? cells->size : 1;
  for (unsigned i = 0; i < count; i++) {
    Location target;
    if (types_value_target(activity->types, value, i, &target) &&
        !objects_contain(objects, target.object))
      ARRAY_PUSH(activity->arena, *objects, target.object);
  }
  for (; next < objects->count; next++) {
    const Object *object = objects->items[next];
    for (size_t i = 0; i < object->slots.count; i++) {
      Object *target = types_slot_target(activity->types, object, i);
      if (target && !objects_contain(objects, target))
        ARRAY_PUSH(activity->arena, *objects, target);
    }
  }
}
