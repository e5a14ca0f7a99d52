// alike: do two loop nests do the same, given other values from outside?
#ifndef ADCC_ALIKE_H
#define ADCC_ALIKE_H

#include "region.h"

#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/IR/Instructions.h"

// What stands in the second region for each value that the first one takes from outside, and what
// of the first is not so in the second: facts that have to go before it stands for both.
struct Likeness {
  llvm::DenseMap<llvm::Value *, llvm::Value *> outside;
  llvm::SmallVector<std::pair<llvm::Instruction *, llvm::Instruction *>, 8> flags;
  llvm::SmallVector<std::pair<llvm::Instruction *, unsigned>, 8> metadata;
};

bool readLikeness(const Region &region, const Region &other, Likeness &likeness);
void forgetDifferences(const Likeness &likeness);

#endif
