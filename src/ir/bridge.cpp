// The bridge: what LLVM can do and its C API cannot say. Each function is a thin call of LLVM; the
// two that think are bridge_may_write (aliasing between any two iterations) and bridge_expand_range
// (the bytes that an access covers over a loop nest). No differentiation logic belongs here.
#include "bridge.h"
#include "walk.h"

#include "llvm/ADT/PostOrderIterator.h"
#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/Analysis/AliasAnalysis.h"
#include "llvm/Analysis/AssumptionCache.h"
#include "llvm/Analysis/BasicAliasAnalysis.h"
#include "llvm/Analysis/CFG.h"
#include "llvm/Analysis/CaptureTracking.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/Analysis/MemoryBuiltins.h"
#include "llvm/Analysis/MemoryLocation.h"
#include "llvm/Analysis/PostDominators.h"
#include "llvm/Analysis/ScalarEvolution.h"
#include "llvm/Analysis/ScalarEvolutionExpressions.h"
#include "llvm/Analysis/ScopedNoAliasAA.h"
#include "llvm/Analysis/TargetLibraryInfo.h"
#include "llvm/Analysis/TypeBasedAliasAnalysis.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/BinaryFormat/Magic.h"
#include "llvm/Demangle/Demangle.h"
#include "llvm/IR/Attributes.h"
#include "llvm/IR/DebugInfo.h"
#include "llvm/IR/DebugInfoMetadata.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/Function.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/MDBuilder.h"
#include "llvm/IR/Module.h"
#include "llvm/Object/ObjectFile.h"
#include "llvm/Transforms/Utils/BasicBlockUtils.h"
#include "llvm/Transforms/Utils/Cloning.h"
#include "llvm/Transforms/Utils/LCSSA.h"
#include "llvm/Transforms/Utils/Local.h"
#include "llvm/Transforms/Utils/LoopSimplify.h"
#include "llvm/Transforms/Utils/LoopUtils.h"
#include "llvm/Transforms/Utils/PromoteMemToReg.h"
#include "llvm/Transforms/Utils/ScalarEvolutionExpander.h"

#include <memory>
#include <optional>

using namespace llvm;

// ---- analyses, each built on its first use ----

// Results are built by hand rather than through a PassBuilder: registering all of its analyses
// costs more than most functions need. Members are destroyed from last to first, users before what
// they use.
struct BridgeAnalyses {
  explicit BridgeAnalyses(Function &function) : function(function) {}

  Function &function;

  DominatorTree &dominators() {
    if (!dominators_)
      dominators_ = std::make_unique<DominatorTree>(function);
    return *dominators_;
  }
  PostDominatorTree &postDominators() {
    if (!postDominators_)
      postDominators_ = std::make_unique<PostDominatorTree>(function);
    return *postDominators_;
  }
  LoopInfo &loops() {
    if (!loops_)
      loops_ = std::make_unique<LoopInfo>(dominators());
    return *loops_;
  }
  AssumptionCache &assumptions() {
    if (!assumptions_)
      assumptions_ = std::make_unique<AssumptionCache>(function);
    return *assumptions_;
  }
  TargetLibraryInfo &library() {
    if (!library_) {
      libraryTable_ =
          std::make_unique<TargetLibraryInfoImpl>(Triple(function.getParent()->getTargetTriple()));
      library_ = std::make_unique<TargetLibraryInfo>(*libraryTable_, &function);
    }
    return *library_;
  }
  ScalarEvolution &evolution() {
    if (!evolution_)
      evolution_ = std::make_unique<ScalarEvolution>(function, library(), assumptions(),
                                                     dominators(), loops());
    return *evolution_;
  }
  AAResults &aliases() {
    if (!aliases_) {
      basic_ = std::make_unique<BasicAAResult>(function.getDataLayout(), function, library(),
                                               assumptions(), &dominators());
      aliases_ = std::make_unique<AAResults>(library());
      aliases_->addAAResult(*basic_);
      aliases_->addAAResult(scoped_);
      aliases_->addAAResult(typed_);
    }
    return *aliases_;
  }
  // Answers hold between any two iterations of any loop: equal SSA values need not be equal.
  BatchAAResults &crossIterationAliases() {
    if (!crossIteration_) {
      crossIteration_ = std::make_unique<BatchAAResults>(aliases());
      crossIteration_->enableCrossIterationMode();
    }
    return *crossIteration_;
  }
  // Alias scopes declared inside a loop promise nothing beyond one iteration of it.
  const SmallPtrSetImpl<const Metadata *> &scopesOfOneIteration() {
    if (!scopes_) {
      scopes_ = std::make_unique<SmallPtrSet<const Metadata *, 8>>();
      for (BasicBlock &block : function)
        for (Instruction &instruction : block)
          if (auto *declaration = dyn_cast<NoAliasScopeDeclInst>(&instruction))
            if (loops().getLoopFor(&block))
              for (const MDOperand &scope : declaration->getScopeList()->operands())
                scopes_->insert(scope.get());
    }
    return *scopes_;
  }

  void invalidate() {
    scopes_.reset();
    crossIteration_.reset();
    aliases_.reset();
    basic_.reset();
    evolution_.reset();
    library_.reset();
    libraryTable_.reset();
    assumptions_.reset();
    loops_.reset();
    postDominators_.reset();
    dominators_.reset();
  }

private:
  std::unique_ptr<DominatorTree> dominators_;
  std::unique_ptr<PostDominatorTree> postDominators_;
  std::unique_ptr<LoopInfo> loops_;
  std::unique_ptr<AssumptionCache> assumptions_;
  std::unique_ptr<TargetLibraryInfoImpl> libraryTable_;
  std::unique_ptr<TargetLibraryInfo> library_;
  std::unique_ptr<ScalarEvolution> evolution_;
  std::unique_ptr<BasicAAResult> basic_;
  ScopedNoAliasAAResult scoped_;
  TypeBasedAAResult typed_{/*UsingTypeSanitizer=*/false};
  std::unique_ptr<AAResults> aliases_;
  std::unique_ptr<BatchAAResults> crossIteration_;
  std::unique_ptr<SmallPtrSet<const Metadata *, 8>> scopes_;
};

namespace {

Loop *unwrapLoop(BridgeLoopRef loop) { return reinterpret_cast<Loop *>(loop); }
BridgeLoopRef wrapLoop(Loop *loop) { return reinterpret_cast<BridgeLoopRef>(loop); }
Instruction *unwrapInstruction(LLVMValueRef value) { return unwrap<Instruction>(value); }

} // namespace

BridgeAnalysesRef bridge_analyses_create(LLVMValueRef function) {
  return new BridgeAnalyses(*unwrap<Function>(function));
}

void bridge_analyses_invalidate(BridgeAnalysesRef analyses) { analyses->invalidate(); }

void bridge_analyses_dispose(BridgeAnalysesRef analyses) { delete analyses; }

// ---- dominators and reachability ----

bool bridge_dominates(BridgeAnalysesRef analyses, LLVMValueRef definition,
                      LLVMValueRef user_instruction) {
  return analyses->dominators().dominates(unwrap(definition), unwrapInstruction(user_instruction));
}

bool bridge_block_dominates(BridgeAnalysesRef analyses, LLVMBasicBlockRef a, LLVMBasicBlockRef b) {
  return analyses->dominators().dominates(unwrap(a), unwrap(b));
}

LLVMBasicBlockRef bridge_immediate_dominator(BridgeAnalysesRef analyses, LLVMBasicBlockRef block) {
  DomTreeNode *node = analyses->dominators().getNode(unwrap(block));
  return node && node->getIDom() ? wrap(node->getIDom()->getBlock()) : nullptr;
}

