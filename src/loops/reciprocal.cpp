// Quotients by what a reciprocal is known of. The chain rule divides by a norm once more for each
// of its steps, where the primal had use for the reciprocal:
//
//   r = 1 / d;  …  s = -t / (d * d);  v = s / 2 / d;
//
// Where reciprocals are allowed that is s = -t * r * r and v = s / 2 * r. A division takes as long
// as three products, and what comes behind waits for each of them.
#include "reciprocal.h"

#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/PatternMatch.h"

using namespace llvm;
using namespace PatternMatch;

namespace {

class Reciprocals {
public:
  Reciprocals(Function &function, const DominatorTree &dominators) : dominators(dominators) {
    Value *divisor;
    for (Instruction &instruction : instructions(function))
      if (match(&instruction, m_FDiv(m_FPOne(), m_Value(divisor))))
        known[divisor].push_back(&instruction);
  }

  bool areNone() const { return known.empty(); }

  // The quotient as a product, or null.
  Value *product(Instruction &quotient) const {
    Value *dividend, *divisor, *factor;
    if (!match(&quotient, m_FDiv(m_Value(dividend), m_Value(divisor))) ||
        match(dividend, m_FPOne()) || !quotient.hasAllowReciprocal())
      return nullptr;
    IRBuilder<> builder(&quotient);
    builder.setFastMathFlags(quotient.getFastMathFlags());
    if (Value *reciprocal = of(divisor, quotient))
      return builder.CreateFMul(dividend, reciprocal);
    bool isSquare = match(divisor, m_FMul(m_Value(factor), m_Deferred(factor)));
    if (!isSquare || !quotient.hasAllowReassoc() || !cast<Instruction>(divisor)->hasAllowReassoc())
      return nullptr;
    Value *reciprocal = of(factor, quotient);
    return reciprocal ? builder.CreateFMul(builder.CreateFMul(dividend, reciprocal), reciprocal)
                      : nullptr;
  }

private:
  const DominatorTree &dominators;
  MapVector<Value *, SmallVector<Instruction *, 2>> known;

  Value *of(Value *divisor, const Instruction &user) const {
    auto place = known.find(divisor);
    if (place == known.end())
      return nullptr;
    for (Instruction *reciprocal : place->second)
      if (dominators.dominates(reciprocal, &user))
        return reciprocal;
    return nullptr;
  }
};

} // namespace

PreservedAnalyses ReciprocalPass::run(Function &function, FunctionAnalysisManager &manager) {
  Reciprocals reciprocals(function, manager.getResult<DominatorTreeAnalysis>(function));
  if (reciprocals.areNone())
    return PreservedAnalyses::all();
  bool changed = false;
  for (Instruction &instruction : make_early_inc_range(instructions(function)))
    if (Value *product = reciprocals.product(instruction)) {
      instruction.replaceAllUsesWith(product);
      instruction.eraseFromParent();
      changed = true;
    }
  if (!changed)
    return PreservedAnalyses::all();
  PreservedAnalyses kept;
  kept.preserveSet<CFGAnalyses>();
  return kept;
}
