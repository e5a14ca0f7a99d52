/* type_walk.c: what each instruction, call and initialiser says about bytes and pointers. type.c
 * walks the module again until nothing changes, since a pointer that turns out to be strided
 * strides whatever is derived from it. */
#include "type_walk.h"
#include <string.h>

/* ---- loads and stores ---- */

static void mark_word(TypeFacts *facts, Location location, int64_t offset, uint64_t size,
                      TbaaWord word) {
  LLVMContextRef context = LLVMGetModuleContext(facts->module);
  LLVMTypeRef floating =
      word == TBAA_FLOAT ? LLVMFloatTypeInContext(context) : LLVMDoubleTypeInContext(context);
  unsigned float_size = word == TBAA_FLOAT ? 4 : 8;
  if (word == TBAA_SILENT)
    return;
  for (uint64_t i = 0; i < size; i++) {
    Cell *cell = location_evidence(&facts->space, location, offset + (int64_t)i);
    if (word == TBAA_INTEGER)
      cell_add_evidence(cell, EVIDENCE_INTEGER);
    else if (word == TBAA_POINTER)
      cell_add_pointer(cell, (unsigned)i % LLVMPointerSize(facts->layout));
    else
      cell_add_float(&facts->space, cell, floating, (unsigned)i % float_size);
  }
}

/* A member that is no number may belong to a structure that has some. */
static void note_structure(LLVMValueRef access, LLVMTypeRef type, Location location) {
  if (location.object && !type_contains_float(type) && bridge_tbaa_names_float(access))
    object_set_names_float(location.object);
}

/* Only an integer access leaves the kind open; a complex number moved as i64 or i128 is named by
 * its component, hence the repetition above. */
static void walk_access_tag(TypeFacts *facts, LLVMValueRef access, LLVMTypeRef type,
                            Location location, Declared declared) {
  if (LLVMGetTypeKind(type_scalar(type)) != LLVMIntegerTypeKind || !location.object)
    return;
  uint64_t size = LLVMStoreSizeOfType(facts->layout, type);
  if (!declared.integer) {
    mark_word(facts, location, 0, size, access_word(bridge_tbaa_name(access)));
    return;
  }
  bool may_carry = declared.moved || declared.computed;
  uint64_t word = declared.by_source ? LLVMStoreSizeOfType(facts->layout, type_scalar(type)) : 0;
  bool carries = location_carried_cell(&facts->space, location, word) ||
                 (declared.between && number_moved_cell(facts, location, word));
  if (may_carry && (!facts->settled || carries))
    return;
  for (uint64_t i = 0; i < size; i++)
    cell_add_evidence(location_evidence(&facts->space, location, (int64_t)i), EVIDENCE_DECLARED);
}

#define TBAA_FIELD_LIMIT 64

static void walk_copy_tag(TypeFacts *facts, LLVMValueRef copy, Location location) {
  uint64_t offsets[TBAA_FIELD_LIMIT], sizes[TBAA_FIELD_LIMIT];
  const char *names[TBAA_FIELD_LIMIT];
  size_t count = bridge_tbaa_struct(copy, offsets, sizes, names, TBAA_FIELD_LIMIT);
  uint64_t end = 0;
  for (size_t i = 0; i < count && i < TBAA_FIELD_LIMIT; i++) {
    mark_word(facts, location, (int64_t)offsets[i], sizes[i], access_word(names[i]));
    for (; end < offsets[i]; end++) /* between two fields there is only padding */
      cell_add_evidence(location_evidence(&facts->space, location, (int64_t)end),
                        EVIDENCE_ARITHMETIC);
    end = offsets[i] + sizes[i];
  }
  uint64_t length = types_length_of(copy);
  for (; count && count <= TBAA_FIELD_LIMIT && length < end + 8 && end < length; end++)
    cell_add_evidence(location_evidence(&facts->space, location, (int64_t)end),
                      EVIDENCE_ARITHMETIC);
}

/* ---- addresses ---- */

