/* type_rounds.c: walks the module until nothing more is learnt.
 *
 * Facts pass between functions at calls, and through memory. A function that taught something is
 * due again in the next round, with those that it calls and that call it; when none is due, a round
 * over everything finds what passed through memory, and shows in the end that all has settled. Of
 * those that are due, the ones whose footprint has not changed have nothing new to teach. */
#include "type_walk.h"
#include <assert.h>

/* Strides only shrink to divisors and objects only merge; but copies between overlapping parts of
 * two objects would add a cell a round for ever, so after some rounds these become one object. */
#define ROUNDS_BEFORE_WIDENING 24
#define ROUND_LIMIT 400

typedef struct {
  LLVMValueRef function;
  ARRAY(uint32_t) neighbours; /* whom it calls, and who calls it; by index */
  bool due, due_next;
  Footprint footprint;
} Walked;

typedef struct {
  TypeFacts *facts;
  ARRAY(Walked) functions;
  Map *number; /* function -> its number, from one on */
} Rounds;

/* 0: it has no body. */
static size_t number_of(const Rounds *rounds, LLVMValueRef function) {
  return (size_t)(uintptr_t)map_get(rounds->number, function);
}

static void join_neighbours(Rounds *rounds) {
  Arena *arena = rounds->facts->arena;
  for (size_t i = 0; i < rounds->functions.count; i++)
    FOR_EACH_BLOCK (block, rounds->functions.items[i].function)
      FOR_EACH_INSTRUCTION (instruction, block) {
        bool calls = LLVMIsACallInst(instruction) || LLVMIsAInvokeInst(instruction);
        size_t callee = calls ? number_of(rounds, LLVMGetCalledValue(instruction)) : 0;
        if (!callee || callee == i + 1)
          continue;
        ARRAY_PUSH(arena, rounds->functions.items[i].neighbours, (uint32_t)callee - 1);
        ARRAY_PUSH(arena, rounds->functions.items[callee - 1].neighbours, (uint32_t)i);
      }
}

static void collect(Rounds *rounds) {
  Arena *arena = rounds->facts->arena;
  LLVMModuleRef module = rounds->facts->module;
  rounds->number = map_create(arena);
  for (LLVMValueRef function = LLVMGetFirstFunction(module); function;
       function = LLVMGetNextFunction(function)) {
    if (!reach_walks(rounds->facts, function))
      continue;
    if (LLVMIsDeclaration(function)) {
      walk_function(rounds->facts, function);
      continue;
    }
    ARRAY_PUSH(arena, rounds->functions, ((Walked){.function = function}));
    map_set(rounds->number, function, (void *)(uintptr_t)rounds->functions.count);
  }
  join_neighbours(rounds);
}

/* Did the function teach anything? */
static bool walk_one(Rounds *rounds, Walked *walked) {
  TypeFacts *facts = rounds->facts;
  if (!footprint_is_stale(&walked->footprint))
    return false;
  facts->watch.changed = false;
  footprint_begin(&facts->watch, &walked->footprint, facts->arena);
  walk_function(facts, walked->function);
  footprint_end(&facts->watch);
  if (!facts->watch.changed)
    return false;
  walked->due_next = true;
  for (size_t k = 0; k < walked->neighbours.count; k++)
    rounds->functions.items[walked->neighbours.items[k]].due_next = true;
  return true;
}

/* Walks those that are due, and makes those due that come next; false if there are none. */
static bool walk_due(Rounds *rounds, bool all) {
  bool taught = false;
  for (size_t i = 0; i < rounds->functions.count; i++)
    if (all || rounds->functions.items[i].due)
      taught |= walk_one(rounds, &rounds->functions.items[i]);
  for (size_t i = 0; i < rounds->functions.count; i++) {
    Walked *walked = &rounds->functions.items[i];
    walked->due = walked->due_next;
    walked->due_next = false;
  }
  return taught;
}

static bool walk_everything(Rounds *rounds) {
  TypeFacts *facts = rounds->facts;
  facts->watch.changed = false;
  footprint_begin(&facts->watch, NULL, NULL);
  walk_outside(facts);
  bool taught = facts->watch.changed;
  taught |= walk_due(rounds, true);
  facts->watch.changed = false;
  objects_link_overlaps(&facts->space);
  footprint_begin(&facts->watch, NULL, NULL);
  reach_spread(facts);
  return taught || facts->watch.changed;
}

/* Does it hold that what was left out teaches nothing? */
static void check_settled(const Rounds *rounds) {
#ifdef ADCC_VERIFY_STAGES
  TypeFacts *facts = rounds->facts;
  for (size_t i = 0; i < rounds->functions.count; i++) {
    facts->watch.changed = false;
    footprint_begin(&facts->watch, NULL, NULL);
    walk_function(facts, rounds->functions.items[i].function);
    assert(!facts->watch.changed);
  }
#else
  (void)rounds;
#endif
}

static bool settle(Rounds *rounds) {
  ObjectSpace *space = &rounds->facts->space;
  for (unsigned round = 0; round < ROUND_LIMIT; round++) {
    space->widen = round >= ROUNDS_BEFORE_WIDENING;
    if (!walk_everything(rounds)) {
      check_settled(rounds);
      return true;
    }
    while (++round < ROUND_LIMIT && walk_due(rounds, false))
      space->widen = round >= ROUNDS_BEFORE_WIDENING;
  }
  return false;
}

bool types_settle(TypeFacts *facts) {
  Rounds rounds = {.facts = facts};
  collect(&rounds);
  settle(&rounds);
  facts->settled = true; /* which footprints do not show */
  for (size_t i = 0; i < rounds.functions.count; i++)
    rounds.functions.items[i].footprint.done_at = 0;
  return settle(&rounds);
}
