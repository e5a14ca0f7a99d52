// Bounds of expressions over a loop nest, and pointers as offsets.
#include "bridge_bounds.h"
#include "bridge_walk.h"

#include "llvm/Analysis/LoopInfo.h"
#include "llvm/Analysis/ScalarEvolutionDivision.h"
#include "llvm/IR/Instructions.h"

#include <limits>

using namespace llvm;

Interval NestBounds::bounds(const SCEV *expression) {
  if (evolution.isLoopInvariant(expression, nest))
    return {expression, expression};
  if (auto *recurrence = dyn_cast<SCEVAddRecExpr>(expression))
    return ofRecurrence(recurrence);
  attained = false;
  if (auto *sum = dyn_cast<SCEVAddExpr>(expression))
    return ofSum(sum);
  if (auto *product = dyn_cast<SCEVMulExpr>(expression))
    return ofProduct(product);
  if (isa<SCEVSMaxExpr, SCEVSMinExpr>(expression))
    return ofExtreme(cast<SCEVNAryExpr>(expression));
  if (isa<SCEVUMinExpr, SCEVSequentialUMinExpr, SCEVUMaxExpr>(expression))
    return ofUnsigned(cast<SCEVNAryExpr>(expression));
  SmallVector<const SCEV *, 4> choices;
  if (walk_choices(evolution, expression, nest, choices)) {
    if (!chosen.insert(expression).second)
      return {}; // from what depends on it
    Interval range = ofAny(choices);
    chosen.erase(expression);
    return range;
  }
  if (auto *cast = dyn_cast<SCEVCastExpr>(expression))
    return ofExtension(cast);
  return {};
}

// Is it how often a loop runs? No loop comes to the end of so many rounds that their number, taken
// as signed, is negative.
bool NestBounds::isCount(const SCEV *expression) {
  for (const Loop *loop = nest; loop; loop = loop->getParentLoop()) {
    const SCEV *count = evolution.getBackedgeTakenCount(loop);
    if (!isa<SCEVCouldNotCompute>(count) && count->getType() == expression->getType() &&
        evolution.getAddExpr(count, evolution.getOne(count->getType())) == expression)
      return true;
  }
  return false;
}

// The least that an expression of 64 bits may be where the nest runs at all, in exact arithmetic:
// offsets do not wrap around.
std::optional<int64_t> NestBounds::least(const SCEV *expression) {
  if (auto *sum = dyn_cast<SCEVAddExpr>(expression)) {
    int64_t all = 0;
    for (const SCEV *operand : sum->operands()) {
      std::optional<int64_t> part = least(operand);
      if (!part || AddOverflow(all, *part, all))
        return std::nullopt;
    }
    return all;
  }
  if (auto *product = dyn_cast<SCEVMulExpr>(expression)) {
    int64_t all = 1;
    for (const SCEV *operand : product->operands()) {
      std::optional<int64_t> part = least(operand);
      if (!part || *part < 0 || MulOverflow(all, *part, all))
        return std::nullopt;
    }
    return all;
  }
  const SCEV *guarded = evolution.applyLoopGuards(expression, nest);
  APInt least = evolution.getSignedRangeMin(guarded),
        extent = evolution.getUnsignedRangeMin(guarded);
  bool isExtent = least.isNegative() && extent.isStrictlyPositive() &&
                  isa<SCEVUnknown>(expression) && evolution.isLoopInvariant(expression, nest);
  if (isExtent && isCount(expression))
    return extent.getSExtValue();
  if (isExtent && extents) {
    if (none_of(*extents, [&](const NoWrap &known) { return known.range.low == expression; }))
      extents->push_back({{expression, expression}, 0, std::numeric_limits<int64_t>::max()});
    return extent.getSExtValue();
  }
  return least.getSExtValue();
}

bool NestBounds::isNonNegative(const SCEV *expression) {
  if (evolution.isKnownNonNegative(expression))
    return true;
  if (evolution.getTypeSizeInBits(expression->getType()) != 64)
    return false;
  std::optional<int64_t> value = least(expression);
  return value && *value >= 0;
}

