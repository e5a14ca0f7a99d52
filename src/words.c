/* LLVM gives what is copied the type of whatever use it finds: a union's word that some path takes
 * for a pointer is loaded and stored as a pointer on all of them. A pointer carries no adjoint, so
 * a number that moves like that would lose its own. As an integer the word is followed either way.
 */
#include "words.h"

#include <string.h>

typedef struct {
  Arena *arena;
  const TypeFacts *types;
  LLVMBuilderRef builder;
  LLVMTypeRef word;
  unsigned alias_metadata, members_metadata, written_metadata, any_metadata;
  LLVMValueRef yes;
  Map *words;         /* pointer or number → the same as an integer */
  bool pointer;       /* a pointer: as that it is lost even in a place that may hold anything */
  bool pairs;         /* what moves as a pointer may be a pair of floats, in any memory */
  bool any_place;     /* whatever the place holds: what is loaded is used as both */
  bool remade;        /* found on the way: a number or pointer that was made of such a word */
  const bool *untold; /* by number: objects with addresses among numbers that no access declares */
} Exposure;

static bool is_mixed(ByteType first) {
  return first.kind == BYTE_MIXED && first.offset == 0 &&
         LLVMGetTypeKind(first.type) == LLVMDoubleTypeKind;
}

/* A pair of floats by turns with a pointer. */
static bool is_pair(ByteType first) {
  return first.kind == BYTE_MIXED && first.offset == 0 &&
         LLVMGetTypeKind(first.type) == LLVMVectorTypeKind;
}

bool word_may_be_several(ByteType all) {
  return is_mixed(all) || is_pair(all) || all.kind == BYTE_CONFLICT;
}

/* A variable of the type of one member, accessed as what the others are: its type tells nothing. */
static bool is_left_of_union(const Exposure *exposure, LLVMValueRef place) {
  return LLVMIsAAllocaInst(place) &&
         types_declared_byte(exposure->types, place, 0).kind == BYTE_UNKNOWN &&
         word_may_be_several(types_of_all_there(exposure->types, place, 0));
}

/* Where numbers of several types lie by turns, a double that is but moved may be two floats. */
static bool is_mixed_place(const Exposure *exposure, LLVMValueRef pointer) {
  if (exposure->any_place)
    return true;
  ByteType first = types_of_memory(exposure->types, pointer, 0);
  ByteType there = types_of_all_there(exposure->types, pointer, 0);
  ByteKind all = there.kind;
  return is_mixed(first) || (exposure->pointer && first.kind == BYTE_POINTER && is_mixed(there)) ||
         (exposure->pointer ? first.kind : all) == BYTE_CONFLICT ||
         (exposure->pairs && is_pair(first)) || is_left_of_union(exposure, pointer);
}

/* memcpy puts addresses among what is declared to be doubles: these are moved as such. Where
 * nothing is declared, what the place itself holds tells more than all that may come there. */
static bool may_be_untold(const Exposure *exposure, LLVMValueRef load) {
  LLVMValueRef pointer = LLVMGetOperand(load, 0);
  if (!bridge_tbaa_name(load))
    return false;
  return exposure->untold[types_object_of(exposure->types, pointer)] &&
         is_mixed(types_of_all_there(exposure->types, pointer, 0));
}

static bool is_plain(LLVMValueRef access) {
  return !LLVMGetVolatile(access) && LLVMGetOrdering(access) == LLVMAtomicOrderingNotAtomic;
}

static bool is_pointer_or_number(LLVMTypeRef type) {
  LLVMTypeKind kind = LLVMGetTypeKind(type);
  return kind == LLVMDoubleTypeKind ||
         (kind == LLVMPointerTypeKind && LLVMGetPointerAddressSpace(type) == 0);
}

/* The integer that a number or pointer was made of, or NULL. */
static LLVMValueRef made_of_word(const Exposure *exposure, LLVMValueRef value) {
  bool cast = LLVMIsABitCastInst(value) || LLVMIsAIntToPtrInst(value);
  LLVMValueRef source = cast ? LLVMGetOperand(value, 0) : NULL;
  return source && LLVMTypeOf(source) == exposure->word ? source : NULL;
}

static bool is_choice(LLVMValueRef value) {
  return LLVMIsAPHINode(value) || LLVMIsASelectInst(value);
}