static void walk_gep(TypeFacts *facts, LLVMValueRef gep) {
  int64_t offset;
  uint64_t stride;
  gep_displacement(facts, gep, &offset, &stride);
  for (int i = 1; i < LLVMGetNumOperands(gep); i++)
    value_add_evidence(facts, LLVMGetOperand(gep, (unsigned)i), EVIDENCE_INTEGER);
  Location base = pointer_location(facts, LLVMGetOperand(gep, 0));
  if (!base.object)
    return;
  pointer_point_to(facts, gep, location_add(base, offset, stride));
  LLVMTypeRef source = LLVMGetGEPSourceElementType(gep);
  if (LLVMGetTypeKind(source) == LLVMStructTypeKind && LLVMTypeIsSized(source))
    location_add_hint(&facts->space, base, stride ? LLVMABISizeOfType(facts->layout, source) : 0,
                      source);
  else if (type_is_float(source))
    location_add_hint(&facts->space, base, LLVMABISizeOfType(facts->layout, source), source);
}

/* ---- aggregates and vectors ---- */

static uint64_t index_offset(TypeFacts *facts, LLVMTypeRef type, LLVMValueRef instruction) {
  uint64_t offset = 0;
  const unsigned *indices = LLVMGetIndices(instruction);
  for (unsigned i = 0, count = LLVMGetNumIndices(instruction); i < count; i++) {
    if (LLVMGetTypeKind(type) == LLVMStructTypeKind) {
      offset += LLVMOffsetOfElement(facts->layout, type, indices[i]);
      type = LLVMStructGetTypeAtIndex(type, indices[i]);
    } else {
      type = LLVMGetElementType(type);
      offset += indices[i] * LLVMABISizeOfType(facts->layout, type);
    }
  }
  return offset;
}

/* Lane `index` of a vector, or every lane when it is not constant. */
static void walk_lane(TypeFacts *facts, LLVMValueRef vector, LLVMValueRef scalar,
                      LLVMValueRef index, bool outward) {
  uint64_t size = LLVMSizeOfTypeInBits(facts->layout, LLVMTypeOf(scalar)) / 8;
  unsigned lanes = LLVMGetVectorSize(LLVMTypeOf(vector));
  for (unsigned lane = 0; lane < lanes; lane++) {
    if (LLVMIsAConstantInt(index) && LLVMConstIntGetZExtValue(index) != lane)
      continue;
    if (outward)
      value_extract(facts, scalar, vector, lane * size);
    else
      value_insert(facts, vector, lane * size, scalar);
  }
}

static void walk_shuffle(TypeFacts *facts, LLVMValueRef shuffle) {
  LLVMValueRef first = LLVMGetOperand(shuffle, 0), second = LLVMGetOperand(shuffle, 1);
  Register *to = register_of(facts, shuffle);
  Register *sources[2] = {register_of(facts, first), register_of(facts, second)};
  if (!to)
    return;
  unsigned lanes = LLVMGetVectorSize(LLVMTypeOf(first));
  bool pointers = LLVMGetTypeKind(type_scalar(LLVMTypeOf(first))) == LLVMPointerTypeKind;
  for (unsigned i = 0; i < 2 && pointers; i++)
    if (!sources[i])
      value_flow(facts, shuffle, LLVMGetOperand(shuffle, i));
  for (unsigned i = 0, count = LLVMGetNumMaskElements(shuffle); i < count; i++) {
    int lane = LLVMGetMaskValue(shuffle, i);
    Register *from = lane < 0 ? NULL : sources[(unsigned)lane >= lanes];
    if (!from)
      continue;
    unsigned width = pointers ? 1 : from->size / lanes;
    unsigned target = pointers ? 0 : i * width,
             source = pointers ? 0 : (unsigned)lane % lanes * width;
    for (unsigned byte = 0; byte < width; byte++)
      cell_unify(&facts->space, to->cells[target + byte], from->cells[source + byte]);
  }
}

/* ---- initialisers ---- */

/* Long initialisers repeat: beyond this many elements only the pattern is recorded. */
#define INITIALISER_LIMIT 32

