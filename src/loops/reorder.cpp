// Loop nests in the order in which memory lies. The reverse sweep walks through memory as the
// primal did, but where the primal read a column to sum it up, the reverse sweep adds to one, place
// by place; and where the primal read neighbours, it adds to each in turn, every addition waiting
// for the one before. LLVM interchanges and splits no loops whose additions might meet in memory.
// Yet they commute: see nest_places.cpp for what is then free, nest_build.cpp for what comes of it.
#include "reorder.h"

#include "nest.h"

#include "llvm/IR/InstIterator.h"

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

// Changes one nest; `rejected`: the headers of those that are better left alone.
bool reorderOne(Function &function, FunctionAnalysisManager &manager,
                SmallPtrSetImpl<BasicBlock *> &rejected) {
  nest::Analyses analyses = {
      manager.getResult<LoopAnalysis>(function), manager.getResult<DominatorTreeAnalysis>(function),
      manager.getResult<ScalarEvolutionAnalysis>(function), manager.getResult<AAManager>(function)};
  SmallVector<Loop *, 8> loops(analyses.loops.getLoopsInPreorder());
  for (Loop *loop : reverse(loops)) {
    if (!rejected.insert(loop->getHeader()).second)
      continue;
    nest::Nest nest;
    bool better = nest::read(loop, analyses, nest);
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
  bool changed = false;
  SmallPtrSet<BasicBlock *, 16> rejected;
  while (reorderOne(function, manager, rejected)) {
    changed = true;
    manager.invalidate(function, PreservedAnalyses::none());
  }
  return changed ? PreservedAnalyses::none() : PreservedAnalyses::all();
}
