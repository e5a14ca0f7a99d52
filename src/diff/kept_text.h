/* kept_text: text that the library keeps, in strings and in streams in memory. */
#ifndef ADCC_KEPT_TEXT_H
#define ADCC_KEPT_TEXT_H

#include "diff.h"

/* What a module has of it. */
typedef struct {
  ValueArray keepers; /* texts, and streams that are written to */
  ValueArray streams; /* in memory, and not in files */
} KeptText;

KeptText *kept_text_find(const Deriver *);
bool kept_text_is_in_memory(const TypeFacts *, const KeptText *, LLVMValueRef stream);
/* Does the pointer lead into such a text, on some path? */
bool kept_text_leads_into(const TypeFacts *, const KeptText *, LLVMValueRef pointer);

#endif
