/* What single places of an object and the elements of arrays in it, which overlap them, know of
 * each other: where their pointers lead, which of them are numbers at one time and pointers at
 * another, and which numbers go through a place under the name of integers. */
#include "object.h"

/* A double's place that holds a pointer at other times. */
static bool cell_is_mixed(Cell *cell) {
  unsigned both = EVIDENCE_FLOAT | EVIDENCE_POINTER;
  return (cell->evidence & both) == both && cell->float_byte == cell->pointer_byte;
}

/* Elements of which each may be a number or a pointer, and single ones of them, all of which say
 * the same half of that: whoever sees the other half sees it in those. Where some are known as
 * numbers and some as pointers, the pattern only cannot tell these apart; nor does one without room
 * for a tag beside the number tell of such elements. */
static void object_mix_members(ObjectSpace *space, Object *object, const Slot *strided) {
  Cell *pattern = cell_find(strided->cell);
  Location a = {object, strided->offset, strided->stride};
  if (!cell_is_mixed(pattern) ||
      strided->stride <= LLVMABISizeOfType(space->layout, pattern->float_type))
    return;
  unsigned seen = 0;
  for (int pass = 0; pass < 2; pass++)
    for (size_t i = 0; i < object->slots.count; i++) {
      const Slot *member = &object->slots.items[i];
      Location b = {object, member->offset, member->stride};
      Cell *cell = cell_find(member->cell);
      unsigned half = cell->evidence & (EVIDENCE_FLOAT | EVIDENCE_POINTER);
      bool tells = half == EVIDENCE_FLOAT || half == EVIDENCE_POINTER;
      if (!tells || !location_overlaps(a, 1, b, 1))
        continue;
      if (pass == 0)
        seen |= half;
      else if (half == EVIDENCE_POINTER && cell->pointer_byte == pattern->pointer_byte)
        cell_add_float(space, cell, pattern->float_type, pattern->float_byte);
      else if (half == EVIDENCE_FLOAT && cell->float_byte == pattern->float_byte &&
               cell->float_type == pattern->float_type)
        cell_add_pointer(cell, pattern->pointer_byte);
      if (seen == (EVIDENCE_FLOAT | EVIDENCE_POINTER))
        return;
    }
}

static bool cells_have_one_target(Cell *a, Cell *b) {
  const Location *x = &cell_find(a)->link, *y = &cell_find(b)->link;
  return x == y || (x->object == y->object && x->offset == y->offset && x->stride == y->stride);
}

typedef struct {
  Location place;
  const char *tag;
  Cell *cell;
} Linked;

/* What is declared an integer leads nowhere else by itself. */
static void link_overlap(ObjectSpace *space, const Linked *a, const Linked *b) {
  if (b->tag == integer_tag && !a->tag)
    cell_point_to(space, b->cell, cell_target(space, a->cell));
  else if (a->tag == integer_tag && !b->tag)
    cell_point_to(space, a->cell, cell_target(space, b->cell));
  else
    cells_share_targets(space, a->cell, b->cell);
}

/* Words that are moved whole, whatever they are, out of an element or into one, and bytes that are
 * moved one by one: they lead where elements do that are accessed as pointers. */
static bool takes_targets(const ObjectSpace *space, const Slot *slot) {
  unsigned other = EVIDENCE_FLOAT | EVIDENCE_INTEGER | EVIDENCE_ARITHMETIC | EVIDENCE_DECLARED;
  bool moves = slot->stride <= 1 || slot->stride >= LLVMPointerSize(space->layout);
  return moves && !slot->tag && slot->open_to_integers &&
         !(cell_find(slot->cell)->evidence & other);
}

/* Most slots have no target, and most of those that do have one target already: that is seen before
 * what it takes to tell whether they overlap. A slot that gets its target meanwhile has its turn in
 * the next round. */
static void object_link_overlaps(ObjectSpace *space, Object *object) {
  ARRAY(Linked) linked = {0};
  for (size_t i = 0; i < object->slots.count && !object->parent; i++) {
    Slot slot = object->slots.items[i];
    const Slot *any = slot.tag ? slot_at((Location){object, slot.offset, slot.stride}, NULL) : NULL;
    bool counts_twice = any && cell_find(any->cell) == cell_find(slot.cell);
    if (slot.tagged && !slot.tag && cell_has_target(slot.cell))
      location_open(space, (Location){object, slot.offset, slot.stride}, false);
    if ((cell_has_target(slot.cell) && !counts_twice) || takes_targets(space, &slot))
      ARRAY_PUSH(space->arena, linked,
                 ((Linked){{object, slot.offset, slot.stride}, slot.tag, slot.cell}));
  }
  for (size_t i = 0; i < linked.count; i++) {
    const Linked *strided = &linked.items[i];
    for (size_t j = 0; strided->place.stride && j < linked.count && !object->parent; j++) {
      const Linked *other = &linked.items[j];
      bool apart = strided->tag && other->tag && strided->tag != other->tag;
      if (!apart && !cells_have_one_target(strided->cell, other->cell) &&
          location_overlaps(strided->place, 1, other->place, 1))
        link_overlap(space, strided, other);
    }
  }
}

