/* type_rows.c: do two entries of a table lead to different blocks?
 *
 * A matrix is often a table of pointers to its rows: an array of pointers, or of vectors. All rows
 * are made at one place of the program, so that by where they are made none differs from another.
 * But if the table's memory is made here, no code that is not seen gets at it, and whatever is
 * stored to these entries, ever, is null, a block that has just been made and goes there once, or
 * what another entry held that takes this one's in exchange, then two places of the table hold
 * different rows, or the same one at no time but within an exchange, which is no time for a loop.
 */
#include "type_apart.h"

typedef struct {
  LLVMValueRef store;
  Location at;
} RowStore;

struct Rows {
  ARRAY(RowStore) stores; /* to memory that is made here */
  bool *otherwise;        /* objects that something else writes to, by their numbers */
  bool anything;          /* any of them */
};

static bool is_null_fill(const TypeFacts *facts, LLVMValueRef instruction) {
  return types_is_memory_set(facts, instruction) &&
         LLVMIsAConstantInt(LLVMGetOperand(instruction, 1)) &&
         LLVMIsNull(LLVMGetOperand(instruction, 1));
}

static void read_writer(const Apart *apart, LLVMValueRef instruction, Rows *rows) {
  Arena *arena = apart->facts->arena;
  bool is_call = LLVMIsACallInst(instruction) || LLVMIsAInvokeInst(instruction);
  LLVMValueRef callee = is_call ? call_direct_callee(instruction) : NULL;
  const LibraryFunction *row = callee ? library_function(callee) : NULL;
  if (is_null_fill(apart->facts, instruction) || (row && row->kind == LIBFN_FREE))
    return;
  ValueArray calls = {0};
  Written *written = apart_written_none(arena);
  apart_add_writes(apart, instruction, written, &calls);
  rows->anything |= written->anything;
  for (size_t i = 0; i < map_count(written->objects); i++) {
    const void *object;
    map_entry(written->objects, i, &object);
    if (!LLVMIsAStoreInst(instruction))
      rows->otherwise[((const Object *)object)->id] = true;
  }
  RowStore store = {instruction, {0}};
  if (LLVMIsAStoreInst(instruction) &&
      types_locate(apart->facts, LLVMGetOperand(instruction, 1), &store.at))
    ARRAY_PUSH(arena, rows->stores, store);
}

static const Rows *rows_of(const Apart *apart) {
  if (apart->rows)
    return apart->rows;
  Rows *rows = ((Apart *)apart)->rows = ARENA_NEW(apart->facts->arena, Rows);
  rows->otherwise = ARENA_ARRAY(apart->facts->arena, bool, apart->facts->object_count);
  for (size_t i = 0; i < map_count(apart->functions); i++) {
    const void *function;
    map_entry(apart->functions, i, &function);
    FOR_EACH_BLOCK (block, (LLVMValueRef)function)
      FOR_EACH_INSTRUCTION (instruction, block)
        if (bridge_may_write_memory(instruction))
          read_writer(apart, instruction, rows);
  }
  return rows;
}

/* Is what it returns a block that nothing else leads to? */
static bool is_new(LLVMValueRef value) {
  if (apart_makes_block(value))
    return true;
  if (!LLVMIsACallInst(value) && !LLVMIsAInvokeInst(value))
    return false;
  unsigned noalias = LLVMGetEnumAttributeKindForName("noalias", 7);
  LLVMValueRef callee = call_direct_callee(value);
  return LLVMGetCallSiteEnumAttribute(value, LLVMAttributeReturnIndex, noalias) ||
         (callee && LLVMGetEnumAttributeAtIndex(callee, LLVMAttributeReturnIndex, noalias));
}

/* The block that a value is, which is null otherwise: an allocation, or a choice between one and
 * null, which is `choice` then. */
static LLVMValueRef new_block(LLVMValueRef value, LLVMValueRef *choice) {
  *choice = NULL;
  if (is_new(value))
    return value;
  if (!LLVMIsAPHINode(value))
    return NULL;
  *choice = value;
  LLVMValueRef made = NULL;
  for (unsigned i = 0; i < LLVMCountIncoming(value); i++) {
    LLVMValueRef incoming = LLVMGetIncomingValue(value, i);
    if (LLVMIsAConstantPointerNull(incoming))
      continue;
    if (made || !is_new(incoming))
      return NULL;
    made = incoming;
  }
  return made;
}

