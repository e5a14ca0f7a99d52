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
// Runs before the vectoriser, on a loop of three blocks: what comes before the
// inner loop, the inner loop, and what comes after it.
#include "jam.h"

#include "llvm/Analysis/AliasAnalysis.h"
#include "llvm/Analysis/AssumptionCache.h"
#include "llvm/Analysis/DomTreeUpdater.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/Analysis/MemoryLocation.h"
#include "llvm/Analysis/OptimizationRemarkEmitter.h"
#include "llvm/Analysis/ScalarEvolution.h"
#include "llvm/Analysis/ScalarEvolutionExpressions.h"
#include "llvm/Analysis/TargetTransformInfo.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/MDBuilder.h"
#include "llvm/Transforms/Utils/BasicBlockUtils.h"
#include "llvm/Transforms/Utils/Cloning.h"
#include "llvm/Transforms/Utils/Local.h"
#include "llvm/Transforms/Utils/LoopSimplify.h"
#include "llvm/Transforms/Utils/LoopUtils.h"
#include "llvm/Transforms/Utils/ScalarEvolutionExpander.h"
#include "llvm/Transforms/Utils/UnrollLoop.h"

using namespace llvm;

namespace {

struct Analyses {
  LoopInfo &loops;
  DominatorTree &dominators;
  ScalarEvolution &evolution;
  AAResults &aliases;
  AssumptionCache &assumptions;
  const TargetTransformInfo &target;
  OptimizationRemarkEmitter &remarks;
};

enum Kind { READ, WRITE, ADD };

struct Access {
  Instruction *instruction; // of a sum: its store
  Kind kind;
};

struct Nest {
  Loop *outer, *inner;
  BasicBlock *before, *body, *after;
  SmallVector<Access, 8> accesses[3]; // by block
};

bool isOrderFree(const Value *value) {
  auto *operation = dyn_cast<BinaryOperator>(value);
  return operation && operation->getOpcode() == Instruction::FAdd && operation->hasAllowReassoc() &&
         operation->hasNoSignedZeros();
}

// The sum in memory that a store completes: it adds to what a load found there,
// nothing else sees that or what came of it, and nothing is stored meanwhile.
struct Sum {
  LoadInst *load = nullptr;
  SmallVector<BinaryOperator *, 4> additions; // the first takes the load, the last is stored
};

LoadInst *loadOf(const BinaryOperator *addition, const StoreInst *store) {
  for (Value *operand : addition->operands()) {
    auto *load = dyn_cast<LoadInst>(operand);
    if (load && load->hasOneUse() && load->isSimple() && load->getParent() == store->getParent() &&
        load->getPointerOperand() == store->getPointerOperand())
      return load;
  }
  return nullptr;
}

// Natural alignment: two sums of one type are at the same place, or apart.
bool isAligned(const StoreInst *store) {
  TypeSize size = store->getDataLayout().getTypeStoreSize(store->getValueOperand()->getType());
  return !size.isScalable() && store->getAlign() >= size.getFixedValue();
}

bool readSum(StoreInst *store, Sum &sum) {
  enum { LONGEST = 32 };
  sum = {};
  if (!store->isSimple() || !isAligned(store))
    return false;
  Value *value = store->getValueOperand();
  for (unsigned i = 0; i < LONGEST && !sum.load; i++) {
    if (!isOrderFree(value) || !value->hasOneUse())
      return false;
    auto *addition = cast<BinaryOperator>(value);
    if (addition->getParent() != store->getParent())
      return false;
    sum.additions.push_back(addition);
    sum.load = loadOf(addition, store);
    Value *left = addition->getOperand(0);
    value = isOrderFree(left) && left->hasOneUse() ? left : addition->getOperand(1);
  }
  std::reverse(sum.additions.begin(), sum.additions.end());
  if (!sum.load || !sum.load->comesBefore(store))
    return false;
  for (Instruction *i = sum.load->getNextNode(); i != store; i = i->getNextNode())
    if (i->mayWriteToMemory())
      return false;
  return true;
}

bool collect(BasicBlock *block, SmallVectorImpl<Access> &accesses) {
  SmallPtrSet<Instruction *, 8> halves; // loads that belong to a sum
  Sum sum;
  for (Instruction &instruction : *block)
    if (auto *store = dyn_cast<StoreInst>(&instruction); store && readSum(store, sum))
      halves.insert(sum.load);
  for (Instruction &instruction : *block) {
    auto *store = dyn_cast<StoreInst>(&instruction);
    auto *load = dyn_cast<LoadInst>(&instruction);
    if ((store && !store->isSimple()) || (load && !load->isSimple()))
      return false;
    if (store)
      accesses.push_back({store, readSum(store, sum) ? ADD : WRITE});
    else if (load && !halves.count(load))
      accesses.push_back({load, READ});
    else if (!load && (instruction.mayReadOrWriteMemory() || instruction.mayThrow() ||
                       !instruction.willReturn()))
      return false;
  }
  return true;
}

bool isApart(BatchAAResults &aliases, const Access &a, const Access &b) {
  if (a.kind == READ && b.kind == READ)
    return true;
  if (a.kind == ADD && b.kind == ADD &&
      getLoadStoreType(a.instruction) == getLoadStoreType(b.instruction))
    return true;
  MemoryLocation x = MemoryLocation::getBeforeOrAfter(getLoadStorePointerOperand(a.instruction),
                                                      a.instruction->getAAMetadata());
  MemoryLocation y = MemoryLocation::getBeforeOrAfter(getLoadStorePointerOperand(b.instruction),
                                                      b.instruction->getAAMetadata());
  return aliases.isNoAlias(x, y);
}

// Pairs of accesses that nobody says are apart.
using Doubts = SmallVector<std::pair<const Access *, const Access *>, 16>;

void collectDoubts(BatchAAResults &aliases, ArrayRef<Access> some, ArrayRef<Access> others,
                   Doubts &doubts) {
  for (const Access &a : some)
    for (const Access &b : others)
      if (!isApart(aliases, a, b))
        doubts.emplace_back(&a, &b);
}

// What must be apart for the iterations of the outer loop to be interleaved: what changes places
// with something of another iteration.
Doubts readDoubts(const Nest &nest, AAResults &results) {
  BatchAAResults aliases(results);
  aliases.enableCrossIterationMode();
  auto &[before, body, after] = nest.accesses;
  Doubts doubts;
  collectDoubts(aliases, body, body, doubts);
  collectDoubts(aliases, body, before, doubts);
  collectDoubts(aliases, body, after, doubts);
  collectDoubts(aliases, before, after, doubts);
  return doubts;
}

// The bytes that the accesses behind one pointer cover in a whole run of the nest.
struct Range {
  const SCEV *low = nullptr, *high = nullptr;
};

// Every iteration of the inner loop runs in every one of the outer loop, so the ends are among what
// is accessed, and do not wrap.
bool extend(Range &range, const Nest &nest, const Instruction *access, ScalarEvolution &evolution) {
  const SCEV *low =
      evolution.getSCEV(getLoadStorePointerOperand(const_cast<Instruction *>(access)));
  Type *type = evolution.getEffectiveSCEVType(low->getType());
  const SCEV *zero = evolution.getZero(type), *high = zero, *down = zero;
  for (const Loop *loop : {nest.inner, nest.outer}) {
    auto *steps = dyn_cast<SCEVAddRecExpr>(low);
    if (!steps || steps->getLoop() != loop)
      continue;
    const SCEV *last = evolution.getBackedgeTakenCount(loop);
    if (!steps->isAffine() ||
        evolution.getTypeSizeInBits(last->getType()) > evolution.getTypeSizeInBits(type))
      return false;
    const SCEV *way = evolution.getMulExpr(steps->getStepRecurrence(evolution),
                                           evolution.getNoopOrZeroExtend(last, type));
    high = evolution.getAddExpr(high, evolution.getSMaxExpr(zero, way));
    down = evolution.getAddExpr(down, evolution.getSMinExpr(zero, way));
    low = steps->getStart();
  }
  TypeSize size = access->getDataLayout().getTypeStoreSize(getLoadStoreType(access));
  if (!evolution.isLoopInvariant(low, nest.outer) || !evolution.isLoopInvariant(high, nest.outer) ||
      !evolution.isLoopInvariant(down, nest.outer) || size.isScalable())
    return false;
  high = evolution.getAddExpr(low, high, evolution.getConstant(type, size.getFixedValue()));
  low = evolution.getAddExpr(low, down);
  range.low = range.low ? evolution.getUMinExpr(range.low, low) : low;
  range.high = range.high ? evolution.getUMaxExpr(range.high, high) : high;
  return true;
}

// Whether, in one run of the nest, anything meets of which that is in doubt; null if that cannot be
// told before it.
Value *expandMeeting(const Nest &nest, const Doubts &doubts, Analyses &analyses) {
  ScalarEvolution &evolution = analyses.evolution;
  auto baseOf = [&](const Access *access) {
    return evolution.getPointerBase(
        evolution.getSCEV(getLoadStorePointerOperand(access->instruction)));
  };
  MapVector<const SCEV *, Range> ranges;
  SetVector<std::pair<const SCEV *, const SCEV *>> pairs;
  for (auto [a, b] : doubts) {
    const SCEV *x = baseOf(a), *y = baseOf(b);
    if (x == y)
      return nullptr;
    if (!pairs.contains({y, x}))
      pairs.insert({x, y});
    if (!extend(ranges[x], nest, a->instruction, evolution) ||
        !extend(ranges[y], nest, b->instruction, evolution))
      return nullptr;
  }
  Instruction *position = nest.outer->getLoopPreheader()->getTerminator();
  SCEVExpander expander(evolution, "range");
  for (auto &[base, range] : ranges)
    if (!expander.isSafeToExpandAt(range.low, position) ||
        !expander.isSafeToExpandAt(range.high, position))
      return nullptr;
  IRBuilder<> builder(position);
  auto expand = [&](const SCEV *end) {
    return expander.expandCodeFor(end, end->getType(), position);
  };
  Value *any = builder.getFalse();
  for (auto [x, y] : pairs) {
    Value *starts = builder.CreateICmpULT(expand(ranges[x].low), expand(ranges[y].high));
    Value *lasts = builder.CreateICmpULT(expand(ranges[y].low), expand(ranges[x].high));
    any = builder.CreateOr(any, builder.CreateAnd(starts, lasts), "meet");
  }
  return any;
}

// A copy of the loop for where `condition` holds before it, which may be said to be rare.
Loop *version(Loop *loop, Value *condition, bool rare, Analyses &analyses) {
  LoopInfo &loops = analyses.loops;
  DominatorTree &dominators = analyses.dominators;
  BasicBlock *choice = loop->getLoopPreheader(), *exit = loop->getExitBlock();
  BasicBlock *preheader = SplitBlock(choice, choice->getTerminator(), &dominators, &loops);
  ValueToValueMapTy values;
  SmallVector<BasicBlock *, 4> blocks;
  Loop *copy = cloneLoopWithPreheader(preheader, choice, loop, values, ".meeting", &loops,
                                      &dominators, blocks);
  remapInstructionsInBlocks(blocks, values);
  for (PHINode &phi : exit->phis())
    for (unsigned i = 0, count = phi.getNumIncomingValues(); i < count; i++) {
      Value *value = phi.getIncomingValue(i), *copied = values.lookup(value);
      if (Value *from = values.lookup(phi.getIncomingBlock(i)))
        phi.addIncoming(copied ? copied : value, cast<BasicBlock>(from));
    }
  Instruction *end = choice->getTerminator();
  IRBuilder<>(end).CreateCondBr(condition, copy->getLoopPreheader(), preheader,
                                rare ? MDBuilder(end->getContext()).createUnlikelyBranchWeights()
                                     : nullptr);
  end->eraseFromParent();
  dominators.changeImmediateDominator(exit, choice);
  formDedicatedExitBlocks(loop, &dominators, &loops, nullptr, /*PreserveLCSSA=*/true);
  formDedicatedExitBlocks(copy, &dominators, &loops, nullptr, /*PreserveLCSSA=*/true);
  analyses.evolution.forgetAllLoops();
  return copy;
}

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

// The outer loop's phis count, by what can be computed before the inner loop;
// the inner loop's phis do not see the outer loop's other iterations.
bool onlyCounts(const Nest &nest, ScalarEvolution &evolution) {
  for (PHINode &phi : nest.before->phis()) {
    if (!evolution.isSCEVable(phi.getType()))
      return false;
    auto *steps = dyn_cast<SCEVAddRecExpr>(evolution.getSCEV(&phi));
    auto *next = dyn_cast<Instruction>(phi.getIncomingValueForBlock(nest.after));
    if (!steps || steps->getLoop() != nest.outer || !steps->isAffine() || !next ||
        (next->getParent() != nest.after && next->getParent() != nest.before) ||
        !is_contained(next->operands(), &phi) || next->mayReadOrWriteMemory())
      return false;
    for (Value *operand : next->operands())
      if (operand != &phi && !nest.outer->isLoopInvariant(operand))
        return false;
  }
  return true;
}

bool isSimpleLoop(const Loop *loop) {
  return loop->isLoopSimplifyForm() && loop->isRotatedForm() && loop->isSafeToClone() &&
         loop->getExitingBlock() == loop->getLoopLatch() && loop->getExitBlock();
}

bool readNest(Loop *inner, Analyses &analyses, Nest &nest) {
  Loop *outer = inner->getParentLoop();
  if (!outer || inner->getNumBlocks() != 1 || outer->getNumBlocks() != 3 || !isSimpleLoop(inner) ||
      !isSimpleLoop(outer) || !outer->isLCSSAForm(analyses.dominators))
    return false;
  nest.outer = outer;
  nest.inner = inner;
  nest.before = outer->getHeader();
  nest.body = inner->getHeader();
  nest.after = outer->getLoopLatch();
  if (nest.before == nest.after || inner->getLoopPreheader() != nest.before ||
      inner->getExitBlock() != nest.after)
    return false;
  const SCEV *runs = analyses.evolution.getBackedgeTakenCount(inner);
  if (isa<SCEVCouldNotCompute>(runs) || !analyses.evolution.isLoopInvariant(runs, outer) ||
      isa<SCEVCouldNotCompute>(analyses.evolution.getBackedgeTakenCount(outer)))
    return false;
  return onlyCounts(nest, analyses.evolution) && collect(nest.before, nest.accesses[0]) &&
         collect(nest.body, nest.accesses[1]) && collect(nest.after, nest.accesses[2]);
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
  if (evolution.isLoopInvariant(place, nest.inner))
    return {true, false, evolution.isLoopInvariant(place, nest.outer)};
  auto *steps = dyn_cast<SCEVAddRecExpr>(place);
  if (!steps || steps->getLoop() != nest.inner || !steps->isAffine())
    return {false, true, false};
  auto *step = dyn_cast<SCEVConstant>(steps->getStepRecurrence(evolution));
  TypeSize size = access->getDataLayout().getTypeStoreSize(getLoadStoreType(access));
  bool next = step && !size.isScalable() && step->getAPInt().abs() == size.getFixedValue();
  return {next, true, evolution.isLoopInvariant(steps->getStart(), nest.outer)};
}

// How many iterations of the outer loop together; 1 if that saves little. What
// it saves are the accesses of places that all of them visit.
unsigned iterationsTogether(const Nest &nest, ScalarEvolution &evolution) {
  enum { LARGEST_BODY = 480, SHARED_PART = 3 }; // instructions; a third
  unsigned shared = 0, all = 0;
  bool sums = false;
  for (const Access &access : nest.accesses[1]) {
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
  unsigned count = evolution.getSmallConstantTripCount(nest.outer);
  for (unsigned together = 4; together > 1; together /= 2)
    if (nest.body->size() * together <= LARGEST_BODY && (count == 0 || count >= 2 * together))
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
  nest.outer = outer;
  nest.inner = inner;
  nest.body = inner->getHeader();
  if (!collect(nest.body, nest.accesses[1]) || iterationsTogether(nest, analyses.evolution) == 1)
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

bool jam(Loop *inner, Analyses &analyses) {
  Nest nest;
  if (isLeftAlone(inner) || !readNest(inner, analyses, nest) || isLeftAlone(nest.outer))
    return false;
  unsigned together = iterationsTogether(nest, analyses.evolution);
  if (together == 1)
    return false;
  Doubts doubts = readDoubts(nest, analyses.aliases);
  if (!doubts.empty()) {
    Value *meeting = expandMeeting(nest, doubts, analyses);
    if (!meeting)
      return false;
    leaveAlone(version(nest.outer, meeting, /*rare=*/true, analyses)->getSubLoops().front());
  }
  unsigned count = analyses.evolution.getSmallConstantTripCount(nest.outer);
  unsigned multiple = analyses.evolution.getSmallConstantTripMultiple(nest.outer);
  LoopUnrollResult result =
      UnrollAndJamLoop(nest.outer, together, count, multiple, /*UnrollRemainder=*/false,
                       &analyses.loops, &analyses.evolution, &analyses.dominators,
                       &analyses.assumptions, &analyses.target, &analyses.remarks);
  if (result == LoopUnrollResult::Unmodified)
    return false;
  analyses.evolution.forgetAllLoops();
  if (inner->getNumBlocks() == 1)
    merge(inner->getHeader(), analyses.evolution);
  return true;
}

} // namespace

PreservedAnalyses JamPass::run(Function &function, FunctionAnalysisManager &manager) {
  Analyses analyses = {manager.getResult<LoopAnalysis>(function),
                       manager.getResult<DominatorTreeAnalysis>(function),
                       manager.getResult<ScalarEvolutionAnalysis>(function),
                       manager.getResult<AAManager>(function),
                       manager.getResult<AssumptionAnalysis>(function),
                       manager.getResult<TargetIRAnalysis>(function),
                       manager.getResult<OptimizationRemarkEmitterAnalysis>(function)};
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
    changed |= jam(innermost[i], analyses);
  }
  return changed ? PreservedAnalyses::none() : PreservedAnalyses::all();
}
