/* kept_text: text that the library keeps, in strings and in streams in memory. */
#ifndef ADCC_KEPT_TEXT_H
#define ADCC_KEPT_TEXT_H

#include "diff.h"

/* What a module has of it. */
typedef struct KeptText {
  ValueArray *keepers; /* texts, and streams that are written to, by the number of their object */
  ValueArray streams;  /* in memory, and not in files */
} KeptText;

const KeptText *kept_text_find(Deriver *);
bool kept_text_is_in_memory(const TypeFacts *, const KeptText *, LLVMValueRef stream);
/* Does the pointer lead into such a text, on some path? */
bool kept_text_leads_into(const TypeFacts *, const KeptText *, LLVMValueRef pointer);

#endif
