// Nests of loops whose outermost iterations might be interleaved, for jam.cpp: what is in one and
// what must be apart (jam_read.cpp), how choices in it are settled (jam_choice.cpp), and how its
// iterations run together (jam_lockstep.cpp).
#ifndef ADCC_JAM_NEST_H
#define ADCC_JAM_NEST_H

#include "llvm/Analysis/AliasAnalysis.h"
#include "llvm/Analysis/AssumptionCache.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/Analysis/ScalarEvolution.h"
#include "llvm/Analysis/TargetTransformInfo.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/Instructions.h"

namespace jam {

struct Analyses {
  llvm::LoopInfo &loops;
  llvm::DominatorTree &dominators;
  llvm::ScalarEvolution &evolution;
  llvm::AAResults &aliases;
  llvm::AssumptionCache &assumptions;
  const llvm::TargetTransformInfo &target;

  static Analyses of(llvm::Function &function, llvm::FunctionAnalysisManager &manager) {
    return {manager.getResult<llvm::LoopAnalysis>(function),
            manager.getResult<llvm::DominatorTreeAnalysis>(function),
            manager.getResult<llvm::ScalarEvolutionAnalysis>(function),
            manager.getResult<llvm::AAManager>(function),
            manager.getResult<llvm::AssumptionAnalysis>(function),
            manager.getResult<llvm::TargetIRAnalysis>(function)};
  }
};

enum Kind { READ, WRITE, ADD };

struct Access {
  llvm::Instruction *instruction; // of a sum: its store
  Kind kind;
};

// A loop with loops in it, each of which runs in every iteration of that around it, as often in
// every iteration of the outermost.
struct Nest {
  llvm::Loop *outer = nullptr;
  llvm::SmallVector<llvm::Loop *, 4> within;                   // preorder
  llvm::SmallVector<llvm::BasicBlock *, 8> blocks;             // in the order in which they run
  llvm::SmallVector<llvm::SmallVector<Access, 8>, 8> accesses; // by block
};

// The sum in memory that a store completes: it adds to what a load found there, nothing else sees
// that or what came of it, and nothing is stored meanwhile.
struct Sum {
  llvm::LoadInst *load = nullptr;
  // the first takes the load, the last is stored
  llvm::SmallVector<llvm::BinaryOperator *, 4> additions;
};

bool readSum(llvm::StoreInst *store, Sum &sum);

// The accesses of a block; false if it does more than compute, read and write.
bool collect(llvm::BasicBlock *block, llvm::SmallVectorImpl<Access> &accesses);

// Whether two accesses may change places: apart in all iterations of the loops around them, or
// sums.
bool isApart(llvm::BatchAAResults &aliases, const Access &a, const Access &b);

// Loops for which nothing is done that makes them fast: those that run where memory overlaps.
void leaveAlone(llvm::Loop *loop);
bool isLeftAlone(const llvm::Loop *loop);

bool isSimpleLoop(const llvm::Loop *loop);

// The nest of all that is in a loop.
bool readNest(llvm::Loop *outer, Analyses &analyses, Nest &nest);

// What is to become of the iterations of the outermost loop.
enum Order { INTERLEAVED, ANY };

// Whether, in one run of the nest, anything meets that must be apart for the iterations of the
// outermost loop to run in such an order, told before it: false where that is known; null if it
// cannot be told.
llvm::Value *expandMeeting(const Nest &nest, Order order, Analyses &analyses);

// A copy of the loop for where `condition` holds before it, which may be said to be rare.
llvm::Loop *version(llvm::Loop *loop, llvm::Value *condition, bool rare, Analyses &analyses);

// The branch by which the outer loop, after the inner one, does something in all of its iterations
// or in none; or null.
llvm::BranchInst *invariantChoice(const llvm::Loop *outer, const llvm::Loop *inner);

// The loop where that branch is always taken, or never: all that comes after the inner loop becomes
// one block.
void settle(llvm::BranchInst *branch, bool taken, Analyses &analyses);

// Has the branch always do what it may do, at places that are not used otherwise where it would not
// have done it. False if that cannot be; nothing is changed then.
bool takeAlways(llvm::BranchInst *branch, llvm::Loop *outer, Analyses &analyses);

// Goes through what the nest adds to in each iteration of the outermost loop by strips that fit
// into the cache, each for all of those iterations (strips.cpp). True if it does so now.
bool goByStrips(llvm::Loop *outer, Analyses &analyses);

// Runs so many iterations of the outermost loop together, in one run of what is in it, and those
// that are left in a loop behind it: that, or null. False if the loop cannot be changed.
bool runTogether(const Nest &nest, unsigned together, Analyses &analyses, llvm::Loop *&rest);

} // namespace jam

#endif