Interval NestBounds::ofRecurrence(const SCEVAddRecExpr *recurrence) {
  const Loop *loop = recurrence->getLoop();
  const SCEV *count = evolution.getBackedgeTakenCount(loop);
  if (!nest->contains(loop))
    return {};
  if (isa<SCEVCouldNotCompute>(count))
    return ofTested(recurrence);
  bool isRounded = SCEVExprContains(count, [](const SCEV *part) { // to whole steps of unknown size
    return isa<SCEVUDivExpr>(part) && !isa<SCEVConstant>(cast<SCEVUDivExpr>(part)->getRHS());
  });
  if (isRounded)
    if (Interval range = ofTested(recurrence))
      return range;
  Type *type = recurrence->getType();
  if (evolution.getTypeSizeInBits(count->getType()) > evolution.getTypeSizeInBits(type))
    return {};
  count = evolution.getNoopOrZeroExtend(count, type);
  if (!recurrence->isAffine()) {
    attained = false;
    return ofQuadratic(recurrence, count);
  }
  const SCEV *step = recurrence->getStepRecurrence(evolution);
  const SCEV *walked = evolution.getMulExpr(step, count);
  Interval first = bounds(recurrence->getStart());
  if (!first)
    return {};
  bool up = isNonNegative(step), down = isNonNegative(evolution.getNegativeSCEV(step));
  // Independent of the start: no corner of the two need be looked at alone, of which a nest has
  // twice as many with each loop.
  if (evolution.isLoopInvariant(walked, nest)) {
    const SCEV *zero = evolution.getZero(type);
    const SCEV *back = up ? zero : down ? walked : evolution.getSMinExpr(walked, zero);
    const SCEV *ahead = up ? walked : down ? zero : evolution.getSMaxExpr(walked, zero);
    return {evolution.getAddExpr(first.low, back), evolution.getAddExpr(first.high, ahead)};
  }
  if (--corners < 0)
    return {};
  if (Interval range = ofMultiple(recurrence))
    return range;
  Interval last = bounds(alike(evolution.getAddExpr(recurrence->getStart(), walked)));
  if (!last)
    return {};
  if (up)
    return {first.low, last.high};
  if (down)
    return {last.low, first.high};
  return {extreme(first.low, last.low, /*least=*/true),
          extreme(first.high, last.high, /*least=*/false)};
}

// A test that every round of a loop but the first has passed in the round before: the recurrence
// {start,+,step} was less than `end` there.
struct Test {
  const SCEV *start = nullptr, *step, *end; // of 64 bits
  unsigned width;                           // in which it is made
  bool isSigned;
};

static Test testOf(ScalarEvolution &evolution, const Loop *loop) {
  BasicBlock *latch = loop->getLoopLatch();
  auto *branch = latch ? dyn_cast<BranchInst>(latch->getTerminator()) : nullptr;
  auto *compare =
      branch && branch->isConditional() ? dyn_cast<ICmpInst>(branch->getCondition()) : nullptr;
  if (!compare || compare->getOperand(0)->getType()->getScalarSizeInBits() > 64)
    return {};
  CmpInst::Predicate stays = compare->getPredicate();
  if (branch->getSuccessor(0) != loop->getHeader())
    stays = CmpInst::getInversePredicate(stays);
  const SCEV *tested = evolution.getSCEV(compare->getOperand(0));
  const SCEV *end = evolution.getSCEV(compare->getOperand(1));
  if (evolution.isLoopInvariant(tested, loop)) {
    std::swap(tested, end);
    stays = CmpInst::getSwappedPredicate(stays);
  }
  if (!(ICmpInst::isLT(stays) || ICmpInst::isLE(stays)) || !evolution.isLoopInvariant(end, loop))
    return {};
  bool isSigned = ICmpInst::isSigned(stays);
  if (auto *extension = dyn_cast<SCEVSignExtendExpr>(tested); extension && isSigned)
    tested = extension->getOperand();
  auto *recurrence = dyn_cast<SCEVAddRecExpr>(tested);
  unsigned width = unsigned(evolution.getTypeSizeInBits(tested->getType()));
  if (!recurrence || recurrence->getLoop() != loop || !recurrence->isAffine() ||
      (width != 32 && width != 64))
    return {};
  Type *type = Type::getInt64Ty(compare->getContext());
  end = isSigned ? evolution.getNoopOrSignExtend(end, type)
                 : evolution.getNoopOrZeroExtend(end, type);
  if (ICmpInst::isLE(stays))
    end = evolution.getAddExpr(end, evolution.getOne(type));
  return {evolution.getNoopOrSignExtend(recurrence->getStart(), type),
          evolution.getNoopOrSignExtend(recurrence->getStepRecurrence(evolution), type), end, width,
          isSigned};
}