static void walk_initialiser(TypeFacts *facts, Location location, LLVMValueRef value) {
  LLVMTypeRef type = LLVMTypeOf(value);
  LLVMTypeKind kind = LLVMGetTypeKind(type);
  if (LLVMIsUndef(value) || LLVMIsNull(value))
    return; /* zero fits every kind; the global's type stands as a hint */
  if (kind == LLVMStructTypeKind) {
    for (int i = 0; i < LLVMGetNumOperands(value); i++)
      walk_initialiser(
          facts,
          location_add(location, (int64_t)LLVMOffsetOfElement(facts->layout, type, (unsigned)i), 0),
          LLVMGetOperand(value, (unsigned)i));
    return;
  }
  if (kind != LLVMArrayTypeKind) {
    value_store(facts, value, location, 0, (Declared){0});
    return;
  }
  LLVMTypeRef element = LLVMGetElementType(type);
  uint64_t size = LLVMABISizeOfType(facts->layout, element), count = LLVMGetArrayLength2(type);
  bool simple = LLVMIsAConstantDataSequential(value) != NULL;
  for (uint64_t i = 0; i < count; i++) {
    Location at = count > INITIALISER_LIMIT ? location_add(location, 0, size)
                                            : location_add(location, (int64_t)(i * size), 0);
    if (simple && size == 1) /* text, unless floating point turns up in the same place */
      cell_add_evidence(location_evidence(&facts->space, at, 0), EVIDENCE_DECLARED);
    walk_initialiser(facts, at, LLVMGetAggregateElement(value, (unsigned)i));
    if (simple && count > INITIALISER_LIMIT)
      return; /* scalars: one stands for all */
  }
}

/* A copy of a constant is as good as stores of its members. The constant itself stays out of it:
 * what one copy of it is used for says nothing of another. */
static bool walk_copy_of_constant(TypeFacts *facts, LLVMValueRef copy, Location to) {
  LLVMValueRef global = LLVMIsAGlobalVariable(LLVMGetOperand(copy, 1));
  if (!global || !LLVMIsGlobalConstant(global) || LLVMIsDeclaration(global))
    return false;
  LLVMValueRef initialiser = LLVMGetInitializer(global);
  LLVMTypeRef type = LLVMTypeOf(initialiser);
  if (LLVMABISizeOfType(facts->layout, type) != types_length_of(copy))
    return false;
  location_add_hint(&facts->space, to, to.stride, type);
  walk_initialiser(facts, to, initialiser);
  return true;
}

/* A word at a place that is no multiple of its size in the memory that it lies in, or may be none,
 * as in a message of packed fields. Its access would else be said to be aligned; that of a vector
 * with a declared type (_mm256_loadu_pd) never is, and says nothing. */
static void note_alignment(TypeFacts *facts, Location at, LLVMTypeRef type, LLVMValueRef access) {
  uint64_t size = LLVMABISizeOfType(facts->layout, type_scalar(type));
  unsigned alignment = LLVMGetAlignment(access);
  bool word = size == sizeof(float) || size == sizeof(double);
  if (LLVMGetTypeKind(type) == LLVMVectorTypeKind && bridge_tbaa_name(access))
    return;
  if (at.object && word && alignment < size && ((uint64_t)at.offset % size || at.stride % size))
    object_set_loose(at);
}

/* ---- calls ---- */

/* A word that may be a number, and yields another one or itself. */
static void walk_word(TypeFacts *facts, LLVMValueRef call) {
  for (unsigned i = 0; i < call_argument_count(call); i++)
    value_flow(facts, call, LLVMGetOperand(call, i));
  LLVMTypeRef number = type_scalar(word_number(call_direct_callee(call)));
  unsigned size = (unsigned)LLVMStoreSizeOfType(facts->layout, number);
  Register *cells = register_of(facts, call);
  for (unsigned i = 0; cells && i < cells->size; i++)
    cell_add_float(&facts->space, cells->cells[i], number, i % size);
}

