/* type.c: the kind of every byte of every object in the module, by unification. See analysis.h for
 * the questions it answers and object.h for the model. */
#include "type_walk.h"
#include <string.h>

bool types_is_memory_copy(const TypeFacts *facts, LLVMValueRef instruction) {
  if (!LLVMIsACallInst(instruction))
    return false;
  LLVMValueRef callee = LLVMIsAFunction(LLVMGetCalledValue(instruction));
  unsigned id = callee ? LLVMGetIntrinsicID(callee) : 0;
  return id && (id == facts->memcpy_id || id == facts->memmove_id || id == facts->memcpy_inline_id);
}

bool types_is_memory_set(const TypeFacts *facts, LLVMValueRef instruction) {
  if (!LLVMIsACallInst(instruction))
    return false;
  LLVMValueRef callee = LLVMIsAFunction(LLVMGetCalledValue(instruction));
  return callee && LLVMGetIntrinsicID(callee) == facts->memset_id;
}

uint64_t types_length_of(LLVMValueRef memory_call) {
  LLVMValueRef length = LLVMGetOperand(memory_call, 2);
  return LLVMIsAConstantInt(length) ? LLVMConstIntGetZExtValue(length) : UINT64_MAX;
}

static void collect_address_taken(TypeFacts *facts) {
  for (LLVMValueRef function = LLVMGetFirstFunction(facts->module); function;
       function = LLVMGetNextFunction(function)) {
    if (LLVMIsDeclaration(function) || value_has_function_attribute(function, FUNCTION_OF_ADCC) ||
        !request_may_be_called_by_pointer(function))
      continue;
    LLVMTypeRef type = LLVMGlobalGetValueType(function);
    FunctionList *list = map_get(facts->signatures, type);
    if (!list) {
      list = ARENA_NEW(facts->arena, FunctionList);
      map_set(facts->signatures, type, list);
    }
    ARRAY_PUSH(facts->arena, list->functions, function);
  }
}

static unsigned intrinsic_id(const char *name) { return LLVMLookupIntrinsicID(name, strlen(name)); }

TypeFacts *types_begin(Arena *arena, LLVMModuleRef module) {
  TypeFacts *facts = ARENA_NEW(arena, TypeFacts);
  facts->arena = arena;
  facts->space.arena = arena;
  facts->space.watch = &facts->watch;
  facts->module = module;
  facts->load_of_any =
      LLVMGetMDKindIDInContext(LLVMGetModuleContext(module), LOAD_OF_ANY, strlen(LOAD_OF_ANY));
  facts->layout = facts->space.layout = LLVMGetModuleDataLayout(module);
  facts->registers = map_create(arena);
  facts->displacements = map_create(arena);
  facts->repeats = map_create(arena);
  facts->integers = map_create(arena);
  facts->copies = map_create(arena);
  facts->signatures = map_create(arena);
  facts->memcpy_id = intrinsic_id("llvm.memcpy");
  facts->memcpy_inline_id = intrinsic_id("llvm.memcpy.inline");
  facts->memmove_id = intrinsic_id("llvm.memmove");
  facts->memset_id = intrinsic_id("llvm.memset");
  collect_address_taken(facts);
  return facts;
}

/* NULL where the facts do not settle. */
static TypeFacts *compute(Arena *arena, LLVMModuleRef module, const TypeFlow *flows,
                          size_t flow_count, bool follow_unlisted) {
  TypeFacts *facts = types_begin(arena, module);
  facts->follow_unlisted = follow_unlisted;
  facts->flows = flows;
  facts->flow_count = flow_count;
  if (!types_settle(facts))
    return NULL;
  objects_number(&facts->space);
  facts->object_count = (unsigned)facts->space.objects.count + 1;
  return facts;
}

TypeFacts *types_compute(Arena *arena, DiagSink *sink, LLVMModuleRef module) {
  TypeFacts *facts = compute(arena, module, NULL, 0, false);
  if (!facts)
    diag_at(sink, NULL, DIAG_UNSETTLED_TYPES);
  return facts;
}

void types_consult_callers(TypeFacts *facts, const TypeFlow *flows, size_t count) {
  facts->caller_flows = flows;
  facts->caller_flow_count = count;
}

/* ---- questions ---- */

/* A place of numbers by turns with something else, where run time can tell which it is (see
 * diff/mixed.c): words of a double, of a float and small integers, or of a pair of floats and
 * pointers. */
