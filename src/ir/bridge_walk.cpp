// Integers of a nest that are no recurrences for ScalarEvolution, first of all indices that walk
// through a packed triangle. In
//
//   int at = 0;
//   for (int i = 0; i < n; i++)
//     for (int j = i + 1; j < n; j++)
//       use(packed[at++]);
//
// `at` advances by n - 1 - i in each round, but only on the way through the inner loop, which the
// last round skips; and written as i * (2 * n - i - 1) / 2 it is a quotient. ScalarEvolution knows
// neither. Both are recurrences of second order: the first because the round that takes the other
// way is the last, behind which nobody reads `at` in the loop; the second because the quotient
// leaves no remainder, coefficient by coefficient.
#include "bridge_walk.h"

#include "llvm/Analysis/LoopInfo.h"
#include "llvm/Analysis/ScalarEvolutionExpressions.h"
#include "llvm/IR/CFG.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/Operator.h"

using namespace llvm;

namespace {

// A round of a loop: may a way through it be taken before the last one?
class Rounds {
public:
  Rounds(ScalarEvolution &evolution, const Loop *loop)
      : evolution(evolution), loop(loop), last(evolution.getBackedgeTakenCount(loop)) {}

  bool onlyLastTakes(const BasicBlock *from, const BasicBlock *to) const {
    if (isa<SCEVCouldNotCompute>(last))
      return false;
    const Instruction *end = from->getTerminator();
    while (end->getNumSuccessors() == 1 && from->getSinglePredecessor() &&
           from != loop->getHeader()) {
      to = from;
      from = from->getSinglePredecessor();
      end = from->getTerminator();
    }
    auto *branch = dyn_cast<BranchInst>(end);
    auto *comparison =
        branch && branch->isConditional() ? dyn_cast<ICmpInst>(branch->getCondition()) : nullptr;
    if (!comparison || branch->getSuccessor(0) == branch->getSuccessor(1))
      return false;
    CmpInst::Predicate away = branch->getSuccessor(0) == to ? comparison->getInversePredicate()
                                                            : comparison->getPredicate();
    const SCEV *left = evolution.getSCEV(comparison->getOperand(0));
    const SCEV *right = evolution.getSCEV(comparison->getOperand(1));
    return holdsUntilLast(left, away, right) ||
           holdsUntilLast(right, CmpInst::getSwappedPredicate(away), left);
  }

private:
  ScalarEvolution &evolution;
  const Loop *loop;
  const SCEV *last;

  // Counting up by one without wrapping, to what it is compared with in the last round.
  bool holdsUntilLast(const SCEV *counted, CmpInst::Predicate predicate, const SCEV *end) const {
    auto *counter = dyn_cast<SCEVAddRecExpr>(counted);
    if (!counter || counter->getLoop() != loop || !counter->isAffine() ||
        !counter->getStepRecurrence(evolution)->isOne() || !evolution.isLoopInvariant(end, loop) ||
        evolution.getTypeSizeInBits(last->getType()) >
            evolution.getTypeSizeInBits(counter->getType()))
      return false;
    bool ordered = predicate == CmpInst::ICMP_NE ||
                   (predicate == CmpInst::ICMP_ULT && counter->hasNoUnsignedWrap()) ||
                   (predicate == CmpInst::ICMP_SLT && counter->hasNoSignedWrap());
    const SCEV *rounds = evolution.getNoopOrZeroExtend(last, counter->getType());
    return ordered && counter->evaluateAtIteration(rounds, evolution) == end;
  }
};

Value *throughCopies(Value *value) {
  for (auto *phi = dyn_cast<PHINode>(value); phi && phi->getNumIncomingValues() == 1;
       phi = dyn_cast<PHINode>(value))
    value = phi->getIncomingValue(0);
  return value;
}

// How far a value that a loop carries advances in one round, in the type of its users.
class Advance {
public:
  Advance(ScalarEvolution &evolution, const Loop *loop, PHINode *carried, const SCEV *before)
      : evolution(evolution), loop(loop), carried(carried), before(before),
        rounds(evolution, loop) {}

