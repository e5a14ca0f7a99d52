// Vector versions of functions of mathematics, from glibc's libmvec.
//
// A derivative calls exp and its like as often as its primal does, and a loop with such a call is
// run one iteration at a time where there is no version for vectors. On x86-64 glibc has some,
// accurate to 4 units in the last place, and its libm.so brings them along, so that `-lm` is all it
// takes. GCC calls them where -ffast-math allows an approximation; so does adcc, in derivatives
// and in what calls them, into which they may be inlined: the rest of what a person wrote calls
// what it did.
//
// A version's name says what it takes (the vector function ABI for x86-64): _ZGVdN8v_expf is expf
// of eight lanes (N: none of them masked out), v being one vector parameter, for AVX2.
#include "vector_math.h"

#include "llvm/ADT/StringSwitch.h"
#include "llvm/Analysis/TargetTransformInfo.h"
#include "llvm/Analysis/VectorUtils.h"
#include "llvm/CodeGen/TargetSubtargetInfo.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/Module.h"
#include "llvm/IR/Operator.h"
#include "llvm/IR/VFABIDemangler.h"

#include <optional>
#include <string>

using namespace llvm;

namespace {

// One version for each: the letter of the instruction set in the names, what the processor must
// have, and how many bits its vectors have.
struct VectorSet {
  char letter;
  const char *feature;
  unsigned bits;
};
constexpr VectorSet vectorSets[] = {
    {'b', "+sse2", 128}, {'d', "+avx2", 256}, {'e', "+avx512f", 512}};

// What libmvec has versions of, by the name of the function of doubles: glibc 2.35 and later.
bool isKnown(StringRef name) {
  return StringSwitch<bool>(name)
      .Cases({"acos", "acosh", "asin", "asinh", "atan", "atan2", "atanh", "cbrt"}, true)
      .Cases({"cos", "cosh", "erf", "erfc", "exp", "exp10", "exp2", "expm1"}, true)
      .Cases({"hypot", "log", "log10", "log1p", "log2", "pow", "sin", "sinh"}, true)
      .Cases({"tan", "tanh"}, true)
      .Default(false);
}

// The name by which the library knows the function that is called, if it has versions of it and an
// approximation will do.
std::optional<std::string> libraryName(const CallInst &call) {
  const Function *callee = call.getCalledFunction();
  auto *operation = dyn_cast<FPMathOperator>(&call);
  if (!callee || !callee->isDeclaration() || !operation || !operation->hasApproxFunc() ||
      call.isNoBuiltin() || call.mayHaveSideEffects() || call.mayReadFromMemory())
    return std::nullopt;
  Type *type = call.getType(), *number = type->getScalarType();
  if (!number->isFloatTy() && !number->isDoubleTy())
    return std::nullopt;
  for (const Use &argument : call.args())
    if (argument->getType() != type)
      return std::nullopt;
  StringRef name = callee->getName(), suffix = number->isFloatTy() ? "f" : "";
  if (callee->isIntrinsic()) {
    if (!name.consume_front("llvm."))
      return std::nullopt;
    name = name.split('.').first;
  } else if (!name.consume_back(suffix))
    return std::nullopt;
  if (!isKnown(name))
    return std::nullopt;
  return (name + suffix).str();
}

FunctionCallee declare(Module &module, StringRef name, FunctionType *called, unsigned lanes) {
  Type *vector = FixedVectorType::get(called->getReturnType()->getScalarType(), lanes);
  SmallVector<Type *, 2> parameters(called->getNumParams(), vector);
  auto *type = FunctionType::get(vector, parameters, false);
  FunctionCallee version = module.getOrInsertFunction(name, type);
  if (auto *function = dyn_cast<Function>(version.getCallee())) {
    function->setDoesNotAccessMemory();
    function->setDoesNotThrow();
    function->addFnAttr(Attribute::WillReturn);
  }
  return version;
}

std::string versionName(const VectorSet &set, unsigned lanes, unsigned parameters,
                        StringRef library) {
  return std::string("_ZGV") + set.letter + "N" + std::to_string(lanes) +
         std::string(parameters, 'v') + "_" + library.str();
}

// A vector is passed in one register only where the function may use such registers: not always
// those of 512 bits where the processor has them.
void nameVersions(CallInst &call, const std::string &library, const TargetSubtargetInfo &target,
                  unsigned widest) {
  FunctionType *scalar = call.getFunctionType();
  unsigned width = scalar->getReturnType()->getScalarSizeInBits();
  SmallVector<std::string, 3> versions;
  for (const VectorSet &set : vectorSets) {
    if (!target.checkFeatures(set.feature) || set.bits > widest)
      continue;
    unsigned lanes = set.bits / width;
    std::string version = versionName(set, lanes, scalar->getNumParams(), library);
    declare(*call.getModule(), version, scalar, lanes);
    StringRef called = call.getCalledFunction()->getName();
    versions.push_back(versionName(set, lanes, scalar->getNumParams(), called) + "(" + version +
                       ")");
  }
  VFABI::setVectorVariantNames(&call, versions);
}

// The widest version that the lanes of a vector can be dealt out to, or null.
const VectorSet *versionFor(FixedVectorType *vector, const TargetSubtargetInfo &target,
                            unsigned widest) {
  const VectorSet *found = nullptr;
  for (const VectorSet &set : vectorSets)
    if (target.checkFeatures(set.feature) && set.bits <= widest &&
        vector->getPrimitiveSizeInBits().getFixedValue() % set.bits == 0)
      found = &set;
  return found;
}

// A call for vectors, from a loop that had been vectorised: code generation would take it apart,
// and call the function for every lane.
void callVersion(CallInst &call, const std::string &library, const VectorSet &set) {
  auto *vector = cast<FixedVectorType>(call.getType());
  unsigned lanes = set.bits / vector->getScalarSizeInBits(), all = vector->getNumElements();
  FunctionCallee version =
      declare(*call.getModule(), versionName(set, lanes, call.arg_size(), library),
              call.getFunctionType(), lanes);
  IRBuilder<> builder(&call);
  builder.setFastMathFlags(call.getFastMathFlags());
  SmallVector<Value *, 4> parts;
  for (unsigned first = 0; first < all; first += lanes) {
    SmallVector<int, 16> part = createSequentialMask(first, lanes, 0);
    SmallVector<Value *, 2> arguments;
    for (Value *argument : call.args())
      arguments.push_back(lanes == all ? argument : builder.CreateShuffleVector(argument, part));
    parts.push_back(builder.CreateCall(version, arguments));
  }
  call.replaceAllUsesWith(concatenateVectors(builder, parts));
  call.eraseFromParent();
}

// Only glibc has the versions, in this form for this processor.
bool hasLibrary(const Triple &target) {
  return target.getArch() == Triple::x86_64 && target.isOSLinux() &&
         target.getEnvironment() == Triple::GNU;
}

} // namespace

