// What is in a loop nest: its shape, what its iterations carry along, its accesses, and which of
// them are additions to places in memory.
#include "nest_reader.h"

#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/Operator.h"
#include "llvm/Transforms/Utils/LoopUtils.h"

using namespace llvm;
using namespace nest;

enum { MAX_INSTRUCTIONS = 400, MAX_CHAIN = 8, MAX_ACCESSES = 40 };

static bool isRare(const Loop *loop) {
  return !getOptionalBoolLoopAttribute(loop, "llvm.loop.vectorize.enable").value_or(true);
}

// Follows a chain of blocks up to `end` (excluded, or included where `through`).
static bool readChain(BasicBlock *from, const BasicBlock *end, bool through,
                      SmallVectorImpl<Instruction *> &instructions, unsigned &blocks) {
  for (BasicBlock *block = from; block; block = block->getSingleSuccessor()) {
    if (block == end && !through)
      return true;
    blocks++;
    for (Instruction &instruction : *block)
      if (!isa<PHINode>(instruction) && !instruction.isTerminator())
        instructions.push_back(&instruction);
    if (block == end)
      return true;
  }
  return false;
}

bool Reader::readShape() {
  Loop *outer = nest.outer;
  if (getBooleanLoopAttribute(outer, ordered) || !outer->isLoopSimplifyForm() ||
      !outer->isRotatedForm() || outer->getExitingBlock() != outer->getLoopLatch() ||
      !outer->getExitBlock())
    return false;
  unsigned blocks = 0;
  if (outer->isInnermost()) {
    if (outer->getNumBlocks() != 1 || isRare(outer) ||
        !readChain(outer->getHeader(), outer->getHeader(), true, nest.before, blocks))
      return false;
  } else {
    Loop *inner = nest.inner = outer->getSubLoops()[0];
    if (outer->getSubLoops().size() != 1 || inner->getNumBlocks() != 1 ||
        getBooleanLoopAttribute(inner, ordered) || !inner->isLoopSimplifyForm() ||
        !inner->getExitBlock() ||
        !readChain(outer->getHeader(), inner->getHeader(), false, nest.before, blocks) ||
        !readChain(inner->getHeader(), inner->getHeader(), true, nest.body, blocks) ||
        !readChain(inner->getExitBlock(), outer->getLoopLatch(), true, nest.after, blocks) ||
        blocks != outer->getNumBlocks())
      return false;
    nest.innerLast = evolution.getBackedgeTakenCount(inner);
    if (isa<SCEVCouldNotCompute>(nest.innerLast) || !nest.innerLast->getType()->isIntegerTy() ||
        !evolution.isLoopInvariant(nest.innerLast, outer))
      return false;
  }
  nest.outerLast = evolution.getBackedgeTakenCount(outer);
  return !isa<SCEVCouldNotCompute>(nest.outerLast) && nest.outerLast->getType()->isIntegerTy() &&
         evolution.getTypeSizeInBits(nest.outerLast->getType()) <= 64 &&
         nest.before.size() + nest.body.size() + nest.after.size() <= MAX_INSTRUCTIONS;
}

static const SCEVAddRecExpr *stepsOf(PHINode *phi, const Loop *loop, const Loop *around,
                                     ScalarEvolution &evolution) {
  if (!evolution.isSCEVable(phi->getType()))
    return nullptr;
  auto *steps = dyn_cast<SCEVAddRecExpr>(evolution.getSCEV(phi));
  return steps && steps->getLoop() == loop && steps->isAffine() &&
                 evolution.isLoopInvariant(steps->getStepRecurrence(evolution), around)
             ? steps
             : nullptr;
}

bool Reader::readPhis() {
  Loop *outer = nest.outer, *inner = nest.inner;
  for (PHINode &phi : outer->getHeader()->phis()) {
    const SCEVAddRecExpr *steps = stepsOf(&phi, outer, outer, evolution);
    if (!steps)
      return false;
    nest.outerInductions.push_back({&phi, steps});
  }
  if (!inner)
    return true;
  for (PHINode &phi : inner->getHeader()->phis())
    if (const SCEVAddRecExpr *steps = stepsOf(&phi, inner, outer, evolution))
      nest.innerInductions.push_back({&phi, steps});
    else if (phi.getType()->isFloatingPointTy() || phi.getType()->isIntegerTy())
      nest.states.push_back(&phi);
    else
      return false;
  // After the inner loop only the last of what it carries along may be wanted.
  for (BasicBlock *block : outer->blocks()) {
    if (block == outer->getHeader() || block == inner->getHeader())
      continue;
    for (PHINode &phi : block->phis()) {
      auto *last = dyn_cast<Instruction>(phi.getIncomingValue(0));
      bool carried = any_of(nest.states, [&](PHINode *s) { return nest.nextOf(s) == last; });
      if (phi.getNumIncomingValues() != 1 || (last && inner->contains(last) && !carried))
        return false;
    }
  }
  return true;
}

