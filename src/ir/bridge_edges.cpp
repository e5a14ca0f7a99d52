#include "bridge_edges.h"

#include "llvm/Analysis/ScalarEvolutionExpressions.h"
#include "llvm/IR/PatternMatch.h"

using namespace llvm;
using namespace llvm::PatternMatch;

enum { MOST_BRANCHES = 8 };

// Is it a multiple of the distance of two values that are equal?
bool Edges::isZeroWhereEqual(const SCEV *number, Value *left, Value *right) {
  if (!evolution.isSCEVable(left->getType()))
    return false;
  const SCEV *zero = evolution.getMinusSCEV(evolution.getSCEV(left), evolution.getSCEV(right));
  Type *type = number->getType();
  if (isa<SCEVCouldNotCompute>(zero) ||
      evolution.getTypeSizeInBits(zero->getType()) > evolution.getTypeSizeInBits(type))
    return false;
  for (const SCEV *wide :
       {evolution.getNoopOrSignExtend(zero, type), evolution.getNoopOrZeroExtend(zero, type)}) {
    APInt whole = evolution.getConstantMultiple(number);
    APInt part = evolution.getConstantMultiple(wide);
    if (whole.isZero() || part.isZero() || !whole.urem(part).isZero())
      continue;
    APInt times = whole.udiv(part);
    for (const APInt &factor : {times, -times})
      if (evolution.getMulExpr(evolution.getConstant(factor), wide) == number)
        return true;
  }
  return false;
}

bool Edges::isZero(const SCEV *number, BasicBlock *from, BasicBlock *to) {
  for (unsigned steps = 0; from && steps < MOST_BRANCHES; steps++) {
    CmpPredicate predicate;
    Value *left, *right;
    BasicBlock *yes, *no;
    if (match(from->getTerminator(),
              m_Br(m_ICmp(predicate, m_Value(left), m_Value(right)), yes, no)) &&
        yes != no &&
        CmpInst::Predicate(predicate) == (yes == to ? CmpInst::ICMP_EQ : CmpInst::ICMP_NE) &&
        isZeroWhereEqual(number, left, right))
      return true;
    to = from;
    from = from->getSinglePredecessor();
  }
  return false;
}
