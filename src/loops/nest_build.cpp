// A loop nest in another order:
//
//   for each block of outer iterations
//     what is before the inner loop, of which some is kept in arrays
//     for each inner iteration
//       for each outer iteration of the block     (one such loop for each group of updates)
//         the body
//     for each outer iteration of the block
//       what is after the inner loop
//
// Blocks are as long as the arrays, which stay in the nearest cache.
#include "nest.h"

#include "llvm/IR/IRBuilder.h"
#include "llvm/Transforms/Utils/BasicBlockUtils.h"
#include "llvm/Transforms/Utils/LoopUtils.h"
#include "llvm/Transforms/Utils/ScalarEvolutionExpander.h"

using namespace llvm;
using namespace nest;

namespace {

enum { BLOCK_LENGTH = 256, FEWEST_ITERATIONS = 8 };

// Where copies of instructions go, and what is known there already.
struct Scope {
  explicit Scope(Instruction *before, Scope *around = nullptr) : before(before), around(around) {}

  Instruction *before;
  Scope *around; // of the inner loop, when this is of the outer one within it
  Value *outerNumber = nullptr, *innerNumber = nullptr;
  Value *slot = nullptr; // in the arrays
  DenseMap<Value *, Value *> known;
};

// From the first to the last iteration, of which there is one at least.
struct NewLoop {
  BasicBlock *head, *tail, *exit;
  PHINode *number;
};

struct Builder {
  const Nest &nest;
  ScalarEvolution &evolution;
  SCEVExpander expander;
  Function *function;
  LLVMContext &context;
  Type *wide; // i64
  BasicBlock *entry, *exit;
  DenseMap<const SCEV *, Value *> expanded;
  DenseMap<Value *, AllocaInst *> arrays;
  Value *lastOuter = nullptr, *outerCount = nullptr, *innerCount = nullptr, *first = nullptr;

  Builder(const Nest &nest, Analyses &analyses)
      : nest(nest), evolution(analyses.evolution), expander(evolution, "order"),
        function(nest.outer->getHeader()->getParent()), context(function->getContext()),
        wide(Type::getInt64Ty(context)), exit(nest.outer->getExitBlock()) {}

