/* A float that is read as part of a wider number: a union of both, passed by value, is loaded as
 * the wider one, and whoever wants the float takes it from its bits. The float is loaded by itself
 * where the number is, also where paths meet on which the union comes from elsewhere:
 *
 *   d = phi [load double p], [x]    ->   d = phi [load double p], [x]
 *   f = bits 0..31 of d                  f = phi [load float p], [bits 0..31 of x]
 *
 * Requires: nothing. Invalidates: nothing. */
#include "prepare.h"

enum { MOST_VALUES = 16 };

typedef struct {
  LLVMBuilderRef builder;
  LLVMTypeRef type; /* of the part */
  uint64_t offset;  /* of the part in the whole, in bytes */
  LLVMValueRef wholes[MOST_VALUES], parts[MOST_VALUES];
  unsigned count;
} Parts;

LLVMValueRef prepare_loaded_word(LLVMValueRef word) {
  while (LLVMIsAPtrToIntInst(word) || LLVMIsABitCastInst(word))
    word = LLVMGetOperand(word, 0);
  bool plain = LLVMIsALoadInst(word) && !LLVMGetVolatile(word) &&
               LLVMGetOrdering(word) == LLVMAtomicOrderingNotAtomic;
  return plain ? word : NULL;
}

LLVMValueRef prepare_load_part(LLVMBuilderRef builder, LLVMValueRef load, uint64_t offset,
                               LLVMTypeRef type) {
  LLVMPositionBuilderBefore(builder, LLVMGetNextInstruction(load));
  LLVMSetCurrentDebugLocation2(builder, LLVMInstructionGetDebugLoc(load));
  LLVMContextRef context = LLVMGetTypeContext(type);
  LLVMValueRef index = LLVMConstInt(LLVMInt64TypeInContext(context), offset, false);
  LLVMValueRef place = LLVMBuildGEP2(builder, LLVMInt8TypeInContext(context),
                                     LLVMGetOperand(load, 0), &index, 1, "");
  LLVMValueRef number = LLVMBuildLoad2(builder, type, place, "");
  uint64_t alignment = LLVMGetAlignment(load) | offset;
  LLVMSetAlignment(number, (unsigned)(alignment & (0 - alignment)));
  return number;
}

bool prepare_part_of_word(LLVMValueRef cut, LLVMValueRef *word, uint64_t *offset) {
  LLVMTypeRef type = LLVMTypeOf(cut);
  uint64_t shift = 0;
  if (!LLVMIsATruncInst(cut) || LLVMGetTypeKind(type) != LLVMIntegerTypeKind)
    return false;
  *word = LLVMGetOperand(cut, 0);
  unsigned bits = LLVMGetIntTypeWidth(type), whole = LLVMGetIntTypeWidth(LLVMTypeOf(*word));
  if (LLVMIsABinaryOperator(*word) && LLVMGetInstructionOpcode(*word) == LLVMLShr &&
      LLVMIsAConstantInt(LLVMGetOperand(*word, 1))) {
    shift = LLVMConstIntGetZExtValue(LLVMGetOperand(*word, 1));
    *word = LLVMGetOperand(*word, 0);
  }
  *offset = shift / 8;
  LLVMModuleRef module =
      LLVMGetGlobalParent(LLVMGetBasicBlockParent(LLVMGetInstructionParent(cut)));
  return LLVMByteOrder(LLVMGetModuleDataLayout(module)) == LLVMLittleEndian && bits % 8 == 0 &&
         shift % 8 == 0 && whole % 8 == 0 && shift <= whole - bits;
}

