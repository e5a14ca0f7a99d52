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
//
// An outermost loop that runs downwards runs upwards then, if its iterations
// may be in any order: rows are fetched ahead of their use.
#include "jam.h"

#include "jam_nest.h"
#include "turn.h"

#include "llvm/Analysis/ScalarEvolutionExpressions.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/Transforms/Utils/Local.h"
#include "llvm/Transforms/Utils/LoopUtils.h"
#include "llvm/Transforms/Utils/ScalarEvolutionExpander.h"

using namespace llvm;
using namespace jam;

namespace {

// Does an access move by one element, or not at all, in the inner loop? Then it
// becomes a vector. And does it visit the same places in every iteration of the
// outer loop?
struct Walk {
  bool fine, moves, repeats;
};

Walk readWalk(const Nest &nest, const Instruction *access, const Analyses &analyses) {
  ScalarEvolution &evolution = analyses.evolution;
  const Loop *inner = analyses.loops.getLoopFor(access->getParent());
  const SCEV *place =
      evolution.getSCEV(getLoadStorePointerOperand(const_cast<Instruction *>(access)));
  Walk walk = {true, false, false};
  if (!evolution.isLoopInvariant(place, inner)) {
    auto *steps = dyn_cast<SCEVAddRecExpr>(place);
    if (!steps || steps->getLoop() != inner || !steps->isAffine())
      return {false, true, false};
    auto *step = dyn_cast<SCEVConstant>(steps->getStepRecurrence(evolution));
    TypeSize size = access->getDataLayout().getTypeStoreSize(getLoadStoreType(access));
    walk.fine = step && !size.isScalable() && step->getAPInt().abs() == size.getFixedValue();
    walk.moves = true;
    place = steps->getStart();
  }
  for (const Loop *loop = inner->getParentLoop(); loop != nest.outer; loop = loop->getParentLoop())
    if (auto *steps = dyn_cast<SCEVAddRecExpr>(place);
        steps && steps->getLoop() == loop && steps->isAffine() &&
        evolution.isLoopInvariant(steps->getStepRecurrence(evolution), nest.outer))
      place = steps->getStart();
  walk.repeats = evolution.isLoopInvariant(place, nest.outer);
  return walk;
}

// A row of a matrix product meets all rows of a factor, which may lie far away, and of which some
// are then taken together as well. Loops beside each other have as many rows to keep apart.
unsigned mostTogether(const Nest &nest) {
  if (nest.within.size() == 1)
    return 4;
  return nest.within[1]->getParentLoop() == nest.within[0] ? 8 : 2;
}

// The sums that an innermost loop carries along.
unsigned sumsCarried(const Loop *loop) {
  return (unsigned)count_if(loop->getHeader()->phis(), [&](PHINode &phi) {
    auto *next = dyn_cast<Instruction>(phi.getIncomingValueForBlock(loop->getLoopLatch()));
    return next &&
           (next->getOpcode() == Instruction::FAdd || next->getOpcode() == Instruction::FSub);
  });
}

// How many iterations of the outer loop together; 1 if that saves little. What it saves are the
// accesses of places that all of them visit, where these are added to or what is there goes into
// sums: each of those is also one that the processor need not wait for while it adds to another.
unsigned iterationsTogether(const Nest &nest, const Analyses &analyses) {
  // instructions; a third; vector registers, of which the rest is for what is added
  enum { LARGEST_BODY = 480, SHARED_PART = 3, MOST_CARRIED = 16 };
  unsigned shared = 0, all = 0, carried = 0;
  size_t size = 0;
  bool sums = false;
  for (size_t i = 0; i < nest.blocks.size(); i++) {
    const Loop *loop = analyses.loops.getLoopFor(nest.blocks[i]);
    if (!loop->isInnermost())
      continue;
    size += nest.blocks[i]->size();
    carried = std::max(carried, sumsCarried(loop));
    for (const Access &access : nest.accesses[i]) {
      Walk walk = readWalk(nest, access.instruction, analyses);
      if (!walk.fine)
        return 1;
      unsigned weight = access.kind == ADD ? 2 : 1;
      all += weight;
      shared += walk.repeats ? weight : 0;
      sums |= access.kind == ADD && walk.repeats && walk.moves;
    }
  }
  if ((!sums && carried == 0) || shared * SHARED_PART < all)
    return 1;
  unsigned count = analyses.evolution.getSmallConstantTripCount(nest.outer);
  for (unsigned together = mostTogether(nest); together > 1; together /= 2)
    if (size * together <= LARGEST_BODY && (sums || carried * together <= MOST_CARRIED) &&
        (count == 0 || count >= 2 * together))
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

using Place = std::pair<const SCEV *, Type *>;

// Forgets what is known of other places that an access may come to by turns, as x[i][j] and
// x[i][m - j] do. All else that meets is of one iteration of the outer loop, and at the same place.
template <typename Access>
void forgetMet(DenseMap<Place, Access *> &known, const Place &place, const Nest &nest,
               ScalarEvolution &evolution) {
  for (auto next = known.begin(); next != known.end();) {
    auto entry = next++;
    const SCEV *distance = evolution.getMinusSCEV(entry->first.first, place.first);
    if (!isa<SCEVCouldNotCompute>(distance) && any_of(nest.within, [&](const Loop *loop) {
          return !evolution.isLoopInvariant(distance, loop);
        }))
      known.erase(entry);
  }
}

// The sums of the interleaved iterations that go to one place become one, and
// what they read alike is read once.
void merge(BasicBlock *body, const Nest &nest, ScalarEvolution &evolution) {
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
    auto *store = dyn_cast<StoreInst>(access);
    if (store) {
      read.erase(place);
      forgetMet(read, place, nest, evolution);
    }
    if (store && !readSum(store, later)) {
      added.erase(place);
      forgetMet(added, place, nest, evolution);
    } else if (store) {
      StoreInst *&last = added[place];
      if (last && readSum(last, earlier) && last->comesBefore(later.load)) {
        halves.erase(earlier.load);
        join(last, earlier, later);
      }
      last = store;
    } else if (!halves.count(access)) {
      added.erase(place);
      forgetMet(added, place, nest, evolution);
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

// Takes an invariant choice out of a nest, if that lets iterations be interleaved. The other nest,
// if it takes two; or null.
Loop *settleChoice(Loop *outer, Analyses &analyses, bool &changed) {
  Loop *inner = outer->getSubLoops().front();
  if (isLeftAlone(inner) || isLeftAlone(outer) || inner->getNumBlocks() != 1 ||
      outer->getSubLoops().size() != 1 || !isSimpleLoop(inner) || !isSimpleLoop(outer) ||
      !outer->isLCSSAForm(analyses.dominators) || !invariantChoice(outer, inner))
    return nullptr;
  Nest nest;
  nest.outer = outer;
  nest.within = {inner};
  nest.blocks = {inner->getHeader()};
  nest.accesses.resize(1);
  if (!collect(inner->getHeader(), nest.accesses[0]) || iterationsTogether(nest, analyses) == 1)
    return nullptr;
  BranchInst *branch = invariantChoice(outer, inner);
  changed = true;
  if (takeAlways(branch, outer, analyses))
    return nullptr;
  IRBuilder<> builder(outer->getLoopPreheader()->getTerminator());
  Value *condition = builder.CreateFreeze(branch->getCondition());
  Loop *copy = version(outer, condition, /*rare=*/false, analyses);
  settle(branch, false, analyses);
  settle(invariantChoice(copy, copy->getSubLoops().front()), true, analyses);
  analyses.evolution.forgetAllLoops();
  return copy;
}

// Does an outermost loop run downwards, as the reverse sweep does, and could its counters run
// upwards? In a nest that is entered often the comparisons that it takes cost what it gains.
bool countsDown(const Nest &nest, ScalarEvolution &evolution,
                SmallVectorImpl<Induction> &counters) {
  bool down = false;
  if (nest.outer->getParentLoop())
    return false;
  for (PHINode &phi : nest.outer->getHeader()->phis()) {
    auto *steps = cast<SCEVAddRecExpr>(evolution.getSCEV(&phi));
    counters.push_back({&phi, steps});
    const SCEV *step = steps->getStepRecurrence(evolution);
    if (evolution.isKnownPositive(step))
      return false;
    down |= evolution.isKnownNegative(step);
  }
  const SCEV *last = evolution.getBackedgeTakenCount(nest.outer);
  return down && nest.outer->getExitBlock()->phis().empty() &&
         SCEVExpander(evolution, "last")
             .isSafeToExpandAt(last, nest.outer->getLoopPreheader()->getTerminator());
}

// Interleaves iterations of a loop; the nests in what is left of them go to `others`.
bool interleaveIterations(Loop *outer, Analyses &analyses, SmallVectorImpl<Loop *> &others) {
  Nest nest;
  if (!readNest(outer, analyses, nest) || isLeftAlone(outer) || any_of(nest.within, isLeftAlone))
    return false;
  unsigned together = iterationsTogether(nest, analyses);
  if (together == 1)
    return false;
  SmallVector<Induction, 4> counters;
  bool turns = countsDown(nest, analyses.evolution, counters);
  Value *meeting = turns ? expandMeeting(nest, ANY, analyses) : nullptr;
  if (!meeting) {
    turns = false;
    meeting = expandMeeting(nest, INTERLEAVED, analyses);
  }
  if (!meeting)
    return false;
  if (meeting != ConstantInt::getFalse(meeting->getContext()))
    for (Loop *loop : version(outer, meeting, /*rare=*/true, analyses)->getLoopsInPreorder())
      leaveAlone(loop);
  if (turns) {
    turnRound(outer, counters, analyses.evolution.getBackedgeTakenCount(outer), analyses.evolution);
    analyses.evolution.forgetAllLoops();
  }
  Loop *rest;
  if (!runTogether(nest, together, analyses, rest))
    return true;
  for (Loop *loop : nest.within)
    if (loop->isInnermost())
      merge(loop->getHeader(), nest, analyses.evolution);
  if (rest)
    for (Loop *loop : *rest)
      if (!loop->isInnermost())
        others.push_back(loop);
  return true;
}

} // namespace

PreservedAnalyses JamPass::run(Function &function, FunctionAnalysisManager &manager) {
  Analyses analyses = Analyses::of(function, manager);
  SmallVector<Loop *, 8> nests;
  for (Loop *loop : analyses.loops.getLoopsInPreorder()) // outer ones first
    if (!loop->isInnermost())
      nests.push_back(loop);
  bool changed = false;
  for (size_t i = 0; i < nests.size(); i++)
    if (Loop *other = settleChoice(nests[i], analyses, changed))
      nests.push_back(other);
  for (size_t i = 0, count = nests.size(); i < count; i++)
    changed |= goByStrips(nests[i], analyses);
  for (size_t i = 0; i < nests.size(); i++)
    changed |= interleaveIterations(nests[i], analyses, nests);
  return changed ? PreservedAnalyses::none() : PreservedAnalyses::all();
}
