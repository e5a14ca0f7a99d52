// rare: nests that hardly ever run become functions that are optimised for size.
#ifndef ADCC_RARE_H
#define ADCC_RARE_H

#include "llvm/IR/PassManager.h"

struct RarePass : llvm::PassInfoMixin<RarePass> {
  llvm::PreservedAnalyses run(llvm::Module &module, llvm::ModuleAnalysisManager &manager);
};

#endif
