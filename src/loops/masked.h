// masked: loads of some lanes stay ahead of the stores behind them.
#ifndef ADCC_MASKED_H
#define ADCC_MASKED_H

#include "llvm/IR/PassManager.h"

namespace llvm {
class PassInstrumentationCallbacks;
}

// To be called before the analyses are registered. Both must outlive the passes.
void keepMaskedLoads(llvm::PassInstrumentationCallbacks &callbacks,
                     llvm::FunctionAnalysisManager &manager);

#endif
