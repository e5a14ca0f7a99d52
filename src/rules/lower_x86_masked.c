/* lower_x86_masked: AVX-512's instructions that have no generic form, one operand of which is the
 * mask of the lanes they work on. */
#include "lower.h"

#include <stdio.h>
#include <string.h>

/* A function of all lanes of one operand that is the instruction, and has the derivative of the
 * mathematical function `like`. */
static LLVMValueRef function_of_lanes(const Lowering *l, const char *like) {
  LLVMTypeRef type = LLVMTypeOf(l->call);
  LLVMTypeRef function_type = LLVMFunctionType(type, &type, 1, false);
  char name[64];
  snprintf(name, sizeof name, "adcc.%s", l->name);
  LLVMValueRef function = LLVMGetNamedFunction(l->module, name);
  if (function)
    return function;
  function = LLVMAddFunction(l->module, name, function_type);
  LLVMSetLinkage(function, LLVMInternalLinkage);
  LLVMContextRef context = LLVMGetModuleContext(l->module);
  LLVMAttributeIndex whole = (LLVMAttributeIndex)LLVMAttributeFunctionIndex;
  LLVMAddAttributeAtIndex(
      function, whole,
      LLVMCreateStringAttribute(context, "adcc_math", 9, like, (unsigned)strlen(like)));
  build_copy_processor(function, LLVMGetBasicBlockParent(LLVMGetInstructionParent(l->call)));
  LLVMBuilderRef builder = LLVMCreateBuilderInContext(context);
  LLVMPositionBuilderAtEnd(builder, LLVMAppendBasicBlockInContext(context, function, ""));
  LLVMValueRef all = LLVMInstructionClone(l->call);
  LLVMSetOperand(all, 0, LLVMGetParam(function, 0));
  LLVMSetOperand(all, 1, LLVMConstNull(type));
  LLVMSetOperand(all, 2, LLVMConstAllOnes(LLVMTypeOf(lower_argument(l, 2))));
  LLVMInstructionSetDebugLoc(all, NULL);
  LLVMInsertIntoBuilder(builder, all);
  LLVMBuildRet(builder, all);
  LLVMDisposeBuilder(builder);
  return function;
}

/* rcp14(value, otherwise, mask), and so on; those of 512 bits may say how to round. */
static bool lower_x86_masked(const Lowering *l) {
  static const char *const likes[][2] = {
      {"rcp14", "x86.sse.rcp.ps"}, {"rsqrt14", "x86.sse.rsqrt.ps"}, {"getexp", "logb"}};
  const char *like = NULL;
  for (size_t i = 0; i < sizeof likes / sizeof *likes; i++)
    if (strstr(l->name, likes[i][0]))
      like = likes[i][1];
  if (call_argument_count(l->call) > 3 && !lower_rounds_as_usual(l, 3))
    return false;
  LLVMValueRef function = function_of_lanes(l, like), value = lower_argument(l, 0);
  LLVMValueRef all =
      LLVMBuildCall2(l->builder, LLVMGlobalGetValueType(function), function, &value, 1, "");
  lower_replace(
      l, lower_where_masked(l, lower_argument(l, 2), lower_flagged(l, all), lower_argument(l, 1)));
  return true;
}

/* scalef(value, exponent, otherwise, mask): value times two to the exponent, rounded down. */
static bool lower_x86_scale(const Lowering *l) {
  LLVMValueRef value = lower_argument(l, 0), exponent = lower_argument(l, 1);
  LLVMTypeRef type = LLVMTypeOf(value);
  if (strstr(l->name, ".512") && !lower_rounds_as_usual(l, 4))
    return false;
  LLVMTypeRef overloads[] = {type, LLVMVectorType(LLVMInt32TypeInContext(LLVMGetTypeContext(type)),
                                                  LLVMGetVectorSize(type))};
  exponent = lower_call_intrinsic(l, "llvm.floor", &type, 1, &exponent, 1);
  LLVMTypeRef to_integer[] = {overloads[1], type};
  exponent = lower_call_intrinsic(l, "llvm.fptosi.sat", to_integer, 2, &exponent, 1);
  LLVMValueRef arguments[] = {value, exponent};
  LLVMValueRef scaled = lower_call_intrinsic(l, "llvm.ldexp", overloads, 2, arguments, 2);
  lower_replace(l, lower_where_masked(l, lower_argument(l, 3), scaled, lower_argument(l, 2)));
  return true;
}

/* A variable of the function for the lanes of `initial`. */
static LLVMValueRef lanes_in_memory(const Lowering *l, LLVMValueRef initial) {
  LLVMBasicBlockRef block = LLVMGetInsertBlock(l->builder);
  LLVMBasicBlockRef entry = LLVMGetEntryBasicBlock(LLVMGetBasicBlockParent(block));
  LLVMPositionBuilderBefore(l->builder, LLVMGetFirstInstruction(entry));
  LLVMValueRef memory = LLVMBuildAlloca(l->builder, LLVMTypeOf(initial), "");
  LLVMPositionBuilderBefore(l->builder, l->call);
  LLVMBuildStore(l->builder, initial, memory);
  return memory;
}