/* The bits of what is no memory. */
static LLVMValueRef cut_out(Parts *parts, LLVMValueRef whole) {
  LLVMBuilderRef b = parts->builder;
  LLVMTypeRef type = LLVMTypeOf(whole);
  LLVMContextRef context = LLVMGetTypeContext(type);
  LLVMTargetDataRef layout =
      LLVMGetModuleDataLayout(LLVMGetGlobalParent(LLVMGetBasicBlockParent(LLVMGetInsertBlock(b))));
  LLVMTypeRef word = LLVMIntTypeInContext(context, (unsigned)LLVMSizeOfTypeInBits(layout, type));
  LLVMTypeRef cut =
      LLVMIntTypeInContext(context, (unsigned)LLVMSizeOfTypeInBits(layout, parts->type));
  LLVMValueRef bits = LLVMGetTypeKind(type) == LLVMPointerTypeKind
                          ? LLVMBuildPtrToInt(b, whole, word, "")
                          : LLVMBuildBitCast(b, whole, word, "");
  if (parts->offset)
    bits = LLVMBuildLShr(b, bits, LLVMConstInt(word, 8 * parts->offset, false), "");
  return LLVMBuildBitCast(b, LLVMBuildTrunc(b, bits, cut, ""), parts->type, "");
}

static LLVMValueRef part_of(Parts *parts, LLVMValueRef whole, LLVMValueRef at);

static LLVMValueRef part_of_phi(Parts *parts, LLVMValueRef phi) {
  LLVMPositionBuilderBefore(parts->builder, phi);
  LLVMSetCurrentDebugLocation2(parts->builder, LLVMInstructionGetDebugLoc(phi));
  LLVMValueRef part = LLVMBuildPhi(parts->builder, parts->type, "");
  parts->wholes[parts->count] = phi;
  parts->parts[parts->count++] = part;
  for (unsigned i = 0; i < LLVMCountIncoming(phi); i++) {
    LLVMBasicBlockRef from = LLVMGetIncomingBlock(phi, i);
    LLVMValueRef incoming = NULL;
    for (unsigned k = 0; k < i && !incoming; k++) /* one block, one value */
      if (LLVMGetIncomingBlock(part, k) == from)
        incoming = LLVMGetIncomingValue(part, k);
    if (!incoming)
      incoming = part_of(parts, LLVMGetIncomingValue(phi, i), LLVMGetBasicBlockTerminator(from));
    LLVMAddIncoming(part, &incoming, &from, 1);
  }
  return part;
}

/* The part as it is before `at`, which the whole dominates. */
static LLVMValueRef part_of(Parts *parts, LLVMValueRef whole, LLVMValueRef at) {
  for (unsigned i = 0; i < parts->count; i++)
    if (parts->wholes[i] == whole)
      return parts->parts[i];
  LLVMValueRef load = prepare_loaded_word(whole);
  if (load)
    return prepare_load_part(parts->builder, load, parts->offset, parts->type);
  if (LLVMIsAPHINode(whole))
    return part_of_phi(parts, whole);
  LLVMPositionBuilderBefore(parts->builder, at);
  return cut_out(parts, whole);
}

/* Does a load lead to the phi, perhaps through others, which are few? */
static bool is_loaded_somewhere(LLVMValueRef whole) {
  LLVMValueRef phis[MOST_VALUES] = {whole};
  bool loaded = false;
  for (unsigned i = 0, count = 1; i < count; i++)
    for (unsigned k = 0; k < LLVMCountIncoming(phis[i]); k++) {
      LLVMValueRef incoming = LLVMGetIncomingValue(phis[i], k);
      loaded |= prepare_loaded_word(incoming) != NULL;
      bool seen = !LLVMIsAPHINode(incoming);
      for (unsigned m = 0; m < count && !seen; m++)
        seen = phis[m] == incoming;
      if (!seen && count == MOST_VALUES)
        return false;
      if (!seen)
        phis[count++] = incoming;
    }
  return loaded;
}

bool prepare_reveal_part(LLVMBuilderRef builder, LLVMValueRef cast) {
  LLVMValueRef word;
  Parts parts = {.builder = builder, .type = LLVMTypeOf(cast)};
  if (!type_is_float_or_vector(parts.type) || type_scalar(parts.type) != parts.type ||
      !prepare_part_of_word(LLVMGetOperand(cast, 0), &word, &parts.offset))
    return false;
  while (LLVMIsAPtrToIntInst(word) || LLVMIsABitCastInst(word))
    word = LLVMGetOperand(word, 0);
  if (!prepare_loaded_word(word) && !(LLVMIsAPHINode(word) && is_loaded_somewhere(word)))
    return false;
  LLVMReplaceAllUsesWith(cast, part_of(&parts, word, cast));
  LLVMInstructionEraseFromParent(cast);
  return true;
}
