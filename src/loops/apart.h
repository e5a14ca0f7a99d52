// apart: the nests of a very large function become functions. Runs once for a module, ahead of the
// passes over loops.
#ifndef ADCC_APART_H
#define ADCC_APART_H

#include "llvm/IR/PassManager.h"

struct ApartPass : llvm::PassInfoMixin<ApartPass> {
  llvm::PreservedAnalyses run(llvm::Module &module, llvm::ModuleAnalysisManager &manager);
};

#endif
