/* The adjoints of loads and stores: a load adds to the adjoint of its place, a store takes it and
 * leaves zero. What a place holds, numbers, pointers or either, decides how. */
#include "diff.h"

LLVMValueRef reverse_shadow_place(Deriver *deriver, LLVMValueRef access, unsigned lane,
                                  LLVMTypeRef type, LLVMValueRef *inactive) {
  LLVMValueRef pointer = LLVMGetOperand(access, LLVMIsAStoreInst(access) ? 1 : 0);
  LLVMValueRef shadow = reverse_fetch_shadow(deriver, pointer, lane);
  if (!guard_may_be_inactive(deriver, access, type))
    return shadow;
  LLVMValueRef primal = reverse_fetch_primal(deriver, pointer);
  LLVMValueRef none = guard_access_inactive(deriver, access, type, primal, shadow);
  if (inactive)
    *inactive = none;
  return guard_address(deriver, none, shadow, type);
}

/* Part of a word that is but moved, of whose place nothing says what it holds, as padding that LLVM
 * copies by itself: where an adjoint comes to where it is stored, the program stops. */
static bool is_unknown_part(const Deriver *deriver, LLVMValueRef load) {
  LLVMTypeRef type = LLVMTypeOf(load);
  if (!LLVMIsALoadInst(load) || LLVMGetTypeKind(type) != LLVMIntegerTypeKind ||
      LLVMGetIntTypeWidth(type) >= 64 ||
      types_of_access(deriver->sweep.types, load, 0).kind != BYTE_UNKNOWN)
    return false;
  for (LLVMUseRef use = LLVMGetFirstUse(load); use; use = LLVMGetNextUse(use))
    if (!LLVMIsAStoreInst(LLVMGetUser(use)) || LLVMGetOperand(LLVMGetUser(use), 0) != load)
      return false;
  return true;
}

void reverse_load(Deriver *deriver, LLVMValueRef load) {
  LLVMTypeRef type = deriver_adjoint_type(deriver, load);
  ByteType byte = types_of_access(deriver->sweep.types, load, 0);
  LLVMTypeRef mixed = mixed_number(deriver, type, byte);
  if (unknown_is_moved(deriver, load)) {
    for (unsigned lane = 0; lane < deriver->width; lane++)
      unknown_add(deriver, load, adjoint_take(deriver, load, lane),
                  reverse_shadow_place(deriver, load, lane, type, NULL));
    return;
  }
  if (!type_contains_float(type)) {
    if (byte.kind != BYTE_MIXED && !mixed_is_anything(deriver, type, byte) &&
        !mixed_is_part(deriver, type, byte) && !deriver_has_shadow(deriver, load) &&
        !is_unknown_part(deriver, load) && !bits_are_consumed(deriver, load))
      deriver_error(deriver, load, DIAG_UNKNOWN_TYPE, "the type of what is loaded is not known");
    return;
  }
  for (unsigned lane = 0; lane < deriver->width; lane++) {
    LLVMValueRef delta = adjoint_take(deriver, load, lane);
    LLVMValueRef pointer = reverse_shadow_place(deriver, load, lane, type, NULL);
    if (mixed) {
      mixed_add(deriver, delta, pointer, mixed, load);
      continue;
    }
    LLVMValueRef old = deriver_load(deriver, type, pointer, load);
    deriver_store(deriver, shared_sum_loaded(deriver, load, old, delta), pointer, load);
  }
}

/* Is it loaded from where numbers lie that carry no derivative? Of what is declared an integer, and
 * goes where numbers lie, that is not certain. */
static bool is_constant_number(const Deriver *deriver, LLVMValueRef word) {
  return LLVMIsALoadInst(word) && !deriver_is_active(deriver, word) &&
         types_of_memory(deriver->sweep.types, LLVMGetOperand(word, 0), 0).kind >= BYTE_FLOAT;
}