static void walk_library_call(TypeFacts *facts, LLVMValueRef call, const LibraryFunction *row) {
  reach_library_call(facts, call, row);
  switch (row->kind) {
  case LIBFN_REALLOC:
  case LIBFN_TAPE_REALLOC:
    if (pointer_location(facts, LLVMGetOperand(call, 0)).object)
      object_set_moved(pointer_location(facts, LLVMGetOperand(call, 0)));
    pointer_point_to(facts, call, pointer_location(facts, LLVMGetOperand(call, 0)));
    break;
  case LIBFN_TAPE_LIST_PUSH: /* records are of their list */
  case LIBFN_TAPE_LIST_POP:
  case LIBFN_NEIGHBOUR:
    pointer_point_to(facts, call, pointer_location(facts, LLVMGetOperand(call, 0)));
    break;
  case LIBFN_TAPE_WORD:
    walk_word(facts, call);
    break;
  case LIBFN_TAPE_COPY_POINTERS:
  case LIBFN_TAPE_ADD: {
    Location to = pointer_location(facts, LLVMGetOperand(call, 0));
    Location from = pointer_location(facts, LLVMGetOperand(call, 1));
    if (to.object && from.object)
      objects_copy(&facts->space, to, from, UINT64_MAX);
    break;
  }
  case LIBFN_POSIX_MEMALIGN: {
    Location where = pointer_location(facts, LLVMGetOperand(call, 0));
    if (where.object)
      cell_target(&facts->space, location_cell(&facts->space, where, 0));
    break;
  }
  default:
    if (LLVMGetTypeKind(LLVMTypeOf(call)) == LLVMPointerTypeKind)
      pointer_location(facts, call); /* fresh at this call site */
  }
}

static void walk_call_to(TypeFacts *facts, LLVMValueRef call, LLVMValueRef callee) {
  unsigned count = call_argument_count(call), parameters = LLVMCountParams(callee);
  for (unsigned i = 0; i < count && i < parameters; i++)
    value_flow(facts, LLVMGetParam(callee, i), LLVMGetOperand(call, i));
  LLVMTypeRef result = LLVMTypeOf(call);
  if (LLVMGetTypeKind(result) == LLVMVoidTypeKind ||
      result != LLVMGetReturnType(LLVMGlobalGetValueType(callee)))
    return;
  FOR_EACH_BLOCK (block, callee) {
    LLVMValueRef end = LLVMGetBasicBlockTerminator(block);
    bool returns = end && LLVMIsAReturnInst(end) && LLVMGetNumOperands(end) == 1;
    if (returns && reach_enters(facts, block))
      value_flow(facts, call, LLVMGetOperand(end, 0));
  }
}

/* A function that we cannot see, or an intrinsic: a pointer that it returns may be one of those
 * that it was given, moved by anything, unless it allocates. What a function is given it may
 * access, so that there is memory even where nobody else does. */
static void walk_unknown_call(TypeFacts *facts, LLVMValueRef call) {
  bool intrinsic = call_direct_callee(call) && LLVMGetIntrinsicID(call_direct_callee(call));
  if (!intrinsic && !reach_call_outside(facts, call))
    return;
  bool returns_pointer = LLVMGetTypeKind(LLVMTypeOf(call)) == LLVMPointerTypeKind &&
                         !call_is_unlisted_allocation(call);
  if (intrinsic && !returns_pointer && !bridge_may_read_memory(call) &&
      !bridge_may_write_memory(call))
    return;
  for (unsigned i = 0, count = call_argument_count(call); i < count; i++) {
    LLVMValueRef argument = LLVMGetOperand(call, i);
    if (LLVMGetTypeKind(LLVMTypeOf(argument)) != LLVMPointerTypeKind || LLVMIsAFunction(argument))
      continue;
    Location target = pointer_location(facts, argument);
    if (target.object && returns_pointer)
      pointer_point_to(facts, call, location_add(target, 0, 1));
  }
}

const FunctionList *types_indirect_callees(const TypeFacts *facts, LLVMValueRef call) {
  return map_get(facts->signatures, LLVMGetCalledFunctionType(call));
}

/* Calls that hand a function to a runtime which calls it back with the arguments that follow, as
 * __kmpc_fork_call does: any parameter of the outlined function may be any pointer passed along. */
