// Inspectors: functions that go through the indices of a loop nest ahead of it (Saltz et al.,
// "Run-time parallelization and scheduling of loops", 1991).
//
// What a nest comes to behind a pointer is known before it where the addresses are sums of loop
// counters. Where they come from memory, as v[j] for j from row[i] to row[i + 1], or x[column[j]],
// somebody has to look. An inspector is a slice of the nest, which computes the addresses alone and
// returns the lowest and the highest. A nest that repeats the same walk, as the steps of a solver
// do, is looked at once for all of them.
//
// An inspector whose result nobody asks for has no effect, and LLVM drops it.
#include "bridge_bounds.h"
#include "bridge_slice.h"

#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/Module.h"
#include "llvm/IR/PatternMatch.h"
#include "llvm/Transforms/Utils/Local.h"
#include "llvm/Transforms/Utils/PromoteMemToReg.h"

#include <vector>

using namespace llvm;
using namespace llvm::PatternMatch;

namespace {

// What some accesses come to each time that a block runs: the bytes from `low` up to `high`, or,
// with a base, from base + scale * index + first up to base + scale * index + last.
struct Span {
  BasicBlock *block = nullptr;
  Value *low = nullptr, *high = nullptr; // addresses, or both the index
  Value *base = nullptr;
  Value *origin = nullptr; // what the offsets that are returned are from
  bool isSigned = true;
  int64_t scale = 0, first = 0, last = 0;
  SmallVector<Instruction *, 4> accesses;

  bool isAlike(const Span &other) const {
    return block == other.block && low == other.low && high == other.high && base == other.base &&
           origin == other.origin && isSigned == other.isSigned && scale == other.scale;
  }
};

// What an inspector goes through: some blocks, from the end of the one before.
struct Course {
  Slice::Blocks blocks;
  BasicBlock *before;
};

// The spans that one inspector looks at, and the loops of which it sees one iteration.
struct Walk {
  const Course *course;
  Slice::Loops once;
  Slice slice;
  std::vector<Span> spans;
};

// Of an outermost loop, from the block before all loops of the function where that can be known, or
// from its preheader. What later loops come to is then known before the first one.
class Inspection {
public:
  Inspection(BridgeAnalyses &analyses, Loop *outermost)
      : analyses(analyses), layout(analyses.function.getDataLayout()), outermost(outermost) {}

  bool run(BasicBlock *beforeAll, BridgeInspected inspected, void *context) {
    if (!outermost->isLoopSimplifyForm())
      return false;
    Course all, alone;
    if (courseFrom(beforeAll, all))
      courses.push_back(&all);
    if (beforeAll != outermost->getLoopPreheader() && courseOfLoop(alone))
      courses.push_back(&alone);
    for (BasicBlock *block : outermost->blocks())
      for (Instruction &instruction : *block)
        if (isa<LoadInst, StoreInst>(instruction) && accesses.size() < MOST_ACCESSES &&
            getLoadStoreType(&instruction)->isFPOrFPVectorTy())
          accesses.push_back(&instruction);
    for (Instruction *access : accesses)
      if (!courses.empty() && comesFromMemory(access))
        look(access);
    for (Walk &walk : walks)
      if (!walk.spans.empty())
        build(walk, inspected, context);
    bool changed = !walks.empty();
    analyses.invalidateAllButLoops();
    RecursivelyDeleteTriviallyDeadInstructionsPermissive(expanded);
    return changed;
  }

private:
  enum { MOST_ACCESSES = 64 };
  BridgeAnalyses &analyses;
  const DataLayout &layout;
  Loop *outermost;
  SmallVector<Instruction *, 32> accesses;
  SmallVector<WeakTrackingVH, 16> expanded;
  SmallVector<const Course *, 2> courses;
  std::vector<Walk> walks;

  // No call ends the program before it comes to all that the inspector looks at.
  static bool isAlwaysFinished(const BasicBlock *block) {
    return all_of(*block, [](const Instruction &instruction) {
      return isa<ReturnInst>(instruction) ||
             isGuaranteedToTransferExecutionToSuccessor(&instruction);
    });
  }

  bool courseFrom(BasicBlock *before, Course &course) {
    course.before = before;
    for (BasicBlock &block : analyses.function)
      if (&block != before && analyses.dominators().dominates(before, &block)) {
        course.blocks.insert(&block);
        if (!isAlwaysFinished(&block))
          return false;
      }
    return true;
  }

