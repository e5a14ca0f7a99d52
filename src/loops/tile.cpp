// The reverse sweep of a matrix product adds, for a tile of factors f[r][o], w[o] * f[r][o] to
// rows d[r] and x[r] * f[r][o] to rows e[o]. Where the tile has more factors than the machine has
// registers, each is loaded for either use, unless both come together: row by row, the sums e[o]
// stay in registers, x[r] and d[r] come and go, and each factor is loaded once.
#include "tile.h"

#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/Analysis/AliasAnalysis.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/Analysis/MemoryLocation.h"
#include "llvm/Analysis/TargetTransformInfo.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/Transforms/Utils/Local.h"

using namespace llvm;

namespace {

struct Term {
  Instruction *product;
  Value *factor; // the operand that the loop does not change
  unsigned sum;  // its number
};

// What a block adds up into a place in memory.
struct Sum {
  StoreInst *store;
  LoadInst *load; // of the same place
  SmallVector<Term, 8> terms;
  SmallVector<BinaryOperator *, 8> additions;
  FastMathFlags flags; // of all of these
  bool stays = false;  // in a register, through all rows
  Value *total = nullptr;
};

struct Tile {
  SmallVector<Sum, 16> sums; // in the order of their stores
  SmallVector<Instruction *, 32> accesses;
  MapVector<Value *, SmallVector<Term, 2>> uses; // of each factor
};

bool readTerm(Instruction *product, const Loop *loop, unsigned sum, Term &term) {
  if (product->getOpcode() != Instruction::FMul)
    return false;
  for (unsigned i = 0; i < 2; i++)
    if (loop->isLoopInvariant(product->getOperand(i)) &&
        !loop->isLoopInvariant(product->getOperand(1 - i))) {
      term = {product, product->getOperand(i), sum};
      return true;
    }
  return false;
}

// Reads what is added, from an addition down to products and one load of the place.
bool readSum(Value *value, const Loop *loop, unsigned number, Sum &sum) {
  auto *instruction = dyn_cast<Instruction>(value);
  if (!instruction || !instruction->hasOneUse() || instruction->getParent() != loop->getHeader())
    return false;
  if (auto *load = dyn_cast<LoadInst>(instruction)) {
    bool own = !sum.load && load->getPointerOperand() == sum.store->getPointerOperand();
    sum.load = own ? load : sum.load;
    return own;
  }
  if (auto *addition = dyn_cast<BinaryOperator>(instruction);
      addition && addition->getOpcode() == Instruction::FAdd && addition->hasAllowReassoc()) {
    sum.flags = sum.additions.empty() ? addition->getFastMathFlags()
                                      : sum.flags & addition->getFastMathFlags();
    sum.additions.push_back(addition);
    return readSum(addition->getOperand(0), loop, number, sum) &&
           readSum(addition->getOperand(1), loop, number, sum);
  }
  Term term;
  if (!readTerm(instruction, loop, number, term))
    return false;
  sum.terms.push_back(term);
  return true;
}

// False if the block does anything to memory but sum up, or may end before it has.
bool readTile(const Loop *loop, Tile &tile) {
  for (Instruction &instruction : *loop->getHeader()) {
    if (!instruction.mayReadOrWriteMemory()) {
      if (!isGuaranteedToTransferExecutionToSuccessor(&instruction))
        return false;
      continue;
    }
    auto *load = dyn_cast<LoadInst>(&instruction);
    auto *store = dyn_cast<StoreInst>(&instruction);
    if (!(load && load->isSimple()) && !(store && store->isSimple()))
      return false;
    tile.accesses.push_back(&instruction);
    if (!store)
      continue;
    Sum sum = {};
    sum.store = store;
    if (!readSum(store->getValueOperand(), loop, tile.sums.size(), sum) || !sum.load ||
        sum.terms.empty())
      return false;
    for (const Term &term : sum.terms)
      tile.uses[term.factor].push_back(term);
    tile.sums.push_back(std::move(sum));
  }
  return tile.sums.size() > 2;
}

// Each factor belongs to a row and to a sum that stays: marks the latter, of which there are to be
// fewer; 0 if that is not so.
unsigned divide(Tile &tile) {
  for (const auto &[factor, terms] : tile.uses)
    if (terms.size() != 2 || terms[0].sum == terms[1].sum)
      return 0;
  SmallVector<int, 16> side(tile.sums.size(), -1);
  SmallVector<unsigned, 16> next = {0};
  side[0] = 0;
  unsigned count[2] = {1, 0};
  while (!next.empty()) {
    unsigned number = next.pop_back_val();
    for (const Term &term : tile.sums[number].terms)
      for (const Term &other : tile.uses[term.factor]) {
        if (other.sum == number)
          continue;
        if (side[other.sum] == side[number])
          return 0;
        if (side[other.sum] == -1) {
          side[other.sum] = 1 - side[number];
          count[side[other.sum]]++;
          next.push_back(other.sum);
        }
      }
  }
  if (count[0] + count[1] != tile.sums.size())
    return 0;
  int staying = count[1] <= count[0];
  for (auto [number, sum] : enumerate(tile.sums))
    sum.stays = side[number] == staying;
  return count[staying];
}

const Sum *sumOf(const Tile &tile, const Instruction *access) {
  auto *sum = find_if(tile.sums,
                      [&](const Sum &each) { return each.store == access || each.load == access; });
  return sum == tile.sums.end() ? nullptr : sum;
}

// May the accesses go in the new order? What stays is loaded before and stored after all else; rows
// follow each other in the order of their stores.
bool mayOrder(const Tile &tile, BatchAAResults &aliases) {
  for (const Sum &sum : tile.sums)
    for (Instruction *access : tile.accesses) {
      const Sum *other = sumOf(tile, access);
      if (other == &sum)
        continue;
      bool follows = other && !sum.stays && !other->stays &&
                     (sum.store->comesBefore(other->load) || other->store->comesBefore(sum.load));
      if (!follows &&
          !aliases.isNoAlias(MemoryLocation::get(sum.store), MemoryLocation::get(access)))
        return false;
    }
  return true;
}

// Puts instructions of a block at its end, behind what they need.
class Order {
  BasicBlock *block;
  DenseSet<Instruction *> placed;

public:
  explicit Order(BasicBlock *block) : block(block) {}

