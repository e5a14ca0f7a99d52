// Numbers that are not negative are extended by zeros. An index is extended by its sign, a number
// of iterations, which is known not to be negative where it counts, by zeros; both then stand
// before all loops, where LLVM does not know that they are the same. Where a branch has ruled out
// that the number is negative, the one serves for the other: then it is known of every multiple of
// it which way it goes. Where it is at least 1, it serves for the greater of it and 1, too.
//
// And an index that counts from 0 to such a number has no more bits than that: clang masks it where
// the source has stored it in an `int` in between.
#include "bridge_analyses.h"

#include "llvm/IR/ConstantRange.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/PatternMatch.h"

using namespace llvm;
using namespace PatternMatch;

namespace {

// What a branch says of the number where it goes to `to`; all there is if it does not ask for it.
ConstantRange saidOf(const Value *number, const BranchInst *branch, const BasicBlock *to) {
  ConstantRange all = ConstantRange::getFull(number->getType()->getIntegerBitWidth());
  CmpPredicate predicate;
  const Value *asked;
  const APInt *limit;
  if (!branch || !branch->isConditional() || branch->getSuccessor(0) == branch->getSuccessor(1) ||
      !match(branch->getCondition(), m_ICmp(predicate, m_Value(asked), m_APInt(limit))))
    return all;
  bool isExtended = match(asked, m_SExt(m_Specific(number)));
  if (asked != number &&
      (!isExtended || !limit->isSignedIntN(all.getBitWidth()) || ICmpInst::isUnsigned(predicate)))
    return all;
  if (branch->getSuccessor(0) != to)
    predicate = ICmpInst::getInverseCmpPredicate(predicate);
  return ConstantRange::makeExactICmpRegion(predicate, limit->trunc(all.getBitWidth()));
}

class Signs {
public:
  explicit Signs(BridgeAnalyses &analyses)
      : dominators(analyses.dominators()), loops(analyses.loops()), function(analyses.function) {}

  bool join();

private:
  DominatorTree &dominators;
  LoopInfo &loops;
  Function &function;
  DenseMap<std::pair<const Value *, const BasicBlock *>, ConstantRange> known;