static bool may_be_moved(LLVMValueRef value) {
  return LLVMIsALoadInst(value) || is_choice(value) || LLVMIsACastInst(value);
}

/* Is the pointer, or may it be, what was loaded from such a place? `possible` is cleared where it
 * cannot be had as an integer. */
static bool is_moved_word(Exposure *exposure, LLVMValueRef value, Map *seen, bool *possible) {
  if (map_has(seen, value))
    return false;
  map_set(seen, value, value);
  if (LLVMIsALoadInst(value)) { /* what the source declares to be a pointer or a double is one */
    exposure->pairs = !LLVMGetMetadata(value, exposure->written_metadata);
    LLVMValueRef place = LLVMGetOperand(value, 0);
    return is_plain(value) && !types_declared_pointer(value) &&
           (may_be_untold(exposure, value) ||
            ((exposure->any_place || !types_declared_double(value)) &&
             is_mixed_place(exposure, place)));
  }
  LLVMValueRef word = made_of_word(exposure, value);
  if (word) {
    bool mixed = types_of_value(exposure->types, word, 0).kind == BYTE_MIXED;
    exposure->remade |= mixed;
    return mixed;
  }
  bool moved = false;
  if (is_choice(value)) {
    for (int i = LLVMIsASelectInst(value) ? 1 : 0; i < LLVMGetNumOperands(value); i++)
      moved |= is_moved_word(exposure, LLVMGetOperand(value, (unsigned)i), seen, possible);
  } else if (LLVMIsATerminatorInst(value))
    *possible = false;
  return moved;
}

/* To where the value is known. */
static void position_after(Exposure *exposure, LLVMValueRef value) {
  LLVMValueRef next = LLVMGetNextInstruction(value);
  while (LLVMIsAPHINode(value) && LLVMIsAPHINode(next))
    next = LLVMGetNextInstruction(next);
  LLVMPositionBuilderBefore(exposure->builder, next);
  LLVMSetCurrentDebugLocation2(exposure->builder, LLVMInstructionGetDebugLoc(value));
}

/* The pointer or number as an integer. */
static LLVMValueRef cast_to_word(const Exposure *exposure, LLVMValueRef value) {
  if (LLVMGetTypeKind(LLVMTypeOf(value)) == LLVMPointerTypeKind)
    return LLVMBuildPtrToInt(exposure->builder, value, exposure->word, "");
  return LLVMBuildBitCast(exposure->builder, value, exposure->word, "");
}

static LLVMValueRef word_of(Exposure *exposure, LLVMValueRef value);

static LLVMValueRef build_word(Exposure *exposure, LLVMValueRef value) {
  LLVMBuilderRef b = exposure->builder;
  if (made_of_word(exposure, value))
    return made_of_word(exposure, value);
  if (LLVMIsAConstant(value))
    return cast_to_word(exposure, value); /* which folds */
  if (LLVMIsAArgument(value)) {
    LLVMBasicBlockRef entry = LLVMGetEntryBasicBlock(LLVMGetParamParent(value));
    LLVMPositionBuilderBefore(b, LLVMGetFirstInstruction(entry));
    return cast_to_word(exposure, value);
  }
  if (LLVMIsASelectInst(value)) {
    LLVMValueRef yes = word_of(exposure, LLVMGetOperand(value, 1));
    LLVMValueRef no = word_of(exposure, LLVMGetOperand(value, 2));
    position_after(exposure, value);
    return LLVMBuildSelect(b, LLVMGetOperand(value, 0), yes, no, "");
  }
  if (LLVMIsAPHINode(value)) {
    LLVMPositionBuilderBefore(b, value);
    LLVMValueRef phi = LLVMBuildPhi(b, exposure->word, "");
    map_set(exposure->words, value, phi); /* it may come round to itself */
    for (unsigned i = 0; i < LLVMCountIncoming(value); i++) {
      LLVMValueRef incoming = word_of(exposure, LLVMGetIncomingValue(value, i));
      LLVMBasicBlockRef from = LLVMGetIncomingBlock(value, i);
      LLVMAddIncoming(phi, &incoming, &from, 1);
    }
    return phi;
  }
  position_after(exposure, value);
  if (!LLVMIsALoadInst(value) || !is_plain(value))
    return cast_to_word(exposure, value);
  LLVMValueRef load = LLVMBuildLoad2(b, exposure->word, LLVMGetOperand(value, 0), "");
  LLVMSetAlignment(load, LLVMGetAlignment(value));
  if (may_be_untold(exposure, value))
    LLVMSetMetadata(load, exposure->any_metadata, exposure->yes);
  return load;
}

