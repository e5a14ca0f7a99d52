// Loops beside one another, in fewer passes over what they read and add to. The reverse sweep has a
// loop for each loop of the primal, and what a value is used for in several of these is added to
// its adjoint in as many passes:
//
//   do { s -= k * x[i]; d[i] += k * x[i]; } while (++i < n);
//   do { d[i] += s; } while (++i < n);
//
// An addition to memory may wait for the last loop that adds to the same place, and what clears a
// place that it comes from with it. What is left in the first is a sum in a register, of which a
// factor that does not change may be taken out; then it may run within a loop before this one,
// though that loop is what k comes from:
//
//   do { …; t += x[i]; } while (++i < n);
//   s -= k * t;
//   do { d[i] += k * x[i] + s; } while (++i < n);
//
// Both need no more than that sums may be reordered, and that nothing which is between them meets
// what moves. So the second may as well run the other way, as the reverse of a loop does:
//
//   do { sum += (k * x[i] - y[i]) * (k * x[i] - y[i]); } while (++i < n);
//   do { dk += 2 * (k * x[i] - y[i]) * x[i]; } while (i-- > 0);
//
// An adjoint that the first leaves in memory for the second, which takes it from there and clears
// it, is computed by the second:
//
//   do { s += d[i] * p[i]; d[i] *= k; } while (++i < n);
//   do { e[i] += (d[i] + s) * p[i]; d[i] = 0; } while (++i < n);
//
// There d[i] * k stands for d[i], and the first stores nothing.
#include "fuse.h"

#include "fuse_pair.h"
#include "neighbours.h"

#include "llvm/Analysis/DomTreeUpdater.h"
#include "llvm/Analysis/ScalarEvolutionExpressions.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/Transforms/Utils/BasicBlockUtils.h"
#include "llvm/Transforms/Utils/Local.h"
#include "llvm/Transforms/Utils/LoopUtils.h"

using namespace llvm;
using namespace jam;
using namespace fusing;

namespace {

enum { MOST_READ_ANEW = 2 }; // in place of a load and a store, which costs as much

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
      (copier.loadsAnew > MOST_READ_ANEW || copier.expensive))
    return false;
  copier.settle();
  BinaryOperator *first = into.additions.front();
  Value *running = into.load;
  for (size_t i = 0; i < summands.size(); i++) {
    Instruction *addition =
        BinaryOperator::Create(from.additions[i]->getOpcode(), running, copier.copy(summands[i]));
    addition->copyIRFlags(from.additions[i]);
    addition->setDebugLoc(from.additions[i]->getDebugLoc());
    addition->insertBefore(first->getIterator());
    running = addition;
  }
  first->replaceUsesOfWith(into.load, running);
  copier.moveClearings();
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
          samePlace(early, pair.first, late, pair.second, pair, analyses.evolution) &&
          postpone(pair, early, late, aliases, analyses))
        return true;
  return false;
}

// What the first loop leaves in a place, and the second one takes from there and replaces, in the
// iteration of the same number: no other comes to it.
struct Message {
  Access sent;
  LoadInst *read = nullptr; // in the first loop: what was there before; null: it is not asked
  LoadInst *received = nullptr;
  StoreInst *replaced = nullptr;
};

bool readMessage(const Pair &pair, StoreInst *store, BatchAAResults &aliases,
                 ScalarEvolution &evolution, Message &message) {
  message = {};
  message.sent = {store, WRITE}; // sums are no more apart from it than other accesses
  if (Sum sum; readSum(store, sum))
    message.read = sum.load;
  auto isApartFrom = [&](const Access &access) { return isApart(aliases, access, message.sent); };
  for (const Access &access : pair.inFirst) {
    if (access.instruction == store || isApartFrom(access))
      continue;
    auto *load = dyn_cast<LoadInst>(access.instruction);
    if (!load || message.read || !load->comesBefore(store) ||
        load->getPointerOperand() != store->getPointerOperand() ||
        load->getType() != getLoadStoreType(store))
      return false;
    message.read = load;
  }
  for (const Access &access : pair.inSecond) {
    if (isApartFrom(access))
      continue;
    auto *load = dyn_cast<LoadInst>(access.instruction);
    if (access.kind == ADD || (load ? message.received != nullptr : message.replaced != nullptr) ||
        !samePlace(message.sent, pair.first, access, pair.second, pair, evolution))
      return false;
    if (load)
      message.received = load;
    else
      message.replaced = cast<StoreInst>(access.instruction);
  }
  return message.received && message.replaced && message.received->comesBefore(message.replaced) &&
         all_of(pair.between, isApartFrom);
}

