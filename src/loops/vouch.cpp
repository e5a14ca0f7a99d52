// LLVM's vectoriser of straight code puts some of the vectors that it makes after those that use
// them, where adjoints that a loop carries are added up side by side. A function is kept until it
// has been through that pass, and comes back where the result does not verify: scalar code is
// slower, an input that is refused is of no use. Functions on which it would take long it does not
// see at all.
#include "vouch.h"

#include "hold.h"

#include "llvm/IR/Function.h"
#include "llvm/IR/PassInstrumentation.h"
#include "llvm/IR/Verifier.h"
#include "llvm/Transforms/Utils/Cloning.h"

#include <memory>

using namespace llvm;

namespace {

constexpr StringLiteral vectoriser = "SLPVectorizerPass";

// It schedules a block anew for every bundle that it tries, which takes minutes where a block has
// tens of thousands of instructions. It also tries every phi with those behind it: hundreds of them
// are the adjoints that a loop with calls in it carries, and lie in no vector before it or behind.
bool isTooLong(const BasicBlock &block) {
  enum { HUGE_BLOCK = 10000, MANY_PHIS = 200 };
  auto isNumber = [](const PHINode &phi) { return phi.getType()->isFloatingPointTy(); };
  return block.size() > HUGE_BLOCK || count_if(block.phis(), isNumber) > MANY_PHIS;
}

// The constants for addresses of blocks, as tables of labels have them, belong to one function.
bool mayCopy(const Function &function) {
  for (const BasicBlock &block : function)
    if (block.hasAddressTaken())
      return false;
  return true;
}

void restore(Function &function, Function &kept) {
  for (BasicBlock &block : function)
    block.dropAllReferences();
  while (!function.empty())
    function.begin()->eraseFromParent();
  function.splice(function.end(), &kept);
  for (unsigned i = 0; i < function.arg_size(); i++)
    kept.getArg(i)->replaceAllUsesWith(function.getArg(i));
  function.setSubprogram(kept.getSubprogram());
}

} // namespace

void vouchForVectors(PassInstrumentationCallbacks &callbacks, FunctionAnalysisManager &manager,
                     StringRef derivative) {
  // One function at a time goes through the pass.
  struct State {
    Function *kept = nullptr;
    SmallVector<Instruction *, 16> held;
  };
  auto state = std::make_shared<State>();
  callbacks.registerShouldRunOptionalPassCallback([](StringRef pass, Any unit) {
    const Function *const *function = any_cast<const Function *>(&unit);
    return pass != vectoriser || !function || none_of(**function, isTooLong);
  });
  callbacks.registerBeforeNonSkippedPassCallback([=, &manager](StringRef pass, Any unit) {
    const Function *const *unitFunction = any_cast<const Function *>(&unit);
    if (pass != vectoriser || !unitFunction)
      return;
    Function &function = *const_cast<Function *>(*unitFunction);
    if (mayCopy(function)) {
      ValueToValueMapTy values;
      state->kept = CloneFunction(&function, values);
    }
    if (function.hasFnAttribute(derivative)) {
      state->held = findShifting(manager.getResult<LoopAnalysis>(function),
                                 manager.getResult<ScalarEvolutionAnalysis>(function));
      hold(state->held, true);
    }
  });
  callbacks.registerAfterPassCallback(
      [=, &manager](StringRef pass, Any unit, const PreservedAnalyses &preserved) {
        const Function *const *unitFunction = any_cast<const Function *>(&unit);
        if (pass != vectoriser || !unitFunction)
          return;
        hold(state->held, false);
        state->held.clear();
        if (!state->kept)
          return;
        Function &function = *const_cast<Function *>(*unitFunction);
        if (!preserved.areAllPreserved() && verifyFunction(function)) {
          restore(function, *state->kept);
          manager.invalidate(function, PreservedAnalyses::none());
        }
        state->kept->eraseFromParent();
        state->kept = nullptr;
      });
}
