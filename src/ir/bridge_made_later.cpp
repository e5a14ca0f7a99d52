// Blocks of memory that are made once a pointer is there: it does not lead to them. Alias analysis
// knows that of pointers that no memory holds; a state that each step of a loop takes from the last
// one, in a block of its own, and returns in a new one,
//
//   for (...) { next = new ...; next[i] = f(state[i]); delete state; state = next; }
//
// is the new block of the step before, to it. But while a block is there no other is made in its
// place, and releases are put off to the end of the reverse sweep.
#include "bridge_analyses.h"

#include "llvm/Analysis/MemoryBuiltins.h"
#include "llvm/Analysis/ValueTracking.h"

using namespace llvm;

namespace {

enum { MAX_BLOCKS = 8 };

// A call of the library that makes a block, which is not what a released one has left in the
// program's own hands.
bool makesBlock(const TargetLibraryInfo &library, const CallBase *call) {
  LibFunc function;
  const Function *callee = call->getCalledFunction();
  if (!callee || !callee->isDeclaration() || !library.getLibFunc(*callee, function))
    return false;
  if (function == LibFunc_malloc || function == LibFunc_calloc || function == LibFunc_aligned_alloc)
    return !call->isNoBuiltin();
  return isNewLikeFn(call, &library);
}

// All blocks that the value may be, each made on the way from `point` to `value`.
class MadeLater {
public:
  MadeLater(BridgeAnalyses &analyses, const Value *point)
      : library(analyses.library()), dominators(analyses.dominators()), point(point) {}

  bool holds(const Value *value) {
    if (isa<ConstantPointerNull>(value))
      return true;
    auto *instruction = dyn_cast<Instruction>(value);
    if (!instruction || !isBefore(instruction) || ++seen > MAX_BLOCKS)
      return false;
    if (auto *call = dyn_cast<CallBase>(instruction))
      return makesBlock(library, call);
    auto *phi = dyn_cast<PHINode>(instruction);
    // What comes in must be made behind the point too, on every way here.
    return phi && all_of(phi->incoming_values(), [&](const Use &use) {
             auto *incoming = dyn_cast<Instruction>(use);
             return (!incoming ||
                     dominators.dominates(incoming->getParent(), phi->getIncomingBlock(use))) &&
                    holds(getUnderlyingObject(use, /*MaxLookup=*/0));
           });
  }

private:
  const TargetLibraryInfo &library;
  DominatorTree &dominators;
  const Value *point;
  unsigned seen = 0;

  bool isBefore(const Instruction *later) {
    auto *earlier = dyn_cast<Instruction>(point);
    return earlier ? earlier != later && dominators.dominates(earlier, later)
                   : isa<Argument>(point);
  }
};

} // namespace

bool bridge_writes_what_is_made_later(BridgeAnalysesRef analyses, LLVMValueRef writer,
                                      LLVMValueRef reader) {
  auto *load = dyn_cast<LoadInst>(unwrap(reader));
  const Value *target = nullptr;
  if (auto *store = dyn_cast<StoreInst>(unwrap(writer)))
    target = store->getPointerOperand();
  else if (auto *block = dyn_cast<MemIntrinsic>(unwrap(writer)))
    target = block->getDest();
  if (!load || !target)
    return false;
  const Value *point = getUnderlyingObject(load->getPointerOperand(), /*MaxLookup=*/0);
  return MadeLater(*analyses, point).holds(getUnderlyingObject(target, /*MaxLookup=*/0));
}
