// The bridge: what LLVM can do and its C API cannot say. Each function is a thin call of LLVM; the
// two that think are bridge_may_write (bridge_alias.cpp: aliasing between any two iterations) and
// bridge_expand_range (bridge_ranges.cpp: the bytes that an access covers over a loop nest). No
// differentiation logic belongs here. This file: dominators, loops and how often they run.
#include "bridge_analyses.h"
#include "bridge_walk.h"

#include "llvm/Analysis/CFG.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/Transforms/Utils/ScalarEvolutionExpander.h"

using namespace llvm;

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

LLVMBasicBlockRef bridge_common_dominator(BridgeAnalysesRef analyses, LLVMBasicBlockRef a,
                                          LLVMBasicBlockRef b) {
  return wrap(analyses->dominators().findNearestCommonDominator(unwrap(a), unwrap(b)));
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
  // An instruction reaches itself only through a cycle.
  return (source->getParent() == target->getParent() && source->comesBefore(target)) ||
         analyses->mayReach(source->getParent(), target->getParent());
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

} // namespace

// The count in 64 bits, or null if it is not known.
static const SCEV *asWord(ScalarEvolution &evolution, const SCEV *count) {
  if (isa<SCEVCouldNotCompute>(count) || evolution.getTypeSizeInBits(count->getType()) > 64)
    return nullptr;
  count = SafeDivision(evolution).visit(count);
  return evolution.getNoopOrZeroExtend(count, Type::getInt64Ty(evolution.getContext()));
}

const SCEV *bridge_count_of(ScalarEvolution &evolution, const Loop *loop) {
  return asWord(evolution, evolution.getBackedgeTakenCount(loop));
}

bool bridge_loop_count_is_known(BridgeAnalysesRef analyses, BridgeLoopRef loop) {
  return bridge_count_of(analyses->evolution(), unwrapLoop(loop)) != nullptr;
}

int64_t bridge_loop_constant_count(BridgeAnalysesRef analyses, BridgeLoopRef loop) {
  const SCEV *count = bridge_count_of(analyses->evolution(), unwrapLoop(loop));
  auto *constant = dyn_cast_or_null<SCEVConstant>(count);
  return constant && !constant->getAPInt().isNegative() ? constant->getAPInt().getSExtValue() : -1;
}

int64_t bridge_loop_constant_bound(BridgeAnalysesRef analyses, BridgeLoopRef loop) {
  return int64_t(analyses->evolution().getSmallConstantMaxTripCount(unwrapLoop(loop))) - 1;
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
  const SCEV *count = bridge_count_of(evolution, unwrapLoop(loop));
  if (!count)
    return nullptr;
  Type *type = Type::getInt64Ty(unwrapLoop(loop)->getHeader()->getContext());
  std::string text;
  const SCEV *trips =
      evolution.getAddExpr(withoutCasts(evolution, count, type), evolution.getOne(type));
  return appendText(trips, true, text) ? strdup(text.c_str()) : nullptr;
}

unsigned bridge_iteration_bits(BridgeAnalysesRef analyses, BridgeLoopRef loop) {
  const SCEV *count = bridge_count_of(analyses->evolution(), unwrapLoop(loop));
  return count ? analyses->evolution().getUnsignedRangeMax(count).getActiveBits() + 1 : 64;
}

unsigned bridge_signed_bits(BridgeAnalysesRef analyses, LLVMValueRef integer) {
  Value *value = unwrap(integer);
  ScalarEvolution &evolution = analyses->evolution();
  const DataLayout &layout = analyses->function.getDataLayout();
  unsigned bits = ComputeMaxSignificantBits(value, layout);
  if (evolution.isSCEVable(value->getType()))
    bits = std::min(bits, evolution.getSignedRange(evolution.getSCEV(value)).getMinSignedBits());
  return bits;
}

bool bridge_loop_count_is_invariant(BridgeAnalysesRef analyses, BridgeLoopRef loop,
                                    BridgeLoopRef outer) {
  const SCEV *count = bridge_count_of(analyses->evolution(), unwrapLoop(loop));
  return count && (!outer || analyses->evolution().isLoopInvariant(count, unwrapLoop(outer)));
}

bool bridge_loop_count_can_expand(BridgeAnalysesRef analyses, BridgeLoopRef loop, LLVMValueRef at) {
  ScalarEvolution &evolution = analyses->evolution();
  const SCEV *count = bridge_count_of(evolution, unwrapLoop(loop));
  return count && SCEVExpander(evolution, "count").isSafeToExpandAt(count, unwrapInstruction(at));
}

static LLVMValueRef expandCount(ScalarEvolution &evolution, const SCEV *count, LLVMValueRef at) {
  if (!count)
    return nullptr;
  SCEVExpander expander(evolution, "count");
  Instruction *position = unwrapInstruction(at);
  if (!expander.isSafeToExpandAt(count, position))
    return nullptr;
  return wrap(expander.expandCodeFor(count, count->getType(), position->getIterator()));
}

LLVMValueRef bridge_loop_expand_count(BridgeAnalysesRef analyses, BridgeLoopRef loop,
                                      LLVMValueRef at) {
  ScalarEvolution &evolution = analyses->evolution();
  return expandCount(evolution, bridge_count_of(evolution, unwrapLoop(loop)), at);
}

LLVMValueRef bridge_loop_expand_exit_count(BridgeAnalysesRef analyses, BridgeLoopRef loop,
                                           LLVMBasicBlockRef exiting, LLVMValueRef at) {
  ScalarEvolution &evolution = analyses->evolution();
  const SCEV *count = evolution.getExitCount(unwrapLoop(loop), unwrap(exiting));
  return expandCount(evolution, asWord(evolution, count), at);
}

bool bridge_value_is_invariant(BridgeAnalysesRef analyses, LLVMValueRef value, BridgeLoopRef loop) {
  if (unwrapLoop(loop)->isLoopInvariant(unwrap(value)))
    return true;
  ScalarEvolution &evolution = analyses->evolution();
  return evolution.isSCEVable(unwrap(value)->getType()) &&
         evolution.isLoopInvariant(evolution.getSCEV(unwrap(value)), unwrapLoop(loop));
}
