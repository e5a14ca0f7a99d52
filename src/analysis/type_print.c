/* type_print.c: --dump=types: the kind of every byte, of values and of memory. */
#include "object.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static char byte_letter(ByteType byte) {
  switch (byte.kind) {
  case BYTE_UNKNOWN:
    return '.';
  case BYTE_INTEGER:
    return 'i';
  case BYTE_POINTER:
    return 'p';
  case BYTE_MIXED:
    return 'm';
  case BYTE_CONFLICT:
    return '!';
  case BYTE_FLOAT:
    break;
  }
  LLVMTypeKind kind = LLVMGetTypeKind(byte.type);
  return kind == LLVMFloatTypeKind ? 'f' : kind == LLVMDoubleTypeKind ? 'd' : 'x';
}

static void print_value(const TypeFacts *facts, LLVMValueRef value) {
  const Register *cells = types_register(facts, value);
  if (!cells)
    return;
  size_t length;
  const char *name = LLVMGetValueName2(value, &length);
  char *text = length ? NULL : LLVMPrintValueToString(value);
  fprintf(stderr, "  %.*s: ", length ? (int)length : 60, length ? name : text);
  if (text)
    LLVMDisposeMessage(text);
  for (unsigned i = 0; i < cells->size; i++)
    fputc(byte_letter(types_of_value(facts, value, i)), stderr);
  Location target;
  if (types_value_target(facts, value, 0, &target))
    fprintf(stderr, " -> #%u+%lld mod %llu", target.object->id, (long long)target.offset,
            (unsigned long long)target.stride);
  fputc('\n', stderr);
}

static int compare_slots(const void *left, const void *right) {
  const Slot *a = left, *b = right;
  if (a->stride != b->stride)
    return a->stride < b->stride ? -1 : 1;
  return a->offset < b->offset ? -1 : a->offset > b->offset;
}

/* Consecutive bytes as one word: "#3: 0:dddddddd 16:pppppppp->#4 [mod 8] 0:dddddddd". */
static void print_object(const TypeFacts *facts, Object *object) {
  fprintf(stderr, "  #%u:", object->id);
  Slot *slots = ARENA_ARRAY(facts->arena, Slot, object->slots.count);
  memcpy(slots, object->slots.items, sizeof *slots * object->slots.count);
  qsort(slots, object->slots.count, sizeof *slots, compare_slots);
  for (size_t i = 0; i < object->slots.count; i++) {
    const Slot *slot = &slots[i];
    bool same_pattern = i > 0 && slots[i - 1].stride == slot->stride;
    bool target = cell_has_target(slot->cell);
    if (!same_pattern && slot->stride)
      fprintf(stderr, " [mod %llu]", (unsigned long long)slot->stride);
    if (!same_pattern || slots[i - 1].offset + 1 != slot->offset || target)
      fprintf(stderr, " %lld:", (long long)slot->offset);
    if (target)
      fprintf(stderr, "(->#%u)", location_root(cell_find(slot->cell)->link).object->id);
    fputc(byte_letter(types_at(facts, (Location){object, slot->offset, slot->stride}, 0)), stderr);
  }
  fputc('\n', stderr);
}

void types_print(const TypeFacts *facts, LLVMValueRef function) {
  size_t length;
  const char *name = LLVMGetValueName2(function, &length);
  fprintf(stderr, "types of %.*s\n", (int)length, name);
  for (unsigned i = 0; i < LLVMCountParams(function); i++)
    print_value(facts, LLVMGetParam(function, i));
  FOR_EACH_BLOCK (block, function)
    FOR_EACH_INSTRUCTION (instruction, block)
      print_value(facts, instruction);
  for (size_t i = 0; i < facts->space.objects.count; i++)
    if (!facts->space.objects.items[i]->parent && facts->space.objects.items[i]->slots.count)
      print_object(facts, facts->space.objects.items[i]);
}
