/* type_apart.c: what may an instruction write to, by where pointers come from?
 *
 * Alias analysis of one function gives up where a pointer was loaded: the rows of two matrices,
 * each behind a table of pointers, are the same to it. The facts about types know which memory each
 * pointer leads to, through memory and calls: of blocks that are made at different places here, and
 * of which no code that is not seen gets to know, none is the other. To that end they are gathered
 * once more, with what comes from such code, or goes there, noted. */
#include "type_apart.h"

void types_set_entered(TypeFacts *facts, const Map *functions, const Map *entered,
                       const Map *whole) {
  facts->seen_functions = functions;
  facts->entered_functions = entered;
  facts->whole_functions = whole;
}

static void mark(const Apart *apart, LLVMValueRef pointer, bool *objects) {
  Location at;
  if (types_locate(apart->facts, pointer, &at))
    objects[at.object->id] = true;
}

bool apart_makes_block(LLVMValueRef value) {
  if (LLVMIsAAllocaInst(value))
    return true;
  const LibraryFunction *row = library_function_called(value);
  return row && (row->kind == LIBFN_MALLOC || row->kind == LIBFN_CALLOC ||
                 row->kind == LIBFN_REALLOC || row->kind == LIBFN_ALIGNED_ALLOC);
}

/* Is the integer more than a difference, something to compare, or a word that moves to memory,
 * where the facts follow it? Choices between integers are looked through. */
static bool escapes_as_integer(Arena *arena, LLVMValueRef integer) {
  Map *seen = map_create(arena);
  ValueArray work = {0};
  ARRAY_PUSH(arena, work, integer);
  while (work.count) {
    LLVMValueRef value = work.items[--work.count];
    for (LLVMUseRef use = LLVMGetFirstUse(value); use; use = LLVMGetNextUse(use)) {
      LLVMValueRef user = LLVMGetUser(use);
      LLVMOpcode opcode = LLVMGetInstructionOpcode(user);
      if (opcode == LLVMSub || opcode == LLVMICmp || opcode == LLVMStore)
        continue;
      if (opcode != LLVMPHI && opcode != LLVMSelect)
        return true;
      if (!map_has(seen, user)) {
        map_set(seen, user, user);
        ARRAY_PUSH(arena, work, user);
      }
    }
  }
  return false;
}

static void read_instruction(Apart *apart, LLVMValueRef instruction) {
  if (apart_makes_block(instruction))
    mark(apart, instruction, apart->made);
  else if (LLVMIsAIntToPtrInst(instruction))
    mark(apart, instruction, apart->uncertain);
  else if ((LLVMIsAPtrToIntInst(instruction) ||
            LLVMGetInstructionOpcode(instruction) == LLVMPtrToAddr) &&
           escapes_as_integer(apart->facts->arena, instruction))
    mark(apart, LLVMGetOperand(instruction, 0), apart->uncertain);
}

/* Do the canonical functions alone call it, and their derivatives, which make the same calls? */
static bool is_called_by(const Map *functions, LLVMValueRef function) {
  for (LLVMUseRef use = LLVMGetFirstUse(function); use; use = LLVMGetNextUse(use)) {
    LLVMValueRef call = LLVMGetUser(use);
    if ((!LLVMIsACallInst(call) && !LLVMIsAInvokeInst(call)) ||
        LLVMGetCalledValue(call) != function)
      return false;
    LLVMValueRef caller = LLVMGetBasicBlockParent(LLVMGetInstructionParent(call));
    if (!map_has(functions, caller) && !value_has_function_attribute(caller, "adcc.derivative"))
      return false;
    for (unsigned i = 0; i < call_argument_count(call); i++)
      if (LLVMGetOperand(call, i) == function)
        return false;
  }
  return true;
}

Map *apart_find_entered(const TypeFacts *facts) {
  Map *entered = map_create(facts->arena);
  for (size_t i = 0; i < map_count(facts->seen_functions); i++) {
    const void *function;
    map_entry(facts->seen_functions, i, &function);
    if (map_has(facts->entered_functions, function) ||
        !is_called_by(facts->seen_functions, (LLVMValueRef)function))
      map_set(entered, function, entered);
  }
  return entered;
}

