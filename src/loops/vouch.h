// vouch: a function that LLVM's vectoriser of straight code breaks stays as it was before, and so
// do the accesses of derivatives that are better left alone (hold.h).
#ifndef ADCC_VOUCH_H
#define ADCC_VOUCH_H

#include "llvm/IR/PassManager.h"

namespace llvm {
class PassInstrumentationCallbacks;
}

// To be called before the analyses are registered. Both must outlive the passes. `derivative`: the
// attribute of functions that hold some.
void vouchForVectors(llvm::PassInstrumentationCallbacks &callbacks,
                     llvm::FunctionAnalysisManager &manager, llvm::StringRef derivative);

#endif