static void walk_callbacks(TypeFacts *facts, LLVMValueRef call) {
  unsigned count = call_argument_count(call);
  for (unsigned i = 0; i < count; i++) {
    LLVMValueRef outlined = LLVMIsAFunction(LLVMGetOperand(call, i));
    if (!outlined || LLVMIsDeclaration(outlined))
      continue;
    unsigned parameters = LLVMCountParams(outlined), passed = count - i - 1;
    if (parameters < passed)
      continue;
    for (unsigned j = 0; j < passed; j++)
      value_flow(facts, LLVMGetParam(outlined, parameters - passed + j),
                 LLVMGetOperand(call, i + 1 + j));
  }
}

static void walk_call(TypeFacts *facts, LLVMValueRef call) {
  if (types_is_memory_copy(facts, call)) {
    Location to = pointer_location(facts, LLVMGetOperand(call, 0));
    Location from = pointer_location(facts, LLVMGetOperand(call, 1));
    value_add_evidence(facts, LLVMGetOperand(call, 2), EVIDENCE_INTEGER);
    if (!to.object || !from.object)
      return;
    walk_copy_tag(facts, call, to);
    if (walk_copy_of_constant(facts, call, to))
      return;
    objects_copy(&facts->space, to, from, types_length_of(call));
    return;
  }
  if (types_is_memory_set(facts, call)) {
    pointer_location(facts, LLVMGetOperand(call, 0)); /* all that may be known of this memory */
    return;
  }
  LLVMValueRef callee = call_direct_callee(call);
  if (!callee && call_is_unlisted(call)) {
    facts->has_unlisted = true;
    if (!facts->follow_unlisted) { /* else objects that only such a call could mix would merge */
      walk_unknown_call(facts, call);
      return;
    }
  }
  if (!callee) {
    const FunctionList *targets = types_indirect_callees(facts, call);
    for (size_t i = 0; targets && i < targets->functions.count; i++)
      if (reach_walks(facts, targets->functions.items[i]))
        walk_call_to(facts, call, targets->functions.items[i]);
    walk_unknown_call(facts, call);
    return;
  }
  if (walk_hint(facts, call, callee))
    return;
  const LibraryFunction *row = library_function(callee);
  if (row)
    walk_library_call(facts, call, row);
  else if (!LLVMIsDeclaration(callee) && reach_walks(facts, callee))
    walk_call_to(facts, call, callee);
  else {
    walk_unknown_call(facts, call);
    walk_callbacks(facts, call);
  }
}

/* ---- loads and stores, of each place that they may touch ---- */

static Declared declared_by(TypeFacts *facts, LLVMValueRef access, LLVMValueRef value) {
  LLVMTypeRef type = LLVMTypeOf(value);
  bool integer = access_declares_integer(access, type);
  bool by_source = integer && !bridge_tbaa_is_ours(access);
  bool moved = integer && word_is_moved(value);
  return (Declared){.integer = integer,
                    .by_source = by_source,
                    .moved = moved,
                    .packed = integer && LLVMIsAStoreInst(access) && word_is_packed(value),
                    .between = moved && by_source && facts->settled &&
                               word_is_between_numbers(facts, access, value),
                    .carried = access_carries_number(access, type),
                    .copied = access_copies_number(access, type),
                    .computed = integer && word_is_of_bits(value, LLVMIsALoadInst(access)),
                    .pointer = types_declared_pointer(access),
                    .likely = access_likely_pointer(access)};
}

/* The places of an access that moves `value`: any of the words there, where it is one of any. */
static Places moved_places(TypeFacts *facts, LLVMValueRef pointer, LLVMValueRef value) {
  Places places = types_access_places(facts, pointer);
  if (LLVMIsALoadInst(value) && LLVMGetMetadata(value, facts->load_of_any))
    for (unsigned i = 0; i < places.count; i++)
      places.items[i] = location_add(places.items[i], 0, LLVMPointerSize(facts->layout));
  return places;
}

