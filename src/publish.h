/* publish: a C header of the derivatives, and objects that hold nothing else. */
#ifndef ADCC_PUBLISH_H
#define ADCC_PUBLISH_H

#include "request/declare.h"

/* Writes the prototypes to a file; false after reporting. */
bool publish_header(DiagSink *, const char *path, const NamedDerivativeArray *);
/* Every exported definition but `derivatives` (a set of functions) becomes external. */
void publish_only_derivatives(LLVMModuleRef, const Map *derivatives);

#endif
