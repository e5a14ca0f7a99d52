/* type_evident.c: what a byte of memory is, from all that was accessed there and beside it. Asked
 * when the facts have settled. */
#include "type_walk.h"

/* An i8 says nothing: buffers are arrays of it. A bare integer says little, but within a structure
 * it is how a front end spells a field. */
static bool hint_is_telling(const TypeHint *hint, ByteType byte) {
  LLVMTypeKind kind = LLVMGetTypeKind(hint->type);
  return byte.kind != BYTE_UNKNOWN && (byte.kind != BYTE_INTEGER || kind == LLVMStructTypeKind);
}

static unsigned place_in_period(int64_t offset, uint64_t period) {
  int64_t rest = offset % (int64_t)period;
  return (unsigned)(rest < 0 ? rest + (int64_t)period : rest);
}

/* Another byte of the same scalar; x86_fp80 has ten of sixteen. */
static ByteType byte_of_scalar_at(const TypeFacts *facts, ByteType scalar, unsigned offset) {
  if (scalar.kind == BYTE_FLOAT && offset >= LLVMStoreSizeOfType(facts->layout, scalar.type))
    return (ByteType){BYTE_INTEGER, NULL, 0};
  scalar.offset = offset;
  return scalar;
}

/* Memory in which every access was one scalar type at its natural places is an array of it, of
 * which the parts not accessed one by one (cleared or copied as a whole) are no different. Floating
 * point and pointers only: to take unknown bytes for integers would lose derivatives without a
 * word. */
static ByteType byte_of_uniform_object(const TypeFacts *facts, Location location) {
  ByteType unknown = {BYTE_UNKNOWN, NULL, 0}, scalar = unknown;
  uint64_t size = 0;
  int64_t phase = 0;
  for (size_t i = 0; i < location.object->slots.count; i++) {
    const Slot *slot = &location.object->slots.items[i];
    ByteType byte = types_byte_of_cell(slot->cell);
    if (byte.kind == BYTE_UNKNOWN)
      continue;
    if (size == 0) {
      if (byte.kind != BYTE_FLOAT && byte.kind != BYTE_POINTER)
        return unknown;
      scalar = byte;
      size = byte.kind == BYTE_FLOAT ? LLVMABISizeOfType(facts->layout, byte.type)
                                     : LLVMPointerSize(facts->layout);
      phase = slot->offset - (int64_t)byte.offset;
    }
    if (byte.kind != scalar.kind || byte.type != scalar.type || slot->stride % size != 0 ||
        byte.offset != place_in_period(slot->offset - phase, size))
      return unknown;
  }
  if (size == 0 || location.stride % size != 0)
    return unknown;
  return byte_of_scalar_at(facts, scalar, place_in_period(location.offset - phase, size));
}

/* Exact cells know most, then those of the longest stride. */
static uint64_t slot_rank(const Slot *slot) { return slot->stride ? slot->stride : UINT64_MAX; }

/* An integer at one place may be a header before an array that a strided question is about. */
static bool may_be_header(Location asked, const Slot *slot, ByteType byte) {
  return asked.stride && !slot->stride && byte.kind == BYTE_INTEGER;
}

/* An array's pattern ends where a field follows it. It holds only where cells that know more agree
 * with the rest of the scalar that it sees: no double whose other half was accessed as an integer.
 */
static bool pattern_fits(const TypeFacts *facts, Location at, ByteType byte, uint64_t rank) {
  if (byte.kind != BYTE_FLOAT && byte.kind != BYTE_POINTER)
    return true;
  unsigned size = byte.kind == BYTE_FLOAT ? (unsigned)LLVMStoreSizeOfType(facts->layout, byte.type)
                                          : LLVMPointerSize(facts->layout);
  Location start = location_add(at, -(int64_t)byte.offset, 0);
  for (size_t k = 0; k < at.object->slots.count; k++) {
    const Slot *slot = &at.object->slots.items[k];
    Location place = {at.object, slot->offset, slot->stride};
    if (slot_rank(slot) <= rank || !location_overlaps(start, size, place, 1))
      continue;
    ByteType other = types_byte_of_cell(slot->cell);
    if (other.kind == BYTE_UNKNOWN || may_be_header(at, slot, other))
      continue;
    bool fits = other.kind == byte.kind && other.type == byte.type && other.offset < size &&
                location_overlaps(location_add(start, other.offset, 0), 1, place, 1);
    if (!fits)
      return false;
  }
  return true;
}

