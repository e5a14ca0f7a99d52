// The reverse sweep of a matrix product adds, for each row of the result, to all rows of a factor's
// adjoint. Where these do not fit into the cache they come from further away for every row once
// more. A strip of them is gone through by all rows of the result before the next one is: every
// place still gets what it got, in the same order.
//
//   for r: for o: for c:          dw[o][c] += f[r][o] * x[r][c], ...
//   for s: for r: for o in s: for c: ...
#include "jam_nest.h"

#include "llvm/Analysis/ScalarEvolutionExpressions.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/Transforms/Utils/BasicBlockUtils.h"
#include "llvm/Transforms/Utils/Local.h"
#include "llvm/Transforms/Utils/LoopUtils.h"
#include "llvm/Transforms/Utils/ScalarEvolutionExpander.h"

using namespace llvm;
using namespace jam;

namespace {

// A part of the second cache of today's machines; how many iterations of the middle loop at least,
// and of how many there is a multiple: they are interleaved by fours and by eights.
enum { STRIP_BYTES = 192 << 10, LEAST_COUNT = 16 };

struct Counter {
  PHINode *phi; // of the middle loop
  const SCEV *step;
};

struct Strips {
  Nest nest;
  Loop *middle, *inner;
  const SCEV *lastOfMiddle, *lastOfInner; // numbers of the last iterations, as i64
  uint64_t size;                          // bytes of the strip for each iteration of the inner loop
  SmallVector<Counter, 4> counters;
};

// The bytes that an iteration of the innermost loop covers of places that the outermost loop comes
// to again in each iteration, and the middle one does not; 0 if nothing is added to any.
uint64_t bytesRepeated(const Strips &strips, ScalarEvolution &evolution) {
  SmallPtrSet<const SCEV *, 8> known;
  uint64_t bytes = 0;
  bool added = false;
  const Nest &nest = strips.nest;
  for (const Access &access :
       nest.accesses[find(nest.blocks, strips.inner->getHeader()) - nest.blocks.begin()]) {
    const SCEV *place = evolution.getSCEV(getLoadStorePointerOperand(access.instruction));
    auto *along = dyn_cast<SCEVAddRecExpr>(place);
    auto *across = along ? dyn_cast<SCEVAddRecExpr>(along->getStart()) : nullptr;
    if (!across || along->getLoop() != strips.inner || across->getLoop() != strips.middle ||
        !along->isAffine() || !across->isAffine() ||
        !evolution.isLoopInvariant(across->getStart(), nest.outer))
      continue;
    auto *step = dyn_cast<SCEVConstant>(along->getStepRecurrence(evolution));
    TypeSize size =
        access.instruction->getDataLayout().getTypeStoreSize(getLoadStoreType(access.instruction));
    if (!step || size.isScalable() || step->getAPInt().abs() != size.getFixedValue())
      return 0;
    added |= access.kind == ADD;
    bytes += known.insert(place).second ? size.getFixedValue() : 0;
  }
  return added ? bytes : 0;
}

// Does the outermost loop read or write beside the others? It would do so once for each strip.
bool doesMore(const Nest &nest, const LoopInfo &loops) {
  for (size_t i = 0; i < nest.blocks.size(); i++)
    if (loops.getLoopFor(nest.blocks[i]) == nest.outer && !nest.accesses[i].empty())
      return true;
  return false;
}

// What the middle loop counts, which then starts at another iteration of it.
bool readCounters(Strips &strips, SCEVExpander &expander, ScalarEvolution &evolution) {
  const Loop *outer = strips.nest.outer;
  for (PHINode &phi : strips.middle->getHeader()->phis()) {
    auto *steps = evolution.isSCEVable(phi.getType())
                      ? dyn_cast<SCEVAddRecExpr>(evolution.getSCEV(&phi))
                      : nullptr;
    if (!steps || steps->getLoop() != strips.middle || !steps->isAffine())
      return false;
    const SCEV *step = steps->getStepRecurrence(evolution);
    if (!evolution.isLoopInvariant(step, outer) ||
        !expander.isSafeToExpandAt(step, outer->getLoopPreheader()->getTerminator()))
      return false;
    strips.counters.push_back({&phi, step});
  }
  return true;
}

bool readStrips(Loop *outer, SCEVExpander &expander, Analyses &analyses, Strips &strips) {
  ScalarEvolution &evolution = analyses.evolution;
  Nest &nest = strips.nest;
  if (!readNest(outer, analyses, nest) || nest.within.size() != 2 ||
      nest.within[1]->getParentLoop() != nest.within[0] || isLeftAlone(outer) ||
      any_of(nest.within, isLeftAlone) || !outer->getExitBlock()->phis().empty() ||
      doesMore(nest, analyses.loops))
    return false;
  strips.middle = nest.within[0];
  strips.inner = nest.within[1];
  strips.size = bytesRepeated(strips, evolution);
  Type *type = Type::getInt64Ty(outer->getHeader()->getContext());
  auto readLast = [&](const Loop *loop, const SCEV *&last) {
    last = evolution.getBackedgeTakenCount(loop);
    if (evolution.getTypeSizeInBits(last->getType()) > evolution.getTypeSizeInBits(type))
      return false;
    last = evolution.getNoopOrZeroExtend(last, type);
    return expander.isSafeToExpandAt(last, outer->getLoopPreheader()->getTerminator());
  };
  return strips.size > 0 && readLast(strips.middle, strips.lastOfMiddle) &&
         readLast(strips.inner, strips.lastOfInner) && readCounters(strips, expander, evolution);
}

// How many iterations of the middle loop make a strip.
Value *expandCount(const Strips &strips, SCEVExpander &expander, IRBuilder<> &builder) {
  Value *last =
      expander.expandCodeFor(strips.lastOfInner, builder.getInt64Ty(), builder.GetInsertPoint());
  Value *bytes = builder.CreateMul(builder.CreateAdd(last, builder.getInt64(1)),
                                   builder.getInt64(strips.size));
  bytes = builder.CreateBinaryIntrinsic(Intrinsic::umax, bytes, builder.getInt64(1));
  Value *count = builder.CreateUDiv(builder.getInt64(STRIP_BYTES), bytes);
  count = builder.CreateBinaryIntrinsic(Intrinsic::umax, count, builder.getInt64(LEAST_COUNT));
  return builder.CreateAnd(count, builder.getInt64(-LEAST_COUNT), "strip");
}

// A loop around another one, from `header`, which is the preheader of that, to `latch` behind it.
void surround(Loop *loop, BasicBlock *header, BasicBlock *latch, LoopInfo &loops) {
  Loop *around = loops.AllocateLoop();
  if (Loop *parent = loop->getParentLoop())
    parent->replaceChildLoopWith(loop, around);
  else
    loops.changeTopLevelLoop(loop, around);
  around->addChildLoop(loop);
  around->addBlockEntry(header);
  for (BasicBlock *block : loop->blocks())
    around->addBlockEntry(block);
  around->addBlockEntry(latch);
  loops.changeLoopFor(header, around);
  loops.changeLoopFor(latch, around);
}

// Has a loop run from iteration `first` to iteration `last`.
void runPart(Loop *loop, ArrayRef<std::pair<PHINode *, Value *>> steps, Value *first, Value *last) {
  BasicBlock *preheader = loop->getLoopPreheader(), *latch = loop->getLoopLatch();
  IRBuilder<> builder(preheader->getTerminator());
  for (auto [phi, step] : steps) {
    Value *start = phi->getIncomingValueForBlock(preheader);
    Value *way = builder.CreateMul(builder.CreateZExtOrTrunc(first, step->getType()), step);
    phi->setIncomingValueForBlock(preheader, start->getType()->isPointerTy()
                                                 ? builder.CreatePtrAdd(start, way)
                                                 : builder.CreateAdd(start, way));
  }
  builder.SetInsertPoint(loop->getHeader(), loop->getHeader()->begin());
  PHINode *at = builder.CreatePHI(first->getType(), 2, "iteration");
  auto *branch = cast<BranchInst>(latch->getTerminator());
  builder.SetInsertPoint(branch);
  at->addIncoming(first, preheader);
  at->addIncoming(builder.CreateAdd(at, builder.getInt64(1), "", /*HasNUW=*/true), latch);
  Value *known = branch->getCondition();
  bool goesOnIfSo = branch->getSuccessor(0) == loop->getHeader();
  branch->setCondition(goesOnIfSo ? builder.CreateICmpNE(at, last)
                                  : builder.CreateICmpEQ(at, last));
  RecursivelyDeleteTriviallyDeadInstructions(known);
}

} // namespace

