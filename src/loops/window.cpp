// Neighbouring places that a loop works on together, a window that goes along with it:
//
//   do { d = x[i] / 3; x[i] = d; x[i - 1] += d; x[i + 1] += d; } while (--i > 0);
//
// Each place is loaded when it comes into the window and stored when nothing stores to it any more;
// in between it is in a register, which the next iteration takes over. Through memory, the chain of
// iterations would wait for every store to come back as a load, and longer where two of them were
// made one vector. LLVM does that for a load of what the iteration before has stored, and no more.
//
// The additions of a reverse sweep are of this kind wherever the primal reads neighbours. Loops
// that can be vectorised are left alone. Runs before LLVM's vectoriser, on loops of one block in
// simplified form.
#include "window.h"

#include "jam_nest.h"
#include "neighbours.h"

#include "llvm/Analysis/LoopAccessAnalysis.h"
#include "llvm/Analysis/ScalarEvolutionExpressions.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/Transforms/Utils/ScalarEvolutionExpander.h"

using namespace llvm;
using namespace jam;

namespace {

enum { WIDEST = 5, MOST_ACCESSES = 40 };

// A load or store, which comes to the place of iteration 0 of the window's first access `ahead`
// iterations before that does.
struct Step {
  Instruction *access;
  int64_t ahead;
};

struct Window {
  Neighbours places;
  SmallVector<Step, 8> steps; // in the order in which they run

