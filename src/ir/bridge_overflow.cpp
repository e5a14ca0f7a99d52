// Arithmetic whose overflow is asked for (-ftrapv, checked integers, Rust's debug builds).
#include "bridge.h"

#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/IntrinsicInst.h"

using namespace llvm;

static Value *plainResult(WithOverflowInst &checked, bool neverWraps) {
  IRBuilder<> builder(&checked);
  Value *result = builder.CreateBinOp(checked.getBinaryOp(), checked.getLHS(), checked.getRHS());
  if (auto *operation = dyn_cast<BinaryOperator>(result); operation && neverWraps) {
    operation->setHasNoSignedWrap(checked.isSigned());
    operation->setHasNoUnsignedWrap(!checked.isSigned());
  }
  return result;
}

bool bridge_compute_apart_from_overflow(LLVMValueRef function) {
  auto *body = unwrap<Function>(function);
  SmallVector<WithOverflowInst *, 8> found;
  for (Instruction &instruction : instructions(body))
    if (auto *checked = dyn_cast<WithOverflowInst>(&instruction))
      found.push_back(checked);
  if (found.empty())
    return false;
  DominatorTree dominators(*body);
  bool changed = false;
  for (WithOverflowInst *checked : found) {
    SmallVector<ExtractValueInst *, 2> results;
    for (User *user : checked->users())
      if (auto *part = dyn_cast<ExtractValueInst>(user); part && *part->idx_begin() == 0)
        results.push_back(part);
    if (results.empty())
      continue;
    Value *plain = plainResult(*checked, isOverflowIntrinsicNoWrap(checked, dominators));
    for (ExtractValueInst *part : results) {
      part->replaceAllUsesWith(plain);
      part->eraseFromParent();
    }
    changed = true;
  }
  return changed;
}
