// To LLVM, an address in a nest is a recurrence of recurrences, one for each loop around it, and
// whatever asks about addresses takes time by the square or the cube of the depth: a nest of 60
// loops, as inlining makes it, takes minutes. No one reads an address as a step of ten loops. Every
// few loops, what enters a nest from without is laundered, which costs no code and tells LLVM
// nothing but that it is some address in the same object: the loops within step from there.
#include "deep.h"

#include "llvm/ADT/MapVector.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/Instructions.h"

using namespace llvm;

namespace {

enum { STEP = 8 };

using Uses = SmallVector<Use *, 4>;

bool isAddress(Type *type, const DataLayout &layout) {
  return type->isPointerTy() || type == layout.getIntPtrType(type->getContext());
}

// The uses in a loop of the pointers, and of the integers as wide, that loops around it compute.
// What marks the life of a variable wants the variable itself.
MapVector<Instruction *, Uses> findEntering(const Loop &loop, const LoopInfo &info) {
  const DataLayout &layout = loop.getHeader()->getModule()->getDataLayout();
  MapVector<Instruction *, Uses> entering;
  for (BasicBlock *block : loop.blocks())
    for (Instruction &instruction : *block)
      for (Use &use : instruction.operands()) {
        auto *pointer = dyn_cast<Instruction>(use.get());
        if (pointer && !isa<AllocaInst>(pointer) && isAddress(pointer->getType(), layout) &&
            !loop.contains(pointer) && info.getLoopFor(pointer->getParent()))
          entering[pointer].push_back(&use);
      }
  return entering;
}

bool cut(const Loop &loop, const LoopInfo &info) {
  BasicBlock *preheader = loop.getLoopPreheader();
  if (!preheader)
    return false;
  auto entering = findEntering(loop, info);
  IRBuilder<> builder(preheader->getTerminator());
  for (auto &[pointer, uses] : entering) {
    Type *type = pointer->getType();
    bool isPointer = type->isPointerTy();
    Value *laundered = builder.CreateLaunderInvariantGroup(
        isPointer ? pointer : builder.CreateIntToPtr(pointer, builder.getPtrTy()));
    if (!isPointer)
      laundered = builder.CreatePtrToInt(laundered, type);
    for (Use *use : uses)
      use->set(laundered);
  }
  return !entering.empty();
}

} // namespace

PreservedAnalyses DeepPass::run(Function &function, FunctionAnalysisManager &manager) {
  LoopInfo &info = manager.getResult<LoopAnalysis>(function);
  bool changed = false;
  for (Loop *loop : info.getLoopsInPreorder())
    if (loop->getLoopDepth() > STEP && loop->getLoopDepth() % STEP == 1)
      changed |= cut(*loop, info);
  if (!changed)
    return PreservedAnalyses::all();
  PreservedAnalyses preserved;
  preserved.preserveSet<CFGAnalyses>();
  return preserved;
}
