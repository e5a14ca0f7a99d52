// window: what iterations hand on to those right after them through memory, in registers.
#ifndef ADCC_WINDOW_H
#define ADCC_WINDOW_H

#include "llvm/IR/PassManager.h"

struct WindowPass : llvm::PassInfoMixin<WindowPass> {
  llvm::PreservedAnalyses run(llvm::Function &function, llvm::FunctionAnalysisManager &manager);
};

#endif
