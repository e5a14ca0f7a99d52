/* Vector code written with intrinsics takes floating point through vectors of integers: it swaps
 * the halves of a register as four i32. LLVM leaves such operations as
 * they are where it has already turned the loads around them into integer ones. Brought back to
 * floating point they have derivatives. Every rewrite keeps the meaning of the integer code, too.
 */
#include "prepare.h"

#include <stdio.h>
#include <string.h>

static bool is_integer_vector(LLVMTypeRef type) {
  return LLVMGetTypeKind(type) == LLVMVectorTypeKind &&
         LLVMGetTypeKind(LLVMGetElementType(type)) == LLVMIntegerTypeKind;
}

/* The lane of twice the width that lanes 2i and 2i+1 of the result take together; -1: undefined. */
static bool wide_lane(LLVMValueRef shuffle, unsigned i, int *lane) {
  int low = LLVMGetMaskValue(shuffle, 2 * i), high = LLVMGetMaskValue(shuffle, 2 * i + 1);
  *lane = low >= 0 ? low / 2 : high >= 0 ? high / 2 : -1;
  return (low < 0 || low % 2 == 0) && (high < 0 || high % 2 == 1) &&
         (low < 0 || high < 0 || high == low + 1);
}

/* A shuffle of narrow integers that moves whole wide ones, as a shuffle of these; NULL if it does
 * not. */
static LLVMValueRef widen_shuffle(LLVMBuilderRef builder, LLVMValueRef shuffle) {
  LLVMTypeRef type = LLVMTypeOf(shuffle), source = LLVMTypeOf(LLVMGetOperand(shuffle, 0));
  if (!is_integer_vector(type))
    return NULL;
  unsigned bits = LLVMGetIntTypeWidth(LLVMGetElementType(type));
  unsigned lanes = LLVMGetVectorSize(type), source_lanes = LLVMGetVectorSize(source);
  if ((bits != 8 && bits != 16 && bits != 32) || lanes % 2 || source_lanes % 2 || lanes > 64)
    return NULL;
  LLVMContextRef context = LLVMGetTypeContext(type);
  LLVMTypeRef i32 = LLVMInt32TypeInContext(context), wide = LLVMIntTypeInContext(context, 2 * bits);
  LLVMValueRef mask[32];
  for (unsigned i = 0; i < lanes / 2; i++) {
    int lane;
    if (!wide_lane(shuffle, i, &lane))
      return NULL;
    mask[i] = lane < 0 ? LLVMGetPoison(i32) : LLVMConstInt(i32, (unsigned)lane, false);
  }
  LLVMTypeRef wide_source = LLVMVectorType(wide, source_lanes / 2);
  LLVMPositionBuilderBefore(builder, shuffle);
  LLVMSetCurrentDebugLocation2(builder, LLVMInstructionGetDebugLoc(shuffle));
  LLVMValueRef left = LLVMBuildBitCast(builder, LLVMGetOperand(shuffle, 0), wide_source, "");
  LLVMValueRef right = LLVMBuildBitCast(builder, LLVMGetOperand(shuffle, 1), wide_source, "");
  LLVMValueRef moved =
      LLVMBuildShuffleVector(builder, left, right, LLVMConstVector(mask, lanes / 2), "");
  LLVMReplaceAllUsesWith(shuffle, LLVMBuildBitCast(builder, moved, type, ""));
  LLVMInstructionEraseFromParent(shuffle);
  return moved;
}

static bool is_address(LLVMValueRef value) {
  for (LLVMUseRef use = LLVMGetFirstUse(value); use; use = LLVMGetNextUse(use))
    if (LLVMIsAIntToPtrInst(LLVMGetUser(use)))
      return true;
  return false;
}