// Null: no multiple.
static const SCEV *quotientOf(ScalarEvolution &evolution, const SCEV *product, const SCEV *factor) {
  const SCEV *quotient, *rest;
  SCEVDivision::divide(evolution, product, factor, &quotient, &rest);
  if (rest->isZero())
    return quotient;
  // (8 + 8 x) / (1 + x)
  auto constantOf = [](const SCEV *sum) {
    return isa<SCEVAddExpr>(sum) ? dyn_cast<SCEVConstant>(cast<SCEVAddExpr>(sum)->getOperand(0))
                                 : nullptr;
  };
  const SCEVConstant *of = constantOf(product), *by = constantOf(factor);
  if (!of || !by)
    return nullptr;
  quotient = evolution.getConstant(of->getAPInt().sdiv(by->getAPInt()));
  return evolution.getMulExpr(quotient, factor) == product ? quotient : nullptr;
}

// How often the loop runs is not known, as where its step may be of either sign. For the case that
// that leads upwards, a round is entered past a test that start + (k - 1) step < end, or is the
// first; so k step is from 0 to the last multiple of step that is no more than end - 1 - start +
// step. That what is tested did not wrap around takes that the end and one step more do not.
Interval NestBounds::ofTested(const SCEVAddRecExpr *recurrence) {
  Type *type = recurrence->getType();
  if (!(assumptions || extents) || !recurrence->isAffine() ||
      evolution.getTypeSizeInBits(type) != 64)
    return {};
  attained = false;
  Test test = testOf(evolution, recurrence->getLoop());
  if (!test.start || !evolution.isLoopInvariant(test.step, nest))
    return {};
  const SCEV *step = recurrence->getStepRecurrence(evolution);
  const SCEV *times = quotientOf(evolution, step, test.step);
  if (auto *extension = dyn_cast<SCEVSignExtendExpr>(test.step); extension && !times) {
    test.step =
        evolution.getZeroExtendExpr(extension->getOperand(), type); // as it is assumed to be
    times = quotientOf(evolution, step, test.step);
  }
  Interval first = bounds(recurrence->getStart()), from = bounds(test.start),
           end = bounds(test.end);
  if (!times || !evolution.isLoopInvariant(times, nest) || !first || !from || !end)
    return {};
  const SCEV *distance = evolution.getMinusSCEV(test.end, test.start);
  if (isa<SCEVCouldNotCompute>(distance)) // pointers that are not known to be into one block
    return {};
  const SCEV *last = evolution.getMinusSCEV(test.step, evolution.getOne(type));
  Interval beyond = bounds(evolution.getAddExpr(test.end, last));
  Interval walk = bounds(evolution.getAddExpr(distance, last));
  if (!beyond || !walk)
    return {};
  int64_t greatest = test.width == 32 ? std::numeric_limits<int32_t>::max()
                                      : std::numeric_limits<int64_t>::max() / 8;
  int64_t least = test.isSigned ? -greatest : 0;
  assume({test.step, test.step}, 0, greatest);
  assume(from, least, greatest);
  assume(end, least, greatest);
  assume(beyond, least, greatest);
  const SCEV *zero = evolution.getZero(type);
  const SCEV *whole =
      evolution.getUDivExpr(evolution.getSMaxExpr(walk.high, zero),
                            evolution.getSMaxExpr(test.step, evolution.getOne(type)));
  const SCEV *walked = evolution.getMulExpr(times, evolution.getMulExpr(whole, test.step));
  bool up = isNonNegative(times), down = isNonNegative(evolution.getNegativeSCEV(times));
  const SCEV *back = up ? zero : down ? walked : evolution.getSMinExpr(walked, zero);
  const SCEV *ahead = up ? walked : down ? zero : evolution.getSMaxExpr(walked, zero);
  return {evolution.getAddExpr(first.low, back), evolution.getAddExpr(first.high, ahead)};
}

