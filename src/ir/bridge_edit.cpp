// Changes of the IR: cloning, inlining, versions of loops, blocks and phis.
#include "bridge_analyses.h"

#include "llvm/Analysis/TargetTransformInfo.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/MDBuilder.h"
#include "llvm/Transforms/Utils/BasicBlockUtils.h"
#include "llvm/Transforms/Utils/Cloning.h"
#include "llvm/Transforms/Utils/Local.h"
#include "llvm/Transforms/Utils/LoopSimplify.h"
#include "llvm/Transforms/Utils/LoopUtils.h"
#include "llvm/Transforms/Utils/LowerAtomic.h"
#include "llvm/Transforms/Utils/ScalarEvolutionExpander.h"
#include "llvm/Transforms/Utils/UnrollLoop.h"

using namespace llvm;

// ---- cloning and inlining ----

namespace {

// Attributes of a parameter go where it maps, the first of several winning. Those that speak of
// parameters by position, or of a result that is another one now, do not carry over.
void copyAttributes(Function *copy, const Function *original, const unsigned *argumentMap) {
  AttributeList from = original->getAttributes();
  SmallVector<AttributeSet, 8> parameters(copy->arg_size());
  LLVMContext &context = copy->getContext();
  bool sameResult = copy->getReturnType() == original->getReturnType();
  for (const Argument &argument : original->args()) {
    unsigned index = argumentMap ? argumentMap[argument.getArgNo()] : argument.getArgNo();
    if (copy->getArg(index)->getType() != argument.getType() || parameters[index].hasAttributes())
      continue;
    parameters[index] = from.getParamAttrs(argument.getArgNo());
    if (!sameResult)
      parameters[index] = parameters[index].removeAttribute(context, Attribute::Returned);
  }
  AttributeSet ofFunction = from.getFnAttrs();
  if (copy->getFunctionType() != original->getFunctionType())
    ofFunction = ofFunction.removeAttribute(context, Attribute::AllocSize);
  copy->setAttributes(AttributeList::get(
      context, ofFunction, sameResult ? from.getRetAttrs() : AttributeSet(), parameters));
}

} // namespace

LLVMValueRef bridge_clone_function(
    LLVMValueRef source, LLVMTypeRef type, const char *name, const unsigned *argument_map,
    void (*visit)(void *context, LLVMValueRef old_value, LLVMValueRef new_value), void *context) {
  Function *original = unwrap<Function>(source);
  Function *copy = Function::Create(unwrap<FunctionType>(type), GlobalValue::InternalLinkage,
                                    original->getAddressSpace(), name, original->getParent());
  ValueToValueMapTy values;
  for (Argument &argument : original->args()) {
    unsigned index = argument_map ? argument_map[argument.getArgNo()] : argument.getArgNo();
    Argument *target = copy->getArg(index);
    if (!target->hasName())
      target->setName(argument.getName());
    values[&argument] = target;
  }
  SmallVector<ReturnInst *, 4> returns;
  CloneFunctionInto(copy, original, values, CloneFunctionChangeType::LocalChangesOnly, returns);
  // What belongs to the original's symbol and not to its code.
  copy->setLinkage(GlobalValue::InternalLinkage);
  copy->setVisibility(GlobalValue::DefaultVisibility);
  copy->setDLLStorageClass(GlobalValue::DefaultStorageClass);
  copy->setComdat(nullptr);
  copy->setDSOLocal(true);
  copy->setSection("");
  copy->setPrefixData(nullptr);
  copy->setPrologueData(nullptr);
  copyAttributes(copy, original, argument_map);
  // Instructions keep their places in the source; the records of variables would not survive that
  // phis, slots and blocks are put between them by hand.
  for (BasicBlock &block : *copy) {
    block.deleteTrailingDbgRecords();
    for (Instruction &instruction : block)
      instruction.dropDbgRecords();
  }
  if (visit) {
    auto report = [&](Value &value) { visit(context, wrap(&value), wrap(values.lookup(&value))); };
    for (Argument &argument : original->args())
      report(argument);
    for (BasicBlock &block : *original) {
      visit(context, LLVMBasicBlockAsValue(wrap(&block)),
            LLVMBasicBlockAsValue(wrap(cast<BasicBlock>(values.lookup(&block)))));
      for (Instruction &instruction : block)
        report(instruction);
    }
  }
  return wrap(copy);
}

