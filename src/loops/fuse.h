// fuse: loops beside one another that walk over the same memory do so in fewer passes. Runs before
// jam.cpp, on nests in simplified form.
#ifndef ADCC_FUSE_H
#define ADCC_FUSE_H

#include "llvm/IR/PassManager.h"

struct FusePass : llvm::PassInfoMixin<FusePass> {
  llvm::PreservedAnalyses run(llvm::Function &function, llvm::FunctionAnalysisManager &manager);
};

#endif
