// What is in a nest of loops, and what must be apart for the iterations of its outermost loop to be
// interleaved: additions commute, everything else that meets must keep its order.
#include "jam_nest.h"

#include "llvm/Analysis/LoopIterator.h"
#include "llvm/Analysis/MemoryLocation.h"
#include "llvm/Analysis/ScalarEvolutionExpressions.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/MDBuilder.h"
#include "llvm/Transforms/Utils/BasicBlockUtils.h"
#include "llvm/Transforms/Utils/Cloning.h"
#include "llvm/Transforms/Utils/LoopSimplify.h"
#include "llvm/Transforms/Utils/LoopUtils.h"
#include "llvm/Transforms/Utils/ScalarEvolutionExpander.h"

using namespace llvm;
using namespace jam;

// Additions, and subtractions from what they have so far on the left.
static bool isOrderFree(const Value *value) {
  auto *operation = dyn_cast<BinaryOperator>(value);
  return operation &&
         (operation->getOpcode() == Instruction::FAdd ||
          operation->getOpcode() == Instruction::FSub) &&
         operation->hasAllowReassoc() && operation->hasNoSignedZeros();
}

// The additions from a value back to the load from where it is stored, through which it comes once.
static LoadInst *findLoad(Value *value, const StoreInst *store, unsigned &left,
                          SmallVectorImpl<BinaryOperator *> &additions) {
  auto *instruction = dyn_cast<Instruction>(value);
  if (!instruction || !instruction->hasOneUse() || instruction->getParent() != store->getParent() ||
      left == 0)
    return nullptr;
  left--;
  if (auto *load = dyn_cast<LoadInst>(instruction))
    return load->isSimple() && load->getPointerOperand() == store->getPointerOperand() ? load
                                                                                       : nullptr;
  if (!isOrderFree(instruction))
    return nullptr;
  auto *addition = cast<BinaryOperator>(instruction);
  additions.push_back(addition);
  for (unsigned i = 0; i < (addition->getOpcode() == Instruction::FAdd ? 2 : 1) && left; i++)
    if (LoadInst *load = findLoad(addition->getOperand(i), store, left, additions))
      return load;
  additions.pop_back();
  return nullptr;
}

// Natural alignment: two sums of one type are at the same place, or apart.
static bool isAligned(const StoreInst *store) {
  TypeSize size = store->getDataLayout().getTypeStoreSize(store->getValueOperand()->getType());
  return !size.isScalable() && store->getAlign() >= size.getFixedValue();
}

bool jam::readSum(StoreInst *store, Sum &sum) {
  enum { MOST_VALUES = 64 };
  sum = {};
  if (!store->isSimple() || !isAligned(store))
    return false;
  unsigned left = MOST_VALUES;
  sum.load = findLoad(store->getValueOperand(), store, left, sum.additions);
  if (!sum.load || sum.additions.empty())
    return false;
  std::reverse(sum.additions.begin(), sum.additions.end());
  for (Instruction *i = sum.load->getNextNode(); i != store; i = i->getNextNode())
    if (i->mayWriteToMemory())
      return false;
  return true;
}