static ByteType mixed_byte(const Cell *cell) {
  ByteType byte = {BYTE_MIXED, cell->float_type, cell->float_byte};
  LLVMTypeKind kind = LLVMGetTypeKind(cell->float_type);
  bool pointers = cell->evidence & EVIDENCE_POINTER;
  if (kind == LLVMDoubleTypeKind && (!pointers || cell->pointer_byte == cell->float_byte))
    return byte;
  if (kind == LLVMFloatTypeKind && !pointers)
    return byte;
  if (kind == LLVMFloatTypeKind && cell->pointer_byte % 4 == cell->float_byte)
    return (ByteType){BYTE_MIXED, LLVMVectorType(cell->float_type, 2), cell->pointer_byte};
  byte.kind = BYTE_CONFLICT;
  return byte;
}

/* Pointers are computed on and stored as integers, so POINTER beside INTEGER is a pointer; a
 * floating-point number whose bits are masked stays one. */
ByteType types_byte_of_cell(Cell *cell) {
  cell = cell_find(cell);
  unsigned evidence = cell->evidence;
  ByteType byte = {BYTE_UNKNOWN, NULL, 0};
  if (evidence & (EVIDENCE_TWO_FLOATS | EVIDENCE_TWO_PLACES))
    byte.kind = BYTE_CONFLICT;
  else if (evidence & EVIDENCE_FLOAT) {
    bool clash = evidence & (EVIDENCE_POINTER | EVIDENCE_INTEGER) && !(evidence & EVIDENCE_USER);
    byte = (ByteType){BYTE_FLOAT, cell->float_type, cell->float_byte};
    if (clash)
      byte = mixed_byte(cell);
  } else if (evidence & EVIDENCE_POINTER)
    byte = (ByteType){BYTE_POINTER, NULL, cell->pointer_byte};
  else if (evidence & (EVIDENCE_INTEGER | EVIDENCE_ARITHMETIC | EVIDENCE_DECLARED))
    byte.kind = BYTE_INTEGER;
  return byte;
}

bool types_locate(const TypeFacts *facts, LLVMValueRef pointer, Location *out) {
  return types_value_target(facts, pointer, 0, out);
}

bool types_value_target(const TypeFacts *facts, LLVMValueRef value, uint64_t offset,
                        Location *out) {
  const Register *cells = types_register(facts, value);
  if (cells) {
    if (offset >= cells->size || !cell_has_target(cells->cells[offset]))
      return false;
    *out = location_root(cell_find(cells->cells[offset])->link);
    return true;
  }
  if (offset != 0)
    return false;
  /* A constant expression, or a value made since: through its address arithmetic. */
  if (LLVMIsAGetElementPtrInst(value) ||
      (LLVMIsAConstantExpr(value) && LLVMGetConstOpcode(value) == LLVMGetElementPtr)) {
    int64_t displacement;
    uint64_t stride;
    if (LLVMGetTypeKind(LLVMTypeOf(value)) != LLVMPointerTypeKind ||
        !types_value_target(facts, LLVMGetOperand(value, 0), 0, out))
      return false;
    gep_displacement(facts, value, &displacement, &stride);
    *out = location_add(*out, displacement, stride);
    return true;
  }
  if (LLVMIsACastInst(value) || LLVMIsAFreezeInst(value) || LLVMIsAConstantExpr(value))
    return LLVMGetNumOperands(value) == 1 &&
           types_value_target(facts, LLVMGetOperand(value, 0), 0, out);
  return false;
}

/* The byte of another value that this one has at the offset by only moving it; false if it does not
 * move, or none is known. */
static bool byte_comes_from(const TypeFacts *facts, LLVMValueRef *value, uint64_t *offset) {
  if (LLVMIsAFreezeInst(*value)) {
    *value = LLVMGetOperand(*value, 0);
    return true;
  }
  LLVMValueRef first = LLVMIsAShuffleVectorInst(*value) ? LLVMGetOperand(*value, 0) : NULL;
  uint64_t bits =
      first ? LLVMSizeOfTypeInBits(facts->layout, LLVMGetElementType(LLVMTypeOf(first))) : 0;
  if (bits == 0 || bits % 8 != 0)
    return false;
  uint64_t size = bits / 8;
  unsigned lanes = LLVMGetVectorSize(LLVMTypeOf(first));
  int lane = LLVMGetMaskValue(*value, (unsigned)(*offset / size));
  if (lane < 0)
    return false;
  *value = (unsigned)lane < lanes ? first : LLVMGetOperand(*value, 1);
  *offset = (unsigned)lane % lanes * size + *offset % size;
  return true;
}

