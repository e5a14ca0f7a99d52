// The bytes that an access covers over a loop nest, and where two accesses of a nest lie.
#include "bridge_analyses.h"
#include "bridge_bounds.h"

#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/IntrinsicInst.h"

using namespace llvm;

namespace {

// Emits base + range.
bool expandEnds(BridgeAnalyses &analyses, const SCEV *base, Interval range, Type *type,
                Instruction *position, LLVMValueRef *lo, LLVMValueRef *hi) {
  ScalarEvolution &evolution = analyses.evolution();
  const SCEV *low = evolution.getAddExpr(base, range.low);
  const SCEV *high = evolution.getAddExpr(base, range.high);
  SCEVExpander &expander = analyses.expander(position);
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

// From where the offset begins to where `size` bytes behind it end.
static Interval rangeOf(ScalarEvolution &evolution, const SCEV *offset, const SCEV *size,
                        const Loop *nest, SmallVectorImpl<NoWrap> *assumptions) {
  if (nest) {
    NestBounds walk(evolution, nest);
    walk.assumptions = assumptions;
    Interval from = walk.bounds(offset);
    if (!from || isa<SCEVConstant>(size))
      return from ? Interval{from.low, evolution.getAddExpr(from.high, size)} : from;
    Interval to = walk.bounds(evolution.getAddExpr(offset, size));
    return to ? Interval{from.low, to.high} : to;
  }
  const SCEV *last = evolution.getSCEVAtScope(offset, nullptr);
  const SCEV *end = evolution.getAddExpr(last, evolution.getSCEVAtScope(size, nullptr));
  if (SCEVExprContains(end, [](const SCEV *part) { return isa<SCEVAddRecExpr>(part); }) ||
      SCEVExprContains(last, [](const SCEV *part) { return isa<SCEVAddRecExpr>(part); }))
    return {};
  return {last, end};
}

bool bridge_expand_range(BridgeAnalysesRef analyses, LLVMValueRef pointer, uint64_t size,
                         BridgeLoopRef nest, LLVMValueRef at, LLVMValueRef *lo, LLVMValueRef *hi) {
  ScalarEvolution &evolution = analyses->evolution();
  Loop *loop = nest ? unwrapLoop(nest) : nullptr;
  Address address = bridge_address_of(evolution, unwrap(pointer), loop);
  if (!address)
    return false;
  const SCEV *bytes = evolution.getConstant(address.offset->getType(), size);
  Interval range = rangeOf(evolution, address.offset, bytes, loop, nullptr);
  return range && expandEnds(*analyses, address.base, range, unwrap(pointer)->getType(),
                             unwrapInstruction(at), lo, hi);
}

bool bridge_is_block_write(LLVMValueRef instruction) {
  return isa<MemIntrinsic>(unwrap(instruction));
}

Value *bridge_expand_no_wrap(SCEVExpander &expander, Instruction *position,
                             ArrayRef<NoWrap> assumptions) {
  IRBuilder<> builder(position);
  Value *all = builder.getTrue();
  for (const NoWrap &assumption : assumptions) {
    Type *index = assumption.range.low->getType();
    auto expand = [&](const SCEV *end) {
      return expander.expandCodeFor(end, index, position->getIterator());
    };
    Value *low = expand(assumption.range.low), *high = expand(assumption.range.high);
    builder.SetInsertPoint(position);
    Value *fits = builder.CreateAnd(
        builder.CreateICmpSGE(low, ConstantInt::getSigned(index, assumption.least)),
        builder.CreateICmpSLE(high, ConstantInt::getSigned(index, assumption.greatest)));
    all = builder.CreateAnd(all, fits);
  }
  return all;
}

// Widened where an index wraps around.
static void widenWhere(SCEVExpander &expander, Instruction *position, ArrayRef<NoWrap> assumptions,
                       LLVMValueRef *lo, LLVMValueRef *hi) {
  if (assumptions.empty())
    return;
  Value *fits = bridge_expand_no_wrap(expander, position, assumptions);
  IRBuilder<> builder(position);
  Type *index = assumptions.front().range.low->getType(), *type = unwrap(*lo)->getType();
  Constant *last = ConstantExpr::getIntToPtr(Constant::getAllOnesValue(index), type);
  *lo = wrap(builder.CreateSelect(fits, unwrap(*lo), Constant::getNullValue(type)));
  *hi = wrap(builder.CreateSelect(fits, unwrap(*hi), last));
}

bool bridge_expand_cover(BridgeAnalysesRef analyses, LLVMValueRef access, BridgeLoopRef nest,
                         LLVMValueRef at, LLVMValueRef *lo, LLVMValueRef *hi) {
  ScalarEvolution &evolution = analyses->evolution();
  Loop *loop = nest ? unwrapLoop(nest) : nullptr;
  auto *block = dyn_cast<MemIntrinsic>(unwrap(access));
  Value *pointer = block ? block->getRawDest() : getLoadStorePointerOperand(unwrap(access));
  Address address = bridge_address_of(evolution, pointer, loop);
  if (!address)
    return false;
  Type *bytes = address.offset->getType();
  const SCEV *size =
      block ? evolution.getTruncateOrZeroExtend(evolution.getSCEV(block->getLength()), bytes)
            : evolution.getStoreSizeOfExpr(bytes, getLoadStoreType(unwrap(access)));
  SmallVector<NoWrap, 4> assumptions;
  Interval range = rangeOf(evolution, address.offset, size, loop, &assumptions);
  Instruction *position = unwrapInstruction(at);
  SCEVExpander &expander = analyses->expander(position);
  for (const NoWrap &assumption : assumptions)
    if (!expander.isSafeToExpandAt(assumption.range.low, position) ||
        !expander.isSafeToExpandAt(assumption.range.high, position))
      return false;
  if (!range || !expandEnds(*analyses, address.base, range, pointer->getType(), position, lo, hi))
    return false;
  widenWhere(expander, position, assumptions, lo, hi);
  return true;
}

bool bridge_range_is_attained(BridgeAnalysesRef analyses, LLVMValueRef pointer,
                              BridgeLoopRef nest) {
  ScalarEvolution &evolution = analyses->evolution();
  Address address = bridge_address_of(evolution, unwrap(pointer), unwrapLoop(nest));
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

size_t bridge_count_steps(BridgeAnalysesRef analyses, LLVMValueRef pointer, BridgeLoopRef nest) {
  ScalarEvolution &evolution = analyses->evolution();
  SmallPtrSet<const SCEV *, 4> steps;
  bool isUnknown = SCEVExprContains(evolution.getSCEV(unwrap(pointer)), [&](const SCEV *part) {
    auto *recurrence = dyn_cast<SCEVAddRecExpr>(part);
    if (recurrence && unwrapLoop(nest)->contains(recurrence->getLoop()))
      steps.insert(recurrence->getStepRecurrence(evolution));
    return isa<SCEVUnknown>(part) && !evolution.isLoopInvariant(part, unwrapLoop(nest));
  });
  return isUnknown ? SIZE_MAX : steps.size();
}

bool bridge_expand_steps(BridgeAnalysesRef analyses, LLVMValueRef pointer, uint64_t size,
                         BridgeLoopRef inner, BridgeLoopRef nest, LLVMValueRef at, LLVMValueRef *lo,
                         LLVMValueRef *hi, LLVMValueRef *steps) {
  ScalarEvolution &evolution = analyses->evolution();
  Loop *outermost = unwrapLoop(nest);
  Address address = bridge_address_of(evolution, unwrap(pointer), outermost);
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
  SCEVExpander &expander = analyses->expander(position);
  Type *i64 = Type::getInt64Ty(position->getContext());
  for (size_t i = 0; i < loops.size(); i++) {
    const SCEV *step = splitter.steps[i];
    if (step && (step->getType() != i64 || !expander.isSafeToExpandAt(step, position)))
      return false;
    steps[i] = wrap(step ? expander.expandCodeFor(step, i64, position->getIterator())
                         : ConstantInt::get(i64, 0));
  }
  if (!range)
    return false;
  range.high = evolution.getAddExpr(range.high, evolution.getConstant(range.high->getType(), size));
  return expandEnds(*analyses, address.base, range, unwrap(pointer)->getType(), position, lo, hi);
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
  SCEVExpander &expander = analyses->expander(position);
  if (!range || !expander.isSafeToExpandAt(range.high, position))
    return nullptr;
  return wrap(expander.expandCodeFor(range.high, i64, position->getIterator()));
}

// In every iteration of the loops around `loop`? Where that takes more than the conditions for
// which they are entered, as of rows of a triangle, the least value over an outer loop may tell.
static bool isNeverNegative(ScalarEvolution &evolution, const SCEV *value, const Loop *loop) {
  auto isKnown = [&](const SCEV *least) {
    return evolution.isKnownNonNegative(evolution.applyLoopGuards(least, loop)) ||
           NestBounds(evolution, loop).isNonNegative(least);
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
  Address first = bridge_address_of(evolution, unwrap(a), loop);
  Address second = bridge_address_of(evolution, unwrap(b), loop);
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

// What of an offset does not vary in the nest, nor with the counters of its loops.
static const SCEV *steadyPart(ScalarEvolution &evolution, const SCEV *offset, const Loop *nest) {
  if (evolution.isLoopInvariant(offset, nest))
    return offset;
  if (auto *recurrence = dyn_cast<SCEVAddRecExpr>(offset))
    return steadyPart(evolution, recurrence->getStart(), nest);
  SmallVector<const SCEV *, 4> parts;
  if (auto *sum = dyn_cast<SCEVAddExpr>(offset))
    for (const SCEV *part : sum->operands())
      parts.push_back(steadyPart(evolution, part, nest));
  return parts.empty() ? evolution.getZero(offset->getType()) : evolution.getAddExpr(parts);
}

bool bridge_ranges_start_near(BridgeAnalysesRef analyses, LLVMValueRef a, BridgeLoopRef nestOfA,
                              LLVMValueRef b, BridgeLoopRef nestOfB) {
  ScalarEvolution &evolution = analyses->evolution();
  auto start = [&](Value *pointer, Loop *nest) -> const SCEV * {
    const SCEV *address = evolution.getSCEV(pointer);
    if (!nest)
      return address;
    const SCEV *offset = evolution.removePointerBase(address);
    if (isa<SCEVCouldNotCompute>(offset))
      return offset;
    Interval range = NestBounds(evolution, nest).bounds(offset);
    return evolution.getAddExpr(evolution.getPointerBase(address),
                                range ? range.low : steadyPart(evolution, offset, nest));
  };
  auto knownStart = [&](LLVMValueRef handle, BridgeLoopRef nest) {
    Value *pointer = unwrap(handle);
    Loop *loop = nest ? unwrapLoop(nest) : nullptr;
    return analyses->startOf(pointer, loop, [&] { return start(pointer, loop); });
  };
  const SCEV *first = knownStart(a, nestOfA), *second = knownStart(b, nestOfB);
  if (isa<SCEVCouldNotCompute>(first) || isa<SCEVCouldNotCompute>(second))
    return false;
  return isa<SCEVConstant>(evolution.getMinusSCEV(first, second));
}

bool bridge_is_at_or_behind(BridgeAnalysesRef ref, LLVMValueRef address, LLVMValueRef other) {
  ScalarEvolution &evolution = ref->evolution();
  const SCEV *distance =
      evolution.getMinusSCEV(evolution.getSCEV(unwrap(address)), evolution.getSCEV(unwrap(other)));
  return !isa<SCEVCouldNotCompute>(distance) && evolution.isKnownNonNegative(distance);
}