/* A wide lane that is taken from a vector of narrower ones, as those. */
static bool narrow_extraction(LLVMBuilderRef builder, LLVMValueRef extraction) {
  enum { MAX_PARTS = 8 };
  LLVMValueRef index = LLVMGetOperand(extraction, 1);
  LLVMTypeRef type = LLVMTypeOf(extraction);
  unsigned bits;
  LLVMValueRef source = prepare_vector_before_cast(LLVMGetOperand(extraction, 0), &bits);
  if (!source || LLVMGetTypeKind(type) != LLVMIntegerTypeKind || !LLVMIsAConstantInt(index) ||
      is_address(extraction) || LLVMGetIntTypeWidth(type) <= bits ||
      LLVMGetIntTypeWidth(type) % bits)
    return false;
  unsigned parts = LLVMGetIntTypeWidth(type) / bits;
  uint64_t first = LLVMConstIntGetZExtValue(index) * parts;
  if (parts > MAX_PARTS || first + parts > LLVMGetVectorSize(LLVMTypeOf(source)))
    return false;
  LLVMTypeRef i32 = LLVMInt32TypeInContext(LLVMGetTypeContext(type));
  LLVMValueRef mask[MAX_PARTS];
  for (unsigned i = 0; i < parts; i++)
    mask[i] = LLVMConstInt(i32, first + i, false);
  LLVMPositionBuilderBefore(builder, extraction);
  LLVMSetCurrentDebugLocation2(builder, LLVMInstructionGetDebugLoc(extraction));
  LLVMValueRef taken = LLVMBuildShuffleVector(builder, source, LLVMGetPoison(LLVMTypeOf(source)),
                                              LLVMConstVector(mask, parts), "");
  LLVMReplaceAllUsesWith(extraction, LLVMBuildBitCast(builder, taken, type, ""));
  LLVMInstructionEraseFromParent(extraction);
  return true;
}

/* The bits of one number of a vector. */
static bool reveal_lane(LLVMBuilderRef builder, LLVMValueRef extraction) {
  LLVMValueRef cast = LLVMGetOperand(extraction, 0);
  LLVMValueRef source = LLVMIsABitCastInst(cast) ? LLVMGetOperand(cast, 0) : NULL;
  LLVMTypeRef type = source ? LLVMTypeOf(source) : NULL;
  if (!type || LLVMGetTypeKind(type) != LLVMVectorTypeKind || !type_is_float_or_vector(type) ||
      LLVMGetVectorSize(type) != LLVMGetVectorSize(LLVMTypeOf(cast)))
    return false;
  LLVMPositionBuilderBefore(builder, extraction);
  LLVMSetCurrentDebugLocation2(builder, LLVMInstructionGetDebugLoc(extraction));
  LLVMValueRef number = LLVMBuildExtractElement(builder, source, LLVMGetOperand(extraction, 1), "");
  LLVMReplaceAllUsesWith(extraction, LLVMBuildBitCast(builder, number, LLVMTypeOf(extraction), ""));
  LLVMInstructionEraseFromParent(extraction);
  return true;
}

static bool is_mask(LLVMValueRef value, uint64_t mask, unsigned bits) {
  if (LLVMGetTypeKind(LLVMTypeOf(value)) == LLVMIntegerTypeKind)
    return LLVMIsAConstantInt(value) && bits <= 64 && LLVMConstIntGetZExtValue(value) == mask;
  if (!LLVMIsAConstantDataVector(value) && !LLVMIsAConstantVector(value))
    return false;
  for (unsigned i = 0; i < LLVMGetVectorSize(LLVMTypeOf(value)); i++)
    if (!is_mask(LLVMGetAggregateElement(value, i), mask, bits))
      return false;
  return true;
}

/* The floating-point type that every user takes the integer as, or NULL. */
static LLVMTypeRef type_of_users(LLVMValueRef value) {
  LLVMTypeRef found = NULL;
  for (LLVMUseRef use = LLVMGetFirstUse(value); use; use = LLVMGetNextUse(use)) {
    LLVMValueRef user = LLVMGetUser(use);
    LLVMTypeRef type = LLVMTypeOf(user);
    if (!LLVMIsABitCastInst(user) || !type_is_float_or_vector(type) || (found && found != type))
      return NULL;
    found = type;
  }
  return found;
}

