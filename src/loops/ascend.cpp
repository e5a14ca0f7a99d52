// Loops that run downwards in memory, turned round. A reverse sweep runs every loop from its last
// iteration to its first, so that vectorised code would have to reverse each vector that it loads
// and stores. Where no iteration depends on another but by sums whose order is free, the loop may
// as well run upwards; where only overlapping pointers could make one depend on another, a copy of
// the loop that keeps its direction is chosen at run time if they do.
//
// Runs before LLVM's vectoriser, on innermost loops in simplified form with one exit, at the latch.
#include "ascend.h"

#include "carry.h"
#include "jam_nest.h"
#include "neighbours.h"
#include "reload.h"
#include "turn.h"

#include "llvm/ADT/DenseSet.h"
#include "llvm/Analysis/IVDescriptors.h"
#include "llvm/Analysis/LoopAccessAnalysis.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/Analysis/ScalarEvolutionExpressions.h"
#include "llvm/IR/Dominators.h"
#include "llvm/Transforms/Utils/LoopUtils.h"
#include "llvm/Transforms/Utils/LoopVersioning.h"
#include "llvm/Transforms/Utils/ScalarEvolutionExpander.h"

using namespace llvm;

namespace {

struct Analyses {
  LoopInfo &loops;
  DominatorTree &dominators;
  ScalarEvolution &evolution;
  LoopAccessInfoManager &accesses;
};

// The phis of a loop's header: what follows from the number of the iteration, and sums.
struct Header {
  SmallVector<Induction, 4> inductions;
  SmallPtrSet<Instruction *, 4> results; // the last values of sums
};

bool orderIsFree(const RecurrenceDescriptor &reduction) {
  RecurKind kind = reduction.getRecurrenceKind();
  if (RecurrenceDescriptor::isIntegerRecurrenceKind(kind))
    return !RecurrenceDescriptor::isAnyOfRecurrenceKind(kind) &&
           !RecurrenceDescriptor::isFindIVRecurrenceKind(kind);
  return RecurrenceDescriptor::isFloatingPointRecurrenceKind(kind) && !reduction.hasExactFPMath() &&
         !reduction.isOrdered();
}

bool readHeader(Loop *loop, Analyses &analyses, Header &header) {
  for (PHINode &phi : loop->getHeader()->phis()) {
    RecurrenceDescriptor reduction;
    if (RecurrenceDescriptor::isReductionPHI(&phi, loop, reduction)) {
      if (!orderIsFree(reduction) || reduction.IntermediateStore)
        return false;
      header.results.insert(reduction.getLoopExitInstr());
      continue;
    }
    if (!analyses.evolution.isSCEVable(phi.getType()))
      return false;
    auto *steps = dyn_cast<SCEVAddRecExpr>(analyses.evolution.getSCEV(&phi));
    if (!steps || steps->getLoop() != loop || !steps->isAffine())
      return false;
    header.inductions.push_back({&phi, steps});
  }
  // The last iteration will be another: only sums may be wanted after the loop.
  for (BasicBlock *block : loop->blocks())
    for (Instruction &instruction : *block)
      for (User *user : instruction.users())
        if (!loop->contains(cast<Instruction>(user)) && !header.results.count(&instruction))
          return false;
  return true;
}

// How the loop walks through memory: the accesses that go to the next place less those that go to
// the one before, and whether a store goes down by many places at a time.
struct Walk {
  int upwards = 0;
  bool scatters = false;
};

Walk readWalk(Loop *loop, Analyses &analyses) {
  const int64_t far = 4; // elements: a few still lie in one vector
  Walk walk;
  PredicatedScalarEvolution predicated(analyses.evolution, *loop);
  for (BasicBlock *block : loop->blocks())
    for (Instruction &instruction : *block) {
      Value *pointer = getLoadStorePointerOperand(&instruction);
      if (!pointer)
        continue;
      int64_t stride =
          getPtrStride(predicated, getLoadStoreType(&instruction), pointer, loop,
                       analyses.dominators, DenseMap<Value *, const SCEV *>(), /*Assume=*/false,
                       /*ShouldCheckWrap=*/false)
              .value_or(0);
      if (stride == 1 || stride == -1)
        walk.upwards += (int)stride;
      walk.scatters |= isa<StoreInst>(instruction) && stride < -far;
    }
  return walk;
}

// The sums in memory, each at one place for the whole loop; false if a store to one place is
// anything else.
bool readSums(Loop *loop, ScalarEvolution &evolution, const LoopAccessInfo &access,
              SmallVectorImpl<Carried> &sums) {
  for (StoreInst *store : access.getStoresToInvariantAddresses()) {
    Carried sum;
    if (!readCarried(loop, evolution, evolution.getSCEV(store->getPointerOperand()), sum) ||
        sum.loads.size() != 1)
      return false;
    sums.push_back(sum);
  }
  return true;
}

// Are all accesses of different iterations apart but for sums, given the run-time checks of the
// analysis?
bool iterationsAreApart(Loop *loop, const LoopAccessInfo &access, ScalarEvolution &evolution) {
  const MemoryDepChecker &checker = access.getDepChecker();
  if (access.hasConvergentOp() || !endsAreApart(loop, evolution))
    return false;
  if (access.canVectorizeMemory() && !checker.isSafeForVectorization())
    return true; // given up: every pair of accesses is compared at run time
  // Where it is only that iterations depend on one another, all that do are known.
  if (!access.canVectorizeMemory() &&
      (checker.isSafeForVectorization() || checker.shouldRetryWithRuntimeChecks()))
    return false;
  const auto *dependences = checker.getDependences();
  if (!dependences)
    return false;
  SmallPtrSet<const Instruction *, 16> summed;
  for (Instruction &instruction : *loop->getHeader()) {
    jam::Sum sum;
    if (auto *store = dyn_cast<StoreInst>(&instruction); store && jam::readSum(store, sum))
      summed.insert({store, sum.load});
  }
  for (const MemoryDepChecker::Dependence &dependence : *dependences) {
    if (dependence.Type == MemoryDepChecker::Dependence::NoDep)
      continue;
    Instruction *source = dependence.getSource(checker);
    Instruction *destination = dependence.getDestination(checker);
    // The sum at a place of the whole loop goes to a register (readSums): no other may meet it.
    const SCEV *from = evolution.getSCEV(getLoadStorePointerOperand(source));
    const SCEV *to = evolution.getSCEV(getLoadStorePointerOperand(destination));
    bool stays = evolution.isLoopInvariant(from, loop) || evolution.isLoopInvariant(to, loop);
    if ((!stays || from == to) && summed.contains(source) && summed.contains(destination) &&
        getLoadStoreType(source) == getLoadStoreType(destination))
      continue;
    if (from != to || getLoadStoreType(source) != getLoadStoreType(destination) ||
        !isElsewhereInEach(loop, source, evolution))
      return false; // else within one iteration
  }
  return true;
}

// Does each iteration write to places of its own but for sums? Where it does not, as with an index
// that comes round, the last to write is what counts. The analysis compares accesses in pairs, and
// says nothing of one store.
bool storesAreApart(Loop *loop, const LoopAccessInfo &access, ScalarEvolution &evolution) {
  const SCEVPredicate &assumed = access.getPSE().getPredicate();
  for (BasicBlock *block : loop->blocks())
    for (Instruction &instruction : *block) {
      auto *store = dyn_cast<StoreInst>(&instruction);
      jam::Sum sum;
      if (!store || jam::readSum(store, sum))
        continue;
      const SCEV *address = evolution.getSCEV(store->getPointerOperand());
      if (evolution.isLoopInvariant(address, loop)) // see readSums
        continue;
      if (!isElsewhereInEach(loop, store, evolution.rewriteUsingPredicate(address, loop, assumed),
                             evolution))
        return false;
    }
  return true;
}

// Run-time checks of which some say the same: ranges of one length that lie some distance apart
// are clear of each other, and then so are those at any multiple of it. For the rows of a matrix,
// of which each would be compared with every other, two neighbours speak for all.
SmallVector<RuntimePointerCheck, 4> withoutImplied(ArrayRef<RuntimePointerCheck> pairs,
                                                   ScalarEvolution &evolution) {
  enum { LARGEST_MULTIPLE = 8 };
  DenseSet<std::pair<const SCEV *, const SCEV *>> implied; // distance, length
  SmallVector<RuntimePointerCheck, 4> needed;
  for (auto [a, b] : pairs) {
    const SCEV *distance = evolution.getMinusSCEV(b->Low, a->Low);
    const SCEV *length = evolution.getMinusSCEV(a->High, a->Low);
    bool comparable = !isa<SCEVCouldNotCompute>(distance) && !isa<SCEVCouldNotCompute>(length) &&
                      length == evolution.getMinusSCEV(b->High, b->Low);
    if (comparable && implied.contains({distance, length}))
      continue;
    needed.emplace_back(a, b);
    for (int64_t way : {1, -1})
      for (int64_t multiple = 1; comparable && multiple <= LARGEST_MULTIPLE; multiple++) {
        const SCEV *factor =
            evolution.getConstant(distance->getType(), (uint64_t)(way * multiple), true);
        implied.insert({evolution.getMulExpr(factor, distance), length});
      }
  }
  return needed;
}

// Splits off a copy for pointers that do overlap. The copy is left as it is: the vectoriser would
// come to the same checks, and it hardly ever runs.
void version(Loop *loop, Analyses &analyses, const LoopAccessInfo &access) {
  if (!access.getNumRuntimePointerChecks() && access.getPSE().getPredicate().isAlwaysTrue())
    return;
  ArrayRef<RuntimePointerCheck> pairs = access.getRuntimePointerChecking()->getChecks();
  LoopVersioning versioning(access, withoutImplied(pairs, analyses.evolution), loop,
                            &analyses.loops, &analyses.dominators, &analyses.evolution);
  versioning.versionLoop();
  LoopVersioning all(access, pairs, loop, &analyses.loops, &analyses.dominators,
                     &analyses.evolution);
  all.annotateLoopWithNoAlias();
  addStringMetadataToLoop(versioning.getNonVersionedLoop(), "llvm.loop.isvectorized", 1);
  versioning.getNonVersionedLoop()->setLoopAlreadyUnrolled();
}

// A loop that will not be vectorised gains nothing.
bool isLeftAlone(const Loop *loop) {
  return getBooleanLoopAttribute(loop, "llvm.loop.isvectorized") ||
         getOptionalBoolLoopAttribute(loop, "llvm.loop.vectorize.enable") == false;
}

bool ascend(Loop *loop, Analyses &analyses) {
  if (isLeftAlone(loop) || !loop->isInnermost() || !loop->isLoopSimplifyForm() ||
      !loop->isRotatedForm() || loop->getExitingBlock() != loop->getLoopLatch() ||
      !loop->getExitBlock() || !loop->isSafeToClone())
    return false;
  const SCEV *last = analyses.evolution.getBackedgeTakenCount(loop);
  Header header;
  if (isa<SCEVCouldNotCompute>(last) || !last->getType()->isIntegerTy() ||
      !readHeader(loop, analyses, header))
    return false;
  Walk walk = readWalk(loop, analyses);
  if (walk.scatters && walk.upwards == 0) {
    // Vectors across the iterations would be scattered element by element; left alone, what one
    // iteration does to neighbouring places becomes vectors.
    addStringMetadataToLoop(loop, "llvm.loop.vectorize.enable", 0);
    return true;
  }
  if (walk.upwards >= 0)
    return false;
  const LoopAccessInfo &access = analyses.accesses.getInfo(*loop);
  SmallVector<Carried, 2> sums;
  SCEVExpander expander(analyses.evolution, "ascend");
  if (!iterationsAreApart(loop, access, analyses.evolution) ||
      !storesAreApart(loop, access, analyses.evolution) ||
      !readSums(loop, analyses.evolution, access, sums) ||
      !expander.isSafeToExpandAt(last, loop->getLoopPreheader()->getTerminator()))
    return false;
  version(loop, analyses, access);
  for (const Carried &sum : sums)
    carry(loop, analyses.loops, analyses.dominators, sum);
  header = {};
  if (readHeader(loop, analyses, header)) // are the sums in an order that is free?
    turnRound(loop, header.inductions, last, analyses.evolution);
  analyses.evolution.forgetLoop(loop);
  analyses.accesses.clear();
  return true;
}

} // namespace

