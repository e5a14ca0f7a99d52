// Which order of a loop nest is better, and what it takes: the loops that updates are to be in, and
// the values that wait in arrays.
#include "nest_reader.h"

#include "llvm/IR/DataLayout.h"

using namespace llvm;
using namespace nest;

enum { MAX_ARRAYS = 8, MAX_GROUPS = 4, MAX_ROWS = 8, NEAR = 128 };

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

// Joins the loops of updates whose places are a distance apart that only the run knows, as of the
// rows of a stencil: LLVM asks for it.
void Reader::joinRows() {
  SmallVector<SmallVector<Update, 2>, 4> joined;
  auto isRow = [](const SmallVector<Update, 2> &group) {
    return !group.empty() && group.back().shift == 0;
  };
  auto mayMeet = [&](const Update &a, const Update &b) {
    return isa<SCEVConstant>(
        evolution.getMinusSCEV(evolution.getSCEV(a.store->getPointerOperand()),
                               evolution.getSCEV(b.store->getPointerOperand())));
  };
  for (const SmallVector<Update, 2> &group : nest.groups) {
    auto *rows = find_if(joined, [&](const SmallVector<Update, 2> &others) {
      return isRow(others) && isRow(group) && others.size() + group.size() <= MAX_ROWS &&
             none_of(others, [&](const Update &a) {
               return any_of(group, [&](const Update &b) { return mayMeet(a, b); });
             });
    });
    if (rows == joined.end())
      joined.push_back(group);
    else
      rows->append(group);
  }
  nest.groups = joined;
}

// Joins the loops of updates whose places are next to each other: every place is then loaded and
// stored once. Where more loops than a few are left, the one loop of all is as fast.
bool Reader::joinNeighbours() {
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
  joinRows();
  return count_if(nest.groups, [](const auto &group) { return !group.empty(); }) <= MAX_GROUPS;
}

static bool isArithmetic(const Instruction *instruction) {
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
static bool isNear(int64_t stride, uint64_t size) {
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
    return farOuter < farInner && nest.groups.size() <= MAX_GROUPS;
  return nest.groups.size() > 1 && farOuter == 0 && updated > 1;
}
