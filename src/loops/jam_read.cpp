// What is in a nest of loops, and what must be apart for the iterations of its outermost loop to be
// interleaved: additions commute, everything else that meets must keep its order.
#include "jam_nest.h"

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

static bool isOrderFree(const Value *value) {
  auto *operation = dyn_cast<BinaryOperator>(value);
  return operation && operation->getOpcode() == Instruction::FAdd && operation->hasAllowReassoc() &&
         operation->hasNoSignedZeros();
}

static LoadInst *loadOf(const BinaryOperator *addition, const StoreInst *store) {
  for (Value *operand : addition->operands()) {
    auto *load = dyn_cast<LoadInst>(operand);
    if (load && load->hasOneUse() && load->isSimple() && load->getParent() == store->getParent() &&
        load->getPointerOperand() == store->getPointerOperand())
      return load;
  }
  return nullptr;
}

// Natural alignment: two sums of one type are at the same place, or apart.
static bool isAligned(const StoreInst *store) {
  TypeSize size = store->getDataLayout().getTypeStoreSize(store->getValueOperand()->getType());
  return !size.isScalable() && store->getAlign() >= size.getFixedValue();
}

bool jam::readSum(StoreInst *store, Sum &sum) {
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

namespace {

// Pairs of accesses that nobody says are apart.
struct Doubts {
  SmallVector<std::pair<const Access *, const Access *>, 16> pairs;
  // Bytes by which one iteration must be from the next, and how many they are.
  SetVector<std::pair<const SCEV *, const SCEV *>> steps;
};

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

// The bytes that the accesses behind one pointer cover in a whole run of the nest, or of the loops
// within the outermost one.
struct Range {
  const SCEV *low = nullptr, *high = nullptr;
};

// Every iteration of a loop runs in every one of those around it, so the ends are among what is
// accessed, and do not wrap.
bool extend(Range &range, const Nest &nest, ArrayRef<Loop *> loops, const Instruction *access,
            ScalarEvolution &evolution) {
  const SCEV *low =
      evolution.getSCEV(getLoadStorePointerOperand(const_cast<Instruction *>(access)));
  Type *type = evolution.getEffectiveSCEVType(low->getType());
  const SCEV *zero = evolution.getZero(type), *high = zero, *down = zero;
  for (const Loop *loop : reverse(loops)) {
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
  if ((loops.size() == nest.loops.size() && !evolution.isLoopInvariant(low, nest.outer())) ||
      !evolution.isLoopInvariant(high, nest.outer()) ||
      !evolution.isLoopInvariant(down, nest.outer()) || size.isScalable())
    return false;
  high = evolution.getAddExpr(low, high, evolution.getConstant(type, size.getFixedValue()));
  low = evolution.getAddExpr(low, down);
  range.low = range.low ? evolution.getUMinExpr(range.low, low) : low;
  range.high = range.high ? evolution.getUMaxExpr(range.high, high) : high;
  return true;
}

// Do the two access one place, and each iteration of the outermost loop places of its own?
bool hasOwnPlaces(const Nest &nest, const Access &a, const Access &b, Doubts &doubts,
                  ScalarEvolution &evolution) {
  const SCEV *place = evolution.getSCEV(getLoadStorePointerOperand(a.instruction));
  if (place != evolution.getSCEV(getLoadStorePointerOperand(b.instruction)) ||
      getLoadStoreType(a.instruction) != getLoadStoreType(b.instruction))
    return false;
  Range within;
  if (!extend(within, nest, ArrayRef<Loop *>(nest.loops).drop_front(), a.instruction, evolution))
    return false;
  auto *steps = dyn_cast<SCEVAddRecExpr>(within.low);
  const SCEV *bytes = evolution.getMinusSCEV(within.high, within.low);
  if (!steps || steps->getLoop() != nest.outer() || !steps->isAffine() ||
      !evolution.isLoopInvariant(bytes, nest.outer()))
    return false;
  const SCEV *step = steps->getStepRecurrence(evolution);
  if (!evolution.isLoopInvariant(step, nest.outer()))
    return false;
  doubts.steps.insert({evolution.getAbsExpr(step, /*IsNSW=*/false), bytes});
  return true;
}

// What changes places with something of another iteration: everything but two accesses of one block
// that each iteration runs once.
Doubts readDoubts(const Nest &nest, Analyses &analyses) {
  BatchAAResults aliases(analyses.aliases);
  aliases.enableCrossIterationMode();
  Doubts doubts;
  size_t count = nest.blocks.size();
  for (size_t i = 0; i < count; i++)
    for (size_t k = i; k < count; k++) {
      if (i == k && (i == 0 || i == count - 1))
        continue;
      bool inBody = i == nest.body() || k == nest.body();
      for (const Access &a : nest.accesses[i])
        for (const Access &b : nest.accesses[k])
          if (!isApart(aliases, a, b) &&
              (inBody || !hasOwnPlaces(nest, a, b, doubts, analyses.evolution)))
            doubts.pairs.emplace_back(&a, &b);
    }
  return doubts;
}

} // namespace

Value *jam::expandMeeting(const Nest &nest, Analyses &analyses) {
  Doubts doubts = readDoubts(nest, analyses);
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
    if (!extend(ranges[x], nest, nest.loops, a->instruction, evolution) ||
        !extend(ranges[y], nest, nest.loops, b->instruction, evolution))
      return nullptr;
  }
  Instruction *position = nest.outer()->getLoopPreheader()->getTerminator();
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
    auto *next = dyn_cast<Instruction>(phi.getIncomingValueForBlock(nest.blocks.back()));
    if (!steps || steps->getLoop() != nest.outer() || !steps->isAffine() || !next ||
        (next->getParent() != nest.blocks.back() && next->getParent() != nest.blocks.front()) ||
        !is_contained(next->operands(), &phi) || next->mayReadOrWriteMemory())
      return false;
    for (Value *operand : next->operands())
      if (operand != &phi && !nest.outer()->isLoopInvariant(operand))
        return false;
  }
  return true;
}