  Value *expand(const SCEV *what) {
    Value *&value = expanded[what];
    if (!value)
      value = expander.expandCodeFor(what, what->getType(), entry->getTerminator());
    return value;
  }
  void choose();
  void build();
  NewLoop loopBehind(BasicBlock *block, Value *count, uint64_t step, const Twine &name);
  Scope outerScope(const NewLoop &loop, Scope *around);
  Value *get(Value *value, Scope &scope);
  Value *inductionAt(const SCEVAddRecExpr *steps, Value *start, Value *number, Scope &scope);
  Instruction *copy(Instruction *instruction, Scope &scope);
  Value *element(Value *of, Scope &scope, unsigned shift = 0);
  BasicBlock *begin(BasicBlock *block, Value *count);
  void add(const Update &update, const NewLoop &loop, BasicBlock *before, Scope &scope);
  BasicBlock *update(BasicBlock *block, Value *count, Scope *row, size_t number);
  BasicBlock *addNeighbours(BasicBlock *block, Value *count, ArrayRef<Update> updates);
  BasicBlock *finish(BasicBlock *block, Value *count);
};

// A branch to the new order where ranges do not overlap and there is enough to do.
void Builder::choose() {
  BasicBlock *preheader = nest.outer->getLoopPreheader();
  Instruction *end = preheader->getTerminator();
  IRBuilder<> builder(end);
  entry = preheader; // until the nest branches: the analyses hold no longer then
  lastOuter = builder.CreateZExtOrTrunc(expand(nest.outerLast), wide);
  outerCount = builder.CreateAdd(lastOuter, ConstantInt::get(wide, 1), "outer.count");
  Value *fine = builder.CreateICmpUGE(outerCount, ConstantInt::get(wide, FEWEST_ITERATIONS));
  for (const auto &[one, other] : nest.apart) {
    Value *below = builder.CreateICmpULE(expand(one.high), expand(other.low));
    Value *above = builder.CreateICmpULE(expand(other.high), expand(one.low));
    fine = builder.CreateAnd(fine, builder.CreateOr(below, above));
  }
  for (const auto &[step, least] : nest.wide) {
    Value *width =
        builder.CreateBinaryIntrinsic(Intrinsic::abs, expand(step), builder.getInt1(false));
    fine = builder.CreateAnd(fine, builder.CreateICmpUGE(width, expand(least)));
  }
  if (nest.inner)
    innerCount = builder.CreateAdd(builder.CreateZExtOrTrunc(expand(nest.innerLast), wide),
                                   ConstantInt::get(wide, 1), "inner.count");
  for (const Induction &induction : nest.outerInductions) {
    expand(induction.steps->getStart());
    expand(induction.steps->getStepRecurrence(evolution));
  }
  for (const Induction &induction : nest.innerInductions)
    expand(induction.steps->getStepRecurrence(evolution));
  fine = builder.CreateFreeze(fine, "is.order.free");
  BasicBlock *old = nest.outer->getHeader();
  auto *kept = BasicBlock::Create(context, "order.kept", function, old);
  BranchInst::Create(old, kept);
  old->replacePhiUsesWith(preheader, kept);
  entry = BasicBlock::Create(context, "order.free", function, kept);
  BranchInst::Create(exit, entry);
  for (PHINode &phi : exit->phis())
    phi.addIncoming(phi.getIncomingValueForBlock(nest.outer->getLoopLatch()), entry);
  builder.CreateCondBr(fine, entry, kept);
  end->eraseFromParent();
}

void mark(BranchInst *branch) {
  LLVMContext &context = branch->getContext();
  Metadata *name = MDString::get(context, ordered);
  Metadata *operands[] = {nullptr, MDNode::get(context, name)};
  MDNode *node = MDNode::getDistinct(context, operands);
  node->replaceOperandWith(0, node);
  branch->setMetadata(LLVMContext::MD_loop, node);
}

// Splits the edge out of a block, which ends in a plain branch.
NewLoop Builder::loopBehind(BasicBlock *block, Value *count, uint64_t step, const Twine &name) {
  BasicBlock *next = block->getSingleSuccessor();
  NewLoop loop;
  loop.head = BasicBlock::Create(context, name, function, next);
  loop.tail = BasicBlock::Create(context, name + ".next", function, next);
  loop.exit = BasicBlock::Create(context, name + ".done", function, next);
  next->replacePhiUsesWith(block, loop.exit);
  block->getTerminator()->setSuccessor(0, loop.head);
  IRBuilder<> builder(loop.head);
  loop.number = builder.CreatePHI(wide, 2, name + ".number");
  builder.CreateBr(loop.tail);
  builder.SetInsertPoint(loop.tail);
  Value *after = builder.CreateAdd(loop.number, ConstantInt::get(wide, step), "", /*HasNUW=*/true,
                                   /*HasNSW=*/true);
  mark(builder.CreateCondBr(builder.CreateICmpULT(after, count), loop.head, loop.exit));
  loop.number->addIncoming(ConstantInt::get(wide, 0), block);
  loop.number->addIncoming(after, loop.tail);
  BranchInst::Create(next, loop.exit);
  return loop;
}

Scope Builder::outerScope(const NewLoop &loop, Scope *around) {
  Scope scope(loop.head->getTerminator(), around);
  IRBuilder<> builder(scope.before);
  scope.slot = loop.number;
  scope.outerNumber = builder.CreateAdd(first, loop.number, "", /*HasNUW=*/true, /*HasNSW=*/true);
  if (nest.downwards)
    scope.outerNumber = builder.CreateSub(lastOuter, scope.outerNumber);
  if (around)
    scope.innerNumber = around->innerNumber;
  return scope;
}

Value *Builder::inductionAt(const SCEVAddRecExpr *steps, Value *start, Value *number,
                            Scope &scope) {
  IRBuilder<> builder(scope.before);
  Value *step = expanded.lookup(steps->getStepRecurrence(evolution));
  Value *way = builder.CreateMul(builder.CreateZExtOrTrunc(number, step->getType()), step);
  return start->getType()->isPointerTy() ? builder.CreatePtrAdd(start, way)
                                         : builder.CreateAdd(start, way);
}

Value *Builder::element(Value *of, Scope &scope, unsigned shift) {
  AllocaInst *array = arrays.lookup(of);
  IRBuilder<> builder(scope.before);
  Value *slot = builder.CreateAdd(scope.slot, ConstantInt::get(wide, MAX_SHIFT - shift), "",
                                  /*HasNUW=*/true, /*HasNSW=*/true);
  return builder.CreateInBoundsGEP(array->getAllocatedType(), array,
                                   {ConstantInt::get(wide, 0), slot});
}

Instruction *Builder::copy(Instruction *instruction, Scope &scope) {
  Instruction *made = instruction->clone();
  for (Use &operand : made->operands())
    operand.set(get(operand.get(), scope));
  made->insertBefore(scope.before->getIterator());
  return made;
}

// What a value is in a scope, built there if need be.
Value *Builder::get(Value *value, Scope &scope) {
  auto *instruction = dyn_cast<Instruction>(value);
  if (!instruction || !nest.outer->contains(instruction))
    return value;
  if (Value *known = scope.known.lookup(value))
    return known;
  Value *result = nullptr;
  if (scope.around && nest.inner->contains(instruction) && !nest.varying.count(instruction))
    return get(value, *scope.around);
  if (arrays.count(value)) {
    Value *place = element(value, scope);
    result = IRBuilder<>(scope.before).CreateLoad(value->getType(), place);
  } else if (auto *phi = dyn_cast<PHINode>(instruction)) {
    for (const Induction &induction : nest.outerInductions)
      if (induction.phi == phi)
        result = inductionAt(induction.steps, expanded.lookup(induction.steps->getStart()),
                             scope.outerNumber, scope);
    for (const Induction &induction : nest.innerInductions)
      if (induction.phi == phi)
        result =
            inductionAt(induction.steps,
                        get(phi->getIncomingValueForBlock(nest.inner->getLoopPreheader()), scope),
                        scope.innerNumber, scope);
    for (PHINode *state : nest.states) // as the inner loop left it
      if (!result && nest.nextOf(state) == phi->getIncomingValue(0))
        result = get(state, scope);
    if (!result)
      result = get(phi->getIncomingValue(0), scope);
  } else {
    result = copy(instruction, scope);
  }
  scope.known[value] = result;
  return result;
}

BasicBlock *Builder::begin(BasicBlock *block, Value *count) {
  if (arrays.empty() && none_of(nest.before, [](Instruction *i) { return isa<StoreInst>(i); }))
    return block;
  NewLoop loop = loopBehind(block, count, 1, "order.begin");
  Scope scope = outerScope(loop, nullptr);
  DenseMap<Value *, AllocaInst *> filled;
  std::swap(arrays, filled); // what they hold is computed here
  for (Instruction *instruction : nest.before)
    if (isa<StoreInst>(instruction))
      copy(instruction, scope);
    else if (isa<LoadInst>(instruction)) // keeps its place among the stores
      get(instruction, scope);
  SmallVector<std::pair<Value *, Value *>, 8> values;
  for (Instruction *value : nest.kept)
    values.emplace_back(value, get(value, scope));
  for (PHINode *state : nest.states)
    values.emplace_back(
        state, get(state->getIncomingValueForBlock(nest.inner->getLoopPreheader()), scope));
  std::swap(arrays, filled);
  for (auto [of, value] : values) {
    Value *place = element(of, scope);
    IRBuilder<>(scope.before).CreateStore(value, place);
  }
  MergeBlockIntoPredecessor(loop.tail);
  return loop.exit;
}

void Builder::add(const Update &update, const NewLoop &loop, BasicBlock *before, Scope &scope) {
  Type *type = update.load->getType();
  Scope &placeScope = update.varies || !scope.around ? scope : *scope.around;
  Value *place = get(update.store->getPointerOperand(), placeScope), *value;
  PHINode *sum = nullptr;
  auto load = [&](Instruction *at) {
    Instruction *made = update.load->clone();
    made->setOperand(0, place);
    made->insertBefore(at->getIterator());
    return made;
  };
  if (update.varies) {
    value = load(scope.before);
  } else {
    value = sum = PHINode::Create(type, 2, "sum", loop.head->getFirstNonPHIIt());
    sum->addIncoming(ConstantFP::getZero(type, /*Negative=*/true), before);
  }
  Value *previous = update.load;
  for (Instruction *addition : update.chain) {
    scope.known[previous] = value;
    value = copy(addition, scope);
    previous = addition;
  }
  Instruction *end = sum ? loop.exit->getTerminator() : scope.before;
  if (sum) {
    sum->addIncoming(value, loop.tail);
    PHINode *last = PHINode::Create(type, 1, "sum.last", loop.exit->begin());
    last->addIncoming(value, loop.tail);
    IRBuilder<> builder(end);
    builder.setFastMathFlags(update.chain.back()->getFastMathFlags());
    value = builder.CreateFAdd(load(end), last);
  }
  Instruction *store = update.store->clone();
  store->setOperand(0, value);
  store->setOperand(1, place);
  store->insertBefore(end->getIterator());
}

BasicBlock *Builder::update(BasicBlock *block, Value *count, Scope *row, size_t number) {
  NewLoop loop = loopBehind(block, count, 1, "order.outer");
  Scope scope = outerScope(loop, row);
  for (Instruction *instruction : nest.cells)
    if (isa<StoreInst>(instruction))
      copy(instruction, scope);
    else
      get(instruction, scope);
  for (const Update &update : nest.groups[number])
    add(update, loop, block, scope);
  if (number == 0 && !nest.states.empty()) {
    SmallVector<std::pair<Value *, Value *>, 2> next;
    for (PHINode *state : nest.states)
      next.emplace_back(state, get(nest.nextOf(state), scope));
    for (auto [state, value] : next) {
      Value *place = element(state, scope);
      IRBuilder<>(scope.before).CreateStore(value, place);
    }
  }
  MergeBlockIntoPredecessor(loop.tail);
  return loop.exit;
}

// Every place in turn gets what the iterations around it add, of which there are none before the
// first and behind the last: there the arrays hold zeros.
BasicBlock *Builder::addNeighbours(BasicBlock *block, Value *count, ArrayRef<Update> updates) {
  const Update &head = updates[0];
  Type *type = head.load->getType();
  uint64_t size = head.store->getDataLayout().getTypeStoreSize(type);
  Scope start(block->getTerminator());
  IRBuilder<> before(start.before);
  start.outerNumber = nest.downwards ? before.CreateSub(lastOuter, first) : first;
  Value *place = get(head.store->getPointerOperand(), start);
  SmallSetVector<Value *, 4> added;
  for (const Update &update : updates)
    for (Instruction *addition : update.chain)
      for (Value *operand : addition->operands())
        if (arrays.count(operand))
          added.insert(operand);
  for (Value *of : added) {
    Value *array = arrays.lookup(of);
    Value *behind = before.CreateAdd(count, ConstantInt::get(wide, MAX_SHIFT));
    Value *end = before.CreatePtrAdd(array, before.CreateMul(behind, ConstantInt::get(wide, size)));
    for (Value *zeros : {array, end})
      before.CreateMemSet(zeros, before.getInt8(0), MAX_SHIFT * size, MaybeAlign(size));
  }
  Value *places = before.CreateAdd(count, ConstantInt::get(wide, updates.back().shift));
  NewLoop loop = loopBehind(block, places, 1, "order.place");
  Scope scope(loop.head->getTerminator());
  scope.slot = loop.number;
  IRBuilder<> builder(scope.before);
  Value *here = builder.CreatePtrAdd(
      place, builder.CreateMul(loop.number, ConstantInt::get(wide, size), "", /*HasNUW=*/true,
                               /*HasNSW=*/true));
  Instruction *load = head.load->clone(), *store = head.store->clone();
  load->setOperand(0, here);
  load->insertBefore(scope.before->getIterator());
  Value *sum = load;
  for (const Update &update : updates) {
    if (update.load->getAAMetadata() != head.load->getAAMetadata())
      load->setAAMetadata(AAMDNodes());
    if (update.store->getAAMetadata() != head.store->getAAMetadata())
      store->setAAMetadata(AAMDNodes());
    Value *previous = update.load;
    for (Instruction *addition : update.chain) {
      Instruction *made = addition->clone();
      for (Use &operand : made->operands())
        if (operand == previous) {
          operand.set(sum);
        } else {
          Value *from = element(operand, scope, update.shift);
          operand.set(IRBuilder<>(scope.before).CreateLoad(type, from));
        }
      made->insertBefore(scope.before->getIterator());
      sum = made;
      previous = addition;
    }
  }
  store->setOperand(0, sum);
  store->setOperand(1, here);
  store->insertBefore(scope.before->getIterator());
  MergeBlockIntoPredecessor(loop.tail);
  return loop.exit;
}

BasicBlock *Builder::finish(BasicBlock *block, Value *count) {
  if (none_of(nest.after, [](Instruction *i) { return isa<StoreInst>(i); }))
    return block;
  NewLoop loop = loopBehind(block, count, 1, "order.finish");
  Scope scope = outerScope(loop, nullptr);
  for (Instruction *instruction : nest.after)
    if (isa<StoreInst>(instruction))
      copy(instruction, scope);
    else if (isa<LoadInst>(instruction))
      get(instruction, scope);
  MergeBlockIntoPredecessor(loop.tail);
  return loop.exit;
}

void Builder::build() {
  Value *count = outerCount;
  BasicBlock *block = entry;
  first = ConstantInt::get(wide, 0);
  BasicBlock &start = function->getEntryBlock();
  auto allocate = [&](Instruction *value) {
    auto *type = ArrayType::get(value->getType(), BLOCK_LENGTH + 2 * MAX_SHIFT);
    arrays[value] = new AllocaInst(type, 0, "order.kept", start.getFirstInsertionPt());
  };
  for (Instruction *value : nest.kept)
    allocate(value);
  for (PHINode *state : nest.states)
    allocate(state);
  if (!arrays.empty()) {
    NewLoop blocks = loopBehind(entry, outerCount, BLOCK_LENGTH, "order.block");
    first = blocks.number;
    IRBuilder<> builder(blocks.head->getTerminator());
    Value *left = builder.CreateSub(outerCount, first), *full = builder.getInt64(BLOCK_LENGTH);
    count = builder.CreateBinaryIntrinsic(Intrinsic::umin, left, full);
    block = blocks.head;
  }
  block = begin(block, count);
  BasicBlock *afterBody;
  if (nest.inner) {
    NewLoop inner = loopBehind(block, innerCount, 1, "order.inner");
    Scope row(inner.head->getTerminator());
    row.innerNumber = inner.number;
    BasicBlock *within = inner.head;
    for (size_t i = 0; i < nest.groups.size(); i++) {
      within = update(within, count, &row, i);
      row.before = inner.head->getTerminator();
    }
    afterBody = inner.exit;
  } else {
    for (size_t i = 0; i < nest.groups.size(); i++)
      if (nest.groups[i].size() > 1 && nest.groups[i].back().shift > 0)
        block = addNeighbours(block, count, nest.groups[i]);
      else if (!nest.groups[i].empty())
        block = update(block, count, nullptr, i);
    afterBody = block;
  }
  finish(afterBody, count);
}

} // namespace

void nest::build(const Nest &nest, Analyses &analyses) {
  addStringMetadataToLoop(nest.outer, ordered, 1);
  if (nest.inner)
    addStringMetadataToLoop(nest.inner, ordered, 1);
  Builder builder(nest, analyses);
  builder.choose();
  builder.build();
}
