// The iterations that an unroller leaves over: fewer than stand together in the loop, ahead of it
// or behind it, in a loop of their own or, where there is one at most, in none. Once the loop is
// rolled up (bridge_roll.cpp) they do what it does, and it may run them too.
//
//   behind:  if (none together) goto rest;     ahead:  if (rest != 0) rest: ...
//            loop                                      if (none together) goto end;
//            if (rest == 0) goto end;                  loop
//            rest: ...                           end:
//     end:
//
// That the rest does the same is seen operation by operation. That it goes on where the loop ends,
// or ends where the loop begins, is seen by the values that meet there; and that the loop is
// skipped when it has no iteration only, by going through what the condition leaves possible.
#include "roll.h"

#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/ConstantRange.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/PatternMatch.h"
#include "llvm/Transforms/Utils/BasicBlockUtils.h"
#include "llvm/Transforms/Utils/Local.h"

using namespace llvm;
using namespace PatternMatch;

namespace roll {

namespace {

enum { MAX_COUNT = 64, MAX_DEPTH = 12 };

// A way from one block to another.
struct Edge {
  BasicBlock *from, *to;
};

// Skips blocks that only lead on and that nothing else comes to.
Edge follow(Edge edge) {
  for (;;) {
    auto *branch = dyn_cast<BranchInst>(edge.to->getTerminator());
    if (!branch || branch->isConditional() || !edge.to->getSinglePredecessor() ||
        &*edge.to->getFirstNonPHIOrDbg() != branch)
      return edge;
    edge = {edge.to, branch->getSuccessor(0)};
  }
}

bool leavesMemoryAlone(BasicBlock &block) {
  return none_of(block, [](Instruction &instruction) {
    return instruction.mayReadOrWriteMemory() && !isa<AssumeInst>(instruction);
  });
}

bool mayAlwaysRun(BasicBlock &block) {
  return all_of(block, [](Instruction &instruction) {
    return isa<PHINode>(instruction) || instruction.isTerminator() ||
           isSafeToSpeculativelyExecute(&instruction);
  });
}

BasicBlock *otherOf(BranchInst *branch, BasicBlock *successor) {
  return branch->getSuccessor(branch->getSuccessor(0) == successor);
}

class Remainder {
public:
  Remainder(Loop &rolled, BridgeAnalyses &analyses)
      : rolled(rolled), analyses(analyses), evolution(analyses.evolution()) {}

  bool isBehind();
  bool isAhead();
  void join();

private:
  Loop &rolled;
  BridgeAnalyses &analyses;
  ScalarEvolution &evolution;

  bool behind = false;
  BranchInst *skip = nullptr;         // may go round the loop
  BasicBlock *toLoop = nullptr;       // where it goes if it does not
  SmallVector<BasicBlock *, 2> onWay; // from there to the loop
  BasicBlock *meeting = nullptr;      // ahead: where the loop follows
  BranchInst *choice = nullptr;       // whether anything is left over: what it asks for, and how
  Value *asksFor = nullptr;
  ICmpInst::Predicate asksWhether = ICmpInst::ICMP_EQ;
  APInt asksLimit;
  BasicBlock *rest = nullptr;  // where it goes if so
  BasicBlock *block = nullptr; // that does what is left over
  llvm::Loop *loop = nullptr;  // around that block, if any
  Value *count = nullptr;      // how often it runs then
  Edge entered = {}, left = {};
  Work work;
  bool counts = true;                      // ahead: does the rest advance the loop's counter?
  bool choosesEnd = false;                 // must the end be asked for at run time?
  DenseMap<const Value *, Value *> images; // of the loop's work and of its phis
  Names beginnings; // what a value where both meet is in the loop, or where the first begins
  Names advanced;   // what it is one iteration later

