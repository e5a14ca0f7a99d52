// Loop nests in the order in which memory lies. The reverse sweep walks through memory as the
// primal did, but where the primal read a column to sum it up, the reverse sweep adds to one, place
// by place; and where the primal read neighbours, it adds to each in turn, every addition waiting
// for the one before. LLVM interchanges and splits no loops whose additions might meet in memory.
// Yet they commute: see nest_places.cpp for what is then free, nest_build.cpp for what comes of it.
#include "reorder.h"

#include "nest.h"

#include "llvm/IR/InstIterator.h"
#include "llvm/Transforms/Utils/PromoteMemToReg.h"

using namespace llvm;

namespace {

// The arrays of a nest lie on the stack, of which a recursive function should not take much.
bool mayRecur(Function &function) {
  if (function.doesNotRecurse())
    return false;
  SmallPtrSet<Function *, 16> seen;
  SmallVector<Function *, 8> work = {&function};
  while (!work.empty())
    for (Instruction &instruction : instructions(work.pop_back_val())) {
      auto *call = dyn_cast<CallBase>(&instruction);
      if (!call || call->isInlineAsm())
        continue;
      Function *callee = call->getCalledFunction();
      if (!callee || callee == &function)
        return true;
      if (!callee->isDeclaration() && seen.insert(callee).second)
        work.push_back(callee);
    }
  return false;
}

struct Reorderer {
  SmallPtrSet<BasicBlock *, 16> rejected; // the headers of nests that are better left alone
  SmallVector<AllocaInst *, 4> slots;     // of sums
  bool changed = false;

  bool readLowered(Loop *loop, nest::Analyses &analyses, nest::Nest &nest);
  bool reorderOne(Function &function, FunctionAnalysisManager &manager);
};

// Reads a nest whose outer loop carries sums along.
bool Reorderer::readLowered(Loop *loop, nest::Analyses &analyses, nest::Nest &nest) {
  SmallVector<AllocaInst *, 4> lowered = nest::lowerSums(loop, analyses);
  if (lowered.empty())
    return false;
  changed = true;
  if (nest::read(loop, analyses, nest)) {
    slots.append(lowered);
    return true;
  }
  nest::raiseSums(lowered, loop, analyses);
  return false;
}

// Changes one nest.
bool Reorderer::reorderOne(Function &function, FunctionAnalysisManager &manager) {
  nest::Analyses analyses = {
      manager.getResult<LoopAnalysis>(function), manager.getResult<DominatorTreeAnalysis>(function),
      manager.getResult<ScalarEvolutionAnalysis>(function), manager.getResult<AAManager>(function)};
  SmallVector<Loop *, 8> loops(analyses.loops.getLoopsInPreorder());
  for (Loop *loop : reverse(loops)) {
    if (!rejected.insert(loop->getHeader()).second)
      continue;
    nest::Nest nest;
    bool better = nest::read(loop, analyses, nest) || readLowered(loop, analyses, nest);
    if (better && ((nest.kept.empty() && nest.states.empty()) || !mayRecur(function))) {
      nest::build(nest, analyses);
      return true;
    }
  }
  return false;
}

} // namespace

PreservedAnalyses ReorderPass::run(Function &function, FunctionAnalysisManager &manager) {
  if (function.hasOptSize() || function.hasFnAttribute(Attribute::OptimizeNone))
    return PreservedAnalyses::all();
  Reorderer reorderer;
  while (reorderer.reorderOne(function, manager)) {
    reorderer.changed = true;
    manager.invalidate(function, PreservedAnalyses::none());
  }
  if (!reorderer.slots.empty())
    PromoteMemToReg(reorderer.slots, manager.getResult<DominatorTreeAnalysis>(function));
  return reorderer.changed ? PreservedAnalyses::none() : PreservedAnalyses::all();
}
