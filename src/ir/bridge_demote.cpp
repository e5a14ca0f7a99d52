// Values keep up with control flow that changes: phis go with the branches that are led elsewhere,
// and what there are ways around now waits in memory.
#include "bridge_analyses.h"

#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/IR/CFG.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/Instructions.h"
#include "llvm/Transforms/Utils/Local.h"

using namespace llvm;

static BasicBlock::iterator slotsOf(Function &function) {
  return function.getEntryBlock().getFirstNonPHIOrDbgOrAlloca();
}

// Visits the phis of a block with those of `joined` that stand for them: the first of a type for
// the first of that type in each block that is gone on to, and so on, since one of these is.
template <typename Visit>
static void forEachShared(BasicBlock &block, BasicBlock &joined, Visit visit) {
  DenseMap<Type *, SmallVector<PHINode *, 0>> shared;
  DenseMap<Type *, unsigned> met;
  for (PHINode &phi : joined.phis())
    shared[phi.getType()].push_back(&phi);
  for (PHINode &phi : block.phis()) {
    unsigned number = met[phi.getType()]++;
    SmallVector<PHINode *, 0> &known = shared[phi.getType()];
    if (number == known.size()) {
      known.push_back(PHINode::Create(phi.getType(), 0, "passed"));
      known.back()->insertBefore(joined.getFirstNonPHIIt());
    }
    visit(phi, *known[number]);
  }
}

void bridge_pass_phis(LLVMBasicBlockRef from, LLVMBasicBlockRef block, LLVMBasicBlockRef through,
                      LLVMBasicBlockRef joined) {
  forEachShared(*unwrap(block), *unwrap(joined), [&](PHINode &phi, PHINode &shared) {
    shared.addIncoming(phi.getIncomingValueForBlock(unwrap(from)), unwrap(through));
    phi.removeIncomingValue(unwrap(from), /*DeletePHIIfEmpty=*/false);
  });
}

void bridge_take_phis(LLVMBasicBlockRef block, LLVMBasicBlockRef joined) {
  forEachShared(*unwrap(block), *unwrap(joined),
                [&](PHINode &phi, PHINode &shared) { phi.addIncoming(&shared, unwrap(joined)); });
}

void bridge_complete_phis(LLVMBasicBlockRef joined) {
  for (PHINode &phi : unwrap(joined)->phis()) {
    SmallPtrSet<BasicBlock *, 16> known(phi.block_begin(), phi.block_end());
    for (BasicBlock *before : predecessors(unwrap(joined)))
      if (!known.contains(before))
        phi.addIncoming(UndefValue::get(phi.getType()), before);
  }
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
