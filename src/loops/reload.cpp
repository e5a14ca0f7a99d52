// Where an iteration loads what the one before has loaded or stored, LLVM keeps that in a register:
//
//   a = x[n], d = y[n];
//   do { b = x[--i]; y[i + 1] = d + f(a, b); d = y[i] + g(a, b); y[i] = d; a = b; } while (i);
//
// It saves two loads, and makes a chain of iterations that were apart but for sums: the loop runs
// downwards for good, what each of its vectors needs of the one before has to be shuffled out of
// it, and the store to y[i] is one more that counts only in the last iteration. A reverse sweep,
// which runs downwards, is made like that wherever the primal reads neighbours. Loaded again, the
// iterations can be turned round (ascend.cpp) and their sums put together (gather.cpp); where
// neither comes of it, the registers are better.
#include "reload.h"

#include "llvm/Analysis/ScalarEvolutionExpressions.h"
#include "llvm/IR/IRBuilder.h"

using namespace llvm;

namespace {

// A place that the loop comes to with an access, and comes back to in the next iteration.
struct Place {
  Instruction *access;
  const SCEVAddRecExpr *address;
  int64_t stride, bytes; // from one iteration to the next; of the access
};

bool isSimple(const Instruction *access) {
  auto *load = dyn_cast<LoadInst>(access);
  return load ? load->isSimple() : cast<StoreInst>(access)->isSimple();
}

bool readPlace(Instruction *access, const Loop *loop, ScalarEvolution &evolution, Place &place) {
  Value *pointer = getLoadStorePointerOperand(access);
  place.access = access;
  place.address = dyn_cast<SCEVAddRecExpr>(evolution.getSCEV(pointer));
  if (!isSimple(access) || !place.address || place.address->getLoop() != loop ||
      !place.address->isAffine())
    return false;
  auto *stride = dyn_cast<SCEVConstant>(place.address->getStepRecurrence(evolution));
  place.stride = stride ? stride->getAPInt().getSExtValue() : 0;
  place.bytes = (int64_t)access->getDataLayout().getTypeStoreSize(getLoadStoreType(access));
  return std::abs(place.stride) >= place.bytes;
}

// Does the store keep off the place as it was so many bytes before?
bool keepsOff(StoreInst *store, const Place &place, int64_t before, ScalarEvolution &evolution,
              BatchAAResults &aliases) {
  auto *distance = dyn_cast<SCEVConstant>(
      evolution.getMinusSCEV(evolution.getSCEV(store->getPointerOperand()),
                             evolution.getSCEV(getLoadStorePointerOperand(place.access))));
  if (distance) {
    auto bytes =
        (int64_t)store->getDataLayout().getTypeStoreSize(store->getValueOperand()->getType());
    int64_t ahead = distance->getAPInt().getSExtValue() + before;
    return ahead >= place.bytes || ahead <= -bytes;
  }
  auto anywhere = [](const Instruction *access) {
    return MemoryLocation::getBeforeOrAfter(getLoadStorePointerOperand(access),
                                            access->getAAMetadata());
  };
  return aliases.isNoAlias(anywhere(store), anywhere(place.access));
}

// Is the place, in the iteration after, as the access has left it, up to where it is wanted?
bool isKept(const Place &place, Instruction *wanted, ScalarEvolution &evolution,
            BatchAAResults &aliases) {
  bool behind = false, before = true;
  for (Instruction &instruction : *place.access->getParent()) {
    before &= &instruction != wanted;
    auto *store = dyn_cast<StoreInst>(&instruction);
    if (store && !store->isSimple())
      return false;
    if (!store && instruction.mayWriteToMemory())
      return false;
    if (store && store != place.access &&
        ((behind && !keepsOff(store, place, 0, evolution, aliases)) ||
         (before && !keepsOff(store, place, place.stride, evolution, aliases))))
      return false;
    if (store == place.access && before &&
        !keepsOff(store, place, place.stride, evolution, aliases))
      return false;
    behind |= &instruction == place.access;
  }
  return true;
}

// Where the value is wanted first in an iteration; null if it is wanted behind the loop.
Instruction *firstUse(PHINode &phi, const Loop *loop) {
  Instruction *first = phi.getParent()->getTerminator();
  for (User *user : phi.users()) {
    auto *instruction = cast<Instruction>(user);
    if (!loop->contains(instruction))
      return nullptr;
    if (!isa<PHINode>(instruction) && instruction->comesBefore(first))
      first = instruction;
  }
  return first;
}

// What the loop begins with, where nothing has been stored since it was loaded; or null.
LoadInst *loadedBefore(Value *first, const Loop *loop) {
  auto *load = dyn_cast<LoadInst>(first);
  if (!load || !load->isSimple() || load->getParent() != loop->getLoopPreheader())
    return nullptr;
  for (Instruction *after = load; after; after = after->getNextNode())
    if (after->mayWriteToMemory())
      return nullptr;
  return load;
}

// A pointer to the place in the iteration before, there; null if it would have to be computed
// first.
Value *pointerBefore(const Place &place, const SCEV *address, Instruction *there,
                     ScalarEvolution &evolution) {
  for (Instruction &instruction : *there->getParent()) {
    Value *pointer = getLoadStorePointerOperand(&instruction);
    if (!pointer || evolution.getSCEV(pointer) != address)
      continue;
    auto *made = dyn_cast<Instruction>(pointer);
    if (!made || made->getParent() != there->getParent() || made->comesBefore(there))
      return pointer;
  }
  Value *pointer = getLoadStorePointerOperand(place.access);
  auto *made = dyn_cast<Instruction>(pointer);
  if (made && made->getParent() == there->getParent() && !made->comesBefore(there))
    return nullptr;
  IRBuilder<> builder(there);
  return builder.CreatePtrAdd(pointer, builder.getInt64((uint64_t)-place.stride));
}

} // namespace

