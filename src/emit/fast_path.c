/* The common path of the tape's functions, inline: taking the next bytes of a chunk, or giving the
 * latest back, moves a pointer; only what opens or closes a chunk is left to the runtime. It
 * replaces calls after the last round, so that a derivative that is differentiated again still has
 * the calls. */
#include "emit.h"

#include "../../include/adcc/runtime.h"
#include <stddef.h>
#include <string.h>

typedef struct {
  LLVMBuilderRef builder;
  LLVMContextRef context;
  LLVMValueRef function, runtime;
  LLVMTypeRef i64, pointer;
  LLVMBasicBlockRef entry, fast, slow;
} Path;

static LLVMValueRef constant(const Path *path, uint64_t value) {
  return LLVMConstInt(path->i64, value, false);
}

static LLVMValueRef field(const Path *path, LLVMValueRef structure, size_t offset) {
  LLVMValueRef at = constant(path, offset);
  return LLVMBuildInBoundsGEP2(path->builder, LLVMInt8TypeInContext(path->context), structure, &at,
                               1, "");
}

static LLVMValueRef load(const Path *path, LLVMValueRef structure, size_t offset) {
  return LLVMBuildLoad2(path->builder, path->pointer, field(path, structure, offset), "");
}

static void store(const Path *path, LLVMValueRef value, LLVMValueRef structure, size_t offset) {
  LLVMBuildStore(path->builder, value, field(path, structure, offset));
}

static LLVMValueRef advance(const Path *path, LLVMValueRef pointer, LLVMValueRef bytes) {
  return LLVMBuildGEP2(path->builder, LLVMInt8TypeInContext(path->context), pointer, &bytes, 1, "");
}

static LLVMValueRef distance(const Path *path, LLVMValueRef from, LLVMValueRef to) {
  LLVMValueRef begin = LLVMBuildPtrToInt(path->builder, from, path->i64, "");
  return LLVMBuildSub(path->builder, LLVMBuildPtrToInt(path->builder, to, path->i64, ""), begin,
                      "");
}

static void choose(const Path *path, LLVMValueRef is_fast) {
  LLVMBuildCondBr(path->builder, is_fast, path->fast, path->slow);
  LLVMPositionBuilderAtEnd(path->builder, path->fast);
}

/* What is left of the chunk, in whole alignments and without the gap before a frame that is not
 * small, holds the bytes. A frame of none, as where a guard is not set, takes none. */
static void push(const Path *path) {
  LLVMBuilderRef builder = path->builder;
  LLVMValueRef tape = LLVMGetParam(path->function, 0), bytes = LLVMGetParam(path->function, 1);
  LLVMValueRef mask = constant(path, ~(uint64_t)(ADCC_TAPE_SMALL_ALIGNMENT - 1));
  LLVMValueRef cursor = load(path, tape, offsetof(adcc_tape, cursor));
  LLVMValueRef rest = distance(path, cursor, load(path, tape, offsetof(adcc_tape, limit)));
  LLVMValueRef whole = LLVMBuildAnd(builder, rest, mask, "");
  LLVMValueRef up = LLVMBuildNeg(builder, LLVMBuildPtrToInt(builder, cursor, path->i64, ""), "");
  LLVMValueRef padding = LLVMBuildAnd(
      builder, up, constant(path, ADCC_TAPE_ALIGNMENT - ADCC_TAPE_SMALL_ALIGNMENT), "");
  LLVMValueRef small =
      LLVMBuildICmp(builder, LLVMIntULT, bytes, constant(path, ADCC_TAPE_ALIGNMENT), "");
  LLVMValueRef gap = LLVMBuildSelect(builder, small, constant(path, 0), padding, "");
  LLVMValueRef fits = LLVMBuildICmp(builder, LLVMIntULE, gap, whole, "");
  LLVMValueRef room = LLVMBuildSub(builder, whole, gap, "");
  LLVMValueRef holds = LLVMBuildICmp(builder, LLVMIntULE, bytes, room, "");
  choose(path, LLVMBuildAnd(builder, fits, holds, ""));
  LLVMValueRef frame = advance(path, cursor, gap);
  LLVMValueRef end =
      LLVMBuildAdd(builder, bytes, constant(path, ADCC_TAPE_SMALL_ALIGNMENT - 1), "");
  store(path, advance(path, frame, LLVMBuildAnd(builder, end, mask, "")), tape,
        offsetof(adcc_tape, cursor));
  LLVMBuildRet(builder, frame);
}

/* A frame in the current chunk, and not its first, which would close the chunk. */
static void pop(const Path *path) {
  LLVMValueRef tape = LLVMGetParam(path->function, 0), frame = LLVMGetParam(path->function, 1);
  LLVMBuilderRef builder = path->builder;
  LLVMValueRef chunk = load(path, tape, offsetof(adcc_tape, chunk));
  LLVMValueRef second = advance(path, chunk, constant(path, ADCC_TAPE_FIRST_FRAME));
  LLVMValueRef limit = load(path, tape, offsetof(adcc_tape, limit));
  LLVMValueRef behind = LLVMBuildICmp(builder, LLVMIntUGT, frame, second, "");
  LLVMValueRef before = LLVMBuildICmp(builder, LLVMIntULT, frame, limit, "");
  LLVMValueRef kept = load(path, tape, offsetof(adcc_tape, kept));
  LLVMValueRef inside = LLVMBuildAnd(builder, behind, before, "");
  choose(path, LLVMBuildAnd(builder, inside, LLVMBuildIsNull(builder, kept, ""), ""));
  store(path, frame, tape, offsetof(adcc_tape, cursor));
  LLVMBuildRetVoid(builder);
}

