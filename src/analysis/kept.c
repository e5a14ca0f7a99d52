/* kept.c: variables that point to memory from before the derivative is called, such as a model that
 * the program reads once. What they lead to then carries no derivative, and has no shadow; but what
 * is differentiated may bring it together with memory that has one, so that only run time can tell
 * them apart. */
#include "type_walk.h"

#include <string.h>

/* Does the function do more with the variable, or a part of it, than read it? */
static bool uses_otherwise(LLVMValueRef variable, const Map *differentiated) {
  for (LLVMUseRef use = LLVMGetFirstUse(variable); use; use = LLVMGetNextUse(use)) {
    LLVMValueRef user = LLVMGetUser(use);
    bool part = LLVMIsAGetElementPtrInst(user) ||
                (LLVMIsAConstantExpr(user) && LLVMGetConstOpcode(user) == LLVMGetElementPtr);
    if (part && uses_otherwise(user, differentiated))
      return true;
    if (part || !LLVMIsAInstruction(user) || LLVMIsALoadInst(user))
      continue;
    LLVMValueRef function = LLVMGetBasicBlockParent(LLVMGetInstructionParent(user));
    if (!map_has(differentiated, function))
      return true;
  }
  return false;
}

/* Is it a variable of a C++ function that the first call to come there makes? */
static bool is_made_once(LLVMValueRef global) {
  char guard[1024];
  size_t length;
  const char *name = LLVMGetValueName2(global, &length);
  static const char of_guards[] = "_ZGV";
  if (strncmp(name, "_Z", 2) != 0 || length + sizeof of_guards > sizeof guard)
    return false;
  memcpy(guard, of_guards, sizeof of_guards);
  memcpy(guard + sizeof of_guards - 1, name + 2, length - 2 + 1);
  return LLVMGetNamedGlobal(LLVMGetGlobalParent(global), guard) != NULL;
}

/* Does memory that may hold active values lie behind the object's pointers? */
static bool leads_to_active(const TypeFacts *types, Object *object, const bool *active) {
  ARRAY(Object *) reached = {0};
  ARRAY_PUSH(types->arena, reached, object);
  for (size_t i = 0; i < reached.count; i++)
    for (size_t k = 0; k < reached.items[i]->slots.count; k++) {
      Object *target = types_slot_target(types, reached.items[i], k);
      bool known = target == NULL;
      for (size_t j = 0; j < reached.count && !known; j++)
        known = reached.items[j] == target;
      if (known)
        continue;
      if (active[0] || active[target->id])
        return true;
      ARRAY_PUSH(types->arena, reached, target);
    }
  return false;
}

static bool is_kept(const TypeFacts *types, LLVMValueRef global, const Map *differentiated,
                    const bool *active) {
  Location location;
  if (LLVMIsGlobalConstant(global) || !LLVMGetInitializer(global) ||
      request_shadow_of_global(global) || !types_locate(types, global, &location))
    return false;
  return is_made_once(global) || (leads_to_active(types, location.object, active) &&
                                  uses_otherwise(global, differentiated));
}

Map *activity_kept_globals(Arena *arena, const TypeFacts *types, const Map *workspaces,
                           const Map *copies, const bool *active) {
  Map *differentiated = map_create(arena), *kept = map_create(arena);
  for (size_t i = 0; i < map_count(copies); i++) {
    const void *copy;
    void *source = map_entry(copies, i, &copy);
    map_set(differentiated, copy, source);
    map_set(differentiated, source, source);
  }
  for (LLVMValueRef global = LLVMGetFirstGlobal(types->module); global;
       global = LLVMGetNextGlobal(global))
    if (!map_has(workspaces, global) && is_kept(types, global, differentiated, active))
      map_set(kept, global, global);
  return kept;
}

enum { NESTED_LISTS = 4 };

/* The global is named in a list of those that the user declares inactive. */
static bool is_listed_inactive(LLVMValueRef constant, unsigned depth) {
  for (LLVMUseRef use = LLVMGetFirstUse(constant); use && depth; use = LLVMGetNextUse(use)) {
    LLVMValueRef user = LLVMGetUser(use);
    size_t length;
    bool named =
        LLVMIsAGlobalVariable(user) && strstr(LLVMGetValueName2(user, &length), "_inactive_global");
    bool part = LLVMIsAConstant(user) && !LLVMIsAGlobalValue(user);
    if (named || (part && is_listed_inactive(user, depth - 1)))
      return true;
  }
  return false;
}

