// Loops whose order is free, for reorder.cpp: what nest_reader.h finds out about one, and what
// nest_build.cpp makes of it.
#ifndef ADCC_NEST_H
#define ADCC_NEST_H

#include "llvm/Analysis/AliasAnalysis.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/Analysis/ScalarEvolutionExpressions.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/Instructions.h"

namespace nest {

struct Analyses {
  llvm::LoopInfo &loops;
  llvm::DominatorTree &dominators;
  llvm::ScalarEvolution &evolution;
  llvm::AAResults &aliases;
};

// An addition to a place in memory, in the innermost loop. Additions commute: only what else goes
// on at that place matters.
struct Update {
  llvm::LoadInst *load;
  llvm::StoreInst *store;
  llvm::SmallVector<llvm::Instruction *, 2> chain; // from the load to what is stored
  bool varies = false;                             // is the place another in each outer iteration?
  unsigned shift = 0; // of the place, in elements from that of the first update of the group
};

struct Induction {
  llvm::PHINode *phi;
  const llvm::SCEVAddRecExpr *steps;
};

// The bytes that an access, or several, cover over the whole nest.
struct Range {
  const llvm::SCEV *low, *high;
};

// Either an outer loop around one innermost loop, with code before and after that, or an innermost
// loop alone, of which then everything but the updates is “before”.
struct Nest {
  llvm::Loop *outer = nullptr, *inner = nullptr;
  const llvm::SCEV *outerLast = nullptr, *innerLast = nullptr; // numbers of the last iterations
  llvm::SmallVector<Induction, 4> outerInductions, innerInductions;
  llvm::SmallVector<llvm::PHINode *, 2> states; // what else the inner loop carries along
  llvm::SmallVector<llvm::Instruction *, 16> before, body, after;
  llvm::SmallPtrSet<llvm::Instruction *, 16> varying; // in the body: other in each outer iteration
  // The updates, by the loop that each is to be in. Those of one loop are of places apart, or of
  // neighbours, by their shifts: then every place in turn gets all that is added there.
  llvm::SmallVector<llvm::SmallVector<Update, 2>, 4> groups;
  // What else the body does with places that it stores to, one for each outer iteration; in order.
  llvm::SmallVector<llvm::Instruction *, 2> cells;
  // Values from before the inner loop that wait in an array.
  llvm::SmallSetVector<llvm::Instruction *, 4> kept;
  llvm::SmallVector<std::pair<Range, Range>, 8> apart; // what must not overlap
  // What must not be less than so many bytes, up or down.
  llvm::SmallSetVector<std::pair<const llvm::SCEV *, const llvm::SCEV *>, 2> wide;
  bool downwards = false; // does the outer loop run down in memory?

  llvm::Value *nextOf(llvm::PHINode *state) const {
    return state->getIncomingValueForBlock(inner->getLoopLatch());
  }
};

// The farthest that updates in one loop are shifted.
enum { MAX_SHIFT = 16 };

// Fills in a nest if one is at this loop, its order is free, and another order than its own is
// better.
bool read(llvm::Loop *outer, Analyses &analyses, Nest &nest);

// Builds the better order beside the loop, which remains for memory that overlaps. Analyses of the
// function do not hold any more.
void build(const Nest &nest, Analyses &analyses);

// Puts the sums that a loop around another carries along in registers into memory, where they are
// additions like any others: their slots on the stack. None if it carries anything else along.
llvm::SmallVector<llvm::AllocaInst *, 4> lowerSums(llvm::Loop *loop, Analyses &analyses);

// Back to registers, in the loop as it was.
void raiseSums(llvm::ArrayRef<llvm::AllocaInst *> slots, llvm::Loop *loop, Analyses &analyses);

// The mark on loops that have been through this.
inline constexpr const char *ordered = "adcc.loop.ordered";

} // namespace nest

#endif
