// settle: stores of what the iteration before loaded wait for the load of this one.
#ifndef ADCC_SETTLE_H
#define ADCC_SETTLE_H

#include "llvm/IR/PassManager.h"

struct SettlePass : llvm::PassInfoMixin<SettlePass> {
  llvm::PreservedAnalyses run(llvm::Function &function, llvm::FunctionAnalysisManager &manager);
};

#endif
