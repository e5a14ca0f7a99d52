// What the C++ files of the bridge share: the analyses of one function behind a handle.
#ifndef ADCC_BRIDGE_ANALYSES_H
#define ADCC_BRIDGE_ANALYSES_H

#include "bridge.h"

#include "llvm/ADT/BitVector.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/Analysis/AliasAnalysis.h"
#include "llvm/Analysis/AssumptionCache.h"
#include "llvm/Analysis/BasicAliasAnalysis.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/Analysis/PostDominators.h"
#include "llvm/Analysis/ScalarEvolution.h"
#include "llvm/Analysis/ScopedNoAliasAA.h"
#include "llvm/Analysis/TargetLibraryInfo.h"
#include "llvm/Analysis/TypeBasedAliasAnalysis.h"
#include "llvm/IR/CFG.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/Module.h"
#include "llvm/Transforms/Utils/ScalarEvolutionExpander.h"

#include <memory>

// Results are built by hand rather than through a PassBuilder: registering all of its analyses
// costs more than most functions need. Members are destroyed from last to first, users before what
// they use.
struct BridgeAnalyses {
  explicit BridgeAnalyses(llvm::Function &function) : function(function) {}

  llvm::Function &function;

  llvm::DominatorTree &dominators() {
    if (!dominators_)
      dominators_ = std::make_unique<llvm::DominatorTree>(function);
    return *dominators_;
  }
  llvm::PostDominatorTree &postDominators() {
    if (!postDominators_)
      postDominators_ = std::make_unique<llvm::PostDominatorTree>(function);
    return *postDominators_;
  }
  llvm::LoopInfo &loops() {
    if (!loops_)
      loops_ = std::make_unique<llvm::LoopInfo>(dominators());
    return *loops_;
  }
  llvm::AssumptionCache &assumptions() {
    if (!assumptions_)
      assumptions_ = std::make_unique<llvm::AssumptionCache>(function);
    return *assumptions_;
  }
  llvm::TargetLibraryInfo &library() {
    if (!library_) {
      libraryTable_ = std::make_unique<llvm::TargetLibraryInfoImpl>(
          llvm::Triple(function.getParent()->getTargetTriple()));
      library_ = std::make_unique<llvm::TargetLibraryInfo>(*libraryTable_, &function);
    }
    return *library_;
  }
  llvm::ScalarEvolution &evolution() {
    if (!evolution_)
      evolution_ = std::make_unique<llvm::ScalarEvolution>(function, library(), assumptions(),
                                                           dominators(), loops());
    return *evolution_;
  }
  // Builds expressions before an instruction, and what they have in common once.
  llvm::SCEVExpander &expander(llvm::Instruction *position) {
    std::unique_ptr<llvm::SCEVExpander> &expander = expanders_[position];
    if (!expander)
      expander = std::make_unique<llvm::SCEVExpander>(evolution(), "range");
    return *expander;
  }
  llvm::AAResults &aliases() {
    if (!aliases_) {
      basic_ = std::make_unique<llvm::BasicAAResult>(function.getDataLayout(), function, library(),
                                                     assumptions(), &dominators());
      aliases_ = std::make_unique<llvm::AAResults>(library());
      aliases_->addAAResult(*basic_);
      aliases_->addAAResult(scoped_);
      aliases_->addAAResult(typed_);
    }
    return *aliases_;
  }
  // Answers hold between any two iterations of any loop: equal SSA values need not be equal.
  llvm::BatchAAResults &crossIterationAliases() {
    if (!crossIteration_) {
      crossIteration_ = std::make_unique<llvm::BatchAAResults>(aliases());
      crossIteration_->enableCrossIterationMode();
    }
    return *crossIteration_;
  }
  // May control come from the end of one block to another? LLVM's own query gives up after some
  // thirty blocks; what is reached is remembered for each.
  bool mayReach(llvm::BasicBlock *from, llvm::BasicBlock *to) {
    enum { MOST_BLOCKS = 1 << 14 };
    auto [known, isNew] = reached_.try_emplace(from);
    llvm::BitVector &reached = known->second;
    if (isNew && function.getMaxBlockNumber() <= MOST_BLOCKS)
      findReached(from, reached);
    return to->getNumber() >= reached.size() || reached.test(to->getNumber());
  }
  // A condition that holds wherever a block is run, or does not hold there.
  struct Fact {
    llvm::Value *condition;
    bool holds;
  };
  using Facts = llvm::SmallVector<Fact, 8>;
  // Remembers those of a block.
  Facts factsOf(llvm::BasicBlock *block, llvm::function_ref<Facts()> find) {
    auto known = facts_.find(block);
    return known != facts_.end() ? known->second : facts_[block] = find();
  }
  // Remembers for two blocks whether they exclude each other.
  bool excludes(llvm::BasicBlock *a, llvm::BasicBlock *b, llvm::function_ref<bool()> decide) {
    auto [known, isNew] = excluded_.try_emplace({a, b}, false);
    if (!isNew)
      return known->second;
    bool decided = decide();
    excluded_[{a, b}] = decided;
    return decided;
  }
  // Remembers for a load and the making of a block whether what is loaded was there before.
  bool isOlder(llvm::Instruction *load, llvm::Instruction *made,
               llvm::function_ref<bool()> decide) {
    auto [known, isUnknown] = older_.try_emplace({load, made}, false);
    if (!isUnknown)
      return known->second;
    bool decided = decide();
    older_[{load, made}] = decided;
    return decided;
  }
  // Remembers from where on a nest goes through a pointer.
  const llvm::SCEV *startOf(llvm::Value *pointer, llvm::Loop *nest,
                            llvm::function_ref<const llvm::SCEV *()> decide) {
    auto [known, isUnknown] = starts_.try_emplace({pointer, nest}, nullptr);
    if (!isUnknown)
      return known->second;
    const llvm::SCEV *decided = decide();
    starts_[{pointer, nest}] = decided;
    return decided;
  }
  // Alias scopes declared inside a loop promise nothing beyond one iteration of it.
  const llvm::SmallPtrSetImpl<const llvm::Metadata *> &scopesOfOneIteration() {
    if (!scopes_) {
      scopes_ = std::make_unique<llvm::SmallPtrSet<const llvm::Metadata *, 8>>();
      for (llvm::BasicBlock &block : function)
        for (llvm::Instruction &instruction : block)
          if (auto *declaration = llvm::dyn_cast<llvm::NoAliasScopeDeclInst>(&instruction))
            if (loops().getLoopFor(&block))
              for (const llvm::MDOperand &scope : declaration->getScopeList()->operands())
                scopes_->insert(scope.get());
    }
    return *scopes_;
  }

