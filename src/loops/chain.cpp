// Loops whose iterations wait for each other, as sweeps in place, solvers in steps, and the reverse
// of either: they take as long as the chain from what one iteration needs to what it hands on.
//
//   do { x = (x + a[i] + b[i]) * c[i] / d[i]; } while (++i < n);
//
// Where the order of a sum or product is free, what is carried comes in last, and a quotient whose
// divisor is not carried is a product by the reciprocal, if that may be taken. Everything else is
// then done ahead of time:
//
//   do { x = (x + (a[i] + b[i])) * (c[i] * (1 / d[i])); } while (++i < n);
//
// LLVM orders sums for other ends, and its code generation by the length of one iteration; so what
// this pass puts in order it no longer calls free.
#include "chain.h"

#include "llvm/Analysis/IVDescriptors.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/Analysis/LoopIterator.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/Transforms/Utils/Local.h"

using namespace llvm;

namespace {

enum { MOST_LEAVES = 16 };

// An operand of a sum or product.
struct Leaf {
  Value *value;
  bool subtracted;
  unsigned number; // from left to right
};

class Chain {
public:
  Chain(Loop *loop, LoopInfo &loops) : loop(loop), order(loop) { order.perform(&loops); }

  bool run() {
    if (!findCarried())
      return false;
    measure();
    bool changed = false;
    for (BasicBlock *block : make_range(order.beginRPO(), order.endRPO())) {
      DenseMap<Value *, Value *> reciprocals; // in this block
      for (Instruction &instruction : make_early_inc_range(*block)) {
        bool start = block == loop->getHeader() && isa<PHINode>(instruction);
        if (start || !isCarried(&instruction))
          continue;
        lengths[&instruction] = lengthOf(&instruction);
        auto *operation = dyn_cast<BinaryOperator>(&instruction);
        if (!operation)
          continue;
        if (BinaryOperator *product = multiply(operation, reciprocals)) {
          operation = product;
          lengths[operation] = lengthOf(operation);
          changed = true;
        }
        if (isRoot(operation))
          changed |= reorder(operation);
      }
    }
    return changed;
  }

private:
  Loop *loop;
  LoopBlocksDFS order;
  // For what depends on the iteration before: cycles from there.
  DenseMap<const Value *, unsigned> lengths;
  SmallPtrSet<const Instruction *, 16> ours; // whose order is free still

  bool isCarried(const Value *value) const { return lengths.count(value); }

  static unsigned latency(const Instruction *instruction) {
    switch (instruction->getOpcode()) {
    case Instruction::FDiv:
      return 13;
    case Instruction::Call:
      return isa<IntrinsicInst>(instruction) ? 15 : 40;
    case Instruction::PHI:
      return 0;
    case Instruction::FNeg:
    case Instruction::Select:
      return 1;
    default:
      return 4;
    }
  }

  // Only numbers, and the choices that are made by them: what goes through integers or memory is
  // another matter.
  static bool passesOn(const Instruction *instruction) {
    return instruction->getType()->isFPOrFPVectorTy() || isa<FCmpInst>(instruction);
  }

  unsigned lengthOf(const Instruction *instruction) const {
    unsigned longest = 0;
    for (const Value *operand : instruction->operands())
      if (auto found = lengths.find(operand); found != lengths.end())
        longest = std::max(longest, found->second);
    return longest + latency(instruction);
  }

  // Everything that depends on what is in the map.
  void measure() {
    for (BasicBlock *block : make_range(order.beginRPO(), order.endRPO()))
      for (Instruction &instruction : *block) {
        bool start = block == loop->getHeader() && isa<PHINode>(instruction);
        if (!start && passesOn(&instruction) && !isa<LoadInst>(instruction) &&
            any_of(instruction.operands(), [&](Value *operand) { return isCarried(operand); }))
          lengths[&instruction] = lengthOf(&instruction);
      }
  }

  // The numbers that an iteration takes over from the one before and hands on changed, other than
  // sums of which nothing else in the loop sees a part.
  bool findCarried() {
    BasicBlock *latch = loop->getLoopLatch();
    SmallVector<PHINode *, 8> phis;
    for (PHINode &phi : loop->getHeader()->phis()) {
      RecurrenceDescriptor reduction;
      if (phi.getType()->isFloatingPointTy() &&
          !RecurrenceDescriptor::isReductionPHI(&phi, loop, reduction))
        phis.push_back(&phi);
    }
    for (size_t before = 0; before != phis.size();) {
      before = phis.size();
      lengths.clear();
      for (PHINode *phi : phis)
        lengths[phi] = 0;
      measure();
      erase_if(phis,
               [&](PHINode *phi) { return !isCarried(phi->getIncomingValueForBlock(latch)); });
    }
    lengths.clear();
    for (PHINode *phi : phis)
      lengths[phi] = 0;
    return !phis.empty();
  }

