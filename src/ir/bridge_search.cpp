// Loops that look for what is worth some work, and do it where they find it:
//
//   for (j = head[cell]; j >= 0; j = next[j])        for (j = head[cell];; j = next[j]) {
//     if (distance(i, j) < cutoff)                     for (; j >= 0; j = next[j])
//       add(i, j);                                       if (distance(i, j) < cutoff)
//                                                          break;
//                                                      if (j < 0)
//                                                        break;
//                                                      add(i, j);
//                                                    }
//
// The reverse sweep goes through all iterations, and needs to know of each which way it took. Of
// those that change no number and no memory there is nothing to reverse: on the right they are in a
// loop of their own, which a reverse sweep leaves out, and the tape has what they found alone. What
// was computed to find it is computed again where it is found (LLVM sees that it need not be).
//
// That pays where it is not known ahead how many iterations there are, so that the tape is a list
// with an item for each of them; and where each has a number on the tape in any case, the product
// of what was found before, and has to be looked for far away.
#include "bridge_analyses.h"

#include "llvm/IR/IRBuilder.h"
#include "llvm/Transforms/Utils/BasicBlockUtils.h"
#include "llvm/Transforms/Utils/Cloning.h"
#include "llvm/Transforms/Utils/ValueMapper.h"

using namespace llvm;

namespace {

class Search {
public:
  Search(BridgeAnalyses &analyses, Loop *loop)
      : analyses(analyses), loop(loop), header(loop->getHeader()), latch(loop->getLoopLatch()) {}

  bool split() {
    if (!findIdle() || !findSearched() || !findWork() || !findExit() || !pays() || !repeatsAtWork())
      return false;
    rewrite();
    return true;
  }

private:
  enum { MOST_IN_LATCH = 32, MOST_BLOCKS = 64, MOST_REPEATED = 128 };
  using Blocks = SmallSetVector<BasicBlock *, 8>;
  BridgeAnalyses &analyses;
  Loop *loop;
  BasicBlock *header, *latch;
  Blocks idle;                                // ends of iterations that change nothing
  Blocks searched;                            // the blocks of such iterations, but for the latch
  BasicBlock *from, *found;                   // the one branch out of them to what does something
  BasicBlock *exit;                           // where the search ends without success
  SmallSetVector<Instruction *, 16> repeated; // there, in order

  static bool hasEffect(const BasicBlock *block) {
    return any_of(*block, [](const Instruction &instruction) {
      auto *load = dyn_cast<LoadInst>(&instruction);
      return instruction.mayHaveSideEffects() || (load && !load->isSimple());
    });
  }

  // What a phi of the header becomes behind an iteration that ends in `end`.
  Value *next(PHINode *carried, BasicBlock *end) {
    Value *value = carried->getIncomingValueForBlock(latch);
    auto *phi = dyn_cast<PHINode>(value);
    return phi && phi->getParent() == latch ? phi->getIncomingValueForBlock(end) : value;
  }

  bool isIdle(BasicBlock *end) {
    return all_of(header->phis(), [&](PHINode &carried) {
      Type *type = carried.getType();
      return type->isIntegerTy() || type->isPointerTy() || next(&carried, end) == &carried;
    });
  }

  bool findIdle() {
    if (loop->getNumBlocks() > MOST_BLOCKS || !loop->isLoopSimplifyForm() || latch == header ||
        !loop->isLCSSAForm(analyses.dominators()))
      return false;
    bool isShort = latch->size() <= MOST_IN_LATCH && isa<BranchInst>(latch->getTerminator());
    if (!isShort || hasEffect(latch) || hasEffect(header))
      return false;
    bool hasNumber = false;
    for (BasicBlock *end : predecessors(latch)) {
      if (count(successors(end), latch) != 1 || !isa<BranchInst>(end->getTerminator()))
        return false;
      if (isIdle(end))
        idle.insert(end);
    }
    for (BasicBlock *block : loop->blocks())
      hasNumber |= any_of(*block, [](Instruction &i) { return i.getType()->isFloatingPointTy(); });
    return hasNumber && !idle.empty();
  }

