// Puts together again what LLVM's unroller took apart: iterations that stand one behind the other
// in a loop become one iteration. Nothing is believed of where the loop comes from: every operation
// of each later iteration must be the same as that of the first one, on operands that follow from
// those of the first as the operands of the next iteration would, and in the same order.
//
// Places and counts are compared as expressions (scalar evolution), since LLVM has simplified them
// in each iteration differently; numbers by the operations that they come from.
#include "roll.h"

#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/PatternMatch.h"
#include "llvm/Transforms/Utils/BasicBlockUtils.h"
#include "llvm/Transforms/Utils/Local.h"
#include "llvm/Transforms/Utils/LoopSimplify.h"
#include "llvm/Transforms/Utils/LoopUtils.h"

using namespace llvm;
using namespace PatternMatch;

namespace roll {

namespace {

enum { MAX_COPIES = 32, MAX_WORK = 1024, MAX_DEPTH = 12 };

bool isNumberOrPlace(const Value *value) {
  return value->getType()->isIntegerTy() || value->getType()->isPointerTy();
}

} // namespace

Work workOf(BasicBlock &block) {
  Work work;
  for (Instruction &instruction : block) {
    if (isa<PHINode>(instruction) || instruction.isTerminator() ||
        isa<NoAliasScopeDeclInst>(instruction) || isa<AssumeInst>(instruction))
      continue;
    bool computed =
        isNumberOrPlace(&instruction) && !instruction.mayReadOrWriteMemory() &&
        !isa<CallBase, FreezeInst, FPToSIInst, FPToUIInst, BitCastInst, FCmpInst>(instruction);
    if (!computed)
      work.push_back(&instruction);
  }
  return work;
}

bool isSameOperation(const Instruction *one, const Instruction *other) {
  if (!one->isSameOperationAs(other, Instruction::CompareIgnoringAlignment))
    return false;
  if (!isa<FPMathOperator>(one))
    return true;
  FastMathFlags flags = one->getFastMathFlags(), others = other->getFastMathFlags();
  return !(flags != others);
}

const SCEVAddRecExpr *inductionOf(Value *phi, llvm::Loop *loop, ScalarEvolution &evolution) {
  if (!isa<PHINode>(phi) || !evolution.isSCEVable(phi->getType()))
    return nullptr;
  auto *steps = dyn_cast<SCEVAddRecExpr>(evolution.getSCEV(phi));
  return steps && steps->getLoop() == loop && steps->isAffine() ? steps : nullptr;
}

Value *behindPhis(Value *value) {
  while (auto *phi = dyn_cast<PHINode>(value)) {
    if (phi->getNumIncomingValues() != 1)
      break;
    value = phi->getIncomingValue(0);
  }
  return value;
}

namespace {

class Copies {
public:
  Copies(llvm::Loop *loop, BridgeAnalyses &analyses)
      : loop(loop), block(loop->getHeader()), latch(loop->getLoopLatch()),
        evolution(analyses.evolution()), work(workOf(*block)), untilExit(work.size()) {
    if (latch != block)
      work.append(workOf(*latch));
  }

  bool findEnd();
  // Are there so many copies of one iteration?
  bool consistOf(unsigned copies);
  void keepFirst(Loop &rolled);

private:
  llvm::Loop *loop;
  BasicBlock *block, *latch; // the loop may be left from the middle: then it has two blocks
  ScalarEvolution &evolution;
  Work work;
  unsigned untilExit;              // so much of the work is done before the loop may be left
  unsigned copies = 0, length = 0; // of one copy
  DenseMap<const Instruction *, unsigned> positions;
  // What a phi is in the second copy, in terms of the first: its value in the next iteration.
  DenseMap<PHINode *, Value *> carried;
  DenseMap<PHINode *, Value *> advances; // a step of a phi that is no constant
  PHINode *counter = nullptr;
  ICmpInst *test = nullptr;
  const SCEV *beyond = nullptr; // the counter's next value less what is tested
  SmallVector<std::pair<Instruction *, Value *>, 4> results; // used outside -> where in the first

