// Choices of paths between values that are the same, and vectors that keep their length.
//
// Where a vector ends is found by whether there are elements, or more than one: begin + 0 where
// n == 0, begin + 1 where n - 1 == 0, begin + n else. All are begin + n, and loops from begin to
// end run n times, whatever the path.
#include "bridge_analyses.h"

#include "llvm/Analysis/ScalarEvolutionExpressions.h"
#include "llvm/IR/PatternMatch.h"

using namespace llvm;
using namespace llvm::PatternMatch;

namespace {

// What the branches that lead to an edge of the control flow say.
class Edges {
public:
  explicit Edges(ScalarEvolution &evolution) : evolution(evolution) {}

  // Do the branches that lead to the end of `from` and on to `to` say that it is zero?
  bool isZero(const SCEV *number, BasicBlock *from, BasicBlock *to) {
    for (unsigned steps = 0; from && steps < MOST_BRANCHES; steps++) {
      CmpPredicate predicate;
      Value *left, *right;
      BasicBlock *yes, *no;
      if (match(from->getTerminator(),
                m_Br(m_ICmp(predicate, m_Value(left), m_Value(right)), yes, no)) &&
          yes != no &&
          CmpInst::Predicate(predicate) == (yes == to ? CmpInst::ICMP_EQ : CmpInst::ICMP_NE) &&
          isZeroWhereEqual(number, left, right))
        return true;
      to = from;
      from = from->getSinglePredecessor();
    }
    return false;
  }

private:
  enum { MOST_BRANCHES = 8 };
  ScalarEvolution &evolution;

  // Is it a multiple of the distance of two values that are equal?
  bool isZeroWhereEqual(const SCEV *number, Value *left, Value *right) {
    if (!evolution.isSCEVable(left->getType()))
      return false;
    const SCEV *zero = evolution.getMinusSCEV(evolution.getSCEV(left), evolution.getSCEV(right));
    Type *type = number->getType();
    if (isa<SCEVCouldNotCompute>(zero) ||
        evolution.getTypeSizeInBits(zero->getType()) > evolution.getTypeSizeInBits(type))
      return false;
    for (const SCEV *wide :
         {evolution.getNoopOrSignExtend(zero, type), evolution.getNoopOrZeroExtend(zero, type)}) {
      APInt whole = evolution.getConstantMultiple(number);
      APInt part = evolution.getConstantMultiple(wide);
      if (whole.isZero() || part.isZero() || !whole.urem(part).isZero())
        continue;
      APInt times = whole.udiv(part);
      for (const APInt &factor : {times, -times})
        if (evolution.getMulExpr(evolution.getConstant(factor), wide) == number)
          return true;
    }
    return false;
  }
};

class SamePhis {
public:
  explicit SamePhis(Function &function)
      : analyses(function), evolution(analyses.evolution()), edges(evolution), function(function) {}

  bool join() {
    SmallVector<PHINode *, 32> phis;
    for (BasicBlock *block : ReversePostOrderTraversal<Function *>(&function))
      for (PHINode &phi : block->phis())
        if (evolution.isSCEVable(phi.getType()) && !analyses.loops().isLoopHeader(block))
          phis.push_back(&phi);
    bool any = false;
    for (PHINode *phi : phis)
      any |= join(*phi);
    return any;
  }

private:
  enum { MOST_PATHS = 4 };
  BridgeAnalyses analyses;
  ScalarEvolution &evolution;
  Edges edges;
  Function &function;

  bool join(PHINode &phi) {
    if (phi.getNumIncomingValues() > MOST_PATHS)
      return false;
    for (Value *candidate : phi.incoming_values()) {
      const SCEV *value = evolution.getSCEV(candidate);
      if (isAlways(phi, value) && replace(phi, value))
        return true;
    }
    return false;
  }

  bool isAlways(PHINode &phi, const SCEV *value) {
    bool other = false;
    for (unsigned i = 0; i < phi.getNumIncomingValues(); i++) {
      const SCEV *incoming = evolution.getSCEV(phi.getIncomingValue(i));
      if (incoming == value)
        continue;
      const SCEV *distance = evolution.getMinusSCEV(value, incoming);
      other = true;
      if (isa<SCEVCouldNotCompute>(distance) ||
          !edges.isZero(distance, phi.getIncomingBlock(i), phi.getParent()))
        return false;
    }
    return other;
  }

  bool replace(PHINode &phi, const SCEV *value) {
    BasicBlock::iterator place = phi.getParent()->getFirstInsertionPt();
    bool costly = SCEVExprContains(value, [](const SCEV *part) {
      return isa<SCEVAddRecExpr>(part) || isa<SCEVUDivExpr>(part);
    });
    if (costly || place == phi.getParent()->end())
      return false;
    SCEVExpander expander(evolution, "same");
    if (!expander.isSafeToExpandAt(value, &*place))
      return false;
    Value *same = expander.expandCodeFor(value, phi.getType(), place);
    evolution.forgetValue(&phi);
    phi.replaceAllUsesWith(same);
    phi.eraseFromParent();
    return true;
  }
};

// A vector that each iteration replaces by one of the same length: `y = step(y)`. Its end is its
// begin and what the length was before the loop.
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

bool bridge_join_same_phis(LLVMValueRef function) {
  return SamePhis(*unwrap<Function>(function)).join();
}
