// Where a loop stores to neighbouring places, LLVM's vectoriser of straight code makes one store of
// them. If the next iteration is a place further on, what it loads then lies across two such
// stores, or in the midst of one:
//
//   do { d = x[j + 1]; if (p[j]) { x[j] += d; y[j] += d; y[j + 1] += d; } } while (j-- > 0);
//
// A processor hands the value of a store on to the load that follows only if it lies within; else
// the load waits until the store is in the cache, three times as long as two additions take. The
// sums of a reverse sweep do that wherever the primal reads neighbours under a condition, so that
// gather.cpp and window.cpp cannot help.
#include "hold.h"

#include "neighbours.h"

#include "llvm/IR/DataLayout.h"

using namespace llvm;

enum { VECTOR = 4, WIDEST = 8, MOST_ACCESSES = 200 };

namespace {

struct Shifting {
  Neighbours places;
  SmallVector<std::pair<Instruction *, int64_t>, 8> accesses; // and bytes from the first one's
};

} // namespace

// Is what a store leaves loaded by one of the next iterations, and is another store beside it?
static bool isShifting(const Shifting &places, int64_t size) {
  bool beside = false, comesBack = false;
  for (auto [store, at] : places.accesses) {
    if (!isa<StoreInst>(store))
      continue;
    for (auto [other, there] : places.accesses) {
      int64_t later = (at - there) / places.places.stride;
      beside |= isa<StoreInst>(other) && there - at == size;
      comesBack |= isa<LoadInst>(other) && (at - there) % places.places.stride == 0 && later > 0 &&
                   later < WIDEST;
    }
  }
  return beside && comesBack;
}

static void findInLoop(Loop *loop, ScalarEvolution &evolution,
                       SmallVectorImpl<Instruction *> &found) {
  SmallVector<Shifting, 8> groups;
  unsigned count = 0;
  for (BasicBlock *block : loop->blocks())
    for (Instruction &access : *block) {
      auto *load = dyn_cast<LoadInst>(&access);
      auto *store = dyn_cast<StoreInst>(&access);
      if ((!load || !load->isSimple()) && (!store || !store->isSimple()))
        continue;
      Shifting own;
      if (++count > MOST_ACCESSES)
        return;
      if (!startNeighbours(own.places, &access, loop, evolution))
        continue;
      const SCEV *address = own.places.first;
      bool joined = false;
      for (Shifting &group : groups) {
        auto *distance =
            dyn_cast<SCEVConstant>(evolution.getMinusSCEV(address, group.places.first));
        joined = distance && group.places.type == own.places.type;
        if (joined) {
          group.accesses.push_back({&access, distance->getAPInt().getSExtValue()});
          break;
        }
      }
      if (!joined) {
        own.accesses.push_back({&access, 0});
        groups.push_back(own);
      }
    }
  for (const Shifting &group : groups) {
    int64_t size = (int64_t)loop->getHeader()
                       ->getDataLayout()
                       .getTypeStoreSize(group.places.type)
                       .getFixedValue();
    if (std::abs(group.places.stride) < VECTOR * size && isShifting(group, size))
      for (auto [access, at] : group.accesses)
        found.push_back(access);
  }
}

SmallVector<Instruction *, 16> findShifting(const LoopInfo &loops, ScalarEvolution &evolution) {
  SmallVector<Instruction *, 16> found;
  for (Loop *loop : loops.getLoopsInPreorder())
    if (loop->isInnermost())
      findInLoop(loop, evolution, found);
  return found;
}

void hold(ArrayRef<Instruction *> accesses, bool held) {
  for (Instruction *access : accesses)
    if (auto *load = dyn_cast<LoadInst>(access))
      load->setVolatile(held);
    else
      cast<StoreInst>(access)->setVolatile(held);
}
