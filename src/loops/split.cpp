// A loop that goes through memory and uses one of the places that it comes to in all iterations:
//
//   for (j = 0; j < n; j++)
//     path[j] = min(path[j], path[k] + next[j]);
//
// The place of path[k] can be kept in a register before iteration k, and again after it; in between
// it may become another. LLVM's vectoriser asks whether path[k] lies within all of path, which it
// does, and gives up. The same goes for the adjoint of path[k], a sum of what all iterations add.
// So iteration k runs by itself, between the loop of those before and the loop of those after. If
// the place lies beyond either end, the first loop runs all. Where it lies among other memory of
// the loop that is not known to be apart, a copy of the loop as it was runs.
//
// Runs before LLVM's vectoriser, on innermost loops of one block, in simplified form.
#include "split.h"

#include "carry.h"
#include "neighbours.h"

#include "llvm/Analysis/AssumptionCache.h"
#include "llvm/Analysis/LoopAccessAnalysis.h"
#include "llvm/Analysis/ScalarEvolutionExpressions.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/Transforms/Utils/BasicBlockUtils.h"
#include "llvm/Transforms/Utils/Cloning.h"
#include "llvm/Transforms/Utils/LoopPeel.h"
#include "llvm/Transforms/Utils/LoopUtils.h"
#include "llvm/Transforms/Utils/LoopVersioning.h"
#include "llvm/Transforms/Utils/ScalarEvolutionExpander.h"

using namespace llvm;

