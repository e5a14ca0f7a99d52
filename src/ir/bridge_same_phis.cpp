// Choices of paths between values that are the same.
//
// Where a vector ends is found by whether there are elements, or more than one: begin + 0 where
// n == 0, begin + 1 where n - 1 == 0, begin + n else. All are begin + n, and loops from begin to
// end run n times, whatever the path.
#include "bridge_analyses.h"
#include "bridge_edges.h"

#include "llvm/Analysis/ScalarEvolutionExpressions.h"

using namespace llvm;

namespace {

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
    if (same == &phi) // LLVM knows it already
      return false;
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
