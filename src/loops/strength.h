// strength: recurrences of addresses, in the loops of derivatives that gain from them. Runs last.
#ifndef ADCC_STRENGTH_H
#define ADCC_STRENGTH_H

#include "llvm/Transforms/Scalar/LoopPassManager.h"

struct StrengthPass : llvm::PassInfoMixin<StrengthPass> {
  llvm::PreservedAnalyses run(llvm::Loop &loop, llvm::LoopAnalysisManager &manager,
                              llvm::LoopStandardAnalysisResults &results,
                              llvm::LPMUpdater &updater);
};

#endif
