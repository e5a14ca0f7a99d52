/* What may be executed between two places of a function. */
#include "plan.h"

static bool is_before(LLVMValueRef first, LLVMValueRef second) {
  while (first && first != second)
    first = LLVMGetNextInstruction(first);
  return first != NULL;
}

bool plan_reaches(Arena *arena, LLVMBasicBlockRef from, LLVMBasicBlockRef to,
                  LLVMBasicBlockRef avoided) {
  Map *seen = map_create(arena);
  BlockArray work = {0};
  ARRAY_PUSH(arena, work, from);
  while (work.count) {
    LLVMValueRef end = LLVMGetBasicBlockTerminator(work.items[--work.count]);
    for (unsigned i = 0; i < LLVMGetNumSuccessors(end); i++) {
      LLVMBasicBlockRef next = LLVMGetSuccessor(end, i);
      if (next == to)
        return true;
      if (next == avoided || map_has(seen, next))
        continue;
      map_set(seen, next, next);
      ARRAY_PUSH(arena, work, next);
    }
  }
  return false;
}

bool plan_may_come_between(Arena *arena, LLVMValueRef load, LLVMValueRef store,
                           LLVMValueRef point) {
  LLVMBasicBlockRef loading = LLVMGetInstructionParent(load);
  LLVMBasicBlockRef storing = LLVMGetInstructionParent(store);
  LLVMBasicBlockRef asking = LLVMGetInstructionParent(point);
  if (asking == loading)
    return !is_before(load, point) || (storing == loading && is_before(load, store) &&
                                       is_before(store, point) && store != point);
  if (storing == loading)
    return is_before(load, store);
  if (storing == asking && is_before(store, point) && store != point)
    return true;
  return plan_reaches(arena, loading, storing, loading) &&
         plan_reaches(arena, storing, asking, loading);
}
