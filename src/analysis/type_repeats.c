/* type_repeats.c: does what a block operation moves repeat? It is looked at byte by byte, and asked
 * for each derivative of a function, in both sweeps: the answers are kept. */
#include "type_walk.h"

typedef struct {
  uint64_t period, bytes;
  bool repeats;
} Repetition;

/* Of a number or an address, one byte of each half speaks for that half: the bytes behind it. */
static uint64_t rest_of_half(const TypeFacts *facts, ByteType byte) {
  enum { HALF = sizeof(double) / 2 };
  if ((byte.kind != BYTE_FLOAT && byte.kind != BYTE_POINTER) || byte.offset % HALF != 0)
    return 0;
  uint64_t size = byte.kind == BYTE_POINTER ? LLVMPointerSize(facts->layout)
                                            : LLVMStoreSizeOfType(facts->layout, byte.type);
  uint64_t left = size - byte.offset;
  return (left < HALF ? left : HALF) - 1;
}

static bool find_repeats(const TypeFacts *facts, LLVMValueRef block, uint64_t period,
                         uint64_t bytes) {
  ByteType *first = ARENA_ARRAY(facts->arena, ByteType, period);
  for (uint64_t at = 0; at < period; at++)
    first[at] = types_of_access(facts, block, at);
  for (uint64_t at = period; at < bytes; at++) {
    ByteType byte = types_of_access(facts, block, at), before = first[at % period];
    if (byte.kind == BYTE_UNKNOWN || before.kind == BYTE_UNKNOWN)
      continue;
    bool same = byte.type == before.type && byte.offset == before.offset;
    if (byte.kind != before.kind || (byte.kind != BYTE_INTEGER && !same))
      return false;
    at += rest_of_half(facts, byte);
  }
  return true;
}

bool types_repeats(const TypeFacts *facts, LLVMValueRef block, uint64_t period, uint64_t bytes) {
  Repetition *known = map_get(facts->repeats, block);
  if (known && known->period == period && known->bytes == bytes)
    return known->repeats;
  Repetition *answer = ARENA_NEW(facts->arena, Repetition);
  *answer = (Repetition){period, bytes, find_repeats(facts, block, period, bytes)};
  map_set(facts->repeats, block, answer);
  return answer->repeats;
}
