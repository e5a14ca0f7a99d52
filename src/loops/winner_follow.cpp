// What goes along with a maximum or a minimum, as its tangent does. The loop
//
//   do { larger = f(i) > m; m = larger ? f(i) : m; t = larger ? g(i) : t; } while (++i < n);
//
// is none that LLVM's vectoriser takes, and computes g in every iteration. It becomes
//
//   do { larger = f(i) > m; m = larger ? f(i) : m; w = larger ? i : w; } while (++i < n);
//   t = w < 0 ? start of t : g(w);
//
// for winner.cpp, if g depends on nothing that the loop carries along but inductions.
#include "winner_race.h"

#include "llvm/ADT/MapVector.h"
#include "llvm/Analysis/ScalarEvolution.h"
#include "llvm/Analysis/ScalarEvolutionExpressions.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/Transforms/Utils/BasicBlockUtils.h"
#include "llvm/Transforms/Utils/Local.h"

using namespace llvm;
using namespace race;

namespace {

enum { MOST_FOLLOWING = 256, FEWEST_ITERATIONS = 8 };

struct Follower {
  PHINode *phi;
  SelectInst *next;
  Value *fresh;
};

// Inductions whose steps are constant, and the numbers that count iterations.
const SCEVConstant *stepOf(PHINode *phi, const Loop *loop, ScalarEvolution &evolution) {
  if (!evolution.isSCEVable(phi->getType()))
    return nullptr;
  auto *steps = dyn_cast<SCEVAddRecExpr>(evolution.getSCEV(phi));
  return steps && steps->getLoop() == loop && steps->isAffine()
             ? dyn_cast<SCEVConstant>(steps->getStepRecurrence(evolution))
             : nullptr;
}

// Can the value of any iteration be computed again behind the loop?
bool canRepeat(Value *value, const Loop *loop, ScalarEvolution &evolution,
               SmallPtrSetImpl<Instruction *> &seen) {
  SmallVector<Value *, 16> work = {value};
  while (!work.empty()) {
    auto *instruction = dyn_cast<Instruction>(work.pop_back_val());
    if (!instruction || !loop->contains(instruction) || !seen.insert(instruction).second)
      continue;
    if (seen.size() > MOST_FOLLOWING)
      return false;
    if (auto *phi = dyn_cast<PHINode>(instruction)) {
      if (!stepOf(phi, loop, evolution))
        return false;
      continue;
    }
    auto *load = dyn_cast<LoadInst>(instruction);
    if (load ? !load->isSimple()
             : instruction->mayReadOrWriteMemory() || instruction->mayHaveSideEffects())
      return false;
    work.append(instruction->op_begin(), instruction->op_end());
  }
  return true;
}

bool readFollower(PHINode *phi, Loop *loop, ScalarEvolution &evolution, Race &race,
                  Follower &follower) {
  auto *next = dyn_cast<SelectInst>(phi->getIncomingValueForBlock(loop->getHeader()));
  if (!phi->getType()->isFPOrFPVectorTy() || !next || next->getParent() != loop->getHeader() ||
      !next->getCondition()->getType()->isIntegerTy(1) || !phi->hasOneUse() ||
      *phi->user_begin() != next)
    return false;
  if (any_of(next->users(),
             [&](User *user) { return user != phi && loop->contains(cast<Instruction>(user)); }))
    return false;
  bool follows, replaces;
  Value *fresh = freshOf(next, phi, follows);
  SmallPtrSet<Instruction *, 16> seen;
  if (!fresh || !readBest(loop, next->getCondition(), evolution, race, replaces) ||
      race.best == phi || follows != replaces || !canRepeat(fresh, loop, evolution, seen))
    return false;
  follower = {phi, next, fresh};
  return true;
}

PHINode *createCounter(BasicBlock *preheader, BasicBlock *body) {
  Type *type = Type::getInt64Ty(body->getContext());
  PHINode *counter = PHINode::Create(type, 2, "counter", body->begin());
  IRBuilder<> builder(body->getTerminator());
  Value *next = builder.CreateAdd(counter, ConstantInt::get(type, 1), "counter.next",
                                  /*HasNUW=*/true, /*HasNSW=*/true);
  counter->addIncoming(ConstantInt::get(type, 0), preheader);
  counter->addIncoming(next, body);
  return counter;
}

// Values of one iteration, computed behind the loop.
struct Repetition {
  const Loop *loop;
  ScalarEvolution &evolution;
  IRBuilder<> &builder;
  Value *iteration; // from 0
  DenseMap<Value *, Value *> known;