  // From the header to idle ends, without effect on the way.
  bool findSearched() {
    Blocks quiet;
    quiet.insert(header);
    for (unsigned i = 0; i < quiet.size(); i++)
      for (BasicBlock *after : successors(quiet[i]))
        if (after != latch && after != header && loop->contains(after) && !hasEffect(after))
          quiet.insert(after);
    idle.remove_if([&](BasicBlock *end) { return !quiet.contains(end); });
    searched.insert_range(idle);
    for (unsigned i = 0; i < searched.size(); i++)
      for (BasicBlock *before : predecessors(searched[i])) {
        if (searched[i] == header)
          continue;
        if (!quiet.contains(before))
          return false;
        searched.insert(before);
      }
    return searched.contains(header);
  }

  bool findWork() {
    from = found = nullptr;
    for (BasicBlock *block : searched)
      for (BasicBlock *after : successors(block)) {
        if (searched.contains(after) || !loop->contains(after) ||
            (after == latch && idle.contains(block)))
          continue;
        if (found || after == latch)
          return false;
        from = block;
        found = after;
      }
    if (!found || found->getSinglePredecessor() != from || !worksThere())
      return false;
    FoldSingleEntryPHINodes(found);
    return true;
  }

  // Is there more to do than to add up numbers?
  bool worksThere() {
    for (BasicBlock *block : loop->blocks())
      if (block != latch && !searched.contains(block))
        for (Instruction &instruction : *block)
          if (instruction.mayWriteToMemory() || instruction.getOpcode() == Instruction::FDiv ||
              isa<CallInst>(instruction))
            return true;
    return false;
  }

  // All numbers that leave the loop there have been carried all along.
  bool findExit() {
    exit = nullptr;
    SmallVector<BasicBlock *, 8> blocks(searched.begin(), searched.end());
    blocks.push_back(latch);
    for (BasicBlock *block : blocks)
      for (BasicBlock *after : successors(block)) {
        if (loop->contains(after))
          continue;
        if ((exit && after != exit) || count(successors(block), after) != 1)
          return false;
        exit = after;
        for (PHINode &phi : after->phis())
          if (isNumber(&phi) && !isCarried(phi.getIncomingValueForBlock(block)))
            return false;
      }
    return exit;
  }

  bool isCarried(Value *value) {
    auto *phi = dyn_cast<PHINode>(value);
    if (phi && phi->getParent() == latch)
      return all_of(idle,
                    [&](BasicBlock *end) { return isCarried(phi->getIncomingValueForBlock(end)); });
    return loop->isLoopInvariant(value) || (phi && phi->getParent() == header);
  }

  bool pays() {
    return isa<SCEVCouldNotCompute>(analyses.evolution().getBackedgeTakenCount(loop)) ||
           (carriesMoreThanSums() && searchesFar());
  }

  bool carriesMoreThanSums() {
    return any_of(header->phis(), [&](PHINode &carried) {
      SmallPtrSet<Value *, 8> seen;
      return isNumber(&carried) && !isSum(carried.getIncomingValueForBlock(latch), &carried, seen);
    });
  }

  bool isSum(Value *value, PHINode *carried, SmallPtrSetImpl<Value *> &seen) {
    auto *instruction = dyn_cast<Instruction>(value);
    if (value == carried || !seen.insert(value).second)
      return true;
    if (!instruction || !loop->contains(instruction))
      return false;
    if (auto *phi = dyn_cast<PHINode>(instruction))
      return all_of(phi->incoming_values(),
                    [&](Value *from) { return isSum(from, carried, seen); });
    if (instruction->getOpcode() != Instruction::FAdd &&
        instruction->getOpcode() != Instruction::FSub)
      return false;
    return isSum(instruction->getOperand(0), carried, seen) ||
           isSum(instruction->getOperand(1), carried, seen);
  }

