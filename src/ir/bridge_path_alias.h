// Aliases of pointers that are chosen among several by the paths that control may take.
#ifndef ADCC_BRIDGE_PATH_ALIAS_H
#define ADCC_BRIDGE_PATH_ALIAS_H

#include "llvm/Analysis/AliasAnalysis.h"

// LLVM looks through one choice, but not through choices among choices, as a vector makes them that
// may be empty, or may have grown: two pointers do not alias if nothing that the one may be aliases
// with anything that the other may be. Stateless, and right between iterations, too.
class PathAliases : public llvm::AAResultBase {
public:
  llvm::AliasResult alias(const llvm::MemoryLocation &, const llvm::MemoryLocation &,
                          llvm::AAQueryInfo &, const llvm::Instruction *);
};

#endif