  ConstantRange rangeIn(const Value *number, const BasicBlock *block);
  bool countsBelow(const Value *index, unsigned bits);
  bool extendByZeros(Instruction *extension, Value *number, const APInt &least);
};

// What the branches that lead to the block say together.
ConstantRange Signs::rangeIn(const Value *number, const BasicBlock *block) {
  auto found = known.find({number, block});
  if (found != known.end())
    return found->second;
  ConstantRange range = ConstantRange::getFull(number->getType()->getIntegerBitWidth());
  const BasicBlock *to = block;
  constexpr unsigned maxSteps = 256;
  for (unsigned step = 0; step < maxSteps; step++) {
    const DomTreeNode *node = dominators.getNode(to);
    const DomTreeNode *above = node ? node->getIDom() : nullptr;
    if (!above)
      break;
    const BasicBlock *from = above->getBlock();
    if (to->getSinglePredecessor() == from)
      range = range.intersectWith(saidOf(number, dyn_cast<BranchInst>(from->getTerminator()), to),
                                  ConstantRange::Signed);
    to = from;
  }
  known.try_emplace({number, block}, range);
  return range;
}

// What scalar evolution takes as it is: sums and recurrences are better extended by their signs.
bool isWhole(const Value *number) { return isa<Argument, LoadInst, CallBase>(number); }

// Has the uses of an extension take the number extended by zeros, where it is at least that much.
bool Signs::extendByZeros(Instruction *extension, Value *number, const APInt &least) {
  Value *extended = nullptr;
  for (Use &use : make_early_inc_range(extension->uses())) {
    auto *user = cast<Instruction>(use.getUser());
    auto *phi = dyn_cast<PHINode>(user);
    BasicBlock *block = phi ? phi->getIncomingBlock(use) : user->getParent();
    if (rangeIn(number, block).getSignedMin().slt(least))
      continue;
    if (!extended)
      extended = IRBuilder<>(extension).CreateZExt(number, extension->getType());
    use.set(extended);
  }
  return extended;
}

// Does nothing leave the loop but the branch at its end?
bool runsToItsEnd(const Loop *loop) {
  return loop->getExitingBlock() == loop->getLoopLatch() &&
         all_of(loop->blocks(), [](const BasicBlock *block) {
           return all_of(*block, [](const Instruction &instruction) {
             return instruction.isTerminator() ||
                    isGuaranteedToTransferExecutionToSuccessor(&instruction);
           });
         });
}

// Is it an index from 0 that its loop leaves at a number of so many bits? It cannot miss that,
// since the branch there would ask for poison once it wraps around; but where that number may be 0,
// the loop may have been left elsewhere by then.
bool Signs::countsBelow(const Value *index, unsigned bits) {
  auto *phi = dyn_cast<PHINode>(index);
  const Loop *loop = phi ? loops.getLoopFor(phi->getParent()) : nullptr;
  BasicBlock *latch =
      loop && loop->getHeader() == phi->getParent() ? loop->getLoopLatch() : nullptr;
  auto *branch = latch ? dyn_cast<BranchInst>(latch->getTerminator()) : nullptr;
  if (!branch || !branch->isConditional() || phi->getNumIncomingValues() != 2 ||
      !match(phi->getIncomingValue(phi->getIncomingBlock(0) == latch), m_ZeroInt()))
    return false;
  Value *next = phi->getIncomingValueForBlock(latch), *end, *narrow;
  auto *test = dyn_cast<ICmpInst>(branch->getCondition());
  bool wraps = !match(next, m_NUWAdd(m_Specific(phi), m_One())) &&
               !match(next, m_NSWAdd(m_Specific(phi), m_One()));
  if (wraps || !test || !test->isEquality() ||
      loop->contains(branch->getSuccessor(0)) == (test->getPredicate() == ICmpInst::ICMP_EQ))
    return false;
  if (!match(test, m_c_ICmp(m_Specific(next), m_Value(end))) ||
      !match(end, m_ZExt(m_Value(narrow))))
    return false;
  auto mayBeZero = [&](const Value *number) {
    return rangeIn(number, phi->getParent())
        .contains(APInt(number->getType()->getIntegerBitWidth(), 0));
  };
  if (mayBeZero(end) && mayBeZero(narrow) && !runsToItsEnd(loop))
    return false;
  return narrow->getType()->getScalarSizeInBits() <= bits;
}

// How many low bits of the number an instruction keeps; 0: it does something else.
unsigned bitsKept(Instruction *instruction, Value *&number) {
  const APInt *mask;
  if (match(instruction, m_And(m_Value(number), m_LowBitMask(mask))))
    return mask->getActiveBits();
  return match(instruction, m_ZExt(m_Trunc(m_Value(number))))
             ? instruction->getOperand(0)->getType()->getScalarSizeInBits()
             : 0;
}

bool Signs::join() {
  bool changed = false;
  for (BasicBlock &block : function)
    for (Instruction &instruction : make_early_inc_range(block)) {
      Value *number;
      const APInt *least;
      if (match(&instruction, m_SExt(m_Value(number))) && isWhole(number) &&
          number->getType()->isIntegerTy())
        changed |= extendByZeros(&instruction, number,
                                 APInt::getZero(number->getType()->getIntegerBitWidth()));
      else if (match(&instruction, m_ZExt(m_SMax(m_Value(number), m_APInt(least)))) &&
               least->isNonNegative() && isWhole(number) && number->getType()->isIntegerTy())
        changed |= extendByZeros(&instruction, number, *least);
      else if (unsigned bits = bitsKept(&instruction, number);
               bits && number->getType() == instruction.getType() && countsBelow(number, bits)) {
        instruction.replaceAllUsesWith(number);
        changed = true;
      }
    }
  return changed;
}

} // namespace

bool bridge_join_extensions(LLVMValueRef function) {
  BridgeAnalyses analyses(*unwrap<Function>(function));
  return Signs(analyses).join();
}