LLVMBasicBlockRef bridge_immediate_post_dominator(BridgeAnalysesRef analyses,
                                                  LLVMBasicBlockRef block) {
  DomTreeNode *node = analyses->postDominators().getNode(unwrap(block));
  // The virtual root has no block.
  return node && node->getIDom() ? wrap(node->getIDom()->getBlock()) : nullptr;
}

bool bridge_block_reachable(BridgeAnalysesRef analyses, LLVMBasicBlockRef block) {
  return analyses->dominators().isReachableFromEntry(unwrap(block));
}

bool bridge_may_reach(BridgeAnalysesRef analyses, LLVMValueRef from, LLVMValueRef to) {
  Instruction *source = unwrapInstruction(from), *target = unwrapInstruction(to);
  DominatorTree &dominators = analyses->dominators();
  LoopInfo &loops = analyses->loops();
  // Start behind `from`: an instruction reaches itself only through a cycle.
  if (Instruction *next = source->getNextNode())
    return isPotentiallyReachable(next, target, nullptr, &dominators, &loops);
  for (BasicBlock *successor : successors(source->getParent()))
    if (isPotentiallyReachable(successor, target->getParent(), nullptr, &dominators, &loops))
      return true;
  return false;
}

bool bridge_is_irreducible(BridgeAnalysesRef analyses) {
  ReversePostOrderTraversal<const Function *> order(&analyses->function);
  return containsIrreducibleCFG<const BasicBlock *>(order, analyses->loops());
}

// ---- loops ----

namespace {

size_t copyBlocks(ArrayRef<BasicBlock *> blocks, LLVMBasicBlockRef *out, size_t capacity) {
  for (size_t i = 0; i < blocks.size() && i < capacity; i++)
    out[i] = wrap(blocks[i]);
  return blocks.size();
}

} // namespace

BridgeLoopRef bridge_loop_of(BridgeAnalysesRef analyses, LLVMBasicBlockRef block) {
  return wrapLoop(analyses->loops().getLoopFor(unwrap(block)));
}

BridgeLoopRef bridge_loop_parent(BridgeLoopRef loop) {
  return wrapLoop(unwrapLoop(loop)->getParentLoop());
}

unsigned bridge_loop_depth(BridgeLoopRef loop) { return unwrapLoop(loop)->getLoopDepth(); }

bool bridge_loop_contains(BridgeLoopRef loop, LLVMBasicBlockRef block) {
  return unwrapLoop(loop)->contains(unwrap(block));
}

LLVMBasicBlockRef bridge_loop_header(BridgeLoopRef loop) {
  return wrap(unwrapLoop(loop)->getHeader());
}

LLVMBasicBlockRef bridge_loop_preheader(BridgeLoopRef loop) {
  return wrap(unwrapLoop(loop)->getLoopPreheader());
}

LLVMBasicBlockRef bridge_loop_latch(BridgeLoopRef loop) {
  return wrap(unwrapLoop(loop)->getLoopLatch());
}

bool bridge_loop_is_simplified(BridgeLoopRef loop) {
  return unwrapLoop(loop)->isLoopSimplifyForm();
}

size_t bridge_loop_exit_blocks(BridgeLoopRef loop, LLVMBasicBlockRef *out, size_t capacity) {
  SmallVector<BasicBlock *, 4> blocks;
  unwrapLoop(loop)->getUniqueExitBlocks(blocks);
  return copyBlocks(blocks, out, capacity);
}

size_t bridge_loop_exiting_blocks(BridgeLoopRef loop, LLVMBasicBlockRef *out, size_t capacity) {
  SmallVector<BasicBlock *, 4> blocks;
  unwrapLoop(loop)->getExitingBlocks(blocks);
  return copyBlocks(blocks, out, capacity);
}

// ---- ScalarEvolution ----

namespace {

// Divides by one where the divisor may be zero. A count has such a division if its loop steps by a
// variable: a step of zero would be a loop without end, but the count is computed ahead of the loop
// and must not trap.
struct SafeDivision : SCEVRewriteVisitor<SafeDivision> {
  using SCEVRewriteVisitor::SCEVRewriteVisitor;
  const SCEV *visitUDivExpr(const SCEVUDivExpr *division) {
    const SCEV *dividend = visit(division->getLHS()), *divisor = visit(division->getRHS());
    if (!SE.isKnownNonZero(divisor))
      divisor = SE.getUMaxExpr(divisor, SE.getOne(divisor->getType()));
    return SE.getUDivExpr(dividend, divisor);
  }
};

// The exact count as an i64, or null where it is not computable or wider than that.
const SCEV *countOf(ScalarEvolution &evolution, const Loop *loop) {
  const SCEV *count = evolution.getBackedgeTakenCount(loop);
  if (isa<SCEVCouldNotCompute>(count) || evolution.getTypeSizeInBits(count->getType()) > 64)
    return nullptr;
  count = SafeDivision(evolution).visit(count);
  return evolution.getNoopOrZeroExtend(count, Type::getInt64Ty(evolution.getContext()));
}

} // namespace

bool bridge_loop_count_is_known(BridgeAnalysesRef analyses, BridgeLoopRef loop) {
  return countOf(analyses->evolution(), unwrapLoop(loop)) != nullptr;
}

int64_t bridge_loop_constant_count(BridgeAnalysesRef analyses, BridgeLoopRef loop) {
  const SCEV *count = countOf(analyses->evolution(), unwrapLoop(loop));
  auto *constant = dyn_cast_or_null<SCEVConstant>(count);
  return constant && !constant->getAPInt().isNegative() ? constant->getAPInt().getSExtValue() : -1;
}

// The same expression without conversions between integer types.
static const SCEV *withoutCasts(ScalarEvolution &evolution, const SCEV *expression, Type *type) {
  auto strip = [&](const SCEV *operand) { return withoutCasts(evolution, operand, type); };
  auto *conversion = dyn_cast<SCEVCastExpr>(expression);
  if (conversion && conversion->getOperand()->getType()->isIntegerTy())
    return strip(conversion->getOperand());
  if (auto *constant = dyn_cast<SCEVConstant>(expression))
    return evolution.getConstant(type, constant->getAPInt().getSExtValue(), true);
  SmallVector<const SCEV *, 4> operands;
  if (auto *many = dyn_cast<SCEVNAryExpr>(expression))
    for (const SCEV *operand : many->operands())
      operands.push_back(strip(operand));
  switch (expression->getSCEVType()) {
  case scAddExpr:
    return evolution.getAddExpr(operands);
  case scMulExpr:
    return evolution.getMulExpr(operands);
  case scSMaxExpr:
  case scUMaxExpr:
  case scSequentialUMinExpr:
  case scSMinExpr:
  case scUMinExpr:
    return evolution.getMinMaxExpr(expression->getSCEVType() == scSMaxExpr ||
                                           expression->getSCEVType() == scUMaxExpr
                                       ? scSMaxExpr
                                       : scSMinExpr,
                                   operands);
  case scUDivExpr: {
    auto *division = cast<SCEVUDivExpr>(expression);
    return evolution.getUDivExpr(strip(division->getLHS()), strip(division->getRHS()));
  }
  default:
    return expression->getType()->isIntegerTy() ? evolution.getNoopOrSignExtend(expression, type)
                                                : expression;
  }
}