/* `location`: in a root object. */
static ByteType find_evident(const TypeFacts *facts, Location location) {
  ByteType unknown = {BYTE_UNKNOWN, NULL, 0};
  Cell *exact = location_existing_cell(location, 0);
  if (exact && types_byte_of_cell(exact).kind != BYTE_UNKNOWN)
    return types_byte_of_cell(exact);
  if (location.stride && location.stride < LLVMPointerSize(facts->layout)) {
    /* The pointer may be at any byte of a scalar; it is at the first one where that is all there
     * can be. */
    Location start = {location.object, location.offset, 0};
    ByteType uniform = byte_of_uniform_object(facts, start);
    if (uniform.kind != BYTE_UNKNOWN)
      return uniform;
  }
  /* Next the coarsest congruent pattern: among strided accesses the longest stride knows most. For
   * a strided question, exact cells count as the longest of all, but for what may be a header. */
  const Object *object = location.object;
  ByteType best = unknown, header = unknown;
  uint64_t best_stride = 0;
  SlotsAt walk = slots_at(location);
  for (const Slot *slot; (slot = slots_at_next(&walk));) {
    uint64_t rank = slot_rank(slot);
    if (rank < best_stride)
      continue;
    ByteType byte = types_byte_of_cell(slot->cell);
    if (byte.kind == BYTE_UNKNOWN || !pattern_fits(facts, location, byte, rank))
      continue;
    if (may_be_header(location, slot, byte)) {
      header = byte;
      continue;
    }
    bool differs = best_stride == rank &&
                   (byte.kind != best.kind || byte.type != best.type || byte.offset != best.offset);
    best = byte;
    if (differs)
      best = (ByteType){BYTE_CONFLICT, NULL, 0};
    best_stride = rank;
  }
  if (best.kind != BYTE_UNKNOWN || header.kind != BYTE_UNKNOWN)
    return best.kind != BYTE_UNKNOWN ? best : header;
  for (size_t i = 0; i < object->hints.count; i++) {
    const TypeHint *hint = &object->hints.items[i];
    uint64_t period = greatest_common_divisor(hint->stride, location.stride);
    int64_t at = location.offset - hint->offset;
    if (period)
      at = place_in_period(at, period);
    if (at < 0)
      continue;
    ByteType byte = types_byte_of_type(facts, hint->type, (uint64_t)at);
    if (hint_is_telling(hint, byte))
      return byte;
  }
  return byte_of_uniform_object(facts, location);
}

/* Where the array begins of which the place is any element, as far as that is known. */
static int64_t begin_of_array(Location place) {
  int64_t begin = INT64_MAX;
  for (size_t i = 0; i < place.object->slots.count; i++) {
    const Slot *slot = &place.object->slots.items[i];
    if (!slot->stride || slot->stride != place.stride ||
        (slot->offset - place.offset) % (int64_t)place.stride != 0)
      continue;
    for (unsigned k = 0; k < slot->start_count; k++)
      begin = slot->starts[k] < begin ? slot->starts[k] : begin;
    if (slot->start_count == SLOT_STARTS)
      return INT64_MIN;
  }
  return begin == INT64_MAX ? INT64_MIN : begin;
}

/* A byte of memory that is of several kinds by turns: a number or something else. `place`: in a
 * root object. `within`: by what is known of the elements of an array, not by what is known less
 * exactly than the place is. */
static ByteType find_several(Location place, bool within) {
  Cell all = {.watched.watch = place.object->watched.watch};
  int64_t begin = within ? begin_of_array(place) : INT64_MIN;
  SlotsAt walk = slots_at(place);
  for (const Slot *slot; (slot = slots_at_next(&walk));) {
    bool is_element =
        slot->stride ? place.stride && slot->stride % place.stride == 0 : slot->offset >= begin;
    if (within && !is_element)
      continue;
    const Cell *cell = cell_find(slot->cell);
    bool two = all.float_type && cell->float_type &&
               (all.float_type != cell->float_type || all.float_byte != cell->float_byte);
    all.evidence |= (uint8_t)(cell->evidence | (two ? EVIDENCE_TWO_FLOATS : 0));
    if (cell->float_type) {
      all.float_type = cell->float_type;
      all.float_byte = cell->float_byte;
    }
    if (cell->evidence & EVIDENCE_POINTER)
      all.pointer_byte = cell->pointer_byte;
  }
  return types_byte_of_cell(&all);
}

/* ---- answers, which are asked for over and over ---- */

static Answer *answer_slot(const Object *object, Location location) {
  size_t mask = object->answer_size - 1;
  size_t at = location_hash(location) & mask;
  while (object->answers[at].known && (object->answers[at].offset != location.offset ||
                                       object->answers[at].stride != location.stride))
    at = (at + 1) & mask;
  return &object->answers[at];
}

