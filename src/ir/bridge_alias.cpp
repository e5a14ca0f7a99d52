// What may touch what: alias analysis within an iteration and across iterations, and effects.
#include "bridge_analyses.h"

#include "llvm/Analysis/CaptureTracking.h"
#include "llvm/Analysis/MemoryBuiltins.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/InstIterator.h"

using namespace llvm;

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

// What a reader reads, or a store leaves to be read; nothing for accesses of memory that other
// threads or devices may change under us.
std::optional<MemoryLocation> locationRead(const Instruction *reader) {
  if (auto *load = dyn_cast<LoadInst>(reader))
    return load->isSimple() ? std::optional(MemoryLocation::get(load)) : std::nullopt;
  if (auto *store = dyn_cast<StoreInst>(reader)) {
    MemoryLocation left = MemoryLocation::get(store);
    left.AATags.TBAA = left.AATags.TBAAStruct = nullptr; // a later store may give it another type
    return store->isSimple() ? std::optional(left) : std::nullopt;
  }
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
// errno and signgam. One of that name that the program defines may do anything.
bool isOfMathematics(const TargetLibraryInfo &library, const CallBase *call) {
  LibFunc name;
  return call->getType()->isFloatingPointTy() && library.getLibFunc(*call, name) &&
         call->getCalledFunction()->isDeclaration() && !call->isStrictFP() &&
         all_of(call->args(), [](const Use &argument) {
           return argument->getType()->isFloatingPointTy() || argument->getType()->isIntegerTy();
         });
}

bool writesErrnoAtMost(BridgeAnalyses &analyses, const CallBase *call) {
  MemoryEffects effects = analyses.crossIterationAliases().getMemoryEffects(call);
  return effects.getWithoutLoc(IRMemLocation::InaccessibleMem).onlyAccessesErrnoMem() ||
         isOfMathematics(analyses.library(), call);
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

// LLVM knows the functions of C that allocate and release by attributes, which it infers only where
// it optimises: what comes straight from a front end has none yet.
bool managesMemoryInC(const TargetLibraryInfo &library, const CallBase *call) {
  LibFunc function;
  const Function *callee = call->getCalledFunction();
  if (!callee || call->isNoBuiltin() || !library.getLibFunc(*callee, function) ||
      !library.has(function))
    return false;
  switch (function) {
  case LibFunc_malloc:
  case LibFunc_calloc:
  case LibFunc_aligned_alloc:
  case LibFunc_memalign:
  case LibFunc_valloc:
  case LibFunc_free:
    return true;
  default:
    return false;
  }
}

// Allocation leaves existing objects alone. So does release: it ends an object, and it is for the
// caller to see that nothing is read after that.
bool onlyManagesMemory(BridgeAnalyses &analyses, const CallBase *call) {
  const TargetLibraryInfo &library = analyses.library();
  const Function *callee = call->getCalledFunction();
  if (callee && isReallocLikeFn(callee))
    return false;
  return isAllocationFn(call, &library) || getFreedOperand(call, &library) ||
         managesMemoryInC(library, call);
}

} // namespace

bool bridge_writes_errno_at_most(BridgeAnalysesRef analyses, LLVMValueRef call) {
  return writesErrnoAtMost(*analyses, unwrap<CallBase>(call));
}

void bridge_forget_errno(LLVMValueRef function) {
  Function &body = *unwrap<Function>(function);
  TargetLibraryInfoImpl known(body.getParent()->getTargetTriple());
  TargetLibraryInfo library(known, &body);
  for (Instruction &instruction : instructions(body))
    if (auto *call = dyn_cast<CallInst>(&instruction); call && isOfMathematics(library, call))
      call->setDoesNotAccessMemory();
}

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

namespace {

bool mayWrite(BridgeAnalysesRef analyses, Instruction *write, const Instruction *read,
              std::optional<MemoryLocation> source) {
  if (!write->mayWriteToMemory())
    return false;
  if (auto *intrinsic = dyn_cast<IntrinsicInst>(write))
    if (intrinsic->isAssumeLikeIntrinsic())
      return false;
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

} // namespace

bool bridge_may_write(BridgeAnalysesRef analyses, LLVMValueRef writer, LLVMValueRef reader) {
  Instruction *read = unwrapInstruction(reader);
  return mayWrite(analyses, unwrapInstruction(writer), read, locationRead(read));
}

bool bridge_may_write_any_type(BridgeAnalysesRef analyses, LLVMValueRef writer, LLVMValueRef load) {
  Instruction *read = unwrapInstruction(load);
  std::optional<MemoryLocation> source = locationRead(read);
  if (source)
    source->AATags.TBAA = source->AATags.TBAAStruct = nullptr;
  return mayWrite(analyses, unwrapInstruction(writer), read, source);
}

bool bridge_may_change_input(BridgeAnalysesRef analyses, LLVMValueRef writer, LLVMValueRef call) {
  Instruction *write = unwrapInstruction(writer);
  auto *reader = cast<CallBase>(unwrapInstruction(call));
  if (!write->mayWriteToMemory() || reader->doesNotAccessMemory())
    return false;
  BatchAAResults &aliases = analyses->crossIterationAliases();
  if (auto *store = dyn_cast<StoreInst>(write)) {
    MemoryLocation target = acrossIterations(*analyses, MemoryLocation::get(store));
    return !store->isUnordered() || isRefSet(aliases.getModRefInfo(reader, wholeObject(target)));
  }
  auto *calls = dyn_cast<CallBase>(write);
  if (!calls)
    return true;
  if (auto *intrinsic = dyn_cast<IntrinsicInst>(write)) {
    if (intrinsic->isAssumeLikeIntrinsic())
      return false;
    if (auto *block = dyn_cast<AnyMemIntrinsic>(write)) {
      MemoryLocation target = acrossIterations(*analyses, MemoryLocation::getForDest(block));
      return isRefSet(aliases.getModRefInfo(reader, wholeObject(target)));
    }
  }
  return !onlyManagesMemory(*analyses, calls);
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

bool bridge_writes_hidden_memory(LLVMValueRef instruction) {
  auto *call = dyn_cast<CallBase>(unwrapInstruction(instruction));
  return call && !isModSet(call->getMemoryEffects()
                               .getWithoutLoc(MemoryEffects::Location::InaccessibleMem)
                               .getWithoutLoc(MemoryEffects::Location::ErrnoMem)
                               .getModRef());
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
