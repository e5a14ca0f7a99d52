/* type_reach.c: which functions a call through a pointer reaches.
 *
 * A dispatcher (prepare/dispatch.c) names every function of the call's type, and a call of each of
 * them makes one object of all that any of them works on. Here the types are inferred as if none of
 * them were called; then what the pointer is compared with is called once it turns out that the
 * pointer may be that function, and what is learnt from that call may let others in. A pointer may
 * also be any function where it comes from outside: from memory that code which is not seen here
 * has a hand in.
 *
 * What is never reached is left out of the program that is differentiated. Should it be called all
 * the same, that is a call of something unlisted, which stops the program where it is active. */
#include "type_walk.h"

/* A block that only a dispatcher's branch to one function leads to, and all behind it. */
typedef struct Guard {
  struct Guard *outer;
  LLVMValueRef called, function;
  bool reached;
} Guard;

struct Reach {
  Map *guards;   /* block -> Guard, the innermost */
  Map *branches; /* branch -> Guard */
  const Map *seen, *entered;
};

static void set_outside(Object *object) {
  if (object)
    object_set_outside(object);
}

static bool may_be(TypeFacts *facts, LLVMValueRef pointer, LLVMValueRef function) {
  Location at = pointer_location(facts, pointer);
  return !at.object || at.object->outside ||
         at.object == location_root(pointer_location(facts, function)).object;
}

bool reach_enters(TypeFacts *facts, LLVMBasicBlockRef block) {
  if (!facts->reach)
    return true;
  for (Guard *guard = map_get(facts->reach->guards, block); guard; guard = guard->outer) {
    if (guard->reached)
      continue;
    if (!may_be(facts, guard->called, guard->function))
      return false;
    guard->reached = true;
    facts->watch.changed = true;
  }
  return true;
}

void reach_value_outside(TypeFacts *facts, LLVMValueRef value) {
  if (!facts->reach)
    return;
  if (LLVMIsAConstantExpr(value)) {
    set_outside(location_root(pointer_location(facts, value)).object);
    return;
  }
  Register *cells = register_of(facts, value);
  bool pointer = LLVMGetTypeKind(LLVMTypeOf(value)) == LLVMPointerTypeKind;
  for (unsigned i = 0; cells && i < cells->size; i++)
    if (pointer || cell_has_target(cells->cells[i]))
      set_outside(cell_target(&facts->space, cells->cells[i]).object);
}

/* What a dispatcher lists no function for is called where the pointer comes from outside. */
static bool calls_outside(TypeFacts *facts, LLVMValueRef call) {
  if (!call_is_unlisted(call))
    return true;
  Location called = pointer_location(facts, LLVMGetCalledValue(call));
  return !called.object || called.object->outside;
}

bool reach_call_outside(TypeFacts *facts, LLVMValueRef call) {
  if (!facts->reach)
    return true;
  if (!calls_outside(facts, call))
    return false;
  for (unsigned i = 0; i < call_argument_count(call); i++)
    reach_value_outside(facts, LLVMGetOperand(call, i));
  reach_value_outside(facts, call);
  return true;
}

/* A function of the library puts none of ours into what it is given or returns, but what is thrown
 * is caught anywhere. */
void reach_library_call(TypeFacts *facts, LLVMValueRef call, const LibraryFunction *row) {
  if (row->kind == LIBFN_THROW || row->kind == LIBFN_CATCH || row->kind == LIBFN_REFUSED)
    reach_call_outside(facts, call);
}

bool reach_walks(const TypeFacts *facts, LLVMValueRef function) {
  return !facts->reach || LLVMIsDeclaration(function) || map_has(facts->reach->seen, function);
}

/* Code that is not seen passes anything, and gets what is returned. */
void reach_enter_function(TypeFacts *facts, LLVMValueRef function) {
  if (!facts->reach)
    return;
  bool declared = LLVMIsDeclaration(function);
  if (declared && LLVMGetFirstUse(function) && !library_function(function))
    reach_value_outside(facts, function);
  if (declared || !map_has(facts->reach->entered, function))
    return;
  for (unsigned i = 0; i < LLVMCountParams(function); i++)
    reach_value_outside(facts, LLVMGetParam(function, i));
  FOR_EACH_BLOCK (block, function) {
    LLVMValueRef end = LLVMGetBasicBlockTerminator(block);
    if (LLVMIsAReturnInst(end) && LLVMGetNumOperands(end) == 1)
      reach_value_outside(facts, LLVMGetOperand(end, 0));
  }
}

static bool is_local(LLVMValueRef global) {
  LLVMLinkage linkage = LLVMGetLinkage(global);
  return linkage == LLVMInternalLinkage || linkage == LLVMPrivateLinkage;
}

/* Globals may have each other's addresses, and their own. */
static bool is_used_elsewhere(const Reach *reach, LLVMValueRef value, Map *visited) {
  if (map_has(visited, value))
    return false;
  map_set(visited, value, value);
  for (LLVMUseRef use = LLVMGetFirstUse(value); use; use = LLVMGetNextUse(use)) {
    LLVMValueRef user = LLVMGetUser(use);
    LLVMBasicBlockRef block = LLVMIsAInstruction(user) ? LLVMGetInstructionParent(user) : NULL;
    if (block ? !map_has(reach->seen, LLVMGetBasicBlockParent(block))
              : is_used_elsewhere(reach, user, visited))
      return true;
  }
  return false;
}