void objects_link_overlaps(ObjectSpace *space) {
  for (size_t i = 0; i < space->objects.count; i++) {
    Object *object = space->objects.items[i];
    if (object->parent || !footprint_is_stale(&object->overlaps))
      continue;
    footprint_begin(space->watch, &object->overlaps, space->arena);
    watched_read(&object->watched);
    object_link_overlaps(space, object);
    for (size_t k = 0; k < object->slots.count; k++)
      object_mix_members(space, object, &object->slots.items[k]);
    footprint_end(space->watch);
  }
}

SlotsAt slots_at(Location place) { return (SlotsAt){.place = place}; }

/* The next slot of the group that overlaps the place: by the offsets where one may be, or by going
 * through the members, whichever are fewer. */
static const Slot *next_of_group(SlotsAt *walk, const SlotGroup *group) {
  Object *object = walk->place.object;
  if (!group->stride && !walk->place.stride)
    return walk->next++ ? NULL : slot_at(walk->place, NULL);
  if (walk->period == 0) {
    walk->period = greatest_common_divisor(walk->place.stride, group->stride);
    walk->by_offset = group->stride && group->stride / walk->period <= group->members.count;
    int64_t first = walk->place.offset % (int64_t)walk->period;
    if (walk->by_offset)
      walk->next = (size_t)(first < 0 ? first + (int64_t)walk->period : first);
  }
  while (walk->by_offset && walk->next < group->stride) {
    Location at = {object, (int64_t)walk->next, group->stride};
    walk->next += walk->period;
    const Slot *slot = slot_at(at, NULL);
    if (slot)
      return slot;
  }
  while (!walk->by_offset && walk->next < group->members.count) {
    const Slot *slot = &object->slots.items[group->members.items[walk->next++]];
    if ((slot->offset - walk->place.offset) % (int64_t)walk->period == 0 && !slot->tag)
      return slot;
  }
  return NULL;
}

const Slot *slots_at_next(SlotsAt *walk) {
  Object *object = walk->place.object;
  const Slot *slot = walk->tagged;
  while (!slot && walk->group < object->groups.count) {
    slot = next_of_group(walk, &object->groups.items[walk->group]);
    if (slot)
      break;
    walk->group++;
    walk->next = 0;
    walk->period = 0;
  }
  walk->tagged = slot && slot->tagged ? &object->slots.items[slot->tagged - 1] : NULL;
  return slot;
}

Cell *location_carried_cell(ObjectSpace *space, Location location, uint64_t copied) {
  location = location_root(location);
  SlotsAt walk = slots_at(location);
  for (const Slot *slot; location.object && (slot = slots_at_next(&walk));) {
    Cell *cell = cell_find(slot->cell);
    bool alone =
        cell->copied && !cell->named && cell->float_type && location.stride && slot->stride;
    bool carried =
        cell->carried || (alone && LLVMStoreSizeOfType(space->layout, cell->float_type) == copied);
    if (!slot->tag && carried)
      return cell;
  }
  return NULL;
}

Cell *location_copied_cell(Location location) {
  location = location_root(location);
  SlotsAt walk = slots_at(location);
  for (const Slot *slot; location.object && (slot = slots_at_next(&walk));) {
    Cell *cell = cell_find(slot->cell);
    if (!slot->tag && cell->copied && !cell->named)
      return cell;
  }
  return NULL;
}

Cell *location_item_cell(ObjectSpace *space, Location location, uint64_t size, uint64_t part) {
  location = location_root(location);
  for (size_t i = 0; i < location.object->slots.count; i++) {
    const Slot *slot = &location.object->slots.items[i];
    Location at = {location.object, slot->offset, slot->stride};
    Cell *cell = cell_find(slot->cell);
    bool number = cell->evidence & EVIDENCE_FLOAT && location.stride % part == 0 &&
                  at.stride == size && LLVMStoreSizeOfType(space->layout, cell->float_type) == size;
    if (!slot->tag && number && location_overlaps(location, 1, at, 1))
      return cell;
  }
  return NULL;
}

Cell *location_number_cell(ObjectSpace *space, Location location, uint64_t size, unsigned byte) {
  location = location_add(location_root(location), byte, 0);
  Cell *number = NULL;
  for (size_t i = 0; i < location.object->slots.count; i++) {
    const Slot *slot = &location.object->slots.items[i];
    Location at = {location.object, slot->offset, slot->stride};
    Cell *cell = cell_find(slot->cell);
    if (cell->evidence == 0 || !location_overlaps(location, 1, at, 1))
      continue;
    unsigned others = EVIDENCE_POINTER | EVIDENCE_TWO_FLOATS | EVIDENCE_TWO_PLACES;
    if (!(cell->evidence & EVIDENCE_FLOAT) || cell->evidence & others || cell->float_byte != byte ||
        LLVMStoreSizeOfType(space->layout, cell->float_type) != size)
      return NULL;
    number = cell;
  }
  return number;
}
