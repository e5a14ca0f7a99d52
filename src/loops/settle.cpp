// Where a stencil reads a neighbour that the next iteration reads again, LLVM carries it along:
//
//   do { tape[i] = middle; right = x[i + 1]; y[i] = f(middle, right); middle = right; } while (…);
//
// Its vectoriser takes that, if all that uses what is carried comes behind the load that it comes
// from, or can be moved there. It moves no stores, and the derivative stores what it keeps as soon
// as it is known. Here such stores go behind the load, unless they meet something on the way.
#include "settle.h"

#include "llvm/Analysis/AliasAnalysis.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/Analysis/MemoryLocation.h"
#include "llvm/IR/Instructions.h"

using namespace llvm;

namespace {

// The load that a header's phi takes its next value from, in a loop of one block.
LoadInst *nextLoad(PHINode &phi, BasicBlock *body) {
  auto *load = dyn_cast<LoadInst>(phi.getIncomingValueForBlock(body));
  return load && load->isSimple() && load->getParent() == body ? load : nullptr;
}

// Stores before the load whose values come of the phi in this iteration, the last first.
SmallVector<StoreInst *, 4> storesBefore(LoadInst *load, PHINode *phi) {
  SmallPtrSet<const Value *, 16> carried = {phi};
  SmallVector<StoreInst *, 4> stores;
  for (Instruction &instruction : *load->getParent()) {
    if (&instruction == load)
      break;
    if (isa<PHINode>(instruction))
      continue;
    if (auto *store = dyn_cast<StoreInst>(&instruction)) {
      if (store->isSimple() && carried.count(store->getValueOperand()))
        stores.insert(stores.begin(), store);
    } else if (any_of(instruction.operands(),
                      [&](const Use &operand) { return carried.count(operand.get()); })) {
      carried.insert(&instruction);
    }
  }
  return stores;
}

bool mayPass(StoreInst *store, Instruction *behind, AAResults &aliases) {
  MemoryLocation place = MemoryLocation::get(store);
  for (Instruction *crossed = store->getNextNode();; crossed = crossed->getNextNode()) {
    if (crossed->mayThrow() || !crossed->willReturn() ||
        (crossed->mayReadOrWriteMemory() && isModOrRefSet(aliases.getModRefInfo(crossed, place))))
      return false;
    if (crossed == behind)
      return true;
  }
}

} // namespace

PreservedAnalyses SettlePass::run(Function &function, FunctionAnalysisManager &manager) {
  AAResults &aliases = manager.getResult<AAManager>(function);
  bool changed = false;
  for (Loop *loop : manager.getResult<LoopAnalysis>(function).getLoopsInPreorder()) {
    BasicBlock *body = loop->getHeader();
    if (loop->getNumBlocks() != 1)
      continue;
    for (PHINode &phi : body->phis())
      if (LoadInst *load = nextLoad(phi, body))
        for (StoreInst *store : storesBefore(load, &phi))
          if (mayPass(store, load, aliases)) {
            store->moveAfter(load);
            changed = true;
          }
  }
  return changed ? PreservedAnalyses::none() : PreservedAnalyses::all();
}