  bool courseOfLoop(Course &course) {
    course.before = outermost->getLoopPreheader();
    course.blocks.insert_range(outermost->blocks());
    return all_of(outermost->blocks(), isAlwaysFinished);
  }

  // The pointer behind which it is, as far as the loop leaves that as it is; or null. The size of
  // what the function makes itself is known, and such memory is kept as it suits derivatives best,
  // as long as no call has to do with it.
  Value *originOf(Instruction *access) {
    ScalarEvolution &evolution = analyses.evolution();
    const SCEV *address = evolution.getSCEV(getLoadStorePointerOperand(access));
    auto *base = dyn_cast<SCEVUnknown>(evolution.getPointerBase(address));
    bool isSteady = base && evolution.isLoopInvariant(base, outermost);
    return isSteady && !isMadeHere(base->getValue()) ? base->getValue() : nullptr;
  }

  static bool isMadeHere(const Value *pointer) {
    const Value *object = getUnderlyingObject(pointer, /*MaxLookup=*/0);
    return isa<AllocaInst>(object) || isNoAliasCall(object);
  }

  // Does the index come from memory, or from anything else that is no sum of counters?
  bool comesFromMemory(Instruction *access) {
    ScalarEvolution &evolution = analyses.evolution();
    return originOf(access) &&
           SCEVExprContains(evolution.getSCEV(getLoadStorePointerOperand(access)),
                            [&](const SCEV *part) {
                              auto *unknown = dyn_cast<SCEVUnknown>(part);
                              return unknown && !evolution.isLoopInvariant(unknown, outermost);
                            });
  }

  // The span of an access whose index alone varies, as it is written: x[3 * j + 1].
  bool readIndex(Instruction *access, Span &span) const {
    Value *pointer = getLoadStorePointerOperand(access);
    APInt constant(layout.getIndexTypeSizeInBits(pointer->getType()), 0);
    pointer = pointer->stripAndAccumulateConstantOffsets(layout, constant, true);
    auto *address = dyn_cast<GetElementPtrInst>(pointer);
    if (!address || address->getNumIndices() != 1 ||
        !outermost->isLoopInvariant(address->getPointerOperand()))
      return false;
    Value *index = address->getOperand(1), *narrow;
    uint64_t size = layout.getTypeAllocSize(address->getSourceElementType()).getFixedValue();
    if (match(index, m_SExt(m_Value(narrow))))
      index = narrow;
    else if (match(index, m_ZExt(m_Value(narrow)))) {
      index = narrow;
      span.isSigned = false;
    }
    if (!index->getType()->isIntegerTy(32) || size > INT16_MAX)
      return false;
    span.base = address->getPointerOperand();
    span.scale = static_cast<int64_t>(size);
    span.first = constant.getSExtValue();
    const APInt *number;
    if (span.isSigned && match(index, m_NSWAdd(m_Value(narrow), m_APInt(number)))) {
      index = narrow;
      span.first += span.scale * number->getSExtValue();
    }
    if (span.isSigned && match(index, m_NSWMul(m_Value(narrow), m_APInt(number))) &&
        number->isStrictlyPositive() && number->slt(INT16_MAX)) {
      index = narrow;
      span.scale *= number->getSExtValue();
    }
    span.low = span.high = index;
    span.last =
        span.first + static_cast<int64_t>(layout.getTypeStoreSize(getLoadStoreType(access)));
    return true;
  }

  // What the access comes to in each run of the largest loop within the nest of which that is known
  // ahead, or each time.
  Span spanOf(Instruction *access) {
    Span span;
    SmallVector<Loop *, 4> around;
    Loop *innermost = analyses.loops().getLoopFor(access->getParent());
    for (Loop *loop = innermost; loop && loop != outermost; loop = loop->getParentLoop())
      around.push_back(loop);
    for (Loop *loop : reverse(around)) {
      BasicBlock *ahead = loop->getLoopPreheader();
      LLVMValueRef low, high;
      if (!ahead || !bridge_expand_cover(&analyses, wrap(access), wrapLoop(loop),
                                         wrap(ahead->getTerminator()), &low, &high))
        continue;
      span.block = ahead;
      span.low = unwrap(low);
      span.high = unwrap(high);
      expanded.push_back(span.low);
      expanded.push_back(span.high);
      return span;
    }
    span.block = access->getParent();
    if (!readIndex(access, span)) {
      span = {};
      span.block = access->getParent();
      span.low = span.high = getLoadStorePointerOperand(access);
      span.last =
          static_cast<int64_t>(layout.getTypeStoreSize(getLoadStoreType(access)).getFixedValue());
    }
    return span;
  }

