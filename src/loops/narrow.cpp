// The reverse sweep of a matrix product adds, for a tile of factors f[r][o], w[o] * f[r][o] to rows
// d[r] and x[r] * f[r][o] to rows e[o], all in one loop along the rows. Rows of a matrix lie at a
// power of two from each other more often than not, and then all in one set of the nearest cache:
// a loop along more of them than that has ways finds nothing again there that it has loaded. Such
// a loop becomes several, each of which adds a few rows to a few others. Every place still gets
// what it got; where it gets that from several loops, its sum is put together in another order.
#include "narrow.h"

#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/Analysis/AliasAnalysis.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/Analysis/MemoryLocation.h"
#include "llvm/Analysis/ScalarEvolution.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/Transforms/Utils/BasicBlockUtils.h"
#include "llvm/Transforms/Utils/Cloning.h"
#include "llvm/Transforms/Utils/Local.h"
#include "llvm/Transforms/Utils/LoopUtils.h"

using namespace llvm;

namespace {

// Of the nearest caches of today's machines; four rows added to four others are at once in one.
enum { CACHE_WAYS = 8, ROWS = CACHE_WAYS / 2 };

struct Analyses {
  LoopInfo &loops;
  DominatorTree &dominators;
  ScalarEvolution &evolution;
  AAResults &aliases;
};

// What an iteration adds to one place: multiples, by factors that the loop does not change, of what
// it loads from elsewhere.
struct Sum {
  StoreInst *store;
  LoadInst *load;                                                // of the same place
  MapVector<LoadInst *, SmallVector<Instruction *, 1>> products; // by what they are multiples of
  SmallVector<BinaryOperator *, 8> additions;
  FastMathFlags flags; // of all of these
};

// One of the loops to be: which sums it goes on with, and with multiples of what.
struct Part {
  SmallVector<unsigned, ROWS> sums;
  SmallVector<LoadInst *, ROWS> sources;
};

LoadInst *sourceOf(const Instruction *product, const Loop *loop) {
  if (product->getOpcode() != Instruction::FMul)
    return nullptr;
  for (unsigned i = 0; i < 2; i++)
    if (loop->isLoopInvariant(product->getOperand(i)))
      return dyn_cast<LoadInst>(product->getOperand(1 - i));
  return nullptr;
}

// Reads what is added, from an addition down to products and one load of the place.
bool readSum(Value *value, const Loop *loop, Sum &sum) {
  auto *instruction = dyn_cast<Instruction>(value);
  if (!instruction || !instruction->hasOneUse() || instruction->getParent() != loop->getHeader())
    return false;
  if (auto *load = dyn_cast<LoadInst>(instruction)) {
    bool own = !sum.load && load->getPointerOperand() == sum.store->getPointerOperand() &&
               load->getType() == sum.store->getValueOperand()->getType();
    sum.load = own ? load : sum.load;
    return own;
  }
  if (auto *addition = dyn_cast<BinaryOperator>(instruction);
      addition && addition->getOpcode() == Instruction::FAdd && addition->hasAllowReassoc()) {
    sum.flags = sum.additions.empty() ? addition->getFastMathFlags()
                                      : sum.flags & addition->getFastMathFlags();
    sum.additions.push_back(addition);
    return readSum(addition->getOperand(0), loop, sum) &&
           readSum(addition->getOperand(1), loop, sum);
  }
  LoadInst *source = sourceOf(instruction, loop);
  if (!source || !loop->contains(source))
    return false;
  sum.products[source].push_back(instruction);
  return true;
}

// False if the loop does anything but sum up, may be left on the way, or leaves a value behind.
bool readSums(const Loop *loop, SmallVectorImpl<Sum> &sums) {
  BasicBlock *body = loop->getHeader();
  for (Instruction &instruction : *body) {
    if (any_of(instruction.users(),
               [&](User *user) { return cast<Instruction>(user)->getParent() != body; }) ||
        (isa<PHINode>(instruction) && instruction.getType()->isFPOrFPVectorTy()))
      return false;
    if (!instruction.mayReadOrWriteMemory()) {
      if (!isGuaranteedToTransferExecutionToSuccessor(&instruction))
        return false;
      continue;
    }
    auto *load = dyn_cast<LoadInst>(&instruction);
    auto *store = dyn_cast<StoreInst>(&instruction);
    if (!(load && load->isSimple()) && !(store && store->isSimple()))
      return false;
    if (!store)
      continue;
    Sum sum = {};
    sum.store = store;
    if (!readSum(store->getValueOperand(), loop, sum) || !sum.load || sum.products.empty())
      return false;
    sums.push_back(std::move(sum));
  }
  return true;
}

// A few sums of the same sources, and a few of those, each.
bool divide(ArrayRef<Sum> sums, SmallVectorImpl<Part> &parts) {
  SmallVector<bool, 16> done(sums.size(), false);
  for (unsigned first = 0; first < sums.size(); first++) {
    if (done[first])
      continue;
    SmallVector<unsigned, 8> alike;
    for (unsigned i = first; i < sums.size(); i++)
      if (!done[i] && sums[i].products.size() == sums[first].products.size() &&
          all_of(sums[i].products, [&](const auto &product) {
            return sums[first].products.contains(product.first);
          })) {
        alike.push_back(i);
        done[i] = true;
      }
    SmallVector<LoadInst *, 8> sources;
    for (const auto &[source, products] : sums[first].products)
      sources.push_back(source);
    if (alike.size() < 2 || sources.size() < 2)
      return false; // what is loaded would be used too few times
    for (unsigned i = 0; i < alike.size(); i += ROWS)
      for (unsigned j = 0; j < sources.size(); j += ROWS)
        parts.push_back(
            {SmallVector<unsigned, ROWS>(ArrayRef(alike).slice(i).take_front(ROWS)),
             SmallVector<LoadInst *, ROWS>(ArrayRef(sources).slice(j).take_front(ROWS))});
  }
  return parts.size() > 1;
}

// Does one of them end before the other begins? Else the other is not there yet, or lost, in what
// the later store leaves of a place where both meet.
bool follow(const Sum &a, const Sum &b) {
  return a.store->comesBefore(b.load) || b.store->comesBefore(a.load);
}

// Are what is loaded and what is stored apart throughout the loop? Sums that follow each other may
// meet.
bool areApart(const Loop *loop, ArrayRef<Sum> sums, AAResults &aliases) {
  BatchAAResults queries(aliases);
  auto anywhere = [](Instruction *access) {
    return MemoryLocation::getBeforeOrAfter(getLoadStorePointerOperand(access),
                                            access->getAAMetadata());
  };
  SmallPtrSet<Instruction *, 16> own;
  for (const Sum &sum : sums) {
    own.insert(sum.load);
    for (const Sum &other : sums)
      if (&other != &sum && !follow(sum, other) &&
          !queries.isNoAlias(MemoryLocation::get(sum.store), MemoryLocation::get(other.store)))
        return false;
  }
  for (Instruction &instruction : *loop->getHeader())
    if (isa<LoadInst>(instruction) && !own.contains(&instruction))
      for (const Sum &sum : sums)
        if (!queries.isNoAlias(anywhere(sum.store), anywhere(&instruction)))
          return false;
  return true;
}

unsigned countRows(ArrayRef<Sum> sums, ScalarEvolution &evolution) {
  SmallVector<const SCEV *, 32> rows;
  auto add = [&](LoadInst *load) {
    const SCEV *address = evolution.getSCEV(load->getPointerOperand());
    if (none_of(rows, [&](const SCEV *row) {
          return isa<SCEVConstant>(evolution.getMinusSCEV(row, address));
        }))
      rows.push_back(address);
  };
  for (const Sum &sum : sums) {
    add(sum.load);
    for (const auto &[source, products] : sum.products)
      add(source);
  }
  return unsigned(rows.size());
}

// A copy of the loop ahead of it.
void copyAhead(Loop *loop, Analyses &analyses, ValueToValueMapTy &copies) {
  BasicBlock *start = loop->getLoopPreheader(), *body = loop->getHeader();
  BasicBlock *rest = SplitBlock(start, start->getTerminator(), &analyses.dominators,
                                &analyses.loops, nullptr, "rest");
  SmallVector<BasicBlock *, 2> blocks;
  cloneLoopWithPreheader(rest, start, loop, copies, ".narrow", &analyses.loops,
                         &analyses.dominators, blocks);
  copies[loop->getExitBlock()] = rest;
  remapInstructionsInBlocks(blocks, copies);
  start->getTerminator()->replaceSuccessorWith(rest, cast<BasicBlock>(copies[rest]));
  auto *branch = cast<BasicBlock>(copies[body])->getTerminator();
  if (MDNode *node = branch->getMetadata(LLVMContext::MD_loop)) {
    SmallVector<Metadata *, 4> operands(node->operands());
    operands[0] = nullptr;
    MDNode *own = MDNode::getDistinct(branch->getContext(), operands);
    own->replaceOperandWith(0, own);
    branch->setMetadata(LLVMContext::MD_loop, own);
  }
  analyses.dominators.recalculate(*body->getParent());
}

// Leaves one part of the sums in a loop, or in its copy.
template <typename Get> void keepPart(const Part &part, ArrayRef<Sum> sums, Get get) {
  SmallVector<WeakTrackingVH, 32> unused;
  for (auto [number, sum] : enumerate(sums)) {
    auto *store = cast<StoreInst>(get(sum.store));
    unused.push_back(store->getValueOperand());
    if (!is_contained(part.sums, number)) {
      unused.push_back(store->getPointerOperand());
      store->eraseFromParent();
      continue;
    }
    IRBuilder<> builder(store);
    builder.SetCurrentDebugLocation(sum.additions[0]->getDebugLoc());
    builder.setFastMathFlags(sum.flags);
    Value *total = get(sum.load);
    for (LoadInst *source : part.sources)
      for (Instruction *product : sum.products.lookup(source))
        total = builder.CreateFAdd(total, get(product));
    store->setOperand(0, total);
  }
  RecursivelyDeleteTriviallyDeadInstructionsPermissive(unused);
}

bool narrow(Loop *loop, Analyses &analyses) {
  SmallVector<Sum, 16> sums;
  SmallVector<Part, 8> parts;
  if (loop->getNumBlocks() != 1 || !loop->isLoopSimplifyForm() || !readSums(loop, sums) ||
      countRows(sums, analyses.evolution) <= CACHE_WAYS || !divide(sums, parts) ||
      !areApart(loop, sums, analyses.aliases))
    return false;
  for (const Part &part : drop_end(parts)) {
    ValueToValueMapTy copies;
    copyAhead(loop, analyses, copies);
    keepPart(part, sums, [&](Value *value) -> Value * { return copies[value]; });
  }
  keepPart(parts.back(), sums, [](Value *value) { return value; });
  return true;
}

} // namespace

PreservedAnalyses NarrowPass::run(Function &function, FunctionAnalysisManager &manager) {
  Analyses analyses = {
      manager.getResult<LoopAnalysis>(function), manager.getResult<DominatorTreeAnalysis>(function),
      manager.getResult<ScalarEvolutionAnalysis>(function), manager.getResult<AAManager>(function)};
  bool changed = false;
  SmallVector<Loop *, 8> loops(analyses.loops.getLoopsInPreorder());
  for (Loop *loop : loops)
    if (narrow(loop, analyses)) {
      analyses.evolution.forgetAllLoops();
      changed = true;
    }
  return changed ? PreservedAnalyses::none() : PreservedAnalyses::all();
}
