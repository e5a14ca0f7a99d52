// Loops beside one another, in fewer passes over what they read and add to. The reverse sweep has a
// loop for each loop of the primal, and what a value is used for in several of these is added to
// its adjoint in as many passes:
//
//   do { s -= k * x[i]; d[i] += k * x[i]; } while (++i < n);
//   do { d[i] += s; } while (++i < n);
//
// An addition to memory may wait for the last loop that adds to the same place. What is left in the
// first is a sum in a register, of which a factor that does not change may be taken out; then it
// may run within a loop before this one, though that loop is what k comes from:
//
//   do { …; t += x[i]; } while (++i < n);
//   s -= k * t;
//   do { d[i] += k * x[i] + s; } while (++i < n);
//
// Both need no more than that sums may be reordered, and that nothing which is between them meets
// what moves.
#include "fuse.h"

#include "jam_nest.h"

#include "llvm/Analysis/DomTreeUpdater.h"
#include "llvm/Analysis/ScalarEvolutionExpressions.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/Transforms/Utils/BasicBlockUtils.h"
#include "llvm/Transforms/Utils/Local.h"
#include "llvm/Transforms/Utils/LoopUtils.h"

using namespace llvm;
using namespace jam;

namespace {

enum { MOST_COPIED = 12, LARGEST_BODY = 64 }; // instructions

using Accesses = SmallVector<Access, 16>;

// A loop of one block, and the one that runs after it as often; between them is one block.
struct Pair {
  Loop *first, *second;
  Accesses inFirst, between, inSecond;
};

bool isCandidate(const Loop *loop, ScalarEvolution &evolution) {
  return loop->isInnermost() && loop->getNumBlocks() == 1 && isSimpleLoop(loop) &&
         !getBooleanLoopAttribute(loop, "llvm.loop.isvectorized") &&
         getOptionalBoolLoopAttribute(loop, "llvm.loop.vectorize.enable").value_or(true) &&
         loop->getHeader()->size() <= LARGEST_BODY &&
         !isa<SCEVCouldNotCompute>(evolution.getBackedgeTakenCount(loop));
}

bool readPair(Loop *first, Analyses &analyses, Pair &pair) {
  pair = {};
  if (!isCandidate(first, analyses.evolution))
    return false;
  BasicBlock *between = first->getExitBlock(), *next = between->getSingleSuccessor();
  Loop *second = next ? analyses.loops.getLoopFor(next) : nullptr;
  if (!second || second == first || second->getLoopPreheader() != between ||
      !isCandidate(second, analyses.evolution) || !first->isLCSSAForm(analyses.dominators) ||
      analyses.evolution.getBackedgeTakenCount(first) !=
          analyses.evolution.getBackedgeTakenCount(second))
    return false;
  pair.first = first;
  pair.second = second;
  return collect(first->getHeader(), pair.inFirst) && collect(between, pair.between) &&
         collect(second->getHeader(), pair.inSecond);
}

// Of two values, each in its loop: are they the same in iterations of the same number?
bool agree(Value *a, const Loop *first, Value *b, const Loop *second, ScalarEvolution &evolution) {
  if (a->getType() != b->getType() || !evolution.isSCEVable(a->getType()))
    return false;
  const SCEV *x = evolution.getSCEV(a), *y = evolution.getSCEV(b);
  if (x == y)
    return evolution.isLoopInvariant(x, first) && evolution.isLoopInvariant(y, second);
  auto *stepsX = dyn_cast<SCEVAddRecExpr>(x), *stepsY = dyn_cast<SCEVAddRecExpr>(y);
  return stepsX && stepsY && stepsX->getLoop() == first && stepsY->getLoop() == second &&
         stepsX->isAffine() && stepsY->isAffine() && stepsX->getStart() == stepsY->getStart() &&
         stepsX->getStepRecurrence(evolution) == stepsY->getStepRecurrence(evolution);
}

bool samePlace(const Access &a, const Loop *first, const Access &b, const Loop *second,
               ScalarEvolution &evolution) {
  return getLoadStoreType(a.instruction) == getLoadStoreType(b.instruction) &&
         agree(getLoadStorePointerOperand(a.instruction), first,
               getLoadStorePointerOperand(b.instruction), second, evolution);
}

// What one loop of a pair computes, computed in the other.
class Copier {
public:
  // The copies stand before `position`.
  Copier(const Pair &pair, bool toSecond, Instruction *position, BatchAAResults &aliases,
         Analyses &analyses)
      : pair(pair), from(toSecond ? pair.first : pair.second),
        to(toSecond ? pair.second : pair.first), position(position), aliases(aliases),
        analyses(analyses) {}

