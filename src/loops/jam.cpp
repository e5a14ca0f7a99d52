// Several iterations of an outer loop in one run of the loop inside it. The
// reverse sweep of a matrix product adds, for every element of the result, to
// one row of each operand's adjoint. Most of these rows are those of the last
// element: a pass over them that serves four elements at once loads and stores
// them once instead of four times, which is what a hand-written kernel does by
// its tiles.
//
// LLVM can interleave the iterations (UnrollAndJam.h) but only where it knows
// how far apart every two accesses are, which it does not for arrays whose
// sizes are arguments. Here it is enough that what the inner loop writes are
// sums whose order is free: additions to memory commute, whether their places
// coincide or not. Everything else must be apart.
//
// Where the loop around these two goes through the same rows once more, its
// iterations are interleaved first: a tile of the product, not a row of it.
#include "jam.h"

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

enum { DEEPEST = 3 };

void leaveAlone(Loop *inner) {
  addStringMetadataToLoop(inner, "llvm.loop.isvectorized", 1);
  inner->setLoopAlreadyUnrolled();
}

// The branch by which the outer loop, after the inner one, does something in all of its iterations
// or in none; or null.
BranchInst *invariantChoice(const Loop *outer, const Loop *inner) {
  BasicBlock *fork = inner->getExitBlock(), *latch = outer->getLoopLatch();
  if (outer->getNumBlocks() != 5 || !fork || !latch || !outer->contains(fork))
    return nullptr;
  auto *branch = dyn_cast<BranchInst>(fork->getTerminator());
  if (!branch || !branch->isConditional() || !outer->isLoopInvariant(branch->getCondition()))
    return nullptr;
  for (unsigned way = 0; way < 2; way++) {
    BasicBlock *optional = branch->getSuccessor(way);
    if (branch->getSuccessor(1 - way) == latch && optional->getSinglePredecessor() == fork &&
        optional->getSingleSuccessor() == latch && outer->contains(optional))
      return branch;
  }
  return nullptr;
}

// The loop where that branch is always taken, or never: all that comes after the inner loop becomes
// one block.
void settle(BranchInst *branch, bool taken, Analyses &analyses) {
  DomTreeUpdater updater(analyses.dominators, DomTreeUpdater::UpdateStrategy::Eager);
  BasicBlock *fork = branch->getParent();
  BasicBlock *kept = branch->getSuccessor(taken ? 0 : 1),
             *lost = branch->getSuccessor(taken ? 1 : 0);
  lost->removePredecessor(fork);
  BranchInst::Create(kept, branch->getIterator());
  branch->eraseFromParent();
  updater.applyUpdates({{DominatorTree::Delete, fork, lost}});
  if (pred_empty(lost)) {
    analyses.loops.removeBlock(lost);
    DeleteDeadBlock(lost, &updater);
  }
  while (BasicBlock *next = fork->getSingleSuccessor())
    if (!MergeBlockIntoPredecessor(next, &updater, &analyses.loops))
      break;
}

bool isLeftAlone(const Loop *loop) {
  return getBooleanLoopAttribute(loop, "llvm.loop.isvectorized") ||
         findOptionMDForLoop(loop, "llvm.loop.unroll.disable") ||
         getOptionalBoolLoopAttribute(loop, "llvm.loop.vectorize.enable") == false;
}

// Does an access move by one element, or not at all, in the inner loop? Then it
// becomes a vector. And does it visit the same places in every iteration of the
// outer loop?
struct Walk {
  bool fine, moves, repeats;
};

