// Loads that every iteration of a loop does again. LLVM leaves a[i][k] where it is in a loop that
// stores to a[i][j], though j never comes to k: it compares such places only as far as constants
// go. Before the loop, its value is one, and so is its adjoint, which then stays in a register.
#include "bridge_analyses.h"
#include "bridge_bounds.h"

#include "llvm/Analysis/MustExecute.h"

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
    for (LoadInst *load : steady)
      load->moveBefore(ahead->getTerminator()->getIterator());
    return !steady.empty();
  }

private:
  enum { MOST_WRITERS = 64 };
  BridgeAnalyses &analyses;
  ScalarEvolution &evolution;
  Loop *loop;
  SimpleLoopSafetyInfo safety;
  SmallVector<Instruction *, 16> writers;

  bool isSteady(LoadInst *load) {
    return load->isSimple() && loop->isLoopInvariant(load->getPointerOperand()) &&
           safety.isGuaranteedToExecute(*load, &analyses.dominators(), loop) &&
           all_of(writers, [&](Instruction *writer) { return keepsOff(writer, load); });
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
  bool changed = false;
  for (Loop *loop : reverse(loops)) // from the inside outwards
    if (SteadyLoads(analyses, loop).hoist()) {
      analyses.invalidateAllButLoops();
      changed = true;
    }
  return changed;
}