  // Finds whether a value can be had there; to be asked of all values before any is copied.
  bool plan(Value *value) {
    auto *instruction = dyn_cast<Instruction>(value);
    if (!instruction || known.count(instruction))
      return true;
    if (!from->contains(instruction))
      return analyses.dominators.dominates(instruction, to->getLoopPreheader()->getTerminator());
    Value *there = nullptr;
    if (auto *phi = dyn_cast<PHINode>(instruction)) {
      if (!(there = counterpart(phi)))
        return false;
    } else if (auto *load = dyn_cast<LoadInst>(instruction)) {
      if (!isUnchanged(load))
        return false;
      there = readThere(load);
      loadsAnew += there ? 0 : 1;
      loadsShared += there ? 1 : 0;
    } else if (instruction->mayReadOrWriteMemory() || instruction->mayHaveSideEffects() ||
               instruction->isTerminator())
      return false;
    known[instruction] = there;
    if (there)
      return true;
    if (++copied > MOST_COPIED)
      return false;
    expensive |= isa<CallBase>(instruction) || instruction->isIntDivRem() ||
                 instruction->getOpcode() == Instruction::FDiv;
    return all_of(instruction->operands(), [&](Value *operand) { return plan(operand); });
  }

  Value *copy(Value *value) {
    auto *instruction = dyn_cast<Instruction>(value);
    if (!instruction || !from->contains(instruction))
      return value;
    Value *&there = known[instruction];
    if (there)
      return there;
    Instruction *clone = instruction->clone();
    for (Use &operand : clone->operands())
      operand.set(copy(operand));
    clone->insertBefore(position->getIterator());
    return known[instruction] = clone;
  }

  unsigned loadsAnew = 0, loadsShared = 0;
  bool expensive = false;

private:
  const Pair &pair;
  Loop *from, *to;
  Instruction *position;
  BatchAAResults &aliases;
  Analyses &analyses;
  DenseMap<Instruction *, Value *> known; // null: to be copied
  unsigned copied = 0;

  PHINode *counterpart(PHINode *phi) {
    for (PHINode &other : to->getHeader()->phis())
      if (agree(phi, from, &other, to, analyses.evolution))
        return &other;
    return nullptr;
  }

  // Does nothing in the two loops or between them write where the load reads?
  bool isUnchanged(LoadInst *load) {
    Access read = {load, READ};
    auto apart = [&](const Access &access) { return isApart(aliases, access, read); };
    return all_of(pair.inFirst, apart) && all_of(pair.between, apart) &&
           all_of(pair.inSecond, apart);
  }

