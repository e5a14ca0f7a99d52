// region: a loop with all that it contains, as a function of its own.
#ifndef ADCC_REGION_H
#define ADCC_REGION_H

#include "llvm/ADT/SetVector.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/IR/PassManager.h"

#include <cstdint>

namespace llvm {
class AssumptionCache;
class BasicBlock;
class Function;
class Loop;
class LoopInfo;
class Value;
} // namespace llvm

struct Region {
  llvm::SmallVector<llvm::BasicBlock *, 8> blocks; // in reverse postorder, the header first
  llvm::BasicBlock *preheader, *exit;
  size_t size; // instructions
};

// In instructions. It does not pay to take smaller functions and regions apart. A nest becomes
// hundreds of times as much where the passes over loops unroll it in two ways, and its iterations
// outweigh a call.
enum { LARGE_FUNCTION = 2000, LARGE_LOOP = 50, LARGE_NEST = 15 };

// For a pass: changes the functions of the module that have more than so many instructions, as they
// are now; `change` tells whether it has.
llvm::PreservedAnalyses changeLargeFunctions(
    llvm::Module &module, llvm::ModuleAnalysisManager &manager, unsigned size,
    llvm::function_ref<bool(llvm::Function &, llvm::FunctionAnalysisManager &)> change);
// Can the loop, entered from one block and left to one, be a function? Its instructions may have
// uses outside.
bool readRegion(const llvm::Loop *loop, const llvm::LoopInfo &loops, Region &region);
// Is it worth taking apart?
bool isLarge(const Region &region, const llvm::Loop *loop);
// Does the region do nothing but write to memory?
bool hasNoResult(const Region &region);
// The region as a function, called with `inputs` where the region was; null: it cannot be. Its
// blocks are in the function then.
llvm::Function *extractRegion(const Region &region, llvm::AssumptionCache &assumptions,
                              const char *suffix, llvm::SetVector<llvm::Value *> &inputs);

#endif