  // Through indices that are loaded themselves, and with some arithmetic?
  bool searchesFar() {
    enum { FEW = 8 };
    unsigned arithmetic = 0;
    bool isFar = false;
    for (BasicBlock *block : searched)
      for (Instruction &instruction : *block) {
        arithmetic += isNumber(&instruction) && instruction.isBinaryOp();
        if (auto *load = dyn_cast<LoadInst>(&instruction))
          isFar |= isLoadedInside(load->getPointerOperand(), 0);
      }
    return isFar && arithmetic >= FEW;
  }

  bool isLoadedInside(Value *value, unsigned depth) {
    enum { MOST_DEPTH = 6 };
    auto *instruction = dyn_cast<Instruction>(value);
    if (!instruction || !isSearched(value) || isa<PHINode>(value) || depth == MOST_DEPTH)
      return false;
    return isa<LoadInst>(instruction) || any_of(instruction->operands(), [&](Value *operand) {
             return isLoadedInside(operand, depth + 1);
           });
  }

  bool isSearched(Value *value) {
    auto *instruction = dyn_cast<Instruction>(value);
    return instruction && searched.contains(instruction->getParent());
  }

  // Numbers that were computed on the way, and all that they were computed from.
  bool repeat(Instruction *instruction) {
    if (repeated.contains(instruction))
      return true;
    if (isa<PHINode>(instruction))
      return instruction->getParent() == header;
    if (repeated.size() >= MOST_REPEATED ||
        !analyses.dominators().dominates(instruction->getParent(), found))
      return false;
    for (Value *operand : instruction->operands())
      if (isSearched(operand) && !repeat(cast<Instruction>(operand)))
        return false;
    repeated.insert(instruction);
    return true;
  }

  static bool isNumber(Value *value) { return value->getType()->isFPOrFPVectorTy(); }

  bool repeatsAtWork() {
    for (BasicBlock *block : searched)
      for (Instruction &instruction : *block) {
        bool isUsed = any_of(instruction.users(), [&](User *user) {
          return !searched.contains(cast<Instruction>(user)->getParent());
        });
        if (!isUsed || isa<PHINode>(instruction))
          continue;
        if (!repeat(&instruction) && isNumber(&instruction))
          return false;
      }
    return all_of(searched, [&](BasicBlock *block) {
      return block == header ||
             none_of(block->phis(), [&](PHINode &phi) { return isNumber(&phi); });
    });
  }

  // The loop gets a header around that of the search, and a block behind the search, which leaves
  // it or goes on to the work.
  void rewrite() {
    computeAgain();
    BasicBlock *ahead = loop->getLoopPreheader(), *again = copyLatch();
    BasicBlock *outer = makeBlock(".search"), *behind = makeBlock(".searched");
    LLVMContext &context = header->getContext();
    auto *end = cast<BranchInst>(latch->getTerminator());
    Value *goesOn = end->isConditional() ? end->getCondition() : nullptr;
    if (goesOn && end->getSuccessor(1) == header)
      goesOn = BinaryOperator::CreateNot(goesOn, "", end->getIterator());
    IRBuilder<> builder(outer);
    builder.SetCurrentDebugLocation(end->getDebugLoc());
    if (goesOn) {
      PHINode *condition = builder.CreatePHI(goesOn->getType(), 2);
      condition->addIncoming(ConstantInt::getTrue(context), ahead);
      condition->addIncoming(goesOn, latch);
      builder.CreateCondBr(condition, header, behind);
    } else {
      builder.CreateBr(header);
    }
    builder.SetInsertPoint(behind);
    PHINode *isFound = builder.CreatePHI(builder.getInt1Ty(), 2);
    isFound->addIncoming(builder.getTrue(), from);
    from->getTerminator()->replaceSuccessorWith(found, behind);
    if (goesOn)
      isFound->addIncoming(builder.getFalse(), outer);
    SmallVector<BasicBlock *, 4> leaving;
    for (BasicBlock *block : predecessors(exit))
      if (searched.contains(block) || block == again)
        leaving.push_back(block);
    for (BasicBlock *block : leaving) {
      block->getTerminator()->replaceSuccessorWith(exit, behind);
      isFound->addIncoming(builder.getFalse(), block);
    }
    builder.CreateCondBr(isFound, found, exit);
    ahead->getTerminator()->replaceSuccessorWith(header, outer);
    for (PHINode &carried : make_early_inc_range(header->phis())) {
      PHINode *kept = carry(carried.getIncomingValueForBlock(latch),
                            carried.getIncomingValueForBlock(ahead), ahead, outer);
      carried.setIncomingValueForBlock(ahead, kept);
      carried.replaceIncomingBlockWith(ahead, outer);
      carried.removeIncomingValue(latch, /*DeletePHIIfEmpty=*/false);
      Value *looked = carried.getIncomingValueForBlock(again);
      if (looked == &carried || looked == kept) {
        carried.replaceAllUsesWith(kept);
        carried.eraseFromParent();
      }
    }
    passOut(leaving, ahead, outer, behind, goesOn != nullptr);
    BranchInst *back = BranchInst::Create(outer, end->getIterator());
    back->setDebugLoc(end->getDebugLoc());
    back->setMetadata(LLVMContext::MD_loop, end->getMetadata(LLVMContext::MD_loop));
    end->eraseFromParent();
    bringBehind(again, behind);
  }

