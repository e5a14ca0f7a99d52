// tile: the two sums of products that share their factors go row by row through a tile.
#ifndef ADCC_TILE_H
#define ADCC_TILE_H

#include "llvm/IR/PassManager.h"

struct TilePass : llvm::PassInfoMixin<TilePass> {
  llvm::PreservedAnalyses run(llvm::Function &function, llvm::FunctionAnalysisManager &manager);
};

#endif
