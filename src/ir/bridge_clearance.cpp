// Does an access of a loop nest stay clear of what a later one touches?
#include "bridge_analyses.h"
#include "bridge_bounds.h"

#include "llvm/Transforms/Utils/ScalarEvolutionExpander.h"

using namespace llvm;

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
    Address address = bridge_address_of(evolution, getLoadStorePointerOperand(place), outermost);
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