  void place(Instruction *instruction) {
    if (isa<PHINode>(instruction) || instruction->isTerminator() ||
        instruction->getParent() != block || !placed.insert(instruction).second)
      return;
    for (Value *operand : instruction->operands())
      if (auto *needed = dyn_cast<Instruction>(operand))
        place(needed);
    instruction->moveBefore(block->getTerminator()->getIterator());
  }

  void add(Sum &sum, Instruction *product) {
    place(product);
    IRBuilder<> builder(block->getTerminator());
    builder.SetCurrentDebugLocation(sum.additions[0]->getDebugLoc());
    builder.setFastMathFlags(sum.flags);
    sum.total = builder.CreateFAdd(sum.total, product);
    placed.insert(cast<Instruction>(sum.total));
  }

  void begin(Sum &sum) {
    place(sum.load);
    sum.total = sum.load;
  }

  void end(Sum &sum) {
    sum.store->setOperand(0, sum.total);
    place(sum.store);
  }
};

void goRowByRow(Tile &tile, BasicBlock *block) {
  Order order(block);
  SmallVector<Instruction *, 128> before;
  for (Instruction &instruction : *block)
    before.push_back(&instruction);
  for (Sum &sum : tile.sums)
    if (sum.stays)
      order.begin(sum);
  for (Sum &row : tile.sums) {
    if (row.stays)
      continue;
    order.begin(row);
    for (const Term &term : row.terms)
      order.add(row, term.product);
    order.end(row);
    for (const Term &term : row.terms)
      for (const Term &other : tile.uses[term.factor])
        if (other.product != term.product)
          order.add(tile.sums[other.sum], other.product);
  }
  SmallPtrSet<Instruction *, 32> replaced;
  for (Sum &sum : tile.sums) {
    if (sum.stays)
      order.end(sum);
    replaced.insert(sum.additions.begin(), sum.additions.end());
  }
  for (Instruction *instruction : before)
    if (!replaced.count(instruction))
      order.place(instruction);
  for (Sum &sum : tile.sums)
    for (BinaryOperator *addition : sum.additions) // those of a sum before what they add
      addition->eraseFromParent();
}

unsigned registersFor(Type *type, const TargetTransformInfo &costs) {
  return costs.getNumberOfRegisters(costs.getRegisterClassForType(type->isVectorTy(), type));
}

bool orderTile(Loop *loop, BatchAAResults &aliases, const TargetTransformInfo &costs) {
  Tile tile;
  if (loop->getNumBlocks() != 1 || !readTile(loop, tile))
    return false;
  unsigned staying = divide(tile);
  unsigned registers = registersFor(tile.sums[0].load->getType(), costs);
  // What stays, what the rows are multiples of, a row and what it is a factor of.
  unsigned wanted = 2 * staying + 2;
  if (staying == 0 || wanted >= registers || tile.uses.size() + wanted <= registers ||
      !mayOrder(tile, aliases))
    return false;
  goRowByRow(tile, loop->getHeader());
  return true;
}

} // namespace

PreservedAnalyses TilePass::run(Function &function, FunctionAnalysisManager &manager) {
  auto &loops = manager.getResult<LoopAnalysis>(function);
  auto &costs = manager.getResult<TargetIRAnalysis>(function);
  auto &aliases = manager.getResult<AAManager>(function);
  bool changed = false;
  for (Loop *loop : loops.getLoopsInPreorder()) {
    BatchAAResults queries(aliases);
    changed |= orderTile(loop, queries, costs);
  }
  if (!changed)
    return PreservedAnalyses::all();
  PreservedAnalyses preserved;
  preserved.preserveSet<CFGAnalyses>();
  return preserved;
}
