// Does an access of a loop nest stay clear of what a later one touches?
#include "bridge_analyses.h"
#include "bridge_bounds.h"

#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/PatternMatch.h"

using namespace llvm;

namespace {

// Extends an extent n and the constant in n + 1 apart, where n is not negative in a nest: LLVM
// computes some strides in the narrow type, and both have to look alike. Indices that vary are
// computed in the wide type as a whole, which takes some assumptions.
struct ExtensionSplitter : SCEVRewriteVisitor<ExtensionSplitter> {
  const Loop *nest;
  SmallVectorImpl<NoWrap> &assumptions;
  ExtensionSplitter(ScalarEvolution &evolution, const Loop *nest,
                    SmallVectorImpl<NoWrap> &assumptions)
      : SCEVRewriteVisitor(evolution), nest(nest), assumptions(assumptions) {}

  const SCEV *widened(const SCEVCastExpr *cast) {
    if (SE.isLoopInvariant(cast, nest))
      return cast;
    size_t known = assumptions.size();
    NestBounds bounds(SE, nest);
    bounds.assumptions = &assumptions;
    const SCEV *wide = bounds.widened(cast);
    if (!wide)
      assumptions.truncate(known);
    return wide ? wide : cast;
  }

  const SCEV *visitSignExtendExpr(const SCEVSignExtendExpr *extension) {
    return widened(extension);
  }

  const SCEV *visitZeroExtendExpr(const SCEVZeroExtendExpr *extension) {
    auto *sum = dyn_cast<SCEVAddExpr>(extension->getOperand());
    auto *constant = sum ? dyn_cast<SCEVConstant>(sum->getOperand(0)) : nullptr;
    if (!constant || sum->getNumOperands() != 2 || !constant->getAPInt().isNonNegative() ||
        !SE.isLoopEntryGuardedByCond(nest, ICmpInst::ICMP_SGE, sum->getOperand(1),
                                     SE.getZero(sum->getType())))
      return widened(extension);
    return SE.getAddExpr(SE.getZeroExtendExpr(constant, extension->getType()),
                         SE.getZeroExtendExpr(sum->getOperand(1), extension->getType()));
  }
};

// An access of a loop nest: its offset from an invariant base.
struct NestAccess {
  Address address;
  const Loop *own = nullptr;   // innermost loop around it
  const SCEV *bytes = nullptr; // the same throughout the nest
};

// Compares where two accesses of a nest lie. `first` is compared with `second` of a later iteration
// of one loop around both, all loops around that being in the same iteration.
class NestComparison {
public:
  NestComparison(BridgeAnalyses &analyses, const Loop *nest, NestAccess first, NestAccess second,
                 Instruction *position, SmallVectorImpl<NoWrap> &assumptions)
      : evolution(analyses.evolution()), nest(nest), first(first), second(second),
        position(position), expander(analyses.expander(position)), builder(position),
        assumptions(assumptions) {}