  // Null: not known, or not linear in the number of the round.
  const SCEV *of(Value *next, unsigned depth = 0) const {
    next = throughCopies(next);
    if (next == carried)
      return evolution.getZero(evolution.getEffectiveSCEVType(before->getType()));
    if (auto *phi = dyn_cast<PHINode>(next);
        phi && loop->contains(phi) && phi->getParent() != loop->getHeader() && depth < MAX_DEPTH)
      if (const SCEV *merged = ofMerge(phi, depth))
        return merged;
    if (auto *narrowed = dyn_cast<TruncInst>(next);
        narrowed && narrowed->hasNoSignedWrap() &&
        narrowed->getOperand(0)->getType() == before->getType())
      return of(narrowed->getOperand(0), depth);
    if (next->getType() != before->getType())
      return nullptr;
    const SCEV *after = evolution.getSCEVAtScope(next, loop);
    const SCEV *advance = evolution.getMinusSCEV(after, before);
    if (isa<SCEVCouldNotCompute>(advance))
      return nullptr;
    if (evolution.isLoopInvariant(advance, loop))
      return advance;
    auto *linear = dyn_cast<SCEVAddRecExpr>(advance);
    return linear && linear->getLoop() == loop && linear->isAffine() ? linear : nullptr;
  }

private:
  enum { MAX_DEPTH = 4 };
  ScalarEvolution &evolution;
  const Loop *loop;
  PHINode *carried;
  const SCEV *before;
  Rounds rounds;

  const SCEV *ofMerge(PHINode *phi, unsigned depth) const {
    const SCEV *all = nullptr;
    for (unsigned i = 0; i < phi->getNumIncomingValues(); i++) {
      if (rounds.onlyLastTakes(phi->getIncomingBlock(i), phi->getParent()))
        continue;
      const SCEV *one = of(phi->getIncomingValue(i), depth + 1);
      if (!one || (all && one != all))
        return nullptr;
      all = one;
    }
    return all;
  }
};

class WalkRewriter : public SCEVRewriteVisitor<WalkRewriter> {
public:
  WalkRewriter(ScalarEvolution &evolution, const Loop *nest)
      : SCEVRewriteVisitor(evolution), nest(nest) {}

  const SCEV *visitUnknown(const SCEVUnknown *unknown) {
    // In fewer bits the number of pairs of rows might wrap where no index does.
    if (SE.getTypeSizeInBits(unknown->getType()) < 64)
      return unknown;
    const SCEV *known = carried(unknown->getValue(), unknown);
    return known ? known : unknown;
  }

  const SCEV *visitSignExtendExpr(const SCEVSignExtendExpr *extension) {
    if (SE.getTypeSizeInBits(extension->getType()) < 64)
      return SCEVRewriteVisitor::visitSignExtendExpr(extension);
    if (auto *unknown = dyn_cast<SCEVUnknown>(extension->getOperand())) {
      const SCEV *known = carried(unknown->getValue(), extension);
      if (!known)
        known = quotient(unknown->getValue(), extension->getType());
      if (known)
        return known;
    }
    return SCEVRewriteVisitor::visitSignExtendExpr(extension);
  }

private:
  const Loop *nest;

  // `whole`: the value as its users have it.
  const SCEV *carried(Value *value, const SCEV *whole) {
    auto *phi = dyn_cast<PHINode>(value);
    const Loop *loop = nest;
    while (phi && loop && loop->getHeader() != phi->getParent()) {
      const Loop *inner = nullptr;
      for (const Loop *child : loop->getSubLoops())
        if (child->contains(phi))
          inner = child;
      loop = inner;
    }
    if (!phi || !loop || !loop->getLoopLatch() || !loop->getLoopPreheader())
      return nullptr;
    const SCEV *advance =
        Advance(SE, loop, phi, whole).of(phi->getIncomingValueForBlock(loop->getLoopLatch()));
    if (!advance)
      return nullptr;
    const SCEV *start = SE.getSCEV(phi->getIncomingValueForBlock(loop->getLoopPreheader()));
    if (start->getType() != whole->getType())
      start = SE.getSignExtendExpr(start, whole->getType());
    SmallVector<const SCEV *, 3> operands{start};
    if (auto *linear = dyn_cast<SCEVAddRecExpr>(advance);
        linear && !SE.isLoopInvariant(advance, loop))
      append_range(operands, linear->operands());
    else
      operands.push_back(advance);
    return SE.getAddRecExpr(operands, loop, SCEV::FlagAnyWrap);
  }

  const SCEV *quotient(Value *value, Type *type) {
    auto *division = dyn_cast<BinaryOperator>(value);
    auto *divisor = division && division->getOpcode() == Instruction::SDiv
                        ? dyn_cast<ConstantInt>(division->getOperand(1))
                        : nullptr;
    if (!divisor || !divisor->getValue().isStrictlyPositive())
      return nullptr;
    return exactQuotient(widened(division->getOperand(0), type, 0), divisor->getValue());
  }

