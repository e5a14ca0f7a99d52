/* type_declared.c: what the LLVM type of a variable says about its bytes. */
#include "type_walk.h"

static ByteType byte_of_scalar(LLVMTypeRef scalar, unsigned offset) {
  switch (LLVMGetTypeKind(scalar)) {
  case LLVMPointerTypeKind:
    return (ByteType){BYTE_POINTER, NULL, offset};
  case LLVMIntegerTypeKind:
    return (ByteType){BYTE_INTEGER, NULL, offset};
  default:
    if (type_is_float(scalar))
      return (ByteType){BYTE_FLOAT, scalar, offset};
    return (ByteType){BYTE_UNKNOWN, NULL, 0};
  }
}

typedef struct {
  LLVMTargetDataRef layout;
  uint64_t wanted;
  ByteType found;
  bool in_storage; /* within an array of bytes */
  bool in_union;
  uint64_t item_size; /* of the innermost array around it; 0: none */
} LeafSearch;

/* Descends to the scalar at `wanted`; arrays by division, so that their length does not matter. */
static void search_type(LeafSearch *search, LLVMTypeRef type) {
  const ByteType padding = {BYTE_INTEGER, NULL, 0}; /* bits without a meaning */
  switch (LLVMGetTypeKind(type)) {
  case LLVMStructTypeKind: {
    if (LLVMIsOpaqueStruct(type) || LLVMCountStructElementTypes(type) == 0 ||
        search->wanted >= LLVMABISizeOfType(search->layout, type))
      return;
    unsigned field = LLVMElementAtOffset(search->layout, type, search->wanted);
    LLVMTypeRef field_type = LLVMStructGetTypeAtIndex(type, field);
    search->wanted -= LLVMOffsetOfElement(search->layout, type, field);
    if (search->wanted < LLVMABISizeOfType(search->layout, field_type))
      search_type(search, field_type);
    else
      search->found = padding;
    /* clang stores a union as its largest member: integers there are any bytes. */
    bool is_union = type_is_union(type);
    search->in_union = search->in_union || is_union;
    if (is_union && search->found.kind == BYTE_INTEGER)
      search->found.kind = BYTE_UNKNOWN;
    return;
  }
  case LLVMArrayTypeKind:
  case LLVMVectorTypeKind: {
    LLVMTypeRef element = LLVMGetElementType(type);
    uint64_t size = LLVMABISizeOfType(search->layout, element);
    if (size == 0 || search->wanted >= LLVMABISizeOfType(search->layout, type))
      return;
    search->wanted %= size;
    search->in_storage = size == 1;
    search->item_size = size;
    search_type(search, element);
    return;
  }
  default:
    if (!LLVMTypeIsSized(type))
      return;
    if (search->wanted < LLVMStoreSizeOfType(search->layout, type))
      search->found = byte_of_scalar(type, (unsigned)search->wanted);
    else
      search->found = padding;
  }
}

ByteType types_byte_of_type(const TypeFacts *facts, LLVMTypeRef type, uint64_t offset) {
  LeafSearch search = {facts->layout, offset, {BYTE_UNKNOWN, NULL, 0}, false, false, 0};
  search_type(&search, type);
  return search.found;
}

/* A front end spells the fields of a structure, and gives it a name; but a bare integer may hold
 * anything, as may integers in a structure without a name, which LLVM makes for what it moves, and
 * an array of i8 is how a front end spells storage. */
static bool is_telling(LLVMTypeRef type, const LeafSearch *search) {
  if (search->found.kind != BYTE_INTEGER)
    return search->found.kind != BYTE_UNKNOWN;
  return LLVMGetTypeKind(type) == LLVMStructTypeKind && LLVMGetStructName(type) &&
         !search->in_storage;
}

/* Is it a pointer where a number is declared, or the other way round, or a number of another type?
 */
static bool is_of_other_kind(LLVMTypeRef type, ByteType declared) {
  bool floating = type_is_float_or_vector(type);
  bool pointer = LLVMGetTypeKind(type) == LLVMPointerTypeKind;
  return declared.kind == BYTE_POINTER ? floating : pointer || (floating && type != declared.type);
}