bool jam::collect(BasicBlock *block, SmallVectorImpl<Access> &accesses) {
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

bool jam::isApart(BatchAAResults &aliases, const Access &a, const Access &b) {
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

namespace {

// Pairs of accesses that nobody says are apart.
struct Doubts {
  SmallVector<std::pair<const Access *, const Access *>, 16> pairs;
  // Bytes by which one iteration must be from the next, and how many they are.
  SetVector<std::pair<const SCEV *, const SCEV *>> steps;
};

// The bytes that the accesses behind one pointer cover in a whole run of the nest, or in one
// iteration of its outermost loop.
struct Range {
  const SCEV *low = nullptr, *high = nullptr;
};

// Every iteration of a loop runs in every one of those around it, so the ends are among what is
// accessed, and do not wrap.
bool extend(Range &range, const Nest &nest, bool whole, const Instruction *access,
            const Analyses &analyses) {
  ScalarEvolution &evolution = analyses.evolution;
  const SCEV *low =
      evolution.getSCEV(getLoadStorePointerOperand(const_cast<Instruction *>(access)));
  Type *type = evolution.getEffectiveSCEVType(low->getType());
  const SCEV *zero = evolution.getZero(type), *high = zero, *down = zero;
  for (const Loop *loop = analyses.loops.getLoopFor(access->getParent());
       loop != nest.outer->getParentLoop() && (whole || loop != nest.outer);
       loop = loop->getParentLoop()) {
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
  if ((whole && !evolution.isLoopInvariant(low, nest.outer)) ||
      !evolution.isLoopInvariant(high, nest.outer) ||
      !evolution.isLoopInvariant(down, nest.outer) || size.isScalable())
    return false;
  high = evolution.getAddExpr(low, high, evolution.getConstant(type, size.getFixedValue()));
  low = evolution.getAddExpr(low, down);
  range.low = range.low ? evolution.getUMinExpr(range.low, low) : low;
  range.high = range.high ? evolution.getUMaxExpr(range.high, high) : high;
  return true;
}

// Do the two access the same places, and each iteration of the outermost loop places of its own?
bool hasOwnPlaces(const Nest &nest, const Access &a, const Access &b, Doubts &doubts,
                  const Analyses &analyses) {
  ScalarEvolution &evolution = analyses.evolution;
  Range within, other;
  if (!extend(within, nest, /*whole=*/false, a.instruction, analyses) ||
      !extend(other, nest, /*whole=*/false, b.instruction, analyses) || within.low != other.low ||
      within.high != other.high)
    return false;
  auto *steps = dyn_cast<SCEVAddRecExpr>(within.low);
  const SCEV *bytes = evolution.getMinusSCEV(within.high, within.low);
  if (!steps || steps->getLoop() != nest.outer || !steps->isAffine() ||
      !evolution.isLoopInvariant(bytes, nest.outer))
    return false;
  const SCEV *step = steps->getStepRecurrence(evolution);
  if (!evolution.isLoopInvariant(step, nest.outer))
    return false;
  doubts.steps.insert({evolution.getAbsExpr(step, /*IsNSW=*/false), bytes});
  return true;
}

// What changes places with something of another iteration: everything, but where the iterations
// stay in order two accesses of one block that each of them runs once.
Doubts readDoubts(const Nest &nest, Order order, Analyses &analyses) {
  BatchAAResults aliases(analyses.aliases);
  aliases.enableCrossIterationMode();
  Doubts doubts;
  for (size_t i = 0; i < nest.blocks.size(); i++)
    for (size_t k = i; k < nest.blocks.size(); k++) {
      if (i == k && order == INTERLEAVED && analyses.loops.getLoopFor(nest.blocks[i]) == nest.outer)
        continue;
      for (const Access &a : nest.accesses[i])
        for (const Access &b : nest.accesses[k])
          if (!isApart(aliases, a, b) && !hasOwnPlaces(nest, a, b, doubts, analyses))
            doubts.pairs.emplace_back(&a, &b);
    }
  return doubts;
}

} // namespace

Value *jam::expandMeeting(const Nest &nest, Order order, Analyses &analyses) {
  Doubts doubts = readDoubts(nest, order, analyses);
  ScalarEvolution &evolution = analyses.evolution;
  auto baseOf = [&](const Access *access) {
    return evolution.getPointerBase(
        evolution.getSCEV(getLoadStorePointerOperand(access->instruction)));
  };
  MapVector<const SCEV *, Range> ranges;
  SetVector<std::pair<const SCEV *, const SCEV *>> pairs;
  for (auto [a, b] : doubts.pairs) {
    const SCEV *x = baseOf(a), *y = baseOf(b);
    if (x == y)
      return nullptr;
    if (!pairs.contains({y, x}))
      pairs.insert({x, y});
    if (!extend(ranges[x], nest, /*whole=*/true, a->instruction, analyses) ||
        !extend(ranges[y], nest, /*whole=*/true, b->instruction, analyses))
      return nullptr;
  }
  Instruction *position = nest.outer->getLoopPreheader()->getTerminator();
  SCEVExpander expander(evolution, "range");
  for (auto &[base, range] : ranges)
    if (!expander.isSafeToExpandAt(range.low, position) ||
        !expander.isSafeToExpandAt(range.high, position))
      return nullptr;
  for (auto [step, bytes] : doubts.steps)
    if (!expander.isSafeToExpandAt(step, position) || !expander.isSafeToExpandAt(bytes, position))
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
  for (auto [step, bytes] : doubts.steps)
    if (!evolution.isKnownPredicate(CmpInst::ICMP_UGE, step, bytes))
      any = builder.CreateOr(any, builder.CreateICmpULT(expand(step), expand(bytes)), "meet");
  return any;
}
Loop *jam::version(Loop *loop, Value *condition, bool rare, Analyses &analyses) {
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

// The outer loop's phis count, by what can be computed before the inner loop;
// the inner loop's phis do not see the outer loop's other iterations.
static bool onlyCounts(const Nest &nest, ScalarEvolution &evolution) {
  for (PHINode &phi : nest.blocks.front()->phis()) {
    if (!evolution.isSCEVable(phi.getType()))
      return false;
    auto *steps = dyn_cast<SCEVAddRecExpr>(evolution.getSCEV(&phi));
    auto *next = dyn_cast<Instruction>(phi.getIncomingValueForBlock(nest.outer->getLoopLatch()));
    if (!steps || steps->getLoop() != nest.outer || !steps->isAffine() || !next ||
        (next->getParent() != nest.outer->getLoopLatch() &&
         next->getParent() != nest.blocks.front()) ||
        !is_contained(next->operands(), &phi) || next->mayReadOrWriteMemory())
      return false;
    for (Value *operand : next->operands())
      if (operand != &phi && !nest.outer->isLoopInvariant(operand))
        return false;
  }
  return true;
}

void jam::leaveAlone(Loop *loop) {
  addStringMetadataToLoop(loop, "llvm.loop.isvectorized", 1);
  loop->setLoopAlreadyUnrolled();
}

bool jam::isLeftAlone(const Loop *loop) {
  return getBooleanLoopAttribute(loop, "llvm.loop.isvectorized") ||
         findOptionMDForLoop(loop, "llvm.loop.unroll.disable") ||
         getOptionalBoolLoopAttribute(loop, "llvm.loop.vectorize.enable") == false;
}

bool jam::isSimpleLoop(const Loop *loop) {
  return loop->isLoopSimplifyForm() && loop->isRotatedForm() && loop->isSafeToClone() &&
         loop->getExitingBlock() == loop->getLoopLatch() && loop->getExitBlock();
}

// Does the block always go on to the same one, but for the end of an iteration?
static bool isStraight(const BasicBlock *block, const Loop *loop) {
  auto *branch = dyn_cast<BranchInst>(block->getTerminator());
  return branch && (branch->isUnconditional() || block == loop->getLoopLatch());
}

bool jam::readNest(Loop *outer, Analyses &analyses, Nest &nest) {
  enum { DEEPEST = 2, MOST_LOOPS = 8 };
  nest = {};
  nest.outer = outer;
  for (Loop *loop : outer->getLoopsInPreorder()) {
    if (loop->getLoopDepth() > outer->getLoopDepth() + DEEPEST || !isSimpleLoop(loop) ||
        (loop->getHeader() == loop->getLoopLatch() && loop->getNumBlocks() > 1) ||
        (loop->isInnermost() && loop->getNumBlocks() > 1))
      return false;
    const SCEV *runs = analyses.evolution.getBackedgeTakenCount(loop);
    if (isa<SCEVCouldNotCompute>(runs) || !analyses.evolution.isLoopInvariant(runs, outer))
      return false;
    if (loop != outer)
      nest.within.push_back(loop);
  }
  if (nest.within.empty() || nest.within.size() > MOST_LOOPS ||
      !outer->isLCSSAForm(analyses.dominators))
    return false;
  LoopBlocksRPO order(outer);
  order.perform(&analyses.loops);
  for (BasicBlock *block : order) {
    nest.blocks.push_back(block);
    nest.accesses.emplace_back();
    if (!isStraight(block, analyses.loops.getLoopFor(block)) ||
        !collect(block, nest.accesses.back()))
      return false;
  }
  return onlyCounts(nest, analyses.evolution);
}
