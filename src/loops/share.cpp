// Loop nests that are alike become one function. A function that calls a layer in several places
// has, once all is inlined, as many copies of the layer's nest, and its derivative as many again.
// What the passes over loops make of a nest is ten times its size, for each copy anew. The calls
// cost nothing beside the nests.
//
// Before, all had to be inlined: what the reverse sweep may read again from memory, and which
// pointers are apart, is known of the callers only. After, nothing but the code of the nests is
// left to be decided, and two of the same code may share what comes of it.
#include "share.h"

#include "alike.h"

#include "llvm/Analysis/AssumptionCache.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/IR/DebugInfoMetadata.h"
#include "llvm/IR/Module.h"
#include "llvm/Transforms/Utils/BasicBlockUtils.h"

using namespace llvm;

namespace {

// Nests that are alike: the first stands for all.
struct Family {
  const Region *first;
  SmallVector<std::pair<const Region *, Likeness>, 4> others;
};

class Sharing {
public:
  Sharing(Function &function, FunctionAnalysisManager &manager)
      : function(function), loops(manager.getResult<LoopAnalysis>(function)),
        assumptions(manager.getResult<AssumptionAnalysis>(function)) {}

  bool run() {
    for (Loop *loop : loops.getLoopsInPreorder()) {
      Region region;
      if (readRegion(loop, loops, region) && isLarge(region, loop) && hasNoResult(region))
        regions.push_back(std::move(region));
    }
    // The outermost first: loops of one size do not contain each other.
    SmallVector<const Region *, 32> order;
    for (const Region &region : regions)
      order.push_back(&region);
    llvm::sort(order, [](const Region *a, const Region *b) {
      return a->size != b->size ? a->size > b->size : a < b;
    });
    bool changed = false;
    for (size_t first = 0, end; first < order.size(); first = end) {
      end = first + 1;
      while (end < order.size() && order[end]->size == order[first]->size)
        end++;
      changed |= shareAmong(ArrayRef(order).slice(first, end - first));
    }
    return changed;
  }

private:
  Function &function;
  LoopInfo &loops;
  AssumptionCache &assumptions;
  std::vector<Region> regions;
  SmallPtrSet<BasicBlock *, 32> gone; // from the function

  bool shareAmong(ArrayRef<const Region *> candidates) {
    std::vector<Family> families;
    for (const Region *region : candidates)
      if (!gone.contains(region->blocks.front()))
        join(families, *region);
    bool changed = false;
    for (Family &family : families)
      changed |= !family.others.empty() && share(family);
    return changed;
  }

  static void join(std::vector<Family> &families, const Region &region) {
    for (Family &family : families) {
      Likeness likeness;
      if (readLikeness(*family.first, region, likeness)) {
        family.others.emplace_back(&region, std::move(likeness));
        return;
      }
      // The first may take one value where this one takes two.
      Likeness reverse;
      if (family.others.empty() && readLikeness(region, *family.first, reverse)) {
        family.others.emplace_back(family.first, std::move(reverse));
        family.first = &region;
        return;
      }
    }
    families.push_back({&region, {}});
  }

  bool share(const Family &family) {
    SetVector<Value *> inputs;
    Function *nest = extractRegion(*family.first, assumptions, "nest", inputs);
    if (!nest)
      return false;
    gone.insert(family.first->blocks.begin(), family.first->blocks.end());
    for (auto &[region, likeness] : family.others) {
      forgetDifferences(likeness);
      replace(*region, likeness, nest, inputs.getArrayRef());
    }
    return true;
  }

  // Calls the function where the region was.
  void replace(const Region &region, const Likeness &likeness, Function *nest,
               ArrayRef<Value *> inputs) {
    SmallVector<Value *, 16> arguments;
    for (Value *input : inputs)
      arguments.push_back(likeness.outside.lookup(input));
    Instruction *end = region.preheader->getTerminator();
    CallInst *call = CallInst::Create(nest, arguments, "", end->getIterator());
    call->setDebugLoc(region.blocks.front()->getTerminator()->getDebugLoc());
    if (!call->getDebugLoc() && function.getSubprogram())
      call->setDebugLoc(DILocation::get(function.getContext(), 0, 0, function.getSubprogram()));
    BranchInst::Create(region.exit, end->getIterator())->setDebugLoc(end->getDebugLoc());
    end->eraseFromParent();
    gone.insert(region.blocks.begin(), region.blocks.end());
    DeleteDeadBlocks(region.blocks);
  }
};

} // namespace

PreservedAnalyses SharePass::run(Module &module, ModuleAnalysisManager &manager) {
  return changeLargeFunctions(module, manager, LARGE_FUNCTION,
                              [](Function &function, FunctionAnalysisManager &functions) {
                                return Sharing(function, functions).run();
                              });
}