bool ascend(Loop *loop, LoopInfo &loops, DominatorTree &dominators, ScalarEvolution &evolution,
            LoopAccessInfoManager &accesses, AAResults &aliases, AssumptionCache &assumptions) {
  Analyses analyses = {loops, dominators, evolution, accesses};
  if (ascend(loop, analyses))
    return true;
  if (isLeftAlone(loop))
    return false;
  Reloads reloads(loop, loops, dominators, evolution, aliases, assumptions);
  if (!reloads.any())
    return false;
  Analyses again = {loops, dominators, evolution, reloads.accesses()};
  if (ascend(loop, again))
    return true;
  reloads.undo();
  return false;
}

PreservedAnalyses AscendPass::run(Function &function, FunctionAnalysisManager &manager) {
  LoopInfo &all = manager.getResult<LoopAnalysis>(function);
  SmallVector<Loop *, 8> loops(all.getLoopsInPreorder());
  bool changed = false;
  for (Loop *loop : loops)
    changed |= ascend(loop, all, manager.getResult<DominatorTreeAnalysis>(function),
                      manager.getResult<ScalarEvolutionAnalysis>(function),
                      manager.getResult<LoopAccessAnalysis>(function),
                      manager.getResult<AAManager>(function),
                      manager.getResult<AssumptionAnalysis>(function));
  return changed ? PreservedAnalyses::none() : PreservedAnalyses::all();
}