// Appends the expression as C would write it; false if a part of it has no name.
static bool appendText(const SCEV *expression, bool isFactor, std::string &text) {
  auto appendList = [&](ArrayRef<const SCEV *> operands, const char *separator, bool areFactors) {
    for (size_t i = operands.size(); i-- > 0;) { // constants come first
      auto *constant = dyn_cast<SCEVConstant>(operands[i]);
      if (!areFactors && operands.size() > 1 && constant && constant->getAPInt().isNegative()) {
        text += " - " + std::to_string(-constant->getAPInt().getSExtValue());
        continue;
      }
      if (i + 1 < operands.size())
        text += separator;
      if (!appendText(operands[i], areFactors, text))
        return false;
    }
    return true;
  };
  switch (expression->getSCEVType()) {
  case scConstant:
    text += std::to_string(cast<SCEVConstant>(expression)->getAPInt().getSExtValue());
    return true;
  case scZeroExtend:
  case scSignExtend:
  case scTruncate:
    return appendText(cast<SCEVCastExpr>(expression)->getOperand(), isFactor, text);
  case scUnknown: {
    Value *value = cast<SCEVUnknown>(expression)->getValue();
    if (!isa<Argument>(value))
      return false;
    text += value->hasName() ? value->getName().str()
                             : "argument" + std::to_string(cast<Argument>(value)->getArgNo() + 1);
    return true;
  }
  case scAddExpr:
    text += isFactor ? "(" : "";
    if (!appendList(cast<SCEVAddExpr>(expression)->operands(), " + ", false))
      return false;
    text += isFactor ? ")" : "";
    return true;
  case scMulExpr:
    return appendList(cast<SCEVMulExpr>(expression)->operands(), " * ", true);
  case scSMaxExpr:
  case scSMinExpr:
    text += expression->getSCEVType() == scSMaxExpr ? "max(" : "min(";
    if (!appendList(cast<SCEVNAryExpr>(expression)->operands(), ", ", false))
      return false;
    text += ")";
    return true;
  case scUDivExpr:
    if (!appendText(cast<SCEVUDivExpr>(expression)->getLHS(), true, text))
      return false;
    text += " / ";
    return appendText(cast<SCEVUDivExpr>(expression)->getRHS(), true, text);
  default:
    return false;
  }
}

char *bridge_loop_trips_text(BridgeAnalysesRef analyses, BridgeLoopRef loop) {
  ScalarEvolution &evolution = analyses->evolution();
  const SCEV *count = countOf(evolution, unwrapLoop(loop));
  if (!count)
    return nullptr;
  Type *type = Type::getInt64Ty(unwrapLoop(loop)->getHeader()->getContext());
  std::string text;
  const SCEV *trips =
      evolution.getAddExpr(withoutCasts(evolution, count, type), evolution.getOne(type));
  return appendText(trips, true, text) ? strdup(text.c_str()) : nullptr;
}

bool bridge_loop_count_is_invariant(BridgeAnalysesRef analyses, BridgeLoopRef loop,
                                    BridgeLoopRef outer) {
  const SCEV *count = countOf(analyses->evolution(), unwrapLoop(loop));
  return count && (!outer || analyses->evolution().isLoopInvariant(count, unwrapLoop(outer)));
}

bool bridge_loop_count_can_expand(BridgeAnalysesRef analyses, BridgeLoopRef loop, LLVMValueRef at) {
  ScalarEvolution &evolution = analyses->evolution();
  const SCEV *count = countOf(evolution, unwrapLoop(loop));
  return count && SCEVExpander(evolution, "count").isSafeToExpandAt(count, unwrapInstruction(at));
}

LLVMValueRef bridge_loop_expand_count(BridgeAnalysesRef analyses, BridgeLoopRef loop,
                                      LLVMValueRef at) {
  ScalarEvolution &evolution = analyses->evolution();
  const SCEV *count = countOf(evolution, unwrapLoop(loop));
  if (!count)
    return nullptr;
  SCEVExpander expander(evolution, "count");
  Instruction *position = unwrapInstruction(at);
  if (!expander.isSafeToExpandAt(count, position))
    return nullptr;
  return wrap(expander.expandCodeFor(count, count->getType(), position->getIterator()));
}

bool bridge_value_is_invariant(BridgeAnalysesRef analyses, LLVMValueRef value, BridgeLoopRef loop) {
  if (unwrapLoop(loop)->isLoopInvariant(unwrap(value)))
    return true;
  ScalarEvolution &evolution = analyses->evolution();
  return evolution.isSCEVable(unwrap(value)->getType()) &&
         evolution.isLoopInvariant(evolution.getSCEV(unwrap(value)), unwrapLoop(loop));
}

bool bridge_affine_step(BridgeAnalysesRef analyses, LLVMValueRef value, BridgeLoopRef loop,
                        int64_t *step) {
  ScalarEvolution &evolution = analyses->evolution();
  if (!evolution.isSCEVable(unwrap(value)->getType()))
    return false;
  auto *recurrence = dyn_cast<SCEVAddRecExpr>(evolution.getSCEV(unwrap(value)));
  if (!recurrence || recurrence->getLoop() != unwrapLoop(loop) || !recurrence->isAffine())
    return false;
  auto *constant = dyn_cast<SCEVConstant>(recurrence->getStepRecurrence(evolution));
  if (!constant || constant->getAPInt().getSignificantBits() > 64)
    return false;
  *step = constant->getAPInt().getSExtValue();
  return true;
}

// ---- the bytes that an access covers ----

namespace {

struct Interval {
  const SCEV *low = nullptr, *high = nullptr;
  explicit operator bool() const { return low != nullptr; }
};

// Bounds of an integer expression, signed, over all iterations of a nest.
//
// A recurrence is linear in its loop's iteration number, so its extremes over the innermost loop
// are its first and its last value; the last one, start + step * count, is an expression over the
// outer loops, in which triangular bounds have already cancelled. Iterations of an outer loop that
// never enter the inner one only widen the result. Offsets are assumed not to wrap around the
// 64-bit address space: a nest that did so would leave every object on the way.
class NestBounds {
public:
  NestBounds(ScalarEvolution &evolution, const Loop *nest) : evolution(evolution), nest(nest) {}

  Interval bounds(const SCEV *expression) {
    if (evolution.isLoopInvariant(expression, nest))
      return {expression, expression};
    if (auto *recurrence = dyn_cast<SCEVAddRecExpr>(expression))
      return ofRecurrence(recurrence);
    if (auto *sum = dyn_cast<SCEVAddExpr>(expression))
      return ofSum(sum);
    if (auto *product = dyn_cast<SCEVMulExpr>(expression))
      return ofProduct(product);
    if (isa<SCEVSMaxExpr, SCEVSMinExpr>(expression))
      return ofExtreme(cast<SCEVNAryExpr>(expression));
    SmallVector<const SCEV *, 4> choices;
    if (walk_choices(evolution, expression, nest, choices)) {
      if (!chosen.insert(expression).second)
        return {}; // from what depends on it
      Interval range = ofAny(choices);
      chosen.erase(expression);
      return range;
    }
    if (auto *cast = dyn_cast<SCEVCastExpr>(expression))
      return ofExtension(cast);
    return {};
  }

private:
  ScalarEvolution &evolution;
  const Loop *nest;
  SmallPtrSet<const SCEV *, 4> chosen; // under way

