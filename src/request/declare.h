/* declare: derivatives asked for by name, on the command line or by annotations. */
#ifndef ADCC_DECLARE_H
#define ADCC_DECLARE_H

#include "request.h"

typedef ARRAY(const char *) WordArray;

typedef struct {
  RequestMode mode; /* FORWARD or REVERSE */
  const char *primal, *name;
  WordArray arguments; /* one marker for each parameter */
  WordArray results;   /* markers about the result */
} DeclaredRequest;

/* Reads 'loss as dloss(dup, const, out) -> active'; NULL if that is not its form. */
DeclaredRequest *declared_parse(Arena *, RequestMode, const char *text);
typedef struct {
  LLVMValueRef function;
  const char *prototype; /* in C */
  const DeclaredRequest *declared;
  LLVMValueRef primal;
} NamedDerivative;
typedef ARRAY(NamedDerivative) NamedDerivativeArray;

/* Adds to the module a function `name` that makes this request of `primal`: found by its name if it
 * is NULL. From there on it is a request like any other. Adds it to `built`, or reports and returns
 * false. */
bool declared_build(Arena *, DiagSink *, LLVMModuleRef, const DeclaredRequest *,
                    LLVMValueRef primal, NamedDerivativeArray *built);
/* Does so for every ADCC_REVERSE and ADCC_FORWARD annotation. */
bool declared_build_annotated(Arena *, DiagSink *, LLVMModuleRef, NamedDerivativeArray *built);

/* header.c: the prototype in C of a derivative with this result (NULL: none). */
const char *declared_prototype(Arena *, const DeclaredRequest *, LLVMValueRef primal,
                               LLVMTypeRef result);
/* That of its checking entry (see verify.h). */
const char *declared_check_prototype(Arena *, const DeclaredRequest *, LLVMValueRef primal);

#endif
