// Nests that hardly ever run become functions that are optimised for size. The versions of nests
// for memory that is overwritten are a third of a derivative; apart from the rest, they take
// neither the time of passes that make code fast nor registers of the version that runs.
#include "rare.h"

#include "region.h"

#include "llvm/Analysis/AssumptionCache.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/IR/Module.h"
#include "llvm/Transforms/Utils/LoopUtils.h"

using namespace llvm;

// The outermost rare loops; one that cannot be a function may have loops in it that can.
static void collect(const Loop *loop, const LoopInfo &loops, std::vector<Region> &regions) {
  Region region;
  if (getBooleanLoopAttribute(loop, "adcc.rare") && readRegion(loop, loops, region)) {
    if (isLarge(region, loop))
      regions.push_back(std::move(region));
    return;
  }
  for (const Loop *inner : *loop)
    collect(inner, loops, regions);
}

static bool moveRareLoops(Function &function, FunctionAnalysisManager &manager) {
  const LoopInfo &loops = manager.getResult<LoopAnalysis>(function);
  AssumptionCache &assumptions = manager.getResult<AssumptionAnalysis>(function);
  std::vector<Region> regions;
  for (const Loop *loop : loops)
    collect(loop, loops, regions);
  bool changed = false;
  for (const Region &region : regions) {
    SetVector<Value *> inputs;
    Function *rare = extractRegion(region, assumptions, "rare", inputs);
    if (!rare)
      continue;
    rare->addFnAttr(Attribute::Cold);
    rare->addFnAttr(Attribute::OptimizeForSize);
    changed = true;
  }
  return changed;
}

PreservedAnalyses RarePass::run(Module &module, ModuleAnalysisManager &manager) {
  return changeLargeFunctions(module, manager, LARGE_FUNCTION, moveRareLoops);
}
