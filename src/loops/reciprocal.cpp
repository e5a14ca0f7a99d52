// Quotients by what a reciprocal is known of. The chain rule divides by a norm once more for each
// of its steps, where the primal had use for the reciprocal:
//
//   r = 1 / d;  …  s = -t / (d * d);  v = s / 2 / d;
//
// Where reciprocals are allowed that is s = -t * r * r and v = s / 2 * r. A division takes as long
// as three products, and what comes behind waits for each of them.
//
// One reciprocal serves the factors of its divisor, too. The force m / (x * sqrt(x)) is derived by
// both, and with r = 1 / (x * sqrt(x)) the quotient by sqrt(x) is a product with x * r, that by x
// one with sqrt(x) * r.
//
// Only what is derived of r may share it so. Where r is computed in vain, as of a negative x whose
// force is not taken in the end, it is worth nothing, and a quotient by x alone would be, too.
#include "reciprocal.h"

#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/Intrinsics.h"
#include "llvm/IR/PatternMatch.h"

#include <functional>
#include <map>

using namespace llvm;
using namespace PatternMatch;

namespace {

constexpr size_t MAX_COFACTORS = 2; // a product with more of them is no cheaper than a division

bool mayShare(const Instruction &instruction) {
  return instruction.hasAllowReciprocal() && instruction.hasAllowReassoc();
}

// The reciprocal of a value is `reciprocal`, that of a product, times the product's other factors.
struct Share {
  Instruction *reciprocal;
  SmallVector<Value *, MAX_COFACTORS> cofactors;
};

// What divides a value: a factor, and the others.
struct Factor {
  Value *factor;
  SmallVector<Value *, MAX_COFACTORS> cofactors;
};

bool isChosenOrZero(const Instruction &instruction) {
  auto *select = dyn_cast<SelectInst>(&instruction);
  return select && (match(select->getTrueValue(), m_AnyZeroFP()) ||
                    match(select->getFalseValue(), m_AnyZeroFP()));
}

// The value without its sign and constant factors: zero where it is.
const Value *withoutScale(const Value *value) {
  const Value *rest;
  while (match(value, m_FMul(m_Value(rest), m_Constant())) || match(value, m_FNeg(m_Value(rest))))
    value = rest;
  return value;
}

// The chain rule takes 0 for a quotient of 0, whatever divides it. Is nothing else made of this
// one?
bool isZeroWithDividend(const Instruction &quotient) {
  const Value *dividend = withoutScale(quotient.getOperand(0));
  return all_of(quotient.users(), [&](const User *user) {
    CmpPredicate predicate;
    Value *compared;
    return match(user, m_Select(m_FCmp(predicate, m_Value(compared), m_AnyZeroFP()), m_AnyZeroFP(),
                                m_Specific(&quotient))) &&
           predicate == CmpInst::FCMP_OEQ && withoutScale(compared) == dividend;
  });
}

// Is the value a product, or a sum, with the reciprocal in it? `mayBeZero`: or 0, as a whole.
bool isDerivedFrom(const Value *value, const Instruction &reciprocal, bool mayBeZero,
                   unsigned depth = 0) {
  constexpr unsigned MAX_DEPTH = 8;
  if (value == &reciprocal)
    return true;
  auto *instruction = dyn_cast<Instruction>(value);
  if (!instruction || depth == MAX_DEPTH)
    return false;
  switch (instruction->getOpcode()) {
  case Instruction::FMul:
  case Instruction::FNeg:
    break;
  case Instruction::FAdd:
  case Instruction::FSub:
    mayBeZero = false;
    break;
  case Instruction::Select:
    if (!mayBeZero || !isChosenOrZero(*instruction))
      return false;
    break;
  default:
    return false;
  }
  return any_of(instruction->operands(), [&](const Use &operand) {
    return isDerivedFrom(operand, reciprocal, mayBeZero, depth + 1);
  });
}

class Reciprocals {
public:
  Reciprocals(Function &function, const DominatorTree &dominators) : dominators(dominators) {
    Value *value;
    for (Instruction &instruction : instructions(function))
      if (match(&instruction, m_Intrinsic<Intrinsic::sqrt>(m_Value(value))) &&
          instruction.hasAllowReassoc())
        roots.insert({value, &instruction});
    for (Instruction &instruction : instructions(function))
      if (match(&instruction, m_FDiv(m_FPOne(), m_Value(value))))
        add(value, instruction);
    for (BasicBlock &block : function)
      shareIn(block);
  }

  bool areNone() const { return known.empty(); }

  // The quotient as a product, or null.
  Value *product(Instruction &quotient) const {
    Value *dividend, *divisor, *factor;
    if (!match(&quotient, m_FDiv(m_Value(dividend), m_Value(divisor))) ||
        match(dividend, m_FPOne()) || !quotient.hasAllowReciprocal())
      return nullptr;
    IRBuilder<> builder(&quotient);
    builder.setFastMathFlags(quotient.getFastMathFlags());
    if (Value *reciprocal = of(divisor, quotient, builder))
      return builder.CreateFMul(dividend, reciprocal);
    bool isSquare = match(divisor, m_FMul(m_Value(factor), m_Deferred(factor)));
    if (!isSquare || !quotient.hasAllowReassoc() || !cast<Instruction>(divisor)->hasAllowReassoc())
      return nullptr;
    Value *reciprocal = of(factor, quotient, builder);
    return reciprocal ? builder.CreateFMul(builder.CreateFMul(dividend, reciprocal), reciprocal)
                      : nullptr;
  }

private:
  const DominatorTree &dominators;
  MapVector<Value *, SmallVector<Share, 2>> known;
  DenseMap<Value *, Instruction *> roots; // by what they are the root of

