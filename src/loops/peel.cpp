// The first and the last iteration of a loop that asks in each one whether it is there, as on a
// periodic grid: `right = j + 1 < n ? j + 1 : 0`. Every place that comes of such a choice is one
// that LLVM's vectoriser cannot follow, in the primal and in what the reverse sweep adds there.
// LLVM peels the first iterations of loops off, but only before derivatives are made, and never
// the last one of a loop that runs downwards, as reverse sweeps do. Here both ends are peeled off,
// and in between the comparison is a constant.
//
// Runs before LLVM's vectoriser, on innermost loops in simplified form with one exit, at the latch.
#include "peel.h"

#include "llvm/Analysis/AssumptionCache.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/Analysis/ScalarEvolution.h"
#include "llvm/Analysis/ScalarEvolutionExpressions.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/ValueHandle.h"
#include "llvm/Transforms/Scalar/InstSimplifyPass.h"
#include "llvm/Transforms/Scalar/SimplifyCFG.h"
#include "llvm/Transforms/Utils/Local.h"
#include "llvm/Transforms/Utils/LoopPeel.h"
#include "llvm/Transforms/Utils/LoopUtils.h"
#include "llvm/Transforms/Utils/ScalarEvolutionExpander.h"

using namespace llvm;

namespace {

enum { MAX_INSTRUCTIONS = 500, MAX_DEPTH = 6 };

struct Analyses {
  LoopInfo &loops;
  DominatorTree &dominators;
  ScalarEvolution &evolution;
  AssumptionCache &assumptions;
};

// A comparison that has one outcome in all iterations but those at the ends. It may be gone before
// it is answered, where only the condition asked for it that counts the iterations.
struct Question {
  WeakVH comparison;
  bool answer;
};

struct Ends {
  SmallVector<Question, 8> questions;
  bool first = false, last = false; // which iterations may have the other outcome
};

// Of numbers that advance by a fixed step, between the ends.
typedef DenseMap<const Value *, ConstantRange> Ranges;

// Does the comparison, with this outcome, hold in every iteration, or from iteration 1 on, or up to
// the last but one? Once a number that only grows is past a bound it stays there.
bool staysTrue(ICmpInst::Predicate predicate, const SCEVAddRecExpr *number, const SCEV *bound,
               const SCEV *last, ValueToSCEVMapTy &bounds, ScalarEvolution &evolution, Ends &ends) {
  Type *type = last->getType();
  const SCEV *zero = evolution.getZero(type), *one = evolution.getOne(type);
  const SCEV *step = number->getStepRecurrence(evolution);
  auto holdsAt = [&](ICmpInst::Predicate asked, const SCEV *iteration) {
    const SCEV *there = number->evaluateAtIteration(iteration, evolution);
    return evolution.isKnownPredicate(asked,
                                      SCEVParameterRewriter::rewrite(there, evolution, bounds),
                                      SCEVParameterRewriter::rewrite(bound, evolution, bounds));
  };
  const SCEV *beforeLast = evolution.getMinusSCEV(last, one);
  if (predicate == ICmpInst::ICMP_NE) {
    if (!number->hasNoSelfWrap() || !evolution.isKnownNonZero(step))
      return false;
    if (holdsAt(ICmpInst::ICMP_EQ, zero))
      return ends.first = true;
    return holdsAt(ICmpInst::ICMP_EQ, last) && (ends.last = true);
  }
  if (!ICmpInst::isRelational(predicate) ||
      !(ICmpInst::isSigned(predicate) ? number->hasNoSignedWrap() : number->hasNoUnsignedWrap()))
    return false;
  bool grows = ICmpInst::isUnsigned(predicate) || evolution.isKnownNonNegative(step);
  if (!grows && !evolution.isKnownNonPositive(step))
    return false;
  if (ICmpInst::isGT(predicate) || ICmpInst::isGE(predicate) ? grows : !grows)
    return holdsAt(predicate, zero) || (holdsAt(predicate, one) && (ends.first = true));
  return holdsAt(predicate, last) || (holdsAt(predicate, beforeLast) && (ends.last = true));
}

void ask(ICmpInst *comparison, Loop *loop, const SCEV *last, ValueToSCEVMapTy &bounds,
         ScalarEvolution &evolution, Ends &ends) {
  if (!comparison->getOperand(0)->getType()->isIntegerTy())
    return;
  ICmpInst::Predicate predicate = comparison->getPredicate();
  const SCEV *left = evolution.getSCEV(comparison->getOperand(0));
  const SCEV *right = evolution.getSCEV(comparison->getOperand(1));
  if (evolution.isLoopInvariant(left, loop)) {
    std::swap(left, right);
    predicate = ICmpInst::getSwappedPredicate(predicate);
  }
  auto *number = dyn_cast<SCEVAddRecExpr>(left);
  if (!number || number->getLoop() != loop || !number->isAffine() ||
      !evolution.isLoopInvariant(right, loop))
    return;
  if (comparison->hasSameSign() && number->hasNoSignedWrap())
    predicate = ICmpInst::getSignedPredicate(predicate);
  for (bool answer : {true, false})
    if (staysTrue(answer ? predicate : ICmpInst::getInversePredicate(predicate), number, right,
                  last, bounds, evolution, ends)) {
      ends.questions.push_back({WeakVH(comparison), answer});
      return;
    }
}

Ends findEnds(Loop *loop, const SCEV *last, ValueToSCEVMapTy &bounds, ScalarEvolution &evolution) {
  Ends ends;
  size_t size = 0;
  Instruction *end = loop->getLoopLatch()->getTerminator();
  for (BasicBlock *block : loop->blocks())
    for (Instruction &instruction : *block) {
      size++;
      auto *comparison = dyn_cast<ICmpInst>(&instruction);
      if (comparison && comparison == end->getOperand(0) && !comparison->hasOneUse()) {
        ends.questions.push_back({WeakVH(comparison), end->getSuccessor(0) == loop->getHeader()});
        ends.last = true;
      } else if (comparison && comparison != end->getOperand(0))
        ask(comparison, loop, last, bounds, evolution, ends);
    }
  return size <= MAX_INSTRUCTIONS ? ends : Ends();
}

// What conditions on the way to a block say of the least that numbers may be. ScalarEvolution looks
// no further than the last place where ways meet, and a nest ahead of the loop has many.
ValueToSCEVMapTy findBounds(BasicBlock *block, Analyses &analyses) {
  enum { MAX_DEPTH = 100 };
  ValueToSCEVMapTy bounds;
  DomTreeNode *node = analyses.dominators.getNode(block);
  for (int depth = 0; node && node->getIDom() && depth < MAX_DEPTH; depth++) {
    node = node->getIDom();
    auto *branch = dyn_cast<BranchInst>(node->getBlock()->getTerminator());
    auto *asked =
        branch && branch->isConditional() ? dyn_cast<ICmpInst>(branch->getCondition()) : nullptr;
    auto *bound = asked ? dyn_cast<ConstantInt>(asked->getOperand(1)) : nullptr;
    for (unsigned way = 0; bound && way < 2; way++) {
      if (!analyses.dominators.dominates(
              BasicBlockEdge(node->getBlock(), branch->getSuccessor(way)), block))
        continue;
      ICmpInst::Predicate predicate =
          way == 0 ? asked->getPredicate() : asked->getInversePredicate();
      APInt least = ConstantRange::makeExactICmpRegion(predicate, bound->getValue()).getSignedMin();
      Value *number = asked->getOperand(0);
      if (!least.isMinSignedValue() && isa<SCEVUnknown>(analyses.evolution.getSCEV(number)))
        bounds.insert(
            {number, analyses.evolution.getSMaxExpr(analyses.evolution.getSCEV(number),
                                                    analyses.evolution.getConstant(least))});
    }
  }
  return bounds;
}

Ranges findRanges(Loop *loop, const SCEV *last, const Ends &ends, ValueToSCEVMapTy &bounds,
                  ScalarEvolution &evolution) {
  Ranges ranges;
  const SCEV *one = evolution.getOne(last->getType());
  const SCEV *from = ends.first ? one : evolution.getZero(last->getType());
  const SCEV *to = ends.last ? evolution.getMinusSCEV(last, one) : last;
  for (PHINode &phi : loop->getHeader()->phis()) {
    if (!phi.getType()->isIntegerTy())
      continue;
    auto *number = dyn_cast<SCEVAddRecExpr>(evolution.getSCEV(&phi));
    if (!number || number->getLoop() != loop || !number->isAffine() || !number->hasNoSignedWrap())
      continue;
    auto rangeAt = [&](const SCEV *iteration) {
      return evolution.getSignedRange(SCEVParameterRewriter::rewrite(
          number->evaluateAtIteration(iteration, evolution), evolution, bounds));
    };
    ranges.insert({&phi, rangeAt(from).unionWith(rangeAt(to), ConstantRange::Signed)});
  }
  return ranges;
}

// The exit asks for the number of iterations, upwards, which is how LLVM peels the last one off.
void countIterations(Loop *loop, const SCEV *last, Analyses &analyses) {
  BasicBlock *preheader = loop->getLoopPreheader(), *latch = loop->getLoopLatch();
  SCEVExpander expander(analyses.evolution, "peel");
  Value *end = expander.expandCodeFor(last, last->getType(), preheader->getTerminator());
  IRBuilder<> builder(preheader->getTerminator());
  Type *type = end->getType();
  Value *count = builder.CreateAdd(end, ConstantInt::get(type, 1));
  builder.SetInsertPoint(&*loop->getHeader()->begin());
  PHINode *counter = builder.CreatePHI(type, 2, "iteration");
  auto *branch = cast<BranchInst>(latch->getTerminator());
  builder.SetInsertPoint(branch);
  Value *next = builder.CreateAdd(counter, ConstantInt::get(type, 1));
  counter->addIncoming(ConstantInt::get(type, 0), preheader);
  counter->addIncoming(next, latch);
  auto *condition = dyn_cast<Instruction>(branch->getCondition());
  branch->setCondition(branch->getSuccessor(0) == loop->getHeader()
                           ? builder.CreateICmpNE(next, count)
                           : builder.CreateICmpEQ(next, count));
  if (condition)
    RecursivelyDeleteTriviallyDeadInstructions(condition);
  analyses.evolution.forgetLoop(loop);
}

Value *build(Instruction::BinaryOps operation, Value *left, Value *right, IRBuilder<> &builder) {
  Value *result = builder.CreateBinOp(operation, left, right);
  if (auto *instruction = dyn_cast<Instruction>(result))
    instruction->setHasNoSignedWrap();
  return result;
}

// What the number may be, in all its bits; every one where that is not known.
ConstantRange rangeOf(Value *number, const Ranges &ranges, ScalarEvolution &evolution,
                      unsigned depth = 0) {
  unsigned bits = number->getType()->getIntegerBitWidth();
  if (auto known = ranges.find(number); known != ranges.end())
    return known->second;
  auto *part = dyn_cast<TruncInst>(number);
  if (part && depth < MAX_DEPTH) {
    ConstantRange whole = rangeOf(part->getOperand(0), ranges, evolution, depth + 1);
    if (whole.getMinSignedBits() <= bits)
      return whole.truncate(bits);
  }
  auto *sum = dyn_cast<BinaryOperator>(number);
  if (sum && depth < MAX_DEPTH &&
      (sum->getOpcode() == Instruction::Add || sum->getOpcode() == Instruction::Sub))
    return rangeOf(sum->getOperand(0), ranges, evolution, depth + 1)
        .overflowingBinaryOp(sum->getOpcode(),
                             rangeOf(sum->getOperand(1), ranges, evolution, depth + 1),
                             sum->hasNoSignedWrap() ? OverflowingBinaryOperator::NoSignedWrap : 0);
  return evolution.getSignedRange(evolution.getSCEV(number));
}

bool mayOverflow(BinaryOperator *operation, const Ranges &ranges, ScalarEvolution &evolution) {
  if (operation->hasNoSignedWrap())
    return false;
  ConstantRange left = rangeOf(operation->getOperand(0), ranges, evolution);
  ConstantRange right = rangeOf(operation->getOperand(1), ranges, evolution);
  auto never = ConstantRange::OverflowResult::NeverOverflows;
  return operation->getOpcode() == Instruction::Add   ? left.signedAddMayOverflow(right) != never
         : operation->getOpcode() == Instruction::Sub ? left.signedSubMayOverflow(right) != never
                                                      : true;
}

// The number in a wider type, without a sign extension of what varies; NULL if there is none.
Value *widen(Value *number, Type *wide, Loop *loop, const Ranges &ranges,
             ScalarEvolution &evolution, IRBuilder<> &builder, unsigned depth = 0) {
  if (loop->isLoopInvariant(number)) {
    IRBuilder<> before(loop->getLoopPreheader()->getTerminator());
    return before.CreateSExt(number, wide);
  }
  if (auto *part = dyn_cast<TruncInst>(number)) {
    Value *whole = part->getOperand(0);
    unsigned bits = number->getType()->getIntegerBitWidth();
    bool fits =
        part->hasNoSignedWrap() || rangeOf(whole, ranges, evolution).getMinSignedBits() <= bits;
    return fits && whole->getType() == wide ? whole : nullptr;
  }
  auto *operation = dyn_cast<BinaryOperator>(number);
  if (!operation || depth == MAX_DEPTH ||
      !is_contained({Instruction::Add, Instruction::Sub, Instruction::Mul},
                    operation->getOpcode()) ||
      mayOverflow(operation, ranges, evolution))
    return nullptr;
  Value *left = widen(operation->getOperand(0), wide, loop, ranges, evolution, builder, depth + 1);
  Value *right =
      left ? widen(operation->getOperand(1), wide, loop, ranges, evolution, builder, depth + 1)
           : nullptr;
  return right ? build(operation->getOpcode(), left, right, builder) : nullptr;
}

// What a choice at the end made a sum of 32 bits is one of 64 again, as LLVM makes of other indices
// ahead of the choice.
void widenIndices(Loop *loop, const Ranges &ranges, ScalarEvolution &evolution) {
  SmallVector<Instruction *, 8> extensions;
  for (BasicBlock *block : loop->blocks())
    for (Instruction &instruction : *block)
      if (isa<SExtInst>(instruction) || (isa<ZExtInst>(instruction) && instruction.hasNonNeg()))
        extensions.push_back(&instruction);
  for (Instruction *extension : extensions) {
    if (!extension->getType()->isIntegerTy())
      continue;
    IRBuilder<> builder(extension);
    if (Value *wide = widen(extension->getOperand(0), extension->getType(), loop, ranges, evolution,
                            builder)) {
      extension->replaceAllUsesWith(wide);
      evolution.forgetValue(extension);
      RecursivelyDeleteTriviallyDeadInstructions(extension);
    }
  }
}

// Comparisons of narrow numbers, in the type of the number that they are part of.
bool widenComparisons(Loop *loop, const SCEV *last, ValueToSCEVMapTy &bounds,
                      ScalarEvolution &evolution) {
  Ranges ranges = findRanges(loop, last, Ends(), bounds, evolution);
  Instruction *end = loop->getLoopLatch()->getTerminator();
  bool changed = false;
  for (BasicBlock *block : loop->blocks())
    for (Instruction &instruction : make_early_inc_range(*block)) {
      auto *comparison = dyn_cast<ICmpInst>(&instruction);
      if (!comparison || comparison == end->getOperand(0))
        continue;
      Value *left = comparison->getOperand(0), *right = comparison->getOperand(1);
      if (!left->getType()->isIntegerTy() || ranges.empty() ||
          loop->isLoopInvariant(left) == loop->isLoopInvariant(right))
        continue;
      Type *wide = ranges.begin()->first->getType();
      IRBuilder<> builder(comparison);
      if (left->getType()->getIntegerBitWidth() >= wide->getIntegerBitWidth())
        continue;
      left = widen(left, wide, loop, ranges, evolution, builder);
      changed |= left != nullptr;
      right = left ? widen(right, wide, loop, ranges, evolution, builder) : nullptr;
      if (!right)
        continue;
      comparison->replaceAllUsesWith(builder.CreateICmp(comparison->getPredicate(), left, right));
      RecursivelyDeleteTriviallyDeadInstructions(comparison);
    }
  return changed;
}

bool peelEnds(Loop *loop, Analyses &analyses) {
  ScalarEvolution &evolution = analyses.evolution;
  if (!loop->isInnermost() || !loop->isLoopSimplifyForm() || !loop->isRotatedForm() ||
      loop->getExitingBlock() != loop->getLoopLatch() || !canPeel(loop) || !loop->isSafeToClone() ||
      getBooleanLoopAttribute(loop, "llvm.loop.isvectorized") ||
      getOptionalBoolLoopAttribute(loop, "llvm.loop.vectorize.enable") == false)
    return false;
  const SCEV *last = evolution.getBackedgeTakenCount(loop);
  SCEVExpander expander(evolution, "peel");
  if (isa<SCEVCouldNotCompute>(last) || !last->getType()->isIntegerTy() || last->isZero() ||
      !expander.isSafeToExpandAt(last, loop->getLoopPreheader()->getTerminator()))
    return false;
  ValueToSCEVMapTy bounds = findBounds(loop->getLoopPreheader(), analyses);
  bool changed = widenComparisons(loop, last, bounds, evolution);
  Ends ends = findEnds(loop, last, bounds, evolution);
  if (ends.questions.empty())
    return changed;
  Ranges ranges = findRanges(loop, last, ends, bounds, evolution);
  if (ends.last) {
    countIterations(loop, last, analyses);
    if (!canPeelLastIteration(*loop, evolution))
      return true;
  }
  ValueToValueMapTy copies;
  if (ends.last)
    peelLoop(loop, 1, /*PeelLast=*/true, &analyses.loops, &evolution, analyses.dominators,
             &analyses.assumptions, /*PreserveLCSSA=*/true, copies);
  if (ends.first) {
    copies.clear();
    peelLoop(loop, 1, /*PeelLast=*/false, &analyses.loops, &evolution, analyses.dominators,
             &analyses.assumptions, /*PreserveLCSSA=*/true, copies);
  }
  for (const Question &question : ends.questions)
    if (Value *comparison = question.comparison)
      comparison->replaceAllUsesWith(ConstantInt::getBool(comparison->getType(), question.answer));
  for (BasicBlock *block : loop->blocks())
    SimplifyInstructionsInBlock(block);
  evolution.forgetLoop(loop);
  widenIndices(loop, ranges, evolution);
  return true;
}

} // namespace

PreservedAnalyses PeelPass::run(Function &function, FunctionAnalysisManager &manager) {
  if (function.hasOptSize() || function.hasFnAttribute(Attribute::OptimizeNone))
    return PreservedAnalyses::all();
  Analyses analyses = {manager.getResult<LoopAnalysis>(function),
                       manager.getResult<DominatorTreeAnalysis>(function),
                       manager.getResult<ScalarEvolutionAnalysis>(function),
                       manager.getResult<AssumptionAnalysis>(function)};
  SmallVector<Loop *, 8> loops(analyses.loops.getLoopsInPreorder());
  bool changed = false;
  for (Loop *loop : loops)
    changed |= peelEnds(loop, analyses);
  if (!changed)
    return PreservedAnalyses::all();
  manager.invalidate(function, PreservedAnalyses::none());
  InstSimplifyPass().run(function, manager);
  manager.invalidate(function, PreservedAnalyses::none());
  SimplifyCFGPass().run(function, manager);
  manager.invalidate(function, PreservedAnalyses::none());
  return PreservedAnalyses::none();
}