bool bridge_unroll_loop(BridgeAnalysesRef analyses, BridgeLoopRef handle) {
  Loop *loop = unwrapLoop(handle);
  ScalarEvolution &evolution = analyses->evolution();
  DominatorTree &dominators = analyses->dominators();
  LoopInfo &loops = analyses->loops();
  unsigned trips = evolution.getSmallConstantTripCount(loop);
  if (trips == 0)
    trips = evolution.getSmallConstantMaxTripCount(loop);
  if (trips == 0 || !loop->isLoopSimplifyForm() || !loop->isSafeToClone())
    return false;
  formLCSSARecursively(*loop, dominators, &loops, &evolution);
  UnrollLoopOptions options = {};
  options.Count = trips;
  options.Force = true;
  options.ForgetAllSCEV = true;
  TargetTransformInfo target(analyses->function.getDataLayout());
  LoopUnrollResult result =
      UnrollLoop(loop, options, &loops, &evolution, &dominators, &analyses->assumptions(), &target,
                 /*ORE=*/nullptr, /*PreserveLCSSA=*/true);
  analyses->invalidate();
  return result == LoopUnrollResult::FullyUnrolled;
}

bool bridge_version_loop(BridgeAnalysesRef analyses, BridgeLoopRef handle, LLVMValueRef condition,
                         void (*visit)(void *context, LLVMValueRef loop, LLVMValueRef copy),
                         void *context) {
  Loop *loop = unwrapLoop(handle);
  DominatorTree &dominators = analyses->dominators();
  LoopInfo &loops = analyses->loops();
  simplifyLoop(loop, &dominators, &loops, nullptr, nullptr, nullptr, false);
  if (!loop->isLoopSimplifyForm() || !loop->isSafeToClone() || loop->getParentLoop())
    return false;
  formLCSSARecursively(*loop, dominators, &loops, nullptr);
  SmallVector<BasicBlock *, 4> exits;
  loop->getUniqueExitBlocks(exits);
  BasicBlock *choice = loop->getLoopPreheader();
  BasicBlock *preheader =
      SplitBlock(choice, choice->getTerminator(), &dominators, &loops, nullptr, "version");
  ValueToValueMapTy values;
  SmallVector<BasicBlock *, 16> blocks;
  cloneLoopWithPreheader(preheader, choice, loop, values, ".version", &loops, &dominators, blocks);
  remapInstructionsInBlocks(blocks, values);
  Instruction *end = choice->getTerminator();
  IRBuilder<>(end).CreateCondBr(unwrap(condition), preheader,
                                cast<BasicBlock>(values.lookup(preheader)),
                                MDBuilder(end->getContext()).createUnlikelyBranchWeights());
  end->eraseFromParent();
  for (BasicBlock *exit : exits)
    for (PHINode &phi : exit->phis())
      for (unsigned i = 0, count = phi.getNumIncomingValues(); i < count; i++) {
        Value *value = phi.getIncomingValue(i), *copy = values.lookup(value);
        if (Value *from = values.lookup(phi.getIncomingBlock(i)))
          phi.addIncoming(copy ? copy : value, cast<BasicBlock>(from));
      }
  SmallVector<BasicBlock *, 4> behind; // to which both versions lead
  for (BasicBlock *block : loop->blocks())
    for (DomTreeNode *child : *dominators.getNode(block))
      if (!loop->contains(child->getBlock()))
        behind.push_back(child->getBlock());
  for (BasicBlock *block : behind)
    dominators.changeImmediateDominator(block, choice);
  for (BasicBlock *block : loop->blocks())
    for (Instruction &instruction : *block)
      visit(context, wrap(&instruction), wrap(values.lookup(&instruction)));
  analyses->invalidateAllButLoops();
  return true;
}

