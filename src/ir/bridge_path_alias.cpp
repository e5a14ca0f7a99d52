#include "bridge_path_alias.h"

#include "llvm/ADT/SmallVector.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/Instructions.h"
#include "llvm/Support/SaveAndRestore.h"

using namespace llvm;

namespace {

enum { MOST_OBJECTS = 8 };

// What the pointer may be a place in; false if that is too much to compare.
bool findObjects(const Value *pointer, SmallVectorImpl<const Value *> &objects) {
  getUnderlyingObjects(pointer, objects, /*LI=*/nullptr, /*MaxLookup=*/0);
  return objects.size() <= MOST_OBJECTS;
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