static LLVMValueRef word_of(Exposure *exposure, LLVMValueRef value) {
  LLVMValueRef word = map_get(exposure->words, value);
  if (!word) {
    word = build_word(exposure, value);
    map_set(exposure->words, value, word);
  }
  return word;
}

/* Among such addresses, a word that is moved as an integer. */
static bool expose_integer(const Exposure *exposure, LLVMValueRef store) {
  LLVMValueRef word = LLVMGetOperand(store, 0);
  if (!LLVMIsALoadInst(word) || LLVMTypeOf(word) != exposure->word || !is_plain(word) ||
      LLVMGetMetadata(word, exposure->any_metadata))
    return false;
  LLVMValueRef place = LLVMGetOperand(word, 0);
  if (!exposure->untold[types_object_of(exposure->types, place)] ||
      !types_addresses_throughout(exposure->types, place))
    return false;
  LLVMSetMetadata(word, exposure->any_metadata, exposure->yes);
  LLVMSetMetadata(word, exposure->alias_metadata, NULL);
  LLVMSetMetadata(store, exposure->alias_metadata, NULL);
  return true;
}

static bool expose_store(Exposure *exposure, LLVMValueRef store) {
  LLVMValueRef value = LLVMGetOperand(store, 0);
  bool possible = true;
  exposure->remade = false;
  exposure->pointer = LLVMGetTypeKind(LLVMTypeOf(value)) == LLVMPointerTypeKind;
  if (!is_pointer_or_number(LLVMTypeOf(value)) || !is_plain(store) || !may_be_moved(value) ||
      !is_moved_word(exposure, value, map_create(exposure->arena), &possible) || !possible)
    return false;
  /* What a union was made of goes to places that nothing else may have said what they hold. */
  LLVMValueRef from = LLVMIsALoadInst(value) ? LLVMGetOperand(value, 0) : NULL;
  bool whole = from && (is_left_of_union(exposure, from) || may_be_untold(exposure, value));
  if (!whole && !exposure->remade && !is_mixed_place(exposure, LLVMGetOperand(store, 1)) &&
      !word_may_be_several(types_of_all_there(exposure->types, LLVMGetOperand(store, 1), 0)))
    return false;
  LLVMSetOperand(store, 0, word_of(exposure, value));
  LLVMSetMetadata(store, exposure->alias_metadata, NULL); /* it said what moves */
  return true;
}

/* A number whose bits are an address, or the other way round. */
static bool is_used_as_other(LLVMValueRef cast) {
  for (LLVMUseRef use = LLVMGetFirstUse(cast); use; use = LLVMGetNextUse(use))
    if (LLVMIsAPtrToIntInst(cast) ? LLVMIsABitCastInst(LLVMGetUser(use))
                                  : LLVMIsAIntToPtrInst(LLVMGetUser(use)))
      return true;
  return false;
}

/* The integer that LLVM makes of a pointer or number which it had loaded already. */
static bool expose_cast(Exposure *exposure, LLVMValueRef cast) {
  LLVMValueRef value = LLVMGetOperand(cast, 0);
  bool possible = true;
  exposure->any_place = is_used_as_other(cast);
  exposure->pointer = false;
  if (LLVMTypeOf(cast) != exposure->word || !LLVMGetFirstUse(cast) ||
      !is_pointer_or_number(LLVMTypeOf(value)) ||
      !is_moved_word(exposure, value, map_create(exposure->arena), &possible) || !possible)
    return false;
  LLVMReplaceAllUsesWith(cast, word_of(exposure, value));
  return true;
}

/* Is it said of the copy what it moves? */
static bool is_told(LLVMValueRef copy) {
  return bridge_tbaa_name(copy) || bridge_tbaa_struct(copy, NULL, NULL, NULL, 0) ||
         value_has_function_attribute(copy, COPIES_DOUBLES) ||
         value_has_function_attribute(copy, COPIES_FLOATS);
}

