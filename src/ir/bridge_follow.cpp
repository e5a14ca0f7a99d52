// Accesses that go over the places of others once more: of two loops that walk through an array in
// the same way, one behind the other, the second comes to each place that the first came to
// (bridge_follows), or only to places that the first came to (bridge_repeats).
#include "bridge_analyses.h"

#include "llvm/Analysis/ScalarEvolutionExpressions.h"

using namespace llvm;

namespace {

// Compares expressions of the first walk with those of the second, loop for loop.
class Correspondence {
public:
  Correspondence(ArrayRef<const Loop *> loops, ArrayRef<const Loop *> loopsBehind)
      : loops(loops), loopsBehind(loopsBehind) {}

  bool areSame(const SCEV *first, const SCEV *second) const {
    if (first == second)
      return loops.empty() || !isDefinedWithin(first, loops[0]);
    if (first->getSCEVType() != second->getSCEVType() || first->getType() != second->getType() ||
        first->operands().size() != second->operands().size() || first->operands().empty())
      return false;
    if (auto *recurrence = dyn_cast<SCEVAddRecExpr>(first)) {
      const auto *place = find(loops, recurrence->getLoop());
      if (place == loops.end() ||
          loopsBehind[place - loops.begin()] != cast<SCEVAddRecExpr>(second)->getLoop())
        return false;
    }
    return all_of(zip(first->operands(), second->operands()),
                  [&](auto parts) { return areSame(std::get<0>(parts), std::get<1>(parts)); });
  }

private:
  ArrayRef<const Loop *> loops, loopsBehind;

  // What the first walk computes is another value behind it.
  static bool isDefinedWithin(const SCEV *expression, const Loop *loop) {
    return SCEVExprContains(expression, [&](const SCEV *part) {
      if (auto *recurrence = dyn_cast<SCEVAddRecExpr>(part))
        return loop->contains(recurrence->getLoop());
      auto *unknown = dyn_cast<SCEVUnknown>(part);
      auto *instruction = unknown ? dyn_cast<Instruction>(unknown->getValue()) : nullptr;
      return instruction && loop->contains(instruction);
    });
  }
};

// The loops around a block and within `common`, from the outermost inwards.
SmallVector<const Loop *, 4> loopsWithin(const Loop *common, const Loop *innermost) {
  SmallVector<const Loop *, 4> loops;
  for (const Loop *loop = innermost; loop != common; loop = loop->getParentLoop())
    loops.insert(loops.begin(), loop);
  return loops;
}

// Does each iteration of the loop, the last one too, come to the block?
bool isInEachIteration(const DominatorTree &dominators, const Loop *loop, const BasicBlock *block) {
  SmallVector<BasicBlock *, 4> exiting;
  loop->getExitingBlocks(exiting);
  return !exiting.empty() && loop->getLoopLatch() &&
         all_of(exiting, [&](BasicBlock *end) { return dominators.dominates(block, end); });
}

// Ways within one iteration of a loop, or of the function if `common` is null.
class Ways {
public:
  Ways(BridgeAnalyses &analyses, const Loop *common) : analyses(analyses), common(common) {}

  // Does control come from an instruction to the entry of a block behind it on every way, before
  // the loop goes on or is left?
  bool alwaysComeTo(const Instruction *from, const BasicBlock *to) {
    SmallPtrSet<const BasicBlock *, 16> seen;
    SmallVector<const BasicBlock *, 16> work{from->getParent()};
    while (!work.empty()) {
      const Instruction *end = work.pop_back_val()->getTerminator();
      if (end->getNumSuccessors() == 0 && !isa<UnreachableInst>(end))
        return false;
      for (const BasicBlock *next : successors(end)) {
        if (next == to || isExcluded(from, end, next))
          continue;
        if (common && (next == common->getHeader() || !common->contains(next)))
          return false;
        if (seen.insert(next).second)
          work.push_back(next);
      }
    }
    return true;
  }

  // Has control that comes to the header of a loop been through another one? Where a test stands
  // before that, as of the number of its iterations, what holds at the header must answer it.
  bool alwaysCameThrough(const Loop *first, const BasicBlock *header) {
    const DominatorTree &dominators = analyses.dominators();
    if (dominators.dominates(first->getHeader(), header))
      return true;
    const BasicBlock *entry = first->getLoopPreheader();
    const BasicBlock *fork = entry ? entry->getSinglePredecessor() : nullptr;
    for (; fork && fork->getSingleSuccessor(); fork = entry->getSinglePredecessor())
      entry = fork;
    auto *branch = fork ? dyn_cast<BranchInst>(fork->getTerminator()) : nullptr;
    auto *comparison = branch ? dyn_cast<ICmpInst>(branch->getCondition()) : nullptr;
    if (!comparison || branch->getSuccessor(0) == branch->getSuccessor(1) ||
        !dominators.dominates(fork, header) || (common && !common->contains(fork)))
      return false;
    ScalarEvolution &evolution = analyses.evolution();
    const SCEV *left = evolution.getSCEV(comparison->getOperand(0));
    const SCEV *right = evolution.getSCEV(comparison->getOperand(1));
    return isFixed(left, branch) && isFixed(right, branch) &&
           evolution.isKnownPredicateAt(branch->getSuccessor(0) == entry
                                            ? comparison->getPredicate()
                                            : comparison->getInversePredicate(),
                                        left, right, &header->front());
  }

private:
  BridgeAnalyses &analyses;
  const Loop *common;