  // Places of the window, from where it goes to where it comes from.
  unsigned width() const { return places.width(); }
  unsigned place(const Step &step) const { return (unsigned)(places.most - step.ahead); }
};

struct PlaceUse {
  bool any = false, loadedFirst = false, stored = false;
};

Value *pointerOf(const Instruction *access) {
  return const_cast<Value *>(getLoadStorePointerOperand(access));
}

SmallVector<PlaceUse, WIDEST> usesOf(const Window &window) {
  SmallVector<PlaceUse, WIDEST> uses(window.width());
  for (const Step &step : window.steps) {
    PlaceUse &use = uses[window.place(step)];
    use.loadedFirst |= !use.any && isa<LoadInst>(step.access);
    use.stored |= isa<StoreInst>(step.access);
    use.any = true;
  }
  return uses;
}

// Is every place used in every iteration, so that it may be loaded ahead, and stored to from the
// first store on? And does a store come back?
bool isWorthwhile(const Window &window) {
  auto uses = usesOf(window);
  unsigned stores = 0, lastStored = 0, firstStored = window.width();
  for (unsigned i = 0; i < uses.size(); i++) {
    if (!uses[i].any)
      return false;
    stores += uses[i].stored;
    lastStored = uses[i].stored ? i : lastStored;
    firstStored = std::min(firstStored, uses[i].stored ? i : firstStored);
  }
  return stores > 0 && lastStored - firstStored + 1 == stores && firstStored + 1 < window.width();
}

// Is another access never at a place that is in the window?
bool isApart(const Window &window, Instruction *other, const Loop *loop, BatchAAResults &aliases,
             ScalarEvolution &evolution, const ScalarEvolution::LoopGuards &guards) {
  Access there = {other, isa<StoreInst>(other) ? WRITE : READ};
  if (all_of(window.steps,
             [&](const Step &step) { return jam::isApart(aliases, there, {step.access, WRITE}); }))
    return true;
  return isBeside(window.places, other, loop, evolution, guards);
}

// The windows of a loop that can go to registers.
SmallVector<Window, 4> findWindows(Loop *loop, ArrayRef<Instruction *> accesses,
                                   Analyses &analyses) {
  ScalarEvolution &evolution = analyses.evolution;
  ScalarEvolution::LoopGuards guards = ScalarEvolution::LoopGuards::collect(loop, evolution);
  BatchAAResults aliases(analyses.aliases);
  aliases.enableCrossIterationMode();
  SmallPtrSet<Instruction *, 16> taken;
  SmallVector<Window, 4> windows;
  for (Instruction *first : accesses) {
    Window window;
    if (taken.contains(first) || !startNeighbours(window.places, first, loop, evolution))
      continue;
    SmallPtrSet<Instruction *, 16> inside;
    for (Instruction *access : accesses) {
      if (taken.contains(access))
        continue;
      if (auto ahead = joinNeighbours(window.places, access, WIDEST, evolution)) {
        inside.insert(access);
        window.steps.push_back({access, *ahead});
      }
    }
    llvm::sort(window.steps,
               [](const Step &a, const Step &b) { return a.access->comesBefore(b.access); });
    taken.insert_range(inside);
    if (isWorthwhile(window) && all_of(accesses, [&](Instruction *access) {
          return inside.contains(access) ||
                 isApart(window, access, loop, aliases, evolution, guards);
        }))
      windows.push_back(window);
  }
  return windows;
}

const Step &stepAt(const Window &window, unsigned place) {
  return *find_if(window.steps, [&](const Step &step) { return window.place(step) == place; });
}

// Before the loop, what is in the window at its start.
PHINode *takeOver(const Window &window, unsigned place, bool loaded, Loop *loop,
                  ScalarEvolution &evolution) {
  BasicBlock *preheader = loop->getLoopPreheader();
  Value *before = PoisonValue::get(window.places.type);
  if (loaded) {
    const Step &step = stepAt(window, place);
    SCEVExpander expander(evolution, "window");
    auto *address = cast<SCEVAddRecExpr>(evolution.getSCEV(pointerOf(step.access)));
    Value *pointer = expander.expandCodeFor(address->getStart(), pointerOf(step.access)->getType(),
                                            preheader->getTerminator());
    auto *load = cast<LoadInst>(step.access)->clone();
    load->setOperand(0, pointer);
    load->insertBefore(preheader->getTerminator()->getIterator());
    before = load;
  }
  PHINode *phi = PHINode::Create(window.places.type, 2, "window", loop->getHeader()->begin());
  phi->addIncoming(before, preheader);
  return phi;
}

// Behind the loop, what nothing has stored yet.
void giveBack(Value *value, Value *pointer, const StoreInst *like, Loop *loop) {
  BasicBlock *exit = loop->getExitBlock(), *body = loop->getHeader();
  auto out = [&](Value *inside) -> Value * {
    if (loop->isLoopInvariant(inside))
      return inside;
    PHINode *last = PHINode::Create(inside->getType(), 1, "window.last", exit->begin());
    last->addIncoming(inside, body);
    return last;
  };
  Value *lastValue = out(value), *lastPointer = out(pointer);
  auto *store = cast<StoreInst>(like->clone());
  store->setOperand(0, lastValue);
  store->setOperand(1, lastPointer);
  store->insertBefore(exit->getFirstInsertionPt());
}

void keepInRegisters(const Window &window, Loop *loop, ScalarEvolution &evolution) {
  auto uses = usesOf(window);
  unsigned width = window.width(), lastStored = 0;
  SmallVector<Value *, WIDEST> now(width, nullptr), pointers(width, nullptr);
  SmallVector<PHINode *, WIDEST> phis(width, nullptr);
  SmallVector<Instruction *, 8> gone;
  const StoreInst *any = nullptr, *last = nullptr;
  for (unsigned i = 0; i < width; i++) {
    lastStored = uses[i].stored ? i : lastStored;
    pointers[i] = pointerOf(stepAt(window, i).access);
    if (i > 0)
      now[i] = phis[i] = takeOver(window, i, uses[i].loadedFirst, loop, evolution);
  }
  for (const Step &step : window.steps)
    if (auto *store = dyn_cast<StoreInst>(step.access)) {
      any = store;
      last = window.place(step) == lastStored ? store : last;
    }
  for (const Step &step : window.steps) {
    Value *&value = now[window.place(step)];
    if (auto *store = dyn_cast<StoreInst>(step.access)) {
      value = store->getValueOperand();
      if (store != last)
        gone.push_back(store);
    } else if (value) {
      step.access->replaceAllUsesWith(value);
      gone.push_back(step.access);
    } else {
      value = step.access;
    }
  }
  for (unsigned i = 1; i < width; i++)
    phis[i]->addIncoming(now[i - 1], loop->getLoopLatch());
  for (unsigned i = 0; i < lastStored; i++)
    if (any_of(ArrayRef(uses).take_front(i + 1), [](const PlaceUse &use) { return use.stored; }))
      giveBack(now[i], pointers[i], any, loop);
  for (Instruction *access : gone)
    access->eraseFromParent();
}

bool open(Loop *loop, Analyses &analyses, LoopAccessInfoManager &facts) {
  if (!loop->isInnermost() || loop->getNumBlocks() != 1 || !isSimpleLoop(loop) ||
      isa<SCEVCouldNotCompute>(analyses.evolution.getBackedgeTakenCount(loop)) ||
      getBooleanLoopAttribute(loop, "llvm.loop.isvectorized"))
    return false;
  SmallVector<Instruction *, 16> accesses;
  for (Instruction &instruction : *loop->getHeader()) {
    auto *load = dyn_cast<LoadInst>(&instruction);
    auto *store = dyn_cast<StoreInst>(&instruction);
    if (load ? !load->isSimple() : store ? !store->isSimple() : instruction.mayReadOrWriteMemory())
      return false;
    if (load || store)
      accesses.push_back(&instruction);
  }
  if (accesses.empty() || accesses.size() > MOST_ACCESSES)
    return false;
  SmallVector<Window, 4> windows = findWindows(loop, accesses, analyses);
  if (windows.empty() || facts.getInfo(*loop).canVectorizeMemory())
    return false;
  for (const Window &window : windows)
    keepInRegisters(window, loop, analyses.evolution);
  analyses.evolution.forgetLoop(loop);
  facts.clear();
  return true;
}

} // namespace

PreservedAnalyses WindowPass::run(Function &function, FunctionAnalysisManager &manager) {
  Analyses analyses = Analyses::of(function, manager);
  LoopAccessInfoManager &facts = manager.getResult<LoopAccessAnalysis>(function);
  SmallVector<Loop *, 8> loops(analyses.loops.getLoopsInPreorder());
  bool changed = false;
  for (Loop *loop : loops)
    changed |= open(loop, analyses, facts);
  return changed ? PreservedAnalyses::none() : PreservedAnalyses::all();
}
