// Versions of loop nests say of their accesses that they are apart (ir/disjoint.c), which holds for
// those that are executed. LLVM takes that for true of all: where it has unrolled a loop of a few
// iterations, it keeps in a register an element that only the last of these would write, and stores
// it behind the nest, over what another access has left there. It does so to memory that nobody
// else can see: for variables and allocations of the function, which may become such by inlining,
// the word is taken back before loops are unrolled.
#include "local_scopes.h"

#include "llvm/Analysis/AliasAnalysis.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/Metadata.h"

using namespace llvm;

namespace {

// Memory into which LLVM lets stores go that the program does not make.
bool isLocal(const Value *pointer) {
  const Value *object = getUnderlyingObject(pointer, /*MaxLookup=*/0);
  if (auto *argument = dyn_cast<Argument>(object))
    return argument->hasByValAttr() || argument->hasAttribute(Attribute::Writable);
  return isa<AllocaInst>(object) || isNoAliasCall(object);
}

bool isOfNest(const Metadata *scope) {
  auto *node = dyn_cast<MDNode>(scope);
  auto *domain =
      node && node->getNumOperands() == 2 ? dyn_cast_or_null<MDNode>(node->getOperand(1)) : nullptr;
  auto *name = domain && domain->getNumOperands() == 2
                   ? dyn_cast_or_null<MDString>(domain->getOperand(1))
                   : nullptr;
  return name && name->getString() == "adcc: apart in a nest";
}

bool dropNestScopes(Instruction &access, unsigned kind) {
  MDNode *list = access.getMetadata(kind);
  if (!list || none_of(list->operands(), [](const MDOperand &scope) { return isOfNest(scope); }))
    return false;
  SmallVector<Metadata *, 8> others;
  copy_if(list->operands(), std::back_inserter(others),
          [](const MDOperand &scope) { return !isOfNest(scope); });
  access.setMetadata(kind, others.empty() ? nullptr : MDNode::get(access.getContext(), others));
  return true;
}

} // namespace

PreservedAnalyses LocalScopesPass::run(Function &function, FunctionAnalysisManager &) {
  bool changed = false;
  for (Instruction &access : instructions(function)) {
    const Value *pointer = getLoadStorePointerOperand(&access);
    if (!pointer || !access.hasMetadata() || !isLocal(pointer))
      continue;
    changed |= dropNestScopes(access, LLVMContext::MD_alias_scope);
    changed |= dropNestScopes(access, LLVMContext::MD_noalias);
  }
  if (!changed)
    return PreservedAnalyses::all();
  PreservedAnalyses preserved;
  preserved.preserveSet<CFGAnalyses>();
  return preserved;
}