  void invalidate() {
    invalidateAllButLoops();
    loops_.reset();
    dominators_.reset();
  }

  // After an edit that has kept the loops and the dominators up to date.
  void invalidateAllButLoops() {
    reached_.clear();
    excluded_.clear();
    facts_.clear();
    older_.clear();
    starts_.clear();
    scopes_.reset();
    crossIteration_.reset();
    aliases_.reset();
    basic_.reset();
    expanders_.clear();
    evolution_.reset();
    library_.reset();
    libraryTable_.reset();
    assumptions_.reset();
    postDominators_.reset();
  }

private:
  void findReached(llvm::BasicBlock *from, llvm::BitVector &reached) const {
    reached.resize(function.getMaxBlockNumber());
    llvm::SmallVector<llvm::BasicBlock *, 32> work{from};
    while (!work.empty())
      for (llvm::BasicBlock *successor : llvm::successors(work.pop_back_val())) {
        if (reached.test(successor->getNumber()))
          continue;
        reached.set(successor->getNumber());
        work.push_back(successor);
      }
  }

  llvm::DenseMap<const llvm::BasicBlock *, llvm::BitVector> reached_; // by number
  llvm::DenseMap<const llvm::BasicBlock *, Facts> facts_;
  llvm::DenseMap<std::pair<llvm::BasicBlock *, llvm::BasicBlock *>, bool> excluded_;
  llvm::DenseMap<std::pair<llvm::Instruction *, llvm::Instruction *>, bool> older_;
  llvm::DenseMap<std::pair<llvm::Value *, llvm::Loop *>, const llvm::SCEV *> starts_;
  std::unique_ptr<llvm::DominatorTree> dominators_;
  std::unique_ptr<llvm::PostDominatorTree> postDominators_;
  std::unique_ptr<llvm::LoopInfo> loops_;
  std::unique_ptr<llvm::AssumptionCache> assumptions_;
  std::unique_ptr<llvm::TargetLibraryInfoImpl> libraryTable_;
  std::unique_ptr<llvm::TargetLibraryInfo> library_;
  std::unique_ptr<llvm::ScalarEvolution> evolution_;
  llvm::DenseMap<llvm::Instruction *, std::unique_ptr<llvm::SCEVExpander>> expanders_;
  std::unique_ptr<llvm::BasicAAResult> basic_;
  llvm::ScopedNoAliasAAResult scoped_;
  llvm::TypeBasedAAResult typed_{/*UsingTypeSanitizer=*/false};
  std::unique_ptr<llvm::AAResults> aliases_;
  std::unique_ptr<llvm::BatchAAResults> crossIteration_;
  std::unique_ptr<llvm::SmallPtrSet<const llvm::Metadata *, 8>> scopes_;
};

inline llvm::Loop *unwrapLoop(BridgeLoopRef loop) { return reinterpret_cast<llvm::Loop *>(loop); }
inline BridgeLoopRef wrapLoop(llvm::Loop *loop) { return reinterpret_cast<BridgeLoopRef>(loop); }
inline llvm::Instruction *unwrapInstruction(LLVMValueRef value) {
  return llvm::unwrap<llvm::Instruction>(value);
}

// The number of times that the loop jumps back, as an i64, or null where it is not computable or
// wider than that.
const llvm::SCEV *bridge_count_of(llvm::ScalarEvolution &, const llvm::Loop *);

#endif