void reach_enter_global(TypeFacts *facts, LLVMValueRef global) {
  if (!facts->reach)
    return;
  bool changes =
      !LLVMIsGlobalConstant(global) &&
      (!is_local(global) || is_used_elsewhere(facts->reach, global, map_create(facts->arena)));
  if (LLVMIsDeclaration(global) || changes)
    reach_value_outside(facts, global);
}

void reach_spread(TypeFacts *facts) {
  ObjectSpace *space = &facts->space;
  for (bool again = facts->reach != NULL; again;) {
    again = false;
    for (size_t i = 0; i < space->objects.count; i++) {
      const Object *object = space->objects.items[i];
      for (size_t k = 0; k < object->slots.count && !object->parent && object->outside; k++) {
        Cell *cell = cell_find(object->slots.items[k].cell);
        if (!cell->link.object)
          continue;
        Object *target = location_root(cell->link).object;
        if (target->outside)
          continue;
        object_set_outside(target);
        again = true;
      }
    }
  }
}

/* ---- what the dispatchers' branches lead to ---- */

static Guard *guard_of_branch(Reach *reach, Arena *arena, LLVMValueRef branch) {
  Guard *guard = map_get(reach->branches, branch);
  LLVMValueRef compared = LLVMIsAICmpInst(LLVMGetCondition(branch));
  if (guard || !compared || LLVMGetICmpPredicate(compared) != LLVMIntEQ)
    return guard;
  unsigned function = LLVMIsAFunction(LLVMGetOperand(compared, 1)) ? 1 : 0;
  if (!LLVMIsAFunction(LLVMGetOperand(compared, function)))
    return NULL;
  guard = ARENA_NEW(arena, Guard);
  guard->function = LLVMGetOperand(compared, function);
  guard->called = LLVMGetOperand(compared, 1 - function);
  map_set(reach->branches, branch, guard);
  return guard;
}

static Guard *guard_around(Reach *reach, Arena *arena, BridgeAnalysesRef analyses,
                           LLVMBasicBlockRef block) {
  for (LLVMBasicBlockRef above; (above = bridge_immediate_dominator(analyses, block));
       block = above) {
    LLVMValueRef branch = LLVMGetBasicBlockTerminator(above);
    if (!branch_is_candidate(branch) || LLVMGetSuccessor(branch, 0) != block ||
        !block_has_one_predecessor(block))
      continue;
    Guard *guard = guard_of_branch(reach, arena, branch);
    if (!guard)
      continue;
    guard->outer = guard_around(reach, arena, analyses, above);
    return guard;
  }
  return NULL;
}

static void collect_guards(Reach *reach, Arena *arena, LLVMValueRef function) {
  bool any = false;
  FOR_EACH_BLOCK (block, function)
    any |= branch_is_candidate(LLVMGetBasicBlockTerminator(block));
  if (!any)
    return;
  BridgeAnalysesRef analyses = bridge_analyses_create(function);
  FOR_EACH_BLOCK (block, function) {
    Guard *guard = guard_around(reach, arena, analyses, block);
    if (guard)
      map_set(reach->guards, block, guard);
  }
  bridge_analyses_dispose(analyses);
}

static bool is_entered(const Guard *guard) {
  for (const Guard *outer = guard->outer; outer; outer = outer->outer)
    if (!outer->reached)
      return false;
  return true;
}

/* Where none is reached, nothing is known of the pointer: all stay. */
static ValueArray unreached_branches(const Reach *reach, Arena *arena) {
  ValueArray branches = {0};
  Map *known = map_create(arena); /* pointers that some function is reached through */
  for (int pass = 0; pass < 2; pass++)
    for (size_t i = 0; i < map_count(reach->branches); i++) {
      const void *branch;
      const Guard *guard = map_entry(reach->branches, i, &branch);
      if (pass == 0 && guard->reached)
        map_set(known, guard->called, guard->called);
      else if (pass == 1 && !guard->reached && is_entered(guard) && map_has(known, guard->called))
        ARRAY_PUSH(arena, branches, (LLVMValueRef)branch);
    }
  return branches;
}

ValueArray types_unreached_candidates(Arena *arena, LLVMModuleRef module, const Map *functions,
                                      const Map *entered) {
  Reach reach = {map_create(arena), map_create(arena), functions, entered};
  for (size_t i = 0; i < map_count(functions); i++) {
    const void *function;
    map_entry(functions, i, &function);
    collect_guards(&reach, arena, (LLVMValueRef)function);
  }
  if (map_count(reach.branches) == 0)
    return (ValueArray){0};
  TypeFacts *facts = types_begin(arena, module);
  facts->reach = &reach;
  return types_settle(facts) ? unreached_branches(&reach, arena) : (ValueArray){0};
}

TypeFacts *types_compute_outside(Arena *arena, LLVMModuleRef module, const Map *functions,
                                 const Map *entered) {
  TypeFacts *facts = types_begin(arena, module);
  Reach *reach = facts->reach = ARENA_NEW(arena, Reach);
  *reach = (Reach){map_create(arena), map_create(arena), functions, entered};
  if (!types_settle(facts))
    return NULL;
  objects_number(&facts->space);
  facts->object_count = (unsigned)facts->space.objects.count + 1;
  return facts;
}