const Apart *apart_of(const TypeFacts *facts) {
  TypeFacts *owner = (TypeFacts *)facts; /* a cache: no answer changes by it */
  if (!facts->seen_functions)
    return NULL;
  if (!facts->apart) {
    Arena *arena = facts->arena;
    Apart *apart = owner->apart = ARENA_NEW(arena, Apart);
    apart->functions = facts->seen_functions;
    apart->written = map_create(arena);
    apart->entered = apart_find_entered(facts);
    apart->facts =
        types_compute_outside(arena, facts->module, facts->seen_functions, apart->entered);
    if (!apart->facts)
      return NULL;
    apart->made = ARENA_ARRAY(arena, bool, apart->facts->object_count);
    apart->uncertain = ARENA_ARRAY(arena, bool, apart->facts->object_count);
    for (size_t i = 0; i < map_count(apart->functions); i++) {
      const void *function;
      map_entry(apart->functions, i, &function);
      FOR_EACH_BLOCK (block, (LLVMValueRef)function)
        FOR_EACH_INSTRUCTION (instruction, block)
          read_instruction(apart, instruction);
    }
  }
  return facts->apart->facts ? facts->apart : NULL;
}

/* ---- what is written ---- */

Written *apart_written_none(Arena *arena) {
  Written *written = ARENA_NEW(arena, Written);
  written->arena = arena;
  written->objects = map_create(arena);
  written->released = map_create(arena);
  return written;
}

bool apart_is_certain(const Apart *apart, const Object *object) {
  return !apart->uncertain[object->id] && (object->outside || apart->made[object->id]);
}

/* True if it was not there. Many places are as good as all. */
static bool add_bytes(Written *written, Bytes bytes) {
  enum { MOST_PLACES = 24 };
  WrittenPlaces *places = map_get(written->objects, bytes.at.object);
  if (!places)
    map_set(written->objects, bytes.at.object, places = ARENA_NEW(written->arena, WrittenPlaces));
  for (size_t i = 0; i < places->count; i++) {
    const Bytes *known = &places->items[i];
    if (known->at.stride == 1 || (known->at.offset == bytes.at.offset &&
                                  known->at.stride == bytes.at.stride && known->size >= bytes.size))
      return false;
  }
  if (places->count == MOST_PLACES || bytes.size == UINT64_MAX) {
    places->count = 0;
    bytes = (Bytes){{bytes.at.object, 0, 1}, 1};
  }
  ARRAY_PUSH(written->arena, *places, bytes);
  return true;
}

static bool join_objects(Written *to, const Written *from) {
  bool more = false;
  for (size_t i = 0; i < map_count(from->objects); i++) {
    const void *object;
    const WrittenPlaces *places = map_entry(from->objects, i, &object);
    for (size_t k = 0; k < places->count; k++)
      more |= add_bytes(to, places->items[k]);
  }
  size_t before = map_count(to->released);
  for (size_t i = 0; i < map_count(from->released); i++) {
    const void *object;
    void *value = map_entry(from->released, i, &object);
    map_set(to->released, object, value);
  }
  return more || map_count(to->released) > before;
}

bool apart_join(Written *to, const Written *from) {
  bool more = (from->anything && !to->anything) || (from->outside && !to->outside) ||
              (from->outside_released && !to->outside_released);
  to->anything |= from->anything;
  to->outside |= from->outside;
  to->outside_released |= from->outside_released;
  return join_objects(to, from) || more;
}

/* UINT64_MAX bytes: whatever can be reached. */
static void add_pointer(const Apart *apart, LLVMValueRef pointer, uint64_t size, Written *written) {
  Location at;
  if (!types_locate(apart->facts, pointer, &at)) {
    written->anything = true;
    return;
  }
  add_bytes(written, (Bytes){at, size});
  written->outside |= at.object->outside;
  written->anything |= !apart_is_certain(apart, at.object);
}

static void add_release(const Apart *apart, LLVMValueRef pointer, Written *written) {
  Location at;
  if (LLVMIsNull(pointer))
    return;
  if (!types_locate(apart->facts, pointer, &at)) {
    written->anything = true;
    return;
  }
  map_set(written->released, at.object, at.object);
  written->outside_released |= at.object->outside;
  written->anything |= !apart_is_certain(apart, at.object);
}

/* Does it lead to nothing that can be written, such as a text? */
static bool is_fixed(LLVMValueRef pointer) {
  LLVMValueRef object = bridge_underlying_object(pointer);
  return LLVMIsAFunction(object) || LLVMIsNull(pointer) ||
         (LLVMIsAGlobalVariable(object) && LLVMIsGlobalConstant(object));
}

