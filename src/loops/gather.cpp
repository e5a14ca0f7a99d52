// Additions to neighbouring places, each place by the last iteration that comes to it. Where the
// primal reads neighbours, every iteration of the reverse sweep adds to several places, and
// neighbouring iterations to the same ones:
//
//   do { x[i] += f(i); x[i + 1] += g(i); } while (++i < n);
//
// Every load of x[i] waits for the store of the iteration before, and there is no vector of
// iterations. But what is to be added does not depend on x, and additions commute: an iteration may
// hand on what it has for the places that are still to come.
//
//   do { x[i] += f(i) + handed; handed = g(i); } while (++i < n);
//   x[n] += handed;
//
// LLVM's vectoriser knows this: a value that the iteration before has computed, taken from the lane
// beside. Nothing but sums may touch the places as long as what is added to them is under way.
//
// Runs before LLVM's vectoriser, on loops of one block in simplified form.
#include "gather.h"

#include "ascend.h"
#include "jam_nest.h"
#include "neighbours.h"
#include "reload.h"

#include "llvm/Analysis/LoopAccessAnalysis.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/Transforms/Utils/ScalarEvolutionExpander.h"

using namespace llvm;
using namespace jam;

namespace {

enum { WIDEST = 8, MOST_ACCESSES = 60 };

// A sum in memory, at the place that the first of its window comes to `ahead` iterations later.
struct Step {
  StoreInst *store;
  int64_t ahead;
};

struct Window {
  Neighbours places;
  SmallVector<Step, 8> steps;

  // Of the window's places, from the one that it leaves next.
  unsigned place(const Step &step) const { return (unsigned)(step.ahead - places.least); }
};

bool isApartFrom(const Window &window, const Access &other, const Loop *loop,
                 BatchAAResults &aliases, ScalarEvolution &evolution,
                 const ScalarEvolution::LoopGuards &guards) {
  return all_of(
             window.steps,
             [&](const Step &step) { return jam::isApart(aliases, other, {step.store, ADD}); }) ||
         isBeside(window.places, other.instruction, loop, evolution, guards);
}

SmallVector<Window, 4> findWindows(Loop *loop, ArrayRef<Access> accesses, Analyses &analyses) {
  ScalarEvolution &evolution = analyses.evolution;
  ScalarEvolution::LoopGuards guards = ScalarEvolution::LoopGuards::collect(loop, evolution);
  BatchAAResults aliases(analyses.aliases);
  aliases.enableCrossIterationMode();
  SmallPtrSet<Instruction *, 16> taken;
  SmallVector<Window, 4> windows;
  for (const Access &first : accesses) {
    Window window;
    if (first.kind != ADD || taken.contains(first.instruction) ||
        !startNeighbours(window.places, first.instruction, loop, evolution))
      continue;
    for (const Access &access : accesses) {
      if (access.kind != ADD || taken.contains(access.instruction))
        continue;
      if (auto ahead = joinNeighbours(window.places, access.instruction, WIDEST, evolution)) {
        taken.insert(access.instruction);
        window.steps.push_back({cast<StoreInst>(access.instruction), *ahead});
      }
    }
    if (window.places.width() > 1 && all_of(accesses, [&](const Access &access) {
          return isApartFrom(window, access, loop, aliases, evolution, guards);
        }))
      windows.push_back(window);
  }
  return windows;
}

// A place of the window: what an iteration adds there itself, and what it hands on for it.
struct Place {
  bool own = false;
  Value *added = nullptr, *handed = nullptr;
  PHINode *received = nullptr; // what the iteration before has handed on
  AAMDNodes metadata;
};

struct Gatherer {
  Loop *loop;
  ScalarEvolution &evolution;
  const Window &window;
  BasicBlock *body, *preheader, *exit;
  SmallVector<Place, WIDEST> places;
  FastMathFlags flags = FastMathFlags::getFast();
  LoadInst *load = nullptr; // of the place that the iteration leaves
  StoreInst *store = nullptr;

  Gatherer(Loop *loop, ScalarEvolution &evolution, const Window &window)
      : loop(loop), evolution(evolution), window(window), body(loop->getHeader()),
        preheader(loop->getLoopPreheader()), exit(loop->getExitBlock()),
        places(window.places.width()) {}