/* Of a word that may hold anything. A constant has no adjoint, whatever it is the bits of. */
static void reverse_word_store(Deriver *deriver, LLVMValueRef store) {
  LLVMValueRef value = LLVMGetOperand(store, 0);
  for (unsigned lane = 0; lane < deriver->width; lane++) {
    LLVMValueRef inactive = NULL;
    LLVMValueRef place = reverse_shadow_place(deriver, store, lane, LLVMTypeOf(value), &inactive);
    LLVMValueRef word = unknown_take(deriver, store, place);
    if (!deriver_is_active(deriver, value))
      continue;
    guard_check(deriver, store, inactive);
    adjoint_add_word(deriver, value, lane, guard_value(deriver, inactive, word));
  }
}

/* Do bits that carry no derivative go where nothing says what lies there, or all sorts of things
 * do, as a constant does that was a number in the source? */
static bool may_be_constant_number(const Deriver *deriver, LLVMValueRef store) {
  LLVMValueRef value = LLVMGetOperand(store, 0);
  LLVMTypeRef type = LLVMTypeOf(value), scalar = type_scalar(type);
  LLVMTargetDataRef layout = LLVMGetModuleDataLayout(deriver->diff->module);
  if (LLVMGetTypeKind(scalar) != LLVMIntegerTypeKind || LLVMGetIntTypeWidth(scalar) < 16 ||
      deriver_is_active(deriver, value))
    return false;
  for (uint64_t at = 0, size = LLVMStoreSizeOfType(layout, type); at < size; at++) {
    ByteKind kind = types_of_access(deriver->sweep.types, store, at).kind;
    if (kind == BYTE_UNKNOWN || kind == BYTE_CONFLICT)
      return true;
  }
  return false;
}

/* Further back the place held something else, of which the adjoint begins with zero: `computed`, an
 * integer that the next of its checks, of another value, would take for an adjoint. */
static void clear_word_shadow(Deriver *deriver, LLVMValueRef store, bool computed) {
  LLVMValueRef pointer = LLVMGetOperand(store, 1);
  LLVMTypeRef type = LLVMTypeOf(LLVMGetOperand(store, 0));
  uint64_t size = LLVMStoreSizeOfType(LLVMGetModuleDataLayout(deriver->diff->module), type);
  bool address =
      size >= sizeof(void *) && (computed || mixed_pointer_blots(deriver, pointer, 0, size));
  if (!address && !may_be_constant_number(deriver, store))
    return;
  for (unsigned lane = 0; lane < deriver->width; lane++)
    deriver_store(deriver, LLVMConstNull(type),
                  reverse_shadow_place(deriver, store, lane, type, NULL), store);
}

/* LLVM may move a number as the pointer that other paths take it for. An adjoint that came to where
 * a pointer was stored is that of such a number, and would be lost. */
static void check_pointer_stored(Deriver *deriver, LLVMValueRef store) {
  LLVMValueRef value = LLVMGetOperand(store, 0), pointer = LLVMGetOperand(store, 1);
  LLVMTypeRef type = LLVMTypeOf(value);
  if (LLVMGetTypeKind(type_scalar(type)) != LLVMPointerTypeKind || LLVMIsAConstant(value) ||
      deriver->diff->round > 0)
    return; /* a derivative puts numbers where the shadows of pointers were, on purpose */
  ByteType byte = types_of_memory(deriver->sweep.types, pointer, 0);
  LLVMTypeRef number = byte.kind == BYTE_MIXED ? byte.type : NULL;
  if (number && LLVMGetTypeKind(number) == LLVMFloatTypeKind) /* one, or the first of two */
    number = types_of_memory(deriver->sweep.types, pointer, sizeof(float)).kind == BYTE_INTEGER
                 ? NULL
                 : LLVMVectorType(number, 2);
  if (byte.kind != BYTE_CONFLICT && !number)
    return;
  LLVMTypeRef i64 = LLVMInt64TypeInContext(LLVMGetModuleContext(deriver->diff->module));
  LLVMTypeRef words = type_with_lanes_of(i64, type);
  unsigned count = words == i64 ? 1 : LLVMGetVectorSize(words);
  for (unsigned lane = 0; lane < deriver->width; lane++) {
    LLVMValueRef there =
        deriver_load(deriver, words, reverse_shadow_place(deriver, store, lane, type, NULL), store);
    if (number)
      mixed_check(deriver, there, number);
    for (unsigned i = 0; i < count && !number; i++)
      unknown_expect_none(deriver, words == i64
                                       ? there
                                       : LLVMBuildExtractElement(deriver->builder, there,
                                                                 LLVMConstInt(i64, i, false), ""));
  }
}