/* Is that byte one of an integer by what the source declares of another access to that very place?
 */
static bool is_declared_there(const TypeFacts *facts, LLVMValueRef pointer, uint64_t offset) {
  enum { LEAST_NUMBER = 4 };
  Location place;
  if (!types_locate(facts, pointer, &place) || place.stride % LEAST_NUMBER != 0)
    return false;
  const Cell *cell = location_existing_cell(location_root(place), (int64_t)offset);
  return cell && cell->evidence & EVIDENCE_DECLARED &&
         !(cell->evidence & (EVIDENCE_FLOAT | EVIDENCE_POINTER)) &&
         types_of_several_at(facts, place, (int64_t)offset).kind == BYTE_INTEGER;
}

/* Bytes that are loaded only to be stored, and that the source does not declare to be an integer,
 * in an object with numbers of which some access tells less than where they begin: they may be of a
 * number, whatever other bytes there are. */
static bool may_be_of_number(const TypeFacts *facts, LLVMValueRef bytes, uint64_t offset) {
  if (LLVMIsALoadInst(bytes) && is_declared_there(facts, LLVMGetOperand(bytes, 0), offset))
    return false;
  if (!LLVMIsALoadInst(bytes) || LLVMGetTypeKind(LLVMTypeOf(bytes)) != LLVMIntegerTypeKind)
    return false;
  if (bridge_tbaa_name(bytes) && !access_declares_char(bytes))
    return false;
  for (LLVMUseRef use = LLVMGetFirstUse(bytes); use; use = LLVMGetNextUse(use))
    if (!LLVMIsAStoreInst(LLVMGetUser(use)) || LLVMGetOperand(LLVMGetUser(use), 0) != bytes)
      return false;
  return LLVMGetFirstUse(bytes) && types_blurs_numbers(facts, LLVMGetOperand(bytes, 0));
}

ByteType types_of_anywhere(const TypeFacts *facts, Location from, int64_t offset, ByteType byte) {
  uint64_t size = LLVMPointerSize(facts->layout);
  if ((byte.kind != BYTE_POINTER && byte.kind != BYTE_FLOAT) || !location_blurs(from, size))
    return byte;
  ByteType several = types_of_several_at(facts, (Location){from.object, 0, size}, offset);
  return several.kind >= BYTE_MIXED ? several : byte;
}

/* A number or a pointer, by turns, where the load may give what any access has put there. */
static ByteType byte_of_any(const TypeFacts *facts, LLVMValueRef load, uint64_t offset) {
  ByteType unknown = {BYTE_UNKNOWN, NULL, 0};
  Location from;
  if (!LLVMIsALoadInst(load) || !LLVMGetMetadata(load, facts->load_of_any) ||
      !types_locate(facts, LLVMGetOperand(load, 0), &from))
    return unknown;
  ByteType several = types_of_several_at(facts, from, (int64_t)offset);
  return several.kind == BYTE_MIXED ? several : unknown;
}

static ByteType value_byte(const TypeFacts *facts, LLVMValueRef value, uint64_t offset) {
  LLVMTypeRef type = LLVMTypeOf(value);
  ByteType declared = types_byte_of_type(facts, type, offset);
  if (declared.kind != BYTE_INTEGER)
    return declared;
  const Register *cells = types_register(facts, value);
  if (!cells)
    return LLVMGetTypeKind(type_scalar(type)) == LLVMIntegerTypeKind &&
                   LLVMSizeOfTypeInBits(facts->layout, type_scalar(type)) % 8 != 0
               ? declared
               : (ByteType){BYTE_UNKNOWN, NULL, 0};
  if (offset >= cells->size)
    return (ByteType){BYTE_UNKNOWN, NULL, 0};
  ByteType byte = types_byte_of_cell(cells->cells[offset]);
  if (byte.kind == BYTE_CONFLICT)
    return types_byte_by_origin(facts, value, offset, byte);
  if (byte.kind == BYTE_INTEGER && may_be_of_number(facts, value, offset))
    byte.kind = BYTE_CONFLICT;
  if (byte.kind != BYTE_UNKNOWN)
    return types_word_byte(facts, value, offset, byte);
  /* Only moved: what the memory that it came from holds, by other accesses. */
  if (byte_comes_from(facts, &value, &offset))
    return value_byte(facts, value, offset);
  Location from;
  if (LLVMIsALoadInst(value) && types_locate(facts, LLVMGetOperand(value, 0), &from))
    byte = types_at(facts, from, (int64_t)offset);
  if (byte.kind == BYTE_INTEGER && may_be_of_number(facts, value, offset))
    byte.kind = BYTE_CONFLICT;
  return byte;
}

