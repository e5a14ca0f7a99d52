/* type_beside.c: floating point in memory of which a function only handles what stands beside it,
 * as the pointers of a list or the keys of a tree. The memory has derivatives all the same, and the
 * function's derivative has to do with their shadows what it does with the nodes. Who else tells of
 * the numbers: the structure that an access or an address names, and callers that ask for
 * derivatives. */
#include "type_walk.h"

/* An object, and what a caller passes for it: what starts in the one at `delta` bytes less than in
 * the other is the same. */
typedef struct {
  Object *object, *passed;
  int64_t delta;
} Pair;

typedef ARRAY(Pair) PairArray;

static bool holds_float(const Object *object) {
  for (size_t i = 0; i < object->slots.count; i++)
    if (cell_find(object->slots.items[i].cell)->evidence & EVIDENCE_FLOAT)
      return true;
  return false;
}

static void add_pair(Arena *arena, PairArray *pairs, Location own, Location passed) {
  for (size_t i = 0; i < pairs->count; i++)
    if (pairs->items[i].object == own.object && pairs->items[i].passed == passed.object)
      return;
  Pair pair = {own.object, passed.object, passed.offset - own.offset};
  ARRAY_PUSH(arena, *pairs, pair);
}

/* What the pointers of the one lead to, and those at the same place of the other. */
static void follow_pointers(Arena *arena, Pair pair, PairArray *pairs) {
  for (size_t i = 0; i < pair.object->slots.count; i++) {
    const Slot *slot = &pair.object->slots.items[i];
    const Cell *cell = cell_find(slot->cell);
    if (!cell->link.object)
      continue;
    Location place = {pair.passed, slot->offset + pair.delta, slot->stride};
    for (size_t k = 0; k < pair.passed->slots.count; k++) {
      const Slot *other = &pair.passed->slots.items[k];
      const Cell *met = cell_find(other->cell);
      Location at = {pair.passed, other->offset, other->stride};
      if (met->link.object && location_overlaps(place, 1, at, 1))
        add_pair(arena, pairs, location_root(cell->link), location_root(met->link));
    }
  }
}

/* Whether callers keep numbers in it, by the numbers of objects. */
static const bool *callers_numbers(TypeFacts *facts) {
  const TypeFacts *more = types_with_callers(facts);
  if (facts->numbers_of_callers || !more)
    return facts->numbers_of_callers;
  facts->numbers_of_callers = ARENA_ARRAY(facts->arena, bool, facts->object_count);
  PairArray pairs = {0};
  for (size_t i = 0; i < facts->caller_flow_count; i++) {
    Location own, passed;
    if (types_locate(facts, facts->caller_flows[i].parameter, &own) &&
        types_locate(more, facts->caller_flows[i].parameter, &passed))
      add_pair(facts->arena, &pairs, own, passed);
  }
  for (size_t i = 0; i < pairs.count; i++) {
    if (holds_float(pairs.items[i].passed))
      facts->numbers_of_callers[pairs.items[i].object->id] = true;
    follow_pointers(facts->arena, pairs.items[i], &pairs);
  }
  return facts->numbers_of_callers;
}

/* Is there a byte that no access of the function comes to, as far as the object is known to go? */
static bool has_gap(const Object *object) {
  uint64_t period = 0, bytes = 0;
  for (size_t i = 0; i < object->slots.count; i++) {
    const Slot *slot = &object->slots.items[i];
    if (slot->stride == 0 || (period && slot->stride != period))
      return true;
    period = slot->stride;
    bytes++; /* of tagged slots there are several to a byte */
  }
  return bytes < period;
}

/* Is there a pointer of which nobody says where it leads, since it is only moved? */
static bool holds_moved_pointer(const Object *object) {
  for (size_t i = 0; i < object->slots.count; i++) {
    const Cell *cell = cell_find(object->slots.items[i].cell);
    if (cell->evidence & EVIDENCE_POINTER && cell->pointer_byte == 0 && !cell->link.object)
      return true;
  }
  return false;
}

bool types_floats_beside(const TypeFacts *facts, const Object *object) {
  if (object->names_float || holds_moved_pointer(object))
    return true;
  for (size_t i = 0; i < object->hints.count; i++)
    if (type_contains_float(object->hints.items[i].type))
      return true;
  if (!has_gap(object))
    return false;
  const bool *numbers = callers_numbers((TypeFacts *)facts); /* a cache: no answer changes by it */
  return numbers && numbers[object->id];
}
