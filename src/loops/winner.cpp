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
// What is compared must be a load: what is computed might come out otherwise in the second loop.
#include "winner.h"

#include "llvm/Analysis/LoopInfo.h"
#include "llvm/Analysis/ScalarEvolution.h"
#include "llvm/Analysis/ScalarEvolutionExpressions.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/Instructions.h"
#include "llvm/Transforms/Utils/BasicBlockUtils.h"
#include "llvm/Transforms/Utils/Cloning.h"
#include "llvm/Transforms/Utils/Local.h"
#include "llvm/Transforms/Utils/LoopUtils.h"

using namespace llvm;

namespace {

struct Race {
  BasicBlock *preheader, *body;
  PHINode *best, *winner;
  SelectInst *nextBest, *nextWinner;
  LoadInst *candidate;
  Instruction *number; // of the iteration
  bool firstWins;      // of several candidates that are equal
};

// condition ? fresh : phi, or the other way round; returns what is fresh.
Value *freshOf(SelectInst *select, const PHINode *phi, bool &freshIfTrue) {
  freshIfTrue = select->getFalseValue() == phi;
  if ((select->getTrueValue() == phi) == freshIfTrue)
    return nullptr;
  return freshIfTrue ? select->getTrueValue() : select->getFalseValue();
}

bool usedOnlyBy(const Value *value, std::initializer_list<const Value *> users) {
  return all_of(value->users(), [&](const User *user) { return is_contained(users, user); });
}

// 0, 1, 2, … or from another start that is not negative: no number is the least or the largest one.
bool isNumber(Instruction *value, const Loop *loop, ScalarEvolution &evolution) {
  enum { LARGEST_START = 1 << 20 };
  auto *steps = dyn_cast<SCEVAddRecExpr>(evolution.getSCEV(value));
  auto *start = steps ? dyn_cast<SCEVConstant>(steps->getStart()) : nullptr;
  return start && steps->getLoop() == loop && steps->isAffine() &&
         value->getType()->isIntegerTy(64) && steps->getStepRecurrence(evolution)->isOne() &&
         start->getAPInt().ult(LARGEST_START);
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

bool readRace(Loop *loop, PHINode *winner, ScalarEvolution &evolution, Race &race) {
  race.winner = winner;
  race.nextWinner = dyn_cast<SelectInst>(winner->getIncomingValueForBlock(race.body));
  if (!race.nextWinner || race.nextWinner->getParent() != race.body ||
      !usedOnlyBy(winner, {race.nextWinner}))
    return false;
  bool wins, replaces;
  race.number = dyn_cast_or_null<Instruction>(freshOf(race.nextWinner, winner, wins));
  auto *comparison = dyn_cast<FCmpInst>(race.nextWinner->getCondition());
  if (!race.number || !comparison || comparison->getParent() != race.body ||
      !isNumber(race.number, loop, evolution))
    return false;
  for (Value *operand : comparison->operands()) {
    race.best = dyn_cast<PHINode>(operand);
    if (!race.best || race.best->getParent() != race.body)
      continue;
    race.nextBest = dyn_cast<SelectInst>(race.best->getIncomingValueForBlock(race.body));
    if (!race.nextBest || race.nextBest->getCondition() != comparison)
      continue;
    race.candidate = dyn_cast_or_null<LoadInst>(freshOf(race.nextBest, race.best, replaces));
    if (race.candidate && race.candidate->isSimple() && race.candidate->getParent() == race.body &&
        replaces == wins && readComparison(comparison, replaces, race))
      return true;
  }
  return false;
}

void readRaces(Loop *loop, ScalarEvolution &evolution, SmallVectorImpl<Race> &races) {
  BasicBlock *body = loop->getHeader();
  auto acts = [](Instruction &i) { return i.mayWriteToMemory() || i.mayThrow(); };
  if (loop->getNumBlocks() != 1 || !loop->isLoopSimplifyForm() || !loop->getExitBlock() ||
      getOptionalBoolLoopAttribute(loop, "llvm.loop.vectorize.enable") == false ||
      any_of(*body, acts))
    return;
  for (PHINode &phi : body->phis()) {
    Race race = {};
    race.preheader = loop->getLoopPreheader();
    race.body = body;
    if (readRace(loop, &phi, evolution, race))
      races.push_back(race);
  }
}

// The number of the iteration whose candidate is `best`, in a copy of the loop between the loop and
// what comes after it.
Value *findPlace(const Race &race, Value *best, BasicBlock *between) {
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

  Type *type = race.number->getType();
  Value *none = ConstantInt::get(type, race.firstWins ? APInt::getSignedMaxValue(64)
                                                      : APInt::getSignedMinValue(64));
  auto *found = cast<PHINode>(copyOf(race.winner));
  auto *next = copyOf(race.nextWinner);
  IRBuilder<> builder(next);
  Value *equal = builder.CreateFCmpOEQ(copyOf(race.candidate), best);
  Value *number = builder.CreateSelect(equal, copyOf(race.number), none);
  Value *nearest = builder.CreateBinaryIntrinsic(race.firstWins ? Intrinsic::smin : Intrinsic::smax,
                                                 found, number, {}, "place");
  next->replaceAllUsesWith(nearest);
  next->eraseFromParent();
  found->setIncomingValueForBlock(between, none);
  builder.SetInsertPoint(after, after->begin());
  PHINode *last = builder.CreatePHI(type, 1);
  last->addIncoming(nearest, copy);
  Value *start = race.winner->getIncomingValueForBlock(race.preheader);
  Value *kept = builder.CreateICmpEQ(last, none);
  if (race.firstWins) {
    Value *first = race.best->getIncomingValueForBlock(race.preheader);
    kept = builder.CreateOr(kept, builder.CreateFCmpOEQ(best, first));
  }
  Value *place = builder.CreateSelect(kept, start, last, "winner");
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
  Value *place = findPlace(race, best, between);
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
  for (Loop *loop : manager.getResult<LoopAnalysis>(function).getLoopsInPreorder())
    if (loop->isInnermost())
      readRaces(loop, evolution, races);
  // Those of one loop follow each other, each with a copy of what is left of it.
  for (const Race &race : races)
    split(race);
  return races.empty() ? PreservedAnalyses::all() : PreservedAnalyses::none();
}
