// winner: the first place of a maximum is looked for when the maximum is known.
#ifndef ADCC_WINNER_H
#define ADCC_WINNER_H

#include "llvm/IR/PassManager.h"

struct WinnerPass : llvm::PassInfoMixin<WinnerPass> {
  llvm::PreservedAnalyses run(llvm::Function &function, llvm::FunctionAnalysisManager &manager);
};

#endif
