// What the forward sweep keeps for the reverse sweep lives through all the blocks between. No
// register is left for it in a function of hundreds of blocks, but to find that out, LLVM's
// register allocator walks through all of them, for each such value, and takes time by the square
// of the function's size. Such a value is put into memory where it is computed, and loaded again
// where it is used, which is what the register allocator would have done. Runs last; values of
// loops are left alone.
#include "far.h"

#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/PostOrderIterator.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/Instructions.h"

using namespace llvm;

namespace {

enum { MANY_BLOCKS = 512, FAR = 128 };

using Order = DenseMap<const BasicBlock *, unsigned>;

// Where a phi's operand is used: at the end of the block that it comes from.
Instruction *placeOf(const Use &use) {
  auto *user = cast<Instruction>(use.getUser());
  auto *phi = dyn_cast<PHINode>(user);
  return phi ? phi->getIncomingBlock(use)->getTerminator() : user;
}

// The uses of a value that are far behind it; none where one of them is in a loop, which would load
// it each time.
SmallVector<Use *, 4> farUses(Instruction &value, const Order &order, const LoopInfo &loops) {
  SmallVector<Use *, 4> far;
  unsigned here = order.lookup(value.getParent());
  for (Use &use : value.uses()) {
    BasicBlock *block = placeOf(use)->getParent();
    auto there = order.find(block);
    if (there == order.end() || there->second < here + FAR)
      continue;
    if (loops.getLoopFor(block))
      return {};
    far.push_back(&use);
  }
  return far;
}

bool mayWait(const Instruction &value) {
  return value.getType()->isSingleValueType() && !isa<AllocaInst, CallBrInst, InvokeInst>(value) &&
         !value.isTerminator() && !value.isEHPad();
}

// One load a block, where it is first used there.
void loadAgain(ArrayRef<Use *> uses, AllocaInst *slot) {
  MapVector<BasicBlock *, SmallVector<Use *, 2>> byBlock;
  for (Use *use : uses)
    byBlock[placeOf(*use)->getParent()].push_back(use);
  for (auto &[block, here] : byBlock) {
    Instruction *first = placeOf(*here.front());
    for (Use *use : here)
      if (placeOf(*use)->comesBefore(first))
        first = placeOf(*use);
    IRBuilder<> builder(first);
    Value *load = builder.CreateLoad(slot->getAllocatedType(), slot, "far");
    for (Use *use : here)
      use->set(load);
  }
}

} // namespace

PreservedAnalyses FarPass::run(Function &function, FunctionAnalysisManager &manager) {
  if (function.size() < MANY_BLOCKS)
    return PreservedAnalyses::all();
  LoopInfo &loops = manager.getResult<LoopAnalysis>(function);
  Order order;
  for (BasicBlock *block : ReversePostOrderTraversal<Function *>(&function))
    order[block] = order.size();
  bool changed = false;
  for (BasicBlock &block : function) {
    if (!order.contains(&block) || loops.getLoopFor(&block))
      continue;
    for (Instruction &value : make_early_inc_range(block)) {
      if (!mayWait(value))
        continue;
      SmallVector<Use *, 4> uses = farUses(value, order, loops);
      std::optional<BasicBlock::iterator> behind = value.getInsertionPointAfterDef();
      if (uses.empty() || !behind)
        continue;
      BasicBlock &entry = function.getEntryBlock();
      auto *slot = new AllocaInst(value.getType(), function.getDataLayout().getAllocaAddrSpace(),
                                  "far", entry.begin());
      loadAgain(uses, slot);
      new StoreInst(&value, slot, *behind);
      changed = true;
    }
  }
  if (!changed)
    return PreservedAnalyses::all();
  PreservedAnalyses preserved;
  preserved.preserveSet<CFGAnalyses>();
  return preserved;
}
