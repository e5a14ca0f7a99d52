// Which loops may run in another order, and when that is worth it.
//
// The reverse sweep of a loop nest adds to adjoints in memory. Additions commute: whatever the
// places are, they may be made in any order, as long as nothing else reads or writes them. Other
// stores must be to places of which each belongs to one iteration of the outer loop: what happens
// there keeps its order. What cannot be shown apart at compile time is compared at run time. Every
// iteration makes every access, so that the first and the last of them bound what a nest touches.
#include "nest.h"

#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/Transforms/Utils/LoopUtils.h"
#include "llvm/Transforms/Utils/ScalarEvolutionExpander.h"

using namespace llvm;
using namespace nest;

namespace {

enum {
  MAX_INSTRUCTIONS = 400,
  MAX_CHAIN = 8,
  MAX_ACCESSES = 40,
  MAX_CHECKS = 16,
  MAX_ARRAYS = 8,
  NEAR = 128
};

// base + outer · outerStep + inner · innerStep, in numbers of iterations
struct Place {
  const SCEV *whole, *base = nullptr, *outerStep = nullptr, *innerStep = nullptr;
};

enum Part { BEFORE, BODY, AFTER };

struct Access {
  Instruction *instruction;
  Place place;
  Part part;
  bool writes, adds;
  uint64_t size;
  unsigned range; // which of the ranges
};

struct Reader {
  Nest &nest;
  Analyses &analyses;
  ScalarEvolution &evolution;
  SmallVector<Access, 16> accesses;
  SmallVector<Update, 4> updates; // in the body
  SmallVector<Range, 16> ranges;

