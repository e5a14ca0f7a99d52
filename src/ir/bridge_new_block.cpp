// Blocks of memory that are new where they are written: no pointer leads to them that was there
// before, nor one that memory has had since before. Alias analysis knows that within one
// iteration of a loop; a state that each step takes from the last one, in a block of its own, and
// returns in a new one,
//
//   for (...) { next = new ...; next[i] = f(state[i]); delete state; state = next; }
//
// is the new block of the step before, to it. But while a block is there no other is made in its
// place, and releases are put off to the end of the reverse sweep.
#include "bridge_analyses.h"

#include "llvm/ADT/SetVector.h"
#include "llvm/Analysis/CFG.h"
#include "llvm/Analysis/MemoryBuiltins.h"
#include "llvm/Analysis/ValueTracking.h"

using namespace llvm;

namespace {

enum { MAX_WRITERS = 256, MAX_HOLDERS = 32 };

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

// Is the call executed between any two times that the phi takes what it has made? Else the phi may
// have a block that it had before, and that has been in memory since.
bool isMadeEachTime(BridgeAnalyses &analyses, const CallBase *call, const PHINode *phi,
                    const BasicBlock *way) {
  if (call->getParent() == way)
    return true;
  SmallPtrSet<BasicBlock *, 1> made = {const_cast<BasicBlock *>(call->getParent())};
  return !isPotentiallyReachable(phi->getParent(), way, &made, &analyses.dominators(),
                                 &analyses.loops());
}

// The calls of which one has made the block that a value is, where it is none otherwise, a new one
// each time; false if that is not known.
bool findCalls(BridgeAnalyses &analyses, Instruction *value,
               SmallVectorImpl<Instruction *> &calls) {
  auto add = [&](Value *made) {
    auto *call = dyn_cast<CallBase>(made);
    if (!call || !makesBlock(analyses.library(), call))
      return false;
    calls.push_back(call);
    return true;
  };
  auto *phi = dyn_cast<PHINode>(value);
  if (!phi)
    return add(value);
  for (Use &use : phi->incoming_values())
    if (!isa<ConstantPointerNull>(use) &&
        (!add(use) ||
         !isMadeEachTime(analyses, cast<CallBase>(use), phi, phi->getIncomingBlock(use))))
      return false;
  return true;
}

// The blocks on ways from one instruction to another that do not come to the first again, nor go on
// from the second if that is where several ways meet.
SmallPtrSet<BasicBlock *, 32> between(const Instruction *from, const Instruction *to) {
  SmallPtrSet<BasicBlock *, 32> behind, found;
  SmallVector<BasicBlock *, 32> work = {const_cast<BasicBlock *>(from->getParent())};
  while (!work.empty())
    for (BasicBlock *next : successors(work.pop_back_val()))
      if (next != from->getParent() && !(isa<PHINode>(to) && next == to->getParent()) &&
          behind.insert(next).second)
        work.push_back(next);
  work = {const_cast<BasicBlock *>(to->getParent())};
  while (!work.empty())
    for (BasicBlock *next : predecessors(work.pop_back_val()))
      if (behind.contains(next) && found.insert(next).second)
        work.push_back(next);
  return found;
}

// Where a store or a call that fills a block writes to; null of others.
Value *targetOf(Instruction *writer) {
  if (auto *store = dyn_cast<StoreInst>(writer))
    return getUnderlyingObject(store->getPointerOperand(), /*MaxLookup=*/0);
  if (auto *block = dyn_cast<MemIntrinsic>(writer))
    return getUnderlyingObject(block->getDest(), /*MaxLookup=*/0);
  return nullptr;
}

// Phis of one block get their values at the same time, whichever stands first.
bool areSimultaneous(const Value *a, const Value *b) {
  return isa<PHINode>(a) && isa<PHINode>(b) &&
         cast<PHINode>(a)->getParent() == cast<PHINode>(b)->getParent();
}

bool isAbove(BridgeAnalyses &analyses, Value *earlier, Value *later) {
  return isa<Argument>(earlier) ||
         (isa<Instruction>(earlier) && !areSimultaneous(earlier, later) &&
          analyses.dominators().dominates(cast<Instruction>(earlier), cast<Instruction>(later)));
}

// Does nothing on ways from one instruction to another change what the load reads? The first is, or
// has made, a new block: what is written there is not what the load reads through a pointer that
// was there before.
bool isUnchanged(BridgeAnalyses &analyses, Instruction *from, Instruction *to, LoadInst *load) {
  Value *pointer = getUnderlyingObject(load->getPointerOperand(), /*MaxLookup=*/0);
  bool isOlder = isAbove(analyses, pointer, from);
  if (auto *phi = dyn_cast<PHINode>(from))
    for (Value *made : phi->incoming_values())
      isOlder = isOlder && (isa<Constant>(made) || isAbove(analyses, pointer, made));
  unsigned seen = 0;
  auto mayChange = [&](Instruction &writer) {
    if (!writer.mayWriteToMemory() || (isOlder && targetOf(&writer) == from))
      return false;
    return ++seen > MAX_WRITERS || bridge_may_write(&analyses, wrap(&writer), wrap(load));
  };
  BasicBlock *first = from->getParent(), *last = to->getParent();
  if (first == last && from->comesBefore(to))
    return std::none_of(from->getIterator(), to->getIterator(), mayChange);
  return std::none_of(from->getIterator(), first->end(), mayChange) &&
         none_of(between(from, to), [&](BasicBlock *block) { return any_of(*block, mayChange); }) &&
         std::none_of(last->begin(), to->getIterator(), mayChange);
}

// Was the block made, and has its address come to `value` on every way, behind what `point`
// computes? Whatever holds the address from one place to the next is above that, is that, or gets
// it at the same time; all else is come to again before it is used behind the point. So nothing
// held it already.
bool isMadeBehind(BridgeAnalyses &analyses, Value *value, const Instruction *point) {
  SmallSetVector<Value *, 16> holders;
  holders.insert(value);
  for (size_t i = 0; i < holders.size(); i++) { // others are added
    auto *holder = dyn_cast<Instruction>(holders[i]);
    if (isa<ConstantPointerNull>(holders[i]))
      continue;
    if (!holder || holders.size() > MAX_HOLDERS ||
        (point && (holder == point || areSimultaneous(holder, point) ||
                   analyses.dominators().dominates(holder, point))))
      return false;
    if (auto *place = dyn_cast<GetElementPtrInst>(holder))
      holders.insert(place->getPointerOperand());
    else if (auto *phi = dyn_cast<PHINode>(holder))
      holders.insert(phi->op_begin(), phi->op_end());
    else if (auto *call = dyn_cast<CallBase>(holder);
             !call || !makesBlock(analyses.library(), call))
      return false;
  }
  return true;
}

// Are two pointers into blocks that different calls make, on whatever ways they come there, or one
// of them into what was there before the function?
bool areMadeApart(BridgeAnalyses &analyses, Value *one, Value *other) {
  SmallVector<const Value *, 8> ones, others;
  getUnderlyingObjects(one, ones, /*LI=*/nullptr, MAX_HOLDERS);
  getUnderlyingObjects(other, others, /*LI=*/nullptr, MAX_HOLDERS);
  auto isMade = [&](const Value *object) {
    auto *call = dyn_cast<CallBase>(object);
    return isa<ConstantPointerNull>(object) || (call && makesBlock(analyses.library(), call));
  };
  auto isApart = [&](const Value *object) {
    return (isMade(object) && (isa<ConstantPointerNull>(object) || !is_contained(ones, object))) ||
           isa<Argument>(object) || isa<ConstantExpr>(object);
  };
  return all_of(ones, isMade) && all_of(others, isApart);
}

// Is a block of memory, as `value` has it at a store, another than what `pointer` leads to, at any
// load before the store? `pointer` has its value from the last time that it was come to.
bool isOther(BridgeAnalyses &analyses, Value *value, Value *pointer) {
  auto *made = dyn_cast<Instruction>(value);
  auto *point = dyn_cast<Instruction>(pointer);
  if (!made || made == point || (!point && !isa<Argument>(pointer)))
    return false;
  if (areMadeApart(analyses, made, pointer) || isMadeBehind(analyses, made, point))
    return true;
  // Else the pointer must have been in memory before that.
  SmallVector<Instruction *, 4> calls;
  auto *load = dyn_cast_or_null<LoadInst>(point);
  return load && load->isSimple() && findCalls(analyses, made, calls) &&
         analyses.isOlder(load, made, [&] {
           return isUnchanged(analyses, made, load, load) && all_of(calls, [&](Instruction *call) {
                    return call == made || isUnchanged(analyses, call, made, load);
                  });
         });
}

// The one call that has made the block, each time anew, that a pointer leads to; null if there are
// several, or if an iteration of a loop around it hands the pointer on to the next.
CallBase *lastMaker(BridgeAnalyses &analyses, Value *pointer) {
  SmallSetVector<Value *, 16> holders;
  SmallVector<const PHINode *, 8> phis;
  CallBase *maker = nullptr;
  holders.insert(pointer);
  for (size_t i = 0; i < holders.size(); i++) { // others are added
    if (holders.size() > MAX_HOLDERS)
      return nullptr;
    if (auto *place = dyn_cast<GetElementPtrInst>(holders[i])) {
      holders.insert(place->getPointerOperand());
    } else if (auto *phi = dyn_cast<PHINode>(holders[i])) {
      holders.insert(phi->op_begin(), phi->op_end());
      phis.push_back(phi);
    } else {
      auto *call = dyn_cast<CallBase>(holders[i]);
      if (!call || maker || !makesBlock(analyses.library(), call))
        return nullptr;
      maker = call;
    }
  }
  for (const PHINode *phi : phis)
    if (Loop *loop = analyses.loops().getLoopFor(phi->getParent());
        loop && loop->getHeader() == phi->getParent() && loop->contains(maker))
      return nullptr;
  return maker;
}

// Is the block that the writer writes to made between any time that `pointer` gets its value and
// the write behind that?
bool isMadeSince(BridgeAnalyses &analyses, Value *target, Value *pointer, Instruction *writer) {
  auto *point = dyn_cast<Instruction>(pointer);
  CallBase *maker = point ? lastMaker(analyses, target) : nullptr;
  if (!maker)
    return false;
  const BasicBlock *start = point->getParent(), *made = maker->getParent();
  if (start == made)
    return point->comesBefore(maker) && (writer->getParent() != made || maker->comesBefore(writer));
  if (writer->getParent() == made)
    return maker->comesBefore(writer);
  SmallPtrSet<BasicBlock *, 1> passed = {const_cast<BasicBlock *>(made)};
  return start != writer->getParent() &&
         !isPotentiallyReachable(start, writer->getParent(), &passed, &analyses.dominators(),
                                 &analyses.loops());
}

} // namespace

bool bridge_writes_new_block(BridgeAnalysesRef analyses, LLVMValueRef writer, LLVMValueRef reader) {
  auto *load = dyn_cast<LoadInst>(unwrap(reader));
  Value *target = load ? targetOf(unwrapInstruction(writer)) : nullptr;
  if (!target)
    return false;
  Value *pointer = getUnderlyingObject(load->getPointerOperand(), /*MaxLookup=*/0);
  return isOther(*analyses, target, pointer) ||
         isMadeSince(*analyses, target, pointer, unwrapInstruction(writer));
}