  // Adds the span where it is known, or further up: of an access that runs under a condition which
  // is not known, that it may run.
  bool addTo(Walk &walk, Span &span, const Loop *&varying) {
    DomTreeNode *node = analyses.dominators().getNode(span.block);
    for (; node && walk.course->blocks.contains(node->getBlock()); node = node->getIDom()) {
      Slice attempt = walk.slice;
      SmallVector<Value *, 2> ends = {span.low, span.high};
      if (all_of(ends, [&](Value *end) { return isKnownAt(end, node->getBlock()); }) &&
          attempt.add(node->getBlock(), ends) && none_of(attempt.inputs(), isMadeHere)) {
        walk.slice = std::move(attempt);
        span.block = node->getBlock();
        return true;
      }
      varying = attempt.varying();
      if (varying)
        return false;
    }
    return false;
  }

  // Is the value, computed anew, of what has been loaded and chosen by then?
  bool isKnownAt(Value *value, BasicBlock *block, unsigned depth = 0) {
    enum { DEEPEST = 12 };
    auto *instruction = dyn_cast<Instruction>(value);
    if (!instruction || analyses.dominators().dominates(instruction->getParent(), block))
      return true;
    return depth < DEEPEST && !isa<PHINode, LoadInst>(instruction) &&
           isSafeToSpeculativelyExecute(instruction) &&
           all_of(
               instruction->operands(),
               [&](Use &operand) { return isKnownAt(operand, block, depth + 1); });
  }

  // Loops around a block of which one iteration may do: those left at its end.
  Slice::Loops loopsAround(BasicBlock *block) {
    Slice::Loops around;
    for (Loop *loop = analyses.loops().getLoopFor(block); loop; loop = loop->getParentLoop())
      if (loop->getLoopLatch() && loop->isLoopExiting(loop->getLoopLatch()))
        around.insert(loop);
    return around;
  }

  Walk &walkOf(const Course *course, const Slice::Loops &once) {
    for (Walk &walk : walks)
      if (walk.course == course && walk.once == once)
        return walk;
    walks.push_back({course, once, Slice(analyses, course->blocks, course->before, once), {}});
    return walks.back();
  }

  void look(Instruction *access) {
    Span span = spanOf(access);
    span.origin = originOf(access);
    span.accesses.push_back(access);
    for (const Course *course : courses)
      if (isKnownBefore(span, course) && lookFrom(course, span))
        return;
  }

  bool isKnownBefore(const Span &span, const Course *course) {
    Instruction *end = course->before->getTerminator();
    return analyses.dominators().dominates(span.origin, end) &&
           (!span.base || analyses.dominators().dominates(span.base, end));
  }

  // With one iteration of as many loops as can be.
  bool lookFrom(const Course *course, Span span) {
    Slice::Loops once = loopsAround(span.block);
    for (const Loop *varying = nullptr;; once.erase(varying)) {
      Walk &walk = walkOf(course, once);
      varying = nullptr;
      if (addTo(walk, span, varying)) {
        join(walk.spans, span);
        return true;
      }
      if (!varying)
        return false;
    }
  }

  static void join(std::vector<Span> &spans, const Span &span) {
    for (Span &other : spans)
      if (other.isAlike(span)) {
        other.first = std::min(other.first, span.first);
        other.last = std::max(other.last, span.last);
        other.accesses.append(span.accesses);
        return;
      }
    spans.push_back(span);
  }

