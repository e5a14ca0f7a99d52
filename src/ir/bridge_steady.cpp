// Loads that every iteration of a loop does again. LLVM leaves a[i][k] where it is in a loop that
// stores to a[i][j], though j never comes to k: it compares such places only as far as constants
// go. Before the loop, its value is one, and so is its adjoint, which then stays in a register.
//
// What some iterations alone read again, as the size of a vector after another one has given a
// block back, may have been read before the loop, too. If nothing writes there, that is what they
// read.
#include "bridge_analyses.h"
#include "bridge_bounds.h"

#include "llvm/Analysis/MustExecute.h"
#include "llvm/Analysis/ValueTracking.h"

using namespace llvm;

namespace {

class SteadyLoads {
public:
  SteadyLoads(BridgeAnalyses &analyses, Loop *loop)
      : analyses(analyses), evolution(analyses.evolution()), loop(loop) {
    safety.computeLoopSafetyInfo(loop);
    for (BasicBlock *block : loop->blocks())
      for (Instruction &instruction : *block)
        if (instruction.mayWriteToMemory())
          writers.push_back(&instruction);
  }

  bool hoist() {
    BasicBlock *ahead = loop->getLoopPreheader();
    if (!ahead || writers.size() > MOST_WRITERS)
      return false;
    SmallVector<LoadInst *, 8> steady;
    for (BasicBlock *block : loop->blocks())
      for (Instruction &instruction : *block)
        if (auto *load = dyn_cast<LoadInst>(&instruction); load && isSteady(load))
          steady.push_back(load);
    for (LoadInst *load : steady) {
      if (LoadInst *before = isDoneAlways(load) ? nullptr : readBefore(load)) {
        load->replaceAllUsesWith(before);
        load->eraseFromParent();
        hasFreed = true;
        continue;
      }
      if (!isDoneAlways(load)) {
        load->dropUBImplyingAttrsAndMetadata();
        hasFreed = true;
      }
      load->moveBefore(ahead->getTerminator()->getIterator());
    }
    return !steady.empty();
  }

  bool hasFreed = false; // of what some iterations alone load

private:
  enum { MOST_WRITERS = 64, MOST_BLOCKS = 64 };
  BridgeAnalyses &analyses;
  ScalarEvolution &evolution;
  Loop *loop;
  SimpleLoopSafetyInfo safety;
  SmallVector<Instruction *, 16> writers;

  bool isSteady(LoadInst *load) {
    return load->isSimple() && loop->isLoopInvariant(load->getPointerOperand()) &&
           (isDoneAlways(load) || mayBeDone(load) || readBefore(load)) &&
           all_of(writers, [&](Instruction *writer) { return keepsOff(writer, load); });
  }

  bool isDoneAlways(LoadInst *load) {
    return safety.isGuaranteedToExecute(*load, &analyses.dominators(), loop);
  }

  // The memory is there ahead of the loop, though nobody may ask for it.
  bool mayBeDone(LoadInst *load) {
    return isSafeToSpeculativelyExecute(load, loop->getLoopPreheader()->getTerminator(),
                                        /*AC=*/nullptr, &analyses.dominators());
  }

  // A load of the same place that every way to the loop does, and behind which none writes there.
  LoadInst *readBefore(LoadInst *load) {
    Instruction *ahead = loop->getLoopPreheader()->getTerminator();
    for (User *user : load->getPointerOperand()->users())
      if (auto *before = dyn_cast<LoadInst>(user))
        if (before->isSimple() && before->getType() == load->getType() &&
            before->getFunction() == load->getFunction() && !loop->contains(before) &&
            analyses.dominators().dominates(before, ahead) && staysUntil(before, ahead, load))
          return before;
    return nullptr;
  }

  bool staysUntil(LoadInst *before, Instruction *ahead, LoadInst *load) {
    SmallSetVector<BasicBlock *, 8> between;
    between.insert(ahead->getParent());
    for (unsigned i = 0; i < between.size() && between.size() <= MOST_BLOCKS; i++) {
      BasicBlock *block = between[i];
      auto from = block == before->getParent() ? before->getIterator() : block->begin();
      for (Instruction &instruction : make_range(from, block->end()))
        if (instruction.mayWriteToMemory() &&
            bridge_may_write(&analyses, wrap(&instruction), wrap(load)))
          return false;
      if (block != before->getParent())
        between.insert_range(predecessors(block));
    }
    return between.size() <= MOST_BLOCKS;
  }

  bool keepsOff(Instruction *writer, LoadInst *load) {
    if (!bridge_may_write(&analyses, wrap(writer), wrap(load)))
      return true;
    auto *store = dyn_cast<StoreInst>(writer);
    if (!store || !store->isSimple())
      return false;
    Address read = bridge_address_of(evolution, load->getPointerOperand(), loop);
    Address written = bridge_address_of(evolution, store->getPointerOperand(), loop);
    if (!read || read.base != written.base || read.offset->getType() != written.offset->getType())
      return false;
    NestBounds bounds(evolution, loop);
    Interval range = bounds.bounds(written.offset);
    return range && (isBehind(range.low, read.offset, load->getType()) ||
                     isBehind(read.offset, range.high, store->getValueOperand()->getType()));
  }

  // Does a place lie behind what an access of that type comes to?
  bool isBehind(const SCEV *place, const SCEV *offset, Type *type) {
    const SCEV *end =
        evolution.getAddExpr(offset, evolution.getStoreSizeOfExpr(offset->getType(), type));
    const SCEV *gap = evolution.getMinusSCEV(place, end);
    return evolution.isKnownNonNegative(gap) ||
           evolution.isKnownNonNegative(evolution.applyLoopGuards(gap, loop));
  }
};

} // namespace

bool bridge_hoist_steady_loads(LLVMValueRef handle) {
  BridgeAnalyses analyses(*unwrap<Function>(handle));
  SmallVector<Loop *, 8> loops = analyses.loops().getLoopsInPreorder();
  bool freed = false;
  for (Loop *loop : reverse(loops)) { // from the inside outwards
    SteadyLoads loads(analyses, loop);
    if (loads.hoist())
      analyses.invalidateAllButLoops();
    freed |= loads.hasFreed;
  }
  return freed;
}
