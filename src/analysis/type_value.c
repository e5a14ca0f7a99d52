/* type_value.c: the bytes of SSA values as cells, and how they meet memory. */
#include "type_walk.h"

void types_each_leaf(LLVMTargetDataRef layout, LLVMTypeRef type, uint64_t offset,
                     LeafVisitor *visit, void *context) {
  switch (LLVMGetTypeKind(type)) {
  case LLVMStructTypeKind: {
    if (LLVMIsOpaqueStruct(type))
      return;
    unsigned count = LLVMCountStructElementTypes(type);
    for (unsigned i = 0; i < count; i++)
      types_each_leaf(layout, LLVMStructGetTypeAtIndex(type, i),
                      offset + LLVMOffsetOfElement(layout, type, i), visit, context);
    return;
  }
  case LLVMArrayTypeKind: {
    LLVMTypeRef element = LLVMGetElementType(type);
    uint64_t size = LLVMABISizeOfType(layout, element);
    for (uint64_t i = 0, count = LLVMGetArrayLength2(type); i < count; i++)
      types_each_leaf(layout, element, offset + i * size, visit, context);
    return;
  }
  case LLVMVectorTypeKind: {
    LLVMTypeRef element = LLVMGetElementType(type);
    uint64_t bits = LLVMSizeOfTypeInBits(layout, element);
    if (bits % 8 != 0)
      return;
    for (unsigned i = 0, count = LLVMGetVectorSize(type); i < count; i++)
      visit(context, element, offset + i * (bits / 8));
    return;
  }
  case LLVMVoidTypeKind:
  case LLVMLabelTypeKind:
  case LLVMMetadataTypeKind:
  case LLVMTokenTypeKind:
  case LLVMFunctionTypeKind:
  case LLVMScalableVectorTypeKind:
    return;
  default:
    visit(context, type, offset);
  }
}

/* ---- registers ---- */

/* Aggregates beyond this size are not passed as SSA values by any front end. */
#define REGISTER_LIMIT 4096

/* Bytes that need cells: one for a pointer or a vector of them, none where the LLVM type says all.
 */
static unsigned register_size(TypeFacts *facts, LLVMTypeRef type) {
  switch (LLVMGetTypeKind(type)) {
  case LLVMPointerTypeKind:
    return 1;
  case LLVMIntegerTypeKind: {
    unsigned width = LLVMGetIntTypeWidth(type);
    return width % 8 == 0 ? width / 8 : 0;
  }
  case LLVMVectorTypeKind: {
    LLVMTypeRef element = LLVMGetElementType(type);
    if (LLVMGetTypeKind(element) == LLVMPointerTypeKind)
      return 1;
    return register_size(facts, element) * LLVMGetVectorSize(type);
  }
  case LLVMStructTypeKind:
  case LLVMArrayTypeKind: {
    uint64_t size = LLVMABISizeOfType(facts->layout, type);
    return size <= REGISTER_LIMIT ? (unsigned)size : 0;
  }
  default:
    return 0;
  }
}

static bool is_pointer_or_vector(LLVMTypeRef type) {
  return LLVMGetTypeKind(type_scalar(type)) == LLVMPointerTypeKind;
}

typedef struct {
  TypeFacts *facts;
  Cell **cells;
} LeafMarks;

static void mark_leaf(void *context, LLVMTypeRef scalar, uint64_t offset) {
  LeafMarks *marks = context;
  ObjectSpace *space = &marks->facts->space;
  unsigned size = (unsigned)LLVMStoreSizeOfType(marks->facts->layout, scalar);
  for (unsigned i = 0; i < size; i++) {
    if (type_is_float(scalar))
      cell_add_float(space, marks->cells[offset + i], scalar, i);
    else if (LLVMGetTypeKind(scalar) == LLVMPointerTypeKind)
      cell_add_pointer(marks->cells[offset + i], i);
  }
}

Register *types_register(const TypeFacts *facts, LLVMValueRef value) {
  Register *cells = map_get(facts->registers, value);
  if (!cells)
    footprint_goes_beyond(&facts->watch);
  return cells;
}