  Reader(Nest &nest, Analyses &analyses)
      : nest(nest), analyses(analyses), evolution(analyses.evolution) {}
  bool readShape();
  bool readPhis();
  bool readInstructions();
  bool readUpdate(StoreInst *store, Update &update);
  bool readAccesses();
  bool placesAllow();
  bool pairAllows(const Access &a, const Access &b);
  bool group();
  bool keepValues();
  bool isSummable(const Update &update) const;
  void joinNeighbours();
  bool isWorth();
  Place placeOf(Value *pointer);
  bool rangeOf(const Place &place, uint64_t size, Range &range);
  void findVarying();
  int64_t stride(const SCEV *step) const;
  bool isInjective(const Access &access);
  bool areApart(Instruction *a, Instruction *b) const;
};

bool isRare(const Loop *loop) {
  return !getOptionalBoolLoopAttribute(loop, "llvm.loop.vectorize.enable").value_or(true);
}

// Follows a chain of blocks up to `end` (excluded, or included where `through`).
bool readChain(BasicBlock *from, const BasicBlock *end, bool through,
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

const SCEVAddRecExpr *stepsOf(PHINode *phi, const Loop *loop, const Loop *around,
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
SmallVector<Value *, 2> summands(Instruction *addition) {
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
bool findLoad(Value *value, const SCEV *place, ScalarEvolution &evolution, BasicBlock *block,
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

bool Reader::rangeOf(const Place &place, uint64_t size, Range &range) {
  if (!place.base)
    return false;
  SmallVector<const SCEV *, 4> lows = {place.base}, highs = {place.base};
  const SCEV *steps[2] = {place.outerStep, place.innerStep};
  const SCEV *lasts[2] = {nest.outerLast, nest.innerLast};
  for (int i = 0; i < 2; i++) {
    if (steps[i]->isZero())
      continue;
    const SCEV *way = evolution.getMulExpr(
        steps[i], evolution.getTruncateOrZeroExtend(lasts[i], steps[i]->getType()));
    bool up = evolution.isKnownNonNegative(steps[i]), down = evolution.isKnownNegative(steps[i]);
    auto extend = [&](SmallVectorImpl<const SCEV *> &ends, bool only) {
      for (size_t k = 0, count = ends.size(); k < count; k++) {
        const SCEV *end = evolution.getAddExpr(ends[k], way);
        if (only)
          ends[k] = end;
        else
          ends.push_back(end);
      }
    };
    if (!up)
      extend(lows, down);
    if (!down)
      extend(highs, up);
  }
  const SCEV *high = highs[0], *low = lows[0];
  for (const SCEV *end : highs)
    high = evolution.getUMaxExpr(high, end);
  for (const SCEV *end : lows)
    low = evolution.getUMinExpr(low, end);
  range = {low, evolution.getAddExpr(high, evolution.getConstant(steps[0]->getType(), size))};
  return true;
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
      accesses.push_back(
          {instruction, placeOf(pointer), (Part)part, writes, adds, size.getFixedValue(), ~0U});
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

int64_t Reader::stride(const SCEV *step) const {
  auto *constant = dyn_cast_or_null<SCEVConstant>(step);
  return constant && constant->getAPInt().getSignificantBits() <= 64
             ? constant->getAPInt().getSExtValue()
             : INT64_MAX;
}

// Does every iteration of the outer loop have places of its own? May be asked at run time.
bool Reader::isInjective(const Access &access) {
  if (!access.place.base || access.place.outerStep->isZero())
    return false;
  int64_t within = stride(access.place.innerStep), step = stride(access.place.outerStep);
  if (within == 0 && step != INT64_MAX)
    return (uint64_t)std::abs(step) >= access.size;
  if (within == INT64_MAX)
    return false;
  Type *type = access.place.outerStep->getType();
  const SCEV *least = evolution.getConstant(type, access.size);
  if (within != 0)
    least = evolution.getAddExpr(
        least, evolution.getMulExpr(evolution.getConstant(type, std::abs(within)),
                                    evolution.getTruncateOrZeroExtend(nest.innerLast, type)));
  nest.wide.insert({access.place.outerStep, least});
  return nest.wide.size() <= MAX_CHECKS;
}

// In all iterations of one and the other.
bool Reader::areApart(Instruction *a, Instruction *b) const {
  BatchAAResults aliases(analyses.aliases);
  aliases.enableCrossIterationMode();
  return aliases.isNoAlias(MemoryLocation(getLoadStorePointerOperand(a),
                                          LocationSize::beforeOrAfterPointer(), a->getAAMetadata()),
                           MemoryLocation(getLoadStorePointerOperand(b),
                                          LocationSize::beforeOrAfterPointer(),
                                          b->getAAMetadata()));
}

bool Reader::pairAllows(const Access &a, const Access &b) {
  if ((!a.writes && !b.writes) ||
      (a.adds && b.adds && getLoadStoreType(a.instruction) == getLoadStoreType(b.instruction)))
    return true;
  if (a.place.whole == b.place.whole && a.place.base)
    return a.size == b.size && isInjective(a) && (nest.inner || a.adds == b.adds);
  if (areApart(a.instruction, b.instruction))
    return true;
  if (a.range == ~0U || b.range == ~0U)
    return false;
  const Range &one = ranges[a.range], &other = ranges[b.range];
  auto distance = [&](const SCEV *from, const SCEV *to) {
    return dyn_cast<SCEVConstant>(evolution.getMinusSCEV(to, from));
  };
  if (evolution.getPointerBase(one.low) == evolution.getPointerBase(other.low)) {
    const SCEVConstant *up = distance(one.high, other.low), *down = distance(other.high, one.low);
    if ((up && !up->getAPInt().isNegative()) || (down && !down->getAPInt().isNegative()))
      return true;
    const SCEVConstant *shift = distance(one.low, other.low);
    if (shift && shift->getAPInt().abs().ult(4096))
      return false; // they overlap
  }
  for (auto &known : nest.apart)
    if ((known.first.low == one.low && known.first.high == one.high &&
         known.second.low == other.low && known.second.high == other.high) ||
        (known.first.low == other.low && known.first.high == other.high &&
         known.second.low == one.low && known.second.high == one.high))
      return true;
  nest.apart.push_back({one, other});
  return nest.apart.size() <= MAX_CHECKS;
}

// Ranges of updates a few elements apart, as of the neighbours in a stencil, are compared as one.
bool widen(Range &range, const Range &by, ScalarEvolution &evolution) {
  if (evolution.getPointerBase(range.low) != evolution.getPointerBase(by.low))
    return false;
  auto *low = dyn_cast<SCEVConstant>(evolution.getMinusSCEV(by.low, range.low));
  auto *high = dyn_cast<SCEVConstant>(evolution.getMinusSCEV(by.high, range.high));
  if (!low || !high)
    return false;
  if (low->getAPInt().isNegative())
    range.low = by.low;
  if (high->getAPInt().isStrictlyPositive())
    range.high = by.high;
  return true;
}

bool Reader::placesAllow() {
  SmallVector<bool, 16> ofUpdates;
  for (Access &access : accesses) {
    Range range;
    if (!rangeOf(access.place, access.size, range))
      continue;
    for (unsigned i = 0; i < ranges.size() && access.range == ~0U; i++)
      if ((ranges[i].low == range.low && ranges[i].high == range.high) ||
          (access.adds && ofUpdates[i] && widen(ranges[i], range, evolution)))
        access.range = i;
    if (access.range != ~0U) {
      ofUpdates[access.range] = ofUpdates[access.range] && access.adds;
      continue;
    }
    access.range = ranges.size();
    ranges.push_back(range);
    ofUpdates.push_back(access.adds);
  }
  for (size_t i = 0; i < accesses.size(); i++) {
    if (accesses[i].writes && !accesses[i].adds && !isInjective(accesses[i]))
      return false;
    for (size_t k = 0; k < i; k++)
      if (!pairAllows(accesses[k], accesses[i]))
        return false;
  }
  SCEVExpander expander(evolution, "order");
  Instruction *at = nest.outer->getLoopPreheader()->getTerminator();
  auto expands = [&](const SCEV *what) { return expander.isSafeToExpandAt(what, at); };
  for (auto &[one, other] : nest.apart)
    if (!expands(one.low) || !expands(one.high) || !expands(other.low) || !expands(other.high))
      return false;
  for (auto &[step, least] : nest.wide)
    if (!expands(step) || !expands(least))
      return false;
  for (const Induction &induction : nest.outerInductions)
    if (!expands(induction.steps->getStart()) ||
        !expands(induction.steps->getStepRecurrence(evolution)))
      return false;
  for (const Induction &induction : nest.innerInductions)
    if (!expands(induction.steps->getStepRecurrence(evolution)))
      return false;
  return expands(nest.outerLast) && (!nest.inner || expands(nest.innerLast));
}

void Reader::findVarying() {
  for (const Induction &induction : nest.innerInductions) {
    Value *start = induction.phi->getIncomingValueForBlock(nest.inner->getLoopPreheader());
    if (auto *from = dyn_cast<Instruction>(start); from && nest.outer->contains(from))
      nest.varying.insert(induction.phi);
  }
  nest.varying.insert(nest.states.begin(), nest.states.end());
  for (Instruction *instruction : nest.body)
    for (Value *operand : instruction->operands())
      if (auto *from = dyn_cast<Instruction>(operand))
        if (nest.varying.count(from) || (nest.outer->contains(from) && !nest.inner->contains(from)))
          nest.varying.insert(instruction);
}

// Updates of places that may be the same at some distance are added in a loop each, or LLVM would
// not vectorise it.
bool Reader::group() {
  nest.groups.emplace_back();
  auto isNeighbour = [&](const Update &a, const Update &b) {
    auto *distance = dyn_cast<SCEVConstant>(
        evolution.getMinusSCEV(evolution.getSCEV(a.store->getPointerOperand()),
                               evolution.getSCEV(b.store->getPointerOperand())));
    return distance && distance->getAPInt().abs().ult(NEAR) && !distance->isZero();
  };
  if (!nest.inner && none_of(updates, [&](const Update &a) {
        return any_of(updates, [&](const Update &b) { return isNeighbour(a, b); });
      }))
    return false; // LLVM compares them at run time
  for (Update &update : updates) {
    auto *pointer = dyn_cast<Instruction>(update.store->getPointerOperand());
    update.varies = pointer && nest.outer->contains(pointer) &&
                    (!nest.inner || !nest.inner->contains(pointer) || nest.varying.count(pointer));
    bool placed = !update.varies;
    if (!update.varies)
      nest.groups[0].push_back(update);
    for (size_t i = 0; i < nest.groups.size() && !placed; i++)
      if ((placed = all_of(nest.groups[i], [&](const Update &other) {
             return !other.varies || areApart(update.store, other.store);
           })))
        nest.groups[i].push_back(update);
    if (!placed)
      nest.groups.push_back({update});
  }
  return nest.groups.size() == 1 || nest.cells.empty(); // what happens in one keeps its order
}

// Is what is added kept in arrays, which end in zeros?
bool Reader::isSummable(const Update &update) const {
  const Value *previous = update.load;
  for (Instruction *addition : update.chain) {
    if (isa<CallBase>(addition))
      return false;
    Value *added = addition->getOperand(addition->getOperand(0) == previous ? 1 : 0);
    auto *from = dyn_cast<Instruction>(added);
    if (!from || !nest.kept.contains(from))
      return false;
    previous = addition;
  }
  return true;
}

// Joins the loops of updates whose places are next to each other: every place is then loaded and
// stored once.
void Reader::joinNeighbours() {
  SmallVector<SmallVector<Update, 2>, 4> joined;
  SmallVector<std::pair<int64_t, Update>, 4> line; // by distance in elements
  uint64_t size = 0;
  auto endLine = [&] {
    sort(line, [](const auto &a, const auto &b) { return a.first < b.first; });
    for (size_t i = 0; i < line.size(); i++) {
      bool next = i > 0 && line[i].first - line[i - 1].first <= 1 &&
                  joined.back()[0].shift + MAX_SHIFT > joined.back().back().shift + 1;
      if (!next)
        joined.emplace_back();
      Update update = line[i].second;
      update.shift =
          next ? joined.back().back().shift + (unsigned)(line[i].first - line[i - 1].first) : 0;
      joined.back().push_back(update);
    }
    line.clear();
  };
  SmallVector<SmallVector<Update, 2>, 4> left;
  std::swap(left, nest.groups);
  while (!left.empty()) {
    SmallVector<SmallVector<Update, 2>, 4> others;
    const SCEV *first = nullptr;
    for (SmallVector<Update, 2> &group : left) {
      bool alone = group.size() == 1 && isSummable(group[0]);
      if (!alone && !first) {
        nest.groups.push_back(group);
        continue;
      }
      Place place = alone ? placeOf(group[0].store->getPointerOperand()) : Place();
      if (alone && !first) {
        Type *type = group[0].load->getType();
        size = group[0].store->getDataLayout().getTypeStoreSize(type);
        int64_t step = place.base ? stride(place.outerStep) : 0;
        if (step != (nest.downwards ? -(int64_t)size : (int64_t)size)) {
          nest.groups.push_back(group);
          continue;
        }
        first = place.whole;
        line.emplace_back(0, group[0]);
        continue;
      }
      auto *distance =
          alone ? dyn_cast<SCEVConstant>(evolution.getMinusSCEV(place.whole, first)) : nullptr;
      int64_t bytes = stride(distance);
      if (distance && bytes % (int64_t)size == 0 &&
          group[0].load->getType() == line[0].second.load->getType())
        line.emplace_back(bytes / (int64_t)size, group[0]);
      else
        others.push_back(group);
    }
    endLine();
    left = others;
  }
  nest.groups.append(joined);
}

bool isArithmetic(const Instruction *instruction) {
  return (isa<BinaryOperator>(instruction) || isa<CastInst>(instruction) ||
          isa<GetElementPtrInst>(instruction)) &&
         !instruction->getType()->isFPOrFPVectorTy();
}

// What the updates and the code behind them use from before, but for indices and addresses, waits
// in arrays.
bool Reader::keepValues() {
  SmallPtrSet<Instruction *, 16> seen;
  bool carried = false; // does another group than the first use what that carries along?
  auto walk = [&](Value *root, bool first) {
    SmallVector<Value *, 8> work = {root};
    while (!work.empty()) {
      auto *instruction = dyn_cast<Instruction>(work.pop_back_val());
      if (!instruction || !nest.outer->contains(instruction) || !seen.insert(instruction).second)
        continue;
      bool within = nest.inner && nest.inner->contains(instruction);
      auto *phi = dyn_cast<PHINode>(instruction);
      if (is_contained(nest.states, phi))
        carried |= !first;
      else if (phi && phi->getParent() == nest.outer->getHeader())
        continue;
      else if (phi)
        work.push_back(within ? phi->getIncomingValueForBlock(nest.inner->getLoopPreheader())
                              : phi->getIncomingValue(0));
      else if (within || isArithmetic(instruction) || is_contained(nest.after, instruction))
        work.append(instruction->op_begin(), instruction->op_end());
      else
        nest.kept.insert(instruction);
    }
  };
  for (unsigned i = 0; i < nest.groups.size(); i++) {
    if (i > 0)
      seen.clear();
    for (const Update &update : nest.groups[i]) {
      walk(update.store->getPointerOperand(), i == 0);
      SmallPtrSet<Value *, 8> chain(update.chain.begin(), update.chain.end());
      chain.insert(update.load);
      for (Instruction *addition : update.chain)
        for (Value *operand : addition->operands())
          if (!chain.count(operand))
            walk(operand, i == 0);
    }
  }
  for (PHINode *state : nest.states)
    walk(nest.nextOf(state), true);
  for (auto *part : {&nest.body, &nest.after})
    for (Instruction *instruction : *part)
      if (isa<StoreInst>(instruction))
        walk(instruction, true);
  return !carried && nest.kept.size() + nest.states.size() <= MAX_ARRAYS &&
         none_of(nest.kept, [](Instruction *i) { return i->getType()->isVectorTy(); });
}

// Is an access at neighbouring places, or at one, in neighbouring iterations?
bool isNear(int64_t stride, uint64_t size) {
  return stride != INT64_MAX && (uint64_t)std::abs(stride) <= size;
}

bool Reader::isWorth() {
  int upwards = 0;
  unsigned farInner = 0, farOuter = 0, updated = 0;
  for (const Access &access : accesses) {
    bool relevant = nest.inner ? access.part == BODY : true;
    if (!relevant)
      continue;
    int64_t along = stride(access.place.outerStep);
    unsigned weight = access.adds ? 2 : 1;
    farOuter += isNear(along, access.size) ? 0 : weight;
    farInner += isNear(stride(access.place.innerStep), access.size) ? 0 : weight;
    upwards += along == (int64_t)access.size ? 1 : along == -(int64_t)access.size ? -1 : 0;
    updated += access.adds && along != 0;
  }
  nest.downwards = upwards < 0;
  if (nest.inner)
    return farOuter < farInner && nest.groups.size() <= 4;
  return nest.groups.size() > 1 && farOuter == 0 && updated > 1;
}

} // namespace

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
  if (!nest.inner)
    reader.joinNeighbours();
  return true;
}
