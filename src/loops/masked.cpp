// LLVM 22's combiner of instructions makes one load of a masked load and the choice, by the same
// mask, between what it reads and something else, and puts it where the choice is: if a store to
// the same place stands between them, it reads what that has left. The reverse sweep of a branch is
// just that, since it takes an adjoint from its place and clears it:
//
//   if (kept[i]) { t = d[i]; d[i] = 0; } else t = 0;
//
// So the two become one beforehand, where the load is, or cannot become one.
#include "masked.h"

#include "llvm/IR/Dominators.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/PassInstrumentation.h"
#include "llvm/IR/PatternMatch.h"

using namespace llvm;
using namespace llvm::PatternMatch;

namespace {

constexpr StringLiteral combiner = "InstCombinePass";

enum { MASK = 1, OTHERS = 2 }; // operands of a masked load; OTHERS: what the other lanes are

IntrinsicInst *maskedLoad(Value *value) {
  auto *load = dyn_cast<IntrinsicInst>(value);
  return load && load->getIntrinsicID() == Intrinsic::masked_load ? load : nullptr;
}

bool mayBeOverwritten(const Instruction *load, const Instruction *before) {
  if (load->getParent() != before->getParent())
    return true;
  for (const Instruction *i = load->getNextNode(); i && i != before; i = i->getNextNode())
    if (i->mayWriteToMemory())
      return true;
  return false;
}

IntrinsicInst *overwritten(const SelectInst *choice, Value *side) {
  IntrinsicInst *load = maskedLoad(side);
  return load && mayBeOverwritten(load, choice) ? load : nullptr;
}

// Does the choice take the load where its mask says so?
bool choosesByMask(SelectInst *choice, IntrinsicInst *load) {
  Value *condition = choice->getCondition(), *mask = load->getArgOperand(MASK);
  return choice->getTrueValue() == load ? condition == mask
                                        : match(condition, m_Not(m_Specific(mask)));
}

// False if the choice is gone.
bool keep(SelectInst *choice, IntrinsicInst *load, const DominatorTree &dominators) {
  Value *other = choice->getTrueValue() == load ? choice->getFalseValue() : choice->getTrueValue();
  bool isFree = load->hasOneUse() || isa<UndefValue>(load->getArgOperand(OTHERS));
  if (isFree && choosesByMask(choice, load) && dominators.dominates(other, load)) {
    load->setArgOperand(OTHERS, other);
    choice->replaceAllUsesWith(load);
    choice->eraseFromParent();
    return false;
  }
  IRBuilder<> builder(choice);
  Value *read = builder.CreateFreeze(load);
  choice->replaceUsesOfWith(load, read);
  return true;
}

void keepIn(Function &function, FunctionAnalysisManager &manager) {
  SmallVector<SelectInst *, 8> found;
  for (BasicBlock &block : function)
    for (Instruction &instruction : block) {
      auto *choice = dyn_cast<SelectInst>(&instruction);
      if (!choice || !choice->getType()->isVectorTy())
        continue;
      if (overwritten(choice, choice->getTrueValue()) ||
          overwritten(choice, choice->getFalseValue()))
        found.push_back(choice);
    }
  if (found.empty())
    return;
  const DominatorTree &dominators = manager.getResult<DominatorTreeAnalysis>(function);
  for (SelectInst *choice : found)
    for (unsigned side : {1, 2})
      if (IntrinsicInst *load = overwritten(choice, choice->getOperand(side));
          load && !keep(choice, load, dominators))
        break;
}

} // namespace

void keepMaskedLoads(PassInstrumentationCallbacks &callbacks, FunctionAnalysisManager &manager) {
  callbacks.registerBeforeNonSkippedPassCallback([&manager](StringRef pass, Any unit) {
    const Function *const *function = any_cast<const Function *>(&unit);
    if (pass == combiner && function)
      keepIn(*const_cast<Function *>(*function), manager);
  });
}
