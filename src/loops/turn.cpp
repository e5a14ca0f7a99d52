// Inductions rewritten so that a loop's iterations run in the opposite order.
#include "turn.h"

#include "llvm/IR/IRBuilder.h"
#include "llvm/Transforms/Utils/Local.h"
#include "llvm/Transforms/Utils/ScalarEvolutionExpander.h"

using namespace llvm;

// The inductions as functions of a counter 0, 1, …, each from its last value to its first.
void turnRound(Loop *loop, ArrayRef<Induction> inductions, const SCEV *last,
               ScalarEvolution &evolution) {
  BasicBlock *preheader = loop->getLoopPreheader(), *latch = loop->getLoopLatch();
  SCEVExpander expander(evolution, "ascend");
  Instruction *before = preheader->getTerminator();
  Value *end = expander.expandCodeFor(last, last->getType(), before);
  SmallVector<std::pair<Value *, Value *>, 4> bounds;
  for (auto [phi, steps] : inductions) {
    const SCEV *from = steps->evaluateAtIteration(last, evolution);
    const SCEV *back = evolution.getNegativeSCEV(steps->getStepRecurrence(evolution));
    Value *start = expander.expandCodeFor(from, phi->getType(), before);
    bounds.emplace_back(start, expander.expandCodeFor(back, back->getType(), before));
  }
  Type *type = end->getType();
  IRBuilder<> builder(&*loop->getHeader()->begin());
  PHINode *counter = builder.CreatePHI(type, 2, "ascending");
  builder.SetInsertPoint(&*loop->getHeader()->getFirstInsertionPt());
  for (size_t i = 0; i < bounds.size(); i++) {
    PHINode *phi = inductions[i].phi;
    auto [start, back] = bounds[i];
    Value *number = builder.CreateZExtOrTrunc(counter, back->getType());
    Value *way = builder.CreateMul(number, back);
    phi->replaceAllUsesWith(phi->getType()->isPointerTy()
                                ? builder.CreatePtrAdd(start, way, phi->getName())
                                : builder.CreateAdd(start, way, phi->getName()));
  }
  auto *branch = cast<BranchInst>(latch->getTerminator());
  builder.SetInsertPoint(branch);
  counter->addIncoming(ConstantInt::get(type, 0), preheader);
  counter->addIncoming(builder.CreateAdd(counter, ConstantInt::get(type, 1), "", /*HasNUW=*/true),
                       latch);
  Value *done = builder.CreateICmpEQ(counter, end);
  branch->setCondition(branch->getSuccessor(0) == loop->getHeader() ? builder.CreateNot(done)
                                                                    : done);
  for (auto [phi, steps] : inductions) {
    Value *next = phi->getIncomingValueForBlock(latch);
    phi->eraseFromParent();
    RecursivelyDeleteTriviallyDeadInstructions(next);
  }
}
