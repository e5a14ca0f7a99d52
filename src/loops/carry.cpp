// A place in memory, the same for the whole loop: loaded once before it, stored once after it.
// LLVM does that where it knows the place to be apart from all others; the passes of this folder
// do it where they have seen to that.
#include "carry.h"

#include "llvm/Transforms/Utils/BasicBlockUtils.h"

using namespace llvm;

bool readCarried(Loop *loop, ScalarEvolution &evolution, const SCEV *place, Carried &carried) {
  if (loop->getNumBlocks() != 1)
    return false; // of one block, all runs in every iteration
  Type *type = nullptr;
  for (Instruction &instruction : *loop->getHeader()) {
    Value *pointer = getLoadStorePointerOperand(&instruction);
    if (!pointer || evolution.getSCEV(pointer) != place)
      continue;
    auto *load = dyn_cast<LoadInst>(&instruction);
    auto *store = dyn_cast<StoreInst>(&instruction);
    if (carried.store || (type && getLoadStoreType(&instruction) != type) ||
        !(load ? load->isSimple() : store->isSimple()))
      return false;
    type = getLoadStoreType(&instruction);
    if (load)
      carried.loads.push_back(load);
    carried.store = store;
  }
  if (carried.loads.empty())
    return false;
  Value *pointer = carried.loads.front()->getPointerOperand();
  return loop->isLoopInvariant(carried.store ? carried.store->getPointerOperand() : pointer);
}

void carry(Loop *loop, LoopInfo &loops, DominatorTree &dominators, const Carried &carried) {
  BasicBlock *body = loop->getHeader(), *preheader = loop->getLoopPreheader();
  StoreInst *store = carried.store;
  LoadInst *load = carried.loads.front();
  Instruction *first = load->clone();
  first->insertBefore(preheader->getTerminator()->getIterator());
  first->setOperand(0, store ? store->getPointerOperand() : load->getPointerOperand());
  Value *running = first;
  if (store) {
    BasicBlock *after = SplitEdge(body, loop->getExitBlock(), &dominators, &loops);
    Value *next = store->getValueOperand();
    PHINode *sum = PHINode::Create(load->getType(), 2, "sum", body->begin());
    sum->addIncoming(first, preheader);
    sum->addIncoming(next, body);
    PHINode *last = PHINode::Create(next->getType(), 1, "sum.last", after->begin());
    last->addIncoming(next, body);
    store->moveBefore(*after, after->getFirstInsertionPt());
    store->setOperand(0, last);
    running = sum;
  }
  for (LoadInst *each : carried.loads) {
    each->replaceAllUsesWith(running);
    each->eraseFromParent();
  }
}
