// vector_math: lets LLVM's vectorisers take vector versions of functions of mathematics.
#ifndef ADCC_VECTOR_MATH_H
#define ADCC_VECTOR_MATH_H

#include "llvm/IR/PassManager.h"
#include "llvm/Target/TargetMachine.h"

// Names the versions on the calls in functions that have the attribute; ahead of the vectorisers.
struct VectorMathPass : llvm::PassInfoMixin<VectorMathPass> {
  const llvm::TargetMachine *machine;
  llvm::StringRef attribute;

  VectorMathPass(const llvm::TargetMachine *machine, llvm::StringRef attribute)
      : machine(machine), attribute(attribute) {}
  llvm::PreservedAnalyses run(llvm::Module &module, llvm::ModuleAnalysisManager &manager);
};

// Takes the names off the calls again, behind the vectorisers, and calls versions where a vector of
// arguments has come up otherwise.
struct FinishVectorMathPass : llvm::PassInfoMixin<FinishVectorMathPass> {
  const llvm::TargetMachine *machine;

  explicit FinishVectorMathPass(const llvm::TargetMachine *machine) : machine(machine) {}
  llvm::PreservedAnalyses run(llvm::Function &function, llvm::FunctionAnalysisManager &manager);
};

#endif