bool Reader::readInstructions() {
  for (BasicBlock *block : nest.outer->blocks())
    for (Instruction &instruction : *block) {
      for (User *user : instruction.users()) {
        auto *in = cast<Instruction>(user);
        if (!nest.outer->contains(in))
          return false;
        if (nest.inner && nest.inner->contains(&instruction) && !nest.inner->contains(in) &&
            !isa<PHINode>(in))
          return false;
      }
      if (isa<AllocaInst>(instruction) || instruction.getType()->isTokenTy() ||
          instruction.isVolatile() || instruction.isAtomic())
        return false;
      if (isa<AssumeInst>(instruction) || isa<LoadInst>(instruction) ||
          isa<StoreInst>(instruction) || instruction.isTerminator())
        continue;
      if (instruction.mayReadOrWriteMemory() || instruction.mayHaveSideEffects())
        return false;
    }
  return true;
}

// The operand of an addition that may be the sum so far.
static SmallVector<Value *, 2> summands(Instruction *addition) {
  if (!isa<FPMathOperator>(addition) || !addition->hasAllowReassoc())
    return {};
  switch (addition->getOpcode()) {
  case Instruction::FAdd:
    return {addition->getOperand(0), addition->getOperand(1)};
  case Instruction::FSub:
    return {addition->getOperand(0)};
  case Instruction::Call:
    if (auto *call = dyn_cast<IntrinsicInst>(addition))
      if (call->getIntrinsicID() == Intrinsic::fmuladd || call->getIntrinsicID() == Intrinsic::fma)
        return {call->getArgOperand(2)};
    return {};
  default:
    return {};
  }
}

// From what is stored back to the load from the same place, through additions used nowhere else.
static bool findLoad(Value *value, const SCEV *place, ScalarEvolution &evolution, BasicBlock *block,
                     Update &update) {
  auto *instruction = dyn_cast<Instruction>(value);
  if (!instruction || !instruction->hasOneUse() || instruction->getParent() != block)
    return false;
  if (auto *load = dyn_cast<LoadInst>(instruction)) {
    update.load = load;
    return !update.chain.empty() && evolution.getSCEV(load->getPointerOperand()) == place;
  }
  if (update.chain.size() == MAX_CHAIN)
    return false;
  for (Value *operand : summands(instruction)) {
    size_t depth = update.chain.size();
    update.chain.push_back(instruction);
    if (findLoad(operand, place, evolution, block, update))
      return true;
    update.chain.resize(depth);
  }
  return false;
}

bool Reader::readUpdate(StoreInst *store, Update &update) {
  Type *type = store->getValueOperand()->getType();
  update = {nullptr, store, {}};
  if (!type->isFloatingPointTy() ||
      !findLoad(store->getValueOperand(), evolution.getSCEV(store->getPointerOperand()), evolution,
                store->getParent(), update))
    return false;
  uint64_t size = store->getDataLayout().getTypeStoreSize(type);
  if (store->getAlign().value() < size || update.load->getAlign().value() < size)
    return false; // two of them might overlap in part
  for (Instruction *between = update.load->getNextNode(); between != store;
       between = between->getNextNode())
    if (auto *other = dyn_cast<StoreInst>(between))
      if (!analyses.aliases.isNoAlias(MemoryLocation::get(other), MemoryLocation::get(store)))
        return false;
  std::reverse(update.chain.begin(), update.chain.end());
  return true;
}

