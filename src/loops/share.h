// share: loop nests that are alike become one function. Runs once for a module, ahead of the passes
// over loops.
#ifndef ADCC_SHARE_H
#define ADCC_SHARE_H

#include "llvm/IR/PassManager.h"

struct SharePass : llvm::PassInfoMixin<SharePass> {
  llvm::PreservedAnalyses run(llvm::Module &module, llvm::ModuleAnalysisManager &manager);
};

#endif