  BasicBlock *makeBlock(const char *suffix) {
    return BasicBlock::Create(header->getContext(), header->getName() + suffix, header->getParent(),
                              header);
  }

  // What comes from the latch, in the outer header.
  PHINode *carry(Value *value, Value *first, BasicBlock *ahead, BasicBlock *outer) {
    for (PHINode &phi : outer->phis())
      if (phi.getIncomingValueForBlock(latch) == value &&
          (isa<PoisonValue>(first) || phi.getIncomingValueForBlock(ahead) == first))
        return &phi;
    PHINode *phi = PHINode::Create(value->getType(), 2, "", outer->begin());
    phi->addIncoming(first, ahead);
    phi->addIncoming(value, latch);
    return phi;
  }

  // The values that leave the loop go through the block behind the search.
  void passOut(ArrayRef<BasicBlock *> leaving, BasicBlock *ahead, BasicBlock *outer,
               BasicBlock *behind, bool fromLatch) {
    for (PHINode &phi : exit->phis()) {
      Value *none = PoisonValue::get(phi.getType());
      PHINode *passed = PHINode::Create(phi.getType(), 2, "", behind->begin());
      passed->addIncoming(none, from);
      for (BasicBlock *block : leaving) {
        passed->addIncoming(phi.getIncomingValueForBlock(block), block);
        phi.removeIncomingValue(block, /*DeletePHIIfEmpty=*/false);
      }
      if (fromLatch) {
        Value *value = phi.getIncomingValueForBlock(latch);
        bool isFixed = loop->isLoopInvariant(value);
        passed->addIncoming(isFixed ? value : carry(value, none, ahead, outer), outer);
        phi.removeIncomingValue(latch, /*DeletePHIIfEmpty=*/false);
      }
      phi.addIncoming(passed, behind);
    }
  }

  // What the search has found is chosen behind it.
  void bringBehind(BasicBlock *again, BasicBlock *behind) {
    auto isInside = [&](BasicBlock *block) { return searched.contains(block) || block == again; };
    for (BasicBlock *block : searched)
      for (Instruction &instruction : *block) {
        PHINode *brought = nullptr;
        for (Use &use : make_early_inc_range(instruction.uses())) {
          auto *user = cast<Instruction>(use.getUser());
          auto *phi = dyn_cast<PHINode>(user);
          if (isInside(phi ? phi->getIncomingBlock(use) : user->getParent()))
            continue;
          if (!brought) {
            brought = PHINode::Create(instruction.getType(), 2, "", behind->begin());
            for (BasicBlock *before : predecessors(behind)) {
              Value *none = PoisonValue::get(instruction.getType());
              brought->addIncoming(before == from ? &instruction : none, before);
            }
          }
          use.set(brought);
        }
      }
    for (PHINode &phi : make_early_inc_range(behind->phis()))
      simplify(&phi);
  }

