#include "fuse_pair.h"

#include "neighbours.h"

#include "llvm/Analysis/ScalarEvolutionExpressions.h"
#include "llvm/Transforms/Utils/LoopUtils.h"

using namespace llvm;
using namespace jam;
using namespace fusing;

namespace {

enum { MOST_COPIED = 12, LARGEST_BODY = 64 }; // instructions

bool isCandidate(const Loop *loop, ScalarEvolution &evolution) {
  return loop->isInnermost() && loop->getNumBlocks() == 1 && isSimpleLoop(loop) &&
         !getBooleanLoopAttribute(loop, "llvm.loop.isvectorized") &&
         getOptionalBoolLoopAttribute(loop, "llvm.loop.vectorize.enable").value_or(true) &&
         loop->getHeader()->size() <= LARGEST_BODY &&
         !isa<SCEVCouldNotCompute>(evolution.getBackedgeTakenCount(loop));
}

// The number of the last iteration, if it is that of the other loop too; they may count in numbers
// of different sizes.
const SCEV *commonLast(Loop *first, Loop *second, ScalarEvolution &evolution) {
  const SCEV *a = evolution.getBackedgeTakenCount(first);
  const SCEV *b = evolution.getBackedgeTakenCount(second);
  if (!a->getType()->isIntegerTy() || !b->getType()->isIntegerTy())
    return nullptr;
  Type *wide = evolution.getWiderType(a->getType(), b->getType());
  a = evolution.getNoopOrZeroExtend(a, wide);
  return a == evolution.getNoopOrZeroExtend(b, wide) ? a : nullptr;
}

} // namespace

bool fusing::readPair(Loop *first, Analyses &analyses, Pair &pair) {
  pair = {};
  if (!isCandidate(first, analyses.evolution))
    return false;
  BasicBlock *between = first->getExitBlock(), *next = between->getSingleSuccessor();
  Loop *second = next ? analyses.loops.getLoopFor(next) : nullptr;
  if (!second || second == first || second->getLoopPreheader() != between ||
      !isCandidate(second, analyses.evolution) || !first->isLCSSAForm(analyses.dominators) ||
      !(pair.last = commonLast(first, second, analyses.evolution)))
    return false;
  pair.first = first;
  pair.second = second;
  return collect(first->getHeader(), pair.inFirst) && collect(between, pair.between) &&
         collect(second->getHeader(), pair.inSecond);
}

namespace {

// What a value of one loop is, in iterations of the other.
const SCEV *translate(Value *value, const Loop *from, const Loop *to, const Pair &pair,
                      ScalarEvolution &evolution) {
  if (!evolution.isSCEVable(value->getType()))
    return nullptr;
  const SCEV *number = evolution.getSCEV(value);
  if (evolution.isLoopInvariant(number, from) && evolution.isLoopInvariant(number, to))
    return number;
  auto *steps = dyn_cast<SCEVAddRecExpr>(number);
  if (!steps || steps->getLoop() != from || !steps->isAffine())
    return nullptr;
  const SCEV *start = steps->getStart(), *step = steps->getStepRecurrence(evolution);
  if (!evolution.isAvailableAtLoopEntry(start, to) || !evolution.isAvailableAtLoopEntry(step, to))
    return nullptr;
  if (pair.opposite) {
    start = evolution.getAddExpr(
        start,
        evolution.getMulExpr(step, evolution.getTruncateOrZeroExtend(pair.last, step->getType())));
    step = evolution.getNegativeSCEV(step);
  }
  return evolution.getAddRecExpr(start, step, to, SCEV::FlagAnyWrap);
}

// Of two values, each in its loop: are they the same in iterations at the same place?
bool agree(Value *a, const Loop *from, Value *b, const Loop *to, const Pair &pair,
           ScalarEvolution &evolution) {
  if (a->getType() != b->getType() || !evolution.isSCEVable(a->getType()))
    return false;
  const SCEV *there = translate(a, from, to, pair, evolution), *wanted = evolution.getSCEV(b);
  return there && there == wanted;
}

} // namespace

bool fusing::samePlace(const Access &a, const Loop *from, const Access &b, const Loop *to,
                       const Pair &pair, ScalarEvolution &evolution) {
  return getLoadStoreType(a.instruction) == getLoadStoreType(b.instruction) &&
         agree(getLoadStorePointerOperand(a.instruction), from,
               getLoadStorePointerOperand(b.instruction), to, pair, evolution);
}