/* Does the choice come out as null where control comes from that block? */
static bool is_null_from(LLVMValueRef choice, LLVMBasicBlockRef from) {
  for (unsigned i = 0; i < LLVMCountIncoming(choice); i++)
    if (LLVMGetIncomingBlock(choice, i) == from)
      return LLVMIsAConstantPointerNull(LLVMGetIncomingValue(choice, i));
  return false;
}

/* Does control come from a block to itself without going through `around`, and without coming to
 * `choice`, if that is not null, where it is null? */
static bool comes_again(Arena *arena, LLVMBasicBlockRef start, LLVMBasicBlockRef around,
                        LLVMValueRef choice) {
  Map *seen = map_create(arena);
  ARRAY(LLVMBasicBlockRef) work = {0};
  ARRAY_PUSH(arena, work, start);
  while (work.count) {
    LLVMBasicBlockRef block = work.items[--work.count];
    LLVMValueRef end = LLVMGetBasicBlockTerminator(block);
    for (unsigned i = 0; i < LLVMGetNumSuccessors(end); i++) {
      LLVMBasicBlockRef next = LLVMGetSuccessor(end, i);
      if (next == around ||
          (choice && next == LLVMGetInstructionParent(choice) && is_null_from(choice, block)))
        continue;
      if (next == start)
        return true;
      if (map_has(seen, next))
        continue;
      map_set(seen, next, next);
      ARRAY_PUSH(arena, work, next);
    }
  }
  return false;
}

/* Does the store put each block that is made into one place only? Whenever it is executed again,
 * another block has been made, and chosen. */
static bool goes_there_once(Arena *arena, LLVMValueRef store, LLVMValueRef made,
                            LLVMValueRef choice) {
  LLVMBasicBlockRef start = LLVMGetInstructionParent(store);
  if (choice && comes_again(arena, start, LLVMGetInstructionParent(choice), NULL))
    return false;
  return !comes_again(arena, start, LLVMGetInstructionParent(made), choice);
}

/* Does the store put into its place what was loaded from another one? */
static bool puts_from(LLVMValueRef store, LLVMValueRef place) {
  LLVMValueRef value = LLVMGetOperand(store, 0);
  return LLVMIsALoadInst(value) && LLVMGetOperand(value, 0) == place &&
         LLVMGetInstructionParent(value) == LLVMGetInstructionParent(store) &&
         !LLVMGetVolatile(value) && !LLVMGetVolatile(store);
}

/* May the store write to the entry that half an exchange is of? */
static bool stores_there(const TypeFacts *facts, const Rows *rows, LLVMValueRef store,
                         const RowStore *half) {
  uint64_t bytes = LLVMStoreSizeOfType(facts->layout, LLVMTypeOf(LLVMGetOperand(store, 0)));
  for (size_t i = 0; i < rows->stores.count; i++) {
    const RowStore *row = &rows->stores.items[i];
    if (row->store == store)
      return row->at.object == half->at.object &&
             location_overlaps(row->at, bytes, half->at, LLVMPointerSize(facts->layout));
  }
  return true;
}

/* Are the loads of an exchange ahead of its stores, and does nothing else write to the entries, or
 * leave the block, from the first to the last of them? */
static bool are_alone(const TypeFacts *facts, const Rows *rows, const RowStore *half,
                      const RowStore *other) {
  LLVMValueRef first = LLVMGetOperand(half->store, 0), second = LLVMGetOperand(other->store, 0);
  unsigned loaded = 0, stored = 0;
  FOR_EACH_INSTRUCTION (instruction, LLVMGetInstructionParent(half->store)) {
    if (instruction == first || instruction == second)
      loaded++;
    else if (instruction == half->store || instruction == other->store) {
      if (loaded < 2)
        return false;
      if (++stored == 2)
        return true;
    } else if (loaded && LLVMIsAStoreInst(instruction)) {
      if (stores_there(facts, rows, instruction, half) ||
          stores_there(facts, rows, instruction, other))
        return false;
    } else if (loaded && (bridge_may_write_memory(instruction) ||
                          (LLVMIsACallInst(instruction) && !LLVMIsAIntrinsicInst(instruction))))
      return false;
  }
  return false;
}

