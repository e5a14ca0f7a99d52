// turn: a loop's iterations in the opposite order.
#ifndef ADCC_TURN_H
#define ADCC_TURN_H

#include "llvm/Analysis/LoopInfo.h"
#include "llvm/Analysis/ScalarEvolution.h"
#include "llvm/Analysis/ScalarEvolutionExpressions.h"
#include "llvm/IR/Instructions.h"

// A phi of a loop's header that follows from the number of the iteration.
struct Induction {
  llvm::PHINode *phi;
  const llvm::SCEVAddRecExpr *steps;
};

// Runs a loop from its last iteration, which has the number `last`, to its first. Its other phis
// and its memory do not mind, and what is behind it takes no induction from it. In simplified form,
// with one exit, at the latch; `last` can be computed before it.
void turnRound(llvm::Loop *loop, llvm::ArrayRef<Induction> inductions, const llvm::SCEV *last,
               llvm::ScalarEvolution &evolution);

#endif
