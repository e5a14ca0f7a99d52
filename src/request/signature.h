/* signature: how the functions of a user's rule take what they take. */
#ifndef ADCC_SIGNATURE_H
#define ADCC_SIGNATURE_H

#include "registrations.h"

/* What a function of a rule takes besides the parameters of the primal. */
typedef struct {
  const char *role; /* in messages: "gradient", … */
  bool forward;     /* floating point has a tangent */
  bool seed;
  bool tape;
} RuleShape;

enum { SIGNATURE_MOST_TAPE_PARAMETERS = 4 }; /* no C passes a structure in more registers */

CustomFunction signature_describe(LLVMValueRef function);
/* Do the parameters follow the shape? NULL, and in `custom` how they do, with the index behind
 * those of the primal in `rest`; or what is wrong. */
const char *signature_match(Arena *, LLVMValueRef primal, CustomFunction *custom,
                            const RuleShape *shape, unsigned *rest);

LLVMTypeRef signature_parameter(LLVMValueRef function, unsigned index); /* NULL: there is none */
bool signature_is_floating(LLVMTypeRef); /* numbers, and no pointers */
/* Where both have a number, as they lie in memory, is it of one type? */
bool signature_numbers_agree(LLVMTargetDataRef, LLVMTypeRef one, LLVMTypeRef other);
const char *signature_type_text(Arena *, LLVMTypeRef);

#endif