static void walk_load(TypeFacts *facts, LLVMValueRef load) {
  Places places = moved_places(facts, LLVMGetOperand(load, 0), load);
  LLVMTypeRef type = LLVMTypeOf(load);
  Declared declared = declared_by(facts, load, load);
  for (unsigned i = 0; i < places.count; i++) {
    note_alignment(facts, places.items[i], type, load);
    value_load(facts, load, places.items[i], declared);
    walk_access_tag(facts, load, type, places.items[i], declared);
    note_structure(load, type, places.items[i]);
  }
}

static void walk_store(TypeFacts *facts, LLVMValueRef store) {
  LLVMValueRef value = LLVMGetOperand(store, 0);
  Places places = moved_places(facts, LLVMGetOperand(store, 1), value);
  LLVMTypeRef type = LLVMTypeOf(value);
  Declared declared = declared_by(facts, store, value);
  for (unsigned i = 0; i < places.count; i++) {
    note_alignment(facts, places.items[i], type, store);
    value_store(facts, value, places.items[i], 0, declared);
    walk_access_tag(facts, store, type, places.items[i], declared);
    note_structure(store, type, places.items[i]);
  }
}

/* ---- every instruction ---- */

static void walk_instruction(TypeFacts *facts, LLVMValueRef value) {
  LLVMOpcode opcode = LLVMGetInstructionOpcode(value);
  LLVMValueRef first = LLVMGetNumOperands(value) > 0 ? LLVMGetOperand(value, 0) : NULL;
  switch (opcode) {
  case LLVMAlloca:
    location_add_hint(&facts->space, pointer_location(facts, value),
                      LLVMIsAConstantInt(first) && LLVMConstIntGetZExtValue(first) == 1
                          ? 0
                          : LLVMABISizeOfType(facts->layout, LLVMGetAllocatedType(value)),
                      LLVMGetAllocatedType(value));
    value_add_evidence(facts, first, EVIDENCE_INTEGER);
    break;
  case LLVMLoad:
    walk_load(facts, value);
    break;
  case LLVMStore:
    walk_store(facts, value);
    break;
  case LLVMAtomicRMW:
  case LLVMAtomicCmpXchg: {
    Location where = pointer_location(facts, first);
    for (int i = 1; i < LLVMGetNumOperands(value); i++)
      value_store(facts, LLVMGetOperand(value, (unsigned)i), where, 0, (Declared){0});
    if (opcode == LLVMAtomicRMW)
      value_load(facts, value, where, (Declared){0});
    else if (register_of(facts, LLVMGetOperand(value, 1)))
      value_extract(facts, LLVMGetOperand(value, 1), value, 0);
    break;
  }
  case LLVMGetElementPtr:
    walk_gep(facts, value);
    break;
  case LLVMPHI:
    for (unsigned i = 0, count = LLVMCountIncoming(value); i < count; i++)
      if (reach_enters(facts, LLVMGetIncomingBlock(value, i)))
        value_flow(facts, value, LLVMGetIncomingValue(value, i));
    break;
  case LLVMLandingPad:
  case LLVMVAArg:
    reach_value_outside(facts, value);
    break;
  case LLVMSelect:
    value_flow(facts, value, LLVMGetOperand(value, 1));
    value_flow(facts, value, LLVMGetOperand(value, 2));
    break;
  case LLVMFreeze:
  case LLVMAddrSpaceCast:
    if (LLVMTypeOf(value) == LLVMTypeOf(first))
      value_flow(facts, value, first);
    else
      pointer_point_to(facts, value, pointer_location(facts, first));
    break;
  case LLVMBitCast:
    walk_bitcast(facts, value, first);
    break;
  case LLVMPtrToInt:
  case LLVMPtrToAddr:
    walk_pointer_to_integer(facts, value, first, true);
    break;
  case LLVMIntToPtr:
    walk_pointer_to_integer(facts, first, value, false);
    break;
  case LLVMTrunc:
  case LLVMZExt:
    walk_byte_move(facts, value, first, 0);
    walk_truth(facts, value, first);
    break;
  case LLVMSExt: /* what has a sign to extend is an integer, whatever its place holds by turns */
    value_add_evidence(facts, first, EVIDENCE_ARITHMETIC);
    value_add_evidence(facts, value, EVIDENCE_ARITHMETIC);
    break;
  case LLVMAdd:
  case LLVMSub:
  case LLVMMul:
  case LLVMUDiv:
  case LLVMSDiv:
  case LLVMURem:
  case LLVMSRem:
  case LLVMShl:
  case LLVMLShr:
  case LLVMAShr:
  case LLVMAnd:
  case LLVMOr:
  case LLVMXor:
    walk_integer_operation(facts, value);
    break;
  case LLVMICmp:
    walk_compared(facts, first);
    walk_compared(facts, LLVMGetOperand(value, 1));
    break;
  case LLVMSIToFP:
  case LLVMUIToFP:
  case LLVMSwitch:
    value_add_evidence(facts, first, EVIDENCE_INTEGER);
    break;
  case LLVMFPToSI:
  case LLVMFPToUI:
    value_add_evidence(facts, value, EVIDENCE_INTEGER);
    break;
  case LLVMExtractValue:
    value_extract(facts, value, first, index_offset(facts, LLVMTypeOf(first), value));
    break;
  case LLVMInsertValue:
    value_flow(facts, value, first);
    value_insert(facts, value, index_offset(facts, LLVMTypeOf(value), value),
                 LLVMGetOperand(value, 1));
    break;
  case LLVMExtractElement:
    walk_lane(facts, first, value, LLVMGetOperand(value, 1), true);
    break;
  case LLVMInsertElement:
    value_flow(facts, value, first);
    walk_lane(facts, value, LLVMGetOperand(value, 1), LLVMGetOperand(value, 2), false);
    break;
  case LLVMShuffleVector:
    walk_shuffle(facts, value);
    break;
  case LLVMCall:
  case LLVMInvoke:
  case LLVMCallBr:
    walk_call(facts, value);
    break;
  default:
    break;
  }
}

