/* callee_summary.c: the objects that a function, and all it calls, may read and write as floating
 * point. What each function does itself is found once for all derivatives of a round: where tables
 * of functions lead from anywhere to nearly everything, each asks for the summaries of all others.
 */
#include "activity_flow.h"

typedef struct {
  CalleeSummary does; /* without what it calls */
  ValueArray callees;
} OwnEffects;

struct CalleeSummaries {
  Arena *arena;
  Map *own;   /* function → OwnEffects */
  Map *whole; /* function → CalleeSummary */
};

CalleeSummaries *callee_summaries_create(Arena *arena) {
  CalleeSummaries *all = ARENA_NEW(arena, CalleeSummaries);
  *all = (CalleeSummaries){arena, map_create(arena), map_create(arena)};
  return all;
}

typedef struct {
  Arena *arena; /* of the lists; the maps do not last */
  CalleeSummary *summary;
  Map *read, *written; /* what is in the lists already: numbers of objects, plus one */
} SummaryBuilder;

static SummaryBuilder summary_builder(Activity *activity, CalleeSummary *summary) {
  return (SummaryBuilder){activity->query.summaries->arena, summary, map_create(activity->arena),
                          map_create(activity->arena)};
}

static void add_object(SummaryBuilder *builder, bool write, unsigned id) {
  const void *key = (const void *)((uintptr_t)id + 1);
  Map *known = write ? builder->written : builder->read;
  if (map_has(known, key))
    return;
  map_set(known, key, builder);
  if (write)
    ARRAY_PUSH(builder->arena, builder->summary->writes, id);
  else
    ARRAY_PUSH(builder->arena, builder->summary->reads, id);
}

static void add_place(Activity *activity, SummaryBuilder *builder, bool write,
                      LLVMValueRef pointer) {
  Location location;
  if (types_locate(activity->types, pointer, &location))
    add_object(builder, write, location.object->id);
}

static void add_call(Activity *activity, SummaryBuilder *builder, OwnEffects *own,
                     LLVMValueRef call) {
  switch (call_classify(activity, call)) {
  case CALL_COPY:
    add_place(activity, builder, true, LLVMGetOperand(call, 0));
    add_place(activity, builder, false, LLVMGetOperand(call, 1));
    return;
  case CALL_ADD:
    add_place(activity, builder, true, LLVMGetOperand(call, 1));
    add_place(activity, builder, false, LLVMGetOperand(call, 0));
    return;
  case CALL_DEFINED: {
    FunctionList targets = call_callees(activity, call);
    for (size_t i = 0; i < targets.functions.count; i++)
      ARRAY_PUSH(builder->arena, own->callees, targets.functions.items[i]);
    if (targets.functions.count == 0)
      own->does.unknown_callee = true;
    return;
  }
  case CALL_UNKNOWN:
    if (bridge_may_read_memory(call) || bridge_may_write_memory(call))
      own->does.unknown_callee = true;
    return;
  default:
    return; /* setting to a constant, allocating and releasing move nothing varied */
  }
}

static void add_instruction(Activity *activity, SummaryBuilder *builder, OwnEffects *own,
                            LLVMValueRef value) {
  switch (LLVMGetInstructionOpcode(value)) {
  case LLVMLoad:
    if (access_may_be_float(activity, value, LLVMTypeOf(value)))
      add_place(activity, builder, false, LLVMGetOperand(value, 0));
    break;
  case LLVMStore:
    if (access_may_be_float(activity, value, LLVMTypeOf(LLVMGetOperand(value, 0))))
      add_place(activity, builder, true, LLVMGetOperand(value, 1));
    break;
  case LLVMAtomicRMW:
  case LLVMAtomicCmpXchg:
    add_place(activity, builder, false, LLVMGetOperand(value, 0));
    add_place(activity, builder, true, LLVMGetOperand(value, 0));
    break;
  case LLVMCall:
  case LLVMInvoke:
  case LLVMCallBr:
    add_call(activity, builder, own, value);
    break;
  default:
    break;
  }
}

static const OwnEffects *own_effects(Activity *activity, LLVMValueRef function) {
  CalleeSummaries *all = activity->query.summaries;
  OwnEffects *own = map_get(all->own, function);
  if (own)
    return own;
  own = ARENA_NEW(all->arena, OwnEffects);
  SummaryBuilder builder = summary_builder(activity, &own->does);
  FOR_EACH_BLOCK (block, function)
    FOR_EACH_INSTRUCTION (value, block)
      add_instruction(activity, &builder, own, value);
  map_set(all->own, function, own);
  return own;
}

const CalleeSummary *callee_summary(Activity *activity, LLVMValueRef function) {
  CalleeSummaries *all = activity->query.summaries;
  CalleeSummary *summary = map_get(all->whole, function);
  if (summary)
    return summary;
  summary = ARENA_NEW(all->arena, CalleeSummary);
  SummaryBuilder builder = summary_builder(activity, summary);
  ValueArray called = {0};
  Map *visited = map_create(activity->arena);
  map_set(visited, function, summary);
  ARRAY_PUSH(activity->arena, called, function);
  for (size_t next = 0; next < called.count; next++) {
    const OwnEffects *own = own_effects(activity, called.items[next]);
    summary->unknown_callee |= own->does.unknown_callee;
    for (size_t i = 0; i < own->does.reads.count; i++)
      add_object(&builder, false, own->does.reads.items[i]);
    for (size_t i = 0; i < own->does.writes.count; i++)
      add_object(&builder, true, own->does.writes.items[i]);
    for (size_t i = 0; i < own->callees.count; i++) {
      if (map_has(visited, own->callees.items[i]))
        continue;
      map_set(visited, own->callees.items[i], summary);
      ARRAY_PUSH(activity->arena, called, own->callees.items[i]);
    }
  }
  map_set(all->whole, function, summary);
  return summary;
}
