// What the files of the bridge that compare addresses share: bounds of expressions over a loop
// nest, and pointers as offsets.
#ifndef ADCC_BRIDGE_BOUNDS_H
#define ADCC_BRIDGE_BOUNDS_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/Analysis/ScalarEvolution.h"
#include "llvm/Analysis/ScalarEvolutionExpressions.h"

#include <optional>

namespace llvm {
class Instruction;
class Loop;
class SCEVExpander;
class Value;
} // namespace llvm

struct Interval {
  const llvm::SCEV *low = nullptr, *high = nullptr;
  explicit operator bool() const { return low != nullptr; }
};

// What holds if some index does not wrap around: from `least` to `greatest` lie all the values that
// it has in exact arithmetic.
struct NoWrap {
  Interval range;
  int64_t least, greatest;
};

// Bounds of an integer expression, signed, over all iterations of a nest.
//
// A recurrence is linear in its loop's iteration number, so its extremes over the innermost loop
// are its first and its last value; the last one, start + step * count, is an expression over the
// outer loops, in which triangular bounds have already cancelled. Iterations of an outer loop that
// never enter the inner one only widen the result. Offsets are assumed not to wrap around the
// 64-bit address space: a nest that did so would leave every object on the way.
class NestBounds {
public:
  NestBounds(llvm::ScalarEvolution &evolution, const llvm::Loop *nest)
      : evolution(evolution), nest(nest) {}

  // Are both ends of what bounds() gave reached, if every loop is run in each iteration of the one
  // around it? A recurrence has its extremes at the ends of its loops; of anything else the bounds
  // may be wider than what is reached.
  bool attained = true;

  // Where an index of 32 bits is not known not to wrap around, as LLVM drops that when it changes
  // the order of factors, are its bounds wanted for the case that it does not? What that takes is
  // added to the list. So is what it takes that a loop steps upwards, whose step is no constant.
  llvm::SmallVectorImpl<NoWrap> *assumptions = nullptr;

  // Is an extent wanted that is compared as an unsigned number, as a size_t is, for the case that
  // it has its sign bit clear? What that takes is added to the list.
  llvm::SmallVectorImpl<NoWrap> *extents = nullptr;

  Interval bounds(const llvm::SCEV *expression);

  // Of offsets and their differences, where the nest runs at all.
  bool isNonNegative(const llvm::SCEV *expression);

  // An index of 32 bits that is extended, computed in 64 bits: the same under what is added to
  // `assumptions`; null if it has no such form.
  const llvm::SCEV *widened(const llvm::SCEVCastExpr *cast);

private:
  llvm::ScalarEvolution &evolution;
  const llvm::Loop *nest;
  llvm::SmallPtrSet<const llvm::SCEV *, 4> chosen; // under way
  int corners = 256;                               // that may still be looked at alone

  bool isCount(const llvm::SCEV *expression);
  std::optional<int64_t> least(const llvm::SCEV *expression);
  const llvm::SCEV *alike(const llvm::SCEV *expression);
  void assume(Interval range, int64_t least, int64_t greatest);
  Interval ofRecurrence(const llvm::SCEVAddRecExpr *recurrence);
  Interval ofMultiple(const llvm::SCEVAddRecExpr *recurrence);
  Interval ofTested(const llvm::SCEVAddRecExpr *recurrence);
  const llvm::SCEV *extreme(const llvm::SCEV *a, const llvm::SCEV *b, bool least);
  Interval ofQuadratic(const llvm::SCEVAddRecExpr *recurrence, const llvm::SCEV *n);
  Interval ofSum(const llvm::SCEVAddExpr *sum);
  Interval ofProduct(const llvm::SCEVMulExpr *product);
  Interval ofAny(llvm::ArrayRef<const llvm::SCEV *> expressions);
  Interval ofExtreme(const llvm::SCEVNAryExpr *extreme);
  Interval ofUnsigned(const llvm::SCEVNAryExpr *extreme);
  Interval ofExtension(const llvm::SCEVCastExpr *cast);
  Interval ofWidened(const llvm::SCEVCastExpr *cast);
  const llvm::SCEV *widen(const llvm::SCEV *narrow, llvm::Type *type);
};

// An i1 before an instruction: all of it holds.
llvm::Value *bridge_expand_no_wrap(llvm::SCEVExpander &, llvm::Instruction *position,
                                   llvm::ArrayRef<NoWrap> assumptions);

// A pointer as an invariant base and an offset from it; without base if it has no such form.
struct Address {
  const llvm::SCEV *base = nullptr, *offset = nullptr;
  explicit operator bool() const { return base != nullptr; }
};
Address bridge_address_of(llvm::ScalarEvolution &, llvm::Value *pointer, const llvm::Loop *nest);

// A pointer into a row whose address the nest loads from a table, as if the rows lay one behind the
// other in the order of the table. With the same base, what lies apart by these offsets lies in
// different rows or apart in one.
Address bridge_address_by_row(llvm::ScalarEvolution &, llvm::Value *pointer,
                              const llvm::Loop *nest);

// An offset without the whole multiples of a row's size: the place in the row.
const llvm::SCEV *bridge_column(llvm::ScalarEvolution &, const llvm::SCEV *offset,
                                const llvm::SCEV *row);

#endif
