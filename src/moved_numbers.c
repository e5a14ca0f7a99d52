/* Numbers that move as numbers of another type: a routine that copies memory in vectors of four
 * floats, or structure by structure of floats, whatever lies there. Where doubles lie in memory in
 * which floats are moved but never computed with, what moves are not floats, whose adjoints are
 * added up one by one:
 *
 *   v = load <4 x float>; store v   ->   w = load <2 x i64>; store w
 *
 * Two floats that lie side by side, and do so where they are stored, are one word; what is less
 * than a word by itself is part of one, of which the reverse sweep takes care. */
#include "words.h"

typedef struct {
  Arena *arena;
  const TypeFacts *types;
  LLVMTargetDataRef layout;
  LLVMBuilderRef builder;
  LLVMTypeRef word;
  unsigned alias_metadata;
  Map *computed; /* memory objects with numbers of a type that are more than moved */
} Moves;

enum { KINDS = 4 };

/* Of the type, or of the lanes; KINDS if it is none that another may be moved as. */
static unsigned kind_of(LLVMTypeRef type) {
  switch (LLVMGetTypeKind(type_scalar(type))) {
  case LLVMHalfTypeKind:
    return 0;
  case LLVMBFloatTypeKind:
    return 1;
  case LLVMFloatTypeKind:
    return 2;
  case LLVMDoubleTypeKind:
    return 3;
  default:
    return KINDS;
  }
}

static LLVMValueRef store_of(LLVMValueRef user, LLVMValueRef value) {
  LLVMValueRef store = LLVMIsAStoreInst(user);
  return store && LLVMGetOperand(store, 0) == value && access_is_plain(store) ? store : NULL;
}

/* Does the source say more of it than that it may be anything? */
static bool is_declared(LLVMValueRef access) {
  return bridge_tbaa_name(access) && !bridge_tbaa_is_ours(access) && !access_declares_char(access);
}

static bool is_moved(LLVMValueRef load) {
  if (!LLVMIsALoadInst(load) || !access_is_plain(load) || is_declared(load) ||
      !LLVMGetFirstUse(load))
    return false;
  for (LLVMUseRef use = LLVMGetFirstUse(load); use; use = LLVMGetNextUse(use))
    if (!store_of(LLVMGetUser(use), load) || is_declared(LLVMGetUser(use)))
      return false;
  return true;
}

static const void *key_of(const Moves *moves, LLVMValueRef pointer, LLVMTypeRef type) {
  return (const void *)((uintptr_t)types_object_of(moves->types, pointer) * KINDS + kind_of(type));
}

/* Notes where numbers are computed with, and adds to `loads` those that are but moved. */
static void look_at(Moves *moves, LLVMValueRef access, ValueArray *loads) {
  bool load = LLVMIsALoadInst(access), store = LLVMIsAStoreInst(access);
  LLVMValueRef value = load ? access : store ? LLVMGetOperand(access, 0) : NULL;
  if (!value || kind_of(LLVMTypeOf(value)) == KINDS)
    return;
  if (load && is_moved(value))
    ARRAY_PUSH(moves->arena, *loads, value);
  else if (load || !(is_moved(value) || (LLVMIsAConstant(value) && LLVMIsNull(value))))
    map_set(moves->computed, key_of(moves, access_pointer(access), LLVMTypeOf(value)), access);
}

static bool is_other(ByteType byte, LLVMTypeRef type) {
  return byte.kind == BYTE_CONFLICT || (byte.kind == BYTE_FLOAT && byte.type != type_scalar(type));
}

static bool holds_others(const Moves *moves, LLVMValueRef pointer, LLVMTypeRef type) {
  return is_other(types_of_memory(moves->types, pointer, 0), type) ||
         is_other(types_of_all_there(moves->types, pointer, 0), type);
}

/* Are they numbers of another type that the load moves, as none of its own is computed with? */
static bool moves_others(const Moves *moves, LLVMValueRef load) {
  LLVMTypeRef type = LLVMTypeOf(load);
  LLVMValueRef from = LLVMGetOperand(load, 0);
  bool others = holds_others(moves, from, type);
  if (map_has(moves->computed, key_of(moves, from, type)))
    return false;
  for (LLVMUseRef use = LLVMGetFirstUse(load); use; use = LLVMGetNextUse(use)) {
    LLVMValueRef to = LLVMGetOperand(LLVMGetUser(use), 1);
    others = others || holds_others(moves, to, type);
    if (map_has(moves->computed, key_of(moves, to, type)))
      return false;
  }
  return others;
}

static LLVMValueRef only_store(LLVMValueRef load) {
  LLVMUseRef use = LLVMGetFirstUse(load);
  return use && !LLVMGetNextUse(use) ? store_of(LLVMGetUser(use), load) : NULL;
}

/* Does nothing between the two, in one block, write to memory, or read it if `silent`? */
static bool is_quiet(LLVMValueRef first, LLVMValueRef second, bool silent) {
  for (LLVMValueRef at = LLVMGetNextInstruction(first); at; at = LLVMGetNextInstruction(at)) {
    if (at == second)
      return true;
    if (bridge_may_write_memory(at) || (silent && bridge_may_read_memory(at)))
      return false;
  }
  return false;
}

