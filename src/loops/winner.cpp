// The place of a running maximum or minimum. The reverse sweep of a loop that looks for the largest
// number wants to know which iteration found it, and LLVM's vectoriser takes no loop in which the
// choice of one number decides about another. Here the loop finds the number alone, and a second
// one over the same places asks where it was: both become vectors.
//
//   do { larger = x[i] > m; m = larger ? x[i] : m; w = larger ? i : w; } while (++i < n);
//
// becomes
//
//   do { m = max(m, x[i]); } while (++i < n);
//   do { first = min(first, x[k] == m ? k : none); } while (++k < n);
//   w = m == start || first == none ? start of w : first;
//
// What is computed to be compared might come out otherwise in the second loop: it waits in an array
// if the loop is known to be short. What the primal or its tangent takes along with the number is
// first made to follow from the place (winner_follow.cpp).
#include "winner.h"

#include "winner_race.h"

#include "llvm/Analysis/LoopInfo.h"
#include "llvm/Analysis/ScalarEvolution.h"
#include "llvm/Analysis/ScalarEvolutionExpressions.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/Module.h"
#include "llvm/TargetParser/Triple.h"
#include "llvm/Transforms/Utils/BasicBlockUtils.h"
#include "llvm/Transforms/Utils/Cloning.h"
#include "llvm/Transforms/Utils/Local.h"
#include "llvm/Transforms/Utils/LoopUtils.h"

using namespace llvm;

using namespace race;

enum { FEWEST_WAITING = 8, MOST_WAITING = 64 };

// condition ? fresh : phi, or the other way round; returns what is fresh.
Value *race::freshOf(SelectInst *select, const PHINode *phi, bool &freshIfTrue) {
  freshIfTrue = select->getFalseValue() == phi;
  if ((select->getTrueValue() == phi) == freshIfTrue)
    return nullptr;
  return freshIfTrue ? select->getTrueValue() : select->getFalseValue();
}

namespace {

bool usedOnlyBy(const Value *value, std::initializer_list<const Value *> users) {
  return all_of(value->users(), [&](const User *user) { return is_contained(users, user); });
}

// The comparison says that the candidate replaces the best number so far.
bool readComparison(const FCmpInst *comparison, bool replacesIfTrue, Race &race) {
  FCmpInst::Predicate predicate = comparison->getPredicate();
  if (!comparison->hasNoNaNs() || !comparison->hasNoSignedZeros())
    return false;
  if (comparison->getOperand(0) == race.best && comparison->getOperand(1) == race.candidate)
    predicate = CmpInst::getSwappedPredicate(predicate);
  else if (comparison->getOperand(0) != race.candidate || comparison->getOperand(1) != race.best)
    return false;
  if (!replacesIfTrue)
    predicate = CmpInst::getInversePredicate(predicate);
  switch (predicate) {
  case FCmpInst::FCMP_OGT:
  case FCmpInst::FCMP_UGT:
  case FCmpInst::FCMP_OLT:
  case FCmpInst::FCMP_ULT:
    race.firstWins = true;
    return true;
  case FCmpInst::FCMP_OGE:
  case FCmpInst::FCMP_UGE:
  case FCmpInst::FCMP_OLE:
  case FCmpInst::FCMP_ULE:
    race.firstWins = false;
    return true;
  default:
    return false;
  }
}

// May numbers wait in memory without becoming others?
bool keepsValues(const BasicBlock *block) {
  return block->getModule()->getTargetTriple().getArch() != Triple::x86; // x87 has longer ones
}

bool isCandidate(const Instruction *candidate, Loop *loop, ScalarEvolution &evolution) {
  if (!candidate || candidate->getParent() != loop->getHeader() || isa<PHINode>(candidate))
    return false;
  if (auto *load = dyn_cast<LoadInst>(candidate))
    return load->isSimple();
  unsigned count = evolution.getSmallConstantTripCount(loop);
  return count >= FEWEST_WAITING && count <= MOST_WAITING && keepsValues(candidate->getParent());
}

} // namespace

// 0, 1, 2, … or from another start that is not negative: no number is the least or the largest one.
bool race::isNumber(Instruction *value, const Loop *loop, ScalarEvolution &evolution) {
  enum { LARGEST_START = 1 << 20 };
  auto *steps = dyn_cast<SCEVAddRecExpr>(evolution.getSCEV(value));
  auto *start = steps ? dyn_cast<SCEVConstant>(steps->getStart()) : nullptr;
  if (!start || steps->getLoop() != loop || !steps->isAffine() ||
      !steps->getStepRecurrence(evolution)->isOne() || start->getAPInt().isNegative() ||
      start->getAPInt().getActiveBits() > 64 || start->getAPInt().uge(LARGEST_START))
    return false;
  unsigned width = value->getType()->getIntegerBitWidth();
  auto *count = dyn_cast<SCEVConstant>(evolution.getConstantMaxBackedgeTakenCount(loop));
  if (width >= 64 || !count || count->getAPInt().getActiveBits() > 62)
    return width == 64;
  uint64_t last = start->getAPInt().getZExtValue() + count->getAPInt().getZExtValue();
  return last < (uint64_t(1) << (width - 1));
}

