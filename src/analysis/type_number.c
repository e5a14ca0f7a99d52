/* type_number.c: integers that are numbers, by where they are moved and what they lie among. Both
 * is known when all else has settled. */
#include "type_walk.h"

Cell *number_moved_cell(TypeFacts *facts, Location location, uint64_t size) {
  Cell *copied = location_copied_cell(location);
  return copied ? copied : location_item_cell(&facts->space, location, size, size);
}

/* An array of such integers, or a block of malloc(): no pool from which others get memory for other
 * things. */
static bool is_own_memory(TypeFacts *facts, LLVMValueRef pointer, uint64_t size) {
  while (LLVMIsAGetElementPtrInst(pointer))
    pointer = LLVMGetOperand(pointer, 0);
  LLVMValueRef callee = LLVMIsACallInst(pointer) ? call_direct_callee(pointer) : NULL;
  const LibraryFunction *row = callee ? library_function(callee) : NULL;
  if (row)
    return (row->kind == LIBFN_MALLOC || row->kind == LIBFN_CALLOC) &&
           library_gives_block_of_c(row);
  LLVMTypeRef type = LLVMIsAAllocaInst(pointer)       ? LLVMGetAllocatedType(pointer)
                     : LLVMIsAGlobalVariable(pointer) ? LLVMGlobalGetValueType(pointer)
                                                      : NULL;
  while (type && LLVMGetTypeKind(type) == LLVMArrayTypeKind)
    type = LLVMGetElementType(type);
  return type && LLVMGetTypeKind(type) == LLVMIntegerTypeKind &&
         LLVMStoreSizeOfType(facts->layout, type) == size;
}

static bool has_moved_number(TypeFacts *facts, LLVMValueRef access, uint64_t size) {
  LLVMValueRef pointer = access_pointer(access);
  Places places = types_access_places(facts, pointer);
  for (unsigned i = 0; i < places.count; i++)
    if (places.items[i].object &&
        (location_copied_cell(places.items[i]) ||
         (is_own_memory(facts, pointer, size) &&
          location_item_cell(&facts->space, places.items[i], size, size))))
      return true;
  return false;
}

bool word_is_between_numbers(TypeFacts *facts, LLVMValueRef access, LLVMValueRef value) {
  LLVMValueRef other = LLVMIsALoadInst(access) ? word_store_of(value) : word_load_of(value);
  uint64_t size = LLVMStoreSizeOfType(facts->layout, type_scalar(LLVMTypeOf(value)));
  return other && has_moved_number(facts, other, size) && has_moved_number(facts, access, size);
}

static bool join_number(TypeFacts *facts, LLVMValueRef word, Location place) {
  unsigned size = (unsigned)LLVMStoreSizeOfType(facts->layout, LLVMTypeOf(word));
  Register *cells = register_of(facts, word);
  if (!place.object || !cells || !location_number_cell(&facts->space, place, size, 0))
    return false;
  for (unsigned i = 0; i < size; i++) {
    Cell *number = location_number_cell(&facts->space, place, size, i);
    if (number)
      cell_unify(&facts->space, number, cells->cells[i]);
  }
  return true;
}

/* Integers are compared, and so are the bits of numbers by which a union's words are sorted: where
 * a word that is moved lies among numbers, it is one, which is known when all else has settled. */
void walk_compared(TypeFacts *facts, LLVMValueRef word) {
  bool moved = LLVMIsALoadInst(word) && word_is_moved(word), number = false;
  if (moved && !facts->settled)
    return;
  Places places = {0};
  if (moved)
    places = types_access_places(facts, LLVMGetOperand(word, 0));
  for (unsigned i = 0; i < places.count; i++)
    number |= join_number(facts, word, places.items[i]);
  if (!number)
    value_add_evidence(facts, word, EVIDENCE_ARITHMETIC);
}

bool types_may_be_number(const TypeFacts *facts, LLVMValueRef pointer) {
  Location here;
  if (!types_locate(facts, pointer, &here))
    return false;
  for (size_t i = 0; i < here.object->slots.count; i++) {
    const Slot *slot = &here.object->slots.items[i];
    Location at = {here.object, slot->offset, slot->stride};
    if (cell_find(slot->cell)->evidence & EVIDENCE_FLOAT && location_overlaps(here, 1, at, 1))
      return true;
  }
  return false;
}
