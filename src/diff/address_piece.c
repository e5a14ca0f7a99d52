/* Pieces of addresses: a loop that copies a table of pointers byte by byte, or what an optimiser
 * makes of it where it knows the pointers. Each piece of the shadow goes where that piece of the
 * address goes. */
#include "diff.h"

enum { MOST_STEPS = 256 };

typedef struct {
  Deriver *deriver;
  unsigned lane;
  unsigned steps;
  bool address; /* some of it is one, or a piece of one */
} Pieces;

/* Does the access move integers that are less than an address, or that begin within one? */
static bool moves_pieces(const Deriver *deriver, LLVMValueRef access, LLVMValueRef value) {
  LLVMTypeRef scalar = type_scalar(LLVMTypeOf(value));
  ByteType first = types_of_access(deriver->sweep.types, access, 0);
  unsigned bits = 8 * LLVMPointerSize(LLVMGetModuleDataLayout(deriver->diff->module));
  return LLVMGetTypeKind(scalar) == LLVMIntegerTypeKind && first.kind == BYTE_POINTER &&
         (LLVMGetIntTypeWidth(scalar) < bits || first.offset != 0);
}

static bool is_loaded_piece(const Deriver *deriver, LLVMValueRef value) {
  return LLVMIsALoadInst(value) && moves_pieces(deriver, value, value) &&
         deriver_has_shadow(deriver, LLVMGetOperand(value, 0));
}

/* The operands of an instruction that moves bits from place to place, the first `count`. */
static unsigned moved_operands(LLVMValueRef value) {
  if (!LLVMIsAInstruction(value))
    return 0;
  switch (LLVMGetInstructionOpcode(value)) {
  case LLVMTrunc:
  case LLVMZExt:
  case LLVMBitCast:
  case LLVMFreeze:
  case LLVMExtractElement:
    return 1;
  case LLVMInsertElement:
  case LLVMShuffleVector:
  case LLVMOr:
    return 2;
  case LLVMShl:
  case LLVMLShr:
  case LLVMAnd:
    return LLVMIsAConstant(LLVMGetOperand(value, 1)) ? 1 : 0;
  default:
    return 0;
  }
}

/* NULL where it is not only moved. */
static LLVMValueRef piece_of(Pieces *pieces, LLVMValueRef value) {
  Deriver *deriver = pieces->deriver;
  if (deriver_has_shadow(deriver, value) || deriver_is_constant_address(value)) {
    pieces->address = true;
    return deriver_shadow(deriver, value, pieces->lane);
  }
  if (LLVMIsAConstant(value))
    return value;
  if (is_loaded_piece(deriver, value)) {
    pieces->address = true;
    LLVMValueRef place = deriver_shadow(deriver, LLVMGetOperand(value, 0), pieces->lane);
    deriver_position_after(deriver, deriver_clone_of(deriver, value));
    return deriver_load(deriver, LLVMTypeOf(value), guard_load_place(deriver, value, place), value);
  }
  unsigned count = moved_operands(value);
  LLVMValueRef parts[2] = {NULL};
  if (count == 0 || pieces->steps++ >= MOST_STEPS)
    return NULL;
  bool moved = true;
  for (unsigned i = 0; i < count; i++)
    if (!(parts[i] = piece_of(pieces, LLVMGetOperand(value, i))))
      moved = false;
  if (!moved || !pieces->address)
    return moved ? deriver_clone_of(deriver, value) : NULL;
  deriver_position_after(deriver, deriver_clone_of(deriver, value));
  LLVMValueRef copy = LLVMInstructionClone(deriver_clone_of(deriver, value));
  for (unsigned i = 0; i < count; i++)
    LLVMSetOperand(copy, i, parts[i]);
  LLVMInsertIntoBuilder(deriver->builder, copy);
  return copy;
}

LLVMValueRef address_part(Deriver *deriver, LLVMValueRef value, unsigned lane) {
  Pieces pieces = {.deriver = deriver, .lane = lane};
  LLVMValueRef piece = piece_of(&pieces, value);
  return piece && pieces.address ? piece : deriver_shadow(deriver, value, lane);
}

LLVMValueRef address_piece(Deriver *deriver, LLVMValueRef store, unsigned lane) {
  LLVMValueRef value = LLVMGetOperand(store, 0);
  Pieces pieces = {.deriver = deriver, .lane = lane};
  if (!moves_pieces(deriver, store, value) || LLVMIsAConstant(value) ||
      deriver_has_shadow(deriver, value))
    return NULL;
  LLVMValueRef piece = piece_of(&pieces, value);
  if (pieces.address && !piece)
    deriver_error(deriver, store, DIAG_UNSUPPORTED, "a piece of an address that is computed");
  return pieces.address ? piece : NULL;
}