bool jam::isSimpleLoop(const Loop *loop) {
  return loop->isLoopSimplifyForm() && loop->isRotatedForm() && loop->isSafeToClone() &&
         loop->getExitingBlock() == loop->getLoopLatch() && loop->getExitBlock();
}

bool jam::readNest(Loop *inner, unsigned depth, Analyses &analyses, Nest &nest) {
  nest = {};
  for (Loop *loop = inner; loop && nest.loops.size() < depth; loop = loop->getParentLoop())
    nest.loops.insert(nest.loops.begin(), loop);
  if (nest.loops.size() != depth || inner->getNumBlocks() != 1 ||
      nest.outer()->getNumBlocks() != 2 * depth - 1 ||
      !nest.outer()->isLCSSAForm(analyses.dominators))
    return false;
  for (Loop *loop : nest.loops) {
    if (!isSimpleLoop(loop))
      return false;
    nest.blocks.push_back(loop->getHeader());
  }
  for (unsigned i = depth - 1; i-- > 0;) {
    Loop *loop = nest.loops[i], *within = nest.loops[i + 1];
    nest.blocks.push_back(loop->getLoopLatch());
    if (loop->getHeader() == loop->getLoopLatch() ||
        within->getLoopPreheader() != loop->getHeader() ||
        within->getExitBlock() != loop->getLoopLatch())
      return false;
  }
  for (Loop *loop : nest.loops) {
    const SCEV *runs = analyses.evolution.getBackedgeTakenCount(loop);
    if (isa<SCEVCouldNotCompute>(runs) || !analyses.evolution.isLoopInvariant(runs, nest.outer()))
      return false;
  }
  nest.accesses.resize(nest.blocks.size());
  for (size_t i = 0; i < nest.blocks.size(); i++)
    if (!collect(nest.blocks[i], nest.accesses[i]))
      return false;
  return onlyCounts(nest, analyses.evolution);
}