static bool is_accessed_as_other(LLVMValueRef pointer, ByteType declared) {
  for (LLVMUseRef use = LLVMGetFirstUse(pointer); use; use = LLVMGetNextUse(use)) {
    LLVMValueRef user = LLVMGetUser(use);
    if (LLVMIsAGetElementPtrInst(user) && is_accessed_as_other(user, declared))
      return true;
    LLVMValueRef value = LLVMIsALoadInst(user)    ? user
                         : LLVMIsAStoreInst(user) ? LLVMGetOperand(user, 0)
                                                  : NULL;
    if (value && value != pointer && is_of_other_kind(type_scalar(LLVMTypeOf(value)), declared))
      return true;
  }
  return false;
}

/* What an optimiser leaves of a union is a bare variable of the type of one of the members, and
 * accesses as what the others are. */
static bool is_left_of_union(LLVMValueRef variable, LLVMTypeRef type, ByteType declared) {
  bool bare = LLVMGetTypeKind(type) != LLVMStructTypeKind;
  bool scalar = declared.kind == BYTE_POINTER || declared.kind == BYTE_FLOAT;
  return bare && scalar && LLVMIsAAllocaInst(variable) && is_accessed_as_other(variable, declared);
}

/* An integer in a structure, in the place of which copies of that structure, or what it is a copy
 * of, hold a number: its bits (uint64_t bits). Of arrays, those tell that have the structure for
 * their items, or are the array in it (std::array<uint32_t, 8>). */
static bool holds_number(const TypeFacts *facts, LLVMValueRef variable, int64_t offset,
                         uint64_t structure_size, uint64_t item_size) {
  Location place;
  if (!types_locate(facts, variable, &place))
    return false;
  place = location_root(location_add(place, offset, 0));
  for (size_t i = 0; i < place.object->slots.count; i++) {
    const Slot *slot = &place.object->slots.items[i];
    Location at = {place.object, slot->offset, slot->stride};
    bool item = slot->stride && (slot->stride % structure_size == 0 || slot->stride == item_size) &&
                location_overlaps(place, 1, at, 1);
    ByteKind kind = types_byte_of_cell(slot->cell).kind;
    if (item && !slot->tag && (kind == BYTE_FLOAT || kind == BYTE_MIXED))
      return true;
  }
  return false;
}

/* What is accessed where a variable has been declared to hold something. */
typedef struct {
  const TypeFacts *facts;
  LLVMTypeRef type; /* of the variable, or of its items */
  uint64_t at;      /* in the type */
  bool in_array;    /* within it */
  ByteType declared;
  bool as_declared, as_other;
} Accesses;

/* In an array of the type all items are one place. */
static bool is_there(const Accesses *accesses, uint64_t offset) {
  uint64_t at = offset % LLVMABISizeOfType(accesses->facts->layout, accesses->type);
  LeafSearch search = {accesses->facts->layout, at, {BYTE_UNKNOWN, NULL, 0}, false, false, 0};
  search_type(&search, accesses->type);
  return accesses->in_array ? search.item_size != 0
                            : at == accesses->at - accesses->declared.offset;
}

static void find_accesses(Accesses *accesses, LLVMValueRef pointer, uint64_t offset) {
  for (LLVMUseRef use = LLVMGetFirstUse(pointer); use; use = LLVMGetNextUse(use)) {
    LLVMValueRef user = LLVMGetUser(use);
    if (LLVMIsAGetElementPtrInst(user)) {
      int64_t step;
      uint64_t varying;
      gep_displacement(accesses->facts, user, &step, &varying);
      find_accesses(accesses, user, offset + (uint64_t)step);
    }
    LLVMValueRef value = LLVMIsALoadInst(user)    ? user
                         : LLVMIsAStoreInst(user) ? LLVMGetOperand(user, 0)
                                                  : NULL;
    if (!value || value == pointer || !is_there(accesses, offset))
      continue;
    bool other = is_of_other_kind(type_scalar(LLVMTypeOf(value)), accesses->declared);
    accesses->as_other |= other;
    accesses->as_declared |=
        !other && LLVMGetTypeKind(type_scalar(LLVMTypeOf(value))) != LLVMIntegerTypeKind;
  }
}

/* An array that is nothing but room: of doubles, for their alignment, or of pointers, for small
 * objects of any kind. Other kinds have been put there, and it is not accessed as what it is
 * declared to be, or as others too. */
