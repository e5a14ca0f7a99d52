// What C++ files of the bridge share: loop-carried values that ScalarEvolution leaves unknown.
#ifndef ADCC_BRIDGE_WALK_H
#define ADCC_BRIDGE_WALK_H

#include "llvm/ADT/SmallVector.h"
#include "llvm/Analysis/ScalarEvolution.h"

namespace llvm {
class Loop;
}

// The expression with such values of the nest replaced by recurrences, where they are some.
const llvm::SCEV *walk_rewrite(llvm::ScalarEvolution &, const llvm::SCEV *, const llvm::Loop *nest);

// What a value chosen in the nest, as the number of a pivot, is chosen from; false if the
// expression, extended or not, is no such value.
bool walk_choices(llvm::ScalarEvolution &, const llvm::SCEV *, const llvm::Loop *nest,
                  llvm::SmallVectorImpl<const llvm::SCEV *> &choices);

#endif