Register *register_of(TypeFacts *facts, LLVMValueRef value) {
  Register *known = map_get(facts->registers, value);
  if (known)
    return known;
  if (LLVMIsAConstant(value) && !LLVMIsAGlobalValue(value))
    return NULL; /* one constant stands in many unrelated places */
  LLVMTypeRef type = LLVMTypeOf(value);
  unsigned size = register_size(facts, type);
  if (size == 0)
    return NULL;
  Register *made = ARENA_NEW(facts->arena, Register);
  made->size = size;
  made->cells = ARENA_ARRAY(facts->arena, Cell *, size);
  for (unsigned i = 0; i < size; i++)
    made->cells[i] = cell_create(&facts->space);
  if (is_pointer_or_vector(type)) {
    cell_add_pointer(made->cells[0], 0);
  } else {
    LeafMarks marks = {facts, made->cells};
    types_each_leaf(facts->layout, type, 0, mark_leaf, &marks);
  }
  map_set(facts->registers, value, made);
  return made;
}

/* ---- pointers ---- */

static bool is_address_cast(LLVMValueRef value) {
  LLVMOpcode opcode =
      LLVMIsAConstantExpr(value) ? LLVMGetConstOpcode(value) : LLVMGetInstructionOpcode(value);
  return opcode == LLVMBitCast || opcode == LLVMAddrSpaceCast || opcode == LLVMIntToPtr ||
         opcode == LLVMPtrToInt;
}

Location pointer_location(TypeFacts *facts, LLVMValueRef pointer) {
  Location nowhere = {0};
  if (LLVMIsAConstantExpr(pointer)) {
    if (LLVMGetConstOpcode(pointer) == LLVMGetElementPtr) {
      int64_t offset;
      uint64_t stride;
      gep_displacement(facts, pointer, &offset, &stride);
      Location base = pointer_location(facts, LLVMGetOperand(pointer, 0));
      return base.object ? location_add(base, offset, stride) : nowhere;
    }
    if (is_address_cast(pointer))
      return pointer_location(facts, LLVMGetOperand(pointer, 0));
    return nowhere;
  }
  Register *cells = register_of(facts, pointer);
  return cells ? cell_target(&facts->space, cells->cells[0]) : nowhere;
}

void pointer_point_to(TypeFacts *facts, LLVMValueRef pointer, Location target) {
  if (!target.object)
    return;
  Register *cells = register_of(facts, pointer);
  if (cells)
    cell_point_to(&facts->space, cells->cells[0], target);
}

/* ---- values that hold the same bits ---- */

/* A small number is no floating-point value anybody writes: as such its bits would be denormal. */
static bool is_small_number(LLVMValueRef constant) {
  if (!LLVMIsAConstantInt(constant) || LLVMGetIntTypeWidth(LLVMTypeOf(constant)) > 64 ||
      LLVMGetIntTypeWidth(LLVMTypeOf(constant)) < 32)
    return false;
  int64_t number = LLVMConstIntGetSExtValue(constant);
  return number != 0 && number > -65536 && number < 65536;
}

static void value_receives_constant(TypeFacts *facts, Register *cells, uint64_t offset,
                                    LLVMValueRef constant) {
  if (LLVMIsUndef(constant) || LLVMIsNull(constant) || offset >= cells->size)
    return;
  LLVMTypeRef type = LLVMTypeOf(constant);
  for (uint64_t i = 0; is_small_number(constant) && i < LLVMGetIntTypeWidth(type) / 8; i++)
    if (offset + i < cells->size)
      cell_add_evidence(cells->cells[offset + i], EVIDENCE_INTEGER);
  if (LLVMGetTypeKind(type) == LLVMPointerTypeKind) {
    cell_point_to(&facts->space, cells->cells[offset], pointer_location(facts, constant));
    return;
  }
  if (LLVMIsAConstantExpr(constant)) { /* ptrtoint and arithmetic on it */
    if (LLVMGetConstOpcode(constant) == LLVMPtrToInt) {
      cell_point_to(&facts->space, cells->cells[offset], pointer_location(facts, constant));
      cell_set_address(cells->cells[offset]);
    }
    return;
  }
  if (LLVMIsAConstantStruct(constant)) {
    for (int i = 0; i < LLVMGetNumOperands(constant); i++)
      value_receives_constant(facts, cells,
                              offset + LLVMOffsetOfElement(facts->layout, type, (unsigned)i),
                              LLVMGetOperand(constant, (unsigned)i));
  } else if (LLVMIsAConstantArray(constant) || LLVMIsAConstantVector(constant)) {
    bool one_cell = is_pointer_or_vector(type) && cells->size == 1;
    uint64_t size = one_cell ? 0 : LLVMABISizeOfType(facts->layout, LLVMGetElementType(type));
    for (int i = 0; i < LLVMGetNumOperands(constant); i++)
      value_receives_constant(facts, cells, offset + (uint64_t)i * size,
                              LLVMGetOperand(constant, (unsigned)i));
  }
}

