// deep: addresses in deep nests, as steps of few loops at a time.
#ifndef ADCC_DEEP_H
#define ADCC_DEEP_H

#include "llvm/IR/PassManager.h"

struct DeepPass : llvm::PassInfoMixin<DeepPass> {
  llvm::PreservedAnalyses run(llvm::Function &function, llvm::FunctionAnalysisManager &manager);
};

#endif
