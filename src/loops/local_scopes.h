// local_scopes: takes back, for variables of the function's own, what versions of nests say.
#ifndef ADCC_LOCAL_SCOPES_H
#define ADCC_LOCAL_SCOPES_H

#include "llvm/IR/PassManager.h"

struct LocalScopesPass : llvm::PassInfoMixin<LocalScopesPass> {
  llvm::PreservedAnalyses run(llvm::Function &function, llvm::FunctionAnalysisManager &manager);
};

#endif
