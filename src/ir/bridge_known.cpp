// What a number is where another one is known: by expressions of which one follows from the other,
// or, of the low bits alone, by sums of the same terms.
#include "roll.h"

#include "llvm/ADT/MapVector.h"
#include "llvm/Analysis/ValueTracking.h"

using namespace llvm;

namespace roll {

namespace {

// Replaces expressions within another one.
class Replacement : public SCEVRewriteVisitor<Replacement> {
public:
  Replacement(ScalarEvolution &evolution, DenseMap<const SCEV *, const SCEV *> &by)
      : SCEVRewriteVisitor(evolution), by(by) {}
  const SCEV *visit(const SCEV *expression) {
    auto found = by.find(expression);
    return found != by.end() ? found->second : SCEVRewriteVisitor<Replacement>::visit(expression);
  }
  const SCEV *visitAddRecExpr(const SCEVAddRecExpr *steps) {
    SmallVector<const SCEV *, 2> operands;
    for (const SCEV *operand : steps->operands())
      operands.push_back(visit(operand));
    return SE.getAddRecExpr(operands, steps->getLoop(), SCEV::FlagAnyWrap);
  }

private:
  DenseMap<const SCEV *, const SCEV *> &by;
};

// A number modulo a power of two: a sum of others, each so many times.
struct Residue {
  bool known = true;
  uint64_t constant = 0;
  MapVector<const void *, uint64_t> times;
};

class Residues {
public:
  Residues(BridgeAnalyses &analyses, uint64_t modulus) : analyses(analyses), modulus(modulus) {}

  Residue of(const SCEV *expression) {
    Residue sum;
    add(sum, expression, 1);
    sum.times.remove_if([&](auto &entry) { return entry.second % modulus == 0; });
    sum.constant %= modulus;
    return sum;
  }

private:
  BridgeAnalyses &analyses;
  uint64_t modulus;

  void add(Residue &sum, const SCEV *expression, uint64_t times);
};

void Residues::add(Residue &sum, const SCEV *expression, uint64_t times) {
  ScalarEvolution &evolution = analyses.evolution();
  if (evolution.getTypeSizeInBits(expression->getType()) < Log2_64(modulus)) {
    sum.known = false;
  } else if (auto *constant = dyn_cast<SCEVConstant>(expression)) {
    sum.constant += times * constant->getAPInt()
                                .trunc(std::min(64u, constant->getAPInt().getBitWidth()))
                                .getZExtValue();
  } else if (auto *same = dyn_cast<SCEVIntegralCastExpr>(expression)) {
    add(sum, same->getOperand(), times);
  } else if (auto *terms = dyn_cast<SCEVAddExpr>(expression)) {
    for (const SCEV *term : terms->operands())
      add(sum, term, times);
  } else if (auto *product = dyn_cast<SCEVMulExpr>(expression);
             product && product->getNumOperands() == 2 &&
             isa<SCEVConstant>(product->getOperand(0))) {
    const APInt &factor = cast<SCEVConstant>(product->getOperand(0))->getAPInt();
    add(sum, product->getOperand(1), times * factor.sextOrTrunc(64).getZExtValue());
  } else if (auto *steps = dyn_cast<SCEVAddRecExpr>(expression);
             steps && steps->isAffine() && isa<SCEVConstant>(steps->getOperand(1))) {
    add(sum, steps->getStart(), times);
    const APInt &step = cast<SCEVConstant>(steps->getOperand(1))->getAPInt();
    sum.times[steps->getLoop()] += times * step.sextOrTrunc(64).getZExtValue();
  } else if (auto *unknown = dyn_cast<SCEVUnknown>(expression)) {
    if (unknown->getType()->isIntegerTy()) {
      KnownBits bits = computeKnownBits(unknown->getValue(), analyses.function.getDataLayout(),
                                        &analyses.assumptions(), nullptr, &analyses.dominators());
      unsigned width = Log2_64(modulus);
      KnownBits low = bits.trunc(width);
      if (low.isConstant()) {
        sum.constant += times * low.getConstant().getZExtValue();
        return;
      }
    }
    sum.times[unknown] += times;
  } else
    sum.times[expression] += times;
}

} // namespace

const SCEV *replaced(ScalarEvolution &evolution, const SCEV *expression, Names &by) {
  return Replacement(evolution, by).visit(expression);
}

const SCEV *where(ScalarEvolution &evolution, const SCEV *expression, const SCEV *asked,
                  const APInt &number) {
  const SCEV *there = evolution.getConstant(number);
  if (isa<SCEVConstant>(expression))
    return expression;
  if (expression->getType() == asked->getType()) {
    if (auto *more = dyn_cast<SCEVConstant>(evolution.getMinusSCEV(expression, asked)))
      return evolution.getAddExpr(more, there);
    if (auto *sum = dyn_cast<SCEVConstant>(evolution.getAddExpr(expression, asked)))
      return evolution.getMinusSCEV(sum, there);
  }
  const SCEV *start = asked;
  while (auto *steps = dyn_cast<SCEVAddRecExpr>(start))
    start = steps->getStart();
  SmallVector<const SCEV *, 4> terms = {start};
  if (auto *sum = dyn_cast<SCEVAddExpr>(start))
    terms.assign(sum->operands().begin(), sum->operands().end());
  for (const SCEV *term : terms) {
    bool negative = term->isNonConstantNegative();
    const SCEV *name = negative ? evolution.getNegativeSCEV(term) : term;
    const SCEV *value = evolution.getMinusSCEV(there, evolution.getMinusSCEV(asked, term));
    if (isa<SCEVConstant>(name))
      continue;
    Names by = {{name, negative ? evolution.getNegativeSCEV(value) : value}};
    const SCEV *found = replaced(evolution, expression, by);
    if (isa<SCEVConstant>(found))
      return found;
  }
  return nullptr;
}

bool residueWhere(BridgeAnalyses &analyses, const SCEV *expression, uint64_t modulus,
                  const SCEV *asked, const APInt &number, uint64_t &residue) {
  Residues residues(analyses, modulus);
  Residue of = residues.of(expression), from = residues.of(asked);
  if (!of.known || !from.known || of.times.size() != from.times.size())
    return false;
  bool same = true, opposite = true;
  for (auto &[term, times] : of.times) {
    uint64_t there = from.times.lookup(term);
    same &= there % modulus == times % modulus;
    opposite &= (there + times) % modulus == 0;
  }
  uint64_t terms = number.getZExtValue() - from.constant;
  residue = (of.constant + (same ? terms : 0 - terms)) & (modulus - 1);
  return same || opposite;
}

} // namespace roll
