// Regions: which loops can be functions, and what makes them one.
#include "region.h"

#include "llvm/Analysis/AssumptionCache.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/Analysis/LoopIterator.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/Module.h"
#include "llvm/TargetParser/Triple.h"
#include "llvm/Transforms/Utils/CodeExtractor.h"

using namespace llvm;

PreservedAnalyses
changeLargeFunctions(Module &module, ModuleAnalysisManager &manager, unsigned size,
                     function_ref<bool(Function &, FunctionAnalysisManager &)> change) {
  if (module.getTargetTriple().isGPU())
    return PreservedAnalyses::all(); // calls are dear there, and pointers into the stack more so
  SmallVector<Function *, 8> large;
  for (Function &function : module)
    if (!function.isDeclaration() && !function.hasOptNone() &&
        function.getInstructionCount() > size)
      large.push_back(&function);
  FunctionAnalysisManager &functions =
      manager.getResult<FunctionAnalysisManagerModuleProxy>(module).getManager();
  bool changed = false;
  for (Function *function : large)
    changed |= change(*function, functions);
  return changed ? PreservedAnalyses::none() : PreservedAnalyses::all();
}

// The extractor would take an array into the function that has its lifetime in the region.
static bool isFit(const Instruction &instruction) {
  if (auto *call = dyn_cast<IntrinsicInst>(&instruction); call && call->isLifetimeStartOrEnd())
    return false;
  return !isa<AllocaInst, InvokeInst, IndirectBrInst>(instruction) && !instruction.isEHPad() &&
         !instruction.getType()->isTokenTy() &&
         !instruction.hasMetadata(LLVMContext::MD_access_group);
}

bool readRegion(const Loop *loop, const LoopInfo &loops, Region &region) {
  region.preheader = loop->getLoopPreheader();
  region.exit = loop->getUniqueExitBlock();
  if (!loop->isLoopSimplifyForm() || !region.exit)
    return false;
  LoopBlocksRPO order(const_cast<Loop *>(loop));
  order.perform(&loops);
  region.blocks.assign(order.begin(), order.end());
  region.size = 0;
  for (BasicBlock *block : region.blocks) {
    region.size += block->size();
    if (block->hasAddressTaken() || !all_of(*block, isFit))
      return false;
  }
  return true;
}

bool isLarge(const Region &region, const Loop *loop) {
  return region.size >= (loop->isInnermost() ? LARGE_LOOP : LARGE_NEST);
}

bool hasNoResult(const Region &region) {
  SmallPtrSet<const BasicBlock *, 16> inside(region.blocks.begin(), region.blocks.end());
  for (BasicBlock *block : region.blocks)
    for (Instruction &instruction : *block)
      for (User *user : instruction.users())
        if (!inside.contains(cast<Instruction>(user)->getParent()))
          return false;
  return region.exit->phis().empty();
}

Function *extractRegion(const Region &region, AssumptionCache &assumptions, const char *suffix,
                        SetVector<Value *> &inputs) {
  CodeExtractorAnalysisCache cache(*region.preheader->getParent());
  CodeExtractor extractor(region.blocks, /*DT=*/nullptr, /*AggregateArgs=*/false, /*BFI=*/nullptr,
                          /*BPI=*/nullptr, &assumptions, /*AllowVarArgs=*/false,
                          /*AllowAlloca=*/false, /*AllocationBlock=*/nullptr, suffix);
  SetVector<Value *> outputs;
  Function *function =
      extractor.isEligible() ? extractor.extractCodeRegion(cache, inputs, outputs) : nullptr;
  if (function)
    function->addFnAttr(Attribute::NoInline); // else it comes back
  return function;
}