/* Where a choice between integers is looked at as numbers, it is one between numbers. */
static bool reveal_choice(LLVMBuilderRef builder, LLVMValueRef select) {
  LLVMTypeRef type = LLVMTypeOf(select), floating = type_of_users(select);
  if (!is_integer_vector(type) || !floating || LLVMGetTypeKind(floating) != LLVMVectorTypeKind ||
      LLVMGetVectorSize(floating) != LLVMGetVectorSize(type))
    return false;
  LLVMPositionBuilderBefore(builder, select);
  LLVMSetCurrentDebugLocation2(builder, LLVMInstructionGetDebugLoc(select));
  LLVMValueRef number =
      LLVMBuildSelect(builder, LLVMGetOperand(select, 0),
                      LLVMBuildBitCast(builder, LLVMGetOperand(select, 1), floating, ""),
                      LLVMBuildBitCast(builder, LLVMGetOperand(select, 2), floating, ""), "");
  LLVMReplaceAllUsesWith(select, LLVMBuildBitCast(builder, number, type, ""));
  LLVMInstructionEraseFromParent(select);
  return true;
}

/* The number that is in every lane of a constant. */
bool prepare_lanes_constant(LLVMValueRef value, unsigned bits, uint64_t *number) {
  LLVMValueRef first = value;
  if (LLVMGetTypeKind(LLVMTypeOf(value)) == LLVMVectorTypeKind)
    first = LLVMIsAConstant(value) ? LLVMGetAggregateElement(value, 0) : NULL;
  if (!first || !LLVMIsAConstantInt(first) || bits > 64)
    return false;
  *number = LLVMConstIntGetZExtValue(first);
  return is_mask(value, *number, bits);
}

typedef struct {
  LLVMTypeRef type; /* of the number, or a vector of such */
  uint64_t kept, set;
} FractionMasks;

LLVMValueRef prepare_own_function(LLVMModuleRef module, const char *name, LLVMTypeRef type,
                                  const char *rule, bool *is_new) {
  LLVMValueRef function = LLVMGetNamedFunction(module, name);
  *is_new = !function;
  if (function)
    return function;
  LLVMContextRef context = LLVMGetModuleContext(module);
  function = LLVMAddFunction(module, name, type);
  LLVMSetLinkage(function, LLVMInternalLinkage);
  LLVMAppendBasicBlockInContext(context, function, "entry");
  static const char *const promises[] = {"alwaysinline", "nounwind", "willreturn",
                                         "nosync",       "nofree",   "speculatable"};
  for (size_t i = 0; i < sizeof promises / sizeof *promises; i++)
    build_add_attribute(function, promises[i]);
  unsigned memory = LLVMGetEnumAttributeKindForName("memory", 6);
  LLVMAttributeIndex itself = (LLVMAttributeIndex)LLVMAttributeFunctionIndex;
  LLVMAddAttributeAtIndex(function, itself, LLVMCreateEnumAttribute(context, memory, 0));
  static const char marker[] = "adcc_math";
  if (rule)
    LLVMAddAttributeAtIndex(function, itself,
                            LLVMCreateStringAttribute(context, marker, sizeof marker - 1, rule,
                                                      (unsigned)strlen(rule)));
  return function;
}

