// The pass of reorder.cpp.
#ifndef ADCC_REORDER_H
#define ADCC_REORDER_H

#include "llvm/IR/PassManager.h"

struct ReorderPass : llvm::PassInfoMixin<ReorderPass> {
  llvm::PreservedAnalyses run(llvm::Function &, llvm::FunctionAnalysisManager &);
};

#endif
