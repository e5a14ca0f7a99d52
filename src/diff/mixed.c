/* Places that hold now a number, now a pointer or an integer (BYTE_MIXED). What moves them cannot
 * know which; the shadow tells. The bits of an address or of a small integer, read as a number,
 * have no exponent: such a number is denormal, and counts as zero. So a word of the shadow is an
 * adjoint or a tangent if it has an exponent, and else the shadow of a pointer, or nothing.
 *
 * A pair of floats in the place of a pointer, or of a float and a small integer: addresses of
 * 64-bit programs lie below 2^47, and above 2^44 where run time has checked that
 * (adcc_tape_check_addresses), so that the upper float would be a denormal number which is not
 * zero, and an upper integer would be one of 4096 or more. */
#include "word.h"

/* The program has been found to have no addresses below 2^44. */
static void require_high_addresses(Deriver *deriver) {
  if (deriver->checks_addresses)
    return;
  deriver->checks_addresses = true;
  LLVMBuilderRef builder = deriver->builder;
  deriver->builder = LLVMCreateBuilderInContext(LLVMGetModuleContext(deriver->diff->module));
  LLVMPositionBuilderBefore(deriver->builder, build_entry_point(deriver->sweep.function));
  deriver_call_runtime(deriver, "adcc_tape_check_addresses", NULL, NULL, 0);
  LLVMDisposeBuilder(deriver->builder);
  deriver->builder = builder;
}

static bool is_pair(LLVMTypeRef number) { return LLVMGetTypeKind(number) == LLVMVectorTypeKind; }

/* Integers of the number's size that make up `type`. */
static LLVMTypeRef word_type(Deriver *deriver, LLVMTypeRef type, LLVMTypeRef number) {
  unsigned bits = word_bits(number);
  LLVMTargetDataRef layout = LLVMGetModuleDataLayout(deriver->diff->module);
  unsigned count = (unsigned)(LLVMSizeOfTypeInBits(layout, type) / bits);
  LLVMTypeRef word = LLVMIntTypeInContext(LLVMGetTypeContext(type), bits);
  return count > 1 ? LLVMVectorType(word, count) : word;
}

static LLVMValueRef words_of(Deriver *deriver, LLVMValueRef value, LLVMTypeRef number) {
  LLVMTypeRef type = word_type(deriver, LLVMTypeOf(value), number);
  return LLVMBuildBitCast(deriver->builder, value, type, "");
}

static LLVMValueRef build(Deriver *deriver, WordFunction function, LLVMTypeRef number,
                          LLVMValueRef first, LLVMValueRef second) {
  if (is_pair(number))
    require_high_addresses(deriver);
  /* Half of an address that is left in a place would count as the adjoint of an adjoint. */
  if (is_pair(number) && deriver->diff->round > 0 && deriver->key->mode != REQUEST_FORWARD &&
      !deriver->failed)
    deriver_error(deriver, LLVMGetFirstInstruction(LLVMGetEntryBasicBlock(deriver->sweep.primal)),
                  DIAG_UNSUPPORTED,
                  "in reverse mode, a derivative through pairs of floats that share their place "
                  "with pointers");
  return word_call(deriver, function, number, first, second);
}

LLVMTypeRef mixed_number(const Deriver *deriver, LLVMTypeRef type, ByteType first) {
  if (first.kind != BYTE_MIXED || first.offset != 0)
    return NULL;
  LLVMTypeRef scalar = type_scalar(type);
  uint64_t size = LLVMStoreSizeOfType(LLVMGetModuleDataLayout(deriver->diff->module), type);
  bool whole = size % (word_bits(first.type) / 8) == 0 && size <= 512;
  bool fits = LLVMGetTypeKind(scalar) == LLVMIntegerTypeKind || scalar == type_scalar(first.type);
  return whole && fits ? first.type : NULL;
}

