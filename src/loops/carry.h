// carry: a place in memory that every iteration of a loop uses, in a register instead.
#ifndef ADCC_CARRY_H
#define ADCC_CARRY_H

#include "llvm/Analysis/LoopInfo.h"
#include "llvm/Analysis/ScalarEvolution.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/Instructions.h"

// The loads from one place for the whole loop, and the only store to it, behind them; or none.
struct Carried {
  llvm::SmallVector<llvm::LoadInst *, 2> loads;
  llvm::StoreInst *store = nullptr;
};

// What a loop of one block does at a place; false if that is anything else.
bool readCarried(llvm::Loop *loop, llvm::ScalarEvolution &evolution, const llvm::SCEV *place,
                 Carried &carried);

// Takes the place to a register, where nothing else in the loop can touch it. The loop is in
// simplified form, with one exit.
void carry(llvm::Loop *loop, llvm::LoopInfo &loops, llvm::DominatorTree &dominators,
           const Carried &carried);

#endif
