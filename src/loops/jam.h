// jam: several iterations of an outer loop in one run of the loop inside it, where adjoints are
// summed. What runs before LLVM's vectoriser, beside ascend.cpp.
#ifndef ADCC_JAM_H
#define ADCC_JAM_H

#include "llvm/IR/PassManager.h"

struct JamPass : llvm::PassInfoMixin<JamPass> {
  llvm::PreservedAnalyses run(llvm::Function &function, llvm::FunctionAnalysisManager &manager);
};

#endif