/* What `from` points to, `to` points to. Only one way: `to` may be moved on (p++ through a PHI)
 * while `from` is not. The objects themselves are unified. */
static void pointer_flow(TypeFacts *facts, Cell *to, Cell *from) {
  cell_point_to(&facts->space, to, cell_target(&facts->space, from));
}

void value_flow(TypeFacts *facts, LLVMValueRef to, LLVMValueRef from) {
  if (LLVMTypeOf(to) != LLVMTypeOf(from)) { /* a call through a mismatched prototype */
    value_insert(facts, to, 0, from);
    return;
  }
  Register *cells_to = register_of(facts, to), *cells_from = register_of(facts, from);
  if (!cells_to)
    return;
  if (!cells_from) {
    value_receives_constant(facts, cells_to, 0, from);
  } else if (is_pointer_or_vector(LLVMTypeOf(to))) {
    pointer_flow(facts, cells_to->cells[0], cells_from->cells[0]);
  } else {
    for (unsigned i = 0; i < cells_to->size; i++)
      cell_unify(&facts->space, cells_to->cells[i], cells_from->cells[i]);
  }
}

typedef struct {
  TypeFacts *facts;
  LLVMValueRef value;
  Register *cells; /* of value, or NULL */
  bool lone_pointer;
  bool outward;      /* the bytes are read into the value, not written from it */
  Declared declared; /* by the access */
  uint64_t unused;   /* lanes of a vector that is read, which nothing looks at, as bits */
  /* Where its bytes are: in memory … */
  Location location;
  int64_t displacement;
  /* … or inside another value. */
  Register *host;
} Placement;

static Cell *placement_cell(Placement *place, uint64_t offset) {
  if (!place->host)
    return location_cell(&place->facts->space, place->location,
                         place->displacement + (int64_t)offset);
  uint64_t at = (uint64_t)place->displacement + offset;
  return at < place->host->size ? place->host->cells[at] : NULL;
}

/* A pointer moved by a number of bytes of which nothing is known cannot tell the bytes of a scalar
 * apart. The kinds are then recorded as if the pointer were aligned, as it must be; what the bytes
 * point to, in addition, where it really is. */
static bool is_blurred(const Placement *place, uint64_t pitch) {
  return !place->host && location_blurs(location_root(place->location), pitch);
}

static Cell *kind_cell(Placement *place, uint64_t offset, unsigned byte, uint64_t pitch,
                       bool moves) {
  if (place->host)
    return placement_cell(place, offset + byte);
  bool blurred = is_blurred(place, pitch);
  Location at = blurred ? (Location){place->location.object, 0, pitch} : place->location;
  int64_t distance = blurred ? 0 : place->displacement + (int64_t)offset;
  bool pointers_pass = moves && !place->declared.integer;
  return pointers_pass ? location_cell(&place->facts->space, at, distance + byte)
                       : location_evidence(&place->facts->space, at, distance + byte);
}

/* Where what a pointer alone points to goes in or out. */
static Cell *target_cell(Placement *place, uint64_t offset, uint64_t pitch) {
  if (place->host || is_blurred(place, pitch))
    return kind_cell(place, offset, 0, pitch, true);
  const Declared *declared = &place->declared;
  int64_t distance = place->displacement + (int64_t)offset;
  bool alone = declared->likely &&
               location_has_one_pointer_type(place->location, distance, declared->likely);
  return location_pointer_cell(&place->facts->space, place->location, distance,
                               alone && !declared->pointer ? declared->likely : declared->pointer);
}

