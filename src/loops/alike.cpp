// Two regions are alike where they have the same blocks with the same instructions, and where for
// every value that the first takes from outside there is one that the second takes in all of the
// same places. A function made of the first then does what the second does, if it is called with
// the values of the second. Flags and metadata promise what need not hold in both: those that
// differ are dropped. Not so alias scopes, without which the loops would be slower. They come in
// copies, one for each time that a function was inlined: the same promise under other names.
#include "alike.h"

#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/Metadata.h"
#include "llvm/IR/Operator.h"

using namespace llvm;

namespace {

// A one-to-one correspondence of alias scopes, and of their domains.
class Scopes {
public:
  // Do two lists of scopes correspond? Those that are seen for the first time do from then on.
  bool match(const MDNode *list, const MDNode *other) {
    if (!list || !other)
      return list == other;
    if (list->getNumOperands() != other->getNumOperands())
      return false;
    for (unsigned i = 0; i < list->getNumOperands(); i++)
      if (!matchScope(dyn_cast_or_null<MDNode>(list->getOperand(i)),
                      dyn_cast_or_null<MDNode>(other->getOperand(i))))
        return false;
    return true;
  }

private:
  DenseMap<const MDNode *, const MDNode *> there, back;

  bool matchNode(const MDNode *node, const MDNode *other) {
    return there.try_emplace(node, other).first->second == other &&
           back.try_emplace(other, node).first->second == node;
  }

  bool matchScope(const MDNode *scope, const MDNode *other) {
    if (!scope || !other)
      return false;
    const MDNode *domain = AliasScopeNode(scope).getDomain();
    const MDNode *otherDomain = AliasScopeNode(other).getDomain();
    return domain && otherDomain && matchNode(domain, otherDomain) && matchNode(scope, other);
  }
};

class Comparison {
public:
  Comparison(const Region &region, const Region &other, Likeness &likeness)
      : region(region), other(other), likeness(likeness) {}

  bool run() {
    if (region.blocks.size() != other.blocks.size() || region.size != other.size || !pair())
      return false;
    for (auto [first, second] : pairs)
      if (!matchInstruction(first, second))
        return false;
    for (auto [first, second] : pairs)
      if (!collectDifferences(first, second))
        return false;
    return true;
  }

private:
  const Region &region, &other;
  Likeness &likeness;
  DenseMap<const Value *, const Value *> inside; // blocks and instructions
  DenseSet<const Value *> insideOther;
  SmallVector<std::pair<Instruction *, Instruction *>, 128> pairs;
  Scopes scopes;

  void addPair(Value *first, Value *second) {
    inside[first] = second;
    insideOther.insert(second);
  }

  bool pair() {
    addPair(region.preheader, other.preheader);
    addPair(region.exit, other.exit);
    for (size_t i = 0; i < region.blocks.size(); i++) {
      BasicBlock *first = region.blocks[i], *second = other.blocks[i];
      if (first->size() != second->size())
        return false;
      addPair(first, second);
      for (auto [a, b] : zip(*first, *second)) {
        addPair(&a, &b);
        pairs.emplace_back(&a, &b);
      }
    }
    return true;
  }

  bool matchOperand(Value *first, Value *second) {
    auto known = inside.find(first);
    if (known != inside.end())
      return known->second == second;
    if (insideOther.contains(second))
      return false;
    if (!isa<Instruction, Argument>(first))
      return first == second;
    if (!isa<Instruction, Argument, Constant>(second))
      return false;
    return likeness.outside.try_emplace(first, second).first->second == second;
  }

  bool matchInstruction(Instruction *first, Instruction *second) {
    if (!first->isSameOperationAs(second))
      return false;
    if (auto *address = dyn_cast<GetElementPtrInst>(first);
        address &&
        address->getSourceElementType() != cast<GetElementPtrInst>(second)->getSourceElementType())
      return false;
    if (auto *phi = dyn_cast<PHINode>(first))
      for (unsigned i = 0; i < phi->getNumIncomingValues(); i++)
        if (!matchOperand(phi->getIncomingBlock(i), cast<PHINode>(second)->getIncomingBlock(i)))
          return false;
    if (isa<NoAliasScopeDeclInst>(first))
      return true; // the list is compared with those of the accesses
    for (unsigned i = 0; i < first->getNumOperands(); i++)
      if (!matchOperand(first->getOperand(i), second->getOperand(i)))
        return false;
    return matchLoops(first->getMetadata(LLVMContext::MD_loop),
                      second->getMetadata(LLVMContext::MD_loop));
  }

  // What is said of loops decides what becomes of them, and has to be the same.
  bool matchLoops(const MDNode *first, const MDNode *second) {
    if (!first || !second)
      return first == second;
    auto properties = [](const MDNode *node) {
      SmallVector<const Metadata *, 4> found;
      for (const MDOperand &operand : drop_begin(node->operands()))
        if (!isa<DILocation>(operand))
          found.push_back(operand);
      return found;
    };
    return properties(first) == properties(second);
  }

  bool collectDifferences(Instruction *first, Instruction *second) {
    for (unsigned kind : {LLVMContext::MD_alias_scope, LLVMContext::MD_noalias})
      if (!scopes.match(first->getMetadata(kind), second->getMetadata(kind)))
        return false;
    if (!first->hasSameSubclassOptionalData(second))
      likeness.flags.emplace_back(first, second);
    SmallVector<std::pair<unsigned, MDNode *>, 4> all;
    first->getAllMetadataOtherThanDebugLoc(all);
    for (auto [kind, node] : all)
      if (kind != LLVMContext::MD_loop && kind != LLVMContext::MD_alias_scope &&
          kind != LLVMContext::MD_noalias && node != second->getMetadata(kind))
        likeness.metadata.emplace_back(first, kind);
    return true;
  }
};

} // namespace

bool readLikeness(const Region &region, const Region &other, Likeness &likeness) {
  return Comparison(region, other, likeness).run();
}

void forgetDifferences(const Likeness &likeness) {
  for (auto [first, second] : likeness.flags)
    first->andIRFlags(second);
  for (auto [instruction, kind] : likeness.metadata)
    instruction->setMetadata(kind, nullptr);
}