  // The value of an expression that does not wrap, computed in a wider type.
  const SCEV *widened(Value *value, Type *type, unsigned depth) {
    enum { MAX_DEPTH = 6 };
    auto *operation = dyn_cast<OverflowingBinaryOperator>(value);
    if (!operation || !operation->hasNoSignedWrap() || depth == MAX_DEPTH)
      return SE.getSignExtendExpr(SE.getSCEV(value), type);
    const SCEV *left = widened(operation->getOperand(0), type, depth + 1);
    const SCEV *right = widened(operation->getOperand(1), type, depth + 1);
    switch (operation->getOpcode()) {
    case Instruction::Add:
      return SE.getAddExpr(left, right);
    case Instruction::Sub:
      return SE.getMinusSCEV(left, right);
    case Instruction::Mul:
      return SE.getMulExpr(left, right);
    default:
      return SE.getSignExtendExpr(SE.getSCEV(value), type);
    }
  }

  // Null: it may leave a remainder.
  const SCEV *exactQuotient(const SCEV *expression, const APInt &divisor) {
    if (auto *constant = dyn_cast<SCEVConstant>(expression)) {
      APInt wide = divisor.sext(constant->getAPInt().getBitWidth());
      return constant->getAPInt().srem(wide).isZero()
                 ? SE.getConstant(constant->getAPInt().sdiv(wide))
                 : nullptr;
    }
    SmallVector<const SCEV *, 4> parts;
    auto *operands = dyn_cast<SCEVNAryExpr>(expression);
    if (auto *product = dyn_cast<SCEVMulExpr>(expression)) {
      append_range(parts, product->operands());
      for (const SCEV *&part : parts)
        if (const SCEV *divided = exactQuotient(part, divisor)) {
          part = divided;
          return SE.getMulExpr(parts);
        }
      return nullptr;
    }
    if (!operands || !isa<SCEVAddExpr, SCEVAddRecExpr>(expression))
      return nullptr;
    for (const SCEV *operand : operands->operands()) {
      const SCEV *divided = exactQuotient(operand, divisor);
      if (!divided)
        return nullptr;
      parts.push_back(divided);
    }
    if (auto *recurrence = dyn_cast<SCEVAddRecExpr>(expression))
      return SE.getAddRecExpr(parts, recurrence->getLoop(), SCEV::FlagAnyWrap);
    return SE.getAddExpr(parts);
  }
};

} // namespace

const SCEV *walk_rewrite(ScalarEvolution &evolution, const SCEV *expression, const Loop *nest) {
  return WalkRewriter(evolution, nest).visit(expression);
}

namespace {

// As its users have it: extended to `type`, if it is narrower. Null: that is not known.
const SCEV *extended(ScalarEvolution &evolution, Value *value, Type *type, bool isSigned) {
  if (value->getType() == type)
    return evolution.getSCEV(value);
  auto *narrowed = dyn_cast<TruncInst>(value);
  bool isWhole = narrowed && narrowed->getOperand(0)->getType() == type &&
                 (isSigned ? narrowed->hasNoSignedWrap() : narrowed->hasNoUnsignedWrap());
  if (isWhole)
    return evolution.getSCEV(narrowed->getOperand(0));
  const SCEV *narrow = evolution.getSCEV(value);
  return isSigned ? evolution.getSignExtendExpr(narrow, type)
                  : evolution.getZeroExtendExpr(narrow, type);
}

} // namespace

bool walk_choices(ScalarEvolution &evolution, const SCEV *expression, const Loop *nest,
                  SmallVectorImpl<const SCEV *> &choices) {
  enum { MAX_VALUES = 16 };
  bool isSigned = !isa<SCEVZeroExtendExpr>(expression);
  const SCEV *narrow = expression;
  if (isa<SCEVSignExtendExpr, SCEVZeroExtendExpr>(expression))
    narrow = cast<SCEVCastExpr>(expression)->getOperand();
  auto *unknown = dyn_cast<SCEVUnknown>(narrow);
  if (!unknown || !expression->getType()->isIntegerTy())
    return false;
  SmallVector<Value *, MAX_VALUES> values{unknown->getValue()};
  for (size_t i = 0; i < values.size(); i++) {
    auto *instruction = dyn_cast<Instruction>(values[i]);
    auto add = [&](Value *value) {
      if (!is_contained(values, value))
        values.push_back(value);
    };
    if (instruction && nest->contains(instruction) && isa<PHINode>(instruction)) {
      for (Value *incoming : cast<PHINode>(instruction)->incoming_values())
        add(incoming);
    } else if (instruction && nest->contains(instruction) && isa<SelectInst>(instruction)) {
      add(cast<SelectInst>(instruction)->getTrueValue());
      add(cast<SelectInst>(instruction)->getFalseValue());
    } else if (i == 0) {
      return false;
    } else {
      choices.push_back(extended(evolution, values[i], expression->getType(), isSigned));
    }
    if (values.size() > MAX_VALUES)
      return false;
  }
  return true;
}
