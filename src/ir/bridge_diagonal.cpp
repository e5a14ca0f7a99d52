// The place k * n + k on a matrix's diagonal, which LLVM computes as k * (n + 1) in 32 bits without
// a sign. Where that is an address, the product does not wrap around, and no more does k * n, of
// which LLVM drops all promises once its loop is counted in 64 bits. In 64 bits both are
// recurrences of the loop over k, and rows are seen to lie side by side.
#include "bridge_analyses.h"

#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/PatternMatch.h"

using namespace llvm;
using namespace llvm::PatternMatch;

namespace {

struct Diagonal {
  Instruction *product = nullptr; // (size + constant) * row, does not wrap around
  Value *next = nullptr;          // size + constant
  Value *size = nullptr, *row = nullptr;
  const APInt *constant = nullptr;
};

Diagonal diagonalOf(Instruction &instruction) {
  Diagonal found;
  if (!instruction.getType()->isIntegerTy(32))
    return found;
  for (unsigned i : {0U, 1U}) {
    Value *a, *b;
    if (!match(&instruction, m_NUWMul(m_Value(a), m_Value(b))))
      return found;
    Value *sum = i ? b : a;
    if (!isa<Constant>(i ? a : b) &&
        match(sum, m_NUWAdd(m_Value(found.size), m_APInt(found.constant)))) {
      found.product = &instruction;
      found.next = sum;
      found.row = i ? a : b;
      return found;
    }
  }
  return found;
}

class Widening {
public:
  explicit Widening(Function &function) : dominators(function) {}

  bool widen(const Diagonal &diagonal) {
    Instruction *product = diagonal.product;
    SmallVector<ZExtInst *, 4> rows, places;
    // Had a product wrapped around, its own extensions would not be defined; of the row's that is
    // only known behind a place that is used as an address.
    collect(*product, places);
    if (programUndefinedIfPoison(product))
      for (User *user : diagonal.row->users()) {
        auto *other = dyn_cast<Instruction>(user);
        if (other && match(other, m_c_Mul(m_Specific(diagonal.size), m_Specific(diagonal.row))))
          collect(*other, rows);
      }
    if (places.empty())
      return false;
    IRBuilder<> builder(product->getNextNode());
    Type *wide = builder.getInt64Ty();
    Value *row = builder.CreateZExt(diagonal.row, wide);
    Value *size = builder.CreateZExt(diagonal.size, wide);
    Value *next = builder.CreateAdd(size, builder.getInt64(diagonal.constant->getZExtValue()), "",
                                    true, true);
    Value *place = builder.CreateMul(next, row, "", true, true);
    Value *start = rows.empty() ? nullptr : builder.CreateMul(size, row, "", true, true);
    replace(places, place, product); // may erase where the builder stands
    replace(rows, start, product);
    return true;
  }

private:
  DominatorTree dominators;

  static void collect(Instruction &product, SmallVectorImpl<ZExtInst *> &extensions) {
    for (User *user : product.users())
      if (auto *extension = dyn_cast<ZExtInst>(user); extension &&
                                                      extension->getType()->isIntegerTy(64) &&
                                                      !is_contained(extensions, extension))
        extensions.push_back(extension);
  }

  void replace(ArrayRef<ZExtInst *> extensions, Value *wide, const Instruction *product) {
    auto *instruction = dyn_cast_or_null<Instruction>(wide);
    const Instruction *from = instruction ? instruction : product;
    for (ZExtInst *extension : extensions) {
      extension->replaceUsesWithIf(wide, [&](Use &use) { return dominators.dominates(from, use); });
      if (extension->use_empty())
        extension->eraseFromParent();
    }
  }
};

} // namespace

bool bridge_widen_diagonals(LLVMValueRef handle) {
  Function &function = *unwrap<Function>(handle);
  SmallVector<Diagonal, 4> diagonals;
  for (Instruction &instruction : instructions(function))
    if (Diagonal diagonal = diagonalOf(instruction); diagonal.product)
      diagonals.push_back(diagonal);
  if (diagonals.empty())
    return false;
  Widening widening(function);
  bool widened = false;
  for (const Diagonal &diagonal : diagonals)
    widened |= widening.widen(diagonal);
  return widened;
}