Walk readWalk(const Nest &nest, const Instruction *access, ScalarEvolution &evolution) {
  const SCEV *place =
      evolution.getSCEV(getLoadStorePointerOperand(const_cast<Instruction *>(access)));
  Walk walk = {true, false, false};
  if (!evolution.isLoopInvariant(place, nest.inner())) {
    auto *steps = dyn_cast<SCEVAddRecExpr>(place);
    if (!steps || steps->getLoop() != nest.inner() || !steps->isAffine())
      return {false, true, false};
    auto *step = dyn_cast<SCEVConstant>(steps->getStepRecurrence(evolution));
    TypeSize size = access->getDataLayout().getTypeStoreSize(getLoadStoreType(access));
    walk.fine = step && !size.isScalable() && step->getAPInt().abs() == size.getFixedValue();
    walk.moves = true;
    place = steps->getStart();
  }
  for (Loop *loop : reverse(ArrayRef<Loop *>(nest.loops).drop_front().drop_back()))
    if (auto *steps = dyn_cast<SCEVAddRecExpr>(place);
        steps && steps->getLoop() == loop && steps->isAffine() &&
        evolution.isLoopInvariant(steps->getStepRecurrence(evolution), nest.outer()))
      place = steps->getStart();
  walk.repeats = evolution.isLoopInvariant(place, nest.outer());
  return walk;
}

// How many iterations of the outer loop together; 1 if that saves little. What
// it saves are the accesses of places that all of them visit.
unsigned iterationsTogether(const Nest &nest, ScalarEvolution &evolution) {
  enum { LARGEST_BODY = 480, SHARED_PART = 3 }; // instructions; a third
  unsigned shared = 0, all = 0;
  bool sums = false;
  for (const Access &access : nest.accesses[nest.body()]) {
    Walk walk = readWalk(nest, access.instruction, evolution);
    if (!walk.fine)
      return 1;
    unsigned weight = access.kind == ADD ? 2 : 1;
    all += weight;
    shared += walk.repeats ? weight : 0;
    sums |= access.kind == ADD && walk.repeats && walk.moves;
  }
  if (!sums || shared * SHARED_PART < all)
    return 1;
  unsigned count = evolution.getSmallConstantTripCount(nest.outer());
  size_t size = nest.inner()->getHeader()->size();
  for (unsigned together = 4; together > 1; together /= 2)
    if (size * together <= LARGEST_BODY && (count == 0 || count >= 2 * together))
      return together;
  return 1;
}

// Adds what went to `earlier` where `later` adds to the same place.
void join(StoreInst *earlier, const Sum &from, const Sum &to) {
  to.load->replaceAllUsesWith(from.additions.back());
  BasicBlock::iterator place = std::next(to.load->getIterator());
  for (BinaryOperator *addition : from.additions)
    addition->moveBefore(*to.load->getParent(), place);
  earlier->eraseFromParent();
  from.load->replaceAllUsesWith(to.load);
  from.load->eraseFromParent();
}

// The sums of the interleaved iterations that go to one place become one, and
// what they read alike is read once. Nothing that is read there is written.
void merge(BasicBlock *body, ScalarEvolution &evolution) {
  using Place = std::pair<const SCEV *, Type *>;
  DenseMap<Place, LoadInst *> read;
  DenseMap<Place, StoreInst *> added;
  SmallPtrSet<Instruction *, 16> halves;
  SmallVector<Instruction *, 64> accesses;
  Sum earlier, later;
  for (Instruction &instruction : *body) {
    if (isa<LoadInst, StoreInst>(instruction))
      accesses.push_back(&instruction);
    if (auto *store = dyn_cast<StoreInst>(&instruction); store && readSum(store, later))
      halves.insert(later.load);
  }
  for (Instruction *access : accesses) {
    Place place = {evolution.getSCEV(getLoadStorePointerOperand(access)), getLoadStoreType(access)};
    if (auto *store = dyn_cast<StoreInst>(access)) {
      StoreInst *&last = added[place];
      if (last && readSum(last, earlier) && readSum(store, later) &&
          last->comesBefore(later.load)) {
        halves.erase(earlier.load);
        join(last, earlier, later);
      }
      last = store;
    } else if (!halves.count(access)) {
      auto *load = cast<LoadInst>(access);
      LoadInst *&first = read[place];
      if (first) {
        combineMetadataForCSE(first, load, /*DoesKMove=*/false);
        load->replaceAllUsesWith(first);
        load->eraseFromParent();
      } else
        first = load;
    }
  }
}

