/* type_lasting.c: what is still in memory when the reverse sweep comes back to a call?
 *
 * A function that is not inlined has two halves, and between them its callers do what they do
 * behind the call, and their callers. What none of these writes or gives back need not be kept. The
 * functions are those that are differentiated, which see all calls of each other; what code calls
 * that is not seen may find anything changed, but for what a request differentiates as a whole:
 * there the reverse sweep follows at once. */
#include "type_apart.h"

/* What happens behind the calls of a function, until they are reversed. */
typedef struct {
  Written *behind;
  ValueArray callers; /* behind whose calls it may happen as well */
} Calls;

struct Lasting {
  const Apart *apart;
  Arena *arena;
  Map *calls; /* function -> Calls */
};

static bool add_all(Map *to, const Map *from) {
  size_t before = map_count(to);
  for (size_t i = 0; i < map_count(from); i++) {
    const void *object;
    map_entry(from, i, &object);
    map_set(to, object, (void *)object);
  }
  return map_count(to) > before;
}

/* Adds what is written; true if it was not there. */
static bool join(Written *to, const Written *from) {
  bool more = (from->anything && !to->anything) || (from->outside && !to->outside) ||
              (from->outside_released && !to->outside_released);
  to->anything |= from->anything;
  to->outside |= from->outside;
  to->outside_released |= from->outside_released;
  more |= add_all(to->objects, from->objects);
  more |= add_all(to->released, from->released);
  return more;
}

static Calls *calls_of(Lasting *lasting, LLVMValueRef function) {
  Calls *calls = map_get(lasting->calls, function);
  if (!calls) {
    calls = ARENA_NEW(lasting->arena, Calls);
    calls->behind = apart_written_none(lasting->arena);
    map_set(lasting->calls, function, calls);
  }
  return calls;
}

/* ---- one function that calls others ---- */

typedef struct {
  Lasting *lasting;
  LLVMValueRef function;
  Map *returning; /* its blocks from which it may return: else no reverse sweep comes */
  Map *blocks;    /* block -> what it writes */
} Caller;

static void add_rest(const Caller *caller, LLVMValueRef instruction, Written *written) {
  for (; instruction; instruction = LLVMGetNextInstruction(instruction))
    if (bridge_may_write_memory(instruction))
      join(written, apart_written_by(caller->lasting->apart, instruction));
}

static const Written *written_in(const Caller *caller, LLVMBasicBlockRef block) {
  Written *written = map_get(caller->blocks, block);
  if (!written) {
    written = apart_written_none(caller->lasting->arena);
    add_rest(caller, LLVMGetFirstInstruction(block), written);
    map_set(caller->blocks, block, written);
  }
  return written;
}

static void add_behind(const Caller *caller, LLVMValueRef call, Written *written) {
  Arena *arena = caller->lasting->arena;
  BlockArray reached = {0};
  Map *seen = map_create(arena);
  if (!LLVMIsAInvokeInst(call))
    add_rest(caller, LLVMGetNextInstruction(call), written);
  ARRAY_PUSH(arena, reached, LLVMGetInstructionParent(call));
  for (size_t i = 0; i < reached.count; i++) {
    LLVMValueRef end = LLVMGetBasicBlockTerminator(reached.items[i]);
    for (unsigned k = 0; k < LLVMGetNumSuccessors(end); k++) {
      LLVMBasicBlockRef next = LLVMGetSuccessor(end, k);
      if (map_has(seen, next) || !map_has(caller->returning, next))
        continue;
      map_set(seen, next, next);
      join(written, written_in(caller, next));
      ARRAY_PUSH(arena, reached, next);
    }
  }
}

static void read_caller(Lasting *lasting, LLVMValueRef function) {
  Caller caller = {lasting, function, NULL, map_create(lasting->arena)};
  FOR_EACH_BLOCK (block, function)
    FOR_EACH_INSTRUCTION (call, block) {
      if (!LLVMIsACallInst(call) && !LLVMIsAInvokeInst(call))
        continue;
      LLVMValueRef callee = call_direct_callee(call);
      if (!callee || !map_has(lasting->apart->functions, callee))
        continue;
      if (!caller.returning)
        caller.returning = blocks_that_return(lasting->arena, function);
      Calls *calls = calls_of(lasting, callee);
      ARRAY_PUSH(lasting->arena, calls->callers, function);
      if (map_has(caller.returning, block))
        add_behind(&caller, call, calls->behind);
    }
}

/* ---- all of them ---- */

static void read_all(Lasting *lasting, const Map *functions, const Map *whole) {
  const void *function;
  for (size_t i = 0; i < map_count(functions); i++) {
    map_entry(functions, i, &function);
    read_caller(lasting, (LLVMValueRef)function);
    if (map_has(lasting->apart->entered, function) && !map_get(whole, function))
      calls_of(lasting, (LLVMValueRef)function)->behind->anything = true;
  }
  for (bool again = true; again;) {
    again = false;
    for (size_t i = 0; i < map_count(lasting->calls); i++) {
      Calls *calls = map_entry(lasting->calls, i, &function);
      for (size_t k = 0; k < calls->callers.count; k++)
        if (calls->callers.items[k] != function)
          again |= join(calls->behind, calls_of(lasting, calls->callers.items[k])->behind);
    }
  }
}

static const Lasting *lasting_of(const TypeFacts *facts) {
  const Apart *apart = apart_of(facts);
  if (!apart || apart->lasting || !facts->whole_functions)
    return apart ? apart->lasting : NULL;
  Lasting *lasting = ((Apart *)apart)->lasting = ARENA_NEW(facts->arena, Lasting);
  *lasting = (Lasting){apart, facts->arena, map_create(facts->arena)};
  read_all(lasting, apart->functions, facts->whole_functions);
  return lasting;
}

bool types_lasts(const TypeFacts *facts, LLVMValueRef function, LLVMValueRef pointer,
                 bool released_late) {
  const Lasting *lasting = lasting_of(facts);
  Location at;
  if (!lasting || !types_locate(lasting->apart->facts, pointer, &at) ||
      !apart_is_certain(lasting->apart, at.object))
    return false;
  const Calls *calls = map_get(lasting->calls, function);
  return calls && apart_is_spared(calls->behind, at.object) &&
         (released_late || apart_is_not_released(calls->behind, at.object));
}