namespace {

enum { MAX_INSTRUCTIONS = 60 }; // the loop is there four times after

struct Analyses {
  LoopInfo &loops;
  DominatorTree &dominators;
  ScalarEvolution &evolution;
  LoopAccessInfoManager &accesses;
  AssumptionCache &assumptions;
};

// Where what goes through memory comes to the places: `distance` bytes from where it starts, at
// `step` bytes an iteration.
struct Crossing {
  const SCEV *distance = nullptr;
  int64_t step = 0;
  SmallSetVector<const SCEV *, 2> places;
  SmallVector<RuntimePointerCheck, 4> others; // pairs that must be apart for another reason
};

// What all pointers of a group are; NULL if they differ.
const SCEV *addressOf(const RuntimeCheckingPtrGroup &group,
                      const RuntimePointerChecking &checking) {
  const SCEV *address = checking.getPointerInfo(group.Members.front()).Expr;
  for (unsigned member : group.Members)
    if (checking.getPointerInfo(member).Expr != address)
      return nullptr;
  return address;
}

// Bytes of the largest access to an address in the loop.
uint64_t widthAt(const SCEV *address, Loop *loop, ScalarEvolution &evolution) {
  const DataLayout &layout = loop->getHeader()->getDataLayout();
  uint64_t width = 0;
  for (Instruction &instruction : *loop->getHeader())
    if (Value *pointer = getLoadStorePointerOperand(&instruction);
        pointer && evolution.getSCEV(pointer) == address)
      width =
          std::max(width, layout.getTypeStoreSize(getLoadStoreType(&instruction)).getFixedValue());
  return width;
}

// A number of rows lies between places of different rows, and no iteration comes from one to the
// other, but where the rows are the same: a product in which more than one factor may vary.
bool staysInRow(const SCEV *distance) {
  return !SCEVExprContains(distance, [](const SCEV *part) {
    if (auto *steps = dyn_cast<SCEVAddRecExpr>(part))
      return !steps->isAffine() || !isa<SCEVConstant>(steps->getOperand(1));
    auto *product = dyn_cast<SCEVMulExpr>(part);
    return product && (product->getNumOperands() > 2 || !isa<SCEVConstant>(product->getOperand(0)));
  });
}

// Does what goes along the stream come to the place, so far as can be known, in just one iteration?
bool readCrossing(const SCEV *place, const SCEV *stream, Loop *loop, ScalarEvolution &evolution,
                  Crossing &crossing) {
  auto *walk = dyn_cast<SCEVAddRecExpr>(stream);
  if (!walk || walk->getLoop() != loop || !walk->isAffine() ||
      !evolution.isLoopInvariant(place, loop))
    return false;
  auto *constant = dyn_cast<SCEVConstant>(walk->getOperand(1));
  const SCEV *distance = evolution.getMinusSCEV(place, walk->getStart());
  if (!constant || isa<SCEVCouldNotCompute>(distance) || !staysInRow(distance))
    return false;
  int64_t step = constant->getAPInt().getSExtValue();
  uint64_t length = step < 0 ? -(uint64_t)step : (uint64_t)step;
  if (evolution.getConstantMultiple(distance).urem(length) != 0 ||
      widthAt(place, loop, evolution) > length || widthAt(stream, loop, evolution) > length ||
      (step > 0 ? evolution.isKnownNegative(distance) : evolution.isKnownPositive(distance)))
    return false;
  if (crossing.distance && (crossing.distance != distance || crossing.step != step))
    return false;
  crossing.distance = distance;
  crossing.step = step;
  crossing.places.insert(place);
  return true;
}

Crossing findCrossing(Loop *loop, const LoopAccessInfo &access, ScalarEvolution &evolution) {
  Crossing crossing;
  const RuntimePointerChecking &checking = *access.getRuntimePointerChecking();
  for (const RuntimePointerCheck &pair : checking.getChecks()) {
    const SCEV *a = addressOf(*pair.first, checking), *b = addressOf(*pair.second, checking);
    if (!a || !b ||
        (!readCrossing(a, b, loop, evolution, crossing) &&
         !readCrossing(b, a, loop, evolution, crossing)))
      crossing.others.push_back(pair);
  }
  return crossing;
}

// What the loop does at the places; false if one cannot go to a register.
bool readPlaces(Loop *loop, const Crossing &crossing, ScalarEvolution &evolution,
                SmallVectorImpl<Carried> &places) {
  for (const SCEV *place : crossing.places)
    if (!readCarried(loop, evolution, place, places.emplace_back()))
      return false;
  return !places.empty();
}

// The loop of the iterations before the crossing, ahead of the loop itself, which goes on from
// there, or is passed by where `before` is all iterations.
Loop *copyAhead(Loop *loop, Value *before, Value *crosses, Analyses &analyses,
                ValueToValueMapTy &copies) {
  BasicBlock *start = loop->getLoopPreheader(), *exit = loop->getExitBlock();
  BasicBlock *body = loop->getHeader();
  BasicBlock *rest = SplitBlock(start, start->getTerminator(), &analyses.dominators,
                                &analyses.loops, nullptr, "rest");
  SmallVector<BasicBlock *, 2> blocks;
  Loop *ahead = cloneLoopWithPreheader(rest, start, loop, copies, ".ahead", &analyses.loops,
                                       &analyses.dominators, blocks);
  remapInstructionsInBlocks(blocks, copies);
  auto *aheadStart = cast<BasicBlock>(copies[rest]), *aheadBody = cast<BasicBlock>(copies[body]);
  auto *end = BasicBlock::Create(body->getContext(), "crossing", body->getParent(), rest);
  if (Loop *around = loop->getParentLoop())
    around->addBasicBlockToLoop(end, analyses.loops);

  IRBuilder<> builder(start->getTerminator());
  Value *none = builder.CreateICmpEQ(before, ConstantInt::get(before->getType(), 0));
  builder.CreateCondBr(none, rest, aheadStart);
  start->getTerminator()->eraseFromParent();
  builder.SetInsertPoint(aheadBody, aheadBody->begin());
  PHINode *counter = builder.CreatePHI(before->getType(), 2, "iteration");
  Instruction *branch = aheadBody->getTerminator();
  builder.SetInsertPoint(branch);
  Value *next = builder.CreateAdd(counter, ConstantInt::get(before->getType(), 1), "", true);
  counter->addIncoming(ConstantInt::get(before->getType(), 0), aheadStart);
  counter->addIncoming(next, aheadBody);
  builder.CreateCondBr(builder.CreateICmpEQ(next, before), end, aheadBody)
      ->copyMetadata(*branch, {LLVMContext::MD_loop, LLVMContext::MD_dbg});
  branch->eraseFromParent();
  builder.SetInsertPoint(end);
  builder.CreateCondBr(crosses, rest, exit);

  // In the exit of the loop ahead, what comes out of it.
  auto out = [&](Value *value) -> Value * {
    Value *copy = copies.lookup(value);
    if (!copy)
      return value;
    PHINode *last = PHINode::Create(copy->getType(), 1, "", end->begin());
    last->addIncoming(copy, aheadBody);
    return last;
  };
  for (PHINode &phi : body->phis()) {
    PHINode *resumed = PHINode::Create(phi.getType(), 2, "resumed", rest->begin());
    resumed->addIncoming(phi.getIncomingValueForBlock(rest), start);
    resumed->addIncoming(out(phi.getIncomingValueForBlock(body)), end);
    phi.setIncomingValueForBlock(rest, resumed);
  }
  for (PHINode &phi : exit->phis())
    phi.addIncoming(out(phi.getIncomingValueForBlock(body)), end);
  analyses.dominators.recalculate(*body->getParent());
  formDedicatedExitBlocks(loop, &analyses.dominators, &analyses.loops, nullptr, true);
  formDedicatedExitBlocks(ahead, &analyses.dominators, &analyses.loops, nullptr, true);
  return ahead;
}

// The number of iterations before the crossing, or of all if there is none.
Value *countBefore(Loop *loop, const Crossing &crossing, const SCEV *last, Analyses &analyses,
                   Value *&crosses) {
  Instruction *before = loop->getLoopPreheader()->getTerminator();
  SCEVExpander expander(analyses.evolution, "split");
  Type *type = crossing.distance->getType();
  Value *end =
      expander.expandCodeFor(analyses.evolution.getNoopOrZeroExtend(last, type), type, before);
  Value *distance = expander.expandCodeFor(crossing.distance, type, before);
  IRBuilder<> builder(before);
  Value *step = ConstantInt::getSigned(type, crossing.step);
  Value *number = builder.CreateExactSDiv(distance, step, "crossing");
  crosses = builder.CreateICmpULE(number, end, "crosses");
  return builder.CreateSelect(crosses, number, builder.CreateAdd(end, ConstantInt::get(type, 1)));
}

void annotate(Loop *loop, LoopVersioning &versioning,
              const DenseMap<Value *, Instruction *> &from) {
  for (Instruction &instruction : *loop->getHeader())
    if (instruction.mayReadOrWriteMemory())
      versioning.annotateInstWithNoAlias(&instruction, from.lookup(&instruction));
}

bool split(Loop *loop, Analyses &analyses) {
  ScalarEvolution &evolution = analyses.evolution;
  if (loop->getNumBlocks() != 1 || loop->getHeader()->size() > MAX_INSTRUCTIONS ||
      !loop->isLoopSimplifyForm() || !loop->getExitBlock() || !loop->isSafeToClone() ||
      !canPeel(loop) || getBooleanLoopAttribute(loop, "llvm.loop.isvectorized") ||
      getOptionalBoolLoopAttribute(loop, "llvm.loop.vectorize.enable") == false)
    return false;
  const SCEV *last = evolution.getBackedgeTakenCount(loop);
  if (isa<SCEVCouldNotCompute>(last) || !last->getType()->isIntegerTy())
    return false;
  const LoopAccessInfo &access = analyses.accesses.getInfo(*loop);
  if (!access.canVectorizeMemory() || access.hasConvergentOp() ||
      !access.getNumRuntimePointerChecks() || !endsAreApart(loop, evolution))
    return false;
  Crossing crossing = findCrossing(loop, access, evolution);
  SmallVector<Carried, 2> places, placesAhead;
  SCEVExpander expander(evolution, "split");
  if (!crossing.distance || !readPlaces(loop, crossing, evolution, places) ||
      evolution.getTypeSizeInBits(last->getType()) >
          evolution.getTypeSizeInBits(crossing.distance->getType()) ||
      !expander.isSafeToExpandAt(last, loop->getLoopPreheader()->getTerminator()) ||
      !expander.isSafeToExpandAt(crossing.distance, loop->getLoopPreheader()->getTerminator()))
    return false;

  LoopVersioning versioning(access, crossing.others, loop, &analyses.loops, &analyses.dominators,
                            &evolution);
  bool versioned = !crossing.others.empty() || !access.getPSE().getPredicate().isAlwaysTrue();
  if (versioned) {
    versioning.versionLoop();
    versioning.prepareNoAliasMetadata();
    addStringMetadataToLoop(versioning.getNonVersionedLoop(), "llvm.loop.isvectorized", 1);
    versioning.getNonVersionedLoop()->setLoopAlreadyUnrolled();
  }
  Value *crosses;
  Value *before = countBefore(loop, crossing, last, analyses, crosses);
  ValueToValueMapTy copies, peeled;
  Loop *ahead = copyAhead(loop, before, crosses, analyses, copies);
  evolution.forgetAllLoops();
  peelLoop(loop, 1, /*PeelLast=*/false, &analyses.loops, &evolution, analyses.dominators,
           &analyses.assumptions, /*PreserveLCSSA=*/true, peeled);
  if (versioned) {
    DenseMap<Value *, Instruction *> self, original;
    for (Instruction &instruction : *loop->getHeader()) {
      self[&instruction] = &instruction;
      if (Value *copy = copies.lookup(&instruction))
        original[copy] = &instruction;
    }
    annotate(ahead, versioning, original);
    annotate(loop, versioning, self);
  }
  for (const Carried &place : places) {
    Carried copy;
    for (LoadInst *load : place.loads)
      copy.loads.push_back(cast<LoadInst>(copies.lookup(load)));
    if (place.store)
      copy.store = cast<StoreInst>(copies.lookup(place.store));
    carry(ahead, analyses.loops, analyses.dominators, copy);
    carry(loop, analyses.loops, analyses.dominators, place);
  }
  evolution.forgetAllLoops();
  analyses.accesses.clear();
  return true;
}

} // namespace

PreservedAnalyses SplitPass::run(Function &function, FunctionAnalysisManager &manager) {
  if (function.hasOptSize())
    return PreservedAnalyses::all();
  Analyses analyses = {manager.getResult<LoopAnalysis>(function),
                       manager.getResult<DominatorTreeAnalysis>(function),
                       manager.getResult<ScalarEvolutionAnalysis>(function),
                       manager.getResult<LoopAccessAnalysis>(function),
                       manager.getResult<AssumptionAnalysis>(function)};
  SmallVector<Loop *, 8> loops(analyses.loops.getLoopsInPreorder());
  bool changed = false;
  for (Loop *loop : loops)
    changed |= split(loop, analyses);
  return changed ? PreservedAnalyses::none() : PreservedAnalyses::all();
}
