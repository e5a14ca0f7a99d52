// peel: the first and last iterations of loops apart, where they differ from the others.
#ifndef ADCC_PEEL_H
#define ADCC_PEEL_H

#include "llvm/IR/PassManager.h"

struct PeelPass : llvm::PassInfoMixin<PeelPass> {
  llvm::PreservedAnalyses run(llvm::Function &function, llvm::FunctionAnalysisManager &manager);
};

#endif