  bool findSkip();
  bool findBlock(Edge way);
  PHINode *phiOf(PHINode *phi);
  void mapBehind(BasicBlock *before, BasicBlock *after);
  bool mapAhead(BasicBlock *before);
  bool splits(const SCEV *expression, llvm::Loop *in, const SCEV *&start, const SCEV *&step);
  bool isSamePlace(Value *value, Value *other);
  bool isImage(Value *value, Value *other, unsigned depth = 0);
  bool isSameWork(Instruction *one, Instruction *other);
  bool hasSameWork();
  bool agreeWhereTheyMeet(Edge ofLoop, Edge ofRest);
  const SCEV *replaced(const SCEV *expression, Names &by) {
    return roll::replaced(evolution, expression, by);
  }
  const SCEV *distanceFrom(Value *start);
  APInt stepOfCounter();
  bool findRest(const SCEV *asked, const APInt &number, APInt &found);
  bool isNoneWhereSkipped();
  bool findEnd();
  Value *wholeOf(Value *bound);
  Value *endOfBoth();
};

// The block that does what is left over, once or in a loop.
bool Remainder::findBlock(Edge way) {
  block = way.to;
  loop = analyses.loops().getLoopFor(block);
  if (loop == rolled.loop->getParentLoop()) {
    auto *branch = dyn_cast<BranchInst>(block->getTerminator());
    if (!branch)
      return false;
    if (!branch->isConditional()) {
      llvm::Loop *inside = analyses.loops().getLoopFor(branch->getSuccessor(0));
      if (!inside || inside == loop || inside->getHeader() != branch->getSuccessor(0)) {
        entered = way;
        loop = nullptr;
        left = follow({block, branch->getSuccessor(0)});
        work = workOf(*block);
        return true;
      }
      if (!leavesMemoryAlone(*block))
        return false;
      loop = inside;
      entered = {block, branch->getSuccessor(0)};
      block = branch->getSuccessor(0);
    }
  } else
    entered = way;
  if (!loop || loop->getParentLoop() != rolled.loop->getParentLoop() || loop->getNumBlocks() != 1 ||
      loop->getLoopPredecessor() != entered.from)
    return false;
  auto *branch = dyn_cast<BranchInst>(block->getTerminator());
  auto *test =
      branch && branch->isConditional() ? dyn_cast<ICmpInst>(branch->getCondition()) : nullptr;
  BasicBlock *exit = loop->getUniqueExitBlock();
  if (!test || !exit || !test->isEquality() ||
      (branch->getSuccessor(0) == exit) != (test->getPredicate() == ICmpInst::ICMP_EQ))
    return false;
  unsigned counted = loop->isLoopInvariant(test->getOperand(0));
  const SCEV *steps = evolution.getSCEV(test->getOperand(counted));
  const SCEV *one = evolution.getOne(steps->getType());
  count = test->getOperand(!counted);
  left = follow({block, exit});
  work = workOf(*block);
  return loop->isLoopInvariant(count) &&
         steps == evolution.getAddRecExpr(one, one, loop, SCEV::FlagAnyWrap);
}

// What a phi of the loop is in what is left over, if that is a loop, too.
PHINode *Remainder::phiOf(PHINode *phi) {
  for (PHINode &other : block->phis()) {
    if (other.getType() != phi->getType())
      continue;
    Value *start = behindPhis(other.getIncomingValueForBlock(entered.from));
    if (behind) {
      auto *met = dyn_cast<PHINode>(start);
      if (met && images.lookup(phi) == met)
        return &other;
    } else if (auto *met = dyn_cast<PHINode>(rolled.startOf(phi));
               met && met->getParent() == meeting &&
               behindPhis(met->getIncomingValueForBlock(left.from)) ==
                   other.getIncomingValueForBlock(block) &&
               start == met->getIncomingValueForBlock(choice->getParent()))
      return &other;
  }
  return nullptr;
}

// What is left over goes on with what the loop ends with, or begins with.
void Remainder::mapBehind(BasicBlock *before, BasicBlock *after) {
  for (PHINode &phi : rolled.block->phis()) {
    Value *start = rolled.startOf(&phi), *next = rolled.nextOf(&phi);
    const SCEVAddRecExpr *steps = inductionOf(&phi, rolled.loop, evolution);
    for (BasicBlock *place : {entered.to, entered.from})
      for (PHINode &met : place->phis()) {
        int first = met.getBasicBlockIndex(before), last = met.getBasicBlockIndex(after);
        if (met.getNumIncomingValues() != 2 || first < 0 || last < 0 ||
            met.getType() != phi.getType() || behindPhis(met.getIncomingValue(first)) != start ||
            behindPhis(met.getIncomingValue(last)) != next)
          continue;
        images[&phi] = &met;
        const SCEV *here = steps ? evolution.getSCEV(&met) : nullptr;
        if (!isa_and_nonnull<SCEVUnknown>(here))
          continue;
        beginnings[here] = loop ? evolution.getSCEV(start) : steps;
        advanced[here] = evolution.getAddExpr(here, steps->getStepRecurrence(evolution));
      }
  }
  if (!loop)
    return;
  for (PHINode &phi : rolled.block->phis()) {
    PHINode *other = phiOf(&phi);
    images.erase(&phi);
    if (other)
      images[&phi] = other;
  }
}

bool Remainder::mapAhead(BasicBlock *before) {
  for (PHINode &phi : rolled.block->phis()) {
    auto *met = dyn_cast<PHINode>(rolled.startOf(&phi));
    const SCEVAddRecExpr *steps = inductionOf(&phi, rolled.loop, evolution);
    if (!met || met->getParent() != meeting) {
      // Only the number of iterations may begin anew.
      bool onlyCounts = &phi == rolled.counter && all_of(phi.users(), [&](User *user) {
        return user == rolled.nextOf(&phi) || user == rolled.test;
      }) && all_of(rolled.nextOf(&phi)->users(), [&](User *user) {
        return user == &phi || user == rolled.test;
      });
      if (!onlyCounts)
        return false;
      counts = false;
      continue;
    }
    Value *start = met->getIncomingValueForBlock(before);
    if (Value *other = loop ? phiOf(&phi) : start)
      images[&phi] = other;
    const SCEV *here = steps ? evolution.getSCEV(met) : nullptr;
    if (isa_and_nonnull<SCEVUnknown>(here)) {
      beginnings[here] = evolution.getSCEV(start);
      advanced[here] = evolution.getAddExpr(here, steps->getStepRecurrence(evolution));
    }
  }
  return true;
}

// Is the one in the loop what the other is in what is left over?
bool Remainder::isSamePlace(Value *value, Value *other) {
  if (value->getType() != other->getType() || !evolution.isSCEVable(value->getType()))
    return false;
  const SCEV *place = evolution.getSCEV(value), *there = evolution.getSCEV(other);
  if (behind && !loop)
    return replaced(there, beginnings) == place;
  const SCEV *start, *step, *otherStart = there, *otherStep = nullptr;
  if (!splits(place, rolled.loop, start, step) ||
      (loop && !(splits(there, loop, otherStart, otherStep) && step == otherStep)))
    return false;
  // What depends on where both meet must go on from there as it does in the loop.
  const SCEV *varying = behind ? otherStart : start;
  return replaced(varying, advanced) == evolution.getAddExpr(varying, step) &&
         replaced(varying, beginnings) == (behind ? start : otherStart);
}

// A beginning and a step, which is zero for what does not vary in the loop.
bool Remainder::splits(const SCEV *expression, llvm::Loop *in, const SCEV *&start,
                       const SCEV *&step) {
  start = expression;
  step = evolution.getZero(evolution.getEffectiveSCEVType(expression->getType()));
  if (evolution.isLoopInvariant(expression, in))
    return true;
  auto *steps = dyn_cast<SCEVAddRecExpr>(expression);
  if (!steps || steps->getLoop() != in || !steps->isAffine())
    return false;
  start = steps->getStart();
  step = steps->getStepRecurrence(evolution);
  return true;
}

bool Remainder::isImage(Value *value, Value *other, unsigned depth) {
  auto *instruction = dyn_cast<Instruction>(value);
  bool inside = instruction && rolled.loop->contains(instruction);
  auto known = images.find(value);
  if (known != images.end() ? known->second == other : !inside && value == other)
    return true;
  if (isSamePlace(value, other))
    return true;
  auto *another = dyn_cast<Instruction>(other);
  if (!inside || isa<PHINode>(instruction) || known != images.end() || !another ||
      another->getParent() != block || depth > MAX_DEPTH ||
      !isSameOperation(instruction, another) || !instruction->hasSameSubclassOptionalData(another))
    return false;
  for (unsigned i = 0; i < instruction->getNumOperands(); i++)
    if (!isImage(instruction->getOperand(i), another->getOperand(i), depth + 1))
      return false;
  return true;
}

bool Remainder::isSameWork(Instruction *one, Instruction *other) {
  if (!isSameOperation(one, other))
    return false;
  for (unsigned i = 0; i < one->getNumOperands(); i++)
    if (!isImage(one->getOperand(i), other->getOperand(i)))
      return false;
  return true;
}

// What the last iteration computes for a next one is not computed where that is all that is left
// over. (Its value has no image then.)
bool Remainder::hasSameWork() {
  unsigned done = 0;
  for (Instruction *one : rolled.work)
    if (done < work.size() && isSameWork(one, work[done]))
      images[one] = work[done++];
    else if (one->mayReadOrWriteMemory() || !isSafeToSpeculativelyExecute(one))
      return false;
  if (done != work.size())
    return false;
  for (PHINode &phi : rolled.block->phis()) {
    Value *next = rolled.nextOf(&phi);
    auto *other = loop ? dyn_cast_or_null<PHINode>(images.lookup(&phi)) : nullptr;
    if (other && !isImage(next, other->getIncomingValueForBlock(block)))
      return false;
    auto *met = behind ? nullptr : dyn_cast<PHINode>(rolled.startOf(&phi));
    if (met && met->getParent() == meeting &&
        !isImage(next, behindPhis(met->getIncomingValueForBlock(left.from))))
      return false;
  }
  return true;
}

// What is seen behind both is the same, whichever was last.
bool Remainder::agreeWhereTheyMeet(Edge ofLoop, Edge ofRest) {
  for (PHINode &phi : ofLoop.to->phis()) {
    Value *value = behindPhis(phi.getIncomingValueForBlock(ofLoop.from));
    Value *other = behindPhis(phi.getIncomingValueForBlock(ofRest.from));
    auto *met = dyn_cast<PHINode>(other);
    if (met && met->getParent() == meeting)
      other = behindPhis(met->getIncomingValueForBlock(left.from));
    if (!isImage(value, other))
      return false;
  }
  return true;
}

bool Remainder::isBehind() {
  behind = true;
  if (!findSkip())
    return false;
  BasicBlock *entry = otherOf(skip, toLoop);
  Edge out = follow({rolled.block, rolled.loop->getUniqueExitBlock()});
  choice = dyn_cast<BranchInst>(out.to->getTerminator());
  if (!choice || !choice->isConditional() || !out.to->getSinglePredecessor() ||
      !leavesMemoryAlone(*out.to) || pred_size(entry) != 2 ||
      (choice->getSuccessor(0) == entry) == (choice->getSuccessor(1) == entry))
    return false;
  rest = entry;
  Edge beside = follow({out.to, otherOf(choice, entry)});
  if (!findBlock({out.to, entry}) || left.to != beside.to)
    return false;
  mapBehind(skip->getParent(), out.to);
  return hasSameWork() && agreeWhereTheyMeet(beside, left) && findEnd();
}

bool Remainder::isAhead() {
  if (!findSkip())
    return false;
  meeting = skip->getParent();
  if (pred_size(meeting) != 2 || !leavesMemoryAlone(*meeting))
    return false;
  for (BasicBlock *before : predecessors(meeting)) {
    auto *branch = dyn_cast<BranchInst>(before->getTerminator());
    if (branch && branch->isConditional() &&
        analyses.loops().getLoopFor(before) == rolled.loop->getParentLoop() &&
        (branch->getSuccessor(0) == meeting) != (branch->getSuccessor(1) == meeting))
      choice = branch;
  }
  if (!choice)
    return false;
  BasicBlock *before = choice->getParent();
  rest = otherOf(choice, meeting);
  Edge out = follow({rolled.block, rolled.loop->getUniqueExitBlock()});
  Edge beside = follow({meeting, otherOf(skip, toLoop)});
  return findBlock({before, rest}) && left.to == meeting && out.to == beside.to &&
         (loop || block->getSinglePredecessor()) &&
         all_of(onWay, [](BasicBlock *block) { return leavesMemoryAlone(*block); }) &&
         mapAhead(before) && hasSameWork() && agreeWhereTheyMeet(out, beside) && findEnd();
}

// The branch that may go round the loop, and what is computed between it and the loop.
bool Remainder::findSkip() {
  toLoop = rolled.block;
  for (BasicBlock *block = rolled.loop->getLoopPreheader(); block;
       block = block->getSinglePredecessor()) {
    auto *branch = dyn_cast<BranchInst>(block->getTerminator());
    if (!branch)
      return false;
    if (branch->isConditional()) {
      skip = branch;
      return branch->getSuccessor(0) != branch->getSuccessor(1);
    }
    if (!mayAlwaysRun(*block))
      return false;
    onWay.push_back(block);
    toLoop = block;
  }
  return false;
}

// From where the loop's counter begins to where the loop ends.
const SCEV *Remainder::distanceFrom(Value *start) {
  const SCEV *bound = evolution.getSCEV(rolled.bound());
  return evolution.getMinusSCEV(
      bound, evolution.getTruncateOrNoop(evolution.getSCEV(start), bound->getType()));
}

// What is asked about the rest, where another expression is a number.
bool Remainder::findRest(const SCEV *asked, const APInt &number, APInt &found) {
  const SCEV *known = where(evolution, evolution.getSCEV(asksFor), asked, number);
  if (auto *constant = dyn_cast_or_null<SCEVConstant>(known)) {
    found = constant->getAPInt();
    return true;
  }
  Value *whole;
  const APInt *mask;
  if (!match(asksFor, m_And(m_Value(whole), m_APInt(mask))) || mask->isZero() ||
      mask->getActiveBits() > 16 || number.getBitWidth() > 64)
    return false;
  uint64_t residue;
  uint64_t modulus = uint64_t(1) << mask->getActiveBits();
  if (!residueWhere(analyses, evolution.getSCEV(whole), modulus, asked, number, residue))
    return false;
  found = APInt(mask->getBitWidth(), residue) & *mask;
  return true;
}

// Is the loop skipped only where it has no iteration but those that are left over, and is one?
bool Remainder::isNoneWhereSkipped() {
  auto *condition = dyn_cast<ICmpInst>(skip->getCondition());
  if (!condition || !condition->getOperand(0)->getType()->isIntegerTy())
    return false;
  ICmpInst::Predicate predicate = condition->getPredicate();
  if (skip->getSuccessor(0) == toLoop)
    predicate = ICmpInst::getInversePredicate(predicate);
  const SCEV *asked = evolution.getSCEV(condition->getOperand(0));
  const SCEV *limit = evolution.getSCEV(condition->getOperand(1));
  unsigned width = condition->getOperand(0)->getType()->getIntegerBitWidth();
  ConstantRange possible(width, true);
  if (auto *constant = dyn_cast<SCEVConstant>(limit))
    possible = ConstantRange::makeExactICmpRegion(predicate, constant->getAPInt());
  else if (predicate == ICmpInst::ICMP_EQ) {
    asked = evolution.getMinusSCEV(asked, limit);
    possible = ConstantRange(APInt::getZero(width));
  }
  if (possible.isEmptySet() || possible.isSizeLargerThan(MAX_COUNT))
    return false;
  Value *start = rolled.startOf(rolled.counter);
  if (!behind && counts)
    start = cast<PHINode>(start)->getIncomingValueForBlock(choice->getParent());
  const SCEV *distance = distanceFrom(start);
  for (APInt number = possible.getLower(); number != possible.getUpper(); ++number) {
    APInt found;
    if (!number.isZero() && number.countr_zero() < evolution.getMinTrailingZeros(asked))
      continue; // it is never that
    auto *there = dyn_cast_or_null<SCEVConstant>(where(evolution, distance, asked, number));
    if (!there)
      return false;
    if (behind && count) { // it is a loop that is left over: it runs as often as was counted
      if (!there->isZero())
        return false;
      continue;
    }
    if (!findRest(asked, number, found))
      return false;
    bool isTaken = choice->getSuccessor(!ICmpInst::compare(found, asksLimit, asksWhether)) == rest;
    uint64_t times = count ? found.getLimitedValue() : 1;
    APInt passed = counts && !behind ? stepOfCounter() * APInt(stepOfCounter().getBitWidth(), times)
                                     : APInt(stepOfCounter().getBitWidth(), 0);
    if (!isTaken || times == 0 || there->getAPInt() != passed)
      return false;
  }
  return true;
}

APInt Remainder::stepOfCounter() {
  auto *step = cast<SCEVConstant>(
      inductionOf(rolled.counter, rolled.loop, evolution)->getStepRecurrence(evolution));
  return step->getAPInt().trunc(rolled.bound()->getType()->getIntegerBitWidth());
}

// Is it known how many iterations both have together?
bool Remainder::findEnd() {
  CmpPredicate whether;
  const APInt *limit;
  if (!match(choice->getCondition(), m_ICmp(whether, m_Value(asksFor), m_APInt(limit))))
    return false;
  asksWhether = whether;
  asksLimit = *limit;
  // A loop of what is left over runs as often as is asked, if that is not zero.
  bool isTakenIfZero = choice->getSuccessor(!ICmpInst::compare(APInt(limit->getBitWidth(), 0),
                                                               *limit, whether)) == rest;
  if (count &&
      (count != asksFor || !limit->isZero() || isTakenIfZero || !ICmpInst::isEquality(whether)))
    return false;
  DominatorTree &dominators = analyses.dominators();
  Instruction *ahead = rolled.loop->getLoopPreheader()->getTerminator();
  bool isKnown = dominators.dominates(asksFor, ahead);
  bool isNone = isNoneWhereSkipped();
  return behind ? isKnown && (choosesEnd = !isNone, true) : isNone && (counts || isKnown);
}

// The number of which the bound is a multiple and what is left over the rest: if the loop counts
// one by one, both together end there.
Value *Remainder::wholeOf(Value *bound) {
  Value *whole, *inner;
  const APInt *mask, *few, *more;
  if (match(bound, m_Add(m_Value(inner), m_APInt(more)))) {
    IRBuilder<> builder(rolled.loop->getLoopPreheader()->getTerminator());
    Value *end = wholeOf(inner);
    return end ? builder.CreateAdd(end, ConstantInt::get(end->getType(), *more)) : nullptr;
  }
  if (!stepOfCounter().isOne() || !match(bound, m_And(m_Value(whole), m_APInt(mask))) ||
      !match(asksFor, m_And(m_Specific(whole), m_LowBitMask(few))) || (mask->intersects(*few)) ||
      (!count && !few->isOne()) || !asksLimit.isZero() || !ICmpInst::isEquality(asksWhether) ||
      (choice->getSuccessor(0) == rest) != (asksWhether == ICmpInst::ICMP_NE))
    return nullptr;
  KnownBits bits = computeKnownBits(whole, analyses.function.getDataLayout());
  return (*mask | *few | bits.Zero).isAllOnes() ? whole : nullptr;
}

Value *Remainder::endOfBoth() {
  IRBuilder<> builder(rolled.loop->getLoopPreheader()->getTerminator());
  Value *bound = rolled.bound();
  if (!behind && counts)
    return bound;
  Value *times = count;
  if (!count) {
    Value *isTaken =
        builder.CreateICmp(asksWhether, asksFor, ConstantInt::get(asksFor->getType(), asksLimit));
    if (choice->getSuccessor(0) != rest)
      isTaken = builder.CreateNot(isTaken);
    times = builder.CreateZExt(isTaken, bound->getType());
  }
  times = builder.CreateZExtOrTrunc(times, bound->getType());
  Value *step = ConstantInt::get(builder.getContext(), stepOfCounter());
  Value *both = wholeOf(bound);
  if (!both)
    both = builder.CreateAdd(bound, builder.CreateMul(times, step));
  if (!choosesEnd)
    return both;
  Value *start = builder.CreateTrunc(rolled.startOf(rolled.counter), bound->getType());
  Value *left = count ? builder.CreateMul(times, step) : step;
  Value *onlyRest = builder.CreateAdd(start, left);
  bool skips = skip->getSuccessor(0) != toLoop;
  return skips ? builder.CreateSelect(skip->getCondition(), onlyRest, both)
               : builder.CreateSelect(skip->getCondition(), both, onlyRest);
}

void goAlways(BranchInst *branch, BasicBlock *to) {
  otherOf(branch, to)->removePredecessor(branch->getParent());
  BranchInst::Create(to, branch->getIterator());
  branch->eraseFromParent();
}

void Remainder::join() {
  rolled.test->setOperand(1, endOfBoth());
  goAlways(skip, toLoop);
  goAlways(choice, otherOf(choice, rest));
  removeUnreachableBlocks(analyses.function);
}

} // namespace

bool takeRemainder(Loop &rolled, BridgeAnalyses &analyses) {
  if (!rolled.loop->getUniqueExitBlock())
    return false;
  Remainder behind(rolled, analyses), ahead(rolled, analyses);
  if (behind.isBehind())
    behind.join();
  else if (ahead.isAhead())
    ahead.join();
  else
    return false;
  return true;
}

} // namespace roll
