/* registrations: the rules that users add by globals, `void *__adcc_register_gradient_f[] = {…}`.
 */
#ifndef ADCC_REGISTRATIONS_H
#define ADCC_REGISTRATIONS_H

#include "../ir/ir.h"

/* A function of the user's that takes part in a rule, and how C passes what it takes and returns.
 */
typedef struct {
  LLVMValueRef function; /* NULL: none registered */
  LLVMTypeRef result;    /* with a hidden result parameter: what that points to */
  bool has_sret;
  bool shadows_integers; /* integers, too, are followed by a shadow */
  /* By parameter of the primal: is it the first of two that are parts of one structure? Both of its
   * shadow's follow them. */
  const bool *structures;
  bool seed_in_parts; /* of a structure: a parameter for each member */
} CustomFunction;

/* Two functions, or none: one beside the primal, and one that takes what that hands on. */
typedef struct {
  CustomFunction augmented, second;
  LLVMTypeRef tape;       /* NULL: nothing is handed on */
  bool tape_by_reference; /* the second takes it as a `byval` copy in memory */
  bool tape_in_parts;     /* … or each member of it as a parameter of its own */
} CustomPair;

typedef struct {
  LLVMValueRef primal;
  CustomPair gradient; /* reverse mode */
  CustomPair split;    /* fwdsplit */
  CustomFunction forward;
} Registration;

typedef struct Registrations Registrations;

/* Reads and checks every registration. Those that only classify a function (inactive, like a named
 * one, allocating) become attributes of it, which the analyses read. NULL after reporting. */
Registrations *registrations_read(Arena *, DiagSink *, LLVMModuleRef);
/* The derivatives registered for a function, or NULL. */
const Registration *registration_of(const Registrations *, LLVMValueRef function);
/* What the user's functions return, before C's way of passing it; NULL: nothing. */
LLVMTypeRef registration_augmented_result(const Registration *, const CustomPair *);
LLVMTypeRef registration_gradient_result(Arena *, const Registration *);
/* Deletes the globals: nothing reads them at run time. */
void registrations_remove(LLVMModuleRef);

#endif