  Function *declare(const Walk &walk) {
    Function &nestedIn = analyses.function;
    LLVMContext &context = nestedIn.getContext();
    SmallVector<Type *, 8> types, results(2 * walk.spans.size(), Type::getInt64Ty(context));
    for (Value *input : walk.slice.inputs())
      types.push_back(input->getType());
    for (const Span &span : walk.spans) {
      types.push_back(span.origin->getType());
      if (span.base)
        types.push_back(span.base->getType());
    }
    auto *type = FunctionType::get(StructType::get(context, results), types, false);
    Function *function = Function::Create(type, GlobalValue::InternalLinkage,
                                          "inspect." + nestedIn.getName(), nestedIn.getParent());
    for (Attribute::AttrKind kind : {Attribute::NoUnwind, Attribute::WillReturn, Attribute::NoSync,
                                     Attribute::NoFree, Attribute::MustProgress})
      function->addFnAttr(kind);
    for (const char *name : {"target-cpu", "target-features", "min-legal-vector-width"})
      if (nestedIn.hasFnAttribute(name))
        function->addFnAttr(nestedIn.getFnAttribute(name));
    function->addFnAttr("adcc_inactive");
    function->addFnAttr("adcc_inspector");
    function->setOnlyReadsMemory();
    for (Argument &argument : function->args())
      if (argument.getType()->isPointerTy())
        argument.addAttr(Attribute::getWithCaptureInfo(context, CaptureInfo::none()));
    return function;
  }

  // A variable of the inspector for one end, and what no span leads to.
  struct Extreme {
    AllocaInst *place;
    Constant *none;
    Intrinsic::ID choice;
  };

  Extreme declareExtreme(IRBuilder<> &builder, const Span &span, bool least) {
    Type *type = span.base ? span.low->getType() : builder.getInt64Ty();
    bool isSigned = span.base && span.isSigned;
    unsigned bits = type->getIntegerBitWidth();
    APInt none = least      ? isSigned ? APInt::getSignedMaxValue(bits) : APInt::getMaxValue(bits)
                 : isSigned ? APInt::getSignedMinValue(bits)
                            : APInt::getMinValue(bits);
    Extreme extreme = {builder.CreateAlloca(type), ConstantInt::get(type, none),
                       least      ? isSigned ? Intrinsic::smin : Intrinsic::umin
                       : isSigned ? Intrinsic::smax
                                  : Intrinsic::umax};
    builder.CreateStore(extreme.none, extreme.place);
    return extreme;
  }

  static void meet(IRBuilder<> &builder, const Extreme &extreme, Value *value) {
    Type *type = extreme.place->getAllocatedType();
    Value *before = builder.CreateLoad(type, extreme.place);
    builder.CreateStore(builder.CreateBinaryIntrinsic(extreme.choice, before, value),
                        extreme.place);
  }

  // The address, from the extreme.
  static Value *end(IRBuilder<> &builder, const Span &span, Value *extreme, Value *base,
                    bool least) {
    if (!span.base)
      return extreme;
    Type *i64 = builder.getInt64Ty();
    Value *index =
        span.isSigned ? builder.CreateSExt(extreme, i64) : builder.CreateZExt(extreme, i64);
    int64_t constant = least ? span.first : span.last;
    Value *offset = builder.CreateMul(index, builder.getInt64(static_cast<uint64_t>(span.scale)));
    offset = builder.CreateAdd(offset, builder.getInt64(static_cast<uint64_t>(constant)));
    return builder.CreateAdd(builder.CreatePtrToInt(base, i64), offset);
  }

  void build(Walk &walk, BridgeInspected inspected, void *context) {
    Function *function = declare(walk);
    LLVMContext &module = function->getContext();
    auto *entry = BasicBlock::Create(module, "entry", function);
    auto *exit = BasicBlock::Create(module, "exit", function);
    IRBuilder<> ahead(entry);
    SmallVector<std::pair<Extreme, Extreme>, 8> ends;
    for (const Span &span : walk.spans) {
      Extreme least = declareExtreme(ahead, span, true);
      ends.push_back({least, declareExtreme(ahead, span, false)});
    }
    SmallVector<Value *, 8> inputs;
    size_t count = walk.slice.inputs().size();
    for (size_t i = 0; i < count; i++)
      inputs.push_back(function->getArg(static_cast<unsigned>(i)));
    walk.slice.build(entry, exit, inputs,
                     [&](BasicBlock *block, IRBuilder<> &builder, Slice::Read read) {
                       for (size_t i = 0; i < walk.spans.size(); i++)
                         if (walk.spans[i].block == block)
                           note(builder, walk.spans[i], ends[i], read);
                     });
    finish(walk, function, exit, ends);
    call(walk, function, inspected, context);
  }