// Nothing is left there: the second loop computes it itself.
bool deliver(const Pair &pair, const Message &message, BatchAAResults &aliases,
             Analyses &analyses) {
  SmallVector<Use *, 8> uses;
  Instruction *position = message.replaced;
  for (Use &use : message.received->uses()) {
    auto *user = cast<Instruction>(use.getUser());
    if (user->getParent() == position->getParent() && user->comesBefore(position))
      position = user;
    uses.push_back(&use);
  }
  Copier copier(pair, /*toSecond=*/true, position, aliases, analyses);
  if (message.read)
    copier.assume(message.read, message.received);
  Value *value = cast<StoreInst>(message.sent.instruction)->getValueOperand();
  if (isa<PHINode>(position) || !copier.plan(value) || copier.loadsAnew > 0 || copier.expensive)
    return false;
  copier.settle();
  Value *copy = copier.copy(value);
  for (Use *use : uses)
    use->set(copy);
  message.sent.instruction->eraseFromParent();
  RecursivelyDeleteTriviallyDeadInstructions(value);
  return true;
}

bool deliverStores(const Pair &pair, Analyses &analyses) {
  BatchAAResults aliases(analyses.aliases);
  aliases.enableCrossIterationMode();
  Message message;
  for (const Access &sent : pair.inFirst)
    if (sent.kind != READ && isElsewhereInEach(pair.first, sent.instruction, analyses.evolution) &&
        readMessage(pair, cast<StoreInst>(sent.instruction), aliases, analyses.evolution,
                    message) &&
        deliver(pair, message, aliases, analyses))
      return true;
  return false;
}

// A sum that a loop carries, of summands that it takes from `start`, and which nothing else in the
// loop sees: factors of the summand that do not change, and the others.
struct Carried {
  PHINode *phi;
  BinaryOperator *next;
  SmallVector<Value *, 4> constant, changing;
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
  carried = {phi, next, {}, {next->getOperand(right ? 0 : 1)}};
  return true;
}

// The factors of a product, as far as there is one among them that does not change: the sum of the
// products of the others may be multiplied by it afterwards. A product of none but others stays
// whole.
bool readFactors(Value *value, const Loop *loop, Carried &carried, unsigned depth = 0) {
  enum { MAX_DEPTH = 4 };
  if (loop->isLoopInvariant(value)) {
    carried.constant.push_back(value);
    return true;
  }
  auto *product = dyn_cast<BinaryOperator>(value);
  size_t before = carried.changing.size();
  bool found = false;
  if (product && product->getOpcode() == Instruction::FMul && isFree(product) && depth < MAX_DEPTH)
    for (Value *factor : product->operands())
      found |= readFactors(factor, loop, carried, depth + 1);
  if (!found) {
    carried.changing.truncate(before);
    carried.changing.push_back(value);
  }
  return found;
}

void takeOutFactors(Carried &carried, const Loop *loop) {
  Value *summand = carried.changing.pop_back_val();
  readFactors(summand, loop, carried);
  if (carried.changing.empty()) {
    carried.constant.clear();
    carried.changing.push_back(summand);
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
    takeOutFactors(carried, second);
    if (!all_of(carried.changing, [&](Value *factor) { return copier.plan(factor); }))
      return false;
    results.emplace_back(&result, carried);
  }
  // Without a pass over memory that is spared, or work, it is not worth the registers.
  if (results.empty() || (copier.loadsShared == 0 && copier.operationsShared() == 0) ||
      copier.loadsAnew > 1)
    return false;
  copier.settle();
  for (auto &[result, carried] : results) {
    Type *type = carried.phi->getType();
    PHINode *sum = PHINode::Create(type, 2, "sum", body->begin());
    IRBuilder<> inside(body->getTerminator());
    inside.SetCurrentDebugLocation(carried.next->getDebugLoc());
    inside.setFastMathFlags(carried.next->getFastMathFlags());
    Value *summand = copier.copy(carried.changing.front());
    for (Value *factor : drop_begin(carried.changing))
      summand = inside.CreateFMul(summand, copier.copy(factor));
    auto *next = BinaryOperator::Create(Instruction::FAdd, sum, summand, "",
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
    Value *all = last;
    for (Value *factor : carried.constant)
      all = builder.CreateFMul(all, factor);
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
  bool postponed = false;
  for (bool opposite : {false, true}) {
    pair.opposite = opposite;
    if ((postponed = postponeSums(pair, analyses) || deliverStores(pair, analyses)))
      break;
    if (absorb(pair, analyses))
      return true;
  }
  if (!postponed)
    return false;
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
