/* Words that hold now a number, now a pointer or an integer, and what is done to them by their bits
 * (mixed.c says which). A derivative of a derivative moves the shadows of such words, and those
 * tell for themselves what they are: the adjoint may be 0 where its tangent is not. Nothing of that
 * could be read off comparisons of bits. So derivatives call functions, which get their bodies when
 * all derivatives are made; every function of words is its own derivative. */
#include "word.h"
#include <stdio.h>
#include <string.h>

static const struct {
  const char *name; /* see libfn.def */
  unsigned operands;
} functions[] = {
    [WORD_NUMBERS] = {"adcc_word_numbers", 1},   [WORD_POINTERS] = {"adcc_word_pointers", 1},
    [WORD_SUM] = {"adcc_word_sum", 2},           [WORD_ADDED] = {"adcc_word_added", 2},
    [WORD_REPLACED] = {"adcc_word_replaced", 2}, [WORD_RENEWED] = {"adcc_word_renewed", 2},
    [WORD_IS_POINTER] = {"adcc_tape_points", 1}, [WORD_IS_ADDRESS] = {"adcc_tape_addresses", 1},
};

enum { FUNCTION_COUNT = sizeof functions / sizeof *functions, LONGEST_NAME = 64 };

static bool is_pair(LLVMTypeRef number) { return LLVMGetTypeKind(number) == LLVMVectorTypeKind; }

unsigned word_bits(LLVMTypeRef number) {
  return LLVMGetTypeKind(number) == LLVMFloatTypeKind ? 32 : 64;
}

static LLVMValueRef splat(LLVMTypeRef words, uint64_t number) {
  LLVMValueRef lane = LLVMConstInt(type_scalar(words), number, false), lanes[64];
  if (LLVMGetTypeKind(words) != LLVMVectorTypeKind)
    return lane;
  unsigned count = LLVMGetVectorSize(words);
  for (unsigned i = 0; i < count && i < 64; i++)
    lanes[i] = lane;
  return LLVMConstVector(lanes, count);
}

static LLVMValueRef are_pairs(LLVMBuilderRef builder, LLVMValueRef words) {
  LLVMTypeRef type = LLVMTypeOf(words);
  uint64_t lowest = (uint64_t)1 << 44, highest = (uint64_t)1 << 47;
  LLVMValueRef above = LLVMBuildSub(builder, words, splat(type, lowest), "");
  return LLVMBuildICmp(builder, LLVMIntUGE, above, splat(type, highest - lowest), "pair");
}

LLVMValueRef word_exponents(LLVMBuilderRef builder, LLVMValueRef words, LLVMTypeRef number) {
  uint64_t mask = is_pair(number)           ? 0x7f8000007f800000u
                  : word_bits(number) == 32 ? 0x7f800000u
                                            : 0x7ff0000000000000u;
  LLVMValueRef bits = LLVMBuildAnd(builder, words, splat(LLVMTypeOf(words), mask), "");
  return is_pair(number) ? LLVMBuildSelect(builder, are_pairs(builder, words), bits,
                                           LLVMConstNull(LLVMTypeOf(bits)), "")
                         : bits;
}

static LLVMValueRef are_numbers(LLVMBuilderRef builder, LLVMValueRef words, LLVMTypeRef number) {
  if (is_pair(number))
    return are_pairs(builder, words);
  LLVMValueRef bits = word_exponents(builder, words, number);
  return LLVMBuildICmp(builder, LLVMIntNE, bits, LLVMConstNull(LLVMTypeOf(bits)), "number");
}

static LLVMValueRef pointers_among(LLVMBuilderRef builder, LLVMValueRef words, LLVMTypeRef number) {
  LLVMValueRef none = LLVMConstNull(LLVMTypeOf(words));
  return LLVMBuildSelect(builder, are_numbers(builder, words, number), none, words, "");
}

/* Of integers the least are no addresses, on any system: a tag or a count is not to be taken for
 * the shadow of a pointer where an adjoint may be. */
static LLVMValueRef addresses_among(LLVMBuilderRef builder, LLVMValueRef words,
                                    LLVMTypeRef number) {
  enum { LEAST_ADDRESS = 1 << 12 };
  LLVMTypeRef type = LLVMTypeOf(words);
  LLVMValueRef small = LLVMBuildICmp(builder, LLVMIntULT, words, splat(type, LEAST_ADDRESS), "");
  return LLVMBuildSelect(builder, small, LLVMConstNull(type),
                         pointers_among(builder, words, number), "");
}