void NestBounds::assume(Interval range, int64_t least, int64_t greatest) {
  SmallVectorImpl<NoWrap> &list = assumptions ? *assumptions : *extents;
  if (none_of(list, [&](const NoWrap &known) {
        return known.range.low == range.low && known.range.high == range.high &&
               known.least >= least && known.greatest <= greatest;
      }))
    list.push_back({range, least, greatest});
}

// An index of 32 bits that is extended with its sign at one place, and without at another, does not
// cancel: with it everywhere, for the case that it is not negative.
const SCEV *NestBounds::alike(const SCEV *expression) {
  SmallPtrSet<const SCEV *, 4> withSign, both;
  auto collect = [&](auto visit) {
    SCEVExprContains(expression, [&](const SCEV *part) {
      visit(part);
      return false;
    });
  };
  if (!assumptions)
    return expression;
  collect([&](const SCEV *part) {
    if (auto *extension = dyn_cast<SCEVSignExtendExpr>(part))
      withSign.insert(extension->getOperand());
  });
  collect([&](const SCEV *part) {
    auto *extension = dyn_cast<SCEVZeroExtendExpr>(part);
    if (extension && withSign.contains(extension->getOperand()) &&
        evolution.isLoopInvariant(extension, nest) &&
        evolution.getTypeSizeInBits(extension->getType()) == 64)
      both.insert(extension->getOperand());
  });
  if (both.empty())
    return expression;
  struct Signed : SCEVRewriteVisitor<Signed> {
    const SmallPtrSetImpl<const SCEV *> &both;
    Signed(ScalarEvolution &evolution, const SmallPtrSetImpl<const SCEV *> &both)
        : SCEVRewriteVisitor(evolution), both(both) {}
    const SCEV *visitZeroExtendExpr(const SCEVZeroExtendExpr *extension) {
      const SCEV *narrow = extension->getOperand();
      return both.contains(narrow) ? SE.getSignExtendExpr(narrow, extension->getType()) : extension;
    }
  };
  for (const SCEV *narrow : both) {
    const SCEV *wide =
        evolution.getSignExtendExpr(narrow, Type::getInt64Ty(evolution.getContext()));
    assume({wide, wide}, 0, std::numeric_limits<int32_t>::max());
  }
  return Signed(evolution, both).visit(expression);
}

static bool shareLoops(const SCEV *a, const SCEV *b) {
  SmallPtrSet<const Loop *, 4> loops;
  SCEVExprContains(a, [&](const SCEV *part) {
    if (auto *recurrence = dyn_cast<SCEVAddRecExpr>(part))
      loops.insert(recurrence->getLoop());
    return false;
  });
  return SCEVExprContains(b, [&](const SCEV *part) {
    auto *recurrence = dyn_cast<SCEVAddRecExpr>(part);
    return recurrence && loops.contains(recurrence->getLoop());
  });
}

// Of m q + r, by the bounds of q and of r, where m is the recurrence's step and the two vary in
// loops of their own: in m times the end of an inner loop nothing cancels of m times its start.
Interval NestBounds::ofMultiple(const SCEVAddRecExpr *recurrence) {
  const SCEV *step = recurrence->getStepRecurrence(evolution), *quotient, *rest;
  if (step->isOne() || step->isAllOnesValue() || !evolution.isLoopInvariant(step, nest))
    return {};
  SCEVDivision::divide(evolution, recurrence, step, &quotient, &rest);
  if (!isa<SCEVAddRecExpr>(quotient) || shareLoops(quotient, rest))
    return {};
  Interval range = bounds(quotient), beside = bounds(rest);
  if (!range || !beside)
    return {};
  bool up = isNonNegative(step), down = isNonNegative(evolution.getNegativeSCEV(step));
  const SCEV *a = evolution.getMulExpr(step, range.low);
  const SCEV *b = evolution.getMulExpr(step, range.high);
  const SCEV *low = up ? a : down ? b : evolution.getSMinExpr(a, b);
  const SCEV *high = up ? b : down ? a : evolution.getSMaxExpr(a, b);
  return {evolution.getAddExpr(beside.low, low), evolution.getAddExpr(beside.high, high)};
}

