// Slices of functions.
#include "bridge_slice.h"

#include "llvm/ADT/PostOrderIterator.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/IntrinsicInst.h"

using namespace llvm;

Slice::Slice(BridgeAnalyses &analyses, const Blocks &blocks, BasicBlock *before, const Loops &once)
    : analyses(&analyses), within(blocks), before(before), once(once) {
  for (const BasicBlock *block : blocks)
    for (const Instruction &instruction : *block)
      if (instruction.mayWriteToMemory())
        writers.push_back(const_cast<Instruction *>(&instruction));
  within.insert(before);
  findControllers();
}

static BasicBlock *immediatePostDominator(PostDominatorTree &tree, BasicBlock *block) {
  DomTreeNode *node = tree.getNode(block);
  return node && node->getIDom() ? node->getIDom()->getBlock() : nullptr;
}

// The loop of `once` with that header.
const Loop *Slice::goneThroughOnce(const BasicBlock *header) const {
  const Loop *loop = analyses->loops().getLoopFor(header);
  return loop && loop->getHeader() == header && once.contains(loop) ? loop : nullptr;
}

// Does the edge begin another iteration of a loop of `once`?
bool Slice::isBack(const BasicBlock *from, const BasicBlock *to) const {
  const Loop *loop = goneThroughOnce(to);
  return loop && loop->contains(from);
}

// A branch decides on what lies between it and the block that all of its ways come to.
void Slice::findControllers() {
  PostDominatorTree &tree = analyses->postDominators();
  for (BasicBlock &block : analyses->function) {
    if (!within.contains(&block) || succ_size(&block) < 2)
      continue;
    BasicBlock *end = immediatePostDominator(tree, &block);
    for (BasicBlock *way : successors(&block))
      for (way = isBack(&block, way) ? nullptr : way; way && way != end && within.contains(way);
           way = immediatePostDominator(tree, way))
        if (!is_contained(controllers[way], &block))
          controllers[way].push_back(&block);
  }
}

bool Slice::add(BasicBlock *block, ArrayRef<Value *> wanted) {
  return writers.size() <= MOST_WRITERS &&
         all_of(wanted, [&](Value *value) { return need(value); }) && needBlock(block);
}

// Whatever else is run.
bool Slice::staysAsItIs(LoadInst *load) {
  return load->isSimple() && none_of(writers, [&](Instruction *writer) {
           return bridge_may_write(analyses, wrap(writer), wrap(load));
         });
}

static bool isArithmetic(const Instruction *instruction) {
  auto *call = dyn_cast<IntrinsicInst>(instruction);
  return call ? call->doesNotAccessMemory() && !call->mayHaveSideEffects()
              : !instruction->isTerminator() && !instruction->isEHPad() &&
                    !instruction->mayReadOrWriteMemory() && !isa<AllocaInst, CallBase>(instruction);
}

bool Slice::need(Value *value) {
  auto *instruction = dyn_cast<Instruction>(value);
  if (isa<Constant>(value))
    return true;
  if (!instruction || instruction->getParent() == before ||
      !within.contains(instruction->getParent())) {
    inputs_.insert(value);
    return isa<Instruction, Argument>(value);
  }
  if (!values.insert(value).second)
    return true;
  if (values.size() > MOST_VALUES)
    return false;
  if (auto *phi = dyn_cast<PHINode>(instruction))
    return needPhi(phi);
  auto *load = dyn_cast<LoadInst>(instruction);
  if (load ? !staysAsItIs(load) : !isArithmetic(instruction))
    return false;
  if (load || !isSafeToSpeculativelyExecute(instruction)) {
    pinned.insert(instruction);
    if (!needBlock(instruction->getParent()))
      return false;
  }
  return needAll(instruction);
}

bool Slice::needAll(Instruction *instruction) {
  auto *call = dyn_cast<CallBase>(instruction);
  return all_of(call ? call->args() : instruction->operands(),
                [&](Use &operand) { return need(operand); });
}

bool Slice::needPhi(PHINode *phi) {
  if (phi->getNumIncomingValues() == 1)
    return need(phi->getIncomingValue(0));
  if ((varying_ = goneThroughOnce(phi->getParent())))
    return false;
  pinned.insert(phi);
  if (!needBlock(phi->getParent()))
    return false;
  for (unsigned i = 0; i < phi->getNumIncomingValues(); i++) {
    BasicBlock *from = phi->getIncomingBlock(i);
    if (!within.contains(from) || !need(phi->getIncomingValue(i)) || !needBlock(from) ||
        (succ_size(from) > 1 && !needBranch(from)))
      return false;
  }
  return true;
}

bool Slice::needBlock(BasicBlock *block) {
  if (!blocks.insert(block))
    return true;
  auto found = controllers.find(block);
  return blocks.size() <= MOST_BLOCKS &&
         (found == controllers.end() ||
          all_of(found->second, [&](BasicBlock *other) { return needBranch(other); }));
}

