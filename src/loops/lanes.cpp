// LLVM's vectoriser of straight code may leave a number that a loop carries beside the vector that
// it has put the number into:
//
//   lane = phi [first lane of pair, …], [first lane of next, …]
//   both = phi [pair, …], [next, …]
//
// On x86 the two are one register by then, as numbers and vectors are, and LLVM 22's coalescer
// makes them one, even of that for the number on the way into the loop: where it is put aside
// there, as around a call, the other lanes are lost. Here the number is taken out of the vector
// instead, in whatever is compiled: the primal is as wrong otherwise.
#include "lanes.h"

#include "llvm/Analysis/VectorUtils.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/PatternMatch.h"

using namespace llvm;
using namespace llvm::PatternMatch;

// Is the number the vector's first lane, whichever way the block is come to?
static bool isFirstLane(const PHINode &number, const PHINode &vector) {
  auto *type = dyn_cast<FixedVectorType>(vector.getType());
  if (!type || !number.getType()->isFloatingPointTy() || type->getElementType() != number.getType())
    return false;
  for (unsigned i = 0; i < number.getNumIncomingValues(); i++) {
    Value *lane = number.getIncomingValue(i);
    Value *whole = vector.getIncomingValueForBlock(number.getIncomingBlock(i));
    if (!match(lane, m_ExtractElt(m_Specific(whole), m_ZeroInt())) &&
        findScalarElement(whole, 0) != lane)
      return false;
  }
  return true;
}

PreservedAnalyses LanesPass::run(Function &function, FunctionAnalysisManager &) {
  bool changed = false;
  for (BasicBlock &block : function)
    for (PHINode &number : make_early_inc_range(block.phis())) {
      auto vector = find_if(block.phis(), [&](PHINode &phi) { return isFirstLane(number, phi); });
      if (vector == block.phis().end())
        continue;
      auto *lane = ExtractElementInst::Create(
          &*vector, ConstantInt::get(Type::getInt64Ty(function.getContext()), 0), "",
          block.getFirstInsertionPt());
      lane->takeName(&number);
      number.replaceAllUsesWith(lane);
      number.eraseFromParent();
      changed = true;
    }
  return changed ? PreservedAnalyses::none() : PreservedAnalyses::all();
}