  Repetition(const Loop *loop, ScalarEvolution &evolution, IRBuilder<> &builder, Value *iteration)
      : loop(loop), evolution(evolution), builder(builder), iteration(iteration) {}

  Value *get(Value *value) {
    auto *instruction = dyn_cast<Instruction>(value);
    if (!instruction || !loop->contains(instruction))
      return value;
    if (Value *result = known.lookup(value))
      return result;
    Value *result;
    if (auto *phi = dyn_cast<PHINode>(instruction)) {
      Value *start = phi->getIncomingValueForBlock(loop->getLoopPreheader());
      ConstantInt *step = stepOf(phi, loop, evolution)->getValue();
      Value *way = builder.CreateMul(builder.CreateZExtOrTrunc(iteration, step->getType()), step);
      result = phi->getType()->isPointerTy() ? builder.CreatePtrAdd(start, way)
                                             : builder.CreateAdd(start, way);
    } else {
      SmallVector<Value *, 4> operands;
      for (Value *operand : instruction->operands())
        operands.push_back(get(operand));
      Instruction *made = instruction->clone();
      for (unsigned i = 0; i < operands.size(); i++)
        made->setOperand(i, operands[i]);
      builder.Insert(made);
      result = made;
    }
    return known[value] = result;
  }
};

void follow(const Race &race, ArrayRef<Follower> followers, Loop *loop,
            ScalarEvolution &evolution) {
  Type *type = Type::getInt64Ty(race.body->getContext());
  PHINode *counter = createCounter(race.preheader, race.body);
  Value *none = ConstantInt::getSigned(type, -1);
  PHINode *winner = PHINode::Create(type, 2, "winner", race.body->begin());
  IRBuilder<> builder(race.nextBest);
  bool wins = race.nextBest->getFalseValue() == race.best;
  Value *next = builder.CreateSelect(race.nextBest->getCondition(), wins ? counter : winner,
                                     wins ? winner : counter, "winner.next");
  winner->addIncoming(none, race.preheader);
  winner->addIncoming(next, race.body);

  const BranchInst *end = cast<BranchInst>(race.body->getTerminator());
  BasicBlock *behind =
      SplitEdge(race.body, end->getSuccessor(end->getSuccessor(0) == race.body ? 1 : 0));
  builder.SetInsertPoint(behind, behind->begin());
  PHINode *last = builder.CreatePHI(type, 1, "winner.last");
  last->addIncoming(next, race.body);
  builder.SetInsertPoint(behind->getTerminator());
  Value *nobody = builder.CreateICmpSLT(last, ConstantInt::get(type, 0));
  // What nobody won is not asked of an iteration that might not have been.
  Value *iteration = builder.CreateSelect(nobody, ConstantInt::get(type, 0), last);
  Repetition repetition(loop, evolution, builder, iteration);
  for (const Follower &follower : followers) {
    Value *start = follower.phi->getIncomingValueForBlock(race.preheader);
    Value *result = builder.CreateSelect(nobody, start, repetition.get(follower.fresh));
    follower.next->replaceUsesWithIf(result, [&](Use &use) {
      return cast<Instruction>(use.getUser())->getParent() != race.body;
    });
  }
  for (const Follower &follower : followers) {
    follower.next->replaceAllUsesWith(PoisonValue::get(follower.next->getType()));
    follower.next->eraseFromParent();
    follower.phi->eraseFromParent();
    RecursivelyDeleteTriviallyDeadInstructions(follower.fresh);
  }
  evolution.forgetLoop(loop);
}

} // namespace

bool race::followWinners(Loop *loop, ScalarEvolution &evolution) {
  unsigned count = evolution.getSmallConstantTripCount(loop);
  if (!mayHold(loop) || (count > 0 && count < FEWEST_ITERATIONS))
    return false;
  MapVector<PHINode *, std::pair<Race, SmallVector<Follower, 2>>> races; // by what is best
  for (PHINode &phi : loop->getHeader()->phis()) {
    Race race = {};
    Follower follower;
    if (!readFollower(&phi, loop, evolution, race, follower))
      continue;
    auto &entry = races[race.best];
    entry.first = race;
    entry.second.push_back(follower);
  }
  for (auto &[best, entry] : races)
    follow(entry.first, entry.second, loop, evolution);
  return !races.empty();
}