LLVMValueRef bridge_invoke_to_call(LLVMValueRef invoke) {
  return wrap(changeToCall(unwrap<InvokeInst>(invoke)));
}

void bridge_lower_atomic(LLVMValueRef access) {
  Instruction *instruction = unwrap<Instruction>(access);
  if (auto *exchange = dyn_cast<AtomicCmpXchgInst>(instruction))
    lowerAtomicCmpXchgInst(exchange);
  else if (auto *update = dyn_cast<AtomicRMWInst>(instruction))
    lowerAtomicRMWInst(update);
  else if (auto *load = dyn_cast<LoadInst>(instruction))
    load->setAtomic(AtomicOrdering::NotAtomic);
  else
    cast<StoreInst>(instruction)->setAtomic(AtomicOrdering::NotAtomic);
}

void bridge_delete_body(LLVMValueRef function) { unwrap<Function>(function)->deleteBody(); }

void bridge_replace_initializer(LLVMValueRef global, LLVMValueRef contents) {
  unwrap<GlobalVariable>(global)->replaceInitializer(unwrap<Constant>(contents));
}

bool bridge_inline_call(LLVMValueRef call) {
  InlineFunctionInfo information;
  return InlineFunction(*unwrap<CallBase>(call), information).isSuccess();
}

bool bridge_may_be_inlined(LLVMValueRef function) {
  return isInlineViable(*unwrap<Function>(function)).isSuccess();
}

void bridge_define_subprogram(LLVMValueRef built, LLVMValueRef source) {
  Function *function = unwrap<Function>(built);
  const DISubprogram *of = unwrap<Function>(source)->getSubprogram();
  function->setSubprogram(nullptr);
  if (!of || !of->isDefinition())
    return;
  LLVMContext &context = function->getContext();
  auto *name = MDString::get(context, function->getName());
  auto flags = DISubprogram::toSPFlags(/*IsLocalToUnit=*/function->hasLocalLinkage(),
                                       /*IsDefinition=*/true, /*IsOptimized=*/true);
  auto *type = DISubroutineType::get(context, DINode::FlagZero, 0, MDTuple::get(context, {}));
  auto *own = DISubprogram::getDistinct(context, of->getFile(), name, name, of->getFile(),
                                        of->getLine(), type, of->getScopeLine(), nullptr, 0, 0,
                                        DINode::FlagArtificial, flags, of->getUnit());
  function->setSubprogram(own);
  for (BasicBlock &block : *function)
    for (Instruction &instruction : block)
      instruction.setDebugLoc(DILocation::get(context, of->getLine(), 0, own));
}

// ---- changing the IR ----

static bool computesOneThing(PHINode &phi, DominatorTree &dominators) {
  auto *first = dyn_cast<Instruction>(phi.getIncomingValue(0));
  if (!first || phi.getNumIncomingValues() < 2 || !phi.getType()->isIntegerTy() ||
      !(isa<CastInst>(first) || isa<BinaryOperator>(first)) || !isSafeToSpeculativelyExecute(first))
    return false;
  for (Value *value : phi.incoming_values()) {
    auto *other = dyn_cast<Instruction>(value);
    if (!other || !other->isIdenticalToWhenDefined(first))
      return false;
  }
  return all_of(first->operands(),
                [&](const Use &operand) { return dominators.dominates(operand.get(), &phi); });
}