/* A function of its own for what has a rule: a number with another exponent. */
static LLVMValueRef fraction_function(LLVMModuleRef module, LLVMTypeRef integers,
                                      const FractionMasks *masks) {
  char name[96];
  unsigned lanes =
      LLVMGetTypeKind(masks->type) == LLVMVectorTypeKind ? LLVMGetVectorSize(masks->type) : 1;
  snprintf(name, sizeof name, "adcc_fraction.%u.%u.%llx.%llx", lanes,
           LLVMGetIntTypeWidth(type_scalar(integers)), (unsigned long long)masks->kept,
           (unsigned long long)masks->set);
  bool is_new;
  LLVMTypeRef parameter = masks->type;
  LLVMValueRef function = prepare_own_function(
      module, name, LLVMFunctionType(masks->type, &parameter, 1, false), "significand", &is_new);
  if (!is_new)
    return function;
  LLVMBuilderRef builder = LLVMCreateBuilderInContext(LLVMGetModuleContext(module));
  LLVMPositionBuilderAtEnd(builder, LLVMGetEntryBasicBlock(function));
  LLVMValueRef bits = LLVMBuildBitCast(builder, LLVMGetParam(function, 0), integers, "");
  LLVMTypeRef word = type_scalar(integers);
  LLVMValueRef constants[2] = {LLVMConstInt(word, masks->kept, false),
                               LLVMConstInt(word, masks->set, false)};
  for (unsigned k = 0; k < 2 && word != integers; k++) {
    LLVMValueRef copies[64];
    for (unsigned i = 0; i < lanes; i++)
      copies[i] = constants[k];
    constants[k] = LLVMConstVector(copies, lanes);
  }
  bits = LLVMBuildOr(builder, LLVMBuildAnd(builder, bits, constants[0], ""), constants[1], "");
  LLVMBuildRet(builder, LLVMBuildBitCast(builder, bits, masks->type, ""));
  LLVMDisposeBuilder(builder);
  return function;
}

/* The fraction kept and the exponent set: the number times a power of two. */
static bool reveal_fraction(LLVMBuilderRef builder, LLVMValueRef setting) {
  LLVMTypeRef type = LLVMTypeOf(setting), scalar = type_scalar(type);
  LLVMValueRef keeping = LLVMGetOperand(setting, 0);
  FractionMasks masks = {.type = type_of_users(setting)};
  if (LLVMGetTypeKind(scalar) != LLVMIntegerTypeKind || !masks.type ||
      !LLVMIsABinaryOperator(keeping) || LLVMGetInstructionOpcode(keeping) != LLVMAnd)
    return false;
  unsigned bits = LLVMGetIntTypeWidth(scalar);
  LLVMTypeKind number = LLVMGetTypeKind(type_scalar(masks.type));
  bool fits = bits == 64 ? number == LLVMDoubleTypeKind : bits == 32 && number == LLVMFloatTypeKind;
  unsigned lanes = LLVMGetTypeKind(type) == LLVMVectorTypeKind ? LLVMGetVectorSize(type) : 1;
  if (!fits || lanes > 64 ||
      !prepare_lanes_constant(LLVMGetOperand(keeping, 1), bits, &masks.kept) ||
      !prepare_lanes_constant(LLVMGetOperand(setting, 1), bits, &masks.set))
    return false;
  uint64_t fraction = ((uint64_t)1 << (bits == 64 ? 52 : 23)) - 1;
  uint64_t exponent = ((uint64_t)1 << (bits - 1)) - 1 - fraction, set = masks.set & exponent;
  if ((masks.kept & (fraction | exponent)) != fraction || masks.set & fraction || set == 0 ||
      set == exponent)
    return false;
  LLVMPositionBuilderBefore(builder, setting);
  LLVMSetCurrentDebugLocation2(builder, LLVMInstructionGetDebugLoc(setting));
  LLVMModuleRef module =
      LLVMGetGlobalParent(LLVMGetBasicBlockParent(LLVMGetInstructionParent(setting)));
  LLVMValueRef function = fraction_function(module, type, &masks);
  LLVMValueRef source = LLVMBuildBitCast(builder, LLVMGetOperand(keeping, 0), masks.type, "");
  LLVMValueRef result =
      LLVMBuildCall2(builder, LLVMGlobalGetValueType(function), function, &source, 1, "");
  LLVMReplaceAllUsesWith(setting, LLVMBuildBitCast(builder, result, type, ""));
  LLVMInstructionEraseFromParent(setting);
  return true;
}

/* A vector's lanes cut to their low parts, or, behind a shift, to another part, that are
 * floating point for all who look at them: a shuffle of such numbers. */