ByteType types_value_byte(const TypeFacts *facts, LLVMValueRef value, uint64_t offset) {
  ByteType byte = byte_of_any(facts, value, offset);
  if (byte.kind != BYTE_UNKNOWN)
    return byte;
  byte = value_byte(facts, value, offset);
  LLVMTypeRef number = byte.kind >= BYTE_MIXED ? types_declared_number(facts, value) : NULL;
  if (number)
    byte = (ByteType){BYTE_FLOAT, number,
                      (unsigned)(offset % LLVMStoreSizeOfType(facts->layout, number))};
  return byte;
}

ByteType types_memory_byte(const TypeFacts *facts, LLVMValueRef pointer, int64_t offset) {
  Location location;
  if (!types_locate(facts, pointer, &location))
    return (ByteType){BYTE_UNKNOWN, NULL, 0};
  /* Objects that pointers have brought together share their patterns, but the type that a variable
   * was declared with is its own. */
  Cell *cell = location.stride ? NULL : location_existing_cell(location_root(location), offset);
  ByteKind kind = cell ? types_byte_of_cell(cell).kind : BYTE_UNKNOWN;
  if (kind == BYTE_UNKNOWN || kind == BYTE_MIXED || kind == BYTE_CONFLICT) {
    /* An optimiser declares as integers what it moves, whatever that is; and the type of a union is
     * that of one member. */
    ByteType only = types_only_declared_byte(facts, pointer, offset);
    bool several = kind == BYTE_MIXED || types_at(facts, location, offset).kind >= BYTE_MIXED;
    ByteType declared = several ? only : types_declared_byte(facts, pointer, offset);
    if (declared.kind != BYTE_UNKNOWN && !(kind == BYTE_MIXED && declared.kind == BYTE_INTEGER))
      return declared;
  }
  return types_at(facts, location, offset);
}

Object *types_slot_target(const TypeFacts *facts, const Object *object, size_t index) {
  const Slot *slot = &object->slots.items[index];
  Cell *cell = cell_find(slot->cell);
  if (!cell->link.object)
    return NULL;
  Location place = {(Object *)object, slot->offset, slot->stride};
  bool short_items = slot->stride && slot->stride < LLVMPointerSize(facts->layout);
  if (short_items && !object->blurred && types_at(facts, place, 0).kind == BYTE_INTEGER)
    return NULL;
  return location_root(cell->link).object;
}

static unsigned scalar_size(const TypeFacts *facts, ByteType byte) {
  switch (byte.kind) {
  case BYTE_FLOAT:
  case BYTE_MIXED:
    return (unsigned)LLVMStoreSizeOfType(facts->layout, byte.type);
  case BYTE_POINTER:
    return LLVMPointerSize(facts->layout);
  default:
    return 1;
  }
}

/* Does every cell of the object hold what the one at its place in the period holds? */
static bool repeats_with(const TypeFacts *facts, const Object *object, uint64_t period) {
  for (size_t i = 0; i < object->slots.count; i++) {
    const Slot *slot = &object->slots.items[i];
    Location here = {(Object *)object, slot->offset, slot->stride};
    Location pattern = location_add(here, 0, period);
    ByteType a = types_at(facts, here, 0), b = types_at(facts, pattern, 0);
    if (a.kind != BYTE_UNKNOWN && (a.kind != b.kind || a.type != b.type || a.offset != b.offset))
      return false;
    if (period < scalar_size(facts, a))
      return false;
  }
  return true;
}

/* The shortest stride that every cell of the object agrees with: an unrolled loop strides over
 * several elements of an array at once. */
