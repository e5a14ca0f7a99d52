// ascend: loops that run downwards in memory, turned round.
#ifndef ADCC_ASCEND_H
#define ADCC_ASCEND_H

#include "llvm/Analysis/AliasAnalysis.h"
#include "llvm/Analysis/AssumptionCache.h"
#include "llvm/Analysis/LoopAccessAnalysis.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/Analysis/ScalarEvolution.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/PassManager.h"

struct AscendPass : llvm::PassInfoMixin<AscendPass> {
  llvm::PreservedAnalyses run(llvm::Function &, llvm::FunctionAnalysisManager &);
};

// Turns one loop round, if that is better and free. May leave a copy for memory that overlaps.
bool ascend(llvm::Loop *loop, llvm::LoopInfo &loops, llvm::DominatorTree &dominators,
            llvm::ScalarEvolution &evolution, llvm::LoopAccessInfoManager &accesses,
            llvm::AAResults &aliases, llvm::AssumptionCache &assumptions);

#endif
