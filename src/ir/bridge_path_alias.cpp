#include "bridge_path_alias.h"

#include "llvm/ADT/SmallVector.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/Function.h"
#include "llvm/IR/Instruction.h"
#include "llvm/Support/SaveAndRestore.h"

using namespace llvm;

namespace {

enum { MOST_OBJECTS = 8 };

// What the pointer may be a place in, other than null; false if that is too much to compare.
bool findObjects(const Value *pointer, SmallVectorImpl<const Value *> &objects) {
  SmallVector<const Value *, MOST_OBJECTS> found;
  getUnderlyingObjects(pointer, found, /*LI=*/nullptr, /*MaxLookup=*/0);
  if (found.size() > MOST_OBJECTS)
    return false;
  for (const Value *object : found) {
    auto *null = dyn_cast<ConstantPointerNull>(object);
    if (!null || null->getType()->getAddressSpace() != 0)
      objects.push_back(object);
  }
  return true;
}

bool isChoice(const Value *pointer) {
  const Value *object = getUnderlyingObject(pointer, /*MaxLookup=*/0);
  return isa<PHINode, SelectInst>(object);
}

} // namespace

AliasResult PathAliases::alias(const MemoryLocation &a, const MemoryLocation &b, AAQueryInfo &query,
                               const Instruction *at) {
  if (!isChoice(a.Ptr) && !isChoice(b.Ptr))
    return AliasResult::MayAlias;
  SmallVector<const Value *, MOST_OBJECTS> ones, others;
  if (!findObjects(a.Ptr, ones) || !findObjects(b.Ptr, others))
    return AliasResult::MayAlias;
  SaveAndRestore betweenIterations(query.MayBeCrossIteration, true);
  for (const Value *one : ones)
    for (const Value *other : others)
      if (isChoice(one) || isChoice(other) ||
          query.AAR.alias(MemoryLocation::getBeforeOrAfter(one),
                          MemoryLocation::getBeforeOrAfter(other), query,
                          at) != AliasResult::NoAlias)
        return AliasResult::MayAlias;
  return AliasResult::NoAlias;
}