bool mixed_is_part(const Deriver *deriver, LLVMTypeRef type, ByteType first) {
  LLVMTargetDataRef layout = LLVMGetModuleDataLayout(deriver->diff->module);
  uint64_t whole = sizeof(uint64_t);
  if (LLVMGetTypeKind(type) != LLVMIntegerTypeKind)
    return false;
  if (first.kind == BYTE_FLOAT || first.kind == BYTE_MIXED) /* each float of a pair for itself */
    whole = LLVMStoreSizeOfType(layout, type_scalar(first.type));
  else if (first.kind != BYTE_CONFLICT)
    return false;
  return LLVMStoreSizeOfType(layout, type) < whole;
}

/* A sum or product of what is integers by turns, in a place where only numbers are seen. */
static bool is_arithmetic_on_mixed(const Deriver *deriver, LLVMValueRef value) {
  LLVMOpcode opcode = LLVMIsABinaryOperator(value) ? LLVMGetInstructionOpcode(value) : 0;
  bool any = false;
  if (opcode != LLVMAdd && opcode != LLVMSub && opcode != LLVMMul)
    return false;
  for (unsigned i = 0; i < 2; i++) {
    LLVMValueRef operand = LLVMGetOperand(value, i);
    bool mixed = types_of_value(deriver->sweep.types, operand, 0).kind >= BYTE_MIXED;
    if (!mixed && !LLVMIsAConstantInt(operand))
      return false;
    any |= mixed;
  }
  return any;
}

static bool has_parts(const Deriver *deriver, LLVMValueRef word) {
  return LLVMGetTypeKind(deriver_adjoint_type(deriver, word)) == LLVMStructTypeKind;
}

bool mixed_is_computed(const Deriver *deriver, LLVMValueRef value) {
  ByteType first = types_of_value(deriver->sweep.types, value, 0);
  bool computes = LLVMIsABinaryOperator(value) || LLVMIsATruncInst(value) ||
                  LLVMIsAZExtInst(value) || LLVMIsASExtInst(value);
  bool cut = LLVMIsATruncInst(value) && has_parts(deriver, LLVMGetOperand(value, 0));
  bool one_float =
      first.kind == BYTE_MIXED && (is_pair(first.type) || cut || has_parts(deriver, value));
  if (one_float && byte_move_is_one(deriver, value))
    return false; /* of a pair, or beside an integer */
  return computes && LLVMGetTypeKind(type_scalar(LLVMTypeOf(value))) == LLVMIntegerTypeKind &&
         (first.kind >= BYTE_MIXED || mixed_is_part(deriver, LLVMTypeOf(value), first) ||
          is_arithmetic_on_mixed(deriver, value));
}

LLVMValueRef mixed_numbers(Deriver *deriver, LLVMValueRef value, LLVMTypeRef number) {
  LLVMValueRef words = words_of(deriver, value, number);
  return LLVMBuildBitCast(deriver->builder, build(deriver, WORD_NUMBERS, number, words, NULL),
                          LLVMTypeOf(value), "");
}

LLVMValueRef mixed_pointers(Deriver *deriver, LLVMValueRef value, LLVMTypeRef number) {
  LLVMValueRef words = words_of(deriver, value, number);
  return LLVMBuildBitCast(deriver->builder, build(deriver, WORD_POINTERS, number, words, NULL),
                          LLVMTypeOf(value), "");
}

void mixed_store_pointers(Deriver *deriver, LLVMValueRef shadow, LLVMValueRef place,
                          LLVMTypeRef number, LLVMValueRef like) {
  LLVMValueRef words = words_of(deriver, shadow, number);
  LLVMValueRef old = deriver_load(deriver, LLVMTypeOf(words), place, like);
  /* What the adjoint of an adjoint is stored over may still be looked for as an address. */
  WordFunction put = deriver->diff->round == 0 ? WORD_RENEWED : WORD_REPLACED;
  deriver_store(deriver, build(deriver, put, number, old, words), place, like);
}

