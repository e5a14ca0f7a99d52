/* object.c: union-find over bytes and memory objects. See object.h. */
#include "object.h"

uint64_t greatest_common_divisor(uint64_t a, uint64_t b) {
  while (b) {
    uint64_t rest = a % b;
    a = b;
    b = rest;
  }
  return a;
}

/* The representative of an offset among those congruent to it. */
static int64_t wrap_offset(int64_t offset, uint64_t stride) {
  if (stride == 0)
    return offset;
  int64_t rest = offset % (int64_t)stride;
  return rest < 0 ? rest + (int64_t)stride : rest;
}

Object *object_create(ObjectSpace *space) {
  Object *object = ARENA_NEW(space->arena, Object);
  object->watched.watch = space->watch;
  ARRAY_PUSH(space->arena, space->objects, object);
  return object;
}

static Object *object_find(Object *object, int64_t *delta) {
  int64_t sum = 0;
  Object *root = object;
  while (root->parent) {
    sum += root->delta;
    root = root->parent;
  }
  *delta = sum;
  watched_read(&root->watched);
  while (object->parent) { /* compress the path */
    Object *next = object->parent;
    int64_t step = object->delta;
    object->parent = root;
    object->delta = sum;
    sum -= step;
    object = next;
  }
  return root;
}

Location location_root(Location location) {
  if (!location.object)
    return location;
  int64_t delta;
  location.object = object_find(location.object, &delta);
  location.offset += delta;
  return location;
}

Location location_add(Location location, int64_t offset, uint64_t stride) {
  location.stride = greatest_common_divisor(location.stride, stride);
  location.offset += offset;
  return location;
}

bool location_overlaps(Location a, uint64_t size_a, Location b, uint64_t size_b) {
  uint64_t period = a.stride == 0   ? b.stride
                    : b.stride == 0 ? a.stride
                                    : greatest_common_divisor(a.stride, b.stride);
  if (period == 0) {
    if (a.offset <= b.offset)
      return (uint64_t)(b.offset - a.offset) < size_a;
    return (uint64_t)(a.offset - b.offset) < size_b;
  }
  uint64_t distance = (uint64_t)wrap_offset(b.offset - a.offset, period);
  return distance < size_a || period - distance < size_b;
}

static size_t slot_hash(int64_t offset, uint64_t stride, const char *tag) {
  uint64_t hash = (uint64_t)offset * 0x9e3779b97f4a7c15u ^ stride * 0xc2b2ae3d27d4eb4fu ^
                  (uint64_t)(uintptr_t)tag * 0x165667b19e3779f9u;
  return (size_t)(hash ^ hash >> 29);
}

size_t location_hash(Location location) {
  return slot_hash(location.offset, location.stride, NULL);
}

static uint32_t *slot_find(Object *object, int64_t offset, uint64_t stride, const char *tag) {
  size_t mask = object->index_size - 1;
  for (size_t at = slot_hash(offset, stride, tag) & mask;; at = (at + 1) & mask) {
    uint32_t *entry = &object->index[at];
    if (*entry == 0)
      return entry;
    const Slot *slot = &object->slots.items[*entry - 1];
    if (slot->offset == offset && slot->stride == stride && slot->tag == tag)
      return entry;
  }
}

static SlotGroup *group_of(ObjectSpace *space, Object *object, uint64_t stride) {
  for (size_t i = 0; i < object->groups.count; i++)
    if (object->groups.items[i].stride == stride)
      return &object->groups.items[i];
  ARRAY_PUSH(space->arena, object->groups, ((SlotGroup){.stride = stride}));
  return &object->groups.items[object->groups.count - 1];
}

static Slot *slot_add(ObjectSpace *space, Location at, const char *tag, Cell *cell) {
  Object *object = at.object;
  int64_t offset = wrap_offset(at.offset, at.stride);
  if ((object->slots.count + 1) * 2 > object->index_size) {
    object->index_size = object->index_size ? object->index_size * 2 : 16;
    object->index = ARENA_ARRAY(space->arena, uint32_t, object->index_size);
    for (size_t i = 0; i < object->slots.count; i++)
      *slot_find(object, object->slots.items[i].offset, object->slots.items[i].stride,
                 object->slots.items[i].tag) = (uint32_t)i + 1;
  }
  Slot slot = {.offset = offset, .stride = at.stride, .tag = tag, .cell = cell};
  ARRAY_PUSH(space->arena, group_of(space, object, at.stride)->members,
             (uint32_t)object->slots.count);
  ARRAY_PUSH(space->arena, object->slots, slot);
  *slot_find(object, offset, at.stride, tag) = (uint32_t)object->slots.count;
  watched_change(&object->watched);
  return &object->slots.items[object->slots.count - 1];
}