  void takeOut(const Step &step);
  void handOn();
  void addBehind(unsigned place, Value *pointer);
  Value *behind(Value *value);
};

// What a step adds is not stored any more.
void Gatherer::takeOut(const Step &step) {
  Sum sum;
  readSum(step.store, sum);
  Place &place = places[window.place(step)];
  place.own = true;
  place.metadata = step.store->getAAMetadata();
  for (BinaryOperator *addition : sum.additions)
    flags &= addition->getFastMathFlags();
  if (window.place(step) == 0 && !store) {
    load = cast<LoadInst>(sum.load->clone());
    store = cast<StoreInst>(step.store->clone());
  }
  step.store->eraseFromParent();
  sum.load->replaceAllUsesWith(ConstantFP::getZero(sum.load->getType(), /*Negative=*/true));
  sum.load->eraseFromParent();
  BinaryOperator *first = sum.additions.front();
  Value *added = sum.additions.back();
  if (first->getOpcode() == Instruction::FAdd) {
    Value *summand = first->getOperand(isa<ConstantFP>(first->getOperand(0)) ? 1 : 0);
    added = first == added ? summand : added;
    first->replaceAllUsesWith(summand);
    first->eraseFromParent();
  }
  IRBuilder<> builder(body->getTerminator());
  builder.setFastMathFlags(flags);
  place.added = place.added ? builder.CreateFAdd(place.added, added) : added;
}

void Gatherer::handOn() {
  IRBuilder<> builder(body->getTerminator());
  builder.setFastMathFlags(flags);
  Type *type = load->getType();
  for (size_t i = places.size(); i-- > 1;) {
    Place &place = places[i];
    place.received = PHINode::Create(type, 2, "received", body->begin());
    place.received->addIncoming(ConstantFP::getZero(type, /*Negative=*/true), preheader);
    Value *before = i + 1 < places.size() ? places[i + 1].received : nullptr;
    place.handed = !place.added ? before
                   : before     ? builder.CreateFAdd(place.added, before)
                                : place.added;
    place.received->addIncoming(place.handed, body);
  }
  Value *sum = builder.CreateFAdd(places[0].added, places[1].received);
  builder.Insert(load);
  store->setOperand(0, builder.CreateFAdd(load, sum));
  builder.Insert(store);
}

// A value of the last iteration, behind the loop.
Value *Gatherer::behind(Value *value) {
  if (loop->isLoopInvariant(value))
    return value;
  PHINode *phi = PHINode::Create(value->getType(), 1, "gather.last", exit->begin());
  phi->addIncoming(value, body);
  return phi;
}

// Behind the loop, what was handed on for a place beyond that of the last iteration. Where no step
// goes there itself, a run of few iterations has not been there: what was handed on is nothing
// then, and goes to the place of the last iteration instead.
void Gatherer::addBehind(unsigned number, Value *pointer) {
  const Place &place = places[number];
  Value *handed = behind(place.handed);
  IRBuilder<> builder(exit, exit->getFirstInsertionPt());
  builder.setFastMathFlags(flags);
  Value *bytes = builder.getInt64((uint64_t)window.places.stride * number);
  if (!place.own) {
    unsigned from = number;
    while (!places[from].own)
      from++;
    SCEVExpander expander(evolution, "gather");
    const SCEV *last = evolution.getBackedgeTakenCount(loop);
    Value *iterations = expander.expandCodeFor(last, last->getType(), preheader->getTerminator());
    Value *comes =
        builder.CreateICmpUGE(iterations, ConstantInt::get(last->getType(), from - number));
    bytes = builder.CreateSelect(comes, bytes, builder.getInt64(0));
  }
  Value *there = builder.CreatePtrAdd(pointer, bytes);
  auto *found = builder.CreateAlignedLoad(handed->getType(), there, load->getAlign());
  Value *sum = builder.CreateFAdd(found, handed);
  auto *left = builder.CreateAlignedStore(sum, there, store->getAlign());
  if (place.own) {
    found->setAAMetadata(place.metadata);
    left->setAAMetadata(place.metadata);
  }
}

bool isOpen(Loop *loop) {
  return loop->isInnermost() && loop->getNumBlocks() == 1 && isSimpleLoop(loop) &&
         !getBooleanLoopAttribute(loop, "llvm.loop.isvectorized") &&
         getOptionalBoolLoopAttribute(loop, "llvm.loop.vectorize.enable") != false;
}

bool gather(Loop *loop, Analyses &analyses, LoopAccessInfoManager &facts) {
  const SCEV *last = analyses.evolution.getBackedgeTakenCount(loop);
  SCEVExpander expander(analyses.evolution, "gather");
  SmallVector<Access, 16> accesses;
  if (isa<SCEVCouldNotCompute>(last) ||
      !expander.isSafeToExpandAt(last, loop->getLoopPreheader()->getTerminator()) ||
      !collect(loop->getHeader(), accesses) || accesses.size() > MOST_ACCESSES)
    return false;
  SmallVector<Window, 4> windows = findWindows(loop, accesses, analyses);
  if (windows.empty() || facts.getInfo(*loop).canVectorizeMemory())
    return false;
  // What is handed on goes one way only, so that the loop is not turned round any more.
  if (ascend(loop, analyses.loops, analyses.dominators, analyses.evolution, facts, analyses.aliases,
             analyses.assumptions)) {
    accesses.clear();
    if (!isOpen(loop) || !collect(loop->getHeader(), accesses))
      return true;
    windows = findWindows(loop, accesses, analyses);
  }
  for (const Window &window : windows) {
    Gatherer gatherer(loop, analyses.evolution, window);
    for (const Step &step : window.steps)
      gatherer.takeOut(step);
    gatherer.handOn();
    Value *pointer = gatherer.behind(gatherer.store->getPointerOperand());
    for (unsigned place = 1; place < window.places.width(); place++)
      gatherer.addBehind(place, pointer);
  }
  analyses.evolution.forgetLoop(loop);
  facts.clear();
  return true;
}

bool gatherOrReload(Loop *loop, Analyses &analyses, LoopAccessInfoManager &facts) {
  if (!isOpen(loop))
    return false;
  if (gather(loop, analyses, facts))
    return true;
  Reloads reloads(loop, analyses.loops, analyses.dominators, analyses.evolution, analyses.aliases,
                  analyses.assumptions);
  if (!reloads.any())
    return false;
  if (gather(loop, analyses, reloads.accesses()))
    return true;
  reloads.undo();
  return false;
}

} // namespace

PreservedAnalyses GatherPass::run(Function &function, FunctionAnalysisManager &manager) {
  Analyses analyses = Analyses::of(function, manager);
  LoopAccessInfoManager &facts = manager.getResult<LoopAccessAnalysis>(function);
  SmallVector<Loop *, 8> loops(analyses.loops.getLoopsInPreorder());
  bool changed = false;
  for (Loop *loop : loops)
    changed |= gatherOrReload(loop, analyses, facts);
  return changed ? PreservedAnalyses::none() : PreservedAnalyses::all();
}