  static void note(IRBuilder<> &builder, const Span &span, std::pair<Extreme, Extreme> &ends,
                   Slice::Read read) {
    Value *low = read(span.low), *high = read(span.high);
    if (!span.base) {
      low = builder.CreatePtrToInt(low, builder.getInt64Ty());
      high = builder.CreateAdd(builder.CreatePtrToInt(high, builder.getInt64Ty()),
                               builder.getInt64(static_cast<uint64_t>(span.last)));
    }
    meet(builder, ends.first, low);
    meet(builder, ends.second, high);
  }

  static void finish(const Walk &walk, Function *function, BasicBlock *exit,
                     ArrayRef<std::pair<Extreme, Extreme>> ends) {
    IRBuilder<> builder(exit);
    Value *result = PoisonValue::get(function->getReturnType());
    unsigned argument = static_cast<unsigned>(walk.slice.inputs().size()), place = 0;
    std::vector<AllocaInst *> places;
    for (auto [span, pair] : zip(walk.spans, ends)) {
      Value *origin = builder.CreatePtrToInt(function->getArg(argument++), builder.getInt64Ty());
      Value *base = span.base ? function->getArg(argument++) : nullptr;
      Type *type = pair.first.place->getAllocatedType();
      Value *least = builder.CreateLoad(type, pair.first.place);
      Value *greatest = builder.CreateLoad(type, pair.second.place);
      Value *isEmpty = span.base && span.isSigned ? builder.CreateICmpSGT(least, greatest)
                                                  : builder.CreateICmpUGT(least, greatest);
      for (bool isLeast : {true, false}) {
        Value *address = end(builder, span, isLeast ? least : greatest, base, isLeast);
        Value *offset = builder.CreateSub(address, origin);
        result = builder.CreateInsertValue(
            result, builder.CreateSelect(isEmpty, builder.getInt64(0), offset), place++);
      }
      places.push_back(pair.first.place);
      places.push_back(pair.second.place);
    }
    builder.CreateRet(result);
    DominatorTree dominators(*function);
    PromoteMemToReg(places, dominators);
  }

  void call(const Walk &walk, Function *function, BridgeInspected inspected, void *context) {
    IRBuilder<> builder(walk.course->before->getTerminator());
    SmallVector<Value *, 8> arguments(walk.slice.inputs());
    for (const Span &span : walk.spans) {
      arguments.push_back(span.origin);
      if (span.base)
        arguments.push_back(span.base);
    }
    CallInst *call = builder.CreateCall(function, arguments, "inspected");
    unsigned place = 0;
    for (const Span &span : walk.spans) {
      Value *low = builder.CreateExtractValue(call, place++);
      Value *high = builder.CreateExtractValue(call, place++);
      for (Instruction *access : span.accesses)
        inspected(context, wrap(access), wrap(span.origin), wrap(low), wrap(high));
    }
  }
};

// Else nothing that is read is overwritten.
bool writesNumbers(Function &function) {
  return any_of(instructions(function), [](const Instruction &instruction) {
    auto *store = dyn_cast<StoreInst>(&instruction);
    return isa<MemIntrinsic>(instruction) ||
           (store && store->getValueOperand()->getType()->isFPOrFPVectorTy());
  });
}

// The nearest block that all outermost loops come behind.
BasicBlock *findBeforeAll(BridgeAnalyses &analyses) {
  BasicBlock *common = nullptr;
  for (Loop *loop : analyses.loops()) {
    BasicBlock *ahead = loop->getLoopPreheader();
    if (!ahead)
      return nullptr;
    common = common ? analyses.dominators().findNearestCommonDominator(common, ahead) : ahead;
  }
  while (Loop *loop = common ? analyses.loops().getLoopFor(common) : nullptr)
    common = loop->getLoopPreheader();
  return common;
}

} // namespace

bool bridge_inspect(LLVMValueRef handle, BridgeInspected inspected, void *context) {
  BridgeAnalyses analyses(*unwrap<Function>(handle));
  BasicBlock *beforeAll = writesNumbers(analyses.function) ? findBeforeAll(analyses) : nullptr;
  bool changed = false;
  SmallVector<Loop *, 8> outermost(analyses.loops().begin(), analyses.loops().end());
  for (Loop *loop : outermost)
    if (beforeAll)
      changed |= Inspection(analyses, loop).run(beforeAll, inspected, context);
  return changed;
}
