// Writes to a block that other ones overwrite before anything is read there: a std::vector fills
// its block with zeros, and the loop behind it with what is wanted. LLVM sees it where one
// instruction overwrites the block, not where a loop does.
#include "bridge_analyses.h"

#include "llvm/Analysis/MemoryBuiltins.h"
#include "llvm/IR/IntrinsicInst.h"

using namespace llvm;

namespace {

class OverwrittenWrites {
public:
  OverwrittenWrites(CallBase &block, StringRef beginsLife)
      : block(block), beginsLife(beginsLife), analyses(*block.getFunction()),
        evolution(analyses.evolution()) {}

  bool drop() {
    if (!isOne(block.getArgOperand(0)) || !collect())
      return false;
    for (Instruction *filling : writes) {
      BasicBlock *begin = beginOfFilling(filling);
      if (!begin)
        continue;
      SmallVector<Instruction *, 8> dead;
      for (Instruction *write : writes)
        if (write != filling && isDead(*write, *filling, begin))
          dead.push_back(write);
      for (Instruction *write : dead)
        write->eraseFromParent();
      if (!dead.empty())
        return true;
    }
    return false;
  }

private:
  enum { MOST_ACCESSES = 64 };
  CallBase &block;
  StringRef beginsLife;
  BridgeAnalyses analyses;
  ScalarEvolution &evolution;
  SmallVector<Instruction *, 16> writes;
  SmallPtrSet<const Instruction *, 16> reads;
  SmallPtrSet<const Instruction *, 4>
      lives; // calls behind which nothing is read of what was before

  static bool isOne(Value *value) {
    auto *number = dyn_cast<ConstantInt>(value);
    return number && number->isOne();
  }

  // All that accesses the block; false if something else is done with a pointer to it.
  bool collect() {
    SmallVector<Value *, 16> pointers = {&block};
    SmallPtrSet<Value *, 16> seen = {&block};
    for (size_t i = 0; i < pointers.size(); i++)
      for (User *user : pointers[i]->users()) {
        bool leadsOn = isa<GetElementPtrInst>(user) || isa<PHINode>(user);
        if (!leadsOn && !collectUser(pointers[i], user))
          return false;
        if (leadsOn && seen.insert(user).second)
          pointers.push_back(user);
      }
    for (Value *pointer : pointers)
      if (auto *phi = dyn_cast<PHINode>(pointer);
          phi && any_of(phi->incoming_values(), [&](Value *from) { return !seen.count(from); }))
        return false;
    return writes.size() + reads.size() <= MOST_ACCESSES;
  }

  bool collectUser(Value *pointer, User *user) {
    if (auto *load = dyn_cast<LoadInst>(user)) {
      reads.insert(load);
      return load->isSimple();
    }
    if (auto *store = dyn_cast<StoreInst>(user)) {
      writes.push_back(store);
      return store->isSimple() && store->getValueOperand() != pointer;
    }
    if (auto *transfer = dyn_cast<MemTransferInst>(user)) {
      if (transfer->getRawSource() == pointer)
        reads.insert(transfer);
      if (transfer->getRawDest() == pointer)
        writes.push_back(transfer);
      return !transfer->isVolatile();
    }
    if (auto *fill = dyn_cast<MemSetInst>(user)) {
      writes.push_back(fill);
      return !fill->isVolatile();
    }
    if (auto *call = dyn_cast<CallInst>(user)) {
      if (Function *callee = call->getCalledFunction(); callee && callee->getName() == beginsLife)
        return lives.insert(call).second;
      return call->doesNotAccessMemory() || getFreedOperand(call, &analyses.library()) == pointer;
    }
    return isa<ICmpInst>(user) || isa<PtrToIntInst>(user); // no way into the block leads from there
  }

  // As the loops around say that it is.
  bool areEqual(const SCEV *a, const SCEV *b, const Loop *loop) {
    if (a == b)
      return true;
    return loop && evolution.applyLoopGuards(a, loop) == evolution.applyLoopGuards(b, loop);
  }

  // Where the instruction, or the nest of loops around it, begins that writes the whole block, in
  // one piece; or null.
  BasicBlock *beginOfFilling(Instruction *writer) {
    const SCEV *whole = evolution.getSCEV(block.getArgOperand(1));
    if (auto *fill = dyn_cast<MemIntrinsic>(writer)) {
      const SCEV *length = evolution.getSCEV(fill->getLength());
      bool all = fill->getRawDest() == &block && !reads.count(fill) &&
                 areEqual(length, whole, analyses.loops().getLoopFor(fill->getParent()));
      return all ? fill->getParent() : nullptr;
    }
    auto *store = cast<StoreInst>(writer);
    const SCEV *place = evolution.getSCEV(store->getPointerOperand());
    const SCEV *piece =
        evolution.getStoreSizeOfExpr(whole->getType(), store->getValueOperand()->getType());
    BasicBlock *runs = store->getParent(), *begin = nullptr;
    Loop *loop = analyses.loops().getLoopFor(runs);
    for (; loop; loop = loop->getParentLoop()) {
      auto *steps = dyn_cast<SCEVAddRecExpr>(place);
      BasicBlock *latch = loop->getLoopLatch();
      const SCEV *again = evolution.getBackedgeTakenCount(loop);
      if (!steps || steps->getLoop() != loop || !steps->isAffine() ||
          steps->getStepRecurrence(evolution) != piece || !latch ||
          loop->getExitingBlock() != latch || isa<SCEVCouldNotCompute>(again) ||
          !analyses.dominators().dominates(runs, latch))
        break;
      Type *type = piece->getType();
      const SCEV *times =
          evolution.getAddExpr(evolution.getNoopOrZeroExtend(again, type), evolution.getOne(type));
      piece = evolution.getMulExpr(piece, times);
      place = steps->getStart();
      begin = runs = loop->getHeader();
      if (place == evolution.getSCEV(&block) && areEqual(piece, whole, loop))
        return begin;
    }
    return nullptr;
  }

  // Does control come from behind the write to where something is read only by way of the filling?
  bool isDead(Instruction &write, Instruction &filling, BasicBlock *begin) {
    if (reads.count(&write))
      return false;
    bool loops = begin != filling.getParent() || isa<StoreInst>(filling);
    if (loops) {
      Loop *loop = analyses.loops().getLoopFor(begin);
      if (loop->contains(&write) ||
          any_of(reads, [&](const Instruction *read) { return loop->contains(read); }))
        return false;
    }
    SmallPtrSet<BasicBlock *, 16> seen;
    SmallVector<BasicBlock *, 16> work;
    auto follow = [&](BasicBlock::iterator from) {
      BasicBlock *here = from->getParent();
      for (Instruction &instruction : make_range(from, here->end())) {
        if ((!loops && &instruction == &filling) || lives.count(&instruction))
          return true;
        if (reads.count(&instruction))
          return false;
      }
      for (BasicBlock *next : successors(here))
        if (!(loops && next == begin) && seen.insert(next).second)
          work.push_back(next);
      return true;
    };
    bool fine = follow(std::next(write.getIterator()));
    while (fine && !work.empty())
      fine = follow(work.pop_back_val()->begin());
    return fine;
  }
};

} // namespace

bool bridge_drop_overwritten(LLVMValueRef block, const char *begins_life) {
  return OverwrittenWrites(*unwrap<CallBase>(block), begins_life).drop();
}