static LLVMValueRef sum(LLVMBuilderRef builder, LLVMValueRef old, LLVMValueRef delta,
                        LLVMTypeRef number) {
  LLVMTypeRef words = LLVMTypeOf(old), scalar = type_scalar(number);
  bool vector = LLVMGetTypeKind(words) == LLVMVectorTypeKind;
  unsigned count = (vector ? LLVMGetVectorSize(words) : 1) * (is_pair(number) ? 2 : 1);
  LLVMTypeRef numbers = count > 1 ? LLVMVectorType(scalar, count) : scalar;
  LLVMValueRef any = are_numbers(builder, delta, number);
  if (is_pair(number)) /* zero is a pair, too */
    any = LLVMBuildAnd(builder, any,
                       LLVMBuildICmp(builder, LLVMIntNE, delta, LLVMConstNull(words), ""), "");
  LLVMValueRef added = LLVMBuildFAdd(builder, LLVMBuildBitCast(builder, old, numbers, ""),
                                     LLVMBuildBitCast(builder, delta, numbers, ""), "");
  return LLVMBuildSelect(builder, any, LLVMBuildBitCast(builder, added, words, ""), old, "");
}

/* Is it zero, or the least number that there is? (LLVM takes a test of the bits for zero alone for
 * a comparison of the number, by which all denormal numbers may count as zero.) */
static LLVMValueRef is_zero(LLVMBuilderRef builder, LLVMValueRef number) {
  LLVMTypeRef type = LLVMTypeOf(number);
  LLVMTypeRef word = LLVMIntTypeInContext(LLVMGetTypeContext(type), word_bits(type_scalar(type)));
  LLVMValueRef bits = LLVMBuildBitCast(builder, number, type_with_lanes_of(word, type), "");
  LLVMValueRef magnitude = LLVMBuildAdd(builder, bits, bits, ""); /* without the sign */
  return LLVMBuildICmp(builder, LLVMIntULT, magnitude, splat(LLVMTypeOf(bits), 4), "");
}

/* Of doubles that have no exponent the low halves, which then are floats. */
static LLVMValueRef sum_of_floats(LLVMBuilderRef builder, LLVMValueRef first, LLVMValueRef second) {
  LLVMContextRef context = LLVMGetTypeContext(LLVMTypeOf(first));
  LLVMTypeRef type = LLVMTypeOf(first);
  LLVMTypeRef words = type_with_lanes_of(LLVMInt64TypeInContext(context), type);
  LLVMTypeRef halves = type_with_lanes_of(LLVMInt32TypeInContext(context), type);
  LLVMTypeRef floats = type_with_lanes_of(LLVMFloatTypeInContext(context), type);
  LLVMValueRef numbers[2], operands[] = {first, second};
  for (unsigned i = 0; i < 2; i++) {
    LLVMValueRef word = LLVMBuildBitCast(builder, operands[i], words, "");
    numbers[i] = LLVMBuildBitCast(builder, LLVMBuildTrunc(builder, word, halves, ""), floats, "");
  }
  LLVMValueRef sum = LLVMBuildFAdd(builder, numbers[0], numbers[1], "");
  LLVMValueRef word = LLVMBuildZExt(builder, LLVMBuildBitCast(builder, sum, halves, ""), words, "");
  return LLVMBuildBitCast(builder, word, type, "");
}

/* What is no number of this type may be one that arithmetic changes: a signalling NaN, or a
 * denormal one in a program that has those flushed, as one that is linked with -ffast-math. */
static LLVMValueRef added(LLVMBuilderRef builder, LLVMValueRef first, LLVMValueRef second,
                          LLVMTypeRef number) {
  LLVMValueRef sum = LLVMBuildFAdd(builder, first, second, "");
  if (word_bits(number) == 64) {
    LLVMTypeRef words = type_with_lanes_of(
        LLVMInt64TypeInContext(LLVMGetTypeContext(LLVMTypeOf(first))), LLVMTypeOf(first));
    LLVMValueRef either = LLVMBuildOr(builder, LLVMBuildBitCast(builder, first, words, ""),
                                      LLVMBuildBitCast(builder, second, words, ""), "");
    sum = LLVMBuildSelect(builder, are_numbers(builder, either, number), sum,
                          sum_of_floats(builder, first, second), "");
  }
  LLVMValueRef both = LLVMBuildSelect(builder, is_zero(builder, first), second, sum, "");
  return LLVMBuildSelect(builder, is_zero(builder, second), first, both, "");
}

