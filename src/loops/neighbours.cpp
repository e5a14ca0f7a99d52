// Accesses of a loop at places a constant number of iterations apart, and what lies beside them.
#include "neighbours.h"

#include "llvm/IR/DataLayout.h"

using namespace llvm;

static const SCEV *addressOf(const Instruction *access, ScalarEvolution &evolution) {
  return evolution.getSCEV(const_cast<Value *>(getLoadStorePointerOperand(access)));
}

static int64_t bytesOf(const Instruction *access) {
  return (int64_t)access->getDataLayout()
      .getTypeStoreSize(getLoadStoreType(access))
      .getFixedValue();
}

bool startNeighbours(Neighbours &places, Instruction *access, const Loop *loop,
                     ScalarEvolution &evolution) {
  places = {};
  places.type = getLoadStoreType(access);
  places.first = dyn_cast<SCEVAddRecExpr>(addressOf(access, evolution));
  if (!places.first || places.first->getLoop() != loop || !places.first->isAffine() ||
      !places.type->isFloatingPointTy())
    return false;
  auto *stride = dyn_cast<SCEVConstant>(places.first->getStepRecurrence(evolution));
  places.stride = stride ? stride->getAPInt().getSExtValue() : 0;
  return std::abs(places.stride) >= bytesOf(access);
}

std::optional<int64_t> joinNeighbours(Neighbours &places, Instruction *access, unsigned widest,
                                      ScalarEvolution &evolution) {
  if (getLoadStoreType(access) != places.type)
    return std::nullopt;
  auto *distance =
      dyn_cast<SCEVConstant>(evolution.getMinusSCEV(addressOf(access, evolution), places.first));
  if (!distance || distance->getAPInt().getSExtValue() % places.stride != 0)
    return std::nullopt;
  int64_t ahead = distance->getAPInt().getSExtValue() / places.stride;
  if (std::max(ahead, places.most) - std::min(ahead, places.least) >= (int64_t)widest)
    return std::nullopt;
  places.most = std::max(ahead, places.most);
  places.least = std::min(ahead, places.least);
  return ahead;
}

bool isBeside(const Neighbours &places, Instruction *other, const Loop *loop,
              ScalarEvolution &evolution, const ScalarEvolution::LoopGuards &guards) {
  auto *address = dyn_cast<SCEVAddRecExpr>(addressOf(other, evolution));
  if (!address || address->getLoop() != loop || !address->isAffine() ||
      address->getStepRecurrence(evolution) != places.first->getStepRecurrence(evolution))
    return false;
  const SCEV *distance = evolution.getMinusSCEV(address, places.first);
  if (isa<SCEVCouldNotCompute>(distance))
    return false;
  distance = evolution.applyLoopGuards(distance, guards);
  int64_t a = places.least * places.stride, b = places.most * places.stride;
  int64_t bytes = (int64_t)other->getDataLayout().getTypeStoreSize(places.type).getFixedValue();
  auto number = [&](int64_t value) {
    return evolution.getConstant(distance->getType(), (uint64_t)value, /*isSigned=*/true);
  };
  return evolution.isKnownPredicate(ICmpInst::ICMP_SGE, distance, number(std::max(a, b) + bytes)) ||
         evolution.isKnownPredicate(ICmpInst::ICMP_SLE, distance,
                                    number(std::min(a, b) - bytesOf(other)));
}

bool isElsewhereInEach(const Loop *loop, const Instruction *access, ScalarEvolution &evolution) {
  return isElsewhereInEach(loop, access, addressOf(access, evolution), evolution);
}

bool isElsewhereInEach(const Loop *loop, const Instruction *access, const SCEV *address,
                       ScalarEvolution &evolution) {
  auto *steps = dyn_cast<SCEVAddRecExpr>(address);
  if (!steps || steps->getLoop() != loop || !steps->isAffine())
    return false;
  const SCEV *step = steps->getStepRecurrence(evolution);
  return evolution.isKnownNonZero(step) &&
         evolution.getConstantMultiple(step).abs().uge((uint64_t)bytesOf(access));
}

// The most bytes by which an address changes from one iteration to the next; null: not constant.
static const SCEV *paceOf(const SCEV *address, const Loop *loop, ScalarEvolution &evolution) {
  if (evolution.isLoopInvariant(address, loop))
    return evolution.getZero(evolution.getEffectiveSCEVType(address->getType()));
  auto *steps = dyn_cast<SCEVAddRecExpr>(address);
  if (!steps || steps->getLoop() != loop || !steps->isAffine())
    return nullptr;
  auto *step = dyn_cast<SCEVConstant>(steps->getStepRecurrence(evolution));
  return step ? evolution.getConstant(step->getAPInt().abs()) : nullptr;
}

static bool endsAreApart(const Instruction *a, const Instruction *b, const Loop *loop,
                         ScalarEvolution &evolution) {
  const SCEV *distance = evolution.getMinusSCEV(addressOf(a, evolution), addressOf(b, evolution));
  const SCEV *last = evolution.getSymbolicMaxBackedgeTakenCount(loop);
  if (isa<SCEVCouldNotCompute>(distance) || isa<SCEVCouldNotCompute>(last))
    return true; // no distance is known to the analysis either
  const SCEV *paces[] = {paceOf(addressOf(a, evolution), loop, evolution),
                         paceOf(addressOf(b, evolution), loop, evolution)};
  if (!paces[0] || !paces[1])
    return true; // nor a stride
  auto bytes = (uint64_t)std::max(bytesOf(a), bytesOf(b));
  const SCEV *pace = evolution.getUMaxExpr(paces[0], paces[1]);
  if (bytesOf(a) == bytesOf(b) && evolution.getConstantMultiple(distance).urem(bytes) == 0 &&
      evolution.getConstantMultiple(pace).urem(bytes) == 0)
    return true;
  Type *type = distance->getType();
  if (evolution.getTypeSizeInBits(last->getType()) > evolution.getTypeSizeInBits(type))
    return false;
  const SCEV *way = evolution.getMulExpr(evolution.getNoopOrZeroExtend(last, type), pace);
  const SCEV *reach = evolution.getAddExpr(way, evolution.getConstant(type, bytes));
  return evolution.isKnownPredicate(ICmpInst::ICMP_SGE, distance, reach) ||
         evolution.isKnownPredicate(ICmpInst::ICMP_SLE, distance, evolution.getNegativeSCEV(reach));
}

bool endsAreApart(Loop *loop, ScalarEvolution &evolution) {
  SmallVector<const Instruction *, 32> accesses;
  bool whole = true; // of one size, and aligned to it: two of them are the same, or apart
  for (BasicBlock *block : loop->blocks())
    for (Instruction &instruction : *block)
      if (getLoadStorePointerOperand(&instruction)) {
        accesses.push_back(&instruction);
        whole &= bytesOf(&instruction) == bytesOf(accesses[0]) &&
                 getLoadStoreAlignment(&instruction).value() >= (uint64_t)bytesOf(&instruction);
      }
  for (size_t i = 0; !whole && i < accesses.size(); i++)
    for (size_t k = 0; k < i; k++)
      if ((isa<StoreInst>(accesses[i]) || isa<StoreInst>(accesses[k])) &&
          !endsAreApart(accesses[i], accesses[k], loop, evolution))
        return false;
  return true;
}