static bool is_declared_number(const Exposure *exposure, LLVMValueRef pointer, uint64_t at) {
  return types_declared_byte(exposure->types, pointer, (int64_t)at).kind == BYTE_FLOAT;
}

/* Are some of the words that it copies such addresses, and said to be numbers? */
static bool copies_untold(const Exposure *exposure, LLVMValueRef copy) {
  enum { LARGEST_RECORD = 1 << 20, SOME_RECORDS = 1 << 15 };
  LLVMValueRef to = LLVMGetOperand(copy, 0), from = LLVMGetOperand(copy, 1);
  LLVMValueRef length = LLVMGetOperand(copy, 2);
  if (!exposure->untold[types_object_of(exposure->types, from)])
    return false;
  bool told = is_told(copy);
  uint64_t end = LLVMIsAConstantInt(length) ? LLVMConstIntGetZExtValue(length) : SOME_RECORDS;
  for (uint64_t at = 0; at < end && at < LARGEST_RECORD; at += sizeof(void *)) {
    ByteType there = types_of_all_there(exposure->types, from, (int64_t)at);
    if ((there.kind == BYTE_POINTER || word_may_be_several(there)) &&
        (told || is_declared_number(exposure, to, at) || is_declared_number(exposure, from, at)))
      return true;
  }
  return false;
}

/* Are there doubles in it? */
static bool holds_numbers(LLVMTypeRef type, unsigned depth) {
  switch (depth ? LLVMGetTypeKind(type) : LLVMVoidTypeKind) {
  case LLVMDoubleTypeKind:
    return true;
  case LLVMArrayTypeKind:
    return holds_numbers(LLVMGetElementType(type), depth - 1);
  case LLVMStructTypeKind:
    for (unsigned i = 0; i < LLVMCountStructElementTypes(type); i++)
      if (holds_numbers(LLVMStructGetTypeAtIndex(type, i), depth - 1))
        return true;
    return false;
  default:
    return false;
  }
}

/* The variable's type says that numbers lie there: it becomes one of bytes. */
static void forget_type(const Exposure *exposure, LLVMValueRef variable) {
  LLVMTypeRef type = LLVMGetAllocatedType(variable);
  LLVMTargetDataRef layout = LLVMGetModuleDataLayout(
      LLVMGetGlobalParent(LLVMGetBasicBlockParent(LLVMGetInstructionParent(variable))));
  if (!holds_numbers(type, 4) || !LLVMIsAConstantInt(LLVMGetOperand(variable, 0)) ||
      LLVMConstIntGetZExtValue(LLVMGetOperand(variable, 0)) != 1)
    return;
  LLVMTypeRef byte = LLVMInt8TypeInContext(LLVMGetTypeContext(type));
  LLVMPositionBuilderBefore(exposure->builder, variable);
  LLVMValueRef bytes =
      LLVMBuildAlloca(exposure->builder, LLVMArrayType2(byte, LLVMABISizeOfType(layout, type)), "");
  LLVMSetAlignment(bytes, LLVMGetAlignment(variable));
  LLVMReplaceAllUsesWith(variable, bytes);
}

/* A copy that LLVM has made of a loop says of its bytes what the loop said, one of a structure what
 * its members are declared to be, one of an array what its elements are. */
static bool expose_copy(const Exposure *exposure, LLVMValueRef copy) {
  if (value_has_function_attribute(copy, COPIES_ANY) || !copies_untold(exposure, copy))
    return false;
  call_add_mark(copy, COPIES_ANY);
  LLVMSetMetadata(copy, exposure->alias_metadata, NULL);
  LLVMSetMetadata(copy, exposure->members_metadata, NULL);
  for (unsigned side = 0; side < 2; side++) {
    LLVMValueRef object = bridge_underlying_object(LLVMGetOperand(copy, side));
    if (LLVMIsAAllocaInst(object))
      forget_type(exposure, object);
  }
  return true;
}

static bool expose(Exposure *exposure, LLVMValueRef instruction) {
  exposure->any_place = false;
  if (word_is_copy(instruction))
    return expose_copy(exposure, instruction);
  if (LLVMIsAStoreInst(instruction))
    return expose_integer(exposure, instruction) || expose_store(exposure, instruction);
  return (LLVMIsAPtrToIntInst(instruction) || LLVMIsABitCastInst(instruction)) &&
         expose_cast(exposure, instruction);
}

