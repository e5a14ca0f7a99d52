// gather: what neighbouring iterations add to one place is added there at once.
#ifndef ADCC_GATHER_H
#define ADCC_GATHER_H

#include "llvm/IR/PassManager.h"

struct GatherPass : llvm::PassInfoMixin<GatherPass> {
  llvm::PreservedAnalyses run(llvm::Function &function, llvm::FunctionAnalysisManager &manager);
};

#endif