bool Slice::needBranch(BasicBlock *block) {
  if (!branches.insert(block).second)
    return true;
  Instruction *end = block->getTerminator();
  for (BasicBlock *next : successors(block))
    if (isBack(block, next)) {
      varying_ = goneThroughOnce(next);
      return false;
    }
  if (auto *branch = dyn_cast<BranchInst>(end))
    return needBlock(block) && need(branch->getCondition());
  auto *choice = dyn_cast<SwitchInst>(end);
  return choice && needBlock(block) && need(choice->getCondition());
}

// The first block of the slice on the way from the block, past what the slice leaves out.
BasicBlock *Slice::follow(BasicBlock *block, BasicBlock *exit) {
  while (block && within.contains(block) && !blocks.contains(block))
    block = immediatePostDominator(analyses->postDominators(), block);
  return block && within.contains(block) ? copies[block] : exit;
}

Instruction *Slice::copy(Instruction *instruction, BasicBlock *original) {
  Instruction *copied = instruction->clone();
  copied->dropUnknownNonDebugMetadata({LLVMContext::MD_tbaa, LLVMContext::MD_range});
  copied->setDebugLoc(DebugLoc());
  if (!analyses->dominators().dominates(instruction->getParent(), original))
    copied->dropPoisonGeneratingFlags();
  auto *call = dyn_cast<CallBase>(copied);
  for (Use &operand : call ? call->args() : copied->operands())
    operand.set(read(operand, original));
  copied->insertInto(copies[original], copies[original]->end());
  return copied;
}

// The value at the end of the copy of a block, as far as that is built.
Value *Slice::read(Value *value, BasicBlock *original) {
  if (Value *one = everywhere.lookup(value))
    return one;
  auto *instruction = dyn_cast<Instruction>(value);
  if (!instruction)
    return value;
  Place place = {value, original};
  if (Value *here = known.lookup(place))
    return here;
  if (auto *phi = dyn_cast<PHINode>(instruction)) // of one value
    return known[place] = read(phi->getIncomingValue(0), original);
  Value *copied = copy(instruction, original);
  return known[place] = copied;
}

void Slice::build(BasicBlock *entry, BasicBlock *exit, ArrayRef<Value *> inputs,
                  function_ref<void(BasicBlock *, IRBuilder<> &, Read)> visit) {
  copies.clear();
  known.clear();
  everywhere.clear();
  for (auto [value, input] : zip(inputs_, inputs))
    everywhere[value] = input;
  ReversePostOrderTraversal<Function *> order(&analyses->function);
  SmallVector<BasicBlock *, 16> ordered;
  for (BasicBlock *block : order)
    if (blocks.contains(block))
      ordered.push_back(block);
  for (BasicBlock *block : ordered) {
    BasicBlock *copied = copies[block] =
        BasicBlock::Create(entry->getContext(), "", entry->getParent(), exit);
    for (PHINode &phi : block->phis())
      if (pinned.contains(&phi))
        everywhere[&phi] = PHINode::Create(phi.getType(), phi.getNumIncomingValues(), "", copied);
  }
  for (BasicBlock *block : ordered) {
    for (Instruction &instruction : *block)
      if (pinned.contains(&instruction) && !isa<PHINode>(instruction))
        everywhere[&instruction] = copy(&instruction, block);
    IRBuilder<> builder(copies[block]);
    visit(block, builder, [&](Value *value) {
      Value *here = read(value, block);
      builder.SetInsertPoint(copies[block]);
      return here;
    });
  }
  for (BasicBlock *block : ordered)
    for (PHINode &phi : block->phis())
      for (unsigned i = 0; pinned.contains(&phi) && i < phi.getNumIncomingValues(); i++) {
        BasicBlock *from = phi.getIncomingBlock(i);
        cast<PHINode>(everywhere[&phi])
            ->addIncoming(read(phi.getIncomingValue(i), from), copies[from]);
      }
  for (BasicBlock *block : ordered) {
    IRBuilder<> builder(copies[block]);
    Instruction *end = block->getTerminator();
    if (!branches.contains(block)) {
      BasicBlock *next = succ_size(block) == 1
                             ? end->getSuccessor(0)
                             : immediatePostDominator(analyses->postDominators(), block);
      builder.CreateBr(next ? follow(next, exit) : exit);
      continue;
    }
    auto *choice = dyn_cast<SwitchInst>(end);
    Value *condition =
        read(choice ? choice->getCondition() : cast<BranchInst>(end)->getCondition(), block);
    Instruction *copied = end->clone();
    copied->dropUnknownNonDebugMetadata({});
    copied->setDebugLoc(DebugLoc());
    copied->setOperand(0, condition);
    for (unsigned i = 0; i < end->getNumSuccessors(); i++)
      copied->setSuccessor(i, follow(end->getSuccessor(i), exit));
    copied->insertInto(copies[block], copies[block]->end());
  }
  IRBuilder<>(entry).CreateBr(follow(before, exit));
}
