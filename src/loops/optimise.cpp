// The optimising pipeline, with the passes of this folder in it.
#include "loops.h"

#include "apart.h"
#include "ascend.h"
#include "chain.h"
#include "deep.h"
#include "far.h"
#include "frexp.h"
#include "fuse.h"
#include "gather.h"
#include "jam.h"
#include "lanes.h"
#include "local_scopes.h"
#include "masked.h"
#include "narrow.h"
#include "peel.h"
#include "rare.h"
#include "reciprocal.h"
#include "reorder.h"
#include "settle.h"
#include "share.h"
#include "split.h"
#include "strength.h"
#include "vector_math.h"
#include "vouch.h"
#include "window.h"
#include "winner.h"
#include "within.h"

#include "llvm/IR/InstrTypes.h"
#include "llvm/IR/Module.h"
#include "llvm/Passes/PassBuilder.h"
#include "llvm/Support/CBindingWrapping.h"
#include "llvm/Support/Error.h"
#include "llvm/Target/TargetMachine.h"
#include "llvm/Transforms/Scalar/EarlyCSE.h"
#include "llvm/Transforms/Scalar/InstSimplifyPass.h"
#include "llvm/Transforms/Utils/LCSSA.h"
#include "llvm/Transforms/Utils/LoopSimplify.h"

#include <string>

using namespace llvm;

namespace {

// Where derivation puts it on a function; here it comes to those into which it may be inlined.
constexpr const char *derivative = "adcc.derivative";

void markCallers(Module &module) {
  SmallVector<Function *, 16> marked;
  for (Function &function : module)
    if (function.hasFnAttribute(derivative))
      marked.push_back(&function);
  while (!marked.empty()) {
    for (User *user : marked.pop_back_val()->users()) {
      auto *call = dyn_cast<CallBase>(user);
      if (!call || call->getFunction()->hasFnAttribute(derivative))
        continue;
      call->getFunction()->addFnAttr(derivative);
      marked.push_back(call->getFunction());
    }
  }
}

// The passes over loops, for derivatives: what a person wrote is run as it was written.
struct DerivativePass : PassInfoMixin<DerivativePass> {
  FunctionPassManager passes;

  PreservedAnalyses run(Function &function, FunctionAnalysisManager &manager) {
    return function.hasFnAttribute(derivative) ? passes.run(function, manager)
                                               : PreservedAnalyses::all();
  }
};

template <typename Pass> void addInForm(FunctionPassManager &passes, Pass pass) {
  passes.addPass(LoopSimplifyPass());
  passes.addPass(LCSSAPass());
  passes.addPass(std::move(pass));
}

} // namespace