static bool reveal_parts(LLVMBuilderRef builder, LLVMValueRef cut) {
  enum { MOST_LANES = 16 };
  LLVMTypeRef type = LLVMTypeOf(cut), floating = type_of_users(cut);
  LLVMValueRef source = LLVMGetOperand(cut, 0);
  LLVMModuleRef module =
      LLVMGetGlobalParent(LLVMGetBasicBlockParent(LLVMGetInstructionParent(cut)));
  if (!is_integer_vector(type) || !floating || LLVMGetTypeKind(floating) != LLVMVectorTypeKind ||
      LLVMGetVectorSize(floating) != LLVMGetVectorSize(type) ||
      LLVMByteOrder(LLVMGetModuleDataLayout(module)) != LLVMLittleEndian)
    return false;
  unsigned lanes = LLVMGetVectorSize(type), bits = LLVMGetIntTypeWidth(type_scalar(type));
  unsigned wide = LLVMGetIntTypeWidth(type_scalar(LLVMTypeOf(source))), shift = 0;
  LLVMOpcode opcode =
      LLVMIsAInstruction(source) ? LLVMGetInstructionOpcode(source) : LLVMUnreachable;
  if (opcode == LLVMLShr || opcode == LLVMAShr) {
    LLVMValueRef amount = LLVMGetOperand(source, 1);
    LLVMValueRef first = LLVMIsAConstant(amount) ? LLVMGetAggregateElement(amount, 0) : NULL;
    if (!first || !LLVMIsAConstantInt(first) ||
        !is_mask(amount, LLVMConstIntGetZExtValue(first), wide))
      return false;
    shift = (unsigned)LLVMConstIntGetZExtValue(first);
    source = LLVMGetOperand(source, 0);
  }
  unsigned parts = wide / bits;
  if (wide % bits || shift % bits || shift / bits >= parts || lanes > MOST_LANES)
    return false;
  LLVMTypeRef i32 = LLVMInt32TypeInContext(LLVMGetTypeContext(type));
  LLVMValueRef mask[MOST_LANES];
  for (unsigned i = 0; i < lanes; i++)
    mask[i] = LLVMConstInt(i32, i * parts + shift / bits, false);
  LLVMPositionBuilderBefore(builder, cut);
  LLVMSetCurrentDebugLocation2(builder, LLVMInstructionGetDebugLoc(cut));
  LLVMTypeRef all = LLVMVectorType(LLVMGetElementType(floating), lanes * parts);
  LLVMValueRef numbers = LLVMBuildBitCast(builder, source, all, "");
  numbers = LLVMBuildShuffleVector(builder, numbers, LLVMGetPoison(all),
                                   LLVMConstVector(mask, lanes), "");
  LLVMReplaceAllUsesWith(cut, LLVMBuildBitCast(builder, numbers, type, ""));
  LLVMInstructionEraseFromParent(cut);
  return true;
}

/* The part of a loaded word that is a number for all who look at it, as of a pair of floats that
 * was copied as an integer: a load of its own. */
static bool reveal_loaded(LLVMBuilderRef builder, LLVMValueRef cut) {
  LLVMTypeRef floating = type_of_users(cut);
  LLVMValueRef word, load;
  uint64_t offset;
  if (!floating || !prepare_part_of_word(cut, &word, &offset) ||
      !(load = prepare_loaded_word(word)))
    return false;
  LLVMValueRef number = prepare_load_part(builder, load, offset, floating);
  LLVMReplaceAllUsesWith(cut, LLVMBuildBitCast(builder, number, LLVMTypeOf(cut), ""));
  LLVMInstructionEraseFromParent(cut);
  return true;
}

/* A number taken from a loaded pointer's bits, where paths meet on which the place holds either. */
static bool reveal_pointer_bits(LLVMBuilderRef builder, LLVMValueRef cast) {
  LLVMValueRef word = LLVMGetOperand(cast, 0);
  LLVMValueRef load = prepare_loaded_word(word);
  bool points = load && LLVMGetTypeKind(type_scalar(LLVMTypeOf(load))) == LLVMPointerTypeKind;
  if (!points || !type_is_float_or_vector(LLVMTypeOf(cast)))
    return false;
  LLVMReplaceAllUsesWith(cast, prepare_load_part(builder, load, 0, LLVMTypeOf(cast)));
  LLVMInstructionEraseFromParent(cast);
  return true;
}