  // The product that a quotient is, if only what is divided is carried; else null.
  BinaryOperator *multiply(BinaryOperator *quotient, DenseMap<Value *, Value *> &reciprocals) {
    if (quotient->getOpcode() != Instruction::FDiv || !quotient->hasAllowReciprocal() ||
        isCarried(quotient->getOperand(1)))
      return nullptr;
    IRBuilder<> builder(quotient);
    builder.setFastMathFlags(quotient->getFastMathFlags());
    Value *&reciprocal = reciprocals[quotient->getOperand(1)];
    if (!reciprocal)
      reciprocal = builder.CreateFDiv(ConstantFP::get(quotient->getType(), 1),
                                      quotient->getOperand(1), "reciprocal");
    auto *product = BinaryOperator::Create(Instruction::FMul, quotient->getOperand(0), reciprocal,
                                           "", quotient->getIterator());
    product->copyFastMathFlags(quotient);
    product->setHasAllowReassoc(false); // or it becomes a quotient again
    product->setDebugLoc(quotient->getDebugLoc());
    if (quotient->hasAllowReassoc())
      ours.insert(product);
    quotient->replaceAllUsesWith(product);
    lengths.erase(quotient);
    quotient->eraseFromParent();
    return product;
  }

  static bool isSum(unsigned opcode) {
    return opcode == Instruction::FAdd || opcode == Instruction::FSub;
  }

  bool isFree(const Instruction *operation) const {
    unsigned opcode = operation->getOpcode();
    return (opcode == Instruction::FMul || (isSum(opcode) && operation->hasNoSignedZeros())) &&
           (operation->hasAllowReassoc() || ours.count(operation));
  }

  // Is the value part of the sum or product that its user is?
  bool isInner(const Value *value, const Instruction *user) const {
    auto *operation = dyn_cast<BinaryOperator>(value);
    return operation && operation->hasOneUse() && operation->getParent() == user->getParent() &&
           isFree(operation) && isFree(user) &&
           isSum(operation->getOpcode()) == isSum(user->getOpcode());
  }

  bool isRoot(const BinaryOperator *operation) const {
    return isFree(operation) && !(operation->hasOneUse() &&
                                  isInner(operation, cast<Instruction>(*operation->user_begin())));
  }

  void readLeaves(BinaryOperator *operation, bool subtracted, FastMathFlags &flags,
                  SmallVectorImpl<Leaf> &leaves) const {
    flags &= operation->getFastMathFlags();
    for (unsigned i = 0; i < 2; i++) {
      Value *operand = operation->getOperand(i);
      bool turned = subtracted != (i == 1 && operation->getOpcode() == Instruction::FSub);
      if (isInner(operand, operation))
        readLeaves(cast<BinaryOperator>(operand), turned, flags, leaves);
      else
        leaves.push_back({operand, turned, (unsigned)leaves.size()});
    }
  }

  unsigned lengthOf(ArrayRef<Leaf> leaves, unsigned latency) const {
    unsigned length = 0;
    for (const Leaf &leaf : leaves)
      if (isCarried(leaf.value))
        length = std::max(length, lengths.lookup(leaf.value)) + latency;
    return length;
  }

  // A sum or product in which what is carried comes last, what takes longest at the very end.
  bool reorder(BinaryOperator *root) {
    SmallVector<Leaf, MOST_LEAVES> leaves;
    FastMathFlags flags = root->getFastMathFlags();
    readLeaves(root, false, flags, leaves);
    if (leaves.size() < 3 || leaves.size() > MOST_LEAVES)
      return false;
    llvm::sort(leaves, [&](const Leaf &a, const Leaf &b) {
      auto rank = [&](const Leaf &leaf) { // what is carried last, the first one not subtracted
        return std::make_tuple(isCarried(leaf.value), lengths.lookup(leaf.value), leaf.subtracted,
                               leaf.number);
      };
      return rank(a) < rank(b);
    });
    if (isCarried(leaves.front().value) || leaves.front().subtracted ||
        lengthOf(leaves, latency(root)) >= lengths.lookup(root))
      return false;
    IRBuilder<> builder(root);
    Value *all = leaves.front().value;
    for (const Leaf &leaf : drop_begin(leaves)) {
      flags.setAllowReassoc(!isCarried(leaf.value));
      builder.setFastMathFlags(flags);
      all = !isSum(root->getOpcode()) ? builder.CreateFMul(all, leaf.value)
            : leaf.subtracted         ? builder.CreateFSub(all, leaf.value)
                                      : builder.CreateFAdd(all, leaf.value);
      if (auto *operation = dyn_cast<Instruction>(all); operation && isCarried(leaf.value))
        lengths[operation] = lengthOf(operation);
    }
    root->replaceAllUsesWith(all);
    RecursivelyDeleteTriviallyDeadInstructions(root, nullptr, nullptr, [&](Value *gone) {
      lengths.erase(gone);
      ours.erase(cast<Instruction>(gone));
    });
    return true;
  }
};

} // namespace

PreservedAnalyses ChainPass::run(Function &function, FunctionAnalysisManager &manager) {
  LoopInfo &loops = manager.getResult<LoopAnalysis>(function);
  bool changed = false;
  for (Loop *loop : loops.getLoopsInPreorder())
    if (loop->isInnermost() && loop->isLoopSimplifyForm())
      changed |= Chain(loop, loops).run();
  return changed ? PreservedAnalyses::none() : PreservedAnalyses::all();
}
