// Variables in memory become values.
#include "bridge_analyses.h"

#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/SCCIterator.h"
#include "llvm/Analysis/DominanceFrontier.h"
#include "llvm/IR/CFG.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/Instructions.h"
#include "llvm/Transforms/Utils/PromoteMemToReg.h"
#include "llvm/Transforms/Utils/SSAUpdater.h"

using namespace llvm;

namespace {

// PromoteMemToReg walks the whole dominator tree below each store, for each variable, which takes
// time by the square of the function's size. Where a function is large, most variables of
// derivatives can be had for less.
struct LargeFunction {
  DominatorTree &dominators;
  DominanceFrontier frontiers;
  DenseSet<const BasicBlock *> repeated; // in cycles, of which some have several entries: the
                                         // reverse of a loop that is left from the middle

  LargeFunction(Function &function, DominatorTree &dominators) : dominators(dominators) {
    frontiers.analyze(dominators);
    for (auto part = scc_begin(&function); !part.isAtEnd(); ++part)
      if (part.hasCycle())
        repeated.insert(part->begin(), part->end());
  }
};

// A variable that is stored to once, as what a branch of the forward sweep keeps for the same
// branch of the reverse sweep. Where the branch ends, its value goes on, from elsewhere there is
// none.
bool promoteStoredOnce(AllocaInst *slot, LargeFunction &function) {
  StoreInst *store = nullptr;
  SmallVector<LoadInst *, 8> loads;
  for (User *user : slot->users()) {
    if (auto *load = dyn_cast<LoadInst>(user))
      loads.push_back(load);
    else if (store || !(store = dyn_cast<StoreInst>(user)))
      return false;
  }
  if (!store)
    return false;
  // Outwards from the store: where the value has been merged with none.
  SmallVector<BasicBlock *, 4> merges;
  auto isReached = [&](LoadInst *load) {
    return merges.empty() ? function.dominators.dominates(store, load)
                          : function.dominators.dominates(merges.back(), load->getParent());
  };
  SmallVector<size_t, 8> reachedBy(loads.size());
  for (size_t left = loads.size(); left;) {
    for (size_t i = 0; i < loads.size(); i++)
      if (!reachedBy[i] && isReached(loads[i]))
        reachedBy[i] = merges.size() + 1, left--;
    if (!left)
      break;
    BasicBlock *from = merges.empty() ? store->getParent() : merges.back();
    auto frontier = function.frontiers.find(from);
    if (frontier == function.frontiers.end() || frontier->second.size() != 1 ||
        function.repeated.contains(*frontier->second.begin()))
      return false;
    merges.push_back(*frontier->second.begin());
  }
  SmallVector<Value *, 4> values = {store->getValueOperand()};
  BasicBlock *from = store->getParent();
  for (BasicBlock *merge : merges) {
    auto *phi = PHINode::Create(slot->getAllocatedType(), pred_size(merge), slot->getName());
    phi->insertBefore(merge->begin());
    for (BasicBlock *before : predecessors(merge))
      phi->addIncoming(function.dominators.dominates(from, before)
                           ? values.back()
                           : UndefValue::get(phi->getType()),
                       before);
    values.push_back(phi);
    from = merge;
  }
  for (size_t i = 0; i < loads.size(); i++) {
    loads[i]->replaceAllUsesWith(values[reachedBy[i] - 1]);
    loads[i]->eraseFromParent();
  }
  store->eraseFromParent();
  slot->eraseFromParent();
  return true;
}

// The accesses of a variable that starts from a constant and lives in a few blocks of a large
// function, as the adjoints of most values do: from a load back to the stores that reach it, the
// way is short.
struct LocalVariable {
  StoreInst *initial = nullptr;
  SmallVector<Instruction *, 8> accesses; // the others
};

bool isConstantStore(Instruction *access) {
  auto *store = dyn_cast<StoreInst>(access);
  return store && isa<Constant>(store->getValueOperand());
}

// False where it is no such variable, or blocks that are never reached, which have no dominators,
// access it.
bool findAccesses(AllocaInst *slot, DominatorTree &dominators, LocalVariable &variable) {
  enum { FEW = 16 };
  for (User *user : slot->users()) {
    auto *access = cast<Instruction>(user);
    if (!isa<LoadInst, StoreInst>(access) || variable.accesses.size() == FEW ||
        !dominators.isReachableFromEntry(access->getParent()))
      return false;
    variable.accesses.push_back(access);
  }
  for (Instruction *access : variable.accesses)
    if (isConstantStore(access) && all_of(variable.accesses, [&](Instruction *other) {
          return other == access || dominators.dominates(access, other);
        }))
      variable.initial = cast<StoreInst>(access);
  if (!variable.initial)
    return false;
  erase(variable.accesses, variable.initial);
  return !variable.accesses.empty();
}

// Starts it where all that accesses it is ahead, unless that may be reached again.
bool sinkStart(LocalVariable &variable, LargeFunction &function) {
  BasicBlock *common = variable.accesses.front()->getParent();
  for (Instruction *access : variable.accesses)
    common = function.dominators.findNearestCommonDominator(common, access->getParent());
  if (function.repeated.contains(common))
    return false;
  if (common != variable.initial->getParent())
    variable.initial->moveBefore(common->getFirstInsertionPt());
  return true;
}

bool promoteLocally(AllocaInst *slot, LargeFunction &function) {
  LocalVariable variable;
  if (!findAccesses(slot, function.dominators, variable) || !sinkStart(variable, function))
    return false;
  variable.accesses.push_back(variable.initial);
  SSAUpdater updater;
  SmallVector<Instruction *, 8> accesses(variable.accesses);
  LoadAndStorePromoter promoter(accesses, updater, slot->getName());
  promoter.run(accesses);
  slot->eraseFromParent();
  return true;
}

} // namespace

void bridge_promote_allocas(LLVMValueRef function, LLVMValueRef *allocas, size_t count) {
  enum { MANY_BLOCKS = 256 };
  Function &body = *unwrap<Function>(function);
  SmallVector<AllocaInst *, 16> slots;
  for (size_t i = 0; i < count; i++)
    if (isAllocaPromotable(unwrap<AllocaInst>(allocas[i])))
      slots.push_back(unwrap<AllocaInst>(allocas[i]));
  if (slots.empty())
    return;
  DominatorTree dominators(body);
  if (body.size() >= MANY_BLOCKS) {
    LargeFunction large(body, dominators);
    erase_if(slots, [&](AllocaInst *slot) {
      return promoteStoredOnce(slot, large) || promoteLocally(slot, large);
    });
  }
  if (!slots.empty())
    PromoteMemToReg(slots, dominators);
}

void bridge_promote_all(LLVMValueRef function) {
  SmallVector<LLVMValueRef, 16> slots;
  for (Instruction &instruction : unwrap<Function>(function)->getEntryBlock())
    if (isa<AllocaInst>(instruction))
      slots.push_back(wrap(&instruction));
  bridge_promote_allocas(function, slots.data(), slots.size());
}

bool bridge_alloca_is_promotable(LLVMValueRef alloca_instruction) {
  return isAllocaPromotable(unwrap<AllocaInst>(alloca_instruction));
}
