// The pass of ascend.cpp.
#ifndef ADCC_ASCEND_H
#define ADCC_ASCEND_H

#include "llvm/IR/PassManager.h"

struct AscendPass : llvm::PassInfoMixin<AscendPass> {
  llvm::PreservedAnalyses run(llvm::Function &, llvm::FunctionAnalysisManager &);
};

#endif