static bool is_behind(const Moves *moves, LLVMValueRef low, LLVMValueRef high) {
  int64_t begin, end;
  return bridge_without_offset(moves->layout, low, &begin) ==
             bridge_without_offset(moves->layout, high, &end) &&
         end - begin == (int64_t)sizeof(float);
}

/* The upper half of the word of which the load is the lower one. */
static LLVMValueRef upper_half(const Moves *moves, LLVMValueRef load, const ValueArray *loads) {
  LLVMValueRef store = only_store(load);
  for (size_t i = 0; i < loads->count && store; i++) {
    LLVMValueRef other = loads->items[i], other_store = other ? only_store(other) : NULL;
    if (other_store && LLVMTypeOf(other) == LLVMTypeOf(load) && is_quiet(load, other, false) &&
        is_quiet(store, other_store, true) &&
        is_behind(moves, LLVMGetOperand(load, 0), LLVMGetOperand(other, 0)) &&
        is_behind(moves, LLVMGetOperand(store, 1), LLVMGetOperand(other_store, 1)))
      return other;
  }
  return NULL;
}

/* The load as of `type`; what it is stored by stores that. */
static void move_as(const Moves *moves, LLVMValueRef load, LLVMTypeRef type) {
  LLVMPositionBuilderBefore(moves->builder, load);
  LLVMSetCurrentDebugLocation2(moves->builder, LLVMInstructionGetDebugLoc(load));
  LLVMValueRef moved = LLVMBuildLoad2(moves->builder, type, LLVMGetOperand(load, 0), "");
  LLVMSetAlignment(moved, LLVMGetAlignment(load));
  while (LLVMGetFirstUse(load)) {
    LLVMValueRef store = LLVMGetUser(LLVMGetFirstUse(load));
    LLVMSetOperand(store, 0, moved);
    LLVMSetMetadata(store, moves->alias_metadata, NULL); /* it said what moves */
  }
  LLVMInstructionEraseFromParent(load);
}

static void move_halves(const Moves *moves, LLVMValueRef load, LLVMValueRef upper) {
  LLVMInstructionEraseFromParent(only_store(upper));
  LLVMInstructionEraseFromParent(upper);
  move_as(moves, load, moves->word);
}

/* Words that are as large as the numbers, or the part of one that they are; NULL where they do not
 * come to words, or are one, which is left to words_expose. */
static LLVMTypeRef words_for(const Moves *moves, LLVMTypeRef numbers) {
  unsigned bits = (unsigned)LLVMSizeOfTypeInBits(moves->layout, numbers), whole = 64;
  bool vector = LLVMGetTypeKind(numbers) == LLVMVectorTypeKind;
  if (bits == whole)
    return vector ? moves->word : NULL;
  if (bits < whole && whole % bits == 0)
    return LLVMIntTypeInContext(LLVMGetTypeContext(numbers), bits);
  return bits % whole == 0 ? LLVMVectorType(moves->word, bits / whole) : NULL;
}

static bool move_all(Moves *moves, ValueArray *loads) {
  bool changed = false;
  for (size_t i = 0; i < loads->count; i++)
    if (!moves_others(moves, loads->items[i]))
      loads->items[i] = NULL;
  for (size_t i = 0; i < loads->count; i++) {
    LLVMValueRef load = loads->items[i];
    LLVMTypeRef type = load ? words_for(moves, LLVMTypeOf(load)) : NULL;
    if (!type)
      continue;
    bool half = LLVMGetTypeKind(LLVMTypeOf(load)) == LLVMFloatTypeKind;
    LLVMValueRef upper = half ? upper_half(moves, load, loads) : NULL;
    for (size_t k = 0; k < loads->count; k++)
      if (loads->items[k] == upper || loads->items[k] == load)
        loads->items[k] = NULL;
    if (upper)
      move_halves(moves, load, upper);
    else
      move_as(moves, load, type);
    changed = true;
  }
  return changed;
}

bool words_move_numbers(Arena *arena, const TypeFacts *types, LLVMModuleRef module,
                        const Map *functions) {
  LLVMContextRef context = LLVMGetModuleContext(module);
  ValueArray loads = {0};
  Moves moves = {.arena = arena,
                 .types = types,
                 .layout = LLVMGetModuleDataLayout(module),
                 .builder = LLVMCreateBuilderInContext(context),
                 .word = LLVMInt64TypeInContext(context),
                 .alias_metadata = LLVMGetMDKindIDInContext(context, "tbaa", 4),
                 .computed = map_create(arena)};
  for (size_t i = 0; i < map_count(functions); i++) {
    const void *key;
    map_entry(functions, i, &key);
    FOR_EACH_BLOCK (block, (LLVMValueRef)key)
      FOR_EACH_INSTRUCTION (access, block)
        look_at(&moves, access, &loads);
  }
  bool changed = move_all(&moves, &loads);
  LLVMDisposeBuilder(moves.builder);
  return changed;
}
