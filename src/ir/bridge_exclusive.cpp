// Code that never runs in the same call, since one condition that holds throughout the call leads
// to one and its opposite to the other. LLVM takes such conditions out of loops, and then what a
// nest does for n > 0 stands beside what is left of it for n <= 0.
#include "bridge_analyses.h"

#include "llvm/Analysis/ValueTracking.h"

using namespace llvm;

namespace {

struct Fact {
  Value *condition;
  bool holds;
};

// Is it computed once in a call?
bool isFixed(BridgeAnalyses &analyses, Value *value) {
  auto *instruction = dyn_cast<Instruction>(value);
  return !instruction || !analyses.mayReach(instruction->getParent(), instruction->getParent());
}

// What holds wherever the block is run.
SmallVector<Fact, 8> factsOf(BridgeAnalyses &analyses, BasicBlock *block) {
  enum { MOST_FACTS = 16 };
  SmallVector<Fact, 8> facts;
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

} // namespace

bool bridge_exclude_each_other(BridgeAnalysesRef analyses, LLVMValueRef a, LLVMValueRef b) {
  BasicBlock *first = unwrapInstruction(a)->getParent(),
             *second = unwrapInstruction(b)->getParent();
  if (first == second)
    return false;
  return analyses->excludes(first, second, [&] {
    const DataLayout &layout = analyses->function.getDataLayout();
    SmallVector<Fact, 8> others = factsOf(*analyses, second);
    for (const Fact &fact : others.empty() ? SmallVector<Fact, 8>() : factsOf(*analyses, first))
      for (const Fact &other : others)
        if (isImpliedCondition(fact.condition, other.condition, layout, fact.holds) == !other.holds)
          return true;
    return false;
  });
}
