// bridge_edges: what the branches say that lead to an edge of the control flow.
#ifndef ADCC_BRIDGE_EDGES_H
#define ADCC_BRIDGE_EDGES_H

#include "llvm/Analysis/ScalarEvolution.h"

class Edges {
public:
  explicit Edges(llvm::ScalarEvolution &evolution) : evolution(evolution) {}

  // Do the branches that lead to the end of `from` and on to `to` say that it is zero?
  bool isZero(const llvm::SCEV *number, llvm::BasicBlock *from, llvm::BasicBlock *to);

private:
  llvm::ScalarEvolution &evolution;

  bool isZeroWhereEqual(const llvm::SCEV *number, llvm::Value *left, llvm::Value *right);
};

#endif