  bool isPlain(Value *value, unsigned depth = 0);
  bool isAhead(Value *value, Value *later, unsigned copy);
  bool isImage(Value *value, Value *later, unsigned copy, unsigned depth = 0);
  bool findAdvances();
  bool findResults();
  Value *ofFirst(Instruction *value);
};

// The loop ends where a phi or its next value, or as many of its low bits, is an invariant number.
bool Copies::findEnd() {
  auto *branch = dyn_cast<BranchInst>(block->getTerminator());
  bool isChain = latch == block || (loop->getNumBlocks() == 2 && latch->getSinglePredecessor() &&
                                    latch->getSingleSuccessor());
  if (!isChain || !branch || !branch->isConditional() || work.size() > MAX_WORK)
    return false;
  test = dyn_cast<ICmpInst>(branch->getCondition());
  if (!test || !test->isEquality() || !test->hasOneUse())
    return false;
  if (loop->isLoopInvariant(test->getOperand(0)))
    test->swapOperands();
  bool endsIfEqual = !loop->contains(branch->getSuccessor(0));
  if (!loop->isLoopInvariant(test->getOperand(1)) ||
      endsIfEqual != (test->getPredicate() == ICmpInst::ICMP_EQ))
    return false;
  Value *tested = test->getOperand(0);
  if (auto *narrowed = dyn_cast<TruncInst>(tested))
    tested = narrowed->getOperand(0);
  if (!tested->getType()->isIntegerTy())
    return false;
  const SCEV *place = evolution.getSCEV(tested);
  for (PHINode &phi : block->phis()) {
    const SCEVAddRecExpr *steps =
        phi.getType() == tested->getType() ? inductionOf(&phi, loop, evolution) : nullptr;
    if (!steps || !isa<SCEVConstant>(steps->getStepRecurrence(evolution)))
      continue;
    const SCEV *next = evolution.getAddExpr(steps, steps->getStepRecurrence(evolution));
    const SCEV *difference = evolution.getMinusSCEV(next, place);
    if (isa<SCEVConstant>(difference)) {
      counter = &phi;
      beyond = difference;
      return true;
    }
  }
  return false;
}

// Does the value follow from phis by sums and multiples alone? Then what it is in the first of
// several iterations says what it is in all. What asks for single bits does not: LLVM knows of the
// first of four that two bits are zero there.
bool Copies::isPlain(Value *value, unsigned depth) {
  auto *instruction = dyn_cast<Instruction>(value);
  if (!instruction || !loop->contains(instruction))
    return true;
  if (isa<PHINode>(instruction))
    return inductionOf(instruction, loop, evolution) != nullptr;
  auto *bits = dyn_cast<PossiblyDisjointInst>(instruction);
  bool sum = isa<GetElementPtrInst, TruncInst, SExtInst, ZExtInst>(instruction) ||
             instruction->getOpcode() == Instruction::Add ||
             instruction->getOpcode() == Instruction::Sub ||
             instruction->getOpcode() == Instruction::Mul ||
             instruction->getOpcode() == Instruction::Shl || (bits && bits->isDisjoint());
  return sum && depth < MAX_DEPTH &&
         all_of(
             instruction->operands(), [&](Value *operand) { return isPlain(operand, depth + 1); });
}

// Is the one, in the first copy, what the other is so many iterations later?
bool Copies::isAhead(Value *value, Value *later, unsigned copy) {
  if (value->getType() != later->getType() || !evolution.isSCEVable(value->getType()))
    return false;
  const SCEV *place = evolution.getSCEV(value), *there = evolution.getSCEV(later);
  if (evolution.isLoopInvariant(place, loop))
    return place == there && isPlain(value);
  auto *steps = dyn_cast<SCEVAddRecExpr>(place);
  if (!steps || steps->getLoop() != loop || !steps->isAffine() || !isPlain(value))
    return false;
  const SCEV *difference = evolution.getMinusSCEV(there, place);
  const SCEV *step = steps->getStepRecurrence(evolution);
  if (isa<SCEVCouldNotCompute>(difference) || !evolution.isLoopInvariant(difference, loop))
    return false;
  auto *constantStep = dyn_cast<SCEVConstant>(step);
  auto *constantDifference = dyn_cast<SCEVConstant>(difference);
  if (constantStep && constantDifference) {
    const APInt &whole = constantStep->getAPInt();
    APInt count(whole.getBitWidth(), copies), one = whole.sdiv(count);
    return whole.srem(count).isZero() &&
           constantDifference->getAPInt() == one * APInt(whole.getBitWidth(), copy);
  }
  return evolution.getMulExpr(difference, evolution.getConstant(difference->getType(), copies)) ==
         evolution.getMulExpr(step, evolution.getConstant(step->getType(), copy));
}

// Is a value of the first copy this one in a later copy? What a phi is in the second copy is found
// out where it is first asked.
bool Copies::isImage(Value *value, Value *later, unsigned copy, unsigned depth) {
  auto *instruction = dyn_cast<Instruction>(value);
  if (!instruction || !loop->contains(instruction))
    return value == later;
  if (copy == 0 && value == later)
    return true;
  auto position = positions.find(instruction);
  if (position != positions.end())
    return position->second < length && work[position->second + copy * length] == later;
  if (isAhead(value, later, copy))
    return true;
  if (auto *phi = dyn_cast<PHINode>(instruction)) {
    if (copy == 0 || inductionOf(phi, loop, evolution))
      return false;
    auto [known, isNew] = carried.try_emplace(phi, later);
    if (!isNew)
      return isImage(known->second, later, copy - 1, depth + 1);
    auto *next = dyn_cast<Instruction>(later);
    auto place = next ? positions.find(next) : positions.end();
    return copy == 1 && (!next || place == positions.end() || place->second < length);
  }
  auto *other = dyn_cast<Instruction>(later);
  if (!other || !loop->contains(other) || depth > MAX_DEPTH ||
      !isSameOperation(instruction, other) || !instruction->hasSameSubclassOptionalData(other))
    return false;
  for (unsigned i = 0; i < instruction->getNumOperands(); i++)
    if (!isImage(instruction->getOperand(i), other->getOperand(i), copy, depth + 1))
      return false;
  return true;
}

// Steps of phis by a number that is known at run time only must be computed in the loop, too.
bool Copies::findAdvances() {
  for (PHINode &phi : block->phis()) {
    const SCEVAddRecExpr *steps = inductionOf(&phi, loop, evolution);
    Value *next = phi.getIncomingValueForBlock(latch);
    if (!steps) {
      auto known = carried.find(&phi);
      if (known == carried.end()) {
        auto *last = dyn_cast<Instruction>(next);
        auto position = last ? positions.find(last) : positions.end();
        if (position == positions.end() || position->second < (copies - 1) * length)
          return false;
        carried[&phi] = work[position->second - (copies - 1) * length];
      } else if (!isImage(known->second, next, copies - 1))
        return false;
      auto *first = dyn_cast<Instruction>(carried[&phi]);
      if (first && first->getParent() == latch && latch != block)
        return false;
      continue;
    }
    const SCEV *step = steps->getStepRecurrence(evolution);
    if (auto *constant = dyn_cast<SCEVConstant>(step)) {
      APInt count(constant->getAPInt().getBitWidth(), copies);
      if (!constant->getAPInt().srem(count).isZero())
        return false;
      continue;
    }
    for (Instruction &candidate : *block)
      if (candidate.getType() == phi.getType() && !advances.contains(&phi) &&
          isAhead(&phi, &candidate, 1) && isPlain(&candidate))
        advances[&phi] = &candidate;
    if (!advances.contains(&phi))
      return false;
  }
  return true;
}

// Where in the first copy is what a value is in the last one?
Value *Copies::ofFirst(Instruction *value) {
  auto position = positions.find(value);
  unsigned last = untilExit / length - 1; // copy
  if (position != positions.end())
    return position->second / length == last ? work[position->second % length] : nullptr;
  for (PHINode &phi : block->phis())
    if (phi.getIncomingValueForBlock(latch) == value)
      return &phi; // stands for its next value
  if (isa<PHINode>(value))
    return nullptr;
  for (Instruction &candidate : *block)
    if (!isa<PHINode>(candidate) && candidate.getType() == value->getType() &&
        isNumberOrPlace(&candidate) && isImage(&candidate, value, last))
      return &candidate;
  return nullptr;
}

bool Copies::findResults() {
  for (Instruction &instruction : *block) {
    bool isUsed = any_of(instruction.users(),
                         [&](User *user) { return !loop->contains(cast<Instruction>(user)); });
    if (!isUsed)
      continue;
    Value *first = ofFirst(&instruction);
    if (!first)
      return false;
    results.push_back({&instruction, first});
  }
  return true;
}

bool Copies::consistOf(unsigned count) {
  copies = count;
  length = work.size() / count;
  positions.clear();
  carried.clear();
  advances.clear();
  results.clear();
  auto *step =
      cast<SCEVConstant>(inductionOf(counter, loop, evolution)->getStepRecurrence(evolution));
  APInt whole = step->getAPInt(), each(whole.getBitWidth(), count);
  // A count by an even number could come to the same narrow number twice.
  if (work.size() % count || work.empty() || untilExit % length || untilExit == 0 ||
      !whole.srem(each).isZero() ||
      (!whole.sdiv(each)[0] && !test->getOperand(0)->getType()->isIntegerTy(64)))
    return false;
  for (unsigned i = 0; i < work.size(); i++)
    positions[work[i]] = i;
  for (unsigned copy = 1; copy < copies; copy++)
    for (unsigned i = 0; i < length; i++) {
      Instruction *first = work[i], *later = work[i + copy * length];
      if (!isSameOperation(first, later))
        return false;
      for (unsigned k = 0; k < first->getNumOperands(); k++)
        if (!isImage(first->getOperand(k), later->getOperand(k), copy))
          return false;
    }
  return findAdvances() && findResults();
}

void takeLesserAlignment(Instruction *access, const Instruction *other) {
  if (auto *load = dyn_cast<LoadInst>(access))
    load->setAlignment(std::min(load->getAlign(), cast<LoadInst>(other)->getAlign()));
  if (auto *store = dyn_cast<StoreInst>(access))
    store->setAlignment(std::min(store->getAlign(), cast<StoreInst>(other)->getAlign()));
}

void Copies::keepFirst(Loop &rolled) {
  IRBuilder<> builder(block->getTerminator());
  // What is known of the low bits of a count holds in the first of the iterations only.
  for (Instruction &instruction : make_early_inc_range(*block))
    if (auto *bits = dyn_cast<PossiblyDisjointInst>(&instruction);
        bits && bits->isDisjoint() && isPlain(bits)) {
      IRBuilder<> at(bits);
      auto *sum = cast<Instruction>(at.CreateAdd(bits->getOperand(0), bits->getOperand(1)));
      for (auto &[used, first] : results) {
        if (used == bits)
          used = sum;
        if (first == bits)
          first = sum;
      }
      for (auto &[phi, next] : carried)
        if (next == bits)
          next = sum;
      for (auto &[phi, next] : advances)
        if (next == bits)
          next = sum;
      bits->replaceAllUsesWith(sum);
    }
  DenseMap<PHINode *, Value *> nexts;
  for (PHINode &phi : block->phis()) {
    const SCEVAddRecExpr *steps = inductionOf(&phi, loop, evolution);
    if (!steps) {
      nexts[&phi] = carried[&phi];
      continue;
    }
    if (Value *advanced = advances.lookup(&phi)) {
      nexts[&phi] = advanced;
      continue;
    }
    APInt step = cast<SCEVConstant>(steps->getStepRecurrence(evolution))
                     ->getAPInt()
                     .sdiv(APInt(evolution.getTypeSizeInBits(phi.getType()), copies));
    Value *amount = ConstantInt::get(builder.getContext(), step);
    if (phi.getType()->isPointerTy()) {
      nexts[&phi] = builder.CreatePtrAdd(&phi, amount);
      continue;
    }
    auto *last = dyn_cast<BinaryOperator>(phi.getIncomingValueForBlock(latch));
    bool flags = last && last->getOpcode() == Instruction::Add && last->getOperand(0) == &phi;
    nexts[&phi] = builder.CreateAdd(&phi, amount, "", flags && last->hasNoUnsignedWrap(),
                                    flags && last->hasNoSignedWrap());
  }
  // The test asks for the counter's next value.
  Value *next = nexts[counter], *bound = test->getOperand(1);
  IRBuilder<> ahead(loop->getLoopPreheader()->getTerminator());
  builder.SetInsertPoint(test);
  APInt more = cast<SCEVConstant>(beyond)->getAPInt();
  APInt whole =
      cast<SCEVConstant>(inductionOf(counter, loop, evolution)->getStepRecurrence(evolution))
          ->getAPInt();
  APInt width(whole.getBitWidth(), copies),
      behindExit(whole.getBitWidth(), copies - untilExit / length);
  more -= whole.sdiv(width) * behindExit;
  if (!more.isZero()) {
    Value *amount =
        ConstantInt::get(builder.getContext(), more.trunc(bound->getType()->getIntegerBitWidth()));
    bound = ahead.CreateAdd(bound, amount);
  }
  builder.SetInsertPoint(block->getTerminator());
  if (bound->getType() != next->getType())
    next = builder.CreateTrunc(next, bound->getType());
  Value *end = builder.CreateICmp(test->getPredicate(), next, bound);
  test->replaceAllUsesWith(end);

  SmallVector<std::pair<Use *, Value *>, 8> outside;
  for (auto &[used, first] : results)
    for (Use &use : used->uses())
      if (!loop->contains(cast<Instruction>(use.getUser()))) {
        auto *phi = dyn_cast<PHINode>(first);
        outside.push_back({&use, phi ? nexts[phi] : first});
      }
  for (auto &[use, value] : outside)
    use->set(value);
  for (auto &[phi, value] : nexts)
    phi->setIncomingValueForBlock(latch, value);
  for (unsigned i = 0; i < length; i++)
    for (unsigned copy = 1; copy < copies; copy++) {
      Instruction *later = work[i + copy * length];
      work[i]->andIRFlags(later);
      combineMetadataForCSE(work[i], later, true);
      takeLesserAlignment(work[i], later);
    }
  for (unsigned i = work.size(); i-- > length;) {
    work[i]->replaceAllUsesWith(PoisonValue::get(work[i]->getType()));
    work[i]->eraseFromParent();
  }
  work.truncate(length);
  if (latch != block) {
    block->getTerminator()->replaceSuccessorWith(latch, block);
    block->replacePhiUsesWith(latch, block);
    latch->getTerminator()->eraseFromParent();
    new UnreachableInst(block->getContext(), latch);
    DeleteDeadBlock(latch);
  }
  for (Instruction &instruction : make_early_inc_range(reverse(*block)))
    if (isa<NoAliasScopeDeclInst, AssumeInst>(instruction) ||
        isInstructionTriviallyDead(&instruction))
      instruction.eraseFromParent();
  rolled = {loop, block, workOf(*block), counter, cast<ICmpInst>(end)};
}

} // namespace

bool rollUp(llvm::Loop *loop, BridgeAnalyses &analyses, Loop &rolled) {
  Copies found(loop, analyses);
  if (!loop->getLoopPreheader() || !found.findEnd())
    return false;
  for (unsigned count = MAX_COPIES; count > 1; count--)
    if (found.consistOf(count)) {
      found.keepFirst(rolled);
      analyses.invalidate();
      rolled.loop = analyses.loops().getLoopFor(rolled.block);
      return true;
    }
  return false;
}

} // namespace roll

