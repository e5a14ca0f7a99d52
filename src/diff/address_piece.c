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
  Map *choices; /* PHI -> that of the pieces, while they are asked for and when they are known */
} Pieces;

static bool is_narrow(const Deriver *deriver, LLVMValueRef value) {
  LLVMTypeRef scalar = type_scalar(LLVMTypeOf(value));
  return LLVMGetTypeKind(scalar) == LLVMIntegerTypeKind &&
         LLVMGetIntTypeWidth(scalar) <
             8 * LLVMPointerSize(LLVMGetModuleDataLayout(deriver->diff->module));
}

/* Does the access move integers that are less than an address, or that begin within one? */
static bool moves_pieces(const Deriver *deriver, LLVMValueRef access, LLVMValueRef value) {
  ByteType first = types_of_access(deriver->sweep.types, access, 0);
  return LLVMGetTypeKind(type_scalar(LLVMTypeOf(value))) == LLVMIntegerTypeKind &&
         first.kind == BYTE_POINTER && (is_narrow(deriver, value) || first.offset != 0);
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
  case LLVMSelect:
    return 3;
  case LLVMShl:
  case LLVMLShr:
  case LLVMAnd:
    return LLVMIsAConstant(LLVMGetOperand(value, 1)) ? 1 : 0;
  default:
    return 0;
  }
}

static LLVMValueRef piece_of(Pieces *pieces, LLVMValueRef value);

/* What comes one way or the other, as the two that a sort exchanges, or out of a loop. */
static LLVMValueRef chosen_piece(Pieces *pieces, LLVMValueRef phi) {
  Deriver *deriver = pieces->deriver;
  LLVMValueRef known = map_get(pieces->choices, phi), clone = deriver_clone_of(deriver, phi);
  if (known)
    return known;
  LLVMPositionBuilderBefore(deriver->builder, clone);
  LLVMValueRef chosen = LLVMBuildPhi(deriver->builder, LLVMTypeOf(phi), "");
  map_set(pieces->choices, phi, chosen);
  bool moved = true;
  for (unsigned i = 0; i < LLVMCountIncoming(phi) && moved; i++) {
    LLVMValueRef piece = piece_of(pieces, LLVMGetIncomingValue(phi, i));
    LLVMBasicBlockRef block = LLVMGetIncomingBlock(clone, i);
    if (piece)
      LLVMAddIncoming(chosen, &piece, &block, 1);
    moved = piece != NULL;
  }
  if (moved)
    return chosen;
  LLVMReplaceAllUsesWith(chosen, LLVMGetPoison(LLVMTypeOf(phi)));
  LLVMInstructionEraseFromParent(chosen);
  map_set(pieces->choices, phi, NULL);
  return NULL;
}

