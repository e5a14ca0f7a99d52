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
#include "llvm/CodeGen/TargetSubtargetInfo.h"
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
  Type *type = call.getType();
  if (!type->isFloatTy() && !type->isDoubleTy())
    return std::nullopt;
  for (const Use &argument : call.args())
    if (argument->getType() != type)
      return std::nullopt;
  StringRef name = callee->getName(), suffix = type->isFloatTy() ? "f" : "";
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

void declare(Module &module, StringRef name, FunctionType *scalar, unsigned lanes) {
  Type *vector = FixedVectorType::get(scalar->getReturnType(), lanes);
  SmallVector<Type *, 2> parameters(scalar->getNumParams(), vector);
  auto *type = FunctionType::get(vector, parameters, false);
  FunctionCallee version = module.getOrInsertFunction(name, type);
  auto *function = dyn_cast<Function>(version.getCallee());
  if (!function)
    return;
  function->setDoesNotAccessMemory();
  function->setDoesNotThrow();
  function->addFnAttr(Attribute::WillReturn);
}

// A vector is passed in one register only where the function may use such registers: not always
// those of 512 bits where the processor has them.
void nameVersions(CallInst &call, const std::string &library, const TargetSubtargetInfo &target,
                  unsigned widest) {
  FunctionType *scalar = call.getFunctionType();
  std::string parameters(scalar->getNumParams(), 'v');
  unsigned width = scalar->getReturnType()->getScalarSizeInBits();
  SmallVector<std::string, 3> versions;
  for (const VectorSet &set : vectorSets) {
    if (!target.checkFeatures(set.feature) || set.bits > widest)
      continue;
    unsigned lanes = set.bits / width;
    std::string prefix =
        std::string("_ZGV") + set.letter + "N" + std::to_string(lanes) + parameters + "_";
    std::string version = prefix + library;
    declare(*call.getModule(), version, scalar, lanes);
    versions.push_back(prefix + call.getCalledFunction()->getName().str() + "(" + version + ")");
  }
  VFABI::setVectorVariantNames(&call, versions);
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
      if (auto *call = dyn_cast<CallInst>(&instruction))
        if (auto library = libraryName(*call); library && target)
          nameVersions(*call, *library, *target, (unsigned)widest.getFixedValue());
  }
  return PreservedAnalyses::all();
}

PreservedAnalyses ForgetVectorMathPass::run(Function &function, FunctionAnalysisManager &) {
  for (Instruction &instruction : instructions(function))
    if (auto *call = dyn_cast<CallInst>(&instruction))
      call->removeFnAttr(VFABI::MappingsAttrName);
  return PreservedAnalyses::all();
}