LLVMTypeRef prepare_declared_float(LLVMValueRef access, LLVMTypeRef integer) {
  LLVMTypeRef scalar = type_scalar(integer), type = NULL;
  bool vector = is_integer_vector(integer);
  const char *name = access_is_plain(access) ? bridge_tbaa_name(access) : NULL;
  if (!name || (!vector && scalar != integer) || LLVMGetTypeKind(scalar) != LLVMIntegerTypeKind)
    return NULL;
  LLVMContextRef context = LLVMGetTypeContext(integer);
  if (LLVMGetIntTypeWidth(scalar) == 64 && strcmp(name, "double") == 0)
    type = LLVMDoubleTypeInContext(context);
  if (LLVMGetIntTypeWidth(scalar) == 32 && strcmp(name, "float") == 0)
    type = LLVMFloatTypeInContext(context);
  return type && vector ? LLVMVectorType(type, LLVMGetVectorSize(integer)) : type;
}

LLVMValueRef prepare_load_number(LLVMBuilderRef builder, LLVMValueRef load, LLVMTypeRef type) {
  LLVMPositionBuilderBefore(builder, load);
  LLVMSetCurrentDebugLocation2(builder, LLVMInstructionGetDebugLoc(load));
  LLVMValueRef number = LLVMBuildLoad2(builder, type, LLVMGetOperand(load, 0), "");
  LLVMSetAlignment(number, LLVMGetAlignment(load));
  unsigned tbaa = LLVMGetMDKindIDInContext(LLVMGetTypeContext(type), "tbaa", strlen("tbaa"));
  LLVMSetMetadata(number, tbaa, LLVMGetMetadata(load, tbaa));
  return number;
}

/* The type of number that is computed with wherever an integer is loaded, though nothing declares
 * it to be one any more: LLVM has found the same place loaded as both, and kept the integer. */
static LLVMTypeRef computed_float(LLVMValueRef load) {
  LLVMTypeRef type = LLVMTypeOf(load);
  if (LLVMGetTypeKind(type) != LLVMIntegerTypeKind || !prepare_loaded_word(load))
    return NULL;
  for (LLVMUseRef use = LLVMGetFirstUse(load); use; use = LLVMGetNextUse(use)) {
    LLVMValueRef cast = LLVMGetUser(use);
    if (!LLVMIsABitCastInst(cast) || !type_is_float_or_vector(LLVMTypeOf(cast)) ||
        type_scalar(LLVMTypeOf(cast)) != LLVMTypeOf(cast))
      continue;
    for (LLVMUseRef of = LLVMGetFirstUse(cast); of; of = LLVMGetNextUse(of)) {
      LLVMValueRef user = LLVMGetUser(of);
      if (LLVMGetInstructionParent(user) == LLVMGetInstructionParent(load) &&
          (LLVMIsABinaryOperator(user) || LLVMIsAFCmpInst(user)))
        return LLVMTypeOf(cast);
    }
  }
  return NULL;
}

/* A number that LLVM copies as an integer and looks at as a number. */
static bool reveal_copied(LLVMBuilderRef builder, LLVMValueRef load) {
  LLVMTypeRef declared = prepare_declared_float(load, LLVMTypeOf(load));
  LLVMTypeRef type = declared ? declared : computed_float(load);
  if (!type)
    return false;
  bool looked_at = false;
  for (LLVMUseRef use = LLVMGetFirstUse(load); use; use = LLVMGetNextUse(use)) {
    LLVMValueRef user = LLVMGetUser(use);
    if (LLVMIsABitCastInst(user) && LLVMTypeOf(user) == type)
      looked_at = true;
    else if (!LLVMIsAStoreInst(user) || LLVMGetOperand(user, 0) != load ||
             (declared && prepare_declared_float(user, LLVMTypeOf(load)) != type))
      return false;
  }
  if (!looked_at)
    return false;
  LLVMValueRef number = prepare_load_number(builder, load, type);
  for (LLVMUseRef next, use = LLVMGetFirstUse(load); use; use = next) {
    next = LLVMGetNextUse(use);
    LLVMValueRef user = LLVMGetUser(use);
    if (LLVMIsAStoreInst(user))
      LLVMSetOperand(user, 0, number);
    else
      LLVMReplaceAllUsesWith(user, number);
  }
  return true;
}