// Of two recurrences that keep their distance, a recurrence: what is compared with it further out
// may move along.
const SCEV *NestBounds::extreme(const SCEV *a, const SCEV *b, bool least) {
  const SCEV *zero = evolution.getZero(a->getType()), *apart = evolution.getMinusSCEV(b, a);
  auto isRecurrence = [](const SCEV *part) { return isa<SCEVAddRecExpr>(part); };
  if (isa<SCEVCouldNotCompute>(apart) || !SCEVExprContains(a, isRecurrence) ||
      SCEVExprContains(apart, isRecurrence))
    return least ? evolution.getSMinExpr(a, b) : evolution.getSMaxExpr(a, b);
  return evolution.getAddExpr(a, least ? evolution.getSMinExpr(apart, zero)
                                       : evolution.getSMaxExpr(apart, zero));
}

// s + a i + b i (i - 1) / 2 for i from 0 to n, with fixed a, b and n: its steps, which are
// linear, have their least and their greatest at the ends. Where no step leads down, the sum goes
// from its first value to its last one; else it leaves that range by no more than n such steps.
Interval NestBounds::ofQuadratic(const SCEVAddRecExpr *recurrence, const SCEV *n) {
  if (recurrence->getNumOperands() != 3 || evolution.getTypeSizeInBits(recurrence->getType()) < 64)
    return {};
  const SCEV *a = recurrence->getOperand(1), *b = recurrence->getOperand(2);
  Interval start = bounds(recurrence->getStart());
  if (!start || !evolution.isLoopInvariant(n, nest) || !evolution.isLoopInvariant(a, nest) ||
      !evolution.isLoopInvariant(b, nest))
    return {};
  Type *type = recurrence->getType();
  const SCEV *zero = evolution.getZero(type);
  const SCEV *before = evolution.getMinusSCEV(n, evolution.getOne(type));
  const SCEV *pairs =
      evolution.getUDivExpr(evolution.getMulExpr(n, before), evolution.getConstant(type, 2));
  const SCEV *end =
      evolution.getAddExpr(evolution.getMulExpr(a, n), evolution.getMulExpr(b, pairs));
  const SCEV *lastStep = evolution.getAddExpr(a, evolution.getMulExpr(b, before));
  const SCEV *least = evolution.getSMinExpr(a, lastStep);
  const SCEV *greatest = evolution.getSMaxExpr(a, lastStep);
  const SCEV *down =
      evolution.getMulExpr(n, evolution.getSMaxExpr(zero, evolution.getNegativeSCEV(least)));
  const SCEV *up = evolution.getMulExpr(n, evolution.getSMaxExpr(zero, greatest));
  const SCEV *low =
      evolution.getSMaxExpr(evolution.getNegativeSCEV(down), evolution.getMinusSCEV(end, up));
  const SCEV *high = evolution.getSMinExpr(up, evolution.getAddExpr(end, down));
  return {evolution.getAddExpr(start.low, low), evolution.getAddExpr(start.high, high)};
}

Interval NestBounds::ofSum(const SCEVAddExpr *sum) {
  SmallVector<const SCEV *, 4> low, high;
  for (const SCEV *operand : sum->operands()) {
    Interval part = bounds(operand);
    if (!part)
      return {};
    low.push_back(part.low);
    high.push_back(part.high);
  }
  return {evolution.getAddExpr(low), evolution.getAddExpr(high)};
}

