// Values wait in memory while control flow changes.
#include "bridge_analyses.h"

#include "llvm/IR/CFG.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/Instructions.h"
#include "llvm/Transforms/Utils/Local.h"

using namespace llvm;

static BasicBlock::iterator slotsOf(Function &function) {
  return function.getEntryBlock().getFirstNonPHIOrDbgOrAlloca();
}

void bridge_demote_phis(LLVMBasicBlockRef block) {
  BasicBlock &body = *unwrap(block);
  while (auto *phi = dyn_cast<PHINode>(body.begin()))
    DemotePHIToStack(phi, slotsOf(*body.getParent()));
}

void bridge_demote_undominated(LLVMValueRef function) {
  Function &body = *unwrap<Function>(function);
  DominatorTree dominators(body);
  SmallVector<Instruction *, 16> undominated;
  for (BasicBlock &block : body)
    for (Instruction &instruction : block)
      if (any_of(instruction.uses(),
                 [&](const Use &use) { return !dominators.dominates(&instruction, use); }))
        undominated.push_back(&instruction);
  for (Instruction *instruction : undominated)
    DemoteRegToStack(*instruction, /*VolatileLoads=*/false, slotsOf(body));
}

void bridge_promote_all(LLVMValueRef function) {
  SmallVector<LLVMValueRef, 16> slots;
  for (Instruction &instruction : unwrap<Function>(function)->getEntryBlock())
    if (isa<AllocaInst>(instruction))
      slots.push_back(wrap(&instruction));
  bridge_promote_allocas(function, slots.data(), slots.size());
}
