// Two loops, one behind the other, for fuse.cpp: what there is in them, and what the one computes,
// computed in the other.
#ifndef ADCC_FUSE_PAIR_H
#define ADCC_FUSE_PAIR_H

#include "jam_nest.h"

#include "llvm/ADT/DenseMap.h"

namespace fusing {

using Accesses = llvm::SmallVector<jam::Access, 16>;

// A loop of one block, and the one that runs after it as often; between them is one block.
struct Pair {
  llvm::Loop *first, *second;
  Accesses inFirst, between, inSecond;
  const llvm::SCEV *last; // iteration
  bool opposite;          // does the second come to the places of the first in the opposite order?
};

// The pair that a loop is the first of.
bool readPair(llvm::Loop *first, jam::Analyses &analyses, Pair &pair);

// Do two accesses, each of its loop, come to one place in iterations that stand for each other?
bool samePlace(const jam::Access &a, const llvm::Loop *from, const jam::Access &b,
               const llvm::Loop *to, const Pair &pair, llvm::ScalarEvolution &evolution);

// What one loop of a pair computes, computed in the other.
class Copier {
public:
  // The copies stand before `position`.
  Copier(const Pair &pair, bool toSecond, llvm::Instruction *position,
         llvm::BatchAAResults &aliases, jam::Analyses &analyses)
      : pair(pair), from(toSecond ? pair.first : pair.second),
        to(toSecond ? pair.second : pair.first), position(position), aliases(aliases),
        analyses(analyses) {}

  // Finds whether a value can be had there; to be asked of all values before any is copied.
  bool plan(llvm::Value *value);
  // To be called once all is planned.
  void settle();
  llvm::Value *copy(llvm::Value *value);
  // To be called once all is copied: what is read in the second loop is cleared there.
  void moveClearings();
  // What an instruction of the one loop is in the other.
  void assume(llvm::Instruction *here, llvm::Value *there) { known[here] = there; }
  // What both loops compute.
  unsigned operationsShared() const { return shared.size(); }

  unsigned loadsAnew = 0, loadsShared = 0;
  bool expensive = false;

private:
  const Pair &pair;
  llvm::Loop *from, *to;
  llvm::Instruction *position;
  llvm::BatchAAResults &aliases;
  jam::Analyses &analyses;
  llvm::DenseMap<llvm::Instruction *, llvm::Value *> known; // null: to be copied
  llvm::SmallVector<std::pair<llvm::Instruction *, llvm::Instruction *>, 8> shared;
  llvm::SmallVector<std::pair<llvm::LoadInst *, llvm::StoreInst *>, 2> clearings;
  unsigned copied = 0;

  llvm::PHINode *counterpart(llvm::Instruction *number);
  llvm::Instruction *computedThere(llvm::Instruction *instruction);
  bool isUnchanged(llvm::LoadInst *load);
  llvm::StoreInst *clearingBehind(llvm::LoadInst *load);
  llvm::LoadInst *readThere(llvm::LoadInst *load);
};

} // namespace fusing

#endif