/* Nothing that counts is ever put into the array: what is computed of such words is not, either.
 * `byte`: of the value, within one of its words. */
static bool never_counts(const Placement *place, Location here, uint64_t byte, unsigned size) {
  bool ordered;
  return place->facts->settled && place->declared.by_source && !is_blurred(place, size) &&
         place->location.stride != 0 && !cell_is_address(place->cells->cells[byte / size * size]) &&
         (place->outward ? word_is_put_elsewhere(place->value, &ordered)
                         : !word_is_count(place->value)) &&
         !location_has_count(here);
}

/* A word that is declared an integer, and only moved: where numbers go in or out under that name
 * (uint64_t words[]), it is one of them. That it is none is known when all else has settled. */
static bool place_carried(const Placement *place, Cell *memory, Cell *byte, int64_t offset,
                          unsigned size) {
  TypeFacts *facts = place->facts;
  Location here = location_add(place->location, offset, 0);
  bool uncounted = never_counts(place, here, (uint64_t)(offset - place->displacement), size);
  if (!place->declared.moved && !place->declared.computed && !uncounted)
    return false;
  uint64_t copied = facts->settled && place->declared.by_source ? size : 0;
  Cell *carried = location_carried_cell(&facts->space, here, copied);
  if (!carried && (place->declared.between || uncounted))
    carried = number_moved_cell(facts, here, size);
  if (!carried && uncounted && size == sizeof(float)) /* or half of a double */
    carried = location_item_cell(&facts->space, here, sizeof(double), size);
  if (!carried)
    return false;
  cell_unify(&facts->space, memory, byte);
  cell_unify(&facts->space, carried, byte);
  return true;
}

/* Strict aliasing says that an integer was there, whatever else shares the place (the size in the
 * header of a list, the payload in its nodes): only where floating point goes out, or in, as its
 * bits are the two one. A whole one leads apart from the pointers there (location_share_integer);
 * one that is too short for an address may be half of what leads somewhere. */
static void place_byte(const Placement *place, Cell *memory, Cell *byte, uint64_t offset,
                       unsigned size) {
  ObjectSpace *space = &place->facts->space;
  bool hinted = cell_find(memory)->evidence & EVIDENCE_USER; /* the user knows better */
  bool number = cell_find(byte)->evidence & EVIDENCE_FLOAT;
  if (!place->declared.integer || hinted || number) {
    cell_unify(space, memory, byte);
    if (place->declared.packed && number)
      cell_set_carried(memory);
    return;
  }
  if (place_carried(place, memory, byte, place->displacement + (int64_t)offset, size))
    return;
  bool may_carry = place->declared.moved || place->declared.computed;
  if (!may_carry || place->facts->settled)
    cell_add_evidence(byte, EVIDENCE_ARITHMETIC);
  if (size < LLVMPointerSize(place->facts->layout) || is_blurred(place, size))
    cells_share_targets(space, memory, byte);
  else
    location_share_integer(space, place->location, place->displacement + (int64_t)offset, byte);
}

/* Does what goes out lead where the addresses do that are kept there (see location_has_address)?
 * Nothing but its use tells, and, of an array, whether anything but addresses goes in: sizes are
 * put elsewhere as well, and compared. */
static bool takes_address(const Placement *place, Location here, unsigned size, bool *as_integer) {
  bool ordered = false, becomes = word_becomes_address(place->value);
  if (is_blurred(place, size))
    return becomes && place->declared.integer;
  if (becomes || !word_is_put_elsewhere(place->value, &ordered))
    return becomes;
  bool array = here.stride != 0;
  *as_integer =
      place->declared.by_source && (!array || !place->facts->settled || location_has_count(here));
  if (place->declared.by_source && !*as_integer) /* any of the pointers there, of whatever type */
    location_open(&place->facts->space, here, true);
  return array || !ordered;
}

/* What goes out as an integer and is used as an address went in as one, whatever was computed to
 * get it: a link that is two addresses in one, put together and taken apart by xor; an address with
 * a mark. What goes out only to go in elsewhere is one where addresses are kept. */