/* What is loaded as a number, and not used any more, would still say that one is there. */
static void erase_unused_loads(const Exposure *exposure) {
  for (size_t i = 0; i < map_count(exposure->words); i++) {
    const void *value;
    map_entry(exposure->words, i, &value);
    if (LLVMIsALoadInst((LLVMValueRef)value) && !LLVMGetFirstUse((LLVMValueRef)value))
      LLVMInstructionEraseFromParent((LLVMValueRef)value);
  }
}

/* The type of what is plainly loaded or stored, or NULL. */
static LLVMTypeRef accessed_type(LLVMValueRef instruction) {
  bool loads = LLVMIsALoadInst(instruction), stores = LLVMIsAStoreInst(instruction);
  if ((!loads && !stores) || !is_plain(instruction))
    return NULL;
  return LLVMTypeOf(loads ? instruction : LLVMGetOperand(instruction, 0));
}

/* Are some of the numbers that it loads such addresses? */
static bool loads_untold(const Exposure *exposure, LLVMValueRef load) {
  LLVMTypeRef type = LLVMTypeOf(load);
  LLVMValueRef place = LLVMGetOperand(load, 0);
  if (!exposure->untold[types_object_of(exposure->types, place)])
    return false;
  unsigned lanes = LLVMGetTypeKind(type) == LLVMVectorTypeKind ? LLVMGetVectorSize(type) : 1;
  for (unsigned i = 0; i < lanes; i++) {
    ByteType there = types_of_all_there(exposure->types, place, (int64_t)(i * sizeof(double)));
    if (there.kind == BYTE_POINTER || is_mixed(there))
      return true;
  }
  return false;
}

/* Does the function load such addresses, and load or store several numbers at a time? */
static bool moves_untold_in_vectors(const Exposure *exposure, LLVMValueRef function) {
  bool loads = false, has_vectors = false;
  FOR_EACH_BLOCK (block, function)
    FOR_EACH_INSTRUCTION (access, block) {
      LLVMTypeRef type = accessed_type(access);
      if (!type || LLVMGetTypeKind(type_scalar(type)) != LLVMDoubleTypeKind)
        continue;
      has_vectors |= LLVMGetTypeKind(type) == LLVMVectorTypeKind;
      loads |= LLVMIsALoadInst(access) && loads_untold(exposure, access);
    }
  return loads && has_vectors;
}

bool words_expose(Arena *arena, const TypeFacts *types, const Map *functions,
                  ValueArray *with_vectors) {
  bool changed = false;
  const bool *untold = words_find_untold(arena, types, functions);
  for (size_t i = 0; i < map_count(functions); i++) {
    const void *key;
    map_entry(functions, i, &key);
    LLVMValueRef function = (LLVMValueRef)key;
    LLVMContextRef context = LLVMGetTypeContext(LLVMTypeOf(function));
    Exposure exposure = {
        .arena = arena,
        .types = types,
        .untold = untold,
        .builder = LLVMCreateBuilderInContext(context),
        .word = LLVMInt64TypeInContext(context),
        .alias_metadata = LLVMGetMDKindIDInContext(context, "tbaa", 4),
        .members_metadata = LLVMGetMDKindIDInContext(context, "tbaa.struct", 11),
        .words = map_create(arena),
        .written_metadata =
            LLVMGetMDKindIDInContext(context, LOAD_AS_WRITTEN, strlen(LOAD_AS_WRITTEN)),
        .any_metadata = LLVMGetMDKindIDInContext(context, LOAD_OF_ANY, strlen(LOAD_OF_ANY)),
        .yes = LLVMMetadataAsValue(context, LLVMMDNodeInContext2(context, NULL, 0)),
        .pairs = true};
    FOR_EACH_BLOCK (block, function)
      FOR_EACH_INSTRUCTION (instruction, block)
        changed |= expose(&exposure, instruction);
    if (moves_untold_in_vectors(&exposure, function))
      ARRAY_PUSH(arena, *with_vectors, function);
    erase_unused_loads(&exposure);
    LLVMDisposeBuilder(exposure.builder);
  }
  return changed;
}