bool bridge_join_computations(LLVMValueRef function) {
  Function &body = *unwrap<Function>(function);
  DominatorTree dominators(body);
  bool joined = false;
  for (bool again = true; again; joined |= again) {
    again = false;
    for (BasicBlock &block : body)
      for (PHINode &phi : make_early_inc_range(block.phis())) {
        if (block.isEHPad() || !computesOneThing(phi, dominators))
          continue;
        auto *first = cast<Instruction>(phi.getIncomingValue(0));
        Instruction *one = first->clone();
        for (Value *value : phi.incoming_values())
          one->andIRFlags(value);
        one->insertBefore(block.getFirstInsertionPt());
        phi.replaceAllUsesWith(one);
        phi.eraseFromParent();
        again = true;
      }
  }
  return joined;
}

LLVMBasicBlockRef bridge_split_block(LLVMBasicBlockRef block, LLVMValueRef before,
                                     const char *name) {
  return wrap(unwrap(block)->splitBasicBlock(unwrapInstruction(before)->getIterator(), name));
}

void bridge_separate_landing_pads(LLVMValueRef function) {
  SmallVector<BasicBlock *, 16> pads;
  for (BasicBlock &block : *unwrap<Function>(function))
    if (block.isLandingPad())
      pads.push_back(&block);
  while (!pads.empty()) {
    BasicBlock *pad = pads.pop_back_val();
    if (pad->hasNPredecessors(0) || pad->getUniquePredecessor())
      continue;
    SmallVector<BasicBlock *, 2> apart;
    BasicBlock *first = *pred_begin(pad);
    SplitLandingPadPredecessors(pad, {first}, ".pad", ".pads", apart);
    if (apart.size() > 1)
      pads.push_back(apart[1]); // of all the others
  }
}

// By hand: SplitEdge puts the new block inside one of its neighbours where the edge is not
// critical.
LLVMBasicBlockRef bridge_split_edge(LLVMBasicBlockRef from, LLVMBasicBlockRef to,
                                    const char *name) {
  BasicBlock *source = unwrap(from), *target = unwrap(to);
  Instruction *terminator = source->getTerminator();
  if (target->isEHPad() || isa<IndirectBrInst>(terminator) ||
      !is_contained(successors(source), target))
    return nullptr;
  BasicBlock *middle = BasicBlock::Create(source->getContext(), name, source->getParent(), target);
  BranchInst::Create(target, middle)->setDebugLoc(terminator->getDebugLoc());
  // Several edges between the two blocks become several into the new block and one out of it.
  unsigned edges = 0;
  for (unsigned i = 0; i < terminator->getNumSuccessors(); i++)
    if (terminator->getSuccessor(i) == target) {
      terminator->setSuccessor(i, middle);
      edges++;
    }
  for (PHINode &phi : target->phis()) {
    for (unsigned i = 1; i < edges; i++)
      phi.removeIncomingValue(source, /*DeletePHIIfEmpty=*/false);
    phi.replaceIncomingBlockWith(source, middle);
  }
  return wrap(middle);
}

LLVMValueRef bridge_call_to_invoke(LLVMValueRef call, LLVMBasicBlockRef unwind) {
  BasicBlock *block = unwrap<CallInst>(call)->getParent();
  changeToInvokeAndSplitBasicBlock(unwrap<CallInst>(call), unwrap(unwind));
  return wrap(block->getTerminator());
}

void bridge_demote_unreachable(LLVMValueRef function) {
  EliminateUnreachableBlocks(*unwrap<Function>(function));
}

void bridge_phi_remove_incoming(LLVMValueRef phi, LLVMBasicBlockRef block) {
  unwrap<PHINode>(phi)->removeIncomingValue(unwrap(block), /*DeletePHIIfEmpty=*/false);
}

void bridge_phi_set_incoming_block(LLVMValueRef phi, unsigned index, LLVMBasicBlockRef block) {
  unwrap<PHINode>(phi)->setIncomingBlock(index, unwrap(block));
}

void bridge_set_value_name_like(LLVMValueRef value, LLVMValueRef source, const char *suffix) {
  if (unwrap(source)->hasName() && !unwrap(value)->getType()->isVoidTy() &&
      !isa<Constant>(unwrap(value)))
    unwrap(value)->setName(unwrap(source)->getName() + suffix);
}
