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
  Map *returning; /* blocks from which it may return: else no reverse sweep comes */
  Map *blocks;    /* block -> what it writes */
  Map *reached;   /* function that it calls -> Map of the blocks behind any of the calls seen */
  Map *called_in; /* function that it calls -> the block of the last call seen */
} Caller;

/* What a function gives back that calls a half of another one's derivative is put off: it is a half
 * itself, or both. So is what functions that it calls give back of memory with a shadow. */
static bool is_release(LLVMValueRef instruction) {
  LLVMValueRef callee = LLVMIsACallInst(instruction) ? call_direct_callee(instruction) : NULL;
  const LibraryFunction *row = callee ? library_function(callee) : NULL;
  return row && row->kind == LIBFN_FREE;
}

static void add_rest(const Caller *caller, LLVMValueRef instruction, Written *written) {
  for (; instruction; instruction = LLVMGetNextInstruction(instruction))
    if (bridge_may_write_memory(instruction) && !is_release(instruction))
      apart_join(written, apart_written_by(caller->lasting->apart, instruction));
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

/* Behind the first call of a function in a block lies all that is behind the other ones there, and
 * what follows on a block is the same behind each. */
static void add_behind(const Caller *caller, LLVMValueRef call, LLVMValueRef callee,
                       Written *written) {
  Arena *arena = caller->lasting->arena;
  LLVMBasicBlockRef block = LLVMGetInstructionParent(call);
  if (map_get(caller->called_in, callee) == block)
    return;
  map_set(caller->called_in, callee, block);
  Map *seen = map_get(caller->reached, callee);
  if (!seen)
    map_set(caller->reached, callee, seen = map_create(arena));
  BlockArray reached = {0};
  if (!LLVMIsAInvokeInst(call))
    add_rest(caller, LLVMGetNextInstruction(call), written);
  ARRAY_PUSH(arena, reached, block);
  for (size_t i = 0; i < reached.count; i++) {
    LLVMValueRef end = LLVMGetBasicBlockTerminator(reached.items[i]);
    for (unsigned k = 0; k < LLVMGetNumSuccessors(end); k++) {
      LLVMBasicBlockRef next = LLVMGetSuccessor(end, k);
      if (map_has(seen, next) || !map_has(caller->returning, next))
        continue;
      map_set(seen, next, next);
      apart_join(written, written_in(caller, next));
      ARRAY_PUSH(arena, reached, next);
    }
  }
}

static void read_caller(Lasting *lasting, LLVMValueRef function) {
  Arena *arena = lasting->arena;
  Caller caller = {lasting, NULL, map_create(arena), map_create(arena), map_create(arena)};
  FOR_EACH_BLOCK (block, function)
    FOR_EACH_INSTRUCTION (call, block) {
      if (!LLVMIsACallInst(call) && !LLVMIsAInvokeInst(call))
        continue;
      LLVMValueRef callee = call_direct_callee(call);
      if (!callee || !map_has(lasting->apart->functions, callee))
        continue;
      if (!caller.returning)
        caller.returning = blocks_that_return(arena, function);
      Calls *calls = calls_of(lasting, callee);
      ARRAY_PUSH(arena, calls->callers, function);
      if (map_has(caller.returning, block))
        add_behind(&caller, call, callee, calls->behind);
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
          again |= apart_join(calls->behind, calls_of(lasting, calls->callers.items[k])->behind);
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

bool types_lasts(const TypeFacts *facts, LLVMValueRef function, LLVMValueRef access,
                 bool released_late) {
  const Lasting *lasting = lasting_of(facts);
  Location at;
  if (!lasting || !types_locate(lasting->apart->facts, access_pointer(access), &at) ||
      !apart_is_certain(lasting->apart, at.object))
    return false;
  const Calls *calls = map_get(lasting->calls, function);
  return calls && apart_is_spared(calls->behind, (Bytes){at, access_bytes(access)}) &&
         (released_late || apart_is_not_released(calls->behind, at.object));
}