/* Code that is not seen writes to what it is given, or could get at before. */
static void add_other_call(const Apart *apart, LLVMValueRef call, Written *written) {
  LLVMValueRef callee = call_direct_callee(call);
  written->outside |= !callee || !LLVMGetIntrinsicID(callee);
  for (unsigned i = 0; i < call_argument_count(call); i++) {
    LLVMValueRef argument = LLVMGetOperand(call, i);
    if (LLVMGetTypeKind(LLVMTypeOf(argument)) == LLVMPointerTypeKind) {
      if (!is_fixed(argument))
        add_pointer(apart, argument, UINT64_MAX, written);
    } else
      written->anything |= type_contains_pointer(LLVMTypeOf(argument));
  }
}

void apart_add_writes(const Apart *apart, LLVMValueRef instruction, Written *written,
                      ValueArray *calls) {
  if (!bridge_may_write_memory(instruction) || call_is_lifetime(instruction))
    return;
  if (LLVMIsAStoreInst(instruction))
    add_pointer(
        apart, LLVMGetOperand(instruction, 1),
        LLVMStoreSizeOfType(apart->facts->layout, LLVMTypeOf(LLVMGetOperand(instruction, 0))),
        written);
  else if (LLVMIsAAtomicRMWInst(instruction) || LLVMIsAAtomicCmpXchgInst(instruction))
    add_pointer(
        apart, LLVMGetOperand(instruction, 0),
        LLVMStoreSizeOfType(apart->facts->layout, LLVMTypeOf(LLVMGetOperand(instruction, 1))),
        written);
  else if (types_is_memory_copy(apart->facts, instruction) ||
           types_is_memory_set(apart->facts, instruction))
    add_pointer(apart, LLVMGetOperand(instruction, 0), types_length_of(instruction), written);
  else if (LLVMIsACallInst(instruction) || LLVMIsAInvokeInst(instruction)) {
    LLVMValueRef callee = call_direct_callee(instruction);
    const LibraryFunction *row = callee ? library_function(callee) : NULL;
    if (callee && map_has(apart->functions, callee) && !row)
      ARRAY_PUSH(apart->facts->arena, *calls, callee);
    else if (row && row->kind == LIBFN_FREE)
      add_release(apart, LLVMGetOperand(instruction, row->freed_argument), written);
    else
      add_other_call(apart, instruction, written);
    const FunctionList *targets = callee ? NULL : types_indirect_callees(apart->facts, instruction);
    for (size_t i = 0; targets && i < targets->functions.count; i++)
      if (map_has(apart->functions, targets->functions.items[i]))
        ARRAY_PUSH(apart->facts->arena, *calls, targets->functions.items[i]);
  } else
    written->anything = true;
}

const Written *apart_written_by(const Apart *apart, LLVMValueRef instruction) {
  Arena *arena = apart->facts->arena;
  LLVMValueRef callee = LLVMIsACallInst(instruction) || LLVMIsAInvokeInst(instruction)
                            ? call_direct_callee(instruction)
                            : NULL;
  const void *key = callee && map_has(apart->functions, callee) ? callee : instruction;
  Written *written = map_get(apart->written, key);
  if (written)
    return written;
  written = apart_written_none(arena);
  map_set(apart->written, key, written);
  ValueArray calls = {0};
  Map *seen = map_create(arena);
  apart_add_writes(apart, instruction, written, &calls);
  for (size_t i = 0; i < calls.count && !written->anything; i++) {
    if (map_has(seen, calls.items[i]))
      continue;
    map_set(seen, calls.items[i], written);
    FOR_EACH_BLOCK (block, calls.items[i])
      FOR_EACH_INSTRUCTION (inner, block)
        apart_add_writes(apart, inner, written, &calls);
  }
  return written;
}

bool apart_is_spared(const Written *written, Bytes bytes) {
  const WrittenPlaces *places = map_get(written->objects, bytes.at.object);
  bool spared = !written->anything && !(bytes.at.object->outside && written->outside);
  for (size_t i = 0; places && spared && i < places->count; i++)
    spared = bytes.size != UINT64_MAX &&
             !location_overlaps(bytes.at, bytes.size, places->items[i].at, places->items[i].size);
  return spared;
}

bool apart_is_not_released(const Written *written, const Object *object) {
  return !written->anything && !map_has(written->released, object) &&
         !(object->outside && written->outside_released);
}

bool types_keeps_off(const TypeFacts *facts, LLVMValueRef writer, LLVMValueRef pointer) {
  const Apart *apart = apart_of(facts);
  Location at;
  if (!apart || !types_locate(apart->facts, pointer, &at) || !apart_is_certain(apart, at.object))
    return false;
  const Written *written = apart_written_by(apart, writer);
  return apart_is_spared(written, (Bytes){at, UINT64_MAX}) &&
         apart_is_not_released(written, at.object);
}