/* ---- globals ---- */

static void walk_globals(TypeFacts *facts) {
  for (LLVMValueRef global = LLVMGetFirstGlobal(facts->module); global;
       global = LLVMGetNextGlobal(global)) {
    Location location = pointer_location(facts, global);
    LLVMTypeRef type = LLVMGlobalGetValueType(global);
    if (LLVMTypeIsSized(type))
      location_add_hint(&facts->space, location, 0, type);
    LLVMValueRef initialiser = LLVMGetInitializer(global);
    if (initialiser)
      walk_initialiser(facts, location, initialiser);
    reach_enter_global(facts, global);
  }
  for (LLVMValueRef alias = LLVMGetFirstGlobalAlias(facts->module); alias;
       alias = LLVMGetNextGlobalAlias(alias))
    pointer_point_to(facts, alias, pointer_location(facts, LLVMAliasGetAliasee(alias)));
}

/* Structure types that the caller's and callee's front end agreed on. */
static void walk_parameters(TypeFacts *facts, LLVMValueRef function) {
  static const char *const kinds[] = {"sret", "byval"};
  for (unsigned k = 0; k < 2; k++) {
    unsigned kind = LLVMGetEnumAttributeKindForName(kinds[k], strlen(kinds[k]));
    for (unsigned i = 0, count = LLVMCountParams(function); i < count; i++) {
      LLVMAttributeRef attribute = LLVMGetEnumAttributeAtIndex(function, i + 1, kind);
      if (attribute)
        location_add_hint(&facts->space, pointer_location(facts, LLVMGetParam(function, i)), 0,
                          LLVMGetTypeAttributeValue(attribute));
    }
  }
}

void walk_function(TypeFacts *facts, LLVMValueRef function) {
  walk_parameters(facts, function);
  reach_enter_function(facts, function);
  FOR_EACH_BLOCK (block, function)
    if (reach_enters(facts, block))
      FOR_EACH_INSTRUCTION (instruction, block)
        walk_instruction(facts, instruction);
}

void walk_outside(TypeFacts *facts) {
  walk_globals(facts);
  for (size_t i = 0; i < facts->flow_count; i++)
    value_flow(facts, facts->flows[i].parameter, facts->flows[i].argument);
}
