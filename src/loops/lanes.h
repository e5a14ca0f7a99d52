// lanes: numbers that a loop carries beside the vector whose first lane they are.
#ifndef ADCC_LANES_H
#define ADCC_LANES_H

#include "llvm/IR/PassManager.h"

struct LanesPass : llvm::PassInfoMixin<LanesPass> {
  llvm::PreservedAnalyses run(llvm::Function &function, llvm::FunctionAnalysisManager &manager);
};

#endif
