// Code that never runs in the same call, since one condition that holds throughout the call leads
// to one and its opposite to the other. LLVM takes such conditions out of loops, and then what a
// nest does for n > 0 stands beside what is left of it for n <= 0.
#include "bridge_analyses.h"

#include "llvm/Analysis/ValueTracking.h"

using namespace llvm;

namespace {

using Fact = BridgeAnalyses::Fact;

// Is it computed once in a call?
bool isFixed(BridgeAnalyses &analyses, Value *value) {
  auto *instruction = dyn_cast<Instruction>(value);
  return !instruction || !analyses.mayReach(instruction->getParent(), instruction->getParent());
}

// What holds wherever the block is run.
BridgeAnalyses::Facts findFacts(BridgeAnalyses &analyses, BasicBlock *block) {
  enum { MOST_FACTS = 16 };
  BridgeAnalyses::Facts facts;
  DominatorTree &dominators = analyses.dominators();
  for (auto *node = dominators.getNode(block); node && facts.size() < MOST_FACTS;
       node = node->getIDom()) {
    BasicBlock *from = node->getBlock()->getSinglePredecessor();
    auto *branch = from ? dyn_cast<BranchInst>(from->getTerminator()) : nullptr;
    if (branch && branch->isConditional() && branch->getSuccessor(0) != branch->getSuccessor(1) &&
        isFixed(analyses, branch->getCondition()))
      facts.push_back({branch->getCondition(), branch->getSuccessor(0) == node->getBlock()});
  }
  return facts;
}

BridgeAnalyses::Facts factsOf(BridgeAnalyses &analyses, BasicBlock *block) {
  return analyses.factsOf(block, [&] { return findFacts(analyses, block); });
}

} // namespace

bool bridge_exclude_each_other(BridgeAnalysesRef analyses, LLVMValueRef a, LLVMValueRef b) {
  BasicBlock *first = unwrapInstruction(a)->getParent(),
             *second = unwrapInstruction(b)->getParent();
  if (first == second)
    return false;
  return analyses->excludes(first, second, [&] {
    const DataLayout &layout = analyses->function.getDataLayout();
    BridgeAnalyses::Facts others = factsOf(*analyses, second);
    if (others.empty())
      return false;
    for (const Fact &fact : factsOf(*analyses, first))
      for (const Fact &other : others)
        if (isImpliedCondition(fact.condition, other.condition, layout, fact.holds) == !other.holds)
          return true;
    return false;
  });
}
