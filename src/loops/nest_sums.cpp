// Sums that an outer loop carries along in registers, in memory and back.
//
//   do { sum += a[j]; do { x[i] += f(i, j); } while (…); } while (++j < n);
//
// A nest in another order takes its iterations in blocks, and has no place for what one hands to
// the next. But this is an addition like any other as soon as it is one to memory; and it need not
// stay there.
#include "nest.h"

#include "llvm/Transforms/Utils/LoopUtils.h"
#include "llvm/Transforms/Utils/PromoteMemToReg.h"

using namespace llvm;
using namespace nest;

enum { MOST_ADDITIONS = 8, MOST_SUMS = 8 };

// From what an iteration hands on back to what it took over, through additions used nowhere else.
static bool findAdditions(PHINode *phi, Value *value, SmallVectorImpl<Instruction *> &additions) {
  if (value == phi)
    return !additions.empty();
  auto *addition = dyn_cast<BinaryOperator>(value);
  if (!addition || additions.size() == MOST_ADDITIONS ||
      !addition->getType()->isFloatingPointTy() || !addition->hasAllowReassoc() ||
      (!additions.empty() && !addition->hasOneUse()) ||
      (!additions.empty() && addition->getParent() != additions[0]->getParent()))
    return false;
  unsigned operands = addition->getOpcode() == Instruction::FAdd   ? 2
                      : addition->getOpcode() == Instruction::FSub ? 1
                                                                   : 0;
  additions.push_back(addition);
  for (unsigned i = 0; i < operands; i++)
    if (findAdditions(phi, addition->getOperand(i), additions))
      return true;
  additions.pop_back();
  return false;
}

// The additions of a sum that the loop carries along, the last first.
static bool readSum(PHINode *phi, const Loop *loop, const Analyses &analyses,
                    SmallVectorImpl<Instruction *> &additions) {
  if (!phi->getType()->isFloatingPointTy() || !phi->hasOneUse() ||
      !findAdditions(phi, phi->getIncomingValueForBlock(loop->getLoopLatch()), additions))
    return false;
  const Instruction *next = additions.front();
  return analyses.loops.getLoopFor(next->getParent()) == loop &&
         all_of(next->users(), [&](const User *user) {
           return user == phi ||
                  (isa<PHINode>(user) && cast<PHINode>(user)->getParent() == loop->getExitBlock());
         });
}

static AllocaInst *lower(PHINode *phi, Loop *loop, ArrayRef<Instruction *> additions) {
  BasicBlock *preheader = loop->getLoopPreheader(), *exit = loop->getExitBlock();
  Type *type = phi->getType();
  BasicBlock &start = loop->getHeader()->getParent()->getEntryBlock();
  auto *slot = new AllocaInst(type, 0, "order.sum", start.getFirstInsertionPt());
  new StoreInst(phi->getIncomingValueForBlock(preheader), slot,
                preheader->getTerminator()->getIterator());
  Instruction *first = additions.back(), *last = additions.front();
  phi->replaceAllUsesWith(new LoadInst(type, slot, "", first->getIterator()));
  new StoreInst(last, slot, std::next(last->getIterator()));
  phi->eraseFromParent();
  for (PHINode &result : make_early_inc_range(exit->phis()))
    if (result.getIncomingValue(0) == last) {
      result.replaceAllUsesWith(new LoadInst(type, slot, "", exit->getFirstInsertionPt()));
      result.eraseFromParent();
    }
  return slot;
}

SmallVector<AllocaInst *, 4> nest::lowerSums(Loop *loop, Analyses &analyses) {
  SmallVector<std::pair<PHINode *, SmallVector<Instruction *, 4>>, 4> sums;
  if (loop->isInnermost() || !loop->isLoopSimplifyForm() ||
      loop->getExitingBlock() != loop->getLoopLatch() || !loop->getExitBlock() ||
      !loop->getExitBlock()->getSinglePredecessor())
    return {};
  for (PHINode &phi : loop->getHeader()->phis()) {
    if (!phi.getType()->isFloatingPointTy())
      continue;
    sums.push_back({&phi, {}});
    if (sums.size() > MOST_SUMS || !readSum(&phi, loop, analyses, sums.back().second))
      return {};
  }
  SmallVector<AllocaInst *, 4> slots;
  for (auto &[phi, additions] : sums)
    slots.push_back(lower(phi, loop, additions));
  return slots;
}

void nest::raiseSums(ArrayRef<AllocaInst *> slots, Loop *loop, Analyses &analyses) {
  PromoteMemToReg(slots, analyses.dominators);
  analyses.evolution.forgetLoop(loop);
  formLCSSA(*loop, analyses.dominators, &analyses.loops, &analyses.evolution);
}