  Interval ofRecurrence(const SCEVAddRecExpr *recurrence) {
    const Loop *loop = recurrence->getLoop();
    const SCEV *count = evolution.getBackedgeTakenCount(loop);
    if (!nest->contains(loop) || isa<SCEVCouldNotCompute>(count))
      return {};
    Type *type = recurrence->getType();
    if (evolution.getTypeSizeInBits(count->getType()) > evolution.getTypeSizeInBits(type))
      return {};
    count = evolution.getNoopOrZeroExtend(count, type);
    if (!recurrence->isAffine())
      return ofQuadratic(recurrence, count);
    const SCEV *step = recurrence->getStepRecurrence(evolution);
    const SCEV *walked = evolution.getMulExpr(step, count);
    Interval first = bounds(recurrence->getStart());
    if (!first)
      return {};
    bool up = evolution.isKnownNonNegative(step), down = evolution.isKnownNonPositive(step);
    // Independent of the start: no corner of the two need be looked at alone.
    if (!up && !down && evolution.isLoopInvariant(walked, nest)) {
      const SCEV *zero = evolution.getZero(type);
      return {evolution.getAddExpr(first.low, evolution.getSMinExpr(walked, zero)),
              evolution.getAddExpr(first.high, evolution.getSMaxExpr(walked, zero))};
    }
    Interval last = bounds(evolution.getAddExpr(recurrence->getStart(), walked));
    if (!last)
      return {};
    if (up)
      return {first.low, last.high};
    if (down)
      return {last.low, first.high};
    return {evolution.getSMinExpr(first.low, last.low),
            evolution.getSMaxExpr(first.high, last.high)};
  }

  // s + a i + b i (i - 1) / 2 for i from 0 to n, with fixed a, b and n: its steps, which are
  // linear, have their least and their greatest at the ends. Where no step leads down, the sum goes
  // from its first value to its last one; else it leaves that range by no more than n such steps.
  Interval ofQuadratic(const SCEVAddRecExpr *recurrence, const SCEV *n) {
    if (recurrence->getNumOperands() != 3 ||
        evolution.getTypeSizeInBits(recurrence->getType()) < 64)
      return {};
    const SCEV *a = recurrence->getOperand(1), *b = recurrence->getOperand(2);
    Interval start = bounds(recurrence->getStart());
    if (!start || !evolution.isLoopInvariant(n, nest) || !evolution.isLoopInvariant(a, nest) ||
        !evolution.isLoopInvariant(b, nest))
      return {};
    Type *type = recurrence->getType();
    const SCEV *zero = evolution.getZero(type);
    const SCEV *before = evolution.getMinusSCEV(n, evolution.getOne(type));
    const SCEV *pairs =
        evolution.getUDivExpr(evolution.getMulExpr(n, before), evolution.getConstant(type, 2));
    const SCEV *end =
        evolution.getAddExpr(evolution.getMulExpr(a, n), evolution.getMulExpr(b, pairs));
    const SCEV *lastStep = evolution.getAddExpr(a, evolution.getMulExpr(b, before));
    const SCEV *least = evolution.getSMinExpr(a, lastStep);
    const SCEV *greatest = evolution.getSMaxExpr(a, lastStep);
    const SCEV *down =
        evolution.getMulExpr(n, evolution.getSMaxExpr(zero, evolution.getNegativeSCEV(least)));
    const SCEV *up = evolution.getMulExpr(n, evolution.getSMaxExpr(zero, greatest));
    const SCEV *low =
        evolution.getSMaxExpr(evolution.getNegativeSCEV(down), evolution.getMinusSCEV(end, up));
    const SCEV *high = evolution.getSMinExpr(up, evolution.getAddExpr(end, down));
    return {evolution.getAddExpr(start.low, low), evolution.getAddExpr(start.high, high)};
  }

  Interval ofSum(const SCEVAddExpr *sum) {
    SmallVector<const SCEV *, 4> low, high;
    for (const SCEV *operand : sum->operands()) {
      Interval part = bounds(operand);
      if (!part)
        return {};
      low.push_back(part.low);
      high.push_back(part.high);
    }
    return {evolution.getAddExpr(low), evolution.getAddExpr(high)};
  }

  // One factor may vary.
  Interval ofProduct(const SCEVMulExpr *product) {
    SmallVector<const SCEV *, 4> fixed;
    const SCEV *varying = nullptr;
    for (const SCEV *operand : product->operands()) {
      if (evolution.isLoopInvariant(operand, nest))
        fixed.push_back(operand);
      else if (varying)
        return {};
      else
        varying = operand;
    }
    if (fixed.empty())
      return {};
    Interval range = bounds(varying);
    if (!range)
      return {};
    const SCEV *factor = evolution.getMulExpr(fixed);
    const SCEV *a = evolution.getMulExpr(factor, range.low);
    const SCEV *b = evolution.getMulExpr(factor, range.high);
    if (evolution.isKnownNonNegative(factor))
      return {a, b};
    if (evolution.isKnownNonPositive(factor))
      return {b, a};
    return {evolution.getSMinExpr(a, b), evolution.getSMaxExpr(a, b)};
  }

  Interval ofAny(ArrayRef<const SCEV *> expressions) {
    SmallVector<const SCEV *, 4> low, high;
    for (const SCEV *expression : expressions) {
      Interval part = bounds(expression);
      if (!part)
        return {};
      low.push_back(part.low);
      high.push_back(part.high);
    }
    return {evolution.getSMinExpr(low), evolution.getSMaxExpr(high)};
  }

  Interval ofExtreme(const SCEVNAryExpr *extreme) {
    SmallVector<const SCEV *, 4> low, high;
    for (const SCEV *operand : extreme->operands()) {
      Interval part = bounds(operand);
      if (!part)
        return {};
      low.push_back(part.low);
      high.push_back(part.high);
    }
    if (isa<SCEVSMaxExpr>(extreme))
      return {evolution.getSMaxExpr(low), evolution.getSMaxExpr(high)};
    return {evolution.getSMinExpr(low), evolution.getSMinExpr(high)};
  }

  // An extension keeps the order only of values that did not wrap in the narrow type.
  Interval ofExtension(const SCEVCastExpr *cast) {
    const SCEV *narrow = cast->getOperand();
    auto *flags = dyn_cast<SCEVNAryExpr>(narrow);
    bool isSigned = isa<SCEVSignExtendExpr>(cast);
    if (!flags || !flags->hasNoSignedWrap() ||
        !(isSigned || (isa<SCEVZeroExtendExpr>(cast) && evolution.isKnownNonNegative(narrow))))
      return {};
    Interval range = bounds(narrow);
    if (!range)
      return {};
    return {evolution.getSignExtendExpr(range.low, cast->getType()),
            evolution.getSignExtendExpr(range.high, cast->getType())};
  }
};

} // namespace

namespace {

// A pointer as an invariant base and an offset from it; without base if it has no such form.
struct Address {
  const SCEV *base = nullptr, *offset = nullptr;
  explicit operator bool() const { return base != nullptr; }
};

Address addressOf(ScalarEvolution &evolution, Value *pointer, const Loop *nest) {
  const SCEV *address = evolution.getSCEV(pointer);
  if (nest)
    address = walk_rewrite(evolution, address, nest);
  const SCEV *base = evolution.getPointerBase(address);
  const SCEV *offset = evolution.removePointerBase(address);
  if (!isa<SCEVUnknown>(base) || (nest && !evolution.isLoopInvariant(base, nest)) ||
      isa<SCEVCouldNotCompute>(offset))
    return {};
  return {base, offset};
}

// Emits the ends of an access of `size` bytes at base + range.
bool expandEnds(ScalarEvolution &evolution, const SCEV *base, Interval range, uint64_t size,
                Type *type, Instruction *position, LLVMValueRef *lo, LLVMValueRef *hi) {
  const SCEV *low = evolution.getAddExpr(base, range.low);
  const SCEV *high = evolution.getAddExpr(
      base, evolution.getAddExpr(range.high, evolution.getConstant(range.high->getType(), size)));
  SCEVExpander expander(evolution, "range");
  if (!expander.isSafeToExpandAt(low, position) || !expander.isSafeToExpandAt(high, position))
    return false;
  *lo = wrap(expander.expandCodeFor(low, type, position->getIterator()));
  *hi = wrap(expander.expandCodeFor(high, type, position->getIterator()));
  return true;
}

// Takes the steps of some loops out of an expression. What it cannot take out stays in.
class StepSplitter {
public:
  StepSplitter(ScalarEvolution &evolution, ArrayRef<const Loop *> loops)
      : steps(loops.size()), evolution(evolution), loops(loops) {}

