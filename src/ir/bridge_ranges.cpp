// The bytes that an access covers over a loop nest, and where two accesses of a nest lie.
#include "bridge_analyses.h"
#include "bridge_walk.h"

#include "llvm/Transforms/Utils/ScalarEvolutionExpander.h"

using namespace llvm;

namespace {

struct Interval {
  const SCEV *low = nullptr, *high = nullptr;
  explicit operator bool() const { return low != nullptr; }
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
  NestBounds(ScalarEvolution &evolution, const Loop *nest) : evolution(evolution), nest(nest) {}

  // Are both ends of what bounds() gave reached, if every loop is run in each iteration of the one
  // around it? A recurrence has its extremes at the ends of its loops; of anything else the bounds
  // may be wider than what is reached.
  bool attained = true;

  Interval bounds(const SCEV *expression) {
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

private:
  ScalarEvolution &evolution;
  const Loop *nest;
  SmallPtrSet<const SCEV *, 4> chosen; // under way

  Interval ofRecurrence(const SCEVAddRecExpr *recurrence) {
    const Loop *loop = recurrence->getLoop();
    const SCEV *count = evolution.getBackedgeTakenCount(loop);
    if (!nest->contains(loop) || isa<SCEVCouldNotCompute>(count))
      return {};
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
    bool up = evolution.isKnownNonNegative(step), down = evolution.isKnownNonPositive(step);
    // Independent of the start: no corner of the two need be looked at alone.
    if (!up && !down && evolution.isLoopInvariant(walked, nest)) {
      const SCEV *zero = evolution.getZero(type);
      return {evolution.getAddExpr(first.low, evolution.getSMinExpr(walked, zero)),
              evolution.getAddExpr(first.high, evolution.getSMaxExpr(walked, zero))};
    }
    Interval last = bounds(evolution.getAddExpr(recurrence->getStart(), walked));
    if (!last)
      return {};
    if (up)
      return {first.low, last.high};
    if (down)
      return {last.low, first.high};
    return {evolution.getSMinExpr(first.low, last.low),
            evolution.getSMaxExpr(first.high, last.high)};
  }

  // s + a i + b i (i - 1) / 2 for i from 0 to n, with fixed a, b and n: its steps, which are
  // linear, have their least and their greatest at the ends. Where no step leads down, the sum goes
  // from its first value to its last one; else it leaves that range by no more than n such steps.
  Interval ofQuadratic(const SCEVAddRecExpr *recurrence, const SCEV *n) {
    if (recurrence->getNumOperands() != 3 ||
        evolution.getTypeSizeInBits(recurrence->getType()) < 64)
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

  Interval ofSum(const SCEVAddExpr *sum) {
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
  Interval ofProduct(const SCEVMulExpr *product) {
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
    if (evolution.isKnownNonNegative(factor))
      return {a, b};
    if (evolution.isKnownNonPositive(factor))
      return {b, a};
    return {evolution.getSMinExpr(a, b), evolution.getSMaxExpr(a, b)};
  }

  Interval ofAny(ArrayRef<const SCEV *> expressions) {
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

  Interval ofExtreme(const SCEVNAryExpr *extreme) {
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

  // An extension keeps the order only of values that did not wrap in the narrow type.
  Interval ofExtension(const SCEVCastExpr *cast) {
    const SCEV *narrow = cast->getOperand();
    auto *flags = dyn_cast<SCEVNAryExpr>(narrow);
    bool isSigned = isa<SCEVSignExtendExpr>(cast);
    if (!flags || !flags->hasNoSignedWrap() ||
        !(isSigned || (isa<SCEVZeroExtendExpr>(cast) && evolution.isKnownNonNegative(narrow))))
      return {};
    Interval range = bounds(narrow);
    if (!range)
      return {};
    return {evolution.getSignExtendExpr(range.low, cast->getType()),
            evolution.getSignExtendExpr(range.high, cast->getType())};
  }
};

} // namespace

namespace {

// A pointer as an invariant base and an offset from it; without base if it has no such form.
struct Address {
  const SCEV *base = nullptr, *offset = nullptr;
  explicit operator bool() const { return base != nullptr; }
};

Address addressOf(ScalarEvolution &evolution, Value *pointer, const Loop *nest) {
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

// Emits the ends of an access of `size` bytes at base + range.
bool expandEnds(ScalarEvolution &evolution, const SCEV *base, Interval range, uint64_t size,
                Type *type, Instruction *position, LLVMValueRef *lo, LLVMValueRef *hi) {
  const SCEV *low = evolution.getAddExpr(base, range.low);
  const SCEV *high = evolution.getAddExpr(
      base, evolution.getAddExpr(range.high, evolution.getConstant(range.high->getType(), size)));
  SCEVExpander expander(evolution, "range");
  if (!expander.isSafeToExpandAt(low, position) || !expander.isSafeToExpandAt(high, position))
    return false;
  *lo = wrap(expander.expandCodeFor(low, type, position->getIterator()));
  *hi = wrap(expander.expandCodeFor(high, type, position->getIterator()));
  return true;
}

// Takes the steps of some loops out of an expression. What it cannot take out stays in.
class StepSplitter {
public:
  StepSplitter(ScalarEvolution &evolution, ArrayRef<const Loop *> loops)
      : steps(loops.size()), evolution(evolution), loops(loops) {}

  const SCEV *split(const SCEV *expression) {
    if (auto *sum = dyn_cast<SCEVAddExpr>(expression)) {
      SmallVector<const SCEV *, 4> rest;
      for (const SCEV *operand : sum->operands())
        rest.push_back(split(operand));
      return evolution.getAddExpr(rest);
    }
    auto *recurrence = dyn_cast<SCEVAddRecExpr>(expression);
    if (!recurrence || !recurrence->isAffine())
      return expression;
    const SCEV *step = recurrence->getStepRecurrence(evolution);
    const auto *place = find(loops, recurrence->getLoop());
    if (place == loops.end())
      return evolution.getAddRecExpr(split(recurrence->getStart()), step, recurrence->getLoop(),
                                     SCEV::FlagAnyWrap);
    if (!evolution.isLoopInvariant(step, loops.back()))
      return expression;
    const SCEV *&known = steps[place - loops.begin()];
    known = known ? evolution.getAddExpr(known, step) : step;
    return split(recurrence->getStart());
  }

  SmallVector<const SCEV *, 4> steps; // of each loop; null: none

private:
  ScalarEvolution &evolution;
  ArrayRef<const Loop *> loops;
};

} // namespace

bool bridge_expand_range(BridgeAnalysesRef analyses, LLVMValueRef pointer, uint64_t size,
                         BridgeLoopRef nest, LLVMValueRef at, LLVMValueRef *lo, LLVMValueRef *hi) {
  ScalarEvolution &evolution = analyses->evolution();
  Loop *loop = nest ? unwrapLoop(nest) : nullptr;
  Address address = addressOf(evolution, unwrap(pointer), loop);
  if (!address)
    return false;
  Interval range;
  if (loop)
    range = NestBounds(evolution, loop).bounds(address.offset);
  else if (const SCEV *last = evolution.getSCEVAtScope(address.offset, nullptr);
           !SCEVExprContains(last, [](const SCEV *part) { return isa<SCEVAddRecExpr>(part); }))
    range = {last, last};
  return range && expandEnds(evolution, address.base, range, size, unwrap(pointer)->getType(),
                             unwrapInstruction(at), lo, hi);
}

bool bridge_range_is_attained(BridgeAnalysesRef analyses, LLVMValueRef pointer,
                              BridgeLoopRef nest) {
  ScalarEvolution &evolution = analyses->evolution();
  Address address = addressOf(evolution, unwrap(pointer), unwrapLoop(nest));
  if (!address)
    return false;
  NestBounds walk(evolution, unwrapLoop(nest));
  return walk.bounds(address.offset) && walk.attained;
}

uint64_t bridge_smallest_step(BridgeAnalysesRef analyses, LLVMValueRef pointer,
                              BridgeLoopRef nest) {
  ScalarEvolution &evolution = analyses->evolution();
  const SCEV *address = evolution.getSCEV(unwrap(pointer));
  if (evolution.isLoopInvariant(address, unwrapLoop(nest)))
    return 0;
  uint64_t smallest = UINT64_MAX;
  SCEVExprContains(address, [&](const SCEV *part) {
    auto *recurrence = dyn_cast<SCEVAddRecExpr>(part);
    auto *step = recurrence && unwrapLoop(nest)->contains(recurrence->getLoop())
                     ? dyn_cast<SCEVConstant>(recurrence->getStepRecurrence(evolution))
                     : nullptr;
    if (step)
      smallest = std::min(smallest, step->getAPInt().abs().getLimitedValue());
    return false;
  });
  return smallest;
}

bool bridge_expand_steps(BridgeAnalysesRef analyses, LLVMValueRef pointer, uint64_t size,
                         BridgeLoopRef inner, BridgeLoopRef nest, LLVMValueRef at, LLVMValueRef *lo,
                         LLVMValueRef *hi, LLVMValueRef *steps) {
  ScalarEvolution &evolution = analyses->evolution();
  Loop *outermost = unwrapLoop(nest);
  Address address = addressOf(evolution, unwrap(pointer), outermost);
  if (!address)
    return false;
  SmallVector<const Loop *, 4> loops;
  for (const Loop *loop = unwrapLoop(inner); loop; loop = loop->getParentLoop()) {
    loops.push_back(loop);
    if (loop == outermost)
      break;
  }
  StepSplitter splitter(evolution, loops);
  const SCEV *rest = splitter.split(address.offset);
  Interval range = NestBounds(evolution, outermost).bounds(rest);
  Instruction *position = unwrapInstruction(at);
  SCEVExpander expander(evolution, "step");
  Type *i64 = Type::getInt64Ty(position->getContext());
  for (size_t i = 0; i < loops.size(); i++) {
    const SCEV *step = splitter.steps[i];
    if (step && (step->getType() != i64 || !expander.isSafeToExpandAt(step, position)))
      return false;
    steps[i] = wrap(step ? expander.expandCodeFor(step, i64, position->getIterator())
                         : ConstantInt::get(i64, 0));
  }
  return range && expandEnds(evolution, address.base, range, size, unwrap(pointer)->getType(),
                             position, lo, hi);
}

LLVMValueRef bridge_expand_largest_count(BridgeAnalysesRef analyses, BridgeLoopRef handle,
                                         BridgeLoopRef nest, LLVMValueRef at) {
  ScalarEvolution &evolution = analyses->evolution();
  const SCEV *count = evolution.getBackedgeTakenCount(unwrapLoop(handle));
  Instruction *position = unwrapInstruction(at);
  Type *i64 = Type::getInt64Ty(position->getContext());
  if (isa<SCEVCouldNotCompute>(count) || evolution.getTypeSizeInBits(count->getType()) > 64)
    return nullptr;
  Interval range =
      NestBounds(evolution, unwrapLoop(nest)).bounds(evolution.getNoopOrZeroExtend(count, i64));
  SCEVExpander expander(evolution, "largest");
  if (!range || !expander.isSafeToExpandAt(range.high, position))
    return nullptr;
  return wrap(expander.expandCodeFor(range.high, i64, position->getIterator()));
}

namespace {

// Extends an extent n and the constant in n + 1 apart, where n is not negative in a nest: LLVM
// computes some strides in the narrow type, and both have to look alike.
struct ExtensionSplitter : SCEVRewriteVisitor<ExtensionSplitter> {
  const Loop *nest;
  ExtensionSplitter(ScalarEvolution &evolution, const Loop *nest)
      : SCEVRewriteVisitor(evolution), nest(nest) {}

  const SCEV *visitZeroExtendExpr(const SCEVZeroExtendExpr *extension) {
    auto *sum = dyn_cast<SCEVAddExpr>(extension->getOperand());
    auto *constant = sum ? dyn_cast<SCEVConstant>(sum->getOperand(0)) : nullptr;
    if (!constant || sum->getNumOperands() != 2 || !constant->getAPInt().isNonNegative() ||
        !SE.isLoopEntryGuardedByCond(nest, ICmpInst::ICMP_SGE, sum->getOperand(1),
                                     SE.getZero(sum->getType())))
      return extension;
    return SE.getAddExpr(SE.getZeroExtendExpr(constant, extension->getType()),
                         SE.getZeroExtendExpr(sum->getOperand(1), extension->getType()));
  }
};

// An access of a loop nest: its offset from an invariant base.
struct NestAccess {
  Address address;
  const Loop *own; // innermost loop around it
  uint64_t bytes;
};

// Compares where two accesses of a nest lie. `first` is compared with `second` of a later iteration
// of one loop around both, all loops around that being in the same iteration.
class NestComparison {
public:
  NestComparison(ScalarEvolution &evolution, const Loop *nest, NestAccess first, NestAccess second,
                 Instruction *position)
      : evolution(evolution), nest(nest), first(first), second(second), position(position),
        expander(evolution, "clear"), builder(position) {}

  // Null: not known. `loop` is null for iterations of `inner` that are the same for both.
  Value *isClear(const Loop *inner, const Loop *loop) {
    const Loop *around = loop ? loop : inner;
    Interval a = within(first, around), b = within(second, around);
    if (!a || !b)
      return nullptr;
    const SCEV *nextLow = loop ? next(b.low, loop) : b.low;
    const SCEV *nextHigh = loop ? next(b.high, loop) : b.high;
    Value *above =
        allNonNegative({minus(nextLow, beyond(a.high, first.bytes)), minus(nextLow, b.low)});
    if (above == builder.getTrue())
      return above;
    Value *below =
        allNonNegative({minus(a.low, beyond(nextHigh, second.bytes)), minus(b.high, nextHigh)});
    if (!above || !below || above == builder.getFalse())
      return below ? below : above;
    return below == builder.getFalse() ? above : builder.CreateOr(above, below, "clear");
  }

private:
  ScalarEvolution &evolution;
  const Loop *nest;
  NestAccess first, second;
  Instruction *position;
  SCEVExpander expander;
  IRBuilder<> builder;

  const SCEV *minus(const SCEV *a, const SCEV *b) { return evolution.getMinusSCEV(a, b); }

  const SCEV *beyond(const SCEV *offset, uint64_t bytes) {
    return evolution.getAddExpr(offset, evolution.getConstant(offset->getType(), bytes));
  }

  // Bounds over the loops inside `around`.
  Interval within(const NestAccess &access, const Loop *around) {
    const Loop *child = access.own;
    if (child == around)
      return {access.address.offset, access.address.offset};
    while (child && child->getParentLoop() != around)
      child = child->getParentLoop();
    return child ? NestBounds(evolution, child).bounds(access.address.offset) : Interval();
  }

  // The expression in the next iteration of a loop.
  const SCEV *next(const SCEV *expression, const Loop *loop) {
    struct Step : SCEVRewriteVisitor<Step> {
      const Loop *loop;
      Step(ScalarEvolution &evolution, const Loop *loop)
          : SCEVRewriteVisitor(evolution), loop(loop) {}
      const SCEV *visitAddRecExpr(const SCEVAddRecExpr *recurrence) {
        if (recurrence->getLoop() == loop)
          return recurrence->getPostIncExpr(SE);
        return SCEVRewriteVisitor<Step>::visitAddRecExpr(recurrence);
      }
    };
    return Step(evolution, loop).visit(expression);
  }

  // What is negative wherever all extents are large and alike need not be asked at run time.
  const SCEV *atUsualSize(const SCEV *expression) {
    enum { USUAL_SIZE = 1000 };
    struct Collect {
      ScalarEvolution &evolution;
      ValueToSCEVMapTy sizes;
      bool follow(const SCEV *part) {
        if (auto *unknown = dyn_cast<SCEVUnknown>(part);
            unknown && unknown->getType()->isIntegerTy())
          sizes[unknown->getValue()] = evolution.getConstant(unknown->getType(), USUAL_SIZE);
        return true;
      }
      bool isDone() const { return false; }
    } collect{evolution, ValueToSCEVMapTy()};
    visitAll(expression, collect);
    return SCEVParameterRewriter::rewrite(expression, evolution, collect.sizes);
  }

  // Of expressions that may vary in the nest: none is negative in any iteration. Null: not known.
  Value *allNonNegative(ArrayRef<const SCEV *> expressions) {
    Value *all = builder.getTrue();
    for (const SCEV *expression : expressions) {
      Interval range = NestBounds(evolution, nest).bounds(expression);
      if (!range)
        return nullptr;
      const SCEV *guarded = evolution.applyLoopGuards(range.low, nest);
      if (evolution.isKnownNonNegative(range.low) || evolution.isKnownNonNegative(guarded))
        continue;
      if (evolution.isKnownNegative(guarded) || evolution.isKnownNegative(atUsualSize(range.low)))
        return builder.getFalse();
      if (!expander.isSafeToExpandAt(range.low, position))
        return nullptr;
      Value *low = expander.expandCodeFor(range.low, range.low->getType(), position->getIterator());
      builder.SetInsertPoint(position);
      all = builder.CreateAnd(all, builder.CreateICmpSGE(low, builder.getInt64(0)), "clear");
    }
    return all;
  }
};

} // namespace

LLVMValueRef bridge_expand_clearance(BridgeAnalysesRef analyses, LLVMValueRef first,
                                     uint64_t firstBytes, LLVMValueRef second, uint64_t secondBytes,
                                     BridgeLoopRef inner, BridgeLoopRef nest, bool sameIteration,
                                     LLVMValueRef at) {
  ScalarEvolution &evolution = analyses->evolution();
  const Loop *outermost = unwrapLoop(nest);
  auto access = [&](LLVMValueRef instruction, uint64_t bytes) {
    Instruction *place = unwrapInstruction(instruction);
    Address address = addressOf(evolution, getLoadStorePointerOperand(place), outermost);
    if (address)
      address.offset = ExtensionSplitter(evolution, outermost).visit(address.offset);
    return NestAccess{address, analyses->loops().getLoopFor(place->getParent()), bytes};
  };
  NestAccess a = access(first, firstBytes), b = access(second, secondBytes);
  if (!a.address || !b.address || a.address.base != b.address.base ||
      !a.address.offset->getType()->isIntegerTy(64))
    return nullptr;
  Instruction *position = unwrapInstruction(at);
  NestComparison comparison(evolution, outermost, a, b, position);
  IRBuilder<> builder(position);
  Value *clear = builder.getTrue();
  auto require = [&](const Loop *loop) {
    Value *condition = comparison.isClear(unwrapLoop(inner), loop);
    if (!condition || condition == builder.getFalse())
      clear = condition;
    else
      clear = builder.CreateAnd(condition, clear, "clear");
    return clear && clear != builder.getFalse();
  };
  bool possible = !sameIteration || require(nullptr);
  for (const Loop *loop = unwrapLoop(inner); loop && possible; loop = loop->getParentLoop())
    possible = require(loop);
  return possible ? wrap(clear) : nullptr;
}

// In every iteration of the loops around `loop`? Where that takes more than the conditions for
// which they are entered, as of rows of a triangle, the least value over an outer loop may tell.
static bool isNeverNegative(ScalarEvolution &evolution, const SCEV *value, const Loop *loop) {
  auto isKnown = [&](const SCEV *least) {
    return evolution.isKnownNonNegative(least) ||
           evolution.isKnownNonNegative(evolution.applyLoopGuards(least, loop));
  };
  if (isKnown(value))
    return true;
  for (const Loop *outer = loop->getParentLoop(); outer; outer = outer->getParentLoop())
    if (Interval range = NestBounds(evolution, outer).bounds(value); range && isKnown(range.low))
      return true;
  return false;
}

bool bridge_ranges_are_apart(BridgeAnalysesRef analyses, LLVMValueRef a, uint64_t bytesOfA,
                             LLVMValueRef b, uint64_t bytesOfB, BridgeLoopRef handle) {
  ScalarEvolution &evolution = analyses->evolution();
  const Loop *loop = unwrapLoop(handle);
  Address first = addressOf(evolution, unwrap(a), loop);
  Address second = addressOf(evolution, unwrap(b), loop);
  if (!first || !second || first.base != second.base ||
      first.offset->getType() != second.offset->getType())
    return false;
  Interval one = NestBounds(evolution, loop).bounds(first.offset);
  Interval other = NestBounds(evolution, loop).bounds(second.offset);
  if (!one || !other)
    return false;
  auto isBehind = [&](Interval later, Interval earlier, uint64_t bytes) {
    const SCEV *end =
        evolution.getAddExpr(earlier.high, evolution.getConstant(earlier.high->getType(), bytes));
    return isNeverNegative(evolution, evolution.getMinusSCEV(later.low, end), loop);
  };
  return isBehind(one, other, bytesOfB) || isBehind(other, one, bytesOfA);
}

LLVMValueRef bridge_pointer_base(BridgeAnalysesRef analyses, LLVMValueRef pointer) {
  ScalarEvolution &evolution = analyses->evolution();
  auto *base = dyn_cast<SCEVUnknown>(evolution.getPointerBase(evolution.getSCEV(unwrap(pointer))));
  return base ? wrap(base->getValue()) : nullptr;
}

bool bridge_ranges_start_near(BridgeAnalysesRef analyses, LLVMValueRef a, BridgeLoopRef nestOfA,
                              LLVMValueRef b, BridgeLoopRef nestOfB) {
  ScalarEvolution &evolution = analyses->evolution();
  auto start = [&](LLVMValueRef pointer, BridgeLoopRef nest) {
    const SCEV *address = evolution.getSCEV(unwrap(pointer));
    if (!nest)
      return address;
    const SCEV *offset = evolution.removePointerBase(address);
    Interval range;
    if (!isa<SCEVCouldNotCompute>(offset))
      range = NestBounds(evolution, unwrapLoop(nest)).bounds(offset);
    return range ? evolution.getAddExpr(evolution.getPointerBase(address), range.low)
                 : evolution.getCouldNotCompute();
  };
  const SCEV *first = start(a, nestOfA), *second = start(b, nestOfB);
  if (isa<SCEVCouldNotCompute>(first) || isa<SCEVCouldNotCompute>(second))
    return false;
  return isa<SCEVConstant>(evolution.getMinusSCEV(first, second));
}
