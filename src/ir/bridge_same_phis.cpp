// Choices of paths between values that are the same. Where a vector ends is found by whether there
// are elements, or more than one: begin + 0 where n == 0, begin + 1 where n - 1 == 0, begin + n
// else. All are begin + n, and loops from begin to end run n times, whatever the path.
#include "bridge_analyses.h"

#include "llvm/Analysis/ScalarEvolutionExpressions.h"
#include "llvm/IR/PatternMatch.h"

using namespace llvm;
using namespace llvm::PatternMatch;

namespace {

class SamePhis {
public:
  explicit SamePhis(Function &function)
      : analyses(function), evolution(analyses.evolution()), function(function) {}

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
  enum { MOST_PATHS = 4, MOST_BRANCHES = 8 };
  BridgeAnalyses analyses;
  ScalarEvolution &evolution;
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
          !isZeroOnEdge(distance, phi.getIncomingBlock(i), phi.getParent()))
        return false;
    }
    return other;
  }

  // Do the branches that lead to the end of `from` and on to `to` say that it is zero?
  bool isZeroOnEdge(const SCEV *number, BasicBlock *from, BasicBlock *to) {
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

} // namespace

bool bridge_join_same_phis(LLVMValueRef function) {
  return SamePhis(*unwrap<Function>(function)).join();
}