/* Sets lane `lane` of the mask apart, and counts those before it. */
typedef struct {
  LLVMValueRef set, count;
} Turn;

static void next_turn(const Lowering *l, Turn *turn, LLVMValueRef mask, unsigned lane) {
  LLVMTypeRef i64 = LLVMInt64TypeInContext(LLVMGetModuleContext(l->module));
  LLVMValueRef before = turn->set ? LLVMBuildZExt(l->builder, turn->set, i64, "") : NULL;
  turn->count =
      before ? LLVMBuildAdd(l->builder, turn->count, before, "") : LLVMConstInt(i64, 0, false);
  turn->set = mask && lane < LLVMGetVectorSize(LLVMTypeOf(mask))
                  ? LLVMBuildExtractElement(l->builder, mask, lower_lane(l, lane), "")
                  : NULL;
}

/* compress(value, otherwise, mask): the lanes in the mask side by side. Each lane is put behind
 * those that stay, and the next takes its place if it does not. */
static bool lower_x86_compress(const Lowering *l) {
  LLVMValueRef value = lower_argument(l, 0), otherwise = lower_argument(l, 1);
  LLVMTypeRef type = LLVMTypeOf(value), element = LLVMGetElementType(type);
  unsigned lanes = LLVMGetVectorSize(type);
  LLVMValueRef memory = lanes_in_memory(l, otherwise);
  Turn turn = {NULL, NULL};
  for (unsigned i = 0; i < lanes; i++) {
    next_turn(l, &turn, lower_argument(l, 2), i);
    LLVMValueRef place = LLVMBuildInBoundsGEP2(l->builder, element, memory, &turn.count, 1, "");
    LLVMValueRef lane = LLVMBuildExtractElement(l->builder, value, lower_lane(l, i), "");
    LLVMBuildStore(l->builder, lane, place);
  }
  next_turn(l, &turn, NULL, lanes);
  LLVMValueRef packed = LLVMBuildLoad2(l->builder, type, memory, ""), result = otherwise;
  for (unsigned i = 0; i < lanes; i++) {
    LLVMValueRef index = LLVMConstInt(LLVMTypeOf(turn.count), i, false);
    LLVMValueRef kept = LLVMBuildICmp(l->builder, LLVMIntULT, index, turn.count, "");
    LLVMValueRef lane = LLVMBuildSelect(
        l->builder, kept, LLVMBuildExtractElement(l->builder, packed, lower_lane(l, i), ""),
        LLVMBuildExtractElement(l->builder, otherwise, lower_lane(l, i), ""), "");
    result = LLVMBuildInsertElement(l->builder, result, lane, lower_lane(l, i), "");
  }
  lower_replace(l, result);
  return true;
}

/* expand(value, otherwise, mask): the first lanes, in turn, in the lanes of the mask. */
static bool lower_x86_expand(const Lowering *l) {
  LLVMValueRef value = lower_argument(l, 0), otherwise = lower_argument(l, 1), result = otherwise;
  LLVMTypeRef type = LLVMTypeOf(value), element = LLVMGetElementType(type);
  LLVMValueRef memory = lanes_in_memory(l, value);
  Turn turn = {NULL, NULL};
  for (unsigned i = 0; i < LLVMGetVectorSize(type); i++) {
    next_turn(l, &turn, lower_argument(l, 2), i);
    LLVMValueRef place = LLVMBuildInBoundsGEP2(l->builder, element, memory, &turn.count, 1, "");
    LLVMValueRef lane =
        LLVMBuildSelect(l->builder, turn.set, LLVMBuildLoad2(l->builder, element, place, ""),
                        LLVMBuildExtractElement(l->builder, otherwise, lower_lane(l, i), ""), "");
    result = LLVMBuildInsertElement(l->builder, result, lane, lower_lane(l, i), "");
  }
  lower_replace(l, result);
  return true;
}

#define OF_ALL_SIZES(name, lower)                                                                  \
  {"x86.avx512." name ".ps.128", lower, NULL}, {"x86.avx512." name ".pd.128", lower, NULL},        \
      {"x86.avx512." name ".ps.256", lower, NULL}, {"x86.avx512." name ".pd.256", lower, NULL},    \
      {"x86.avx512." name ".ps.512", lower, NULL}, {                                               \
    "x86.avx512." name ".pd.512", lower, NULL                                                      \
  }

static const LoweringRow rows[] = {
    OF_ALL_SIZES("rcp14", lower_x86_masked),
    OF_ALL_SIZES("rsqrt14", lower_x86_masked),
    OF_ALL_SIZES("mask.getexp", lower_x86_masked),
    OF_ALL_SIZES("mask.scalef", lower_x86_scale),
    {"x86.avx512.mask.compress", lower_x86_compress, NULL},
    {"x86.avx512.mask.expand", lower_x86_expand, NULL},
};

const LoweringRow *lower_x86_masked_row(const char *name) {
  for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
    if (strcmp(rows[i].name, name) == 0)
      return &rows[i];
  return NULL;
}