// One factor may vary.
Interval NestBounds::ofProduct(const SCEVMulExpr *product) {
  SmallVector<const SCEV *, 4> fixed;
  const SCEV *varying = nullptr;
  for (const SCEV *operand : product->operands()) {
    if (evolution.isLoopInvariant(operand, nest))
      fixed.push_back(operand);
    else if (varying)
      return {};
    else
      varying = operand;
  }
  if (fixed.empty())
    return {};
  Interval range = bounds(varying);
  if (!range)
    return {};
  const SCEV *factor = evolution.getMulExpr(fixed);
  const SCEV *a = evolution.getMulExpr(factor, range.low);
  const SCEV *b = evolution.getMulExpr(factor, range.high);
  if (isNonNegative(factor))
    return {a, b};
  if (isNonNegative(evolution.getNegativeSCEV(factor)))
    return {b, a};
  return {evolution.getSMinExpr(a, b), evolution.getSMaxExpr(a, b)};
}

Interval NestBounds::ofAny(ArrayRef<const SCEV *> expressions) {
  SmallVector<const SCEV *, 4> low, high;
  for (const SCEV *expression : expressions) {
    Interval part = bounds(expression);
    if (!part)
      return {};
    low.push_back(part.low);
    high.push_back(part.high);
  }
  return {evolution.getSMinExpr(low), evolution.getSMaxExpr(high)};
}

Interval NestBounds::ofExtreme(const SCEVNAryExpr *extreme) {
  SmallVector<const SCEV *, 4> low, high;
  for (const SCEV *operand : extreme->operands()) {
    Interval part = bounds(operand);
    if (!part)
      return {};
    low.push_back(part.low);
    high.push_back(part.high);
  }
  if (isa<SCEVSMaxExpr>(extreme))
    return {evolution.getSMaxExpr(low), evolution.getSMaxExpr(high)};
  return {evolution.getSMinExpr(low), evolution.getSMinExpr(high)};
}

// The least or greatest of unsigned numbers, for the case that none has its sign bit set.
Interval NestBounds::ofUnsigned(const SCEVNAryExpr *extreme) {
  if (!(assumptions || extents) || evolution.getTypeSizeInBits(extreme->getType()) != 64)
    return {};
  SmallVector<const SCEV *, 4> low, high;
  for (const SCEV *operand : extreme->operands()) {
    Interval part = bounds(operand);
    if (!part)
      return {};
    assume(part, 0, std::numeric_limits<int64_t>::max());
    low.push_back(part.low);
    high.push_back(part.high);
  }
  if (isa<SCEVUMaxExpr>(extreme))
    return {evolution.getSMaxExpr(low), evolution.getSMaxExpr(high)};
  return {evolution.getSMinExpr(low), evolution.getSMinExpr(high)};
}

// An extension keeps the order only of values that did not wrap in the narrow type.
Interval NestBounds::ofExtension(const SCEVCastExpr *cast) {
  const SCEV *narrow = cast->getOperand();
  auto *flags = dyn_cast<SCEVNAryExpr>(narrow);
  bool isSigned = isa<SCEVSignExtendExpr>(cast);
  if (!flags || !flags->hasNoSignedWrap() ||
      !(isSigned || (isa<SCEVZeroExtendExpr>(cast) && evolution.isKnownNonNegative(narrow))))
    return assumptions ? ofWidened(cast) : Interval();
  Interval range = bounds(narrow);
  if (!range)
    return {};
  return {evolution.getSignExtendExpr(range.low, cast->getType()),
          evolution.getSignExtendExpr(range.high, cast->getType())};
}

Interval NestBounds::ofWidened(const SCEVCastExpr *cast) {
  const SCEV *wide = widened(cast);
  return wide ? bounds(wide) : Interval();
}

// The widened expression is the narrow one modulo 2^32, and thus the same where it fits. That it
// does is said of each recurrence and of how often its loop runs too, so that no sum or product of
// them leaves 64 bits unseen.
const SCEV *NestBounds::widened(const SCEVCastExpr *cast) {
  constexpr int64_t bits32 = int64_t(1) << 32;
  const SCEV *narrow = cast->getOperand();
  bool isSigned = isa<SCEVSignExtendExpr>(cast);
  if (!(isSigned || isa<SCEVZeroExtendExpr>(cast)) ||
      evolution.getTypeSizeInBits(narrow->getType()) != 32 ||
      evolution.getTypeSizeInBits(cast->getType()) != 64)
    return nullptr;
  const SCEV *wide = widen(narrow, cast->getType());
  Interval range = wide ? bounds(wide) : Interval();
  if (!range)
    return nullptr;
  assumptions->push_back({range, isSigned ? INT32_MIN : 0, isSigned ? INT32_MAX : bits32 - 1});
  return wide;
}

