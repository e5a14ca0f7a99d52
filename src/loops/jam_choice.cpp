// What the outer loop of a nest does, after the inner one, in all of its iterations or in none: as
// in the adjoint of a bias that may be a null pointer. Iterations are interleaved where blocks
// follow each other, so that the choice has to go. Where it is not taken, what it would access may
// as well be a place of which nobody knows.
#include "jam_nest.h"

#include "llvm/ADT/MapVector.h"
#include "llvm/Analysis/DomTreeUpdater.h"
#include "llvm/Analysis/ScalarEvolutionExpressions.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/Transforms/Utils/BasicBlockUtils.h"
#include "llvm/Transforms/Utils/ScalarEvolutionExpander.h"

using namespace llvm;
using namespace jam;

namespace {

// Where a load or store of the optional block goes in the first iteration, and how much further in
// each that follows.
struct Place {
  const SCEV *start, *step; // step: null where it stays
  Type *type;
  Align align;
  SmallVector<Instruction *, 2> accesses;
};

using Places = MapVector<std::pair<const SCEV *, Type *>, Place>;

BasicBlock *optionalBlock(const BranchInst *branch, const BasicBlock *latch) {
  return branch->getSuccessor(branch->getSuccessor(0) == latch ? 1 : 0);
}

bool addPlace(Instruction *access, Loop *outer, SCEVExpander &expander, ScalarEvolution &evolution,
              Places &places) {
  Value *pointer = getLoadStorePointerOperand(access);
  Type *type = getLoadStoreType(access);
  const SCEV *address = evolution.getSCEV(pointer);
  Place place = {address, nullptr, type, getLoadStoreAlignment(access), {}};
  if (auto *steps = dyn_cast<SCEVAddRecExpr>(address); steps && steps->getLoop() == outer) {
    if (!steps->isAffine())
      return false;
    place.start = steps->getStart();
    place.step = steps->getStepRecurrence(evolution);
  }
  const Instruction *before = outer->getLoopPreheader()->getTerminator();
  auto isKnown = [&](const SCEV *value) {
    return evolution.isLoopInvariant(value, outer) && expander.isSafeToExpandAt(value, before);
  };
  const DataLayout &layout = access->getDataLayout();
  if (layout.getTypeStoreSize(type).isScalable() ||
      pointer->getType()->getPointerAddressSpace() != layout.getAllocaAddrSpace() ||
      !isKnown(place.start) || (place.step && !isKnown(place.step)))
    return false;
  Place &known = places.try_emplace({address, type}, place).first->second;
  known.align = std::max(known.align, place.align);
  known.accesses.push_back(access);
  return true;
}

// False if the block cannot run where it is not wanted.
bool readPlaces(BasicBlock *block, Loop *outer, SCEVExpander &expander, ScalarEvolution &evolution,
                Places &places) {
  for (Instruction &instruction : drop_end(*block)) {
    auto *store = dyn_cast<StoreInst>(&instruction);
    auto *load = dyn_cast<LoadInst>(&instruction);
    if ((store && store->isSimple()) || (load && load->isSimple())) {
      if (!addPlace(&instruction, outer, expander, evolution, places))
        return false;
    } else if (store || load || isa<PHINode>(instruction) || instruction.mayReadOrWriteMemory() ||
               !isSafeToSpeculativelyExecute(&instruction))
      return false;
  }
  return true;
}

// The address of the place in each iteration, or of one that is not used otherwise.
Value *choosePlace(const Place &place, Value *taken, Loop *outer, SCEVExpander &expander) {
  BasicBlock *preheader = outer->getLoopPreheader();
  Instruction *before = preheader->getTerminator();
  IRBuilder<> entry(&*preheader->getParent()->getEntryBlock().getFirstNonPHIOrDbgOrAlloca());
  AllocaInst *unused = entry.CreateAlloca(place.type, nullptr, "unused");
  unused->setAlignment(std::max(unused->getAlign(), place.align));
  Value *start = expander.expandCodeFor(place.start, place.start->getType(), before);
  IRBuilder<> builder(before);
  builder.CreateAlignedStore(Constant::getNullValue(place.type), unused, unused->getAlign());
  start = builder.CreateSelect(taken, start, unused, "chosen");
  if (!place.step)
    return start;
  Type *type = place.step->getType();
  Value *step = expander.expandCodeFor(place.step, type, before);
  step = builder.CreateSelect(taken, step, Constant::getNullValue(type));
  builder.SetInsertPoint(outer->getHeader(), outer->getHeader()->begin());
  PHINode *at = builder.CreatePHI(start->getType(), 2, "chosen");
  builder.SetInsertPoint(outer->getLoopLatch()->getTerminator());
  at->addIncoming(start, preheader);
  at->addIncoming(builder.CreatePtrAdd(at, step), outer->getLoopLatch());
  return at;
}

} // namespace

BranchInst *jam::invariantChoice(const Loop *outer, const Loop *inner) {
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

void jam::settle(BranchInst *branch, bool taken, Analyses &analyses) {
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

bool jam::takeAlways(BranchInst *branch, Loop *outer, Analyses &analyses) {
  BasicBlock *latch = outer->getLoopLatch(), *optional = optionalBlock(branch, latch);
  SCEVExpander expander(analyses.evolution, "place");
  Places places;
  if (!latch->phis().empty() || !readPlaces(optional, outer, expander, analyses.evolution, places))
    return false;
  IRBuilder<> builder(outer->getLoopPreheader()->getTerminator());
  bool first = branch->getSuccessor(0) == optional;
  Value *taken = builder.CreateFreeze(branch->getCondition());
  if (!first)
    taken = builder.CreateNot(taken);
  for (auto &[key, place] : places) {
    Value *address = choosePlace(place, taken, outer, expander);
    for (Instruction *access : place.accesses) {
      access->setOperand(isa<LoadInst>(access) ? LoadInst::getPointerOperandIndex()
                                               : StoreInst::getPointerOperandIndex(),
                         address);
      // What else is said holds where the access is wanted.
      access->dropUnknownNonDebugMetadata(
          {LLVMContext::MD_tbaa, LLVMContext::MD_alias_scope, LLVMContext::MD_noalias});
    }
  }
  settle(branch, first, analyses);
  analyses.evolution.forgetAllLoops();
  return true;
}