static LLVMValueRef build_body(LLVMBuilderRef builder, WordFunction kind, LLVMValueRef function,
                               LLVMTypeRef number) {
  LLVMValueRef first = LLVMGetParam(function, 0);
  LLVMValueRef none = LLVMConstNull(LLVMTypeOf(first));
  switch (kind) {
  case WORD_NUMBERS:
    return LLVMBuildSelect(builder, are_numbers(builder, first, number), first, none, "");
  case WORD_POINTERS:
    return pointers_among(builder, first, number);
  case WORD_SUM:
    return sum(builder, first, LLVMGetParam(function, 1), number);
  case WORD_ADDED:
    return added(builder, first, LLVMGetParam(function, 1), number);
  case WORD_REPLACED: {
    LLVMValueRef pointers = pointers_among(builder, LLVMGetParam(function, 1), number);
    LLVMValueRef stays = LLVMBuildICmp(builder, LLVMIntEQ, pointers, none, "");
    return LLVMBuildSelect(builder, stays, first, pointers, "");
  }
  case WORD_RENEWED: {
    LLVMValueRef addresses = addresses_among(builder, LLVMGetParam(function, 1), number);
    LLVMValueRef stays = LLVMBuildICmp(builder, LLVMIntEQ, addresses, none, "");
    LLVMValueRef kept =
        LLVMBuildSelect(builder, are_numbers(builder, first, number), first, none, "");
    return LLVMBuildSelect(builder, stays, kept, addresses, "");
  }
  case WORD_IS_POINTER:
    return LLVMBuildICmp(builder, LLVMIntNE, pointers_among(builder, first, number), none, "");
  case WORD_IS_ADDRESS:
    return LLVMBuildICmp(builder, LLVMIntNE, addresses_among(builder, first, number), none, "");
  }
  return NULL;
}

/* ---- calls of them ---- */

static LLVMTypeRef decision_type(LLVMTypeRef words) {
  LLVMTypeRef bit = LLVMInt1TypeInContext(LLVMGetTypeContext(words));
  return LLVMGetTypeKind(words) == LLVMVectorTypeKind
             ? LLVMVectorType(bit, LLVMGetVectorSize(words))
             : bit;
}

LLVMValueRef word_call(Deriver *deriver, WordFunction function, LLVMTypeRef number,
                       LLVMValueRef first, LLVMValueRef second) {
  static const char *const promises[] = {"nounwind", "willreturn", "nosync", "nofree"};
  LLVMModuleRef module = deriver->diff->module;
  LLVMContextRef context = LLVMGetModuleContext(module);
  LLVMTypeRef words = LLVMTypeOf(first), parameters[] = {words, words};
  bool vector = LLVMGetTypeKind(words) == LLVMVectorTypeKind;
  char name[LONGEST_NAME];
  snprintf(name, sizeof name, "%s.%s.%u", functions[function].name, word_suffix(number),
           vector ? LLVMGetVectorSize(words) : 0);
  bool decides = function == WORD_IS_POINTER || function == WORD_IS_ADDRESS;
  LLVMTypeRef type = LLVMFunctionType(decides ? decision_type(words) : words, parameters,
                                      functions[function].operands, false);
  LLVMValueRef callee = LLVMGetNamedFunction(module, name);
  if (!callee) {
    callee = LLVMAddFunction(module, name, type);
    for (size_t i = 0; i < sizeof promises / sizeof *promises; i++)
      build_add_attribute(callee, promises[i]);
    unsigned memory = LLVMGetEnumAttributeKindForName("memory", strlen("memory"));
    LLVMAddAttributeAtIndex(callee, LLVMAttributeFunctionIndex,
                            LLVMCreateEnumAttribute(context, memory, 0));
  }
  LLVMValueRef arguments[] = {first, second};
  return LLVMBuildCall2(deriver->builder, type, callee, arguments, functions[function].operands,
                        "");
}

static bool find(LLVMValueRef function, WordFunction *kind, LLVMTypeRef *number) {
  size_t length;
  const char *name = LLVMGetValueName2(function, &length);
  for (unsigned i = 0; i < FUNCTION_COUNT; i++) {
    size_t start = strlen(functions[i].name);
    if (length <= start || memcmp(name, functions[i].name, start) != 0 || name[start] != '.')
      continue;
    *kind = (WordFunction)i;
    *number = word_number(function);
    return true;
  }
  return false;
}