const SCEV *NestBounds::widen(const SCEV *narrow, Type *type) {
  if (evolution.isLoopInvariant(narrow, nest))
    return evolution.getSignExtendExpr(narrow, type);
  if (auto *sum = dyn_cast<SCEVAddExpr>(narrow)) {
    SmallVector<const SCEV *, 4> parts;
    for (const SCEV *operand : sum->operands()) {
      const SCEV *part = widen(operand, type);
      if (!part)
        return nullptr;
      parts.push_back(part);
    }
    return evolution.getAddExpr(parts);
  }
  auto *recurrence = dyn_cast<SCEVAddRecExpr>(narrow);
  if (!recurrence || !recurrence->isAffine() || !nest->contains(recurrence->getLoop()))
    return nullptr;
  const Loop *loop = recurrence->getLoop();
  const SCEV *count = evolution.getBackedgeTakenCount(loop);
  const SCEV *start = widen(recurrence->getStart(), type);
  if (!start)
    return nullptr;
  const SCEV *step = evolution.getSignExtendExpr(recurrence->getStepRecurrence(evolution), type);
  if (isa<SCEVCouldNotCompute>(count)) { // see ofTested
    const SCEV *wide = evolution.getAddRecExpr(start, step, loop, SCEV::FlagAnyWrap);
    Interval range = bounds(wide);
    if (!range)
      return nullptr;
    assumptions->push_back({range, INT32_MIN, INT32_MAX});
    return wide;
  }
  if (evolution.getTypeSizeInBits(count->getType()) > 64)
    return nullptr;
  count = evolution.getNoopOrZeroExtend(count, type);
  Interval often = bounds(count), walked = bounds(evolution.getMulExpr(step, count));
  if (!often || !walked || !evolution.isLoopInvariant(step, loop))
    return nullptr;
  assumptions->push_back({often, 0, INT32_MAX});
  assumptions->push_back({walked, INT32_MIN, INT32_MAX});
  return evolution.getAddRecExpr(start, step, loop, SCEV::FlagAnyWrap);
}

Address bridge_address_of(ScalarEvolution &evolution, Value *pointer, const Loop *nest) {
  const SCEV *address = evolution.getSCEV(pointer);
  if (nest)
    address = walk_rewrite(evolution, address, nest);
  const SCEV *base = evolution.getPointerBase(address);
  const SCEV *offset = evolution.removePointerBase(address);
  if (!isa<SCEVUnknown>(base) || (nest && !evolution.isLoopInvariant(base, nest)) ||
      isa<SCEVCouldNotCompute>(offset))
    return {};
  return {base, offset};
}

Address bridge_address_by_row(ScalarEvolution &evolution, Value *pointer, const Loop *nest) {
  // To the bytes of the table, so that a row of it has eight million at least. An offset fits 64
  // bits for any table of less than 2^43 bytes; a longer row only looks as if it met the next one.
  constexpr uint64_t rowBytes = uint64_t(1) << 20;
  const SCEV *address = walk_rewrite(evolution, evolution.getSCEV(pointer), nest);
  const SCEV *column = evolution.removePointerBase(address);
  auto *base = dyn_cast<SCEVUnknown>(evolution.getPointerBase(address));
  auto *row = base ? dyn_cast<LoadInst>(base->getValue()) : nullptr;
  if (!row || !nest->contains(row) || isa<SCEVCouldNotCompute>(column))
    return {};
  Address place = bridge_address_of(evolution, row->getPointerOperand(), nest);
  if (!place || place.offset->getType() != column->getType())
    return {};
  const SCEV *offset =
      evolution.getMulExpr(place.offset, evolution.getConstant(place.offset->getType(), rowBytes));
  return {place.base, evolution.getAddExpr(offset, column)};
}