  // Is the branch known not to be taken, from what holds where control comes from? So is the one
  // past a loop of as many iterations as the loop that it comes from.
  bool isExcluded(const Instruction *from, const Instruction *end, const BasicBlock *next) {
    auto *branch = dyn_cast<BranchInst>(end);
    if (!branch || !branch->isConditional() || branch->getSuccessor(0) == branch->getSuccessor(1))
      return false;
    bool ifTrue = branch->getSuccessor(0) == next;
    if (auto *known = dyn_cast<ConstantInt>(branch->getCondition()))
      return known->isOne() != ifTrue;
    auto *comparison = dyn_cast<ICmpInst>(branch->getCondition());
    if (!comparison)
      return false;
    ScalarEvolution &evolution = analyses.evolution();
    const SCEV *left = evolution.getSCEV(comparison->getOperand(0));
    const SCEV *right = evolution.getSCEV(comparison->getOperand(1));
    if (!isFixed(left, from) || !isFixed(right, from))
      return false;
    CmpInst::Predicate away =
        ifTrue ? comparison->getInversePredicate() : comparison->getPredicate();
    return evolution.isKnownPredicateAt(away, left, right, from);
  }

  // Is it the same throughout the iteration, and known already?
  bool isFixed(const SCEV *expression, const Instruction *from) {
    return !SCEVExprContains(expression, [&](const SCEV *part) {
      if (auto *recurrence = dyn_cast<SCEVAddRecExpr>(part))
        return !common || !recurrence->getLoop()->contains(common);
      auto *unknown = dyn_cast<SCEVUnknown>(part);
      auto *value = unknown ? dyn_cast<Instruction>(unknown->getValue()) : nullptr;
      if (!value)
        return false;
      const Loop *loop = analyses.loops().getLoopFor(value->getParent());
      return !analyses.dominators().dominates(value, from) ||
             (loop && (!common || !loop->contains(common)));
    });
  }
};

// Two walks, one behind the other, and the innermost loop around both.
struct Walks {
  const Instruction *before, *behind;
  const Loop *common;
  SmallVector<const Loop *, 4> loops, loopsBehind;

  Walks(BridgeAnalyses &analyses, LLVMValueRef first, LLVMValueRef second)
      : before(unwrapInstruction(first)), behind(unwrapInstruction(second)) {
    const Loop *inner = analyses.loops().getLoopFor(before->getParent());
    for (common = inner; common && !common->contains(behind);)
      common = common->getParentLoop();
    loops = loopsWithin(common, inner);
    loopsBehind = loopsWithin(common, analyses.loops().getLoopFor(behind->getParent()));
  }

  // Are they of the same iterations, each of which comes to the access of the walk that `complete`
  // are the loops of, and to the same places in the same iterations?
  bool areAlike(BridgeAnalyses &analyses, ArrayRef<const Loop *> complete,
                const Instruction *access) const {
    ScalarEvolution &evolution = analyses.evolution();
    Correspondence correspondence(loops, loopsBehind);
    for (size_t i = 0; i < loops.size(); i++) {
      const BasicBlock *within =
          i + 1 < loops.size() ? complete[i + 1]->getHeader() : access->getParent();
      const SCEV *count = evolution.getBackedgeTakenCount(loops[i]);
      if (isa<SCEVCouldNotCompute>(count) ||
          !correspondence.areSame(count, evolution.getBackedgeTakenCount(loopsBehind[i])) ||
          !isInEachIteration(analyses.dominators(), complete[i], within))
        return false;
    }
    auto place = [&](const Instruction *of) {
      return evolution.getSCEV(const_cast<Value *>(getLoadStorePointerOperand(of)));
    };
    return correspondence.areSame(place(before), place(behind));
  }
};

} // namespace

bool bridge_follows(BridgeAnalysesRef analyses, LLVMValueRef first, LLVMValueRef second) {
  Walks walks(*analyses, first, second);
  if (walks.loops.size() != walks.loopsBehind.size())
    return false;
  const Instruction *before = walks.before, *behind = walks.behind;
  const BasicBlock *reached =
      walks.loops.empty() ? behind->getParent() : walks.loopsBehind[0]->getHeader();
  bool inOrder = before->getParent() == behind->getParent() && before->comesBefore(behind);
  if (!inOrder && !Ways(*analyses, walks.common).alwaysComeTo(before, reached))
    return false;
  return walks.areAlike(*analyses, walks.loopsBehind, behind);
}

bool bridge_repeats(BridgeAnalysesRef analyses, LLVMValueRef first, LLVMValueRef second) {
  Walks walks(*analyses, first, second);
  return !walks.loops.empty() && walks.loops.size() == walks.loopsBehind.size() &&
         Ways(*analyses, walks.common)
             .alwaysCameThrough(walks.loops[0], walks.loopsBehind[0]->getHeader()) &&
         walks.areAlike(*analyses, walks.loops, walks.before);
}