void word_define(LLVMModuleRef module) {
  LLVMContextRef context = LLVMGetModuleContext(module);
  LLVMBuilderRef builder = LLVMCreateBuilderInContext(context);
  for (LLVMValueRef next, function = LLVMGetFirstFunction(module); function; function = next) {
    WordFunction kind;
    LLVMTypeRef number;
    next = LLVMGetNextFunction(function);
    if (!LLVMIsDeclaration(function) || !find(function, &kind, &number))
      continue;
    if (!LLVMGetFirstUse(function)) {
      LLVMDeleteFunction(function);
      continue;
    }
    LLVMPositionBuilderAtEnd(builder, LLVMAppendBasicBlockInContext(context, function, "entry"));
    LLVMBuildRet(builder, build_body(builder, kind, function, number));
    LLVMSetLinkage(function, LLVMInternalLinkage);
    build_add_attribute(function, "alwaysinline");
    build_limit_vectors(function);
  }
  LLVMDisposeBuilder(builder);
}

/* ---- their derivatives ---- */

/* What has no shadow is a pointer's own, and no tangent. */
static LLVMValueRef shadow_word(Deriver *deriver, LLVMValueRef word, LLVMTypeRef number,
                                unsigned lane) {
  LLVMValueRef shadow = deriver_shadow(deriver, word, lane);
  bool own = LLVMGetTypeKind(type_scalar(LLVMTypeOf(word))) == LLVMIntegerTypeKind &&
             !deriver_has_shadow(deriver, word) && !deriver_is_active(deriver, word);
  return own ? word_call(deriver, WORD_POINTERS, number, shadow, NULL) : shadow;
}

void word_forward(Deriver *deriver, LLVMValueRef call) {
  WordFunction kind;
  LLVMTypeRef number;
  bool tangent = deriver->key->mode == REQUEST_FORWARD && deriver_is_active(deriver, call);
  if (!find(call_direct_callee(call), &kind, &number) ||
      (!tangent && !deriver_has_shadow(deriver, call)))
    return;
  deriver_position_after(deriver, deriver_clone_of(deriver, call));
  for (unsigned lane = 0; lane < deriver->width; lane++) {
    LLVMValueRef words[2] = {NULL, NULL};
    for (unsigned i = 0; i < functions[kind].operands; i++)
      words[i] = shadow_word(deriver, LLVMGetOperand(call, i), number, lane);
    WordFunction function = kind == WORD_RENEWED ? WORD_REPLACED : kind; /* as mixed.c stores */
    deriver_set_shadow(deriver, call, lane,
                       word_call(deriver, function, number, words[0], words[1]));
  }
}

static void add_to_word(Deriver *deriver, LLVMValueRef word, unsigned lane, LLVMValueRef delta) {
  if (!LLVMIsAConstant(word) && deriver_is_active(deriver, word))
    adjoint_add(deriver, word, lane, delta);
}

/* The adjoint of what a pointer has replaced is none. */
static LLVMValueRef unless_replaced(Deriver *deriver, WordFunction decision, LLVMValueRef by,
                                    LLVMTypeRef number, LLVMValueRef delta) {
  LLVMBuilderRef b = deriver->builder;
  LLVMTypeRef words = LLVMTypeOf(by);
  LLVMValueRef points =
      word_call(deriver, decision, number, reverse_fetch_primal(deriver, by), NULL);
  LLVMValueRef kept =
      LLVMBuildSelect(b, points, LLVMConstNull(words), LLVMBuildBitCast(b, delta, words, ""), "");
  return LLVMBuildBitCast(b, kept, LLVMTypeOf(delta), "");
}

/* Words are not asked whether they are pointers where their numbers are taken: the shadow of a
 * pointer may be left in a place from a later time, and an adjoint of 0 does not show beside it. */
void word_reverse(Deriver *deriver, LLVMValueRef call) {
  WordFunction kind;
  LLVMTypeRef number;
  if (!find(call_direct_callee(call), &kind, &number) || !deriver_is_active(deriver, call) ||
      !type_contains_float(deriver_adjoint_type(deriver, call)))
    return;
  LLVMValueRef first = LLVMGetOperand(call, 0);
  LLVMValueRef second = functions[kind].operands > 1 ? LLVMGetOperand(call, 1) : NULL;
  for (unsigned lane = 0; lane < deriver->width; lane++) {
    LLVMValueRef delta = adjoint_take(deriver, call, lane);
    if (kind == WORD_REPLACED)
      delta = unless_replaced(deriver, WORD_IS_POINTER, second, number, delta);
    if (kind == WORD_RENEWED)
      delta = unless_replaced(deriver, WORD_IS_ADDRESS, second, number, delta);
    if (kind != WORD_POINTERS)
      add_to_word(deriver, first, lane, delta);
    if (kind == WORD_SUM || kind == WORD_ADDED)
      add_to_word(deriver, second, lane, delta);
  }
}