static void place_address(Placement *place, uint64_t offset, unsigned size) {
  Cell **cells = place->cells->cells + offset;
  Location here = location_add(place->location, place->displacement + (int64_t)offset, 0);
  bool pointer = cell_find(cells[0])->evidence & EVIDENCE_POINTER;
  Location target;
  bool asks = place->outward ? !pointer || !cell_has_target(cells[0])
                             : !pointer && cell_find(cells[0])->address;
  bool as_integer = false;
  if (asks && (!place->outward || takes_address(place, here, size, &as_integer)) &&
      location_has_address(here, as_integer, &target)) {
    pointer = true;
    cell_set_address(cells[0]);
    for (unsigned i = 0; i < size; i++)
      cell_add_pointer(cells[i], i);
    if (place->outward)
      cell_point_to(&place->facts->space, cells[0], target);
  }
  bool becomes = place->outward && place->declared.integer && !is_blurred(place, size) &&
                 word_becomes_address(place->value);
  if (!place->declared.integer || !(pointer || becomes))
    return;
  cell_set_address(kind_cell(place, offset, 0, size, true));
  if (!place->outward)
    cell_set_takes_address(kind_cell(place, offset, 0, size, true));
  for (unsigned i = 0; i < size && pointer && !is_blurred(place, size); i++)
    cell_add_pointer(kind_cell(place, offset, i, size, true), i);
}

static void place_leaf(void *context, LLVMTypeRef scalar, uint64_t offset) {
  Placement *place = context;
  ObjectSpace *space = &place->facts->space;
  bool pointer = LLVMGetTypeKind(scalar) == LLVMPointerTypeKind;
  bool floating = type_is_float(scalar);
  unsigned size = (unsigned)LLVMStoreSizeOfType(place->facts->layout, scalar);
  /* From one to the next in an array; an x86_fp80 takes 16 bytes for its ten. */
  uint64_t pitch = floating ? LLVMABISizeOfType(place->facts->layout, scalar) : size;
  bool moves = place->cells && !floating && !place->lone_pointer; /* each byte by itself */
  if (place->unused && place->unused >> offset / size & 1)
    return;
  for (unsigned i = 0; i < size; i++) {
    Cell *cell = kind_cell(place, offset, i, pitch, moves);
    if (!cell)
      return;
    if (floating) {
      cell_add_float(space, cell, scalar, i);
      cell_set_number(cell, place->declared.copied, !place->declared.copied);
    } else if (pointer)
      cell_add_pointer(cell, i);
    if (place->declared.carried)
      cell_set_carried(cell);
    if (place->declared.computed)
      cell_set_bits(cell, !place->outward, place->outward);
    if (!place->cells || floating)
      continue;
    if (moves && offset + i < place->cells->size)
      place_byte(place, cell, place->cells->cells[offset + i], offset + i, size);
    if (i != 0)
      continue;
    Cell *target = moves ? cell : target_cell(place, offset, pitch);
    if (!moves && place->outward)
      pointer_flow(place->facts, place->cells->cells[0], target);
    else if (!moves)
      pointer_flow(place->facts, target, place->cells->cells[0]);
    if (is_blurred(place, pitch))
      cells_share_targets(space, target, placement_cell(place, offset));
  }
  if (moves && !place->host && size == LLVMPointerSize(place->facts->layout) &&
      offset + size <= place->cells->size)
    place_address(place, offset, size);
}

static void place_value(Placement *place) {
  LLVMTypeRef type = LLVMTypeOf(place->value);
  place->lone_pointer = is_pointer_or_vector(type);
  bool global = LLVMIsAGlobalValue(place->value) != NULL;
  place->cells = global ? NULL : register_of(place->facts, place->value);
  types_each_leaf(place->facts->layout, type, 0, place_leaf, place);
  if (place->cells)
    return;
  /* A constant: what its pointers point to. */
  uint64_t size = LLVMABISizeOfType(place->facts->layout, type);
  if (!LLVMIsAConstant(place->value) || size > REGISTER_LIMIT || LLVMIsNull(place->value) ||
      LLVMIsUndef(place->value))
    return;
  if (LLVMGetTypeKind(type) == LLVMPointerTypeKind) {
    Cell *target = target_cell(place, 0, size);
    if (target)
      cell_point_to(&place->facts->space, target, pointer_location(place->facts, place->value));
    return;
  }
  if (!type_contains_pointer(type) && !LLVMIsAConstantExpr(place->value) &&
      !LLVMIsAConstantInt(place->value))
    return;
  Register window = {(unsigned)size, ARENA_ARRAY(place->facts->arena, Cell *, size)};
  bool moves = !LLVMIsAConstantInt(place->value); /* a number leads nowhere */
  for (unsigned i = 0; i < window.size; i++)
    if (!(window.cells[i] = kind_cell(place, 0, i, 1, moves)))
      window.size = i;
  value_receives_constant(place->facts, &window, 0, place->value);
}