PreservedAnalyses VectorMathPass::run(Module &module, ModuleAnalysisManager &manager) {
  if (!hasLibrary(module.getTargetTriple()))
    return PreservedAnalyses::all();
  auto &functions = manager.getResult<FunctionAnalysisManagerModuleProxy>(module).getManager();
  for (Function &function : module) {
    if (!function.hasFnAttribute(attribute) || function.isDeclaration())
      continue;
    const TargetSubtargetInfo *target = machine->getSubtargetImpl(function);
    auto &costs = functions.getResult<TargetIRAnalysis>(function);
    auto widest = costs.getRegisterBitWidth(TargetTransformInfo::RGK_FixedWidthVector);
    for (Instruction &instruction : instructions(function))
      if (auto *call = dyn_cast<CallInst>(&instruction); call && !call->getType()->isVectorTy())
        if (auto library = libraryName(*call); library && target)
          nameVersions(*call, *library, *target, (unsigned)widest.getFixedValue());
  }
  return PreservedAnalyses::all();
}

PreservedAnalyses FinishVectorMathPass::run(Function &function, FunctionAnalysisManager &manager) {
  if (!hasLibrary(function.getParent()->getTargetTriple()))
    return PreservedAnalyses::all();
  const TargetSubtargetInfo *target = machine->getSubtargetImpl(function);
  auto widest = manager.getResult<TargetIRAnalysis>(function).getRegisterBitWidth(
      TargetTransformInfo::RGK_FixedWidthVector);
  bool changed = false;
  for (Instruction &instruction : make_early_inc_range(instructions(function))) {
    auto *call = dyn_cast<CallInst>(&instruction);
    if (!call)
      continue;
    call->removeFnAttr(VFABI::MappingsAttrName);
    auto *vector = dyn_cast<FixedVectorType>(call->getType());
    auto library = vector ? libraryName(*call) : std::nullopt;
    if (!library || !target)
      continue;
    const VectorSet *set = versionFor(vector, *target, (unsigned)widest.getFixedValue());
    if (set)
      callVersion(*call, *library, *set);
    changed = changed || set;
  }
  return changed ? PreservedAnalyses::none() : PreservedAnalyses::all();
}
