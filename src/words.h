/* words: memory that holds a number at one time and a pointer at another. */
#ifndef ADCC_WORDS_H
#define ADCC_WORDS_H

#include "analysis/analysis.h"

/* Where such a word is only moved, it moves as an integer, not as a pointer; true if that changed
 * any of `functions` (the keys of a map). Those in which addresses may be among numbers that move
 * several at a time are added to `with_vectors`: they are to be scalarised. The control flow stays.
 */
bool words_expose(Arena *, const TypeFacts *, const Map *functions, ValueArray *with_vectors);
/* Numbers that move as those of another type do so as words; true if there were any. The control
 * flow stays. */
bool words_move_numbers(Arena *, const TypeFacts *, LLVMModuleRef, const Map *functions);
/* Where a function, but for those `kept`, takes such a word by value, it takes it by its address,
 * and gets an entry in `spilled`: what it was copied from cannot be called in its place any more.
 * True if there was any. The control flow stays. */
bool words_spill(const TypeFacts *, const Map *functions, const Map *kept, Map *spilled);

/* May numbers lie there at one time, and addresses at another? */
bool word_may_be_several(ByteType);
/* untold.c: by the numbers of objects, those in which addresses are that no access declares. */
const bool *words_find_untold(Arena *, const TypeFacts *, const Map *functions);
bool word_is_copy(LLVMValueRef call); /* memcpy or memmove */

#endif