bool race::readBest(Loop *loop, Value *condition, ScalarEvolution &evolution, Race &race,
                    bool &replacesIfTrue) {
  auto *comparison = dyn_cast<FCmpInst>(condition);
  race.preheader = loop->getLoopPreheader();
  race.body = loop->getHeader();
  if (!comparison || comparison->getParent() != race.body)
    return false;
  for (Value *operand : comparison->operands()) {
    race.best = dyn_cast<PHINode>(operand);
    if (!race.best || race.best->getParent() != race.body)
      continue;
    race.nextBest = dyn_cast<SelectInst>(race.best->getIncomingValueForBlock(race.body));
    if (!race.nextBest || race.nextBest->getCondition() != comparison)
      continue;
    race.candidate =
        dyn_cast_or_null<Instruction>(freshOf(race.nextBest, race.best, replacesIfTrue));
    if (isCandidate(race.candidate, loop, evolution) &&
        readComparison(comparison, replacesIfTrue, race))
      return true;
  }
  return false;
}

bool race::mayHold(Loop *loop) {
  auto acts = [](Instruction &i) { return i.mayWriteToMemory() || i.mayThrow(); };
  return loop->getNumBlocks() == 1 && loop->isLoopSimplifyForm() && loop->getExitBlock() &&
         getOptionalBoolLoopAttribute(loop, "llvm.loop.vectorize.enable") != false &&
         none_of(*loop->getHeader(), acts);
}

