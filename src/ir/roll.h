// Loops that an unroller has been through, for bridge_roll.cpp: what one iteration of such a loop
// does, in the order in which it is done, and what stands elsewhere and does the same.
#ifndef ADCC_ROLL_H
#define ADCC_ROLL_H

#include "bridge_analyses.h"

#include "llvm/Analysis/ScalarEvolutionExpressions.h"

namespace roll {

typedef llvm::SmallVector<llvm::Instruction *, 32> Work;

// Everything in a block but what only finds places and counts: numbers and pointers that are
// computed are compared by what they are, not by how they were come by.
Work workOf(llvm::BasicBlock &block);

// One operation as another, but for what the operands are and how aligned a place is known to be.
bool isSameOperation(const llvm::Instruction *one, const llvm::Instruction *other);

// Is this a phi of the loop that advances by the same each time?
const llvm::SCEVAddRecExpr *inductionOf(llvm::Value *phi, llvm::Loop *loop,
                                        llvm::ScalarEvolution &evolution);

// The value that a phi with one way in stands for.
llvm::Value *behindPhis(llvm::Value *value);

// A loop of one block, its exit at its end, that goes on until `next`, which is `phi` of the next
// iteration, is `bound`; or, narrowed, until as many of the low bits of it are.
struct Loop {
  llvm::Loop *loop;
  llvm::BasicBlock *block;
  Work work;
  llvm::PHINode *counter;
  llvm::ICmpInst *test;

  llvm::Value *bound() const { return test->getOperand(1); }
  llvm::Value *nextOf(llvm::PHINode *phi) const { return phi->getIncomingValueForBlock(block); }
  llvm::Value *startOf(llvm::PHINode *phi) const {
    return phi->getIncomingValueForBlock(loop->getLoopPredecessor());
  }
};

// Makes one iteration of several that stand one behind the other in the loop, if they all do the
// same and nothing but that.
bool rollUp(llvm::Loop *loop, BridgeAnalyses &analyses, Loop &rolled);

typedef llvm::DenseMap<const llvm::SCEV *, const llvm::SCEV *> Names;

// The expression with others for those that stand in it.
const llvm::SCEV *replaced(llvm::ScalarEvolution &, const llvm::SCEV *expression, Names &by);

// What an expression is where another one is a number: a constant, or nothing if none follows.
const llvm::SCEV *where(llvm::ScalarEvolution &, const llvm::SCEV *expression,
                        const llvm::SCEV *asked, const llvm::APInt &number);

// The same modulo a power of two.
bool residueWhere(BridgeAnalyses &, const llvm::SCEV *expression, uint64_t modulus,
                  const llvm::SCEV *asked, const llvm::APInt &number, uint64_t &residue);

// Has the loop run all iterations where the few that are left over, ahead of it or behind it, do
// just what it does.
bool takeRemainder(Loop &rolled, BridgeAnalyses &analyses);

} // namespace roll

#endif