// Makes two nests of one with an invariant choice in it, if that lets iterations be interleaved.
// The inner loop of the other one, or null.
Loop *settleChoice(Loop *inner, Analyses &analyses) {
  Loop *outer = inner->getParentLoop();
  if (isLeftAlone(inner) || !outer || isLeftAlone(outer) || inner->getNumBlocks() != 1 ||
      outer->getSubLoops().size() != 1 || !isSimpleLoop(inner) || !isSimpleLoop(outer) ||
      !outer->isLCSSAForm(analyses.dominators) || !invariantChoice(outer, inner))
    return nullptr;
  Nest nest;
  nest.loops = {outer, inner};
  nest.accesses.resize(nest.body() + 1);
  if (!collect(inner->getHeader(), nest.accesses[nest.body()]) ||
      iterationsTogether(nest, analyses.evolution) == 1)
    return nullptr;
  BranchInst *branch = invariantChoice(outer, inner);
  IRBuilder<> builder(outer->getLoopPreheader()->getTerminator());
  Value *condition = builder.CreateFreeze(branch->getCondition());
  Loop *copy = version(outer, condition, /*rare=*/false, analyses);
  Loop *other = copy->getSubLoops().front();
  settle(branch, false, analyses);
  settle(invariantChoice(copy, other), true, analyses);
  analyses.evolution.forgetAllLoops();
  return other;
}

// Interleaves iterations of the outermost of so many loops; what is left of them goes to `others`.
bool interleave(Loop *inner, unsigned depth, Analyses &analyses, SmallVectorImpl<Loop *> &others) {
  Nest nest;
  if (isLeftAlone(inner) || !readNest(inner, depth, analyses, nest) ||
      any_of(nest.loops, isLeftAlone))
    return false;
  unsigned together = iterationsTogether(nest, analyses.evolution);
  if (together == 1)
    return false;
  Value *meeting = expandMeeting(nest, analyses);
  if (!meeting)
    return false;
  if (meeting != ConstantInt::getFalse(meeting->getContext())) {
    Loop *copy = version(nest.outer(), meeting, /*rare=*/true, analyses);
    while (!copy->isInnermost())
      copy = copy->getSubLoops().front();
    leaveAlone(copy);
  }
  Loop *rest;
  if (!runTogether(nest, together, analyses, rest))
    return true;
  merge(inner->getHeader(), analyses.evolution);
  if (rest && depth > 2)
    others.push_back(rest->getSubLoops().front()->getSubLoops().front());
  return true;
}

} // namespace

PreservedAnalyses JamPass::run(Function &function, FunctionAnalysisManager &manager) {
  Analyses analyses = {manager.getResult<LoopAnalysis>(function),
                       manager.getResult<DominatorTreeAnalysis>(function),
                       manager.getResult<ScalarEvolutionAnalysis>(function),
                       manager.getResult<AAManager>(function),
                       manager.getResult<AssumptionAnalysis>(function),
                       manager.getResult<TargetIRAnalysis>(function)};
  SmallVector<Loop *, 8> innermost;
  for (Loop *loop : analyses.loops.getLoopsInPreorder())
    if (loop->isInnermost())
      innermost.push_back(loop);
  bool changed = false;
  for (size_t i = 0; i < innermost.size(); i++) {
    if (Loop *other = settleChoice(innermost[i], analyses)) {
      innermost.push_back(other);
      changed = true;
    }
    for (unsigned depth = DEEPEST; depth > 1; depth--)
      changed |= interleave(innermost[i], depth, analyses, innermost);
  }
  return changed ? PreservedAnalyses::none() : PreservedAnalyses::all();
}
