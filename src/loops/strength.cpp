// LLVM replaces addresses by recurrences right before it selects instructions. For a derivative
// that takes a third of the time from there on, and much of it is lost: a processor adds an index
// to the base of an array as it loads, whereas a recurrence for each of the many arrays of a
// reverse loop has to be set up, and leaves no registers. Here it is done where it pays: in the
// innermost loops that go through few arrays, by vectors or by a distance that would have to be
// multiplied. What a person wrote is compiled as ever.
#include "strength.h"

#include "llvm/Analysis/LoopInfo.h"
#include "llvm/Analysis/ScalarEvolutionExpressions.h"
#include "llvm/IR/Instructions.h"
#include "llvm/Transforms/Scalar/LoopStrengthReduce.h"
#include "llvm/Transforms/Utils/CanonicalizeFreezeInLoops.h"

using namespace llvm;

// Is the next one at a distance that is not known here? An address that is no recurrence is
// computed anew in any case.
static bool hasVaryingStep(const Loop &loop, const Value *pointer, ScalarEvolution &evolution) {
  auto *recurrence = dyn_cast<SCEVAddRecExpr>(evolution.getSCEV(const_cast<Value *>(pointer)));
  return recurrence && recurrence->getLoop() == &loop &&
         !isa<SCEVConstant>(recurrence->getStepRecurrence(evolution));
}

static bool pays(const Loop &loop, ScalarEvolution &evolution) {
  enum { FEW_ITERATIONS = 16, MOST_ACCESSES = 16 };
  if (!loop.isInnermost())
    return false;
  unsigned iterations = evolution.getSmallConstantMaxTripCount(&loop), accesses = 0;
  if (iterations != 0 && iterations <= FEW_ITERATIONS)
    return false;
  bool gains = false;
  for (const BasicBlock *block : loop.blocks())
    for (const Instruction &instruction : *block) {
      const Value *pointer = getLoadStorePointerOperand(&instruction);
      if (!pointer || loop.isLoopInvariant(pointer))
        continue;
      if (++accesses > MOST_ACCESSES)
        return false;
      gains = gains || getLoadStoreType(&instruction)->isVectorTy() ||
              hasVaryingStep(loop, pointer, evolution);
    }
  return gains;
}

PreservedAnalyses StrengthPass::run(Loop &loop, LoopAnalysisManager &manager,
                                    LoopStandardAnalysisResults &results, LPMUpdater &updater) {
  if (loop.getHeader()->getParent()->hasFnAttribute("adcc.derivative") && !pays(loop, results.SE))
    return PreservedAnalyses::all();
  PreservedAnalyses preserved =
      CanonicalizeFreezeInLoopsPass().run(loop, manager, results, updater);
  preserved.intersect(LoopStrengthReducePass().run(loop, manager, results, updater));
  return preserved;
}
