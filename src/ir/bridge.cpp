// LLVM analyses and utilities behind a C interface; see bridge.h. Each function is a thin call of
// LLVM's own; what differentiation makes of the answers is decided elsewhere.
#include "bridge.h"

#include <llvm/Analysis/AliasAnalysis.h>
#include <llvm/Analysis/AssumptionCache.h>
#include <llvm/Analysis/BasicAliasAnalysis.h>
#include <llvm/Analysis/CFG.h>
#include <llvm/Analysis/CaptureTracking.h>
#include <llvm/Analysis/LoopInfo.h>
#include <llvm/Analysis/MemoryBuiltins.h>
#include <llvm/Analysis/MemoryLocation.h>
#include <llvm/Analysis/PostDominators.h>
#include <llvm/Analysis/ScalarEvolution.h>
#include <llvm/Analysis/ScalarEvolutionExpressions.h>
#include <llvm/Analysis/ScopedNoAliasAA.h>
#include <llvm/Analysis/TargetLibraryInfo.h>
#include <llvm/Analysis/TypeBasedAliasAnalysis.h>
#include <llvm/Analysis/ValueTracking.h>
#include <llvm/IR/Dominators.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/IR/Module.h>
#include <llvm/Transforms/Utils/BasicBlockUtils.h>
#include <llvm/Transforms/Utils/Cloning.h>
#include <llvm/Transforms/Utils/Local.h>
#include <llvm/Transforms/Utils/PromoteMemToReg.h>
#include <llvm/Transforms/Utils/ScalarEvolutionExpander.h>

#include <map>
#include <memory>
#include <optional>

using namespace llvm;

struct BridgeAnalyses {
  explicit BridgeAnalyses(Function &f) : function(f) {}
  Function &function;
  std::unique_ptr<DominatorTree> dominators;
  std::unique_ptr<PostDominatorTree> postDominators;
  std::unique_ptr<LoopInfo> loops;
  std::unique_ptr<AssumptionCache> assumptions;
  std::unique_ptr<TargetLibraryInfoImpl> libraryImpl;
  std::unique_ptr<TargetLibraryInfo> library;
  std::unique_ptr<BasicAAResult> basic;
  std::unique_ptr<TypeBasedAAResult> typeBased;
  std::unique_ptr<ScopedNoAliasAAResult> scoped;
  std::unique_ptr<AAResults> aliases;
  std::unique_ptr<ScalarEvolution> evolution;

  DominatorTree &dt() {
    if (!dominators)
      dominators = std::make_unique<DominatorTree>(function);
    return *dominators;
  }
  PostDominatorTree &pdt() {
    if (!postDominators)
      postDominators = std::make_unique<PostDominatorTree>(function);
    return *postDominators;
  }
  LoopInfo &li() {
    if (!loops)
      loops = std::make_unique<LoopInfo>(dt());
    return *loops;
  }
  AssumptionCache &ac() {
    if (!assumptions)
      assumptions = std::make_unique<AssumptionCache>(function);
    return *assumptions;
  }
  TargetLibraryInfo &tli() {
    if (!library) {
      libraryImpl = std::make_unique<TargetLibraryInfoImpl>(
          Triple(function.getParent()->getTargetTriple()));
      library = std::make_unique<TargetLibraryInfo>(*libraryImpl, &function);
    }
    return *library;
  }
  AAResults &aa() {
    if (!aliases) {
      basic = std::make_unique<BasicAAResult>(function.getParent()->getDataLayout(), function,
                                              tli(), ac(), &dt());
      typeBased = std::make_unique<TypeBasedAAResult>(false);
      scoped = std::make_unique<ScopedNoAliasAAResult>();
      aliases = std::make_unique<AAResults>(tli());
      aliases->addAAResult(*basic);
      aliases->addAAResult(*scoped);
      aliases->addAAResult(*typeBased);
    }
    return *aliases;
  }
  ScalarEvolution &se() {
    if (!evolution)
      evolution = std::make_unique<ScalarEvolution>(function, tli(), ac(), dt(), li());
    return *evolution;
  }
};