static void value_part(TypeFacts *facts, LLVMValueRef aggregate, uint64_t offset, LLVMValueRef part,
                       bool outward) {
  Register *host = register_of(facts, aggregate);
  if (!host)
    return;
  if (!is_pointer_or_vector(LLVMTypeOf(aggregate))) {
    Placement place = {.facts = facts,
                       .value = part,
                       .outward = outward,
                       .host = host,
                       .displacement = (int64_t)offset};
    place_value(&place);
    return;
  }
  /* A vector of pointers has one cell for all lanes. */
  Register *cells = register_of(facts, part);
  if (!cells)
    value_receives_constant(facts, host, 0, part);
  else if (outward)
    pointer_flow(facts, cells->cells[0], host->cells[0]);
  else
    pointer_flow(facts, host->cells[0], cells->cells[0]);
}

void value_insert(TypeFacts *facts, LLVMValueRef aggregate, uint64_t offset, LLVMValueRef part) {
  value_part(facts, aggregate, offset, part, false);
}

void value_extract(TypeFacts *facts, LLVMValueRef part, LLVMValueRef aggregate, uint64_t offset) {
  value_part(facts, aggregate, offset, part, true);
}

static uint64_t unused_lanes(LLVMValueRef value) {
  LLVMTypeRef type = LLVMTypeOf(value);
  return LLVMGetTypeKind(type) == LLVMVectorTypeKind && type_contains_float(type) &&
                 LLVMGetVectorSize(type) <= VECTOR_MOST_LANES
             ? vector_all_lanes(value) & ~vector_used_lanes(value)
             : 0;
}

static void value_memory(TypeFacts *facts, LLVMValueRef value, Location location, int64_t offset,
                         bool outward, Declared declared) {
  if (!location.object)
    return;
  Placement place = {.facts = facts,
                     .value = value,
                     .outward = outward,
                     .declared = declared,
                     .unused = outward && LLVMIsALoadInst(value) ? unused_lanes(value) : 0,
                     .location = location,
                     .displacement = offset};
  place_value(&place);
  location_note_start(location, offset);
}

void value_load(TypeFacts *facts, LLVMValueRef value, Location location, Declared declared) {
  value_memory(facts, value, location, 0, true, declared);
}

/* Of integers as long as a number or an address. */
static void note_count(TypeFacts *facts, LLVMValueRef value, Location location) {
  LLVMTypeRef type = LLVMTypeOf(value), scalar = type_scalar(type);
  bool integer = LLVMGetTypeKind(scalar) == LLVMIntegerTypeKind;
  unsigned bits = integer ? LLVMGetIntTypeWidth(scalar) : 0;
  if ((bits != 32 && bits != 64) || !word_is_count(value))
    return;
  uint64_t bytes = LLVMStoreSizeOfType(facts->layout, type);
  for (uint64_t i = 0; i < bytes; i++)
    cell_set_counts(location_evidence(&facts->space, location, (int64_t)i));
}

void value_store(TypeFacts *facts, LLVMValueRef value, Location location, int64_t offset,
                 Declared declared) {
  if (location.object)
    note_count(facts, value, location_add(location, offset, 0));
  value_memory(facts, value, location, offset, false, declared);
}

void value_add_evidence(TypeFacts *facts, LLVMValueRef value, unsigned evidence) {
  Register *cells = register_of(facts, value);
  if (!cells || is_pointer_or_vector(LLVMTypeOf(value)))
    return;
  for (unsigned i = 0; i < cells->size; i++)
    cell_add_evidence(cells->cells[i], evidence);
}