  const SCEV *split(const SCEV *expression) {
    if (auto *sum = dyn_cast<SCEVAddExpr>(expression)) {
      SmallVector<const SCEV *, 4> rest;
      for (const SCEV *operand : sum->operands())
        rest.push_back(split(operand));
      return evolution.getAddExpr(rest);
    }
    auto *recurrence = dyn_cast<SCEVAddRecExpr>(expression);
    if (!recurrence || !recurrence->isAffine())
      return expression;
    const SCEV *step = recurrence->getStepRecurrence(evolution);
    const auto *place = find(loops, recurrence->getLoop());
    if (place == loops.end())
      return evolution.getAddRecExpr(split(recurrence->getStart()), step, recurrence->getLoop(),
                                     SCEV::FlagAnyWrap);
    if (!evolution.isLoopInvariant(step, loops.back()))
      return expression;
    const SCEV *&known = steps[place - loops.begin()];
    known = known ? evolution.getAddExpr(known, step) : step;
    return split(recurrence->getStart());
  }

  SmallVector<const SCEV *, 4> steps; // of each loop; null: none

private:
  ScalarEvolution &evolution;
  ArrayRef<const Loop *> loops;
};

} // namespace

bool bridge_expand_range(BridgeAnalysesRef analyses, LLVMValueRef pointer, uint64_t size,
                         BridgeLoopRef nest, LLVMValueRef at, LLVMValueRef *lo, LLVMValueRef *hi) {
  ScalarEvolution &evolution = analyses->evolution();
  Loop *loop = nest ? unwrapLoop(nest) : nullptr;
  Address address = addressOf(evolution, unwrap(pointer), loop);
  if (!address)
    return false;
  Interval range;
  if (loop)
    range = NestBounds(evolution, loop).bounds(address.offset);
  else if (const SCEV *last = evolution.getSCEVAtScope(address.offset, nullptr);
           !SCEVExprContains(last, [](const SCEV *part) { return isa<SCEVAddRecExpr>(part); }))
    range = {last, last};
  return range && expandEnds(evolution, address.base, range, size, unwrap(pointer)->getType(),
                             unwrapInstruction(at), lo, hi);
}

bool bridge_expand_steps(BridgeAnalysesRef analyses, LLVMValueRef pointer, uint64_t size,
                         BridgeLoopRef inner, BridgeLoopRef nest, LLVMValueRef at, LLVMValueRef *lo,
                         LLVMValueRef *hi, LLVMValueRef *steps) {
  ScalarEvolution &evolution = analyses->evolution();
  Loop *outermost = unwrapLoop(nest);
  Address address = addressOf(evolution, unwrap(pointer), outermost);
  if (!address)
    return false;
  SmallVector<const Loop *, 4> loops;
  for (const Loop *loop = unwrapLoop(inner); loop; loop = loop->getParentLoop()) {
    loops.push_back(loop);
    if (loop == outermost)
      break;
  }
  StepSplitter splitter(evolution, loops);
  const SCEV *rest = splitter.split(address.offset);
  Interval range = NestBounds(evolution, outermost).bounds(rest);
  Instruction *position = unwrapInstruction(at);
  SCEVExpander expander(evolution, "step");
  Type *i64 = Type::getInt64Ty(position->getContext());
  for (size_t i = 0; i < loops.size(); i++) {
    const SCEV *step = splitter.steps[i];
    if (step && (step->getType() != i64 || !expander.isSafeToExpandAt(step, position)))
      return false;
    steps[i] = wrap(step ? expander.expandCodeFor(step, i64, position->getIterator())
                         : ConstantInt::get(i64, 0));
  }
  return range && expandEnds(evolution, address.base, range, size, unwrap(pointer)->getType(),
                             position, lo, hi);
}

LLVMValueRef bridge_expand_largest_count(BridgeAnalysesRef analyses, BridgeLoopRef handle,
                                         BridgeLoopRef nest, LLVMValueRef at) {
  ScalarEvolution &evolution = analyses->evolution();
  const SCEV *count = evolution.getBackedgeTakenCount(unwrapLoop(handle));
  Instruction *position = unwrapInstruction(at);
  Type *i64 = Type::getInt64Ty(position->getContext());
  if (isa<SCEVCouldNotCompute>(count) || evolution.getTypeSizeInBits(count->getType()) > 64)
    return nullptr;
  Interval range =
      NestBounds(evolution, unwrapLoop(nest)).bounds(evolution.getNoopOrZeroExtend(count, i64));
  SCEVExpander expander(evolution, "largest");
  if (!range || !expander.isSafeToExpandAt(range.high, position))
    return nullptr;
  return wrap(expander.expandCodeFor(range.high, i64, position->getIterator()));
}

namespace {

// Extends an extent n and the constant in n + 1 apart, where n is not negative in a nest: LLVM
// computes some strides in the narrow type, and both have to look alike.
struct ExtensionSplitter : SCEVRewriteVisitor<ExtensionSplitter> {
  const Loop *nest;
  ExtensionSplitter(ScalarEvolution &evolution, const Loop *nest)
      : SCEVRewriteVisitor(evolution), nest(nest) {}

  const SCEV *visitZeroExtendExpr(const SCEVZeroExtendExpr *extension) {
    auto *sum = dyn_cast<SCEVAddExpr>(extension->getOperand());
    auto *constant = sum ? dyn_cast<SCEVConstant>(sum->getOperand(0)) : nullptr;
    if (!constant || sum->getNumOperands() != 2 || !constant->getAPInt().isNonNegative() ||
        !SE.isLoopEntryGuardedByCond(nest, ICmpInst::ICMP_SGE, sum->getOperand(1),
                                     SE.getZero(sum->getType())))
      return extension;
    return SE.getAddExpr(SE.getZeroExtendExpr(constant, extension->getType()),
                         SE.getZeroExtendExpr(sum->getOperand(1), extension->getType()));
  }
};

// An access of a loop nest: its offset from an invariant base.
struct NestAccess {
  Address address;
  const Loop *own; // innermost loop around it
  uint64_t bytes;
};

// Compares where two accesses of a nest lie. `first` is compared with `second` of a later iteration
// of one loop around both, all loops around that being in the same iteration.
class NestComparison {
public:
  NestComparison(ScalarEvolution &evolution, const Loop *nest, NestAccess first, NestAccess second,
                 Instruction *position)
      : evolution(evolution), nest(nest), first(first), second(second), position(position),
        expander(evolution, "clear"), builder(position) {}

  // Null: not known. `loop` is null for iterations of `inner` that are the same for both.
  Value *isClear(const Loop *inner, const Loop *loop) {
    const Loop *around = loop ? loop : inner;
    Interval a = within(first, around), b = within(second, around);
    if (!a || !b)
      return nullptr;
    const SCEV *nextLow = loop ? next(b.low, loop) : b.low;
    const SCEV *nextHigh = loop ? next(b.high, loop) : b.high;
    Value *above =
        allNonNegative({minus(nextLow, beyond(a.high, first.bytes)), minus(nextLow, b.low)});
    if (above == builder.getTrue())
      return above;
    Value *below =
        allNonNegative({minus(a.low, beyond(nextHigh, second.bytes)), minus(b.high, nextHigh)});
    if (!above || !below || above == builder.getFalse())
      return below ? below : above;
    return below == builder.getFalse() ? above : builder.CreateOr(above, below, "clear");
  }

private:
  ScalarEvolution &evolution;
  const Loop *nest;
  NestAccess first, second;
  Instruction *position;
  SCEVExpander expander;
  IRBuilder<> builder;