Place Reader::placeOf(Value *pointer) {
  Place place = {evolution.getSCEV(pointer)};
  const SCEV *rest = place.whole,
             *none = evolution.getZero(evolution.getEffectiveSCEVType(pointer->getType()));
  const SCEV *steps[2] = {none, none};
  const Loop *loops[2] = {nest.inner, nest.outer};
  for (int i = 0; i < 2; i++) {
    auto *along = dyn_cast<SCEVAddRecExpr>(rest);
    if (!loops[i] || !along || along->getLoop() != loops[i])
      continue;
    if (!along->isAffine())
      return place;
    steps[i] = along->getStepRecurrence(evolution);
    rest = along->getStart();
  }
  if (!evolution.isLoopInvariant(rest, nest.outer) ||
      !evolution.isLoopInvariant(steps[0], nest.outer) ||
      !evolution.isLoopInvariant(steps[1], nest.outer))
    return place;
  place.base = rest;
  place.innerStep = steps[0];
  place.outerStep = steps[1];
  return place;
}

bool Reader::readAccesses() {
  const DataLayout &layout = nest.outer->getHeader()->getDataLayout();
  SmallVector<Instruction *, 16> *parts[] = {&nest.before, &nest.body, &nest.after};
  Part updated = nest.inner ? BODY : BEFORE;
  SmallPtrSet<Instruction *, 16> summed; // loads, stores and additions of updates
  SmallVector<Update, 4> outside;
  SmallVector<Instruction *, 16> accessed;
  SmallPtrSet<const SCEV *, 2> stored; // in the body, otherwise
  for (auto *part : parts)
    for (Instruction *instruction : *part)
      if (getLoadStorePointerOperand(instruction))
        accessed.push_back(instruction);
  for (int part = BEFORE; part <= AFTER; part++)
    for (Instruction *instruction : *parts[part])
      if (auto *store = dyn_cast<StoreInst>(instruction)) {
        Update update;
        if (!readUpdate(store, update))
          continue;
        summed.insert(store);
        summed.insert(update.load);
        if (part == updated) {
          updates.push_back(update);
          summed.insert(update.chain.begin(), update.chain.end());
        } else {
          outside.push_back(update);
        }
      }
  // An addition to a place that is otherwise used close by is any other load and store.
  auto isPlain = [&](const Update &update) {
    const SCEV *place = evolution.getSCEV(update.store->getPointerOperand());
    return any_of(accessed, [&](Instruction *other) {
      return !summed.count(other) &&
             (other->getParent() == update.store->getParent() || !nest.inner ||
              !nest.inner->contains(update.store)) &&
             evolution.getSCEV(getLoadStorePointerOperand(other)) == place;
    });
  };
  for (SmallVectorImpl<Update> *list : {&updates, &outside})
    erase_if(*list, [&](const Update &update) {
      if (!isPlain(update))
        return false;
      summed.erase(update.store);
      summed.erase(update.load);
      for (Instruction *addition : update.chain)
        summed.erase(addition);
      return true;
    });
  for (int part = BEFORE; part <= AFTER; part++) {
    for (Instruction *instruction : *parts[part]) {
      Value *pointer = getLoadStorePointerOperand(instruction);
      bool writes = isa<StoreInst>(instruction), adds = summed.count(instruction);
      if (!pointer || (adds && !writes))
        continue;
      if (accesses.size() == MAX_ACCESSES)
        return false;
      if (part == BODY && writes && !adds)
        stored.insert(evolution.getSCEV(pointer));
      TypeSize size = layout.getTypeStoreSize(getLoadStoreType(instruction));
      if (size.isScalable())
        return false;
      accesses.push_back({instruction, placeOf(pointer), (Part)part, writes, adds,
                          size.getFixedValue(), NO_RANGE});
    }
    if (part == updated) // the rest of an innermost loop alone is before
      erase_if(*parts[part], [&](Instruction *instruction) { return summed.count(instruction); });
  }
  for (Instruction *instruction : nest.body)
    if (Value *pointer = getLoadStorePointerOperand(instruction);
        pointer && stored.count(evolution.getSCEV(pointer)))
      nest.cells.push_back(instruction);
  return true;
}

bool nest::read(Loop *outer, Analyses &analyses, Nest &nest) {
  nest = {};
  nest.outer = outer;
  Reader reader(nest, analyses);
  if (!reader.readShape() || !reader.readPhis() || !reader.readInstructions() ||
      !reader.readAccesses())
    return false;
  reader.findVarying();
  if (!reader.group() || !reader.isWorth() || !reader.keepValues() || !reader.placesAllow())
    return false;
  return nest.inner || reader.joinNeighbours();
}