/* The slot without a tag is there already. */
static Slot *slot_add_tagged(ObjectSpace *space, Location at, const char *tag, Cell *cell) {
  slot_add(space, at, tag, cell);
  Slot *any = slot_at(at, NULL), *slot = slot_at(at, tag);
  slot->tagged = any->tagged;
  any->tagged = (uint32_t)at.object->slots.count;
  return slot;
}

Slot *slot_at(Location location, const char *tag) {
  if (!location.object || location.object->index_size == 0)
    return NULL;
  uint32_t entry = *slot_find(location.object, wrap_offset(location.offset, location.stride),
                              location.stride, tag);
  return entry ? &location.object->slots.items[entry - 1] : NULL;
}

const char integer_tag[] = "integer";

/* Does what has that tag go through the slot without one? */
static bool is_open_to(const Slot *any, const char *tag) {
  return tag == integer_tag ? any->open_to_integers : any->open;
}

static Slot *slot_made(ObjectSpace *space, Location location, int64_t offset, const char *tag) {
  location = location_root(location_add(location, offset, 0));
  Slot *slot = slot_at(location, tag);
  if (slot)
    return slot;
  if (!tag)
    return slot_add(space, location, tag, cell_create(space));
  Slot *any = slot_made(space, location, 0, NULL);
  return is_open_to(any, tag) ? any : slot_add_tagged(space, location, tag, cell_create(space));
}

void location_open(ObjectSpace *space, Location place, bool to_integers) {
  place = location_root(place);
  Slot *any = slot_made(space, place, 0, NULL);
  if (any->open && any->open_to_integers >= to_integers)
    return;
  any->open = true;
  any->open_to_integers |= to_integers;
  watched_change(&place.object->watched);
  Cell *cell = any->cell;
  const Object *object = place.object; /* which may become a part of another meanwhile */
  for (uint32_t next = any->tagged; next; next = object->slots.items[next - 1].tagged)
    if (to_integers || object->slots.items[next - 1].tag != integer_tag)
      cell_unify(space, cell, object->slots.items[next - 1].cell);
}

static void slot_note_start(Object *object, Slot *slot, int64_t start) {
  for (unsigned i = 0; i < slot->start_count; i++)
    if (slot->starts[i] == start)
      return;
  if (slot->start_count == SLOT_STARTS)
    return;
  slot->starts[slot->start_count++] = start;
  watched_note(&object->watched);
}

void location_note_start(Location location, int64_t offset) {
  location = location_root(location_add(location, offset, 0));
  Slot *slot = location.stride ? slot_at(location, NULL) : NULL;
  if (slot)
    slot_note_start(location.object, slot, location.offset);
}

Cell *location_existing_cell(Location location, int64_t offset) {
  Slot *slot = slot_at(location_root(location_add(location, offset, 0)), NULL);
  return slot ? cell_find(slot->cell) : NULL;
}

Cell *location_pointer_cell(ObjectSpace *space, Location location, int64_t offset,
                            const char *tag) {
  if (!tag)
    location_open(space, location_add(location, offset, 0), false);
  return cell_find(slot_made(space, location, offset, tag)->cell);
}

Cell *location_cell(ObjectSpace *space, Location location, int64_t offset) {
  location_open(space, location_add(location, offset, 0), true);
  return location_evidence(space, location, offset);
}

bool slot_keeps_pointers(const Object *object, const Slot *any) {
  for (uint32_t next = any->tagged; next; next = object->slots.items[next - 1].tagged)
    if (object->slots.items[next - 1].tag != integer_tag)
      return true;
  return false;
}

bool location_has_one_pointer_type(Location location, int64_t offset, const char *tag) {
  location = location_root(location_add(location, offset, 0));
  for (size_t i = 0; i < location.object->slots.count; i++) {
    const Slot *slot = &location.object->slots.items[i];
    Location at = {location.object, slot->offset, slot->stride};
    bool other = slot->tag && slot->tag != tag && slot->tag != integer_tag;
    if (other && (location.stride || !slot->stride) && location_overlaps(location, 1, at, 1))
      return false;
  }
  return true;
}

/* Pointers that no tag tells of are, beside those of declared types, taken for more of these; where
 * there are none of declared types, one may have been copied in to be an integer. */
