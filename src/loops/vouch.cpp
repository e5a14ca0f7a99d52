// LLVM's vectoriser of straight code puts some of the vectors that it makes after those that use
// them, where adjoints that a loop carries are added up side by side. A function is kept until it
// has been through that pass, and comes back where the result does not verify: scalar code is
// slower, an input that is refused is of no use. Functions with huge blocks it does not see at all.
#include "vouch.h"

#include "llvm/IR/Function.h"
#include "llvm/IR/PassInstrumentation.h"
#include "llvm/IR/Verifier.h"
#include "llvm/Transforms/Utils/Cloning.h"

#include <memory>

using namespace llvm;

namespace {

constexpr StringLiteral vectoriser = "SLPVectorizerPass";

// It schedules a block anew for every bundle that it tries, which takes minutes where a block has
// tens of thousands of instructions.
bool hasHugeBlock(const Function &function) {
  enum { HUGE_BLOCK = 10000 };
  return any_of(function, [](const BasicBlock &block) { return block.size() > HUGE_BLOCK; });
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

void vouchForVectors(PassInstrumentationCallbacks &callbacks, FunctionAnalysisManager &manager) {
  callbacks.registerShouldRunOptionalPassCallback([](StringRef pass, Any unit) {
    const Function *const *function = any_cast<const Function *>(&unit);
    return pass != vectoriser || !function || !hasHugeBlock(**function);
  });
  auto kept = std::make_shared<Function *>(nullptr); // one function at a time goes through the pass
  callbacks.registerBeforeNonSkippedPassCallback([kept](StringRef pass, Any unit) {
    const Function *const *function = any_cast<const Function *>(&unit);
    if (pass != vectoriser || !function || !mayCopy(**function))
      return;
    ValueToValueMapTy values;
    *kept = CloneFunction(const_cast<Function *>(*function), values);
  });
  callbacks.registerAfterPassCallback(
      [kept, &manager](StringRef pass, Any unit, const PreservedAnalyses &preserved) {
        const Function *const *unitFunction = any_cast<const Function *>(&unit);
        if (pass != vectoriser || !unitFunction || !*kept)
          return;
        Function &function = *const_cast<Function *>(*unitFunction);
        if (!preserved.areAllPreserved() && verifyFunction(function)) {
          restore(function, **kept);
          manager.invalidate(function, PreservedAnalyses::none());
        }
        (*kept)->eraseFromParent();
        *kept = nullptr;
      });
}