static Loop *asLoop(BridgeLoopRef loop) { return reinterpret_cast<Loop *>(loop); }
static BridgeLoopRef wrapLoop(Loop *loop) { return reinterpret_cast<BridgeLoopRef>(loop); }

extern "C" {

BridgeAnalysesRef bridge_analyses_create(LLVMValueRef function) {
  return new BridgeAnalyses(*unwrap<Function>(function));
}

void bridge_analyses_invalidate(BridgeAnalysesRef a) {
  a->evolution.reset();
  a->aliases.reset();
  a->scoped.reset();
  a->typeBased.reset();
  a->basic.reset();
  a->assumptions.reset();
  a->loops.reset();
  a->postDominators.reset();
  a->dominators.reset();
}

void bridge_analyses_dispose(BridgeAnalysesRef a) {
  bridge_analyses_invalidate(a);
  delete a;
}

bool bridge_dominates(BridgeAnalysesRef a, LLVMValueRef definition, LLVMValueRef user) {
  return a->dt().dominates(unwrap(definition), unwrap<Instruction>(user));
}

bool bridge_block_dominates(BridgeAnalysesRef a, LLVMBasicBlockRef x, LLVMBasicBlockRef y) {
  return a->dt().dominates(unwrap(x), unwrap(y));
}

LLVMBasicBlockRef bridge_immediate_dominator(BridgeAnalysesRef a, LLVMBasicBlockRef block) {
  DomTreeNode *node = a->dt().getNode(unwrap(block));
  return node && node->getIDom() ? wrap(node->getIDom()->getBlock()) : nullptr;
}

LLVMBasicBlockRef bridge_immediate_post_dominator(BridgeAnalysesRef a, LLVMBasicBlockRef block) {
  DomTreeNode *node = a->pdt().getNode(unwrap(block));
  return node && node->getIDom() && node->getIDom()->getBlock()
             ? wrap(node->getIDom()->getBlock())
             : nullptr;
}

bool bridge_block_reachable(BridgeAnalysesRef a, LLVMBasicBlockRef block) {
  return a->dt().isReachableFromEntry(unwrap(block));
}

bool bridge_may_reach(BridgeAnalysesRef a, LLVMValueRef from, LLVMValueRef to) {
  Instruction *source = unwrap<Instruction>(from), *target = unwrap<Instruction>(to);
  Instruction *next = source->getNextNode();
  if (!next) {
    for (BasicBlock *successor : successors(source->getParent()))
      if (isPotentiallyReachable(&successor->front(), target, nullptr, &a->dt(), &a->li()))
        return true;
    return false;
  }
  return isPotentiallyReachable(next, target, nullptr, &a->dt(), &a->li());
}

bool bridge_is_irreducible(BridgeAnalysesRef a) {
  ReversePostOrderTraversal<const Function *> order(&a->function);
  return containsIrreducibleCFG<const BasicBlock *>(order, a->li());
}

BridgeLoopRef bridge_loop_of(BridgeAnalysesRef a, LLVMBasicBlockRef block) {
  return wrapLoop(a->li().getLoopFor(unwrap(block)));
}
BridgeLoopRef bridge_loop_parent(BridgeLoopRef loop) {
  return wrapLoop(asLoop(loop)->getParentLoop());
}
unsigned bridge_loop_depth(BridgeLoopRef loop) { return asLoop(loop)->getLoopDepth(); }
bool bridge_loop_contains(BridgeLoopRef loop, LLVMBasicBlockRef block) {
  return asLoop(loop)->contains(unwrap(block));
}
LLVMBasicBlockRef bridge_loop_header(BridgeLoopRef loop) { return wrap(asLoop(loop)->getHeader()); }
LLVMBasicBlockRef bridge_loop_preheader(BridgeLoopRef loop) {
  return wrap(asLoop(loop)->getLoopPreheader());
}
LLVMBasicBlockRef bridge_loop_latch(BridgeLoopRef loop) { return wrap(asLoop(loop)->getLoopLatch()); }
bool bridge_loop_is_simplified(BridgeLoopRef loop) { return asLoop(loop)->isLoopSimplifyForm(); }

static size_t copyBlocks(const SmallVectorImpl<BasicBlock *> &blocks, LLVMBasicBlockRef *out,
                         size_t capacity) {
  for (size_t i = 0; i < blocks.size() && i < capacity; i++)
    out[i] = wrap(blocks[i]);
  return blocks.size();
}

size_t bridge_loop_exit_blocks(BridgeLoopRef loop, LLVMBasicBlockRef *out, size_t capacity) {
  SmallVector<BasicBlock *, 8> blocks;
  asLoop(loop)->getUniqueExitBlocks(blocks);
  return copyBlocks(blocks, out, capacity);
}

size_t bridge_loop_exiting_blocks(BridgeLoopRef loop, LLVMBasicBlockRef *out, size_t capacity) {
  SmallVector<BasicBlock *, 8> blocks;
  asLoop(loop)->getExitingBlocks(blocks);
  return copyBlocks(blocks, out, capacity);
}

bool bridge_loop_count_is_known(BridgeAnalysesRef a, BridgeLoopRef loop) {
  return !isa<SCEVCouldNotCompute>(a->se().getBackedgeTakenCount(asLoop(loop)));
}

int64_t bridge_loop_constant_count(BridgeAnalysesRef a, BridgeLoopRef loop) {
  auto *constant = dyn_cast<SCEVConstant>(a->se().getBackedgeTakenCount(asLoop(loop)));
  if (!constant || constant->getAPInt().getActiveBits() > 62)
    return -1;
  return static_cast<int64_t>(constant->getAPInt().getZExtValue());
}

bool bridge_loop_count_is_invariant(BridgeAnalysesRef a, BridgeLoopRef loop, BridgeLoopRef outer) {
  const SCEV *count = a->se().getBackedgeTakenCount(asLoop(loop));
  return !isa<SCEVCouldNotCompute>(count) &&
         (!outer || a->se().isLoopInvariant(count, asLoop(outer)));
}

bool bridge_loop_count_can_expand(BridgeAnalysesRef a, BridgeLoopRef loop, LLVMValueRef at) {
  const SCEV *count = a->se().getBackedgeTakenCount(asLoop(loop));
  if (isa<SCEVCouldNotCompute>(count) ||
      a->se().getTypeSizeInBits(count->getType()) > 64)
    return false;
  SCEVExpander expander(a->se(), "count");
  return expander.isSafeToExpandAt(count, unwrap<Instruction>(at));
}

LLVMValueRef bridge_loop_expand_count(BridgeAnalysesRef a, BridgeLoopRef loop, LLVMValueRef at) {
  if (!bridge_loop_count_can_expand(a, loop, at))
    return nullptr;
  Type *i64 = Type::getInt64Ty(a->function.getContext());
  const SCEV *count = a->se().getBackedgeTakenCount(asLoop(loop));
  count = a->se().getNoopOrZeroExtend(count, i64);
  SCEVExpander expander(a->se(), "count");
  return wrap(expander.expandCodeFor(count, i64, unwrap<Instruction>(at)->getIterator()));
}

bool bridge_value_is_invariant(BridgeAnalysesRef, LLVMValueRef value, BridgeLoopRef loop) {
  return asLoop(loop)->isLoopInvariant(unwrap(value));
}

bool bridge_affine_step(BridgeAnalysesRef a, LLVMValueRef value, BridgeLoopRef loop, int64_t *step) {
  if (!a->se().isSCEVable(unwrap(value)->getType()))
    return false;
  auto *recurrence = dyn_cast<SCEVAddRecExpr>(a->se().getSCEV(unwrap(value)));
  if (!recurrence || recurrence->getLoop() != asLoop(loop) || !recurrence->isAffine())
    return false;
  auto *constant = dyn_cast<SCEVConstant>(recurrence->getStepRecurrence(a->se()));
  if (!constant || constant->getAPInt().getSignificantBits() > 64)
    return false;
  *step = constant->getAPInt().getSExtValue();
  return true;
}

// The least or greatest value of an affine expression over all iterations of the loops in `nest`.
static const SCEV *extreme(ScalarEvolution &se, const SCEV *expression, const Loop *nest,
                           bool greatest, unsigned depth) {
  if (depth > 16 || se.isLoopInvariant(expression, nest))
    return depth > 16 ? nullptr : expression;
  if (auto *recurrence = dyn_cast<SCEVAddRecExpr>(expression)) {
    if (!recurrence->isAffine() || !nest->contains(recurrence->getLoop()))
      return nullptr;
    const SCEV *step = recurrence->getStepRecurrence(se), *start = recurrence->getStart();
    const SCEV *count = se.getBackedgeTakenCount(recurrence->getLoop());
    if (isa<SCEVCouldNotCompute>(count) || !se.isLoopInvariant(step, nest))
      return nullptr;
    bool up = se.isKnownNonNegative(step), down = se.isKnownNonPositive(step);
    if (!up && !down)
      return nullptr;
    if (up != greatest)
      return extreme(se, start, nest, greatest, depth + 1);
    Type *type = se.getEffectiveSCEVType(expression->getType());
    if (se.getTypeSizeInBits(count->getType()) > se.getTypeSizeInBits(type))
      return nullptr;
    count = se.getNoopOrZeroExtend(count, type);
    count = extreme(se, count, nest, true, depth + 1);
    const SCEV *from = extreme(se, start, nest, greatest, depth + 1);
    if (!count || !from)
      return nullptr;
    return se.getAddExpr(from, se.getMulExpr(count, se.getNoopOrSignExtend(step, type)));
  }
  if (auto *sum = dyn_cast<SCEVAddExpr>(expression)) {
    SmallVector<const SCEV *, 4> parts;
    for (const SCEV *operand : sum->operands()) {
      const SCEV *part = extreme(se, operand, nest, greatest, depth + 1);
      if (!part)
        return nullptr;
      parts.push_back(part);
    }
    return se.getAddExpr(parts);
  }
  if (auto *product = dyn_cast<SCEVMulExpr>(expression)) {
    if (product->getNumOperands() != 2)
      return nullptr;
    const SCEV *factor = product->getOperand(0), *varying = product->getOperand(1);
    if (!se.isLoopInvariant(factor, nest))
      std::swap(factor, varying);
    if (!se.isLoopInvariant(factor, nest))
      return nullptr;
    bool positive = se.isKnownNonNegative(factor), negative = se.isKnownNonPositive(factor);
    if (!positive && !negative)
      return nullptr;
    const SCEV *part = extreme(se, varying, nest, positive ? greatest : !greatest, depth + 1);
    return part ? se.getMulExpr(factor, part) : nullptr;
  }
  if (auto *cast = dyn_cast<SCEVCastExpr>(expression)) {
    if (isa<SCEVTruncateExpr>(cast))
      return nullptr;
    const SCEV *part = extreme(se, cast->getOperand(), nest, greatest, depth + 1);
    if (!part)
      return nullptr;
    if (isa<SCEVSignExtendExpr>(cast))
      return se.getSignExtendExpr(part, cast->getType());
    if (isa<SCEVZeroExtendExpr>(cast) && se.isKnownNonNegative(cast->getOperand()))
      return se.getZeroExtendExpr(part, cast->getType());
  }
  return nullptr;
}

bool bridge_expand_range(BridgeAnalysesRef a, LLVMValueRef pointer, uint64_t size,
                         BridgeLoopRef nest, LLVMValueRef at, LLVMValueRef *lo, LLVMValueRef *hi) {
  ScalarEvolution &se = a->se();
  const SCEV *address = se.getSCEV(unwrap(pointer));
  const SCEV *least = extreme(se, address, asLoop(nest), false, 0);
  const SCEV *most = extreme(se, address, asLoop(nest), true, 0);
  if (!least || !most || !least->getType()->isPointerTy() || !most->getType()->isPointerTy())
    return false;
  Instruction *position = unwrap<Instruction>(at);
  Type *index = se.getEffectiveSCEVType(most->getType());
  most = se.getAddExpr(most, se.getConstant(index, size));
  SCEVExpander expander(se, "range");
  if (!expander.isSafeToExpandAt(least, position) || !expander.isSafeToExpandAt(most, position))
    return false;
  *lo = wrap(expander.expandCodeFor(least, least->getType(), position->getIterator()));
  *hi = wrap(expander.expandCodeFor(most, most->getType(), position->getIterator()));
  return true;
}

BridgeAlias bridge_alias_instructions(BridgeAnalysesRef a, LLVMValueRef x, LLVMValueRef y) {
  auto first = MemoryLocation::getOrNone(unwrap<Instruction>(x));
  auto second = MemoryLocation::getOrNone(unwrap<Instruction>(y));
  if (!first || !second)
    return BRIDGE_MAY_ALIAS;
  switch (a->aa().alias(*first, *second)) {
  case AliasResult::NoAlias:
    return BRIDGE_NO_ALIAS;
  case AliasResult::PartialAlias:
    return BRIDGE_PARTIAL_ALIAS;
  case AliasResult::MustAlias:
    return BRIDGE_MUST_ALIAS;
  default:
    return BRIDGE_MAY_ALIAS;
  }
}

// Is the pointer the same in every execution of the instructions that use it? Only then can alias
// analysis compare it across iterations.
static bool isFixed(BridgeAnalyses &a, const Value *object) {
  auto *instruction = dyn_cast<Instruction>(object);
  if (!instruction)
    return true;
  if (isa<AllocaInst>(instruction) && instruction->getParent()->isEntryBlock())
    return true;
  return !a.li().getLoopFor(instruction->getParent());
}

static const Value *objectOf(const Value *pointer) { return getUnderlyingObject(pointer, 0); }

static bool objectsMayAlias(BridgeAnalyses &a, const Value *x, const AAMDNodes &xTags,
                            const Value *y, const AAMDNodes &yTags) {
  const Value *first = objectOf(x), *second = objectOf(y);
  if (isFixed(a, first) && isFixed(a, second))
    return a.aa().alias(MemoryLocation::getBeforeOrAfter(first, xTags),
                        MemoryLocation::getBeforeOrAfter(second, yTags)) != AliasResult::NoAlias;
  // One of them is another pointer in another iteration: compare what holds for every execution.
  auto cannotBe = [&](const Value *fixed, const Value *other) {
    if (!isFixed(a, fixed))
      return false;
    if (auto *argument = dyn_cast<Argument>(fixed))
      if (argument->hasNoAliasAttr() && (isa<LoadInst>(other) || isa<CallBase>(other)))
        return !PointerMayBeCaptured(argument, false);
    if ((isa<AllocaInst>(fixed) || isNoAliasCall(fixed)) &&
        (isa<LoadInst>(other) || isa<CallBase>(other) || isa<Argument>(other)))
      return !PointerMayBeCaptured(fixed, true);
    return false;
  };
  if (cannotBe(first, second) || cannotBe(second, first))
    return false;
  if (first != second && isNoAliasCall(first) && isNoAliasCall(second))
    return false;
  if (first != second && ((isNoAliasCall(first) && isa<AllocaInst>(second)) ||
                          (isNoAliasCall(second) && isa<AllocaInst>(first))))
    return false;
  SimpleAAQueryInfo query(a.aa());
  return a.typeBased->alias(MemoryLocation::getBeforeOrAfter(first, xTags),
                     MemoryLocation::getBeforeOrAfter(second, yTags), query,
                     nullptr) != AliasResult::NoAlias;
}

bool bridge_may_write(BridgeAnalysesRef a, LLVMValueRef writerRef, LLVMValueRef readerRef) {
  Instruction *writer = unwrap<Instruction>(writerRef), *reader = unwrap<Instruction>(readerRef);
  if (!writer->mayWriteToMemory())
    return false;
  if (writer->isVolatile() || writer->isAtomic())
    return true;
  const Value *read = nullptr;
  AAMDNodes readTags;
  if (auto *load = dyn_cast<LoadInst>(reader)) {
    read = load->getPointerOperand();
    readTags = load->getAAMetadata();
    if (load->hasMetadata(LLVMContext::MD_invariant_load))
      return false;
  } else if (auto *copy = dyn_cast<AnyMemTransferInst>(reader)) {
    read = copy->getRawSource();
  } else
    return true;
  if (auto *global = dyn_cast<GlobalVariable>(objectOf(read)))
    if (global->isConstant())
      return false;
  if (auto *store = dyn_cast<StoreInst>(writer))
    return objectsMayAlias(*a, store->getPointerOperand(), store->getAAMetadata(), read, readTags);
  if (auto *set = dyn_cast<AnyMemIntrinsic>(writer))
    return objectsMayAlias(*a, set->getRawDest(), set->getAAMetadata(), read, readTags);
  auto *call = dyn_cast<CallBase>(writer);
  if (!call)
    return true;
  if (auto *intrinsic = dyn_cast<IntrinsicInst>(call)) {
    switch (intrinsic->getIntrinsicID()) {
    case Intrinsic::lifetime_start:
    case Intrinsic::lifetime_end:
    case Intrinsic::assume:
    case Intrinsic::invariant_start:
    case Intrinsic::invariant_end:
    case Intrinsic::stacksave:
    case Intrinsic::stackrestore:
    case Intrinsic::experimental_noalias_scope_decl:
    case Intrinsic::prefetch:
    case Intrinsic::sideeffect:
      return false;
    default:
      break;
    }
  }
  if (isAllocationFn(call, &a->tli()) && !getReallocatedOperand(call))
    return false;
  LibFunc which;
  if (call->getCalledFunction() && a->tli().getLibFunc(*call->getCalledFunction(), which) &&
      !call->getType()->isVoidTy() && call->getType()->isFloatingPointTy()) {
    bool pointers = false;
    for (Value *argument : call->args())
      pointers |= argument->getType()->isPointerTy();
    if (!pointers) // a mathematical function: writes errno at most
      return isa<LoadInst>(reader) && reader->getType()->isIntegerTy(32);
  }
  const Value *object = objectOf(read);
  if (!isFixed(*a, object))
    return call->mayWriteToMemory() && !call->onlyAccessesInaccessibleMemory();
  return isModSet(
      a->aa().getModRefInfo(call, MemoryLocation::getBeforeOrAfter(object, readTags)));
}

LLVMValueRef bridge_underlying_object(LLVMValueRef pointer) {
  return wrap(const_cast<Value *>(objectOf(unwrap(pointer))));
}
bool bridge_is_identified_object(LLVMValueRef object) { return isIdentifiedObject(unwrap(object)); }
bool bridge_pointer_may_be_captured(LLVMValueRef pointer) {
  return PointerMayBeCaptured(unwrap(pointer), true);
}

bool bridge_may_write_memory(LLVMValueRef i) { return unwrap<Instruction>(i)->mayWriteToMemory(); }
bool bridge_may_read_memory(LLVMValueRef i) { return unwrap<Instruction>(i)->mayReadFromMemory(); }
bool bridge_has_side_effects(LLVMValueRef i) { return unwrap<Instruction>(i)->mayHaveSideEffects(); }
bool bridge_is_safe_to_speculate(LLVMValueRef i) {
  return isSafeToSpeculativelyExecute(unwrap<Instruction>(i));
}
bool bridge_wont_return(LLVMValueRef call) {
  auto *base = dyn_cast<CallBase>(unwrap(call));
  return base && base->doesNotReturn();
}

LLVMValueRef bridge_clone_function(LLVMValueRef sourceRef, LLVMTypeRef type, const char *name,
                                   const unsigned *argumentMap,
                                   void (*visit)(void *, LLVMValueRef, LLVMValueRef),
                                   void *context) {
  Function *source = unwrap<Function>(sourceRef);
  Function *copy = Function::Create(cast<FunctionType>(unwrap(type)), GlobalValue::InternalLinkage,
                                    source->getAddressSpace(), name, source->getParent());
  ValueToValueMapTy values;
  for (unsigned i = 0; i < source->arg_size(); i++) {
    Argument *argument = copy->getArg(argumentMap ? argumentMap[i] : i);
    if (argument->getName().empty())
      argument->setName(source->getArg(i)->getName());
    values[source->getArg(i)] = argument;
  }
  SmallVector<ReturnInst *, 4> returns;
  CloneFunctionInto(copy, source, values, CloneFunctionChangeType::LocalChangesOnly, returns);
  copy->setCallingConv(source->getCallingConv());
  copy->setComdat(nullptr);
  copy->setVisibility(GlobalValue::DefaultVisibility);
  copy->setDLLStorageClass(GlobalValue::DefaultStorageClass);
  // Attributes of the function hold; those of parameters only where they map.
  LLVMContext &llvm = source->getContext();
  AttributeList from = source->getAttributes();
  SmallVector<AttributeSet, 8> parameters(copy->arg_size());
  for (unsigned i = 0; i < source->arg_size(); i++) {
    unsigned at = argumentMap ? argumentMap[i] : i;
    if (copy->getArg(at)->getType() == source->getArg(i)->getType() &&
        !parameters[at].hasAttributes())
      parameters[at] = from.getParamAttrs(i);
  }
  copy->setAttributes(AttributeList::get(
      llvm, from.getFnAttrs(),
      copy->getReturnType() == source->getReturnType() ? from.getRetAttrs() : AttributeSet(),
      parameters));
  for (auto &argument : source->args())
    visit(context, wrap(&argument), wrap(static_cast<Value *>(values[&argument])));
  for (BasicBlock &block : *source) {
    Value *image = values.lookup(&block);
    visit(context, wrap(static_cast<Value *>(&block)), wrap(image));
    for (Instruction &instruction : block)
      if (Value *clone = values.lookup(&instruction))
        visit(context, wrap(&instruction), wrap(clone));
  }
  return wrap(copy);
}

bool bridge_inline_call(LLVMValueRef call) {
  InlineFunctionInfo info;
  return InlineFunction(*unwrap<CallBase>(call), info).isSuccess();
}

void bridge_promote_allocas(LLVMValueRef function, LLVMValueRef *allocas, size_t count) {
  Function *f = unwrap<Function>(function);
  DominatorTree dominators(*f);
  SmallVector<AllocaInst *, 32> promotable;
  for (size_t i = 0; i < count; i++)
    if (isAllocaPromotable(unwrap<AllocaInst>(allocas[i])))
      promotable.push_back(unwrap<AllocaInst>(allocas[i]));
  PromoteMemToReg(promotable, dominators);
}

bool bridge_alloca_is_promotable(LLVMValueRef instruction) {
  return isAllocaPromotable(unwrap<AllocaInst>(instruction));
}

LLVMBasicBlockRef bridge_split_block(LLVMBasicBlockRef block, LLVMValueRef before, const char *name) {
  return wrap(SplitBlock(unwrap(block), unwrap<Instruction>(before)->getIterator(),
                         static_cast<DominatorTree *>(nullptr), nullptr, nullptr, name));
}

LLVMBasicBlockRef bridge_split_edge(LLVMBasicBlockRef from, LLVMBasicBlockRef to, const char *name) {
  BasicBlock *block = SplitEdge(unwrap(from), unwrap(to));
  if (block)
    block->setName(name);
  return wrap(block);
}

void bridge_demote_unreachable(LLVMValueRef function) {
  EliminateUnreachableBlocks(*unwrap<Function>(function));
}

void bridge_phi_remove_incoming(LLVMValueRef phi, LLVMBasicBlockRef block) {
  unwrap<PHINode>(phi)->removeIncomingValue(unwrap(block), false);
}

void bridge_phi_set_incoming_block(LLVMValueRef phi, unsigned index, LLVMBasicBlockRef block) {
  unwrap<PHINode>(phi)->setIncomingBlock(index, unwrap(block));
}

void bridge_set_value_name_like(LLVMValueRef value, LLVMValueRef source, const char *suffix) {
  if (unwrap(source)->hasName() && !unwrap(value)->getType()->isVoidTy() &&
      !isa<Constant>(unwrap(value)))
    unwrap(value)->setName(unwrap(source)->getName() + suffix);
}

const char *bridge_library_name(LLVMValueRef functionRef) {
  auto *function = dyn_cast_or_null<Function>(unwrap(functionRef));
  if (!function)
    return nullptr;
  TargetLibraryInfoImpl impl(Triple(function->getParent()->getTargetTriple()));
  TargetLibraryInfo library(impl, function);
  LibFunc which;
  if (!library.getLibFunc(*function, which) || !library.has(which))
    return nullptr;
  return library.getName(which).data();
}

uint64_t bridge_pointer_alignment(LLVMValueRef pointer) {
  auto *module = [&]() -> const Module * {
    if (auto *i = dyn_cast<Instruction>(unwrap(pointer)))
      return i->getModule();
    if (auto *arg = dyn_cast<Argument>(unwrap(pointer)))
      return arg->getParent()->getParent();
    if (auto *global = dyn_cast<GlobalValue>(unwrap(pointer)))
      return global->getParent();
    return nullptr;
  }();
  return module ? unwrap(pointer)->getPointerAlignment(module->getDataLayout()).value() : 1;
}

static const MDNode *accessType(const MDNode *tag) {
  if (!tag || tag->getNumOperands() < 3 || !isa<MDNode>(tag->getOperand(0)))
    return tag;
  return dyn_cast_or_null<MDNode>(tag->getOperand(1));
}

static const char *nameOf(const MDNode *type) {
  if (!type)
    return nullptr;
  for (const MDOperand &operand : type->operands())
    if (auto *name = dyn_cast_or_null<MDString>(operand))
      return name->getString().data();
  return nullptr;
}

const char *bridge_tbaa_name(LLVMValueRef instruction) {
  return nameOf(accessType(unwrap<Instruction>(instruction)->getMetadata(LLVMContext::MD_tbaa)));
}

size_t bridge_tbaa_struct(LLVMValueRef call, uint64_t *offsets, uint64_t *sizes, const char **names,
                          size_t capacity) {
  MDNode *node = unwrap<Instruction>(call)->getMetadata(LLVMContext::MD_tbaa_struct);
  if (!node)
    return 0;
  size_t count = node->getNumOperands() / 3;
  for (size_t i = 0; i < count && i < capacity; i++) {
    offsets[i] = mdconst::extract<ConstantInt>(node->getOperand(3 * i))->getZExtValue();
    sizes[i] = mdconst::extract<ConstantInt>(node->getOperand(3 * i + 1))->getZExtValue();
    names[i] = nameOf(accessType(dyn_cast_or_null<MDNode>(node->getOperand(3 * i + 2))));
  }
  return count;
}

} // extern "C"
