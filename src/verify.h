/* verify: checking entries beside derivatives (--verify).
 *
 * Beside a derivative NAME stands NAME__check, which takes what the primal takes, and behind each
 * pointer that is dup the number of bytes there. It compares the reverse derivative, the forward
 * derivative and differences of the primal at these inputs, along one direction, and returns how
 * far they are apart relative to the derivative; the inputs stay as they are. */
#ifndef ADCC_VERIFY_H
#define ADCC_VERIFY_H

#include "analysis/analysis.h"
#include "request/declare.h"

/* Builds the entry with the requests that it makes; NULL after reporting. */
LLVMValueRef verify_build(Arena *, DiagSink *, LLVMModuleRef, const TypeFacts *,
                          const NamedDerivative *);

#endif