bool jam::goByStrips(Loop *outer, Analyses &analyses) {
  SCEVExpander expander(analyses.evolution, "strip");
  Strips strips;
  if (!readStrips(outer, expander, analyses, strips))
    return false;
  Value *meeting = expandMeeting(strips.nest, ANY, analyses);
  if (!meeting)
    return false;
  IRBuilder<> builder(outer->getLoopPreheader()->getTerminator());
  auto expand = [&](const SCEV *value) {
    return expander.expandCodeFor(value, value->getType(), builder.GetInsertPoint());
  };
  Value *count = expandCount(strips, expander, builder), *end = expand(strips.lastOfMiddle);
  SmallVector<std::pair<PHINode *, Value *>, 4> steps;
  for (auto [phi, step] : strips.counters)
    steps.emplace_back(phi, expand(step));
  if (meeting != builder.getFalse())
    for (Loop *loop : version(outer, meeting, /*rare=*/true, analyses)->getLoopsInPreorder())
      leaveAlone(loop);

  BasicBlock *preheader = outer->getLoopPreheader(), *exit = outer->getExitBlock();
  BasicBlock *header = SplitBlock(preheader, preheader->getTerminator(), &analyses.dominators,
                                  &analyses.loops, nullptr, "strips");
  BasicBlock *latch = SplitEdge(outer->getLoopLatch(), exit, &analyses.dominators, &analyses.loops);
  surround(outer, header, latch, analyses.loops);
  builder.SetInsertPoint(header, header->begin());
  PHINode *first = builder.CreatePHI(builder.getInt64Ty(), 2, "first");
  Value *next = builder.CreateAdd(first, count, "next", /*HasNUW=*/true);
  Value *last = builder.CreateSub(next, builder.getInt64(1));
  last = builder.CreateBinaryIntrinsic(Intrinsic::umin, last, end, nullptr, "last");
  first->addIncoming(builder.getInt64(0), preheader);
  first->addIncoming(next, latch);
  Instruction *branch = latch->getTerminator();
  builder.SetInsertPoint(branch);
  builder.CreateCondBr(builder.CreateICmpUGT(next, end), exit, header);
  branch->eraseFromParent();
  runPart(strips.middle, steps, first, last);
  analyses.evolution.forgetAllLoops();
  return true;
}