// Does a phi of the loop count by more than one?
static bool mayBeUnrolled(const Loop *loop) {
  const BasicBlock *latch = loop->getLoopLatch();
  return loop->isInnermost() && latch && any_of(loop->getHeader()->phis(), [&](const PHINode &phi) {
           const APInt *step;
           return match(phi.getIncomingValueForBlock(latch),
                        m_Add(m_Specific(&phi), m_APInt(step))) &&
                  step->abs().ugt(1);
         });
}

static void forgetUnrolling(BasicBlock *latch) {
  Instruction *branch = latch->getTerminator();
  MDNode *properties = branch->getMetadata(LLVMContext::MD_loop);
  if (!properties)
    return;
  SmallVector<Metadata *, 4> kept = {nullptr};
  for (const MDOperand &property : drop_begin(properties->operands())) {
    auto *node = dyn_cast<MDNode>(property);
    auto *name = node && node->getNumOperands() ? dyn_cast<MDString>(node->getOperand(0)) : nullptr;
    if (!name || name->getString() != "llvm.loop.unroll.disable")
      kept.push_back(property);
  }
  MDNode *node = MDNode::getDistinct(branch->getContext(), kept);
  node->replaceOperandWith(0, node);
  branch->setMetadata(LLVMContext::MD_loop, node);
}

bool bridge_roll_loops(LLVMValueRef handle) {
  Function &function = *unwrap<Function>(handle);
  BridgeAnalyses analyses(function);
  SmallVector<WeakVH, 8> headers;
  for (Loop *loop : analyses.loops().getLoopsInPreorder())
    if (mayBeUnrolled(loop))
      headers.push_back(loop->getHeader());
  bool changed = false;
  for (WeakVH &header : headers) {
    Loop *loop = header ? analyses.loops().getLoopFor(cast<BasicBlock>(header)) : nullptr;
    if (!loop || loop->getHeader() != header)
      continue;
    simplifyLoop(loop, &analyses.dominators(), &analyses.loops(), &analyses.evolution(), nullptr,
                 nullptr, false);
    formLCSSARecursively(*loop, analyses.dominators(), &analyses.loops(), &analyses.evolution());
    roll::Loop rolled;
    if (!roll::rollUp(loop, analyses, rolled))
      continue;
    forgetUnrolling(rolled.block);
    if (roll::takeRemainder(rolled, analyses))
      analyses.invalidate();
    changed = true;
  }
  return changed;
}
