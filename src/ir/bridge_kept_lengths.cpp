// Vectors that each iteration of a loop replaces by one of the same length: `y = step(y)`. Where
// one ends is its begin and what the length was before the loop.
#include "bridge_analyses.h"
#include "bridge_edges.h"

#include "llvm/Analysis/ScalarEvolutionExpressions.h"

using namespace llvm;

namespace {

class KeptLengths {
public:
  explicit KeptLengths(Function &function)
      : analyses(function), evolution(analyses.evolution()), edges(evolution) {}

  bool find() {
    bool any = false;
    for (Loop *loop : analyses.loops().getLoopsInPreorder())
      any |= loop->getLoopPreheader() && loop->getLoopLatch() && find(*loop);
    return any;
  }

private:
  enum { MOST_POINTERS = 24, MOST_DEPTH = 6 };
  BridgeAnalyses analyses;
  ScalarEvolution &evolution;
  Edges edges;

  bool find(Loop &loop) {
    SmallVector<PHINode *, 16> pointers;
    for (PHINode &phi : loop.getHeader()->phis())
      if (phi.getType()->isPointerTy() && phi.getNumIncomingValues() == 2 &&
          !isa<SCEVAddRecExpr>(evolution.getSCEV(&phi)))
        pointers.push_back(&phi);
    if (pointers.size() > MOST_POINTERS)
      return false;
    bool any = false;
    for (PHINode *begin : pointers)
      for (PHINode *&end : pointers)
        if (begin && end && begin != end && keepsLength(loop, *begin, *end)) {
          replace(loop, *begin, *end);
          end = nullptr;
          any = true;
        }
    return any;
  }

  // As an integer; null if that cannot be.
  const SCEV *distance(Value *from, Value *to) {
    if (isa<ConstantPointerNull>(from) && isa<ConstantPointerNull>(to))
      return evolution.getZero(analyses.function.getDataLayout().getIntPtrType(from->getType()));
    Type *type = analyses.function.getDataLayout().getIntPtrType(from->getType());
    const SCEV *start = evolution.getPtrToIntExpr(evolution.getSCEV(from), type);
    const SCEV *stop = evolution.getPtrToIntExpr(evolution.getSCEV(to), type);
    if (isa<SCEVCouldNotCompute>(start) || isa<SCEVCouldNotCompute>(stop))
      return nullptr;
    return evolution.getMinusSCEV(stop, start);
  }

  // Do they point into one block, whatever the path?
  bool areInOneBlock(Value *begin, Value *end, unsigned depth) {
    if (evolution.getPointerBase(evolution.getSCEV(begin)) ==
        evolution.getPointerBase(evolution.getSCEV(end)))
      return true;
    auto *first = dyn_cast<PHINode>(begin), *second = dyn_cast<PHINode>(end);
    if (!first || !second || first->getParent() != second->getParent() || depth == MOST_DEPTH ||
        analyses.loops().isLoopHeader(first->getParent()))
      return false;
    return all_of(first->blocks(), [&](BasicBlock *from) {
      return areInOneBlock(first->getIncomingValueForBlock(from),
                           second->getIncomingValueForBlock(from), depth + 1);
    });
  }

  bool keepsLength(Loop &loop, PHINode &begin, PHINode &end) {
    BasicBlock *ahead = loop.getLoopPreheader(), *latch = loop.getLoopLatch();
    const SCEV *length = distance(&begin, &end);
    Value *nextBegin = begin.getIncomingValueForBlock(latch);
    Value *nextEnd = end.getIncomingValueForBlock(latch);
    return length &&
           areInOneBlock(begin.getIncomingValueForBlock(ahead), end.getIncomingValueForBlock(ahead),
                         0) &&
           areInOneBlock(nextBegin, nextEnd, 0) && isLong(nextBegin, nextEnd, length, 0);
  }

  bool isLong(Value *begin, Value *end, const SCEV *length, unsigned depth) {
    if (distance(begin, end) == length)
      return true;
    auto *first = dyn_cast<PHINode>(begin), *second = dyn_cast<PHINode>(end);
    if (!first || !second || first->getParent() != second->getParent() || depth == MOST_DEPTH ||
        analyses.loops().isLoopHeader(first->getParent()))
      return false;
    for (unsigned i = 0; i < first->getNumIncomingValues(); i++) {
      BasicBlock *from = first->getIncomingBlock(i);
      Value *start = first->getIncomingValue(i), *stop = second->getIncomingValueForBlock(from);
      const SCEV *there = distance(start, stop);
      if (!isLong(start, stop, length, depth + 1) &&
          !(there && edges.isZero(evolution.getMinusSCEV(length, there), from, first->getParent())))
        return false;
    }
    return true;
  }

  void replace(Loop &loop, PHINode &begin, PHINode &end) {
    BasicBlock *ahead = loop.getLoopPreheader();
    IRBuilder<> builder(ahead->getTerminator());
    Type *type = analyses.function.getDataLayout().getIntPtrType(begin.getType());
    Value *start = builder.CreatePtrToInt(begin.getIncomingValueForBlock(ahead), type);
    Value *stop = builder.CreatePtrToInt(end.getIncomingValueForBlock(ahead), type);
    Value *length = builder.CreateSub(stop, start, "length");
    builder.SetInsertPoint(loop.getHeader(), loop.getHeader()->getFirstInsertionPt());
    evolution.forgetValue(&end);
    end.replaceAllUsesWith(builder.CreatePtrAdd(&begin, length));
    end.eraseFromParent();
  }
};

} // namespace

bool bridge_keep_lengths(LLVMValueRef function) {
  return KeptLengths(*unwrap<Function>(function)).find();
}
