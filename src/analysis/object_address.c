/* object_address.c: are the integers that lie in memory addresses, or do they count? */
#include "object.h"

static Location slot_location(Object *object, const Slot *slot) {
  return (Location){object, slot->offset, slot->stride};
}

/* Where the pointers lead that are kept there, of whatever type. */
static Location slot_target(const Object *object, const Slot *any) {
  Location target = cell_find(any->cell)->link;
  for (uint32_t next = any->tagged; next && !target.object;
       next = object->slots.items[next - 1].tagged)
    target = cell_find(object->slots.items[next - 1].cell)->link;
  return target;
}

bool location_has_address(Location location, bool as_integer, Location *target) {
  location = location_root(location);
  const Object *object = location.object;
  bool found = false;
  *target = (Location){0};
  for (size_t i = 0; i < object->slots.count; i++) {
    const Slot *slot = &object->slots.items[i];
    const Cell *cell = cell_find(slot->cell);
    if (slot->tag || !location_overlaps(location, 1, slot_location(location.object, slot), 1))
      continue;
    Location leads = slot_target(object, slot);
    /* An array of pointers is one of addresses. */
    bool pointers =
        !as_integer && location.stride && leads.object && cell->evidence & EVIDENCE_POINTER;
    bool addresses =
        cell->address && !(as_integer && !cell->takes_address && slot_keeps_pointers(object, slot));
    if (!pointers && !addresses)
      continue;
    found = true;
    if (!target->object)
      *target = leads;
  }
  return found;
}

bool location_has_count(Location location) {
  location = location_root(location);
  if (location.object->outside)
    return true;
  for (size_t i = 0; i < location.object->slots.count; i++) {
    const Slot *slot = &location.object->slots.items[i];
    if (!slot->tag && cell_find(slot->cell)->counts &&
        location_overlaps(location, 1, slot_location(location.object, slot), 1))
      return true;
  }
  return false;
}