/* A number that LLVM stores as the integer from which it is made. */
static bool reveal_stored(LLVMBuilderRef builder, LLVMValueRef store) {
  LLVMValueRef bits = LLVMGetOperand(store, 0);
  LLVMTypeRef type = prepare_declared_float(store, LLVMTypeOf(bits));
  if (!type || !LLVMIsAInstruction(bits) || LLVMIsALoadInst(bits) || LLVMIsABitCastInst(bits))
    return false;
  LLVMPositionBuilderBefore(builder, store);
  LLVMSetCurrentDebugLocation2(builder, LLVMInstructionGetDebugLoc(store));
  LLVMValueRef number = LLVMBuildBitCast(builder, bits, type, "");
  LLVMSetOperand(store, 0, number);
  if (prepare_reveal_bits(builder, number))
    return true;
  LLVMSetOperand(store, 0, bits);
  LLVMInstructionEraseFromParent(number);
  return false;
}

bool prepare_reveal_floats(LLVMValueRef function) {
  LLVMBuilderRef builder = LLVMCreateBuilderInContext(LLVMGetTypeContext(LLVMTypeOf(function)));
  bool changed = false;
  FOR_EACH_BLOCK (block, function)
    for (LLVMValueRef previous, instruction = LLVMGetLastInstruction(block); instruction;
         instruction = previous) {
      previous = LLVMGetPreviousInstruction(instruction); /* choices between choices, users first */
      if (LLVMIsASelectInst(instruction))
        changed |=
            reveal_choice(builder, instruction) || prepare_reveal_choice(builder, instruction);
    }
  FOR_EACH_BLOCK (block, function)
    for (LLVMValueRef next, instruction = LLVMGetFirstInstruction(block); instruction;
         instruction = next) {
      next = LLVMGetNextInstruction(instruction);
      switch (LLVMGetInstructionOpcode(instruction)) {
      case LLVMShuffleVector:
        for (LLVMValueRef wide = instruction; (wide = widen_shuffle(builder, wide));)
          changed = true;
        break;
      case LLVMExtractElement:
        changed |= narrow_extraction(builder, instruction) || reveal_lane(builder, instruction);
        break;
      case LLVMBitCast:
        changed |= prepare_reveal_bits(builder, instruction) ||
                   prepare_reveal_last_bits(builder, instruction) ||
                   reveal_pointer_bits(builder, instruction) ||
                   prepare_reveal_part(builder, instruction);
        break;
      case LLVMSIToFP:
      case LLVMUIToFP:
        changed |= prepare_reveal_bits(builder, instruction) ||
                   prepare_reveal_reduced(builder, instruction);
        break;
      case LLVMIntToPtr:
        changed |= prepare_reveal_address(builder, instruction);
        break;
      case LLVMFAdd:
      case LLVMFSub:
        changed |= prepare_reveal_rounding(builder, instruction);
        break;
      case LLVMTrunc:
        changed |= prepare_reveal_slice(builder, instruction) ||
                   reveal_parts(builder, instruction) || reveal_loaded(builder, instruction);
        break;
      case LLVMOr:
        changed |=
            prepare_reveal_blend(builder, instruction) || reveal_fraction(builder, instruction);
        break;
      case LLVMAnd:
        changed |= prepare_reveal_masked(builder, instruction) ||
                   prepare_reveal_sign(builder, instruction);
        break;
      case LLVMXor:
        changed |=
            prepare_reveal_blend(builder, instruction) || prepare_reveal_sign(builder, instruction);
        break;
      case LLVMLoad:
        changed |= reveal_copied(builder, instruction);
        break;
      case LLVMStore:
        changed |= reveal_stored(builder, instruction);
        break;
      default:
        break;
      }
    }
  LLVMDisposeBuilder(builder);
  return changed;
}
