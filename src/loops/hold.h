// hold: sums at places that go along by less than a vector are kept out of LLVM's vectoriser of
// straight code.
#ifndef ADCC_HOLD_H
#define ADCC_HOLD_H

#include "llvm/ADT/SmallVector.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/Analysis/ScalarEvolution.h"
#include "llvm/IR/Instructions.h"

// The accesses of innermost loops that should stay as they are.
llvm::SmallVector<llvm::Instruction *, 16> findShifting(const llvm::LoopInfo &loops,
                                                        llvm::ScalarEvolution &evolution);

// Holds them, or lets them go: nobody changes a volatile access.
void hold(llvm::ArrayRef<llvm::Instruction *> accesses, bool held);

#endif