static uint64_t local_period(const TypeFacts *facts, LLVMValueRef pointer) {
  Location location;
  if (!types_locate(facts, pointer, &location))
    return 0;
  if (location.stride) { /* a pointer to a scalar is at its start, however it got there */
    unsigned size = scalar_size(facts, types_at(facts, location, 0));
    return location.stride < size ? size : location.stride;
  }
  const Object *object = location.object;
  bool strided = false;
  for (uint64_t tried = 0;;) {
    uint64_t period = UINT64_MAX;
    for (size_t i = 0; i < object->slots.count; i++) {
      uint64_t stride = object->slots.items[i].stride;
      if (stride > tried && stride < period)
        period = stride;
    }
    strided = strided || period != UINT64_MAX;
    for (size_t i = 0; i < object->hints.count && !strided; i++)
      if (object->hints.items[i].stride > tried)
        period = object->hints.items[i].stride;
    if (period == UINT64_MAX)
      return 0;
    if (repeats_with(facts, object, period))
      return period;
    tried = period;
  }
}

static bool is_clear(const TypeFacts *facts, Object *object) {
  bool unknown = false, numbers = false;
  for (size_t i = 0; i < object->slots.count; i++) {
    const Slot *slot = &object->slots.items[i];
    Location here = {object, slot->offset, slot->stride};
    ByteKind kind = types_at(facts, here, 0).kind;
    if (kind >= BYTE_MIXED)
      return false;
    unknown |= kind == BYTE_UNKNOWN;
    numbers |= kind == BYTE_FLOAT;
  }
  return !object->loose && !object_is_of_several(object) && !(unknown && numbers);
}

bool types_stays_clear(const TypeFacts *facts, LLVMValueRef pointer) {
  Location location;
  return types_locate(facts, pointer, &location) && !location.object->moved &&
         is_clear(facts, location.object);
}

const TypeFacts *types_with_callers(const TypeFacts *facts) {
  if (facts->follow_unlisted || (!facts->caller_flow_count && !facts->has_unlisted))
    return NULL;
  TypeFacts *owner = (TypeFacts *)facts; /* a cache: no answer changes by it */
  if (!owner->has_coarser)
    owner->coarser =
        compute(facts->arena, facts->module, facts->caller_flows, facts->caller_flow_count, true);
  owner->has_coarser = true;
  return owner->coarser;
}

/* May a caller have passed the pointer, or one into the same object, itself? */
static bool may_be_passed(LLVMValueRef pointer, unsigned depth) {
  enum { MOST_DEPTH = 8 };
  if (depth == MOST_DEPTH)
    return true;
  if (LLVMIsAGetElementPtrInst(pointer))
    return may_be_passed(LLVMGetOperand(pointer, 0), depth + 1);
  if (LLVMIsALoadInst(pointer) ||
      (LLVMIsAInstruction(pointer) && bridge_is_identified_object(pointer)))
    return false; /* out of memory, or made here */
  bool any = !LLVMIsAPHINode(pointer) && !LLVMIsASelectInst(pointer);
  if (LLVMIsAPHINode(pointer) || LLVMIsASelectInst(pointer))
    for (unsigned i = LLVMIsASelectInst(pointer) ? 1 : 0;
         i < (unsigned)LLVMGetNumOperands(pointer) && !any; i++)
      any = may_be_passed(LLVMGetOperand(pointer, i), depth + 1);
  return any;
}

bool types_callers_pass_float(const TypeFacts *facts, LLVMValueRef access) {
  const TypeFacts *more = types_with_callers(facts);
  LLVMValueRef pointer = access_pointer(access);
  if (!more || types_memory_byte(more, pointer, 0).kind != BYTE_FLOAT)
    return false;
  /* What a pointer in memory leads to may be of another kind each time: there the source tells. */
  LLVMTypeRef type = LLVMTypeOf(LLVMIsAStoreInst(access) ? LLVMGetOperand(access, 0) : access);
  return !access_declares_integer(access, type) || may_be_passed(pointer, 0);
}

uint64_t types_period(const TypeFacts *facts, LLVMValueRef pointer) {
  uint64_t period = local_period(facts, pointer);
  if (period || types_memory_byte(facts, pointer, 0).kind != BYTE_UNKNOWN)
    return period;
  const TypeFacts *more = types_with_callers(facts);
  return more ? local_period(more, pointer) : 0;
}

static uint64_t local_extent(const TypeFacts *facts, LLVMValueRef pointer) {
  enum { LARGEST_SCALAR = 16 };
  Location location;
  if (!types_locate(facts, pointer, &location))
    return 0;
  int64_t extent = 0;
  for (size_t i = 0; i < location.object->slots.count; i++) {
    const Slot *slot = &location.object->slots.items[i];
    int64_t end = slot->offset;
    for (unsigned k = 0; k < slot->start_count; k++)
      if (slot->starts[k] > end)
        end = slot->starts[k];
    end += (int64_t)slot->stride + LARGEST_SCALAR - location.offset;
    if (end > extent)
      extent = end;
  }
  return (uint64_t)extent;
}

