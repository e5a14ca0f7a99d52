/* type_text.c: text of a few letters, which is moved as a word. Some of its bytes are known only by
 * what lies all around, and that may be anything; but no number, and no address, is so short that
 * it fits between those that are known to be text. */
#include "type_walk.h"

bool text_surrounds(const TypeFacts *facts, const ByteKind *kinds, unsigned byte) {
  enum { WORD = 8, HALF = 2, FLOAT = 4 };
  unsigned shortest = facts->space.has_half ? HALF : FLOAT, others = 0, text = 0;
  if (kinds[byte] != BYTE_CONFLICT)
    return false;
  for (unsigned i = 0; i < WORD; i++) {
    bool is_text = kinds[i] == BYTE_INTEGER;
    others = is_text ? 0 : others + 1;
    text += is_text;
    if (others == shortest || !(is_text || kinds[i] == BYTE_CONFLICT))
      return false;
  }
  return text >= WORD / 2;
}
