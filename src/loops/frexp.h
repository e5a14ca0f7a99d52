// frexp: of vectors, number by number.
#ifndef ADCC_FREXP_H
#define ADCC_FREXP_H

#include "llvm/IR/PassManager.h"

struct FrexpPass : llvm::PassInfoMixin<FrexpPass> {
  llvm::PreservedAnalyses run(llvm::Function &function, llvm::FunctionAnalysisManager &manager);
};

#endif