LLVMErrorRef loops_optimise(LLVMModuleRef module, LLVMTargetMachineRef target, unsigned level,
                            bool vectorMath) {
  auto *machine = reinterpret_cast<TargetMachine *>(target);
  PipelineTuningOptions options;
  options.LoopVectorization = options.LoopInterleaving = level >= 2;
  options.SLPVectorization = options.LoopUnrolling = level >= 2;
  LoopAnalysisManager loops;
  FunctionAnalysisManager functions;
  CGSCCAnalysisManager components;
  ModuleAnalysisManager modules;
  PassInstrumentationCallbacks callbacks;
  vouchForVectors(callbacks, functions, derivative);
  keepMaskedLoads(callbacks, functions);
  PassBuilder builder(machine, options, std::nullopt, &callbacks);
  // What two blocks of the reverse sweep recompute from the same memory is one computation until
  // LLVM has made each a different one.
  if (level >= 1)
    builder.registerPipelineEarlySimplificationEPCallback(
        [](ModulePassManager &passes, OptimizationLevel, ThinOrFullLTOPhase) {
          DerivativePass derivatives;
          derivatives.passes.addPass(EarlyCSEPass(/*UseMemorySSA=*/true));
          addInForm(derivatives.passes, DeepPass());
          passes.addPass(createModuleToFunctionPassAdaptor(std::move(derivatives)));
        });
  if (level >= 1)
    builder.registerPeepholeEPCallback(
        [](FunctionPassManager &passes, OptimizationLevel) { passes.addPass(LocalScopesPass()); });
  if (level >= 1)
    builder.registerOptimizerEarlyEPCallback(
        [](ModulePassManager &passes, OptimizationLevel, ThinOrFullLTOPhase) {
          FunctionPassManager form;
          form.addPass(LoopSimplifyPass());
          form.addPass(LCSSAPass());
          passes.addPass(createModuleToFunctionPassAdaptor(std::move(form)));
          passes.addPass(SharePass());
          passes.addPass(RarePass());
          passes.addPass(ApartPass());
        });
  if (level >= 2 && vectorMath)
    builder.registerOptimizerEarlyEPCallback(
        [machine](ModulePassManager &passes, OptimizationLevel, ThinOrFullLTOPhase) {
          passes.addPass(VectorMathPass(machine, derivative));
        });
  if (level >= 2)
    builder.registerVectorizerStartEPCallback([](FunctionPassManager &passes, OptimizationLevel) {
      DerivativePass derivatives;
      derivatives.passes.addPass(ReciprocalPass());
      addInForm(derivatives.passes, PeelPass());
      addInForm(derivatives.passes, WinnerPass());
      addInForm(derivatives.passes, FusePass());
      addInForm(derivatives.passes, JamPass());
      addInForm(derivatives.passes, GatherPass());
      addInForm(derivatives.passes, ReorderPass());
      addInForm(derivatives.passes, SplitPass());
      addInForm(derivatives.passes, WithinPass());
      derivatives.passes.addPass(InstSimplifyPass());
      addInForm(derivatives.passes, AscendPass());
      addInForm(derivatives.passes, WindowPass());
      addInForm(derivatives.passes, SettlePass());
      addInForm(derivatives.passes, ChainPass());
      addInForm(derivatives.passes, NarrowPass());
      passes.addPass(std::move(derivatives));
    });
  if (level >= 1)
    builder.registerOptimizerLastEPCallback(
        [](ModulePassManager &passes, OptimizationLevel, ThinOrFullLTOPhase) {
          passes.addPass(createModuleToFunctionPassAdaptor(LanesPass()));
          DerivativePass derivatives;
          derivatives.passes.addPass(FarPass());
          passes.addPass(createModuleToFunctionPassAdaptor(std::move(derivatives)));
        });
  if (level >= 2)
    builder.registerOptimizerLastEPCallback(
        [machine, vectorMath](ModulePassManager &passes, OptimizationLevel, ThinOrFullLTOPhase) {
          DerivativePass derivatives;
          derivatives.passes.addPass(EarlyCSEPass());
          if (vectorMath)
            derivatives.passes.addPass(FinishVectorMathPass(machine));
          passes.addPass(createModuleToFunctionPassAdaptor(std::move(derivatives)));
          passes.addPass(createModuleToFunctionPassAdaptor(FrexpPass()));
        });
  if (level >= 1)
    builder.registerOptimizerLastEPCallback(
        [](ModulePassManager &passes, OptimizationLevel, ThinOrFullLTOPhase) {
          passes.addPass(
              createModuleToFunctionPassAdaptor(createFunctionToLoopPassAdaptor(StrengthPass())));
        });
  builder.registerModuleAnalyses(modules);
  builder.registerCGSCCAnalyses(components);
  builder.registerFunctionAnalyses(functions);
  builder.registerLoopAnalyses(loops);
  builder.crossRegisterProxies(loops, functions, components, modules);
  ModulePassManager passes;
  if (Error error = builder.parsePassPipeline(passes, "default<O" + std::to_string(level) + ">"))
    return wrap(std::move(error));
  markCallers(*unwrap(module));
  passes.run(*unwrap(module), modules);
  return LLVMErrorSuccess;
}
