// far: what large functions use far from where they compute it waits in memory.
#ifndef ADCC_FAR_H
#define ADCC_FAR_H

#include "llvm/IR/PassManager.h"

struct FarPass : llvm::PassInfoMixin<FarPass> {
  llvm::PreservedAnalyses run(llvm::Function &function, llvm::FunctionAnalysisManager &manager);
};

#endif
