// LLVM takes time for a function that grows faster than its size: what one nest computes is looked
// at again for every other, and what lives through all of them takes registers, or is put into
// memory and back, in each. The nests of a derivative into which a whole program has been inlined
// have nothing left to do with each other; as functions, each is compiled for itself.
#include "apart.h"

#include "region.h"

#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/Analysis/AliasAnalysis.h"
#include "llvm/Analysis/AssumptionCache.h"
#include "llvm/Analysis/CaptureTracking.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/Module.h"

using namespace llvm;

// In instructions: the functions that are worth it, and the nests that are neither so small that a
// call is dear beside them, nor most of the function themselves.
enum { HUGE_FUNCTION = 4000, SMALL_NEST = 40, LARGE_PART = 1000 };

static void collect(const Loop *loop, const LoopInfo &loops, std::vector<Region> &regions) {
  Region region;
  if (readRegion(loop, loops, region) && region.size <= LARGE_PART && hasNoResult(region)) {
    if (region.size >= SMALL_NEST)
      regions.push_back(std::move(region));
    return;
  }
  for (const Loop *inner : *loop)
    collect(inner, loops, regions);
}

// What is known of a variable in its function, nobody can tell in another: that its address is in
// no pointer but those that it is computed from here.
class Variables {
public:
  explicit Variables(const Region &region) {
    for (const BasicBlock *block : region.blocks)
      for (const Instruction &instruction : *block)
        for (const Value *operand : instruction.operands())
          if (operand->getType()->isPointerTy())
            note(getUnderlyingObject(operand));
  }

  void tell(Function &nest, ArrayRef<Value *> inputs) const {
    DenseMap<const Value *, unsigned> pointers; // into a variable, or perhaps into it
    bool known = true;
    for (Value *input : inputs)
      if (input->getType()->isPointerTy())
        known &= count(input, pointers);
    for (auto [i, input] : enumerate(inputs)) {
      const Value *object = input->getType()->isPointerTy() ? getUnderlyingObject(input) : nullptr;
      if (!object || !own.contains(object))
        continue;
      nest.addParamAttr(i, Attribute::getWithCaptureInfo(nest.getContext(), CaptureInfo::none()));
      if (known && pointers[object] == 1)
        nest.addParamAttr(i, Attribute::NoAlias);
    }
  }

private:
  SmallPtrSet<const Value *, 16> seen, own;

  void note(const Value *object) {
    if (seen.insert(object).second && isIdentifiedFunctionLocal(object) &&
        !PointerMayBeCaptured(object, /*ReturnCaptures=*/true))
      own.insert(object);
  }

  // False where the pointer may be into any variable, for all that can be seen.
  static bool count(const Value *pointer, DenseMap<const Value *, unsigned> &pointers) {
    SmallVector<const Value *, 4> objects;
    getUnderlyingObjects(pointer, objects);
    for (const Value *object : objects) {
      // None that is loaded is into a variable whose address is nowhere.
      if (!isIdentifiedObject(object) && !isa<Argument, LoadInst, Constant>(object))
        return false;
      pointers[object]++;
    }
    return true;
  }
};

static bool moveNests(Function &function, FunctionAnalysisManager &manager) {
  const LoopInfo &loops = manager.getResult<LoopAnalysis>(function);
  AssumptionCache &assumptions = manager.getResult<AssumptionAnalysis>(function);
  std::vector<Region> regions;
  for (const Loop *loop : loops)
    collect(loop, loops, regions);
  bool changed = false;
  for (const Region &region : regions) {
    SetVector<Value *> inputs;
    Variables variables(region);
    Function *nest = extractRegion(region, assumptions, "apart", inputs);
    if (!nest)
      continue;
    variables.tell(*nest, inputs.getArrayRef());
    changed = true;
  }
  return changed;
}

PreservedAnalyses ApartPass::run(Module &module, ModuleAnalysisManager &manager) {
  return changeLargeFunctions(module, manager, HUGE_FUNCTION, moveNests);
}
