/* type_text.c: text of a few letters, which is moved as a word. Some of its bytes are known only by
 * what lies all around, and that may be anything. No number, and no address, is so short that it
 * fits between those that are known to be text; where there are too few of these, the word is moved
 * as what it may be besides. */
#include "type_walk.h"

enum { WORD = 8 };

static bool may_be_text(ByteKind kind) { return kind == BYTE_CONFLICT || kind == BYTE_MIXED; }

/* Is the byte among text, whatever else it seems? */
static bool is_among_text(const TypeFacts *facts, const ByteKind *kinds, unsigned size,
                          unsigned byte) {
  enum { HALF = 2, FLOAT = 4 };
  unsigned shortest = facts->space.has_half ? HALF : FLOAT, others = 0, text = 0;
  if (!may_be_text(kinds[byte]))
    return false;
  for (unsigned i = 0; i < size; i++) {
    bool is_text = kinds[i] == BYTE_INTEGER;
    others = is_text ? 0 : others + 1;
    text += is_text;
    if (others == shortest || !(is_text || may_be_text(kinds[i])))
      return false;
  }
  return text >= size / 2;
}

/* Is there anything but text, beside what seems to be text? */
static bool is_anything(const TypeFacts *facts, const ByteKind *kinds) {
  bool any = false;
  for (unsigned i = 0; i < WORD; i++) {
    if (kinds[i] != BYTE_INTEGER && kinds[i] != BYTE_CONFLICT)
      return false;
    any |= kinds[i] == BYTE_CONFLICT && !is_among_text(facts, kinds, WORD, i);
  }
  return any;
}

ByteType text_settle(const TypeFacts *facts, const ByteKind *kinds, unsigned size, unsigned offset,
                     ByteType byte) {
  if (is_among_text(facts, kinds, size, offset))
    return (ByteType){BYTE_INTEGER, NULL, 0};
  return size == WORD && is_anything(facts, kinds) ? (ByteType){BYTE_CONFLICT, NULL, 0} : byte;
}