/* Where the store is half an exchange: the store that puts what was there where this one's value
 * came from. NULL where it is none. */
static const RowStore *other_half(const TypeFacts *facts, const Rows *rows, const RowStore *half) {
  LLVMValueRef place = LLVMGetOperand(half->store, 1), value = LLVMGetOperand(half->store, 0);
  LLVMValueRef from = LLVMIsALoadInst(value) ? LLVMGetOperand(value, 0) : NULL;
  for (size_t i = 0; from && i < rows->stores.count; i++) {
    const RowStore *other = &rows->stores.items[i];
    if (LLVMGetOperand(other->store, 1) == from && puts_from(half->store, from) &&
        puts_from(other->store, place) && other->store != half->store &&
        LLVMGetInstructionParent(other->store) == LLVMGetInstructionParent(half->store) &&
        are_alone(facts, rows, half, other))
      return other;
  }
  return NULL;
}

/* Places of a table, and the blocks that go there. */
typedef struct {
  ARRAY(Location) places;
  Map *stored; /* block -> the store that puts it there */
} Entries;

static void add_place(Arena *arena, Entries *entries, Location place) {
  for (size_t i = 0; i < entries->places.count; i++) {
    Location known = entries->places.items[i];
    if (known.offset == place.offset && known.stride == place.stride)
      return;
  }
  ARRAY_PUSH(arena, entries->places, place);
}

/* Does the store keep all entries different? What is exchanged with one of them has to be one. */
static bool keeps_apart(const TypeFacts *facts, const Rows *rows, Entries *entries,
                        const RowStore *row) {
  LLVMValueRef value = LLVMGetOperand(row->store, 0), choice;
  if (LLVMIsAConstant(value) && LLVMIsNull(value))
    return true;
  const RowStore *other = other_half(facts, rows, row);
  if (other) {
    add_place(facts->arena, entries, other->at);
    return other->at.object == row->at.object;
  }
  LLVMValueRef made = new_block(value, &choice);
  if (!made || !goes_there_once(facts->arena, row->store, made, choice))
    return false;
  LLVMValueRef before = map_get(entries->stored, made);
  map_set(entries->stored, made, row->store);
  return !before || before == row->store;
}

bool types_rows_apart(const TypeFacts *facts, LLVMValueRef a, LLVMValueRef b) {
  const Apart *apart = apart_of(facts);
  Location at, other;
  if (!apart || !LLVMIsALoadInst(a) || !LLVMIsALoadInst(b) ||
      LLVMGetTypeKind(LLVMTypeOf(a)) != LLVMPointerTypeKind ||
      LLVMGetTypeKind(LLVMTypeOf(b)) != LLVMPointerTypeKind ||
      !types_locate(apart->facts, LLVMGetOperand(a, 0), &at) ||
      !types_locate(apart->facts, LLVMGetOperand(b, 0), &other) || at.object != other.object ||
      at.object->outside || !apart->made[at.object->id] || apart->uncertain[at.object->id])
    return false;
  const Rows *rows = rows_of(apart);
  if (rows->anything || rows->otherwise[at.object->id])
    return false;
  Entries entries = {.stored = map_create(facts->arena)};
  add_place(facts->arena, &entries, at);
  add_place(facts->arena, &entries, other);
  for (size_t place = 0; place < entries.places.count; place++)
    for (size_t i = 0; i < rows->stores.count; i++) {
      const RowStore *row = &rows->stores.items[i];
      uint64_t bytes =
          LLVMStoreSizeOfType(facts->layout, LLVMTypeOf(LLVMGetOperand(row->store, 0)));
      if (row->at.object == at.object &&
          location_overlaps(row->at, bytes, entries.places.items[place],
                            LLVMPointerSize(facts->layout)) &&
          !keeps_apart(facts, rows, &entries, row))
        return false;
    }
  return true;
}