void location_share_integer(ObjectSpace *space, Location location, int64_t offset, Cell *value) {
  location = location_root(location_add(location, offset, 0));
  const Slot *any = slot_made(space, location, 0, NULL);
  bool bare = cell_has_target(any->cell) && !slot_keeps_pointers(location.object, any);
  if (bare || cell_is_address(value)) {
    cells_share_targets(space, location_cell(space, location, 0), value);
    return;
  }
  if (cell_has_target(any->cell))
    cell_point_to(space, value, cell_target(space, any->cell));
  bool leads = cell_has_target(value); /* no slots for those that only count */
  const Slot *own = leads ? slot_made(space, location, 0, integer_tag)
                          : slot_at(location_root(location), integer_tag);
  if (own)
    cells_share_targets(space, own->cell, value);
}

Cell *location_evidence(ObjectSpace *space, Location location, int64_t offset) {
  return cell_find(slot_made(space, location, offset, NULL)->cell);
}

void location_add_hint(ObjectSpace *space, Location location, uint64_t stride, LLVMTypeRef type) {
  location = location_root(location);
  TypeHint hint = {location.offset, greatest_common_divisor(location.stride, stride), type};
  hint.offset = wrap_offset(hint.offset, hint.stride);
  Object *object = location.object;
  for (size_t i = 0; i < object->hints.count; i++) {
    const TypeHint *old = &object->hints.items[i];
    if (old->offset == hint.offset && old->stride == hint.stride && old->type == type)
      return;
  }
  ARRAY_PUSH(space->arena, object->hints, hint);
}

static void object_join(ObjectSpace *space, Object *into, Object *from, int64_t delta);

/* One location that stands for both, after unifying their objects. */
static Location location_unify(ObjectSpace *space, Location a, Location b) {
  a = location_root(a);
  b = location_root(b);
  if (a.object != b.object) {
    if (a.object->slots.count >= b.object->slots.count)
      object_join(space, a.object, b.object, a.offset - b.offset);
    else
      object_join(space, b.object, a.object, b.offset - a.offset);
    a = location_root(a); /* joining may have unified further */
    b = location_root(b);
  }
  if (a.object != b.object)
    return location_unify(space, a, b);
  uint64_t distance = (uint64_t)(a.offset > b.offset ? a.offset - b.offset : b.offset - a.offset);
  return location_add(a, 0, greatest_common_divisor(b.stride, distance));
}

static bool location_equal(Location a, Location b) {
  return a.object == b.object && a.stride == b.stride &&
         wrap_offset(a.offset - b.offset, a.stride) == 0;
}

void cell_point_to(ObjectSpace *space, Cell *cell, Location target) {
  if (!target.object)
    return;
  cell = cell_find(cell);
  target = location_root(target);
  if (!cell->link.object) {
    cell->link = target;
    watched_change(&cell->watched);
    return;
  }
  Location old = location_root(cell->link);
  if (location_equal(old, target)) {
    cell->link = old;
    return;
  }
  /* Take the link out while unifying, so that a cycle through this cell sees the coarser one. */
  Location both = location_unify(space, old, target);
  cell = cell_find(cell);
  Location now = location_root(cell->link);
  both = location_root(both);
  if (!location_equal(now, both)) {
    cell->link = location_unify(space, now, both);
    watched_change(&cell->watched);
  }
}

Location cell_target(ObjectSpace *space, Cell *cell) {
  cell = cell_find(cell);
  if (!cell->link.object) {
    cell->link.object = object_create(space);
    watched_change(&cell->watched);
  }
  return cell->link = location_root(cell->link);
}

void cells_share_targets(ObjectSpace *space, Cell *a, Cell *b) {
  if (cell_has_target(a))
    cell_point_to(space, b, cell_target(space, a));
  if (cell_has_target(b))
    cell_point_to(space, a, cell_target(space, b));
}

void cell_unify(ObjectSpace *space, Cell *a, Cell *b) {
  a = cell_find(a);
  b = cell_find(b);
  if (a == b)
    return;
  b->parent = a;
  watched_change(&b->watched);
  if (b->evidence & EVIDENCE_FLOAT)
    cell_add_float(space, a, b->float_type, b->float_byte);
  if (b->evidence & EVIDENCE_POINTER)
    cell_add_pointer(a, b->pointer_byte);
  cell_add_evidence(a, b->evidence);
  if (b->address)
    cell_set_address(a);
  if (b->takes_address)
    cell_set_takes_address(a);
  if (b->counts)
    cell_set_counts(a);
  if (b->carried)
    cell_set_carried(a);
  cell_set_bits(a, b->takes_bits, b->gives_bits);
  cell_set_number(a, b->copied, b->named);
  if (b->link.object)
    cell_point_to(space, a, b->link);
}

