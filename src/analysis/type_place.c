/* type_place.c: the places that an access may touch. Where the program chooses between places, as
 * between the children of a node, a pointer's one target would be a pattern that covers what lies
 * between them as well: the access is taken for one of each place instead. */
#include "type_walk.h"

enum { MAX_CHOICES = 4 };

static bool add_place(Places *places, Location place, int64_t offset) {
  if (!place.object || place.stride || places->count == TYPE_PLACES)
    return false;
  places->items[places->count++] = location_add(place, offset, 0);
  return true;
}

static bool is_constant_choice(LLVMValueRef index) {
  return LLVMIsASelectInst(index) && LLVMIsAConstantInt(LLVMGetOperand(index, 1)) &&
         LLVMIsAConstantInt(LLVMGetOperand(index, 2));
}

static bool add_chosen(TypeFacts *facts, LLVMValueRef pointer, int64_t offset, unsigned depth,
                       Places *places) {
  if (LLVMIsAConstantPointerNull(pointer) || LLVMIsUndef(pointer))
    return true;
  Location known = pointer_location(facts, pointer);
  if (known.object && known.stride == 0)
    return add_place(places, known, offset);
  bool deeper = depth < MAX_CHOICES;
  if (deeper && LLVMIsASelectInst(pointer))
    return add_chosen(facts, LLVMGetOperand(pointer, 1), offset, depth + 1, places) &&
           add_chosen(facts, LLVMGetOperand(pointer, 2), offset, depth + 1, places);
  if (deeper && LLVMIsAPHINode(pointer)) {
    for (unsigned i = 0, count = LLVMCountIncoming(pointer); i < count; i++)
      if (!add_chosen(facts, LLVMGetIncomingValue(pointer, i), offset, depth + 1, places))
        return false;
    return true;
  }
  if (!LLVMIsAGetElementPtrInst(pointer))
    return add_place(places, known, offset);
  LLVMValueRef base = LLVMGetOperand(pointer, 0);
  int64_t displacement;
  uint64_t stride;
  gep_displacement(facts, pointer, &displacement, &stride);
  if (stride == 0 && deeper)
    return add_chosen(facts, base, offset + displacement, depth + 1, places);
  LLVMValueRef index = LLVMGetOperand(pointer, 1);
  if (LLVMGetNumOperands(pointer) != 2 || !is_constant_choice(index))
    return add_place(places, known, offset);
  int64_t size = (int64_t)LLVMABISizeOfType(facts->layout, LLVMGetGEPSourceElementType(pointer));
  for (unsigned i = 1; i <= 2; i++)
    if (!add_chosen(facts, base, offset + LLVMConstIntGetSExtValue(LLVMGetOperand(index, i)) * size,
                    depth + 1, places))
      return false;
  return true;
}

Places types_access_places(TypeFacts *facts, LLVMValueRef pointer) {
  Places places = {.count = 0};
  if (!add_chosen(facts, pointer, 0, 0, &places) || places.count == 0)
    places = (Places){{pointer_location(facts, pointer)}, 1};
  return places;
}
