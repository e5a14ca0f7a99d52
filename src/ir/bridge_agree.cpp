// What clang computes in one way where a number is known, and in another where it is not: i * n + j
// beyond a loop over k < j, which is i * n where that loop did not run, since j is 0 there. The
// general form holds on both ways, and only from it can one tell that addresses follow each other.
#include "bridge_analyses.h"

#include "llvm/Analysis/InstructionSimplify.h"
#include "llvm/Analysis/ValueTracking.h"

using namespace llvm;

namespace {

struct Equality {
  Value *value = nullptr;
  ConstantInt *constant = nullptr;
};

// What the edge says, or the only edge into its source, if nothing else leads there.
Equality equalityOn(BasicBlock *from, BasicBlock *to) {
  constexpr unsigned maxSteps = 4;
  for (unsigned step = 0; step < maxSteps && from; step++) {
    auto *branch = dyn_cast<BranchInst>(from->getTerminator());
    if (branch && branch->isConditional() && branch->getSuccessor(0) != branch->getSuccessor(1)) {
      auto *compare = dyn_cast<ICmpInst>(branch->getCondition());
      auto *constant = compare ? dyn_cast<ConstantInt>(compare->getOperand(1)) : nullptr;
      bool holds = branch->getSuccessor(0) == to;
      if (constant && compare->isEquality() &&
          holds == (compare->getPredicate() == ICmpInst::ICMP_EQ))
        return {compare->getOperand(0), constant};
    }
    to = from;
    from = from->getSinglePredecessor();
  }
  return {};
}

// A branch has asked about `equality`, so the value is no poison there; nor may anything else make
// the general form less defined than the special one.
bool isSpecialCase(Value *special, Instruction &general, Equality equality,
                   const SimplifyQuery &query) {
  return simplifyWithOpReplaced(&general, equality.value, equality.constant, query,
                                /*AllowRefinement=*/false) == special;
}

// A phi of the same block is of the next iteration already.
bool isEarlier(const Value *value, const PHINode &phi, const DominatorTree &dominators) {
  auto *instruction = dyn_cast<Instruction>(value);
  return !instruction ||
         (instruction->getParent() != phi.getParent() && dominators.dominates(instruction, &phi));
}

// In the phi's block, or null.
Instruction *generalForm(PHINode &phi, const DominatorTree &dominators,
                         const SimplifyQuery &query) {
  if (phi.getNumIncomingValues() != 2 || !phi.getType()->isIntOrPtrTy())
    return nullptr;
  for (unsigned way : {0U, 1U}) {
    auto *general = dyn_cast<Instruction>(phi.getIncomingValue(1 - way));
    Equality equality = equalityOn(phi.getIncomingBlock(way), phi.getParent());
    if (!general || !equality.value || isa<PHINode>(general) || general->mayReadOrWriteMemory() ||
        !isSafeToSpeculativelyExecute(general) ||
        !is_contained(general->operands(), equality.value) ||
        !all_of(general->operands(),
                [&](const Use &operand) { return isEarlier(operand.get(), phi, dominators); }))
      continue;
    Instruction *copy = general->clone();
    copy->insertBefore(phi.getParent()->getFirstInsertionPt());
    if (isSpecialCase(phi.getIncomingValue(way), *copy, equality, query))
      return copy;
    copy->dropPoisonGeneratingFlags();
    if (isSpecialCase(phi.getIncomingValue(way), *copy, equality, query))
      return copy;
    copy->eraseFromParent();
  }
  return nullptr;
}

} // namespace

bool bridge_join_special_cases(LLVMValueRef function) {
  Function &body = *unwrap<Function>(function);
  DominatorTree dominators(body);
  SimplifyQuery query(body.getDataLayout(), nullptr, &dominators);
  bool joined = false;
  for (BasicBlock &block : body)
    for (PHINode &phi : make_early_inc_range(block.phis()))
      if (Instruction *general = block.isEHPad() ? nullptr : generalForm(phi, dominators, query)) {
        phi.replaceAllUsesWith(general);
        phi.eraseFromParent();
        joined = true;
      }
  return joined;
}