uint64_t types_extent(const TypeFacts *facts, LLVMValueRef pointer) {
  const TypeFacts *more = types_with_callers(facts);
  uint64_t here = local_extent(facts, pointer), there = more ? local_extent(more, pointer) : 0;
  return here > there ? here : there;
}

/* Are all numbers in the object of one type? `any`: is there one? */
static bool only_numbers(const TypeFacts *facts, LLVMValueRef pointer, LLVMTypeKind kind,
                         bool *any) {
  Location location;
  *any = false;
  if (!types_locate(facts, pointer, &location))
    return false;
  for (size_t i = 0; i < location.object->slots.count; i++) {
    const Cell *cell = cell_find(location.object->slots.items[i].cell);
    if (cell->evidence & EVIDENCE_TWO_FLOATS ||
        (cell->float_type && LLVMGetTypeKind(cell->float_type) != kind))
      return false;
    *any |= cell->float_type != NULL;
  }
  return true;
}

bool types_only_double(const TypeFacts *facts, LLVMValueRef pointer) {
  bool any;
  return only_numbers(facts, pointer, LLVMDoubleTypeKind, &any);
}

/* Characters that are looked at are none. */
static bool may_be_number(const Cell *cell) {
  return cell->float_type ||
         !(cell->evidence & (EVIDENCE_INTEGER | EVIDENCE_ARITHMETIC | EVIDENCE_DECLARED));
}

bool types_blurs_numbers(const TypeFacts *facts, LLVMValueRef pointer) {
  enum { LEAST_NUMBER = 4 };
  Location location;
  if (!types_locate(facts, pointer, &location))
    return false;
  bool blurred = location.stride % LEAST_NUMBER != 0, any = false;
  for (size_t i = 0; i < location.object->slots.count; i++) {
    const Slot *slot = &location.object->slots.items[i];
    const Cell *cell = cell_find(slot->cell);
    any |= cell->float_type != NULL;
    blurred |= slot->stride % LEAST_NUMBER != 0 && may_be_number(cell);
  }
  return (blurred && any) || location.object->takes_numbers;
}

LooseNumbers types_loose_numbers(const TypeFacts *facts, LLVMValueRef pointer) {
  Location location;
  if (!types_locate(facts, pointer, &location) || !location.object->loose)
    return LOOSE_NONE;
  for (size_t i = 0; i < location.object->slots.count; i++)
    if (cell_find(location.object->slots.items[i].cell)->evidence & EVIDENCE_POINTER)
      return LOOSE_BESIDE_POINTERS;
  return LOOSE_ALONE;
}

bool types_only_float(const TypeFacts *facts, LLVMValueRef pointer) {
  bool any;
  return only_numbers(facts, pointer, LLVMFloatTypeKind, &any) && any;
}

bool types_any_half(const TypeFacts *facts) { return facts->space.has_half; }

bool types_all_double(const TypeFacts *facts) { return !facts->space.has_other_float; }

unsigned types_object_of(const TypeFacts *facts, LLVMValueRef pointer) {
  Location location;
  return types_locate(facts, pointer, &location) ? location.object->id : 0;
}

unsigned types_object_count(const TypeFacts *facts) { return facts->object_count; }

bool types_leads_within(const TypeFacts *facts, LLVMValueRef pointer, LLVMValueRef start,
                        int64_t size) {
  Location there, first;
  return types_locate(facts, pointer, &there) && types_locate(facts, start, &first) &&
         there.object == first.object && there.stride == first.stride &&
         there.offset >= first.offset && there.offset - first.offset < size;
}

void types_mark_behind(const TypeFacts *facts, LLVMValueRef pointer, bool *objects) {
  Location here;
  if (!types_locate(facts, pointer, &here))
    return;
  for (size_t i = 0; i < here.object->slots.count; i++) {
    const Slot *slot = &here.object->slots.items[i];
    Location place = {here.object, slot->offset, slot->stride};
    Object *behind = types_slot_target(facts, here.object, i);
    if (behind && location_overlaps(here, 1, place, 1))
      objects[behind->id] = true;
  }
}
