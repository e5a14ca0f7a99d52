// split: the iteration that comes to a place which all others use, apart from those.
#ifndef ADCC_SPLIT_H
#define ADCC_SPLIT_H

#include "llvm/IR/PassManager.h"

struct SplitPass : llvm::PassInfoMixin<SplitPass> {
  llvm::PreservedAnalyses run(llvm::Function &function, llvm::FunctionAnalysisManager &manager);
};

#endif