  LoadInst *readThere(LoadInst *load) {
    for (Instruction &other : *to->getHeader()) {
      if (&other == position)
        break;
      if (auto *there = dyn_cast<LoadInst>(&other);
          there && samePlace({load, READ}, from, {there, READ}, to, analyses.evolution))
        return there;
    }
    return nullptr;
  }
};

// Does the loop leave nothing behind but what it does to memory by `addition`?
bool doesNothingBut(const Access *addition, const Loop *loop, ArrayRef<Access> accesses) {
  auto isNothing = [&](const Access &access) {
    return access.kind == READ || (addition && access.instruction == addition->instruction);
  };
  return all_of(accesses, isNothing) && loop->getExitBlock()->phis().empty();
}

// May an addition wait: does nothing else touch its place before that in the second loop? Other
// additions to it may come before or after.
bool mayWait(const Pair &pair, const Access &addition, BatchAAResults &aliases) {
  auto apart = [&](const Access &access) {
    return access.instruction == addition.instruction || isApart(aliases, access, addition);
  };
  return all_of(pair.inFirst, apart) && all_of(pair.between, apart) && all_of(pair.inSecond, apart);
}

// What the first loop adds to a place is added where the second one does.
bool postpone(const Pair &pair, const Access &early, const Access &late, BatchAAResults &aliases,
              Analyses &analyses) {
  Sum from, into;
  if (!mayWait(pair, early, aliases) || !readSum(cast<StoreInst>(early.instruction), from) ||
      !readSum(cast<StoreInst>(late.instruction), into))
    return false;
  Copier copier(pair, /*toSecond=*/true, into.additions.front(), aliases, analyses);
  SmallVector<Value *, 4> summands;
  for (size_t i = 0; i < from.additions.size(); i++) {
    Value *before = i ? static_cast<Value *>(from.additions[i - 1]) : from.load;
    BinaryOperator *addition = from.additions[i];
    summands.push_back(addition->getOperand(addition->getOperand(0) == before));
  }
  if (!all_of(summands, [&](Value *summand) { return copier.plan(summand); }))
    return false;
  // A load and a store are spared, and all that the first loop does if that is nothing else.
  if (!doesNothingBut(&early, pair.first, pair.inFirst) &&
      (copier.loadsAnew > 1 || copier.expensive))
    return false;
  BinaryOperator *first = into.additions.front();
  Value *running = into.load;
  for (size_t i = 0; i < summands.size(); i++) {
    Instruction *addition =
        BinaryOperator::Create(Instruction::FAdd, running, copier.copy(summands[i]));
    addition->copyIRFlags(from.additions[i]);
    addition->setDebugLoc(from.additions[i]->getDebugLoc());
    addition->insertBefore(first->getIterator());
    running = addition;
  }
  first->replaceUsesOfWith(into.load, running);
  early.instruction->eraseFromParent();
  RecursivelyDeleteTriviallyDeadInstructions(from.additions.back());
  return true;
}

bool postponeSums(const Pair &pair, Analyses &analyses) {
  BatchAAResults aliases(analyses.aliases);
  aliases.enableCrossIterationMode();
  for (const Access &early : pair.inFirst)
    for (const Access &late : pair.inSecond)
      if (early.kind == ADD && late.kind == ADD &&
          samePlace(early, pair.first, late, pair.second, analyses.evolution) &&
          postpone(pair, early, late, aliases, analyses))
        return true;
  return false;
}

// A sum that a loop carries, of summands that it takes from `start`, and which nothing else in the
// loop sees.
struct Carried {
  PHINode *phi;
  BinaryOperator *next;
  Value *summand, *factor; // the factor does not change; or null
};

bool isFree(const Instruction *operation) {
  return isa<FPMathOperator>(operation) && operation->hasAllowReassoc() &&
         operation->hasNoSignedZeros();
}

bool readCarried(PHINode *phi, const Loop *loop, Carried &carried) {
  auto *next = dyn_cast<BinaryOperator>(phi->getIncomingValueForBlock(loop->getLoopLatch()));
  if (!next || !phi->hasOneUse() || *phi->user_begin() != next || !loop->contains(next) ||
      !isFree(next))
    return false;
  if (any_of(next->users(),
             [&](User *user) { return user != phi && loop->contains(cast<Instruction>(user)); }))
    return false;
  bool right = next->getOperand(1) == phi;
  if (next->getOpcode() != Instruction::FAdd && (next->getOpcode() != Instruction::FSub || right))
    return false;
  carried = {phi, next, next->getOperand(right ? 0 : 1), nullptr};
  return true;
}

// summand = factor * rest: the sum of the rests, times the factor.
void takeOutFactor(Carried &carried, const Loop *loop) {
  auto *product = dyn_cast<BinaryOperator>(carried.summand);
  if (!product || product->getOpcode() != Instruction::FMul || !loop->contains(product) ||
      !isFree(product))
    return;
  for (unsigned i = 0; i < 2; i++)
    if (loop->isLoopInvariant(product->getOperand(i))) {
      carried.factor = product->getOperand(i);
      carried.summand = product->getOperand(1 - i);
    }
}

void removeLoop(Loop *loop, Analyses &analyses) {
  BasicBlock *exit = loop->getExitBlock();
  deleteDeadLoop(loop, &analyses.dominators, &analyses.evolution, &analyses.loops);
  DomTreeUpdater updater(analyses.dominators, DomTreeUpdater::UpdateStrategy::Eager);
  MergeBlockIntoPredecessor(exit, &updater, &analyses.loops);
}

// The sums that the second loop carries, in the first one. All that the second loop does goes with
// it, or nothing.
bool absorb(const Pair &pair, Analyses &analyses) {
  Loop *first = pair.first, *second = pair.second;
  BasicBlock *exit = second->getExitBlock(), *body = first->getHeader();
  if (!second->isLCSSAForm(analyses.dominators) ||
      any_of(pair.inSecond, [](const Access &access) { return access.kind != READ; }))
    return false;
  BatchAAResults aliases(analyses.aliases);
  aliases.enableCrossIterationMode();
  Copier copier(pair, /*toSecond=*/false, body->getTerminator(), aliases, analyses);
  SmallVector<std::pair<PHINode *, Carried>, 4> results;
  for (PHINode &result : exit->phis()) {
    auto *last = dyn_cast<Instruction>(result.getIncomingValue(0));
    PHINode *phi = nullptr;
    for (PHINode &candidate : second->getHeader()->phis())
      if (last && candidate.getIncomingValueForBlock(second->getLoopLatch()) == last)
        phi = &candidate;
    Carried carried;
    if (!phi || !readCarried(phi, second, carried))
      return false;
    takeOutFactor(carried, second);
    if (!copier.plan(carried.summand))
      return false;
    results.emplace_back(&result, carried);
  }
  // Without a pass over memory that is spared it is not worth the registers.
  if (results.empty() || copier.loadsShared == 0 || copier.loadsAnew > 1)
    return false;
  for (auto &[result, carried] : results) {
    Type *type = carried.phi->getType();
    PHINode *sum = PHINode::Create(type, 2, "sum", body->begin());
    auto *next = BinaryOperator::Create(Instruction::FAdd, sum, copier.copy(carried.summand), "",
                                        body->getTerminator()->getIterator());
    next->copyIRFlags(carried.next);
    next->setDebugLoc(carried.next->getDebugLoc());
    sum->addIncoming(ConstantFP::getZero(type), first->getLoopPreheader());
    sum->addIncoming(next, body);
    PHINode *last = PHINode::Create(type, 1, "sum.last", first->getExitBlock()->begin());
    last->addIncoming(next, body);
    IRBuilder<> builder(exit, exit->getFirstInsertionPt());
    builder.SetCurrentDebugLocation(carried.next->getDebugLoc());
    builder.setFastMathFlags(carried.next->getFastMathFlags());
    Value *all = carried.factor ? builder.CreateFMul(last, carried.factor) : last;
    Value *start = carried.phi->getIncomingValueForBlock(second->getLoopPreheader());
    result->replaceAllUsesWith(builder.CreateBinOp(carried.next->getOpcode(), start, all));
  }
  for (auto &[result, carried] : results)
    result->eraseFromParent();
  removeLoop(second, analyses);
  analyses.evolution.forgetLoop(first);
  return true;
}

bool fuse(Loop *first, Analyses &analyses) {
  Pair pair;
  if (!readPair(first, analyses, pair))
    return false;
  if (!postponeSums(pair, analyses))
    return absorb(pair, analyses);
  Accesses left;
  if (collect(first->getHeader(), left) && doesNothingBut(nullptr, first, left))
    removeLoop(first, analyses);
  return true;
}

// One change: it may leave other loops than there were.
bool fuseOne(Analyses &analyses) {
  SmallVector<Loop *, 4> loops = analyses.loops.getLoopsInPreorder();
  for (Loop *loop : reverse(loops))
    if (fuse(loop, analyses))
      return true;
  return false;
}

} // namespace

PreservedAnalyses FusePass::run(Function &function, FunctionAnalysisManager &manager) {
  Analyses analyses = Analyses::of(function, manager);
  bool changed = false;
  // From the end: what waits may wait for yet another loop, and what is then left is absorbed.
  while (fuseOne(analyses))
    changed = true;
  return changed ? PreservedAnalyses::none() : PreservedAnalyses::all();
}