  const SCEV *minus(const SCEV *a, const SCEV *b) { return evolution.getMinusSCEV(a, b); }

  const SCEV *beyond(const SCEV *offset, uint64_t bytes) {
    return evolution.getAddExpr(offset, evolution.getConstant(offset->getType(), bytes));
  }

  // Bounds over the loops inside `around`.
  Interval within(const NestAccess &access, const Loop *around) {
    const Loop *child = access.own;
    if (child == around)
      return {access.address.offset, access.address.offset};
    while (child && child->getParentLoop() != around)
      child = child->getParentLoop();
    return child ? NestBounds(evolution, child).bounds(access.address.offset) : Interval();
  }

  // The expression in the next iteration of a loop.
  const SCEV *next(const SCEV *expression, const Loop *loop) {
    struct Step : SCEVRewriteVisitor<Step> {
      const Loop *loop;
      Step(ScalarEvolution &evolution, const Loop *loop)
          : SCEVRewriteVisitor(evolution), loop(loop) {}
      const SCEV *visitAddRecExpr(const SCEVAddRecExpr *recurrence) {
        if (recurrence->getLoop() == loop)
          return recurrence->getPostIncExpr(SE);
        return SCEVRewriteVisitor<Step>::visitAddRecExpr(recurrence);
      }
    };
    return Step(evolution, loop).visit(expression);
  }

  // What is negative wherever all extents are large and alike need not be asked at run time.
  const SCEV *atUsualSize(const SCEV *expression) {
    enum { USUAL_SIZE = 1000 };
    struct Collect {
      ScalarEvolution &evolution;
      ValueToSCEVMapTy sizes;
      bool follow(const SCEV *part) {
        if (auto *unknown = dyn_cast<SCEVUnknown>(part);
            unknown && unknown->getType()->isIntegerTy())
          sizes[unknown->getValue()] = evolution.getConstant(unknown->getType(), USUAL_SIZE);
        return true;
      }
      bool isDone() const { return false; }
    } collect{evolution, ValueToSCEVMapTy()};
    visitAll(expression, collect);
    return SCEVParameterRewriter::rewrite(expression, evolution, collect.sizes);
  }

  // Of expressions that may vary in the nest: none is negative in any iteration. Null: not known.
  Value *allNonNegative(ArrayRef<const SCEV *> expressions) {
    Value *all = builder.getTrue();
    for (const SCEV *expression : expressions) {
      Interval range = NestBounds(evolution, nest).bounds(expression);
      if (!range)
        return nullptr;
      const SCEV *guarded = evolution.applyLoopGuards(range.low, nest);
      if (evolution.isKnownNonNegative(range.low) || evolution.isKnownNonNegative(guarded))
        continue;
      if (evolution.isKnownNegative(guarded) || evolution.isKnownNegative(atUsualSize(range.low)))
        return builder.getFalse();
      if (!expander.isSafeToExpandAt(range.low, position))
        return nullptr;
      Value *low = expander.expandCodeFor(range.low, range.low->getType(), position->getIterator());
      builder.SetInsertPoint(position);
      all = builder.CreateAnd(all, builder.CreateICmpSGE(low, builder.getInt64(0)), "clear");
    }
    return all;
  }
};

} // namespace

LLVMValueRef bridge_expand_clearance(BridgeAnalysesRef analyses, LLVMValueRef first,
                                     uint64_t firstBytes, LLVMValueRef second, uint64_t secondBytes,
                                     BridgeLoopRef inner, BridgeLoopRef nest, bool sameIteration,
                                     LLVMValueRef at) {
  ScalarEvolution &evolution = analyses->evolution();
  const Loop *outermost = unwrapLoop(nest);
  auto access = [&](LLVMValueRef instruction, uint64_t bytes) {
    Instruction *place = unwrapInstruction(instruction);
    Address address = addressOf(evolution, getLoadStorePointerOperand(place), outermost);
    if (address)
      address.offset = ExtensionSplitter(evolution, outermost).visit(address.offset);
    return NestAccess{address, analyses->loops().getLoopFor(place->getParent()), bytes};
  };
  NestAccess a = access(first, firstBytes), b = access(second, secondBytes);
  if (!a.address || !b.address || a.address.base != b.address.base ||
      !a.address.offset->getType()->isIntegerTy(64))
    return nullptr;
  Instruction *position = unwrapInstruction(at);
  NestComparison comparison(evolution, outermost, a, b, position);
  IRBuilder<> builder(position);
  Value *clear = builder.getTrue();
  auto require = [&](const Loop *loop) {
    Value *condition = comparison.isClear(unwrapLoop(inner), loop);
    if (!condition || condition == builder.getFalse())
      clear = condition;
    else
      clear = builder.CreateAnd(condition, clear, "clear");
    return clear && clear != builder.getFalse();
  };
  bool possible = !sameIteration || require(nullptr);
  for (const Loop *loop = unwrapLoop(inner); loop && possible; loop = loop->getParentLoop())
    possible = require(loop);
  return possible ? wrap(clear) : nullptr;
}

bool bridge_ranges_are_apart(BridgeAnalysesRef analyses, LLVMValueRef a, uint64_t bytesOfA,
                             LLVMValueRef b, uint64_t bytesOfB, BridgeLoopRef handle) {
  ScalarEvolution &evolution = analyses->evolution();
  const Loop *loop = unwrapLoop(handle);
  Address first = addressOf(evolution, unwrap(a), loop);
  Address second = addressOf(evolution, unwrap(b), loop);
  if (!first || !second || first.base != second.base ||
      first.offset->getType() != second.offset->getType())
    return false;
  Interval one = NestBounds(evolution, loop).bounds(first.offset);
  Interval other = NestBounds(evolution, loop).bounds(second.offset);
  if (!one || !other)
    return false;
  auto isBehind = [&](Interval later, Interval earlier, uint64_t bytes) {
    const SCEV *end =
        evolution.getAddExpr(earlier.high, evolution.getConstant(earlier.high->getType(), bytes));
    const SCEV *gap = evolution.getMinusSCEV(later.low, end);
    return evolution.isKnownNonNegative(gap) ||
           evolution.isKnownNonNegative(evolution.applyLoopGuards(gap, loop));
  };
  return isBehind(one, other, bytesOfB) || isBehind(other, one, bytesOfA);
}

LLVMValueRef bridge_pointer_base(BridgeAnalysesRef analyses, LLVMValueRef pointer) {
  ScalarEvolution &evolution = analyses->evolution();
  auto *base = dyn_cast<SCEVUnknown>(evolution.getPointerBase(evolution.getSCEV(unwrap(pointer))));
  return base ? wrap(base->getValue()) : nullptr;
}

bool bridge_ranges_start_near(BridgeAnalysesRef analyses, LLVMValueRef a, BridgeLoopRef nestOfA,
                              LLVMValueRef b, BridgeLoopRef nestOfB) {
  ScalarEvolution &evolution = analyses->evolution();
  auto start = [&](LLVMValueRef pointer, BridgeLoopRef nest) {
    const SCEV *address = evolution.getSCEV(unwrap(pointer));
    if (!nest)
      return address;
    const SCEV *offset = evolution.removePointerBase(address);
    Interval range;
    if (!isa<SCEVCouldNotCompute>(offset))
      range = NestBounds(evolution, unwrapLoop(nest)).bounds(offset);
    return range ? evolution.getAddExpr(evolution.getPointerBase(address), range.low)
                 : evolution.getCouldNotCompute();
  };
  const SCEV *first = start(a, nestOfA), *second = start(b, nestOfB);
  if (isa<SCEVCouldNotCompute>(first) || isa<SCEVCouldNotCompute>(second))
    return false;
  return isa<SCEVConstant>(evolution.getMinusSCEV(first, second));
}