static void set_flag(Object *object, bool *flag) {
  if (!*flag)
    watched_change(&object->watched);
  *flag = true;
}

static void set_loose(Object *object) { set_flag(object, &object->loose); }
static void set_blurred(Object *object) { set_flag(object, &object->blurred); }
void object_set_loose(Location at) { set_loose(location_root(at).object); }
void object_set_moved(Location at) {
  Object *object = location_root(at).object;
  set_flag(object, &object->moved);
}
void object_set_outside(Object *object) { set_flag(object, &object->outside); }
void object_set_names_float(Object *object) { set_flag(object, &object->names_float); }

static void object_join(ObjectSpace *space, Object *into, Object *from, int64_t delta) {
  from->parent = into;
  from->delta = delta;
  watched_change(&from->watched);
  if (from->blurred)
    set_blurred(into);
  if (from->takes_numbers)
    set_flag(into, &into->takes_numbers);
  if (from->loose)
    set_loose(into);
  if (from->moved)
    set_flag(into, &into->moved);
  if (from->outside)
    object_set_outside(into);
  if (from->names_float)
    object_set_names_float(into);
  for (size_t i = 0; i < from->hints.count; i++) {
    Location at = {into, from->hints.items[i].offset + delta, 0};
    location_add_hint(space, at, from->hints.items[i].stride, from->hints.items[i].type);
  }
  for (size_t i = 0; i < from->slots.count; i++) {
    const Slot *slot = &from->slots.items[i];
    /* Through `from`, whose root may change while links unify. */
    Location at = location_root((Location){from, slot->offset, slot->stride});
    Slot *any = slot_at(at, NULL);
    Slot *there = any && is_open_to(any, slot->tag) ? any : slot_at(at, slot->tag);
    if (there)
      cell_unify(space, there->cell, slot->cell);
    else if (slot->tag)
      slot_add_tagged(space, at, slot->tag, slot->cell);
    else
      slot_add(space, at, NULL, slot->cell);
    at = location_root((Location){from, slot->offset, slot->stride});
    if (slot->open)
      location_open(space, at, slot->open_to_integers);
    there = slot_at(at, slot->tag);
    for (unsigned k = 0; k < slot->start_count && there; k++)
      slot_note_start(at.object, there, slot->starts[k] - slot->offset + at.offset);
  }
}

/* Where both pointers are exact the counterpart keeps the place's own stride, but for what they
 * cannot tell apart. */
Location location_counterpart(Location place, Location source, Location target) {
  uint64_t stride = greatest_common_divisor(place.stride, source.stride);
  stride = greatest_common_divisor(stride, target.stride);
  return (Location){target.object, place.offset - source.offset + target.offset, stride};
}

/* Where words are aligned, what moves by a stride moves by a multiple of their size as well, known
 * or not. A packed structure is passed over as a whole. */
bool location_blurs(Location location, uint64_t size) {
  if (location.stride % size == 0)
    return false;
  return !location.object->loose || location.stride < size;
}

/* A stride that is no multiple of a scalar's size cannot tell its bytes apart. */
static bool copy_blurs(ObjectSpace *space, Location to, const Slot *slot) {
  Cell *cell = cell_find(slot->cell);
  uint64_t size = 4; /* of what nothing is known yet */
  if (cell->evidence & EVIDENCE_FLOAT)
    size = LLVMABISizeOfType(space->layout, cell->float_type);
  else if (slot->tag || cell->evidence & EVIDENCE_POINTER)
    size = LLVMPointerSize(space->layout);
  return location_blurs(to, size);
}

static void copy_cell(ObjectSpace *space, Location to, Slot from) {
  if (to.stride == from.stride || !copy_blurs(space, to, &from)) {
    if (from.open)
      location_open(space, to, from.open_to_integers);
    cell_unify(space, slot_made(space, to, 0, from.tag)->cell, from.cell);
    return;
  }
  set_blurred(to.object);
  if (cell_find(from.cell)->evidence & EVIDENCE_FLOAT)
    set_flag(to.object, &to.object->takes_numbers);
  if (cell_has_target(from.cell))
    cells_share_targets(space, location_pointer_cell(space, to, 0, from.tag), from.cell);
}

