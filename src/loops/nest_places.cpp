// Whether a loop nest may run in another order.
//
// The reverse sweep of a loop nest adds to adjoints in memory. Additions commute: whatever the
// places are, they may be made in any order, as long as nothing else reads or writes them. Other
// stores must be to places of which each belongs to one iteration of the outer loop: what happens
// there keeps its order. What cannot be shown apart at compile time is compared at run time. Every
// iteration makes every access, so that the first and the last of them bound what a nest touches.
#include "nest_reader.h"

#include "llvm/Transforms/Utils/PromoteMemToReg.h"
#include "llvm/Transforms/Utils/ScalarEvolutionExpander.h"

using namespace llvm;
using namespace nest;

enum { MAX_CHECKS = 16, MOST_SHIFTED = 4096 };

bool Reader::rangeOf(const Place &place, uint64_t size, Range &range) {
  if (!place.base)
    return false;
  SmallVector<const SCEV *, 4> lows = {place.base}, highs = {place.base};
  const SCEV *steps[2] = {place.outerStep, place.innerStep};
  const SCEV *lasts[2] = {nest.outerLast, nest.innerLast};
  for (int i = 0; i < 2; i++) {
    if (steps[i]->isZero())
      continue;
    const SCEV *way = evolution.getMulExpr(
        steps[i], evolution.getTruncateOrZeroExtend(lasts[i], steps[i]->getType()));
    bool up = evolution.isKnownNonNegative(steps[i]), down = evolution.isKnownNegative(steps[i]);
    auto extend = [&](SmallVectorImpl<const SCEV *> &ends, bool only) {
      for (size_t k = 0, count = ends.size(); k < count; k++) {
        const SCEV *end = evolution.getAddExpr(ends[k], way);
        if (only)
          ends[k] = end;
        else
          ends.push_back(end);
      }
    };
    if (!up)
      extend(lows, down);
    if (!down)
      extend(highs, up);
  }
  const SCEV *high = highs[0], *low = lows[0];
  for (const SCEV *end : highs)
    high = evolution.getUMaxExpr(high, end);
  for (const SCEV *end : lows)
    low = evolution.getUMinExpr(low, end);
  range = {low, evolution.getAddExpr(high, evolution.getConstant(steps[0]->getType(), size))};
  return true;
}

int64_t Reader::stride(const SCEV *step) const {
  auto *constant = dyn_cast_or_null<SCEVConstant>(step);
  return constant && constant->getAPInt().getSignificantBits() <= 64
             ? constant->getAPInt().getSExtValue()
             : INT64_MAX;
}

// Does every iteration of the outer loop have places of its own? May be asked at run time.
bool Reader::isInjective(const Access &access) {
  if (!access.place.base || access.place.outerStep->isZero())
    return false;
  int64_t within = stride(access.place.innerStep), step = stride(access.place.outerStep);
  if (within == 0 && step != INT64_MAX)
    return (uint64_t)std::abs(step) >= access.size;
  if (within == INT64_MAX)
    return false;
  Type *type = access.place.outerStep->getType();
  const SCEV *least = evolution.getConstant(type, access.size);
  if (within != 0)
    least = evolution.getAddExpr(
        least, evolution.getMulExpr(evolution.getConstant(type, std::abs(within)),
                                    evolution.getTruncateOrZeroExtend(nest.innerLast, type)));
  nest.wide.insert({access.place.outerStep, least});
  return nest.wide.size() <= MAX_CHECKS;
}

// A sum that is in memory only while the nest is looked at: no pointer leads there, though alias
// analysis gives up on those that come together from many places.
static bool isVariable(const Value *place) {
  auto *variable = dyn_cast<AllocaInst>(place);
  return variable && isAllocaPromotable(variable);
}

// In all iterations of one and the other.
bool Reader::areApart(Instruction *a, Instruction *b) const {
  const Value *one = getLoadStorePointerOperand(a), *other = getLoadStorePointerOperand(b);
  if (one != other && (isVariable(one) || isVariable(other)))
    return true;
  BatchAAResults aliases(analyses.aliases);
  aliases.enableCrossIterationMode();
  return aliases.isNoAlias(
      MemoryLocation(one, LocationSize::beforeOrAfterPointer(), a->getAAMetadata()),
      MemoryLocation(other, LocationSize::beforeOrAfterPointer(), b->getAAMetadata()));
}

