// reload: what LLVM hands from one iteration to the next, loaded again where memory has it.
#ifndef ADCC_RELOAD_H
#define ADCC_RELOAD_H

#include "llvm/ADT/SmallVector.h"
#include "llvm/Analysis/AliasAnalysis.h"
#include "llvm/Analysis/AssumptionCache.h"
#include "llvm/Analysis/LoopAccessAnalysis.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/Analysis/ScalarEvolution.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/ValueHandle.h"

// The loads that have taken the places of such values in a loop. They stay unless they are undone.
class Reloads {
public:
  // Loads all of them again; nothing is changed in a loop of more than one block.
  Reloads(llvm::Loop *loop, llvm::LoopInfo &loops, llvm::DominatorTree &dominators,
          llvm::ScalarEvolution &evolution, llvm::AAResults &aliases,
          llvm::AssumptionCache &assumptions);
  bool any() const { return !done.empty(); }
  // Of the loop as it is now. A manager that has been asked before keeps its answer, also where it
  // is told to forget: it forgets but what it has run-time checks of.
  llvm::LoopAccessInfoManager &accesses() { return fresh; }
  // Hands the values on as before.
  void undo();

private:
  struct Reload {
    llvm::LoadInst *load;
    // In the first iteration, and for the one that follows; they may be loaded again themselves.
    llvm::TrackingVH<llvm::Value> first, next;
  };

  llvm::Loop *loop;
  llvm::ScalarEvolution &evolution;
  llvm::LoopAccessInfoManager fresh;
  llvm::SmallVector<Reload, 4> done;

  bool reload(llvm::PHINode &phi, llvm::BatchAAResults &aliases);
};

#endif