bool Reloads::reload(PHINode &phi, BatchAAResults &aliases) {
  LoadInst *first = loadedBefore(phi.getIncomingValueForBlock(loop->getLoopPreheader()), loop);
  Value *next = phi.getIncomingValueForBlock(loop->getLoopLatch());
  Instruction *there = firstUse(phi, loop);
  if (!first || !there)
    return false;
  SmallVector<Instruction *, 4> accesses;
  for (Instruction &instruction : *loop->getHeader())
    if ((isa<LoadInst>(instruction) && &instruction == next) ||
        (isa<StoreInst>(instruction) && instruction.getOperand(0) == next))
      accesses.push_back(&instruction);
  for (Instruction *access : accesses) {
    Place place;
    if (!readPlace(access, loop, evolution, place))
      continue;
    const SCEV *step = place.address->getStepRecurrence(evolution);
    const SCEV *start = evolution.getMinusSCEV(place.address->getStart(), step);
    if (evolution.getSCEV(first->getPointerOperand()) != start ||
        !isKept(place, there, evolution, aliases))
      continue;
    Value *pointer =
        pointerBefore(place, evolution.getMinusSCEV(place.address, step), there, evolution);
    if (!pointer)
      continue;
    Align align = std::min(first->getAlign(), getLoadStoreAlignment(access));
    auto *load = new LoadInst(phi.getType(), pointer, "again", false, align, there->getIterator());
    load->setAAMetadata(access->getAAMetadata());
    done.push_back({load, TrackingVH<Value>(first), TrackingVH<Value>(next)});
    phi.replaceAllUsesWith(load);
    phi.eraseFromParent();
    return true;
  }
  return false;
}

Reloads::Reloads(Loop *loop, LoopInfo &loops, DominatorTree &dominators, ScalarEvolution &evolution,
                 AAResults &aliases, AssumptionCache &assumptions)
    : loop(loop), evolution(evolution),
      fresh(evolution, aliases, dominators, loops, nullptr, nullptr, &assumptions) {
  if (loop->getNumBlocks() != 1 || !loop->getLoopPreheader())
    return;
  BatchAAResults apart(aliases);
  apart.enableCrossIterationMode();
  for (bool again = true; again;) { // what is loaded again may be handed on in its turn
    again = false;
    for (PHINode &phi : make_early_inc_range(loop->getHeader()->phis()))
      again |= phi.getType()->isFloatingPointTy() && reload(phi, apart);
  }
  if (any())
    evolution.forgetLoop(loop);
}

void Reloads::undo() {
  for (const Reload &reload : reverse(done)) {
    PHINode *phi = PHINode::Create(reload.load->getType(), 2, "", loop->getHeader()->begin());
    phi->addIncoming(reload.first, loop->getLoopPreheader());
    phi->addIncoming(reload.next, loop->getLoopLatch());
    reload.load->replaceAllUsesWith(phi);
    reload.load->eraseFromParent();
  }
  if (any())
    evolution.forgetLoop(loop);
  done.clear();
}
