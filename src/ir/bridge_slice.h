// A slice of a function (Weiser, "Program slicing", 1984): what it takes to know some values in it,
// and which of its blocks run, without anything else that it does.
#ifndef ADCC_BRIDGE_SLICE_H
#define ADCC_BRIDGE_SLICE_H

#include "bridge_analyses.h"

#include "llvm/ADT/SetVector.h"
#include "llvm/IR/IRBuilder.h"

// Of blocks that are entered from one other, `before`, at whose end the slice can be computed: what
// these blocks change in memory is not part of it. Of loops in `once` it is the first iteration: in
// every other one, which is the same in all that the slice has, nothing else would come of it.
class Slice {
public:
  using Loops = llvm::SmallPtrSet<const llvm::Loop *, 4>;
  using Blocks = llvm::SmallPtrSet<const llvm::BasicBlock *, 16>;
  Slice(BridgeAnalyses &analyses, const Blocks &within, llvm::BasicBlock *before,
        const Loops &once);

  // Adds what it takes to know whenever `block` runs, and the values then. False if it cannot be
  // known; the slice is then of no use.
  bool add(llvm::BasicBlock *block, llvm::ArrayRef<llvm::Value *> values);
  // A loop of `once` whose iterations differ, if that is why.
  const llvm::Loop *varying() const { return varying_; }

  // What it takes that is known before.
  llvm::ArrayRef<llvm::Value *> inputs() const { return inputs_.getArrayRef(); }

  // Builds the slice behind the end of `entry`, from where it goes on to `exit`. `inputs` stands
  // for what inputs() tells. Calls `visit` at the end of each block that was added.
  using Read = llvm::function_ref<llvm::Value *(llvm::Value *)>;
  void build(llvm::BasicBlock *entry, llvm::BasicBlock *exit, llvm::ArrayRef<llvm::Value *> inputs,
             llvm::function_ref<void(llvm::BasicBlock *, llvm::IRBuilder<> &, Read)> visit);

private:
  enum { MOST_VALUES = 200, MOST_BLOCKS = 50, MOST_WRITERS = 200 };
  using Place = std::pair<llvm::Value *, llvm::BasicBlock *>;

  BridgeAnalyses *analyses;
  Blocks within; // and the block before
  llvm::BasicBlock *before;
  Loops once;
  const llvm::Loop *varying_ = nullptr;
  llvm::DenseMap<const llvm::BasicBlock *, llvm::SmallVector<llvm::BasicBlock *, 4>> controllers;
  llvm::SmallVector<llvm::Instruction *, 16> writers; // of the blocks
  llvm::SetVector<llvm::BasicBlock *> blocks;
  llvm::SmallPtrSet<const llvm::BasicBlock *, 8> branches; // blocks whose branch is part of it
  llvm::SetVector<llvm::Value *> inputs_;
  llvm::SmallPtrSet<const llvm::Value *, 32> values;
  llvm::SmallPtrSet<const llvm::Instruction *, 16> pinned; // that are computed where they were

  // While it is built.
  llvm::DenseMap<const llvm::BasicBlock *, llvm::BasicBlock *> copies;
  llvm::DenseMap<Place, llvm::Value *> known; // in the block of the slice
  llvm::DenseMap<const llvm::Value *, llvm::Value *> everywhere;

  void findControllers();
  bool need(llvm::Value *value);
  bool needAll(llvm::Instruction *instruction);
  bool needPhi(llvm::PHINode *phi);
  bool needBlock(llvm::BasicBlock *block);
  bool needBranch(llvm::BasicBlock *block);
  const llvm::Loop *goneThroughOnce(const llvm::BasicBlock *header) const;
  bool isBack(const llvm::BasicBlock *from, const llvm::BasicBlock *to) const;
  bool staysAsItIs(llvm::LoadInst *load);
  llvm::BasicBlock *follow(llvm::BasicBlock *block, llvm::BasicBlock *exit);
  llvm::Value *read(llvm::Value *value, llvm::BasicBlock *original);
  llvm::Instruction *copy(llvm::Instruction *instruction, llvm::BasicBlock *original);
};

#endif