static bool is_room(const Accesses *where, LLVMValueRef variable, int64_t offset) {
  Accesses accesses = *where;
  ByteKind declared = accesses.declared.kind;
  Location place;
  if ((declared != BYTE_FLOAT && declared != BYTE_POINTER) ||
      !types_locate(accesses.facts, variable, &place))
    return false;
  ByteKind there = types_at(accesses.facts, place, offset).kind;
  if (there != BYTE_MIXED && there != BYTE_CONFLICT &&
      there != (declared == BYTE_FLOAT ? BYTE_POINTER : BYTE_FLOAT))
    return false;
  find_accesses(&accesses, variable, 0);
  return accesses.as_other || !accesses.as_declared;
}

static ByteType declared_byte(const TypeFacts *facts, LLVMValueRef pointer, int64_t offset,
                              bool *in_union) {
  const ByteType unknown = {BYTE_UNKNOWN, NULL, 0};
  *in_union = false;
  uint64_t stride = 0;
  while (LLVMIsAGetElementPtrInst(pointer)) {
    int64_t step;
    uint64_t varying;
    gep_displacement(facts, pointer, &step, &varying);
    offset += step;
    stride = greatest_common_divisor(stride, varying);
    pointer = LLVMGetOperand(pointer, 0);
  }
  LLVMTypeRef type = NULL;
  if (LLVMIsAAllocaInst(pointer) && LLVMIsAConstantInt(LLVMGetOperand(pointer, 0)))
    type = LLVMGetAllocatedType(pointer);
  else if (LLVMIsAGlobalVariable(pointer))
    type = LLVMGlobalGetValueType(pointer);
  if (!type || !LLVMTypeIsSized(type) || offset < 0)
    return unknown;
  bool array = LLVMGetTypeKind(type) == LLVMArrayTypeKind;
  uint64_t at = (uint64_t)offset, size = LLVMABISizeOfType(facts->layout, type);
  while (LLVMGetTypeKind(type) == LLVMArrayTypeKind && at < size) {
    type = LLVMGetElementType(type);
    size = LLVMABISizeOfType(facts->layout, type);
    if (size == 0)
      return unknown;
    at %= size;
    if (stride % size == 0)
      stride = 0;
  }
  if (stride != 0 || at >= size)
    return unknown;
  LeafSearch search = {facts->layout, at, {BYTE_UNKNOWN, NULL, 0}, false, false, 0};
  search_type(&search, type);
  *in_union = search.in_union;
  bool telling = is_telling(type, &search) && !is_left_of_union(pointer, type, search.found) &&
                 !(search.found.kind == BYTE_INTEGER &&
                   holds_number(facts, pointer, offset, size, search.item_size));
  Accesses where = {facts, type, at, search.item_size != 0, search.found, false, false};
  if (telling && (array || search.item_size) && is_room(&where, pointer, offset))
    telling = false;
  return telling ? search.found : unknown;
}

ByteType types_declared_byte(const TypeFacts *facts, LLVMValueRef pointer, int64_t offset) {
  bool in_union;
  return declared_byte(facts, pointer, offset, &in_union);
}

ByteType types_only_declared_byte(const TypeFacts *facts, LLVMValueRef pointer, int64_t offset) {
  bool in_union;
  ByteType byte = declared_byte(facts, pointer, offset, &in_union);
  return in_union ? (ByteType){BYTE_UNKNOWN, NULL, 0} : byte;
}

LLVMTypeRef types_declared_number(const TypeFacts *facts, LLVMValueRef word) {
  enum { MOST_USES = 32 };
  uint64_t size = LLVMStoreSizeOfType(facts->layout, LLVMTypeOf(word));
  LLVMTypeRef number = NULL;
  unsigned budget = MOST_USES;
  LLVMBasicBlockRef where = LLVMIsAInstruction(word) ? LLVMGetInstructionParent(word) : NULL;
  if (LLVMIsALoadInst(word))
    number = pointer_declared_number(facts->layout, LLVMGetOperand(word, 0), size);
  for (LLVMUseRef use = LLVMGetFirstUse(word); use && !number && budget-- > 0;
       use = LLVMGetNextUse(use)) {
    LLVMValueRef store = LLVMIsAStoreInst(LLVMGetUser(use));
    /* elsewhere, behind a test of what the word is, it says so of that case alone */
    bool always = store && LLVMGetInstructionParent(store) == where;
    if (always && LLVMGetOperand(store, 0) == word)
      number = pointer_declared_number(facts->layout, LLVMGetOperand(store, 1), size);
  }
  return number;
}