static void list_push(const Path *path) {
  LLVMValueRef list = LLVMGetParam(path->function, 0), bytes = LLVMGetParam(path->function, 2);
  LLVMValueRef cursor = load(path, list, offsetof(adcc_tape_list, cursor));
  LLVMValueRef limit = load(path, list, offsetof(adcc_tape_list, limit));
  choose(path, LLVMBuildICmp(path->builder, LLVMIntNE, cursor, limit, ""));
  store(path, advance(path, cursor, bytes), list, offsetof(adcc_tape_list, cursor));
  LLVMBuildRet(path->builder, cursor);
}

static void list_pop(const Path *path) {
  LLVMValueRef list = LLVMGetParam(path->function, 0), bytes = LLVMGetParam(path->function, 1);
  LLVMValueRef cursor = load(path, list, offsetof(adcc_tape_list, cursor));
  LLVMValueRef begin = load(path, list, offsetof(adcc_tape_list, begin));
  choose(path, LLVMBuildICmp(path->builder, LLVMIntNE, cursor, begin, ""));
  LLVMValueRef latest = advance(path, cursor, LLVMBuildNeg(path->builder, bytes, ""));
  store(path, latest, list, offsetof(adcc_tape_list, cursor));
  LLVMBuildRet(path->builder, latest);
}

static const struct {
  const char *runtime, *name;
  void (*build)(const Path *);
} paths[] = {
    {"adcc_tape_push", "adcc.tape.push", push},
    {"adcc_tape_pop", "adcc.tape.pop", pop},
    {"adcc_tape_list_push", "adcc.tape.list.push", list_push},
    {"adcc_tape_list_pop", "adcc.tape.list.pop", list_pop},
};

static void build_slow(const Path *path) {
  LLVMPositionBuilderAtEnd(path->builder, path->slow);
  LLVMValueRef arguments[4];
  unsigned count = LLVMCountParams(path->function);
  LLVMGetParams(path->function, arguments);
  LLVMValueRef result = LLVMBuildCall2(path->builder, LLVMGlobalGetValueType(path->runtime),
                                       path->runtime, arguments, count, "");
  if (LLVMGetTypeKind(LLVMTypeOf(result)) == LLVMVoidTypeKind)
    LLVMBuildRetVoid(path->builder);
  else
    LLVMBuildRet(path->builder, result);
}

/* Only direct calls: what takes the function's address keeps it. */
static bool replace_calls(LLVMValueRef runtime, LLVMValueRef inlined) {
  bool any = false;
  for (LLVMUseRef next, use = LLVMGetFirstUse(runtime); use; use = next) {
    next = LLVMGetNextUse(use);
    LLVMValueRef call = LLVMGetUser(use);
    if (!LLVMIsACallInst(call) || LLVMGetCalledValue(call) != runtime)
      continue;
    LLVMSetOperand(call, (unsigned)LLVMGetNumOperands(call) - 1, inlined);
    any = true;
  }
  return any;
}

void fast_path_emit(LLVMModuleRef module) {
  LLVMContextRef context = LLVMGetModuleContext(module);
  for (size_t i = 0; i < sizeof paths / sizeof *paths; i++) {
    LLVMValueRef runtime = LLVMGetNamedFunction(module, paths[i].runtime);
    if (!runtime || !LLVMIsDeclaration(runtime) || !LLVMGetFirstUse(runtime))
      continue;
    LLVMValueRef function = LLVMAddFunction(module, paths[i].name, LLVMGlobalGetValueType(runtime));
    LLVMSetLinkage(function, LLVMInternalLinkage);
    build_add_attribute(function, "nounwind");
    build_add_attribute(function, "alwaysinline");
    build_limit_vectors(function);
    Path path = {.builder = LLVMCreateBuilderInContext(context),
                 .context = context,
                 .function = function,
                 .runtime = runtime,
                 .i64 = LLVMInt64TypeInContext(context),
                 .pointer = LLVMPointerTypeInContext(context, 0),
                 .entry = LLVMAppendBasicBlockInContext(context, function, "entry"),
                 .fast = LLVMAppendBasicBlockInContext(context, function, "fast"),
                 .slow = LLVMAppendBasicBlockInContext(context, function, "slow")};
    LLVMPositionBuilderAtEnd(path.builder, path.entry);
    paths[i].build(&path);
    if (replace_calls(runtime, function))
      build_slow(&path);
    else
      LLVMDeleteFunction(function);
    LLVMDisposeBuilder(path.builder);
  }
}
