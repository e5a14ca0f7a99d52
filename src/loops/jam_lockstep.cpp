// Several iterations of a nest's outermost loop at once: in every block the instructions of one
// iteration follow those of another, so that the loops within run once for all of them.
#include "jam_nest.h"

#include "llvm/Transforms/Utils/Cloning.h"
#include "llvm/Transforms/Utils/LoopUtils.h"
#include "llvm/Transforms/Utils/UnrollLoop.h"

#include <deque>

using namespace llvm;
using namespace jam;

namespace {

// From the values of the first of the iterations to those of each other one.
using Copies = std::deque<ValueToValueMapTy>;

// What the outermost loop counts, in each of the iterations.
void copyCounters(BasicBlock *header, BasicBlock *latch, Copies &copies) {
  BasicBlock::iterator first = header->getFirstNonPHIIt();
  for (PHINode &phi : header->phis()) {
    auto *next = cast<Instruction>(phi.getIncomingValueForBlock(latch));
    Value *count = &phi;
    for (ValueToValueMapTy &copy : copies) {
      Instruction *step = next->clone();
      step->replaceUsesOfWith(&phi, count);
      step->insertBefore(*header, first);
      copy[&phi] = count = step;
    }
  }
}

void copyBlock(BasicBlock *block, bool counts, Copies &copies,
               SmallVectorImpl<std::pair<Instruction *, ValueToValueMapTy *>> &copied) {
  SmallVector<Instruction *, 32> originals;
  BasicBlock::iterator first = block->getFirstNonPHIIt();
  for (Instruction &instruction : *block)
    if (isa<PHINode>(instruction) ? !counts : !instruction.isTerminator())
      originals.push_back(&instruction);
  for (ValueToValueMapTy &copy : copies)
    for (Instruction *original : originals) {
      Instruction *clone = original->clone();
      clone->insertBefore(*block,
                          isa<PHINode>(original) ? first : block->getTerminator()->getIterator());
      copy[original] = clone;
      copied.emplace_back(clone, &copy);
    }
}

} // namespace

bool jam::runTogether(const Nest &nest, unsigned together, Analyses &analyses, Loop *&rest) {
  Loop *outer = nest.outer;
  rest = nullptr;
  if (analyses.evolution.getSmallConstantTripMultiple(outer) % together != 0) {
    if (!UnrollRuntimeLoopRemainder(outer, together, /*AllowExpensiveTripCount=*/true,
                                    /*UseEpilogRemainder=*/true, /*UnrollRemainder=*/false,
                                    /*ForgetAllSCEV=*/true, &analyses.loops, &analyses.evolution,
                                    &analyses.dominators, &analyses.assumptions, &analyses.target,
                                    /*PreserveLCSSA=*/true, /*SCEVExpansionBudget=*/64,
                                    /*RuntimeUnrollMultiExit=*/false, &rest))
      return false;
    assert(outer->getNumBlocks() == nest.blocks.size());
  }
  Copies copies(together - 1);
  BasicBlock *header = outer->getHeader(), *latch = outer->getLoopLatch();
  SmallVector<std::pair<Instruction *, ValueToValueMapTy *>, 128> copied;
  SmallVector<BasicBlock::iterator, 5> starts;
  // The counters last: they stand before what copies use.
  for (BasicBlock *block : nest.blocks)
    copyBlock(block, block == header, copies, copied);
  copyCounters(header, latch, copies);
  for (auto &[instruction, copy] : copied)
    RemapInstruction(instruction, *copy, RF_NoModuleLevelChanges | RF_IgnoreMissingLocals);
  // The loop goes on from the last of the iterations.
  auto last = [&](Value *value) {
    Value *copy = copies.back().lookup(value);
    return copy ? copy : value;
  };
  for (PHINode &phi : header->phis())
    phi.setIncomingValueForBlock(latch, last(phi.getIncomingValueForBlock(latch)));
  auto *branch = cast<BranchInst>(latch->getTerminator());
  branch->setCondition(last(branch->getCondition()));
  for (PHINode &phi : outer->getExitBlock()->phis())
    phi.setIncomingValueForBlock(latch, last(phi.getIncomingValueForBlock(latch)));
  analyses.evolution.forgetAllLoops();
  return true;
}
