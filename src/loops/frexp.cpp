// LLVM 22 vectorises frexp, and takes it apart again when it generates code, but takes the
// exponents for integers as wide as the numbers: where they become numbers again, it finds no
// instruction. So frexp of a vector is taken apart here. Runs when everything is vectorised.
#include "frexp.h"

#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/IntrinsicInst.h"

using namespace llvm;

static IntrinsicInst *vectorFrexp(Instruction &instruction) {
  auto *call = dyn_cast<IntrinsicInst>(&instruction);
  return call && call->getIntrinsicID() == Intrinsic::frexp &&
                 isa<FixedVectorType>(call->getArgOperand(0)->getType())
             ? call
             : nullptr;
}

static void takeApart(IntrinsicInst *call) {
  IRBuilder<> builder(call);
  builder.setFastMathFlags(call->getFastMathFlags());
  auto *both = cast<StructType>(call->getType());
  auto *numbers = cast<FixedVectorType>(both->getElementType(0));
  auto *exponents = cast<FixedVectorType>(both->getElementType(1));
  Value *fractions = PoisonValue::get(numbers), *powers = PoisonValue::get(exponents);
  for (unsigned lane = 0; lane < numbers->getNumElements(); lane++) {
    Value *number = builder.CreateExtractElement(call->getArgOperand(0), lane);
    Value *parts = builder.CreateIntrinsic(
        Intrinsic::frexp, {numbers->getElementType(), exponents->getElementType()}, {number});
    fractions = builder.CreateInsertElement(fractions, builder.CreateExtractValue(parts, 0), lane);
    powers = builder.CreateInsertElement(powers, builder.CreateExtractValue(parts, 1), lane);
  }
  Value *result = builder.CreateInsertValue(PoisonValue::get(both), fractions, 0);
  result = builder.CreateInsertValue(result, powers, 1);
  for (User *user : make_early_inc_range(call->users()))
    if (auto *part = dyn_cast<ExtractValueInst>(user))
      if (Value *found = FindInsertedValue(result, part->getIndices())) {
        part->replaceAllUsesWith(found);
        part->eraseFromParent();
      }
  call->replaceAllUsesWith(result);
  call->eraseFromParent();
}

PreservedAnalyses FrexpPass::run(Function &function, FunctionAnalysisManager &) {
  SmallVector<IntrinsicInst *, 4> calls;
  for (Instruction &instruction : instructions(function))
    if (IntrinsicInst *call = vectorFrexp(instruction))
      calls.push_back(call);
  for (IntrinsicInst *call : calls)
    takeApart(call);
  return calls.empty() ? PreservedAnalyses::all() : PreservedAnalyses::none();
}
