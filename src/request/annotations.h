#ifndef ADCC_REQUEST_ANNOTATIONS_H
#define ADCC_REQUEST_ANNOTATIONS_H

#include "request.h"

typedef struct {
  LLVMValueRef on; /* a function or a global variable */
  const char *text;
} Annotation;
typedef ARRAY(Annotation) AnnotationArray;

AnnotationArray annotations_read(Arena *, LLVMModuleRef module);
/* Those that name an attribute ("enzyme_inactive", "adcc_math=sin") become that attribute of the
 * function, or metadata of that kind of the global, which holds the value, if any. */
void annotations_apply(Arena *, DiagSink *, LLVMModuleRef module);
/* What clang makes of an annotated variable or field is a call of an intrinsic on its address: the
 * name of the attribute, and its value; "" if it is none of adcc's. NULL for other calls. */
const char *annotation_of_call(Arena *, LLVMValueRef call, const char **value);

#endif