  // Of one value alone, wherever there is any, that is there in any case.
  void simplify(PHINode *phi) {
    Value *one = nullptr;
    for (Value *value : phi->incoming_values()) {
      if (isa<PoisonValue>(value))
        continue;
      if (one && one != value)
        return;
      one = value;
    }
    auto *instruction = dyn_cast_or_null<Instruction>(one);
    bool isThere = one && (!instruction || (isa<PHINode>(one) && !isSearched(one) &&
                                            instruction->getParent() != phi->getParent()));
    if (!isThere)
      return;
    phi->replaceAllUsesWith(one);
    phi->eraseFromParent();
  }

  void computeAgain() {
    ValueToValueMapTy copies;
    auto position = found->getFirstInsertionPt();
    for (Instruction *instruction : repeated) {
      Instruction *copy = instruction->clone();
      copy->insertBefore(position);
      copies[instruction] = copy;
    }
    for (Instruction *instruction : repeated) {
      auto *copy = cast<Instruction>(copies[instruction]);
      RemapInstruction(copy, copies, RF_IgnoreMissingLocals | RF_NoModuleLevelChanges);
      instruction->replaceUsesWithIf(copy, [&](Use &use) {
        auto *user = cast<Instruction>(use.getUser());
        BasicBlock *block = user->getParent();
        if (auto *phi = dyn_cast<PHINode>(user))
          block = phi->getIncomingBlock(use);
        return loop->contains(block) && !searched.contains(block) && block != latch;
      });
    }
  }

  // The latch for idle iterations, which goes on searching.
  BasicBlock *copyLatch() {
    ValueToValueMapTy copies;
    BasicBlock *copy = CloneBasicBlock(latch, copies, ".search", latch->getParent());
    copy->getTerminator()->setMetadata(LLVMContext::MD_loop, nullptr);
    for (Instruction &instruction : *copy)
      RemapInstruction(&instruction, copies, RF_IgnoreMissingLocals | RF_NoModuleLevelChanges);
    for (BasicBlock *after : successors(latch))
      for (PHINode &phi : after->phis()) {
        Value *value = phi.getIncomingValueForBlock(latch), *mapped = copies.lookup(value);
        phi.addIncoming(mapped ? mapped : value, copy);
      }
    SmallVector<BasicBlock *, 4> ends(predecessors(latch));
    for (BasicBlock *end : ends) {
      bool isIdleEnd = idle.contains(end);
      for (PHINode &phi : make_early_inc_range((isIdleEnd ? latch : copy)->phis()))
        phi.removeIncomingValue(end, /*DeletePHIIfEmpty=*/false);
      if (isIdleEnd)
        end->getTerminator()->replaceSuccessorWith(latch, copy);
    }
    for (PHINode &phi : make_early_inc_range(copy->phis()))
      if (Value *same = phi.hasConstantValue()) {
        phi.replaceAllUsesWith(same);
        phi.eraseFromParent();
      }
    return copy;
  }
};

} // namespace

bool bridge_split_searches(LLVMValueRef handle) {
  Function &function = *unwrap<Function>(handle);
  SmallPtrSet<BasicBlock *, 8> done;
  bool changed = false, again = true;
  while (again) {
    again = false;
    BridgeAnalyses analyses(function);
    for (Loop *loop : analyses.loops().getLoopsInPreorder()) {
      if (!loop->isInnermost() || !done.insert(loop->getHeader()).second)
        continue;
      if (Search(analyses, loop).split()) {
        again = changed = true;
        break;
      }
    }
  }
  return changed;
}