bool Copier::plan(Value *value) {
  auto *instruction = dyn_cast<Instruction>(value);
  if (!instruction || known.count(instruction))
    return true;
  if (!from->contains(instruction))
    return analyses.dominators.dominates(instruction, to->getLoopPreheader()->getTerminator());
  Value *there = counterpart(instruction);
  if (!there && isa<PHINode>(instruction))
    return false;
  if (auto *load = dyn_cast<LoadInst>(instruction)) {
    if (!isUnchanged(load))
      return false;
    there = readThere(load);
    loadsAnew += there ? 0 : 1;
    loadsShared += there ? 1 : 0;
  } else if (instruction->mayReadOrWriteMemory() || instruction->mayHaveSideEffects() ||
             instruction->isTerminator()) {
    return false;
  }
  known[instruction] = there;
  if (there)
    return true;
  if (!all_of(instruction->operands(), [&](Value *operand) { return plan(operand); }))
    return false;
  if (Instruction *same = computedThere(instruction)) {
    known[instruction] = same;
    shared.emplace_back(instruction, same);
    return true;
  }
  expensive |= isa<CallBase>(instruction) || instruction->isIntDivRem() ||
               instruction->getOpcode() == Instruction::FDiv;
  return ++copied <= MOST_COPIED;
}

void Copier::settle() {
  for (auto [instruction, same] : shared)
    same->andIRFlags(instruction);
}

void Copier::moveClearings() {
  for (auto [load, clearing] : clearings) {
    auto *there = cast<LoadInst>(known.lookup(load));
    clearing->setOperand(StoreInst::getPointerOperandIndex(), there->getPointerOperand());
    clearing->moveAfter(there);
  }
}

Value *Copier::copy(Value *value) {
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

PHINode *Copier::counterpart(Instruction *number) {
  if (number->getType()->isIntOrPtrTy() && !isa<LoadInst>(number))
    for (PHINode &other : to->getHeader()->phis())
      if (agree(number, from, &other, to, pair, analyses.evolution))
        return &other;
  return nullptr;
}

// The same operation on the same values.
Instruction *Copier::computedThere(Instruction *instruction) {
  if (instruction->mayReadOrWriteMemory() || isa<PHINode>(instruction))
    return nullptr;
  auto matches = [&](const Use &operand, const Use &other) {
    auto *inner = dyn_cast<Instruction>(operand.get());
    Value *value = inner && from->contains(inner) ? known.lookup(inner) : operand.get();
    return value && value == other.get();
  };
  for (Instruction &other : *to->getHeader()) {
    if (&other == position)
      break;
    if (other.isSameOperationAs(instruction) &&
        all_of(zip(instruction->operands(), other.operands()),
               [&](auto both) { return matches(std::get<0>(both), std::get<1>(both)); }))
      return &other;
  }
  return nullptr;
}

// Does nothing in the two loops or between them write where the load reads? What clears the place
// in the first loop may be moved to the second as well.
bool Copier::isUnchanged(LoadInst *load) {
  StoreInst *clearing = from == pair.first ? clearingBehind(load) : nullptr;
  Access read = {load, READ}, cleared = {clearing, WRITE};
  auto apart = [&](const Access &access) {
    if (!clearing)
      return isApart(aliases, access, read);
    return access.instruction == load || access.instruction == clearing ||
           isApart(aliases, access, cleared);
  };
  if (!all_of(pair.inFirst, apart) || !all_of(pair.between, apart) || !all_of(pair.inSecond, apart))
    return false;
  if (clearing)
    clearings.emplace_back(load, clearing);
  return true;
}

// A store of a constant to where the load has read, by no other iteration.
StoreInst *Copier::clearingBehind(LoadInst *load) {
  for (const Access &access : pair.inFirst)
    if (auto *store = dyn_cast<StoreInst>(access.instruction);
        store && load->comesBefore(store) && isa<Constant>(store->getValueOperand()) &&
        store->getPointerOperand() == load->getPointerOperand() &&
        getLoadStoreType(store) == load->getType() &&
        isElsewhereInEach(from, store, analyses.evolution))
      return store;
  return nullptr;
}

LoadInst *Copier::readThere(LoadInst *load) {
  for (Instruction &other : *to->getHeader()) {
    if (&other == position)
      break;
    if (auto *there = dyn_cast<LoadInst>(&other);
        there && samePlace({load, READ}, from, {there, READ}, to, pair, analyses.evolution))
      return there;
  }
  return nullptr;
}