/* One direction: every cell of `from` in the range gets its counterpart. */
static void copy_cells(ObjectSpace *space, Location to, Location from, uint64_t size) {
  from = location_root(from);
  size_t count = from.object->slots.count; /* those that this call adds come in the next round */
  for (size_t i = 0; i < count; i++) {
    from = location_root(from);
    to = location_root(to);
    if (i >= from.object->slots.count)
      return;
    Slot slot = from.object->slots.items[i];
    Location at = {from.object, slot.offset, slot.stride};
    uint64_t reach = size > INT64_MAX ? INT64_MAX : size;
    if (!location_overlaps(from, reach, at, 1))
      continue;
    Location copy = location_counterpart(at, from, to);
    copy_cell(space, copy, slot);
    Location put = location_root(copy);
    Slot *there = slot_at(put, slot.tag);
    bool exact = slot.stride && from.stride == 0 && to.stride == 0;
    for (unsigned k = 0; k < slot.start_count && exact && there; k++)
      slot_note_start(put.object, there, slot.starts[k] - from.offset + to.offset);
  }
}

void objects_copy(ObjectSpace *space, Location to, Location from, uint64_t size) {
  from = location_root(from);
  to = location_root(to);
  object_set_moved(from);
  object_set_moved(to);
  if (from.object->blurred || to.object->blurred) {
    set_blurred(from.object);
    set_blurred(to.object);
  }
  if (from.object->takes_numbers || to.object->takes_numbers) {
    set_flag(from.object, &from.object->takes_numbers);
    set_flag(to.object, &to.object->takes_numbers);
  }
  if (from.object->loose)
    object_set_loose(to);
  if (from.object == to.object) {
    /* Copying within one object: what is here is also there, so the distance becomes a stride. */
    uint64_t distance =
        (uint64_t)(from.offset > to.offset ? from.offset - to.offset : to.offset - from.offset);
    uint64_t stride =
        greatest_common_divisor(greatest_common_divisor(from.stride, to.stride), distance);
    if (stride == 0)
      return;
    if (from.stride == 0 && to.stride == 0 && size <= distance) { /* two fields of a structure */
      copy_cells(space, to, from, size);
      copy_cells(space, from, to, size);
      return;
    }
    from = location_add(from, 0, stride);
    to = from;
    for (size_t i = 0, count = from.object->slots.count; i < count; i++) {
      from = location_root(from);
      if (i >= from.object->slots.count)
        return;
      Slot slot = from.object->slots.items[i];
      if (slot.stride && stride % slot.stride == 0)
        continue; /* it repeats as often already */
      Location coarse = {from.object, slot.offset, slot.stride};
      copy_cell(space, location_add(coarse, 0, stride), slot);
    }
    return;
  }
  size_t known = to.object->slots.count + from.object->slots.count;
  copy_cells(space, to, from, size);
  copy_cells(space, from, to, size);
  to = location_root(to);
  from = location_root(from);
  if (space->widen && to.object->slots.count + from.object->slots.count > known)
    location_unify(space, to, from);
}

/* What a byte is used as; arithmetic alone says little. */
static unsigned uses_of(Cell *cell) {
  return cell_find(cell)->evidence & (EVIDENCE_FLOAT | EVIDENCE_POINTER | EVIDENCE_INTEGER);
}

static bool is_of_several(Object *object) {
  for (size_t i = 0; i < object->slots.count; i++) {
    const Slot *slot = &object->slots.items[i];
    unsigned uses = uses_of(slot->cell);
    if (uses & EVIDENCE_FLOAT && uses & ~(unsigned)EVIDENCE_FLOAT)
      return true;
    for (unsigned k = 0; k < slot->start_count && uses && uses != EVIDENCE_INTEGER; k++) {
      Cell *member = location_existing_cell((Location){object, slot->starts[k], 0}, 0);
      unsigned others = member ? uses_of(member) : 0;
      if (others && others != uses)
        return true;
    }
  }
  return false;
}

bool object_is_of_several(Object *object) {
  if (!object->asked)
    object->of_several = is_of_several(object);
  object->asked = true;
  return object->of_several;
}

void objects_number(ObjectSpace *space) {
  unsigned next = 1; /* 0: unknown */
  for (size_t i = 0; i < space->objects.count; i++)
    if (!space->objects.items[i]->parent)
      space->objects.items[i]->id = next++;
}
