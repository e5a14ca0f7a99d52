// reciprocal: quotients by what a reciprocal is known of become products. Runs ahead of LLVM's
// vectoriser.
#ifndef ADCC_RECIPROCAL_H
#define ADCC_RECIPROCAL_H

#include "llvm/IR/PassManager.h"

struct ReciprocalPass : llvm::PassInfoMixin<ReciprocalPass> {
  llvm::PreservedAnalyses run(llvm::Function &function, llvm::FunctionAnalysisManager &manager);
};

#endif