bool Reader::pairAllows(const Access &a, const Access &b) {
  if ((!a.writes && !b.writes) ||
      (a.adds && b.adds && getLoadStoreType(a.instruction) == getLoadStoreType(b.instruction)))
    return true;
  if (a.place.whole == b.place.whole && a.place.base)
    return a.size == b.size && isInjective(a) && (nest.inner || a.adds == b.adds);
  if (areApart(a.instruction, b.instruction))
    return true;
  if (a.range == NO_RANGE || b.range == NO_RANGE)
    return false;
  const Range &one = ranges[a.range], &other = ranges[b.range];
  auto distance = [&](const SCEV *from, const SCEV *to) {
    return dyn_cast<SCEVConstant>(evolution.getMinusSCEV(to, from));
  };
  if (evolution.getPointerBase(one.low) == evolution.getPointerBase(other.low)) {
    const SCEVConstant *up = distance(one.high, other.low), *down = distance(other.high, one.low);
    if ((up && !up->getAPInt().isNegative()) || (down && !down->getAPInt().isNegative()))
      return true;
    const SCEVConstant *shift = distance(one.low, other.low);
    if (shift && shift->getAPInt().abs().ult(MOST_SHIFTED))
      return false; // they overlap
  }
  for (auto &known : nest.apart)
    if ((known.first.low == one.low && known.first.high == one.high &&
         known.second.low == other.low && known.second.high == other.high) ||
        (known.first.low == other.low && known.first.high == other.high &&
         known.second.low == one.low && known.second.high == one.high))
      return true;
  nest.apart.push_back({one, other});
  return nest.apart.size() <= MAX_CHECKS;
}

// Ranges of updates a few elements apart, as of the neighbours in a stencil, are compared as one.
static bool widen(Range &range, const Range &by, ScalarEvolution &evolution) {
  if (evolution.getPointerBase(range.low) != evolution.getPointerBase(by.low))
    return false;
  auto *low = dyn_cast<SCEVConstant>(evolution.getMinusSCEV(by.low, range.low));
  auto *high = dyn_cast<SCEVConstant>(evolution.getMinusSCEV(by.high, range.high));
  if (!low || !high)
    return false;
  if (low->getAPInt().isNegative())
    range.low = by.low;
  if (high->getAPInt().isStrictlyPositive())
    range.high = by.high;
  return true;
}

bool Reader::placesAllow() {
  SmallVector<bool, 16> ofUpdates;
  for (Access &access : accesses) {
    Range range;
    if (!rangeOf(access.place, access.size, range))
      continue;
    for (unsigned i = 0; i < ranges.size() && access.range == NO_RANGE; i++)
      if ((ranges[i].low == range.low && ranges[i].high == range.high) ||
          (access.adds && ofUpdates[i] && widen(ranges[i], range, evolution)))
        access.range = i;
    if (access.range != NO_RANGE) {
      ofUpdates[access.range] = ofUpdates[access.range] && access.adds;
      continue;
    }
    access.range = ranges.size();
    ranges.push_back(range);
    ofUpdates.push_back(access.adds);
  }
  for (size_t i = 0; i < accesses.size(); i++) {
    if (accesses[i].writes && !accesses[i].adds && !isInjective(accesses[i]))
      return false;
    for (size_t k = 0; k < i; k++)
      if (!pairAllows(accesses[k], accesses[i]))
        return false;
  }
  SCEVExpander expander(evolution, "order");
  Instruction *at = nest.outer->getLoopPreheader()->getTerminator();
  auto expands = [&](const SCEV *what) { return expander.isSafeToExpandAt(what, at); };
  for (auto &[one, other] : nest.apart)
    if (!expands(one.low) || !expands(one.high) || !expands(other.low) || !expands(other.high))
      return false;
  for (auto &[step, least] : nest.wide)
    if (!expands(step) || !expands(least))
      return false;
  for (const Induction &induction : nest.outerInductions)
    if (!expands(induction.steps->getStart()) ||
        !expands(induction.steps->getStepRecurrence(evolution)))
      return false;
  for (const Induction &induction : nest.innerInductions)
    if (!expands(induction.steps->getStepRecurrence(evolution)))
      return false;
  return expands(nest.outerLast) && (!nest.inner || expands(nest.innerLast));
}
