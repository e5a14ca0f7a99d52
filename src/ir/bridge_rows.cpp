// Rows of a matrix: which an access moves along, which place in one it has, and whether it stays
// there.
#include "bridge_analyses.h"
#include "bridge_bounds.h"

#include "llvm/IR/IRBuilder.h"

using namespace llvm;

namespace {

// Takes the whole multiples of a row's size out of an offset: what is left is the place in the row.
class RowSplitter {
public:
  RowSplitter(ScalarEvolution &evolution, const SCEV *row) : evolution(evolution) {
    take(row, ofRow, timesOfRow);
  }

  const SCEV *column(const SCEV *offset) {
    if (auto *sum = dyn_cast<SCEVAddExpr>(offset)) {
      SmallVector<const SCEV *, 4> rest;
      for (const SCEV *operand : sum->operands())
        rest.push_back(column(operand));
      return evolution.getAddExpr(rest);
    }
    auto *recurrence = dyn_cast<SCEVAddRecExpr>(offset);
    if (recurrence && recurrence->isAffine())
      return evolution.getAddRecExpr(column(recurrence->getStart()),
                                     column(recurrence->getStepRecurrence(evolution)),
                                     recurrence->getLoop(), SCEV::FlagAnyWrap);
    SmallVector<const SCEV *, 4> factors;
    APInt times(64, 1);
    take(offset, factors, times);
    for (const SCEV *factor : ofRow) {
      auto *found = find(factors, factor);
      if (found == factors.end())
        return offset;
      factors.erase(found);
    }
    APInt rest = times.srem(timesOfRow);
    if (rest.isZero())
      return evolution.getZero(offset->getType());
    return ofRow.empty() && factors.empty() ? evolution.getConstant(rest) : offset;
  }

private:
  ScalarEvolution &evolution;
  SmallVector<const SCEV *, 4> ofRow; // all factors but the constant one
  APInt timesOfRow = APInt(64, 1);

  static void take(const SCEV *expression, SmallVectorImpl<const SCEV *> &factors, APInt &times) {
    auto *product = dyn_cast<SCEVMulExpr>(expression);
    for (const SCEV *factor : product ? product->operands() : ArrayRef(expression))
      if (auto *constant = dyn_cast<SCEVConstant>(factor))
        times = constant->getAPInt();
      else
        factors.push_back(factor);
  }
};

struct RowAccess {
  const SCEV *offset;
  int64_t bytes;
};

// The constant steps by which loops move an access from row to row. Along a diagonal a loop moves
// it by a row and a column at once, which is no row.
SmallVector<int64_t, 4> rowsOf(ScalarEvolution &evolution, ArrayRef<RowAccess> accesses) {
  SmallVector<int64_t, 4> rows, steps;
  for (const RowAccess &access : accesses)
    SCEVExprContains(access.offset, [&](const SCEV *part) {
      auto *recurrence = dyn_cast<SCEVAddRecExpr>(part);
      auto *step = recurrence && recurrence->isAffine()
                       ? dyn_cast<SCEVConstant>(recurrence->getStepRecurrence(evolution))
                       : nullptr;
      if (step && step->getAPInt().getSignificantBits() < 64) {
        int64_t bytes = std::abs(step->getAPInt().getSExtValue());
        if (!is_contained(steps, bytes))
          steps.push_back(bytes);
        if (bytes > access.bytes && !is_contained(rows, bytes))
          rows.push_back(bytes);
      }
      return false;
    });
  erase_if(rows, [&](int64_t row) {
    return any_of(steps,
                  [&](int64_t step) { return step < row && is_contained(steps, row - step); });
  });
  return rows;
}

} // namespace

const SCEV *bridge_column(ScalarEvolution &evolution, const SCEV *offset, const SCEV *row) {
  return RowSplitter(evolution, row).column(offset);
}

LLVMValueRef bridge_expand_leaving_rows(BridgeAnalysesRef analyses, const LLVMValueRef *accesses,
                                        size_t count, BridgeLoopRef handle, LLVMValueRef at) {
  ScalarEvolution &evolution = analyses->evolution();
  const Loop *nest = unwrapLoop(handle);
  Instruction *position = unwrapInstruction(at);
  Type *i64 = Type::getInt64Ty(position->getContext());
  SmallVector<RowAccess, 16> places;
  for (LLVMValueRef access : ArrayRef(accesses, count)) {
    Instruction *instruction = unwrapInstruction(access);
    Address address = bridge_address_of(evolution, getLoadStorePointerOperand(instruction), nest);
    TypeSize bytes = instruction->getDataLayout().getTypeStoreSize(getLoadStoreType(instruction));
    if (!address || address.offset->getType() != i64 || bytes.isScalable())
      return nullptr;
    places.push_back({address.offset, int64_t(bytes.getFixedValue())});
  }
  SmallVector<const SCEV *, 8> open; // negative where an access leaves a row
  for (int64_t bytes : rowsOf(evolution, places))
    for (const RowAccess &place : places) {
      const SCEV *row = evolution.getConstant(i64, bytes);
      Interval range =
          NestBounds(evolution, nest).bounds(bridge_column(evolution, place.offset, row));
      if (!range)
        return nullptr;
      const SCEV *end = evolution.getAddExpr(range.high, evolution.getConstant(i64, place.bytes));
      for (const SCEV *left : {range.low, evolution.getMinusSCEV(row, end)}) {
        const SCEV *guarded = evolution.applyLoopGuards(left, nest);
        if (evolution.isKnownNonNegative(left) || evolution.isKnownNonNegative(guarded))
          continue;
        if (evolution.isKnownNegative(guarded) ||
            !analyses->expander(position).isSafeToExpandAt(left, position))
          return nullptr;
        if (!is_contained(open, left))
          open.push_back(left);
      }
    }
  IRBuilder<> builder(position);
  Value *any = builder.getFalse();
  for (const SCEV *left : open) {
    Value *value = analyses->expander(position).expandCodeFor(left, i64, position->getIterator());
    builder.SetInsertPoint(position);
    any = builder.CreateOr(any, builder.CreateICmpSLT(value, builder.getInt64(0)), "crossing");
  }
  return open.empty() ? nullptr : wrap(any);
}