bool global_is_marked_inactive(LLVMValueRef global) {
  LLVMContextRef context = LLVMGetTypeContext(LLVMTypeOf(global));
  size_t count;
  LLVMValueMetadataEntry *entries = LLVMGlobalCopyAllMetadata(global, &count);
  bool found = false;
  for (size_t i = 0; i < count; i++) {
    unsigned kind = LLVMValueMetadataEntriesGetKind(entries, (unsigned)i);
    found |= kind == LLVMGetMDKindIDInContext(context, "enzyme_inactive", 15) ||
             kind == LLVMGetMDKindIDInContext(context, "adcc_inactive", 13);
  }
  LLVMDisposeValueMetadataEntries(entries);
  return found || library_variable_is_inactive(global);
}

static bool is_used_in(LLVMValueRef variable, const Map *functions) {
  for (LLVMUseRef use = LLVMGetFirstUse(variable); use; use = LLVMGetNextUse(use)) {
    LLVMValueRef user = LLVMGetUser(use);
    if (LLVMIsAInstruction(user)
            ? map_has(functions, LLVMGetBasicBlockParent(LLVMGetInstructionParent(user)))
            : LLVMIsAConstantExpr(user) && is_used_in(user, functions))
      return true;
  }
  return false;
}

static bool holds_numbers(const TypeFacts *types, Object *object) {
  for (size_t i = 0; i < object->slots.count; i++) {
    const Slot *slot = &object->slots.items[i];
    ByteKind kind = types_at(types, (Location){object, slot->offset, slot->stride}, 0).kind;
    if (kind == BYTE_FLOAT || kind >= BYTE_MIXED)
      return true;
  }
  return false;
}

static bool leads_to_numbers(const TypeFacts *types, const Object *object) {
  for (size_t i = 0; i < object->slots.count; i++) {
    Object *target = types_slot_target(types, object, i);
    if (target && holds_numbers(types, target))
      return true;
  }
  return false;
}

Map *activity_bare_globals(Arena *arena, const TypeFacts *types, const Map *workspaces,
                           const Map *copies, const Map *kept) {
  Map *bare = map_create(arena);
  for (LLVMValueRef global = LLVMGetFirstGlobal(types->module); global;
       global = LLVMGetNextGlobal(global)) {
    Location location;
    if (!LLVMIsGlobalConstant(global) && !map_has(kept, global) && !map_has(workspaces, global) &&
        !request_shadow_of_global(global) &&
        type_contains_pointer(LLVMGlobalGetValueType(global)) && is_used_in(global, copies) &&
        types_locate(types, global, &location) && leads_to_numbers(types, location.object) &&
        !global_is_marked_inactive(global) && !is_listed_inactive(global, NESTED_LISTS))
      map_set(bare, global, global);
  }
  return bare;
}

static bool loads_at(const TypeFacts *types, LLVMValueRef place, int64_t wanted, uint64_t stride,
                     const Map *functions) {
  for (LLVMUseRef use = LLVMGetFirstUse(place); use; use = LLVMGetNextUse(use)) {
    LLVMValueRef user = LLVMGetUser(use);
    bool part = LLVMIsAGetElementPtrInst(user) ||
                (LLVMIsAConstantExpr(user) && LLVMGetConstOpcode(user) == LLVMGetElementPtr);
    if (part) {
      int64_t displacement;
      uint64_t step;
      gep_displacement(types, user, &displacement, &step);
      if (loads_at(types, user, wanted - displacement, greatest_common_divisor(stride, step),
                   functions))
        return true;
    } else if (LLVMIsALoadInst(user) && type_contains_pointer(LLVMTypeOf(user)) &&
               map_has(functions, LLVMGetBasicBlockParent(LLVMGetInstructionParent(user)))) {
      uint64_t size = LLVMStoreSizeOfType(types->layout, LLVMTypeOf(user));
      if (stride ? wanted % (int64_t)stride == 0 : wanted >= 0 && (uint64_t)wanted < size)
        return true;
    }
  }
  return false;
}

bool activity_loads_pointer(const TypeFacts *types, LLVMValueRef global, uint64_t offset,
                            const Map *functions) {
  return loads_at(types, global, (int64_t)offset, 0, functions);
}