namespace {

// Vectors hold twice as many.
bool fitsHalf(const Loop *loop, const ConstantInt *first, ScalarEvolution &evolution) {
  const SCEV *count = evolution.getBackedgeTakenCount(loop);
  if (isa<SCEVCouldNotCompute>(count) || evolution.getTypeSizeInBits(count->getType()) > 64)
    return false;
  APInt last = evolution.getUnsignedRangeMax(evolution.applyLoopGuards(count, loop)).zext(64);
  return last.ult(INT32_MAX - first->getZExtValue());
}

bool readRace(Loop *loop, PHINode *winner, ScalarEvolution &evolution, Race &race) {
  race.winner = winner;
  race.nextWinner = dyn_cast<SelectInst>(winner->getIncomingValueForBlock(loop->getHeader()));
  if (!race.nextWinner || race.nextWinner->getParent() != loop->getHeader() ||
      !usedOnlyBy(winner, {race.nextWinner}))
    return false;
  bool wins, replaces;
  race.number = dyn_cast_or_null<Instruction>(freshOf(race.nextWinner, winner, wins));
  return race.number && isNumber(race.number, loop, evolution) &&
         readBest(loop, race.nextWinner->getCondition(), evolution, race, replaces) &&
         replaces == wins;
}

void readRaces(Loop *loop, ScalarEvolution &evolution, SmallVectorImpl<Race> &races) {
  if (!mayHold(loop))
    return;
  SmallVector<Race, 2> found;
  for (PHINode &phi : loop->getHeader()->phis()) {
    Race race = {};
    if (!readRace(loop, &phi, evolution, race))
      continue;
    race.count = isa<LoadInst>(race.candidate) ? 0 : evolution.getSmallConstantTripCount(loop);
    race.firstNumber =
        cast<SCEVConstant>(cast<SCEVAddRecExpr>(evolution.getSCEV(race.number))->getStart())
            ->getValue();
    race.fits32 = fitsHalf(loop, race.firstNumber, evolution);
    found.push_back(race);
  }
  // The copy of a loop that stores would store again.
  if (found.size() > 1)
    erase_if(found, [](const Race &race) { return race.count > 0; });
  races.append(found);
}

// Where the candidate of an iteration waits.
Value *waitingPlace(AllocaInst *array, Value *number, const Race &race, IRBuilder<> &builder) {
  Value *index = builder.CreateSub(number, race.firstNumber);
  return builder.CreateInBoundsGEP(array->getAllocatedType(), array, {builder.getInt64(0), index});
}

// The number of the iteration whose candidate is `best`, in a copy of the loop between the loop and
// what comes after it.
// `waiting`: the candidates, or null.
Value *findPlace(const Race &race, Value *best, AllocaInst *waiting, BasicBlock *between) {
  ValueToValueMapTy copies;
  BasicBlock *copy = CloneBasicBlock(race.body, copies, ".place", race.body->getParent());
  copies[race.body] = copy;
  remapInstructionsInBlocks({copy}, copies);
  auto copyOf = [&](Instruction *of) { return cast<Instruction>(copies.lookup(of)); };
  for (PHINode &phi : copy->phis())
    phi.replaceIncomingBlockWith(race.preheader, between);
  BasicBlock *after = SplitBlock(between, between->getTerminator());
  after->setName("placed");
  between->getTerminator()->setSuccessor(0, copy);
  copy->getTerminator()->replaceSuccessorWith(between, after);

  unsigned bits = race.fits32 ? 32 : 64;
  Type *type = IntegerType::get(copy->getContext(), bits);
  Value *none = ConstantInt::get(type, race.firstWins ? APInt::getSignedMaxValue(bits)
                                                      : APInt::getSignedMinValue(bits));
  PHINode *found = PHINode::Create(type, 2, "found", copy->begin());
  auto *next = copyOf(race.nextWinner);
  IRBuilder<> builder(next);
  Instruction *candidate = copyOf(race.candidate);
  Value *compared = candidate;
  if (waiting)
    compared = builder.CreateLoad(best->getType(),
                                  waitingPlace(waiting, copyOf(race.number), race, builder));
  Value *equal = builder.CreateFCmpOEQ(compared, best);
  Value *number =
      builder.CreateSelect(equal, builder.CreateSExtOrTrunc(copyOf(race.number), type), none);
  Value *nearest = builder.CreateBinaryIntrinsic(race.firstWins ? Intrinsic::smin : Intrinsic::smax,
                                                 found, number, {}, "place");
  found->addIncoming(none, between);
  found->addIncoming(nearest, copy);
  next->replaceAllUsesWith(PoisonValue::get(next->getType()));
  next->eraseFromParent();
  builder.SetInsertPoint(after, after->begin());
  PHINode *last = builder.CreatePHI(type, 1);
  last->addIncoming(nearest, copy);
  Value *start = race.winner->getIncomingValueForBlock(race.preheader);
  Value *kept = builder.CreateICmpEQ(last, none);
  if (race.firstWins) {
    Value *first = race.best->getIncomingValueForBlock(race.preheader);
    kept = builder.CreateOr(kept, builder.CreateFCmpOEQ(best, first));
  }
  Value *first = builder.CreateSExtOrTrunc(last, race.number->getType());
  Value *place = builder.CreateSelect(kept, start, first, "winner");
  Instruction *nextBest = copyOf(race.nextBest), *bestSoFar = copyOf(race.best);
  bestSoFar->replaceAllUsesWith(PoisonValue::get(best->getType()));
  bestSoFar->eraseFromParent();
  RecursivelyDeleteTriviallyDeadInstructions(nextBest);
  SmallVector<PHINode *, 8> phis;
  for (PHINode &phi : copy->phis())
    phis.push_back(&phi);
  for (PHINode *phi : phis)
    RecursivelyDeleteDeadPHINode(phi);
  return place;
}

void split(const Race &race) {
  const BranchInst *end = cast<BranchInst>(race.body->getTerminator());
  BasicBlock *between =
      SplitEdge(race.body, end->getSuccessor(end->getSuccessor(0) == race.body ? 1 : 0));
  IRBuilder<> builder(between, between->begin());
  PHINode *best = builder.CreatePHI(race.best->getType(), 1);
  best->addIncoming(race.nextBest, race.body);
  AllocaInst *waiting = nullptr;
  if (race.count > 0) {
    BasicBlock &entry = race.body->getParent()->getEntryBlock();
    waiting = new AllocaInst(ArrayType::get(race.best->getType(), race.count), 0, "waiting",
                             entry.getFirstInsertionPt());
  }
  Value *place = findPlace(race, best, waiting, between);
  if (waiting) {
    builder.SetInsertPoint(race.body->getTerminator());
    Value *there = waitingPlace(waiting, race.number, race, builder);
    builder.CreateStore(race.candidate, there);
  }
  race.nextWinner->replaceUsesWithIf(
      place, [&](Use &use) { return cast<Instruction>(use.getUser())->getParent() != race.body; });
  race.nextWinner->replaceAllUsesWith(PoisonValue::get(race.winner->getType()));
  race.nextWinner->eraseFromParent();
  race.winner->eraseFromParent();
  // What the comparison rules out the choice may rule out.
  race.nextBest->setHasNoNaNs(true);
  race.nextBest->setHasNoSignedZeros(true);
}

} // namespace

PreservedAnalyses WinnerPass::run(Function &function, FunctionAnalysisManager &manager) {
  auto &evolution = manager.getResult<ScalarEvolutionAnalysis>(function);
  SmallVector<Race, 2> races;
  bool changed = false;
  for (Loop *loop : manager.getResult<LoopAnalysis>(function).getLoopsInPreorder())
    if (loop->isInnermost()) {
      changed |= followWinners(loop, evolution);
      readRaces(loop, evolution, races);
    }
  // Those of one loop follow each other, each with a copy of what is left of it.
  for (const Race &race : races)
    split(race);
  return races.empty() && !changed ? PreservedAnalyses::all() : PreservedAnalyses::none();
}
