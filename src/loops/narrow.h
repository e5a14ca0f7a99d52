// narrow: loops over many rows of memory at once become several, over few each.
#ifndef ADCC_NARROW_H
#define ADCC_NARROW_H

#include "llvm/IR/PassManager.h"

struct NarrowPass : llvm::PassInfoMixin<NarrowPass> {
  llvm::PreservedAnalyses run(llvm::Function &function, llvm::FunctionAnalysisManager &manager);
};

#endif
