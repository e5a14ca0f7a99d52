// within: what an iteration has itself loaded or stored is not loaded again, and what it stores
// over is not stored, where the guards of its loop tell that the accesses between are elsewhere.
// Runs ahead of LLVM's vectoriser.
#ifndef ADCC_WITHIN_H
#define ADCC_WITHIN_H

#include "llvm/IR/PassManager.h"

struct WithinPass : llvm::PassInfoMixin<WithinPass> {
  llvm::PreservedAnalyses run(llvm::Function &function, llvm::FunctionAnalysisManager &manager);
};

#endif