/* NULL where it is not only moved. */
static LLVMValueRef piece_of(Pieces *pieces, LLVMValueRef value) {
  Deriver *deriver = pieces->deriver;
  if (deriver_has_shadow(deriver, value) || deriver_is_constant_address(value)) {
    pieces->address = true;
    if (LLVMIsAInstruction(value)) /* where it is built now, it must reach all that uses it */
      deriver_position_after(deriver, deriver_clone_of(deriver, value));
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
  LLVMValueRef parts[3] = {NULL};
  if (pieces->steps++ >= MOST_STEPS)
    return NULL;
  if (LLVMIsAPHINode(value))
    return chosen_piece(pieces, value);
  if (count == 0)
    return NULL;
  bool moved = true, chooses = LLVMIsASelectInst(value) != NULL;
  for (unsigned i = 0; i < count; i++) {
    LLVMValueRef operand = LLVMGetOperand(value, i);
    bool condition = chooses && i == 0;
    parts[i] = condition ? deriver_clone_of(deriver, operand) : piece_of(pieces, operand);
    moved = moved && parts[i];
  }
  if (!moved || !pieces->address)
    return moved ? deriver_clone_of(deriver, value) : NULL;
  deriver_position_after(deriver, deriver_clone_of(deriver, value));
  LLVMValueRef copy = LLVMInstructionClone(deriver_clone_of(deriver, value));
  for (unsigned i = 0; i < count; i++)
    LLVMSetOperand(copy, i, parts[i]);
  LLVMInsertIntoBuilder(deriver->builder, copy);
  return copy;
}

static bool is_of_loaded_pieces(const Deriver *deriver, LLVMValueRef value, unsigned depth) {
  enum { DEEPEST = 16 };
  unsigned count = moved_operands(value);
  if (count == 0 || depth > DEEPEST)
    return is_loaded_piece(deriver, value);
  for (unsigned i = LLVMIsASelectInst(value) ? 1 : 0; i < count; i++)
    if (!is_of_loaded_pieces(deriver, LLVMGetOperand(value, i), depth + 1))
      return false;
  return true;
}

static bool is_joined(const Deriver *deriver, LLVMValueRef value) {
  return LLVMIsABinaryOperator(value) && LLVMGetInstructionOpcode(value) == LLVMOr &&
         deriver_has_shadow(deriver, value) && is_of_loaded_pieces(deriver, value, 0);
}

/* Does an integer come of none that is wide enough for an address? Constants are none if something
 * is done to them, as in a counter. */
static bool comes_of_narrow(const Deriver *deriver, LLVMValueRef value, Map *seen) {
  enum { MAX_SEEN = 16 };
  LLVMTargetDataRef layout = LLVMGetModuleDataLayout(deriver->diff->module);
  if (LLVMIsAZExtInst(value) || LLVMIsASExtInst(value))
    return LLVMSizeOfTypeInBits(layout, LLVMTypeOf(LLVMGetOperand(value, 0))) <
           8 * (uint64_t)LLVMPointerSize(layout);
  if (LLVMIsAConstantInt(value))
    return map_count(seen) > 0;
  if (map_has(seen, value))
    return true;
  bool choice = LLVMIsASelectInst(value);
  if (map_count(seen) == MAX_SEEN ||
      (!choice && !LLVMIsAPHINode(value) && !LLVMIsABinaryOperator(value)))
    return false;
  map_set(seen, value, value);
  for (int i = choice ? 1 : 0; i < LLVMGetNumOperands(value); i++)
    if (!comes_of_narrow(deriver, LLVMGetOperand(value, (unsigned)i), seen))
      return false;
  return true;
}

bool address_is_narrow(const Deriver *deriver, LLVMValueRef value) {
  return comes_of_narrow(deriver, value, map_create(deriver->sweep.arena)) &&
         !is_joined(deriver, value);
}

LLVMValueRef address_part(Deriver *deriver, LLVMValueRef value, unsigned lane) {
  Pieces pieces = {.deriver = deriver, .lane = lane, .choices = map_create(deriver->sweep.arena)};
  LLVMValueRef piece = piece_of(&pieces, value);
  return piece && pieces.address ? piece : deriver_shadow(deriver, value, lane);
}

/* Is it one of several pieces, by turns? */
static bool may_be_piece(const Deriver *deriver, LLVMValueRef value, Map *seen) {
  enum { MOST_SEEN = 64 };
  if (is_loaded_piece(deriver, value))
    return true;
  bool phi = LLVMIsAPHINode(value), select = LLVMIsASelectInst(value);
  if ((!phi && !select) || map_has(seen, value) || map_count(seen) == MOST_SEEN)
    return false;
  map_set(seen, value, value);
  for (int i = select ? 1 : 0; i < LLVMGetNumOperands(value); i++)
    if (may_be_piece(deriver, LLVMGetOperand(value, (unsigned)i), seen))
      return true;
  return false;
}

static LLVMValueRef stored_piece(Deriver *deriver, LLVMValueRef store, unsigned lane) {
  LLVMValueRef value = LLVMGetOperand(store, 0);
  Pieces pieces = {.deriver = deriver, .lane = lane, .choices = map_create(deriver->sweep.arena)};
  LLVMValueRef piece = piece_of(&pieces, value);
  bool lost =
      !piece && (pieces.address || may_be_piece(deriver, value, map_create(deriver->sweep.arena)));
  if (lost)
    deriver_error(deriver, store, DIAG_UNSUPPORTED, "a piece of an address that is computed");
  return pieces.address ? piece : NULL;
}

LLVMValueRef *address_pieces(Deriver *deriver, LLVMValueRef store) {
  LLVMValueRef value = LLVMGetOperand(store, 0);
  if (!moves_pieces(deriver, store, value) || LLVMIsAConstant(value))
    return NULL;
  LLVMValueRef *pieces = ARENA_ARRAY(deriver->sweep.arena, LLVMValueRef, deriver->width);
  for (unsigned lane = 0; lane < deriver->width; lane++)
    if (!(pieces[lane] = stored_piece(deriver, store, lane)))
      return NULL;
  return pieces;
}

void address_check_piece(Deriver *deriver, LLVMValueRef store) {
  LLVMTypeRef i64 = LLVMInt64TypeInContext(LLVMGetModuleContext(deriver->diff->module));
  LLVMTargetDataRef layout = LLVMGetModuleDataLayout(deriver->diff->module);
  LLVMValueRef load = LLVMGetOperand(store, 0);
  while (LLVMIsAPHINode(load) && LLVMCountIncoming(load) == 1)
    load = LLVMGetIncomingValue(load, 0);
  if (!LLVMIsALoadInst(load) || !is_narrow(deriver, load) ||
      types_of_access(deriver->sweep.types, load, 0).kind < BYTE_MIXED ||
      !deriver_has_shadow(deriver, LLVMGetOperand(load, 0)))
    return;
  deriver_position_after(deriver, deriver_clone_of(deriver, load));
  for (unsigned lane = 0; lane < deriver->width; lane++) {
    LLVMValueRef arguments[] = {
        deriver_shadow(deriver, LLVMGetOperand(load, 0), lane),
        deriver_clone_of(deriver, LLVMGetOperand(load, 0)),
        LLVMConstInt(i64, LLVMStoreSizeOfType(layout, LLVMTypeOf(load)), false)};
    deriver_call_runtime(deriver, "adcc_tape_check_piece", NULL, arguments, 3);
  }
}