  void add(Value *divisor, Instruction &reciprocal) {
    known[divisor].push_back({&reciprocal, {}});
    if (!mayShare(reciprocal))
      return;
    for (Factor &factor : factorsOf(divisor))
      known[factor.factor].push_back({&reciprocal, factor.cofactors});
  }

  SmallVector<Factor, 8> factorsOf(Value *value) const {
    SmallVector<Factor, 8> found{{value, {}}};
    for (size_t i = 0; i < found.size(); i++) {
      Factor whole = found[i];
      if (whole.cofactors.size() == MAX_COFACTORS)
        continue;
      auto split = [&](Value *factor, Value *cofactor) {
        found.push_back({factor, whole.cofactors});
        found.back().cofactors.push_back(cofactor);
      };
      Value *first, *second;
      if (match(whole.factor, m_FMul(m_Value(first), m_Value(second))) &&
          cast<Instruction>(whole.factor)->hasAllowReassoc()) {
        split(first, second);
        if (first != second)
          split(second, first);
      }
      if (Instruction *root = roots.lookup(whole.factor))
        split(root, root);
    }
    found.erase(found.begin());
    return found;
  }

  // Makes the reciprocal of each divisor in the block that is a multiple of others there.
  void shareIn(BasicBlock &block) {
    SmallSetVector<Value *, 8> divisors;
    Value *divisor;
    for (Instruction &instruction : block)
      if (match(&instruction, m_FDiv(m_Value(), m_Value(divisor))) && mayShare(instruction) &&
          !isa<Constant>(divisor))
        divisors.insert(divisor);
    if (divisors.size() < 2)
      return;
    std::map<size_t, SmallVector<Value *, 2>, std::greater<>> multiples; // by what each serves
    for (Value *multiple : divisors) {
      size_t served = count_if(factorsOf(multiple), [&](const Factor &factor) {
        return divisors.contains(factor.factor);
      });
      if (served)
        multiples[served].push_back(multiple);
    }
    for (const auto &[served, values] : multiples)
      for (Value *multiple : values)
        makeReciprocal(*multiple, block);
  }

  void makeReciprocal(Value &divisor, BasicBlock &block) {
    auto *definition = dyn_cast<Instruction>(&divisor);
    bool isHere = definition && definition->getParent() == &block;
    if (isHere && isa<PHINode>(definition))
      isHere = false;
    IRBuilder<> builder(&block, isHere ? std::next(definition->getIterator())
                                       : block.getFirstInsertionPt());
    for (const Share &share : known.lookup(&divisor))
      if (dominators.dominates(share.reciprocal, &*builder.GetInsertPoint()))
        return;
    for (Instruction &quotient : block)
      if (match(&quotient, m_FDiv(m_Value(), m_Specific(&divisor))) && mayShare(quotient)) {
        builder.setFastMathFlags(quotient.getFastMathFlags());
        builder.SetCurrentDebugLocation(quotient.getDebugLoc());
        break;
      }
    Value *one = ConstantFP::get(divisor.getType(), 1);
    if (auto *reciprocal = dyn_cast<Instruction>(builder.CreateFDiv(one, &divisor)))
      add(&divisor, *reciprocal);
  }

  static bool maySharePartly(const Instruction &quotient, const Instruction &reciprocal) {
    return mayShare(quotient) &&
           isDerivedFrom(quotient.getOperand(0), reciprocal, isZeroWithDividend(quotient));
  }

  // The reciprocal of the divisor where the user stands, or null.
  Value *of(Value *divisor, const Instruction &user, IRBuilder<> &builder) const {
    auto place = known.find(divisor);
    if (place == known.end())
      return nullptr;
    auto isThere = [&](Value *value) { return dominators.dominates(value, &user); };
    for (const Share &share : place->second) {
      if (!isThere(share.reciprocal) || !all_of(share.cofactors, isThere) ||
          (!share.cofactors.empty() && !maySharePartly(user, *share.reciprocal)))
        continue;
      Value *reciprocal = share.reciprocal;
      for (Value *cofactor : share.cofactors)
        reciprocal = builder.CreateFMul(reciprocal, cofactor);
      return reciprocal;
    }
    return nullptr;
  }
};

} // namespace

PreservedAnalyses ReciprocalPass::run(Function &function, FunctionAnalysisManager &manager) {
  Reciprocals reciprocals(function, manager.getResult<DominatorTreeAnalysis>(function));
  if (reciprocals.areNone())
    return PreservedAnalyses::all();
  SmallVector<Instruction *, 8> replaced; // they may yet be factors of what follows
  for (Instruction &instruction : instructions(function))
    if (Value *product = reciprocals.product(instruction)) {
      instruction.replaceAllUsesWith(product);
      replaced.push_back(&instruction);
    }
  for (Instruction *instruction : reverse(replaced))
    if (instruction->use_empty())
      instruction->eraseFromParent();
  PreservedAnalyses kept;
  kept.preserveSet<CFGAnalyses>();
  return kept;
}
