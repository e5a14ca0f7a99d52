// What the forward sweep keeps for the reverse sweep lives through all the blocks and calls
// between. No register is left for it in a function of hundreds of them, but to find that out,
// LLVM's register allocator walks through all of them, for each such value, and takes time by the
// square of the function's size. Such a value is put into memory where it is computed, and loaded
// again where it is used, which is what the register allocator would have done. Runs last; values
// of loops are left alone.
#include "far.h"

#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/PostOrderIterator.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/IntrinsicInst.h"

using namespace llvm;

namespace {

enum { MANY_STEPS = 512, FAR = 128 };

// How far the function has come at an instruction: in blocks and calls, and in instructions.
struct Place {
  unsigned step, index;
};
using Places = DenseMap<const Instruction *, Place>;

unsigned countSteps(const Function &function) {
  size_t steps = function.size();
  for (const Instruction &instruction : instructions(function))
    steps += isa<CallBase>(instruction) && !isa<IntrinsicInst>(instruction);
  return steps;
}

Places numberPlaces(Function &function) {
  Places places;
  unsigned step = 0, index = 0;
  for (BasicBlock *block : ReversePostOrderTraversal<Function *>(&function)) {
    step++;
    for (const Instruction &instruction : *block) {
      places[&instruction] = {step, index++};
      step += isa<CallBase>(instruction) && !isa<IntrinsicInst>(instruction);
    }
  }
  return places;
}

// Where a phi's operand is used: at the end of the block that it comes from.
Instruction *placeOf(const Use &use) {
  auto *user = cast<Instruction>(use.getUser());
  auto *phi = dyn_cast<PHINode>(user);
  return phi ? phi->getIncomingBlock(use)->getTerminator() : user;
}

// The uses of a value that are far behind it; none where one of them is in a loop, which would load
// it each time.
SmallVector<Use *, 4> farUses(Instruction &value, const Places &places, const LoopInfo &loops) {
  SmallVector<Use *, 4> far;
  unsigned here = places.lookup(&value).step;
  for (Use &use : value.uses()) {
    Instruction *place = placeOf(use);
    auto there = places.find(place);
    if (there == places.end() || there->second.step < here + FAR)
      continue;
    if (loops.getLoopFor(place->getParent()))
      return {};
    far.push_back(&use);
  }
  return far;
}

bool mayWait(const Instruction &value) {
  return value.getType()->isSingleValueType() && !isa<AllocaInst, CallBrInst, InvokeInst>(value) &&
         !value.isTerminator() && !value.isEHPad();
}

// In each block, one load for the uses that are not far from each other.
void loadAgain(MutableArrayRef<Use *> uses, AllocaInst *slot, Places &places) {
  MapVector<BasicBlock *, SmallVector<Use *, 2>> byBlock;
  for (Use *use : uses)
    byBlock[placeOf(*use)->getParent()].push_back(use);
  for (auto &[block, here] : byBlock) {
    llvm::sort(here, [&](const Use *a, const Use *b) {
      return places.lookup(placeOf(*a)).index < places.lookup(placeOf(*b)).index;
    });
    Instruction *load = nullptr;
    for (Use *use : here) {
      Instruction *first = placeOf(*use);
      Place place = places.lookup(first);
      if (!load || place.step >= places.lookup(load).step + FAR) {
        load = IRBuilder<>(first).CreateLoad(slot->getAllocatedType(), slot, "far");
        places[load] = place;
      }
      use->set(load);
    }
  }
}

} // namespace

PreservedAnalyses FarPass::run(Function &function, FunctionAnalysisManager &manager) {
  if (countSteps(function) < MANY_STEPS)
    return PreservedAnalyses::all();
  LoopInfo &loops = manager.getResult<LoopAnalysis>(function);
  Places places = numberPlaces(function);
  bool changed = false;
  for (BasicBlock &block : function) {
    if (!places.contains(&block.front()) || loops.getLoopFor(&block))
      continue;
    for (Instruction &value : make_early_inc_range(block)) {
      if (!mayWait(value))
        continue;
      SmallVector<Use *, 4> uses = farUses(value, places, loops);
      std::optional<BasicBlock::iterator> behind = value.getInsertionPointAfterDef();
      if (uses.empty() || !behind)
        continue;
      BasicBlock &entry = function.getEntryBlock();
      auto *slot = new AllocaInst(value.getType(), function.getDataLayout().getAllocaAddrSpace(),
                                  "far", entry.begin());
      loadAgain(uses, slot, places);
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