// ---- alias analysis ----

namespace {

BridgeAlias wrapAlias(AliasResult result) {
  switch (result) {
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

// The one location that an instruction accesses, if it is one.
std::optional<MemoryLocation> locationOf(const Instruction *instruction) {
  if (auto *fill = dyn_cast<AnyMemSetInst>(instruction))
    return MemoryLocation::getForDest(fill);
  return MemoryLocation::getOrNone(instruction);
}

// What a reader reads; nothing for readers that other threads or devices may change under us.
std::optional<MemoryLocation> locationRead(const Instruction *reader) {
  if (auto *load = dyn_cast<LoadInst>(reader))
    return load->isSimple() ? std::optional(MemoryLocation::get(load)) : std::nullopt;
  if (auto *copy = dyn_cast<MemTransferInst>(reader))
    return copy->isVolatile() ? std::nullopt : std::optional(MemoryLocation::getForSource(copy));
  return std::nullopt;
}

// Keeps only promises that hold from one iteration to another.
MemoryLocation acrossIterations(BridgeAnalyses &analyses, MemoryLocation location) {
  auto isOfOneIteration = [&](const MDNode *list) {
    return list && any_of(list->operands(), [&](const MDOperand &scope) {
             return analyses.scopesOfOneIteration().contains(scope.get());
           });
  };
  if (isOfOneIteration(location.AATags.Scope))
    location.AATags.Scope = nullptr;
  if (isOfOneIteration(location.AATags.NoAlias))
    location.AATags.NoAlias = nullptr;
  return location;
}

MemoryLocation wholeObject(const MemoryLocation &location) {
  return MemoryLocation::getBeforeOrAfter(getUnderlyingObject(location.Ptr, /*MaxLookup=*/0),
                                          location.AATags);
}

// A mathematical library function takes and returns numbers; all that it can write are the integers
// errno and signgam.
bool writesErrnoAtMost(BridgeAnalyses &analyses, const CallBase *call) {
  MemoryEffects effects = analyses.crossIterationAliases().getMemoryEffects(call);
  if (effects.getWithoutLoc(IRMemLocation::InaccessibleMem).onlyAccessesErrnoMem())
    return true;
  LibFunc name;
  return call->getType()->isFloatingPointTy() && analyses.library().getLibFunc(*call, name) &&
         all_of(call->args(), [](const Use &argument) {
           return argument->getType()->isFloatingPointTy() || argument->getType()->isIntegerTy();
         });
}

bool mayReadErrno(const Instruction *reader, const MemoryLocation &location) {
  if (reader->getType()->isFPOrFPVectorTy())
    return false;
  if (location.Size.isPrecise() && location.Size.getValue().getKnownMinValue() > sizeof(int))
    return false;
  const Value *object = getUnderlyingObject(location.Ptr, /*MaxLookup=*/0);
  auto *global = dyn_cast<GlobalVariable>(object);
  return !isa<AllocaInst>(object) && !(global && !global->isDeclaration());
}

// Allocation leaves existing objects alone. So does release: it ends an object, and it is for the
// caller to see that nothing is read after that.
bool onlyManagesMemory(BridgeAnalyses &analyses, const CallBase *call) {
  const TargetLibraryInfo &library = analyses.library();
  const Function *callee = call->getCalledFunction();
  if (callee && isReallocLikeFn(callee))
    return false;
  return isAllocationFn(call, &library) || getFreedOperand(call, &library);
}

} // namespace

BridgeAlias bridge_alias_instructions(BridgeAnalysesRef analyses, LLVMValueRef a, LLVMValueRef b) {
  AAResults &aliases = analyses->aliases();
  Instruction *first = unwrapInstruction(a), *second = unwrapInstruction(b);
  std::optional<MemoryLocation> one = locationOf(first), other = locationOf(second);
  if (one && other)
    return wrapAlias(aliases.alias(*one, *other));
  auto *firstCall = dyn_cast<CallBase>(first), *secondCall = dyn_cast<CallBase>(second);
  ModRefInfo effect = ModRefInfo::ModRef;
  if (other)
    effect = aliases.getModRefInfo(first, other);
  else if (one)
    effect = aliases.getModRefInfo(second, one);
  else if (firstCall && secondCall)
    effect = aliases.getModRefInfo(first, secondCall) | aliases.getModRefInfo(second, firstCall);
  return isNoModRef(effect) ? BRIDGE_NO_ALIAS : BRIDGE_MAY_ALIAS;
}

bool bridge_may_write(BridgeAnalysesRef analyses, LLVMValueRef writer, LLVMValueRef reader) {
  Instruction *write = unwrapInstruction(writer), *read = unwrapInstruction(reader);
  if (!write->mayWriteToMemory())
    return false;
  if (auto *intrinsic = dyn_cast<IntrinsicInst>(write))
    if (intrinsic->isAssumeLikeIntrinsic())
      return false;
  std::optional<MemoryLocation> source = locationRead(read);
  if (!source)
    return true;
  BatchAAResults &aliases = analyses->crossIterationAliases();
  MemoryLocation exact = acrossIterations(*analyses, *source), whole = wholeObject(exact);
  if (read->hasMetadata(LLVMContext::MD_invariant_load) ||
      !isModSet(aliases.getModRefInfoMask(whole)))
    return false; // constant memory
  if (auto *store = dyn_cast<StoreInst>(write)) {
    if (isStrongerThan(store->getOrdering(), AtomicOrdering::Unordered))
      return true;
    MemoryLocation target = acrossIterations(*analyses, MemoryLocation::get(store));
    return !aliases.isNoAlias(target, exact) && !aliases.isNoAlias(wholeObject(target), whole);
  }
  if (auto *call = dyn_cast<CallBase>(write)) {
    if (onlyManagesMemory(*analyses, call))
      return false;
    if (writesErrnoAtMost(*analyses, call) && !mayReadErrno(read, exact))
      return false;
  }
  return isModSet(aliases.getModRefInfo(write, exact)) &&
         isModSet(aliases.getModRefInfo(write, whole));
}

LLVMValueRef bridge_underlying_object(LLVMValueRef pointer) {
  return wrap(getUnderlyingObject(unwrap(pointer), /*MaxLookup=*/0));
}

bool bridge_is_identified_object(LLVMValueRef object) { return isIdentifiedObject(unwrap(object)); }

bool bridge_pointer_may_be_captured(LLVMValueRef pointer) {
  return PointerMayBeCaptured(unwrap(pointer), /*ReturnCaptures=*/true);
}

// ---- effects ----

bool bridge_may_write_memory(LLVMValueRef instruction) {
  return unwrapInstruction(instruction)->mayWriteToMemory();
}

bool bridge_may_read_memory(LLVMValueRef instruction) {
  return unwrapInstruction(instruction)->mayReadFromMemory();
}

bool bridge_has_side_effects(LLVMValueRef instruction) {
  return unwrapInstruction(instruction)->mayHaveSideEffects();
}

bool bridge_is_safe_to_speculate(LLVMValueRef instruction) {
  return isSafeToSpeculativelyExecute(unwrapInstruction(instruction));
}

bool bridge_wont_return(LLVMValueRef call) {
  auto *base = dyn_cast<CallBase>(unwrap(call));
  return base && base->doesNotReturn();
}

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
  for (BasicBlock *block : loop->blocks())
    for (Instruction &instruction : *block)
      visit(context, wrap(&instruction), wrap(values.lookup(&instruction)));
  bridge_analyses_invalidate(analyses);
  return true;
}

LLVMValueRef bridge_invoke_to_call(LLVMValueRef invoke) {
  return wrap(changeToCall(unwrap<InvokeInst>(invoke)));
}

bool bridge_inline_call(LLVMValueRef call) {
  InlineFunctionInfo information;
  return InlineFunction(*unwrap<CallBase>(call), information).isSuccess();
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

void bridge_promote_allocas(LLVMValueRef function, LLVMValueRef *allocas, size_t count) {
  SmallVector<AllocaInst *, 16> slots;
  for (size_t i = 0; i < count; i++)
    if (isAllocaPromotable(unwrap<AllocaInst>(allocas[i])))
      slots.push_back(unwrap<AllocaInst>(allocas[i]));
  if (slots.empty())
    return;
  DominatorTree dominators(*unwrap<Function>(function));
  PromoteMemToReg(slots, dominators);
}

bool bridge_alloca_is_promotable(LLVMValueRef alloca_instruction) {
  return isAllocaPromotable(unwrap<AllocaInst>(alloca_instruction));
}

LLVMBasicBlockRef bridge_split_block(LLVMBasicBlockRef block, LLVMValueRef before,
                                     const char *name) {
  return wrap(unwrap(block)->splitBasicBlock(unwrapInstruction(before)->getIterator(), name));
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

// ---- library functions, alignment, TBAA ----

const char *bridge_library_name(LLVMValueRef function) {
  auto *callee = dyn_cast_or_null<Function>(unwrap(function));
  if (!callee)
    return nullptr;
  TargetLibraryInfoImpl table{Triple(callee->getParent()->getTargetTriple())};
  TargetLibraryInfo library(table);
  LibFunc name;
  if (!library.getLibFunc(*callee, name) || !library.has(name))
    return nullptr;
  return TargetLibraryInfo::getStandardName(name).data();
}

uint64_t bridge_pointer_alignment(LLVMValueRef pointer) {
  Value *value = unwrap(pointer);
  const Function *function = nullptr;
  if (auto *instruction = dyn_cast<Instruction>(value))
    function = instruction->getFunction();
  else if (auto *argument = dyn_cast<Argument>(value))
    function = argument->getParent();
  if (function)
    return getKnownAlignment(value, function->getDataLayout()).value();
  if (auto *global = dyn_cast<GlobalValue>(value->stripPointerCasts()))
    return value->getPointerAlignment(global->getDataLayout()).value();
  return 1;
}

namespace {

// The name in a TBAA type node: (name, …), or (parent, size, name, …) in the newer format.
const char *typeName(const Metadata *node) {
  auto *type = dyn_cast_or_null<MDNode>(node);
  if (!type)
    return nullptr;
  for (unsigned i : {0u, 2u})
    if (i < type->getNumOperands())
      if (auto *name = dyn_cast_or_null<MDString>(type->getOperand(i)))
        return name->getString().data();
  return nullptr;
}

// The type that is accessed: (base, access, offset …), or the type node itself in the oldest
// format.
const char *accessName(const Metadata *node) {
  auto *tag = dyn_cast_or_null<MDNode>(node);
  if (!tag || tag->getNumOperands() == 0)
    return nullptr;
  if (tag->getNumOperands() >= 3 && isa_and_nonnull<MDNode>(tag->getOperand(0)) &&
      isa_and_nonnull<MDNode>(tag->getOperand(1)))
    return typeName(tag->getOperand(1));
  return typeName(tag);
}

} // namespace

const char *bridge_tbaa_name(LLVMValueRef instruction) {
  return accessName(unwrapInstruction(instruction)->getMetadata(LLVMContext::MD_tbaa));
}

size_t bridge_tbaa_struct(LLVMValueRef memcpy_call, uint64_t *offsets, uint64_t *sizes,
                          const char **names, size_t capacity) {
  MDNode *fields = unwrapInstruction(memcpy_call)->getMetadata(LLVMContext::MD_tbaa_struct);
  size_t count = fields ? fields->getNumOperands() / 3 : 0;
  for (size_t i = 0; i < count && i < capacity; i++) {
    auto number = [&](unsigned operand) {
      return mdconst::extract<ConstantInt>(fields->getOperand(unsigned(3 * i) + operand))
          ->getZExtValue();
    };
    offsets[i] = number(0);
    sizes[i] = number(1);
    names[i] = accessName(fields->getOperand(unsigned(3 * i) + 2));
  }
  return count;
}

namespace {

template <typename T> std::optional<T> valueOf(Expected<T> expected) {
  if (expected)
    return std::move(*expected);
  consumeError(expected.takeError());
  return std::nullopt;
}

// `isBitcode` knows the sections for link-time optimisation, the names those of -fembed-bitcode.
bool holdsBitcode(const object::SectionRef &section) {
  StringRef name = valueOf(section.getName()).value_or("");
  return section.isBitcode() || name == ".llvmbc" || name == "__bitcode";
}

} // namespace

unsigned bridge_source_parameter(LLVMValueRef argument) {
  SmallVector<DbgVariableRecord *, 4> records;
  findDbgUsers(unwrap(argument), records);
  for (DbgVariableRecord *record : records)
    if (!record->getDebugLoc().getInlinedAt() && record->getVariable()->getArg())
      return record->getVariable()->getArg();
  return 0;
}

void bridge_name_parameters(LLVMValueRef function) {
  for (Argument &argument : unwrap<Function>(function)->args()) {
    if (argument.hasName())
      continue;
    SmallVector<DbgVariableRecord *, 4> records;
    findDbgUsers(&argument, records);
    for (User *user : argument.users()) // unoptimised code stores it to a variable
      if (auto *store = dyn_cast<StoreInst>(user); store && store->getValueOperand() == &argument)
        findDbgUsers(store->getPointerOperand(), records);
    for (DbgVariableRecord *record : records)
      if (!record->getDebugLoc().getInlinedAt() && record->getVariable()->getArg() &&
          !record->getExpression()->getFragmentInfo()) {
        argument.setName(record->getVariable()->getName());
        break;
      }
  }
}

int bridge_mangled_parameter_count(const char *name) {
  ItaniumPartialDemangler demangler;
  if (demangler.partialDemangle(name) || !demangler.isFunction())
    return -1;
  char *text = demangler.getFunctionParameters(nullptr, nullptr);
  if (!text)
    return -1;
  int count = 0, depth = 0;
  for (const char *c = text; *c; c++) {
    depth += StringRef("(<[{").contains(*c);
    depth -= StringRef(")>]}").contains(*c);
    count += *c == ',' && depth == 1;
  }
  count += StringRef(text) != "()";
  std::free(text);
  return count;
}

bool bridge_find_bitcode(const char *bytes, size_t size, const char **start, size_t *length) {
  StringRef found(bytes, size);
  if (identify_magic(found) != file_magic::bitcode) {
    auto object = valueOf(object::ObjectFile::createObjectFile(MemoryBufferRef(found, "")));
    if (!object)
      return false;
    found = "";
    for (const object::SectionRef &section : (*object)->sections())
      if (holdsBitcode(section))
        if (auto contents = valueOf(section.getContents()); contents && contents->size() > 1)
          found = *contents;
  }
  *start = found.data();
  *length = found.size();
  return !found.empty();
}