/* Says where the reverse sweep has come back to before a store, for mirrors (plan/mirror.c). */
static void mark_undone(Deriver *deriver, LLVMValueRef store) {
  Sweep *sweep = &deriver->sweep;
  if (!bridge_loop_of(sweep->analyses, LLVMGetInstructionParent(store)))
    return;
  LLVMContextRef context = LLVMGetModuleContext(deriver->diff->module);
  LLVMTypeRef type = LLVMFunctionType(LLVMVoidTypeInContext(context), NULL, 0, false);
  LLVMValueRef marker = LLVMGetNamedFunction(deriver->diff->module, STORE_UNDONE);
  if (!marker)
    marker = LLVMAddFunction(deriver->diff->module, STORE_UNDONE, type);
  UndonePoint point = {store, LLVMBuildCall2(deriver->builder, type, marker, NULL, 0, "")};
  ARRAY_PUSH(sweep->arena, sweep->undone, point);
}

void reverse_store(Deriver *deriver, LLVMValueRef store) {
  mark_undone(deriver, store);
  LLVMValueRef value = LLVMGetOperand(store, 0), pointer = LLVMGetOperand(store, 1);
  LLVMTypeRef type = deriver_access_type(deriver, store, LLVMTypeOf(value));
  LLVMTypeRef mixed =
      mixed_number(deriver, type, types_of_memory(deriver->sweep.types, pointer, 0));
  if (!type_contains_float(type)) {
    ByteType byte = types_of_access(deriver->sweep.types, store, 0);
    bool word = mixed_is_anything(deriver, type, byte);
    if (word && (LLVMIsAConstantInt(value) || LLVMIsABitCastInst(value) ||
                 is_constant_number(deriver, value) || unknown_is_moved(deriver, value))) {
      reverse_word_store(deriver, store);
      return;
    }
    bool part = deriver_is_active(deriver, value) &&
                (mixed_is_part(deriver, type, byte) || is_unknown_part(deriver, value));
    for (unsigned lane = 0; lane < deriver->width && (word || part); lane++)
      mixed_check_stored(deriver, store, lane,
                         reverse_shadow_place(deriver, store, lane, type, NULL));
    check_pointer_stored(deriver, store);
    clear_word_shadow(deriver, store, word);
    if (word || part)
      return;
    if (LLVMGetTypeKind(type_scalar(type)) == LLVMIntegerTypeKind &&
        deriver_is_active(deriver, value) && byte.kind != BYTE_POINTER && byte.kind != BYTE_INTEGER)
      deriver_error(deriver, store, DIAG_UNKNOWN_TYPE, "the type of what is stored is not known");
    return;
  }
  for (unsigned lane = 0; lane < deriver->width; lane++) {
    LLVMValueRef inactive = NULL;
    LLVMValueRef shadow = reverse_shadow_place(deriver, store, lane, type, &inactive);
    if (type_contains_pointer(type)) {
      deriver_error(deriver, store, DIAG_UNSUPPORTED,
                    "a store of pointers and floating point as one value");
      return;
    }
    if (deriver_is_active(deriver, value))
      guard_check(deriver, store, inactive);
    LLVMValueRef delta = NULL;
    if (mixed)
      delta = mixed_take(deriver, type, shadow, mixed, store);
    else {
      delta = deriver_load(deriver, type, shadow, store);
      deriver_store(deriver, build_zero(type), shadow, store);
    }
    adjoint_add(deriver, value, lane, guard_value(deriver, inactive, delta));
  }
}
