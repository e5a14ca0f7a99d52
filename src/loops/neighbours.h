// neighbours: places in memory that lie one or a few iterations of a loop apart, for window.cpp and
// gather.cpp, and for what joins loops or turns them round.
#ifndef ADCC_NEIGHBOURS_H
#define ADCC_NEIGHBOURS_H

#include "llvm/Analysis/LoopInfo.h"
#include "llvm/Analysis/ScalarEvolutionExpressions.h"
#include "llvm/IR/Instructions.h"

#include <optional>

// The places that several accesses of one loop go through, all at the same pace: what one of them
// comes to, the others come to some iterations earlier or later.
struct Neighbours {
  const llvm::SCEVAddRecExpr *first = nullptr; // the address of the first access
  llvm::Type *type = nullptr;
  int64_t stride = 0;          // bytes
  int64_t most = 0, least = 0; // by how many iterations others are ahead of the first

  // The places from the one that they come to first to the one that they leave last.
  unsigned width() const { return (unsigned)(most - least + 1); }
};

// The places of an access; false if it does not go through memory place by place.
bool startNeighbours(Neighbours &places, llvm::Instruction *access, const llvm::Loop *loop,
                     llvm::ScalarEvolution &evolution);

// By how many iterations an access is ahead of the first, if it goes through the same places and
// they are then no more than `widest`.
std::optional<int64_t> joinNeighbours(Neighbours &places, llvm::Instruction *access,
                                      unsigned widest, llvm::ScalarEvolution &evolution);

// Is another access, in every iteration, beside all the places of that iteration?
bool isBeside(const Neighbours &places, llvm::Instruction *other, const llvm::Loop *loop,
              llvm::ScalarEvolution &evolution, const llvm::ScalarEvolution::LoopGuards &guards);

// Does each iteration come to a place of its own? Not where the place is chosen otherwise than by
// counting: at i % 3 accesses with one expression meet in different iterations.
bool isElsewhereInEach(const llvm::Loop *loop, const llvm::Instruction *access,
                       llvm::ScalarEvolution &evolution);
// The same for an address that holds under assumptions.
bool isElsewhereInEach(const llvm::Loop *loop, const llvm::Instruction *access,
                       const llvm::SCEV *address, llvm::ScalarEvolution &evolution);

// Do accesses of different iterations meet nowhere by a part of them, where LLVM's analysis says
// that they do not? It asks how far apart they start, and counts as apart those that start further
// apart than the loop goes, though the last of one may reach over the first of the other: vectors
// at distances that are no multiple of their size.
bool endsAreApart(llvm::Loop *loop, llvm::ScalarEvolution &evolution);

#endif