LLVMValueRef mixed_take(Deriver *deriver, LLVMTypeRef type, LLVMValueRef place, LLVMTypeRef number,
                        LLVMValueRef like) {
  LLVMTypeRef words = word_type(deriver, type, number);
  LLVMValueRef old = deriver_load(deriver, words, place, like);
  LLVMValueRef stays =
      is_pair(number) ? LLVMConstNull(words) : mixed_pointers(deriver, old, number);
  deriver_store(deriver, stays, place, like);
  return LLVMBuildBitCast(deriver->builder, mixed_numbers(deriver, old, number), type, "");
}

void mixed_add(Deriver *deriver, LLVMValueRef delta, LLVMValueRef place, LLVMTypeRef number,
               LLVMValueRef like) {
  LLVMValueRef words = words_of(deriver, delta, number);
  LLVMValueRef old = deriver_load(deriver, LLVMTypeOf(words), place, like);
  deriver_store(deriver, build(deriver, WORD_SUM, number, old, words), place, like);
}

bool mixed_is_anything(const Deriver *deriver, LLVMTypeRef type, ByteType first) {
  LLVMTargetDataRef layout = LLVMGetModuleDataLayout(deriver->diff->module);
  return first.kind == BYTE_CONFLICT && LLVMGetTypeKind(type) == LLVMIntegerTypeKind &&
         LLVMStoreSizeOfType(layout, type) == sizeof(uint64_t);
}

/* Does an address that is left in the byte's place count as the adjoint of what it was before? */
static bool is_blotted(ByteType byte) {
  return byte.kind == BYTE_CONFLICT ||
         (byte.kind == BYTE_MIXED && LLVMGetTypeKind(byte.type) != LLVMDoubleTypeKind);
}

/* One item of an array may be known better than those among which a loop finds it. */
bool mixed_pointer_blots(const Deriver *deriver, LLVMValueRef pointer, uint64_t offset,
                         uint64_t size) {
  for (uint64_t at = offset; at < offset + size; at++)
    if (is_blotted(types_of_memory(deriver->sweep.types, pointer, (int64_t)at)) ||
        is_blotted(types_of_all_there(deriver->sweep.types, pointer, (int64_t)at)))
      return true;
  return false;
}

void mixed_clear_pointers(Deriver *deriver, LLVMValueRef pointer, LLVMValueRef source,
                          unsigned lane, LLVMValueRef bytes) {
  LLVMTypeRef address = LLVMPointerTypeInContext(LLVMGetModuleContext(deriver->diff->module), 0);
  LLVMValueRef arguments[] = {
      deriver_shadow(deriver, pointer, lane), deriver_clone_of(deriver, pointer),
      source ? deriver_shadow(deriver, source, lane) : LLVMConstNull(address), bytes};
  deriver_call_runtime(deriver, "adcc_tape_clear_pointers", NULL, arguments, 4);
}

/* A pair of floats, or a pointer? The byte's place in the pair is its offset. */
static bool is_of_pair(ByteType byte) {
  return byte.kind == BYTE_MIXED && LLVMGetTypeKind(byte.type) == LLVMVectorTypeKind;
}

static bool moves_floats(LLVMValueRef value) {
  bool moves = LLVMIsALoadInst(value) || LLVMIsAPHINode(value) || LLVMIsASelectInst(value) ||
               LLVMIsAFreezeInst(value) || LLVMIsAExtractElementInst(value) ||
               LLVMIsAShuffleVectorInst(value) || LLVMIsABitCastInst(value);
  return moves && LLVMGetTypeKind(type_scalar(LLVMTypeOf(value))) == LLVMFloatTypeKind;
}