/* What is known of a place in a root object; the facts have settled, and it stays true. */
static Answer *answer_at(const TypeFacts *facts, Location location) {
  Object *object = location.object;
  if ((object->answer_count + 1) * 2 > object->answer_size) {
    Answer *old = object->answers;
    size_t old_size = object->answer_size;
    object->answer_size = old_size ? old_size * 2 : 16;
    object->answers = ARENA_ARRAY(facts->arena, Answer, object->answer_size);
    for (size_t i = 0; i < old_size; i++)
      if (old[i].known)
        *answer_slot(object, (Location){object, old[i].offset, old[i].stride}) = old[i];
  }
  Answer *answer = answer_slot(object, location);
  if (!answer->known) {
    object->answer_count++;
    *answer = (Answer){.offset = location.offset,
                       .stride = location.stride,
                       .evident = find_evident(facts, location),
                       .several = find_several(location, false),
                       .known = true};
  }
  return answer;
}

static ByteType evident_at(const TypeFacts *facts, Location location, int64_t offset) {
  if (!location.object)
    return (ByteType){BYTE_UNKNOWN, NULL, 0};
  return answer_at(facts, location_root(location_add(location, offset, 0)))->evident;
}

ByteType types_of_several_at(const TypeFacts *facts, Location location, int64_t offset) {
  return answer_at(facts, location_root(location_add(location, offset, 0)))->several;
}

/* Any word of the object, as far as is known? */
static bool is_any_word(const TypeFacts *facts, uint64_t stride) {
  return stride != 0 && stride <= LLVMPointerSize(facts->layout);
}

bool types_may_point_at(const TypeFacts *facts, Location location, int64_t offset) {
  Location place = location_root(location_add(location, offset, 0));
  SlotsAt walk = slots_at(place);
  for (const Slot *slot; !is_any_word(facts, place.stride) && (slot = slots_at_next(&walk));)
    if (!is_any_word(facts, slot->stride) && cell_find(slot->cell)->evidence & EVIDENCE_POINTER)
      return true;
  return false;
}

bool types_addresses_throughout(const TypeFacts *facts, LLVMValueRef pointer) {
  const uint64_t word = LLVMPointerSize(facts->layout);
  Location place;
  bool any = false;
  if (!types_locate(facts, pointer, &place))
    return false;
  const Object *object = location_root(place).object;
  for (size_t i = 0; i < object->slots.count; i++) {
    const Slot *slot = &object->slots.items[i];
    const Cell *cell = cell_find(slot->cell);
    if ((slot->stride != 0 && slot->stride != word) || cell->float_type)
      return false;
    any |= slot->stride == word && cell->evidence & EVIDENCE_POINTER;
  }
  return any;
}

ByteType types_of_elements_at(Location location, int64_t offset) {
  return find_several(location_root(location_add(location, offset, 0)), true);
}

/* Too few unknown bytes between known ones to hold a floating-point number: characters and padding.
 */
static bool is_narrow_gap(const TypeFacts *facts, Location location, int64_t offset) {
  const int64_t float_size = facts->space.has_half ? 2 : 4;
  int64_t before = 1, after = 1;
  while (before < float_size && evident_at(facts, location, offset - before).kind == BYTE_UNKNOWN)
    before++;
  while (after < float_size && evident_at(facts, location, offset + after).kind == BYTE_UNKNOWN)
    after++;
  return before + after - 1 < float_size;
}

ByteType types_at(const TypeFacts *facts, Location location, int64_t offset) {
  ByteType byte = evident_at(facts, location, offset);
  if (byte.kind == BYTE_UNKNOWN && location.object && is_narrow_gap(facts, location, offset))
    byte.kind = BYTE_INTEGER;
  return byte;
}

/* Is it also a byte of the numbers that repeat more often, by themselves? */
static bool hides_number(const Object *object, const Slot *integers) {
  for (size_t i = 0; i < object->slots.count; i++) {
    const Slot *slot = &object->slots.items[i];
    if (slot->stride && slot->stride < integers->stride && integers->stride % slot->stride == 0 &&
        (integers->offset - slot->offset) % (int64_t)slot->stride == 0 &&
        cell_find(slot->cell)->float_type)
      return true;
  }
  return false;
}

bool types_hides_numbers(const TypeFacts *facts, LLVMValueRef pointer) {
  Location location;
  if (!types_locate(facts, pointer, &location))
    return false;
  for (size_t i = 0; i < location.object->slots.count; i++) {
    const Slot *slot = &location.object->slots.items[i];
    const Cell *cell = cell_find(slot->cell);
    if (!cell->float_type && cell->evidence & EVIDENCE_INTEGER &&
        hides_number(location.object, slot))
      return true;
  }
  return false;
}
