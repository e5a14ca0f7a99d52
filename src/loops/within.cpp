// The reverse of an update in place takes the adjoint, clears it, and adds to it:
//
//   a = d[i]; d[i] = 0; b = d[i + h]; d[i + h] = 0; d[i + h] += w * (a - b); d[i] += a + b;
//
// LLVM's passes over memory do not know that i and i + h are apart: it is the guard of the loop,
// which runs h times, that says so. Here the distance of two accesses is looked at under the guards
// of the loop, in each block of an innermost loop. Zeros may even meet: what is cleared twice is as
// zero as before.
#include "within.h"

#include "llvm/Analysis/AliasAnalysis.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/Analysis/MemoryLocation.h"
#include "llvm/Analysis/ScalarEvolutionExpressions.h"
#include "llvm/IR/Instructions.h"
#include "llvm/Transforms/Utils/Local.h"

#include <optional>

using namespace llvm;

namespace {

enum { MOST_ACCESSES = 200, MOST_BETWEEN = 48 };

struct Access {
  Instruction *instruction;
  const SCEV *address; // of a simple load or store; null: anything else that may use memory

  bool isLoad() const { return address && isa<LoadInst>(instruction); }
  bool isStore() const { return address && isa<StoreInst>(instruction); }
  Type *type() const { return getLoadStoreType(instruction); }
  // What is at the place behind the access.
  Value *value() const {
    return isLoad() ? instruction : cast<StoreInst>(instruction)->getValueOperand();
  }
  bool leavesZero() const {
    auto *constant = dyn_cast<Constant>(value());
    return constant && constant->isNullValue();
  }
};

// The accesses of a block, in their order.
class Block {
public:
  Block(BasicBlock &block, AAResults &aliases, ScalarEvolution &evolution, const Loop *loop,
        std::optional<ScalarEvolution::LoopGuards> &guards)
      : aliases(aliases), evolution(evolution), loop(loop), guards(guards) {
    for (Instruction &instruction : block)
      if (instruction.mayReadOrWriteMemory() || instruction.mayThrow() || !instruction.willReturn())
        accesses.push_back({&instruction, addressOf(&instruction)});
  }

  bool run() {
    if (accesses.size() > MOST_ACCESSES || none_of(accesses, std::mem_fn(&Access::isStore)))
      return false;
    bool changed = false;
    for (size_t i = 1; i < accesses.size(); i++)
      if (Value *known = accesses[i].isLoad() ? valueBefore(i) : nullptr) {
        if (auto *earlier = dyn_cast<LoadInst>(known)) // it stands for both
          combineMetadataForCSE(earlier, accesses[i].instruction, /*DoesKMove=*/false);
        accesses[i].instruction->replaceAllUsesWith(known);
        erase(i--);
        changed = true;
      }
    for (size_t i = 0; i + 1 < accesses.size(); i++)
      if (accesses[i].isStore() && isStoredOver(i)) {
        erase(i--);
        changed = true;
      }
    return changed;
  }

private:
  SmallVector<Access, 32> accesses;
  AAResults &aliases;
  ScalarEvolution &evolution;
  const Loop *loop;
  std::optional<ScalarEvolution::LoopGuards> &guards; // of the loop, once they are asked for

  const SCEV *addressOf(Instruction *instruction) {
    auto *load = dyn_cast<LoadInst>(instruction);
    auto *store = dyn_cast<StoreInst>(instruction);
    bool isSimple = (load && load->isSimple()) || (store && store->isSimple());
    return isSimple ? evolution.getSCEV(getLoadStorePointerOperand(instruction)) : nullptr;
  }

  void erase(size_t i) {
    evolution.forgetValue(accesses[i].instruction);
    accesses[i].instruction->eraseFromParent();
    accesses.erase(accesses.begin() + (ptrdiff_t)i);
  }

  APInt bytesOf(const Access &access, unsigned bits) {
    uint64_t bytes =
        access.instruction->getDataLayout().getTypeStoreSize(access.type()).getKnownMinValue();
    return APInt(bits, bytes);
  }

  bool isSamePlace(const Access &a, const Access &b) {
    return a.address && a.address == b.address && a.type() == b.type();
  }

  bool areApart(const Access &a, const Access &b) {
    if (isa<ScalableVectorType>(a.type()) || isa<ScalableVectorType>(b.type()))
      return false;
    const SCEV *distance = evolution.getMinusSCEV(b.address, a.address);
    if (isa<SCEVCouldNotCompute>(distance))
      return false;
    if (!guards)
      guards.emplace(ScalarEvolution::LoopGuards::collect(loop, evolution));
    distance = evolution.applyLoopGuards(distance, *guards);
    unsigned bits = (unsigned)evolution.getTypeSizeInBits(distance->getType());
    return evolution.getSignedRangeMin(distance).sge(bytesOf(a, bits)) ||
           evolution.getSignedRangeMax(distance).sle(-bytesOf(b, bits));
  }

  // May another access see (or change, where `changes`) what is at the place of this one?
  bool mayMeet(const Access &access, const Access &other, bool changes) {
    ModRefInfo effect =
        aliases.getModRefInfo(other.instruction, MemoryLocation::get(access.instruction));
    return (changes ? isModSet(effect) : isRefSet(effect)) &&
           !(other.address && areApart(access, other));
  }

  // What a load finds; null: unknown.
  Value *valueBefore(size_t load) {
    bool asZero = false; // something has been cleared, here or beside
    for (size_t i = load; i-- > 0 && load - i <= MOST_BETWEEN;) {
      const Access &other = accesses[i];
      if (isSamePlace(other, accesses[load]))
        return !asZero || other.leavesZero() ? other.value() : nullptr;
      if (!mayMeet(accesses[load], other, /*changes=*/true))
        continue;
      if (!other.isStore() || !other.leavesZero())
        return nullptr;
      asZero = true;
    }
    return nullptr;
  }

  bool isStoredOver(size_t store) {
    for (size_t i = store + 1; i < accesses.size() && i - store <= MOST_BETWEEN; i++) {
      const Access &other = accesses[i];
      if (other.isStore() && isSamePlace(other, accesses[store]))
        return true;
      if (other.instruction->mayThrow() || !other.instruction->willReturn() ||
          mayMeet(accesses[store], other, /*changes=*/false))
        return false;
    }
    return false;
  }
};

} // namespace

PreservedAnalyses WithinPass::run(Function &function, FunctionAnalysisManager &manager) {
  AAResults &aliases = manager.getResult<AAManager>(function);
  ScalarEvolution &evolution = manager.getResult<ScalarEvolutionAnalysis>(function);
  bool changed = false;
  for (Loop *loop : manager.getResult<LoopAnalysis>(function).getLoopsInPreorder()) {
    if (!loop->isInnermost())
      continue;
    std::optional<ScalarEvolution::LoopGuards> guards;
    for (BasicBlock *block : loop->blocks())
      changed |= Block(*block, aliases, evolution, loop, guards).run();
  }
  return changed ? PreservedAnalyses::none() : PreservedAnalyses::all();
}
