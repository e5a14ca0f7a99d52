// chain: what an iteration waits for from the one before comes in as late as it can.
#ifndef ADCC_CHAIN_H
#define ADCC_CHAIN_H

#include "llvm/IR/PassManager.h"

struct ChainPass : llvm::PassInfoMixin<ChainPass> {
  llvm::PreservedAnalyses run(llvm::Function &function, llvm::FunctionAnalysisManager &manager);
};

#endif