void mixed_check_halves(Deriver *deriver, LLVMValueRef store) {
  LLVMValueRef value = LLVMGetOperand(store, 0), pointer = LLVMGetOperand(store, 1);
  ByteType byte = types_of_memory(deriver->sweep.types, pointer, 0);
  if (!is_of_pair(byte))
    byte = types_of_all_there(deriver->sweep.types, pointer, 0);
  if (!moves_floats(value) || !is_of_pair(byte))
    return;
  LLVMBuilderRef b = deriver->builder;
  LLVMTypeRef i32 = LLVMInt32TypeInContext(LLVMGetTypeContext(LLVMTypeOf(value)));
  bool vector = LLVMGetTypeKind(LLVMTypeOf(value)) == LLVMVectorTypeKind;
  for (unsigned i = 0, count = vector ? LLVMGetVectorSize(LLVMTypeOf(value)) : 1; i < count; i++) {
    bool upper = (byte.offset / sizeof(float) + i) % 2 != 0;
    LLVMValueRef number = deriver_clone_of(deriver, value);
    if (vector && upper)
      number = LLVMBuildExtractElement(b, number, LLVMConstInt(i32, i, false), "");
    LLVMValueRef half = upper ? LLVMBuildBitCast(b, number, i32, "") : NULL;
    if (half)
      deriver_call_runtime(deriver, "adcc_tape_check_half", NULL, &half, 1);
  }
}

void mixed_check(Deriver *deriver, LLVMValueRef value, LLVMTypeRef number) {
  LLVMBuilderRef b = deriver->builder;
  LLVMTypeRef i64 = LLVMInt64TypeInContext(LLVMGetModuleContext(deriver->diff->module));
  LLVMTargetDataRef layout = LLVMGetModuleDataLayout(deriver->diff->module);
  LLVMTypeRef type = LLVMTypeOf(value);
  if (LLVMGetTypeKind(type) == LLVMStructTypeKind) { /* of a float and an integer in one word */
    type = LLVMIntTypeInContext(LLVMGetTypeContext(type),
                                (unsigned)(8 * LLVMStoreSizeOfType(layout, type)));
    value = byte_move_as(deriver, value, type);
  }
  bool whole = number && LLVMStoreSizeOfType(layout, type) >= LLVMStoreSizeOfType(layout, number);
  if (whole)
    value = word_exponents(b, words_of(deriver, value, number), number);
  LLVMValueRef zero = LLVMConstNull(LLVMTypeOf(value));
  LLVMValueRef any = type_is_float_or_vector(LLVMTypeOf(value))
                         ? LLVMBuildFCmp(b, LLVMRealUNE, value, zero, "")
                         : LLVMBuildICmp(b, LLVMIntNE, value, zero, "");
  bool vector = LLVMGetTypeKind(LLVMTypeOf(any)) == LLVMVectorTypeKind;
  for (unsigned i = 0; i < (vector ? LLVMGetVectorSize(LLVMTypeOf(any)) : 1); i++) {
    LLVMValueRef lane =
        vector ? LLVMBuildExtractElement(b, any, LLVMConstInt(i64, i, false), "") : any;
    LLVMValueRef bits = LLVMBuildZExt(b, lane, i64, "");
    deriver_call_runtime(deriver, "adcc_tape_check_integer", NULL, &bits, 1);
  }
}

void mixed_check_stored(Deriver *deriver, LLVMValueRef store, unsigned lane, LLVMValueRef place) {
  LLVMValueRef value = LLVMGetOperand(store, 0);
  LLVMTypeRef type = LLVMTypeOf(value);
  if (!mixed_is_anything(deriver, type, types_of_access(deriver->sweep.types, store, 0))) {
    LLVMValueRef arguments[] = {place, LLVMSizeOf(type)};
    deriver_call_runtime(deriver, "adcc_tape_check_part", NULL, arguments, 2);
    return;
  }
  LLVMValueRef arguments[] = {deriver_load(deriver, type, place, store),
                              reverse_fetch_shadow(deriver, value, lane)};
  deriver_call_runtime(deriver, "adcc_tape_check_word", NULL, arguments, 2);
}