  // Null: not known. `loop` is null for iterations of `inner` that are the same for both.
  Value *isClear(const Loop *inner, const Loop *loop) {
    const Loop *around = loop ? loop : inner;
    Interval a = within(first, around), b = within(second, around);
    if (!a || !b || (loop && (!isFollowed(a, loop) || !isFollowed(b, loop))))
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

  // Are the offsets places within a row of so many bytes, which no access leaves? Then what lies
  // apart there lies apart in any rows. Null: not known.
  Value *areColumns(const SCEV *row) {
    const SCEV *ends[] = {beyond(first.address.offset, first.bytes),
                          beyond(second.address.offset, second.bytes)};
    return allNonNegative(
        {first.address.offset, second.address.offset, minus(row, ends[0]), minus(row, ends[1])});
  }

private:
  ScalarEvolution &evolution;
  const Loop *nest;
  NestAccess first, second;
  Instruction *position;
  SCEVExpander &expander;
  IRBuilder<> builder;
  SmallVectorImpl<NoWrap> &assumptions;

  Interval boundsOver(const Loop *loop, const SCEV *expression) {
    NestBounds bounds(evolution, loop);
    bounds.extents = &assumptions;
    return bounds.bounds(expression);
  }

  const SCEV *minus(const SCEV *a, const SCEV *b) { return evolution.getMinusSCEV(a, b); }

  const SCEV *beyond(const SCEV *offset, const SCEV *bytes) {
    return evolution.getAddExpr(offset, bytes);
  }

  // Bounds over the loops inside `around`.
  Interval within(const NestAccess &access, const Loop *around) {
    const Loop *child = access.own;
    if (child == around)
      return {access.address.offset, access.address.offset};
    while (child && child->getParentLoop() != around)
      child = child->getParentLoop();
    return child ? boundsOver(child, access.address.offset) : Interval();
  }

  // Does the range change between iterations of the loop only as recurrences say? Of another value
  // that the loop computes, nothing is known in the next one.
  bool isFollowed(Interval range, const Loop *loop) {
    auto isOther = [&](const SCEV *part) {
      return isa<SCEVUnknown>(part) && !evolution.isLoopInvariant(part, loop);
    };
    return !SCEVExprContains(range.low, isOther) && !SCEVExprContains(range.high, isOther);
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

  static bool isQuotient(Value *value) {
    return match(value, PatternMatch::m_IDiv(PatternMatch::m_Value(), PatternMatch::m_Value()));
  }

  // What is negative wherever all extents are large and alike need not be asked at run time. Of an
  // extent that is divided by another, as rows are by heads, little is left then.
  const SCEV *atUsualSize(const SCEV *expression) {
    enum { USUAL_SIZE = 1000 };
    struct Collect {
      ScalarEvolution &evolution;
      ValueToSCEVMapTy sizes;
      bool follow(const SCEV *part) {
        if (auto *unknown = dyn_cast<SCEVUnknown>(part);
            unknown && unknown->getType()->isIntegerTy())
          sizes[unknown->getValue()] = evolution.getConstant(
              unknown->getType(), isQuotient(unknown->getValue()) ? 1 : USUAL_SIZE);
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
      Interval range = boundsOver(nest, expression);
      if (!range)
        return nullptr;
      const SCEV *guarded = evolution.applyLoopGuards(range.low, nest);
      if (evolution.isKnownNonNegative(guarded) ||
          NestBounds(evolution, nest).isNonNegative(range.low))
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

// The same accesses by their places in rows: columns of a matrix stay apart where their ranges of
// addresses do not.
struct ColumnComparison {
  std::unique_ptr<NestComparison> places;
  Value *areColumns;
};

// What the loops of the nest move an access by and is larger than what the access moves.
void findRows(ScalarEvolution &evolution, const SCEV *offset, const SCEV *bytes,
              SmallVectorImpl<const SCEV *> &rows) {
  auto *moved = dyn_cast<SCEVConstant>(bytes);
  SCEVExprContains(offset, [&](const SCEV *part) {
    auto *recurrence = dyn_cast<SCEVAddRecExpr>(part);
    const SCEV *step =
        recurrence && recurrence->isAffine() ? recurrence->getStepRecurrence(evolution) : nullptr;
    auto *constant = dyn_cast_or_null<SCEVConstant>(step);
    bool isLarge = constant ? moved && constant->getAPInt().sgt(moved->getAPInt())
                            : step && isa<SCEVMulExpr>(step);
    if (isLarge && !is_contained(rows, step))
      rows.push_back(step);
    return false;
  });
}

SmallVector<ColumnComparison, 2> compareColumns(BridgeAnalyses &analyses, const Loop *nest,
                                                const NestAccess &first, const NestAccess &second,
                                                Instruction *position,
                                                SmallVectorImpl<NoWrap> &assumptions) {
  enum { MOST_ROWS = 3 };
  ScalarEvolution &evolution = analyses.evolution();
  SmallVector<const SCEV *, 4> rows;
  for (const NestAccess *access : {&first, &second})
    findRows(evolution, access->address.offset, access->bytes, rows);
  SmallVector<ColumnComparison, 2> columns;
  for (const SCEV *row : ArrayRef(rows).take_front(MOST_ROWS)) {
    if (row->getType() != first.address.offset->getType())
      continue;
    NestAccess a = first, b = second;
    a.address.offset = bridge_column(evolution, first.address.offset, row);
    b.address.offset = bridge_column(evolution, second.address.offset, row);
    auto places = std::make_unique<NestComparison>(analyses, nest, a, b, position, assumptions);
    Value *areColumns = places->areColumns(row);
    if (areColumns && !match(areColumns, PatternMatch::m_Zero()))
      columns.push_back({std::move(places), areColumns});
  }
  return columns;
}

} // namespace

LLVMValueRef bridge_expand_clearance(BridgeAnalysesRef analyses, LLVMValueRef first,
                                     LLVMValueRef second, BridgeLoopRef inner, BridgeLoopRef nest,
                                     bool sameIteration, bool inRows, LLVMValueRef at) {
  // Each loop is a question of its own, about an address with as many steps; no one asks for it in
  // deeper nests.
  enum { MOST_LOOPS = 10 };
  ScalarEvolution &evolution = analyses->evolution();
  const Loop *outermost = unwrapLoop(nest);
  if (unwrapLoop(inner)->getLoopDepth() - outermost->getLoopDepth() >= MOST_LOOPS)
    return nullptr;
  Type *i64 = Type::getInt64Ty(unwrapInstruction(at)->getContext());
  SmallVector<NoWrap, 4> assumptions;
  auto access = [&](LLVMValueRef instruction) {
    Instruction *place = unwrapInstruction(instruction);
    auto *block = dyn_cast<MemIntrinsic>(place);
    Value *pointer = block ? block->getRawDest() : getLoadStorePointerOperand(place);
    Address address = inRows ? bridge_address_by_row(evolution, pointer, outermost)
                             : bridge_address_of(evolution, pointer, outermost);
    if (!address || address.offset->getType() != i64)
      return NestAccess();
    ExtensionSplitter splitter(evolution, outermost, assumptions);
    address.offset = splitter.visit(address.offset);
    const SCEV *bytes = block ? splitter.visit(evolution.getTruncateOrZeroExtend(
                                    evolution.getSCEV(block->getLength()), i64))
                              : evolution.getStoreSizeOfExpr(i64, getLoadStoreType(place));
    if (!evolution.isLoopInvariant(bytes, outermost))
      return NestAccess();
    return NestAccess{address, analyses->loops().getLoopFor(place->getParent()), bytes};
  };
  NestAccess a = access(first), b = access(second);
  if (!a.address || !b.address || a.address.base != b.address.base)
    return nullptr;
  Instruction *position = unwrapInstruction(at);
  SCEVExpander &expander = analyses->expander(position);
  NestComparison comparison(*analyses, outermost, a, b, position, assumptions);
  IRBuilder<> builder(position);
  SmallVector<ColumnComparison, 2> columns =
      compareColumns(*analyses, outermost, a, b, position, assumptions);
  Value *clear = builder.getTrue();
  auto require = [&](const Loop *loop) {
    Value *condition = comparison.isClear(unwrapLoop(inner), loop);
    for (ColumnComparison &column : columns) {
      if (condition == builder.getTrue())
        break;
      Value *apart = column.places->isClear(unwrapLoop(inner), loop);
      if (!apart || apart == builder.getFalse())
        continue;
      apart = builder.CreateAnd(apart, column.areColumns, "clear");
      condition = condition ? builder.CreateOr(apart, condition, "clear") : apart;
    }
    if (!condition || condition == builder.getFalse())
      clear = condition;
    else
      clear = builder.CreateAnd(condition, clear, "clear");
    return clear && clear != builder.getFalse();
  };
  bool possible = !sameIteration || require(nullptr);
  for (const Loop *loop = unwrapLoop(inner); loop && possible; loop = loop->getParentLoop())
    possible = require(loop);
  if (!possible || assumptions.empty())
    return possible ? wrap(clear) : nullptr;
  for (const NoWrap &assumption : assumptions)
    if (!expander.isSafeToExpandAt(assumption.range.low, position) ||
        !expander.isSafeToExpandAt(assumption.range.high, position))
      return nullptr;
  Value *fits = bridge_expand_no_wrap(expander, position, assumptions);
  builder.SetInsertPoint(position);
  return wrap(builder.CreateAnd(clear, fits, "clear"));
}
