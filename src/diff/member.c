/* Floating point in integer members of structures: C's conventions return `struct { double d; int
 * i; float f; }` as a double beside an integer of eight bytes. The adjoint of such a structure has,
 * in the place of that integer, the numbers that it holds (byte_move.c); between functions it goes
 * as the bits of the integer. */
#include "diff.h"

bool member_is_aggregate(LLVMTypeRef type) {
  LLVMTypeKind kind = LLVMGetTypeKind(type);
  return kind == LLVMStructTypeKind || kind == LLVMArrayTypeKind;
}

static unsigned member_count(LLVMTypeRef type) {
  return LLVMGetTypeKind(type) == LLVMStructTypeKind ? LLVMCountStructElementTypes(type)
                                                     : (unsigned)LLVMGetArrayLength2(type);
}

static LLVMTypeRef member_type(LLVMTypeRef type, unsigned i) {
  return LLVMGetTypeKind(type) == LLVMStructTypeKind ? LLVMStructGetTypeAtIndex(type, i)
                                                     : LLVMGetElementType(type);
}

static uint64_t member_offset(LLVMTargetDataRef layout, LLVMTypeRef type, unsigned i) {
  return LLVMGetTypeKind(type) == LLVMStructTypeKind
             ? LLVMOffsetOfElement(layout, type, i)
             : i * LLVMABISizeOfType(layout, LLVMGetElementType(type));
}

static bool holds_number(const Deriver *deriver, LLVMValueRef value, uint64_t first, uint64_t size,
                         bool access, bool *mixed) {
  bool any = false;
  for (uint64_t i = 0; i < size; i++) {
    ByteType byte = access ? types_of_access(deriver->sweep.types, value, first + i)
                           : types_of_value(deriver->sweep.types, value, first + i);
    any = any || byte.kind == BYTE_FLOAT || byte.kind >= BYTE_MIXED;
    *mixed = *mixed || byte.kind >= BYTE_MIXED;
  }
  return any;
}

static LLVMTypeRef carrier_of_scalar(const Deriver *deriver, LLVMTypeRef type, LLVMValueRef value,
                                     uint64_t first, bool access) {
  LLVMTargetDataRef layout = LLVMGetModuleDataLayout(deriver->diff->module);
  bool mixed = false;
  if (LLVMGetTypeKind(type_scalar(type)) != LLVMIntegerTypeKind ||
      !holds_number(deriver, value, first, LLVMStoreSizeOfType(layout, type), access, &mixed))
    return type;
  if (LLVMGetTypeKind(type) != LLVMIntegerTypeKind)
    return NULL;
  LLVMTypeRef carrier = byte_move_carrier(deriver, type, value, first, access);
  return mixed && carrier && LLVMGetTypeKind(carrier) != LLVMDoubleTypeKind ? NULL : carrier;
}

/* The members in other types keep their places, or it is no structure of the same memory. */
static bool same_places(LLVMTargetDataRef layout, LLVMTypeRef a, LLVMTypeRef b) {
  for (unsigned i = 0; i < member_count(a); i++)
    if (member_offset(layout, a, i) != member_offset(layout, b, i))
      return false;
  return LLVMABISizeOfType(layout, a) == LLVMABISizeOfType(layout, b);
}

LLVMTypeRef member_carrier(const Deriver *deriver, LLVMTypeRef type, LLVMValueRef value,
                           uint64_t first, bool access) {
  if (!member_is_aggregate(type))
    return carrier_of_scalar(deriver, type, value, first, access);
  LLVMTargetDataRef layout = LLVMGetModuleDataLayout(deriver->diff->module);
  unsigned count = member_count(type);
  LLVMTypeRef *members = ARENA_ARRAY(deriver->sweep.arena, LLVMTypeRef, count + 1);
  bool same = true, alike = true;
  for (unsigned i = 0; i < count; i++) {
    LLVMTypeRef member = member_type(type, i);
    members[i] =
        member_carrier(deriver, member, value, first + member_offset(layout, type, i), access);
    if (!members[i])
      return NULL;
    same = same && members[i] == member;
    alike = alike && members[i] == members[0];
  }
  if (same)
    return type;
  bool array = LLVMGetTypeKind(type) == LLVMArrayTypeKind;
  LLVMTypeRef made = array && alike
                         ? LLVMArrayType2(members[0], count)
                         : LLVMStructTypeInContext(LLVMGetTypeContext(type), members, count,
                                                   !array && LLVMIsPackedStruct(type));
  return same_places(layout, type, made) ? made : NULL;
}

static bool is_integer(LLVMTypeRef type) { return LLVMGetTypeKind(type) == LLVMIntegerTypeKind; }

LLVMValueRef member_as(Deriver *deriver, LLVMValueRef value, LLVMTypeRef type) {
  LLVMTypeRef from = LLVMTypeOf(value);
  if (member_count(from) != member_count(type))
    return NULL;
  LLVMValueRef all = build_zero(type);
  for (unsigned i = 0; i < member_count(type); i++) {
    LLVMTypeRef a = member_type(from, i), b = member_type(type, i);
    bool inner = member_is_aggregate(a) && member_is_aggregate(b);
    if (a != b && !inner && is_integer(a) == is_integer(b))
      return NULL;
    LLVMValueRef member = LLVMBuildExtractValue(deriver->builder, value, i, "");
    member = byte_move_as(deriver, member, b);
    if (!member)
      return NULL;
    all = LLVMBuildInsertValue(deriver->builder, all, member, i, "");
  }
  return all;
}

/* `from` is what begins at byte `first` of the value. */
static LLVMValueRef drop_numbers(Deriver *deriver, LLVMValueRef from, LLVMValueRef value,
                                 uint64_t first) {
  LLVMTypeRef type = LLVMTypeOf(from);
  LLVMTargetDataRef layout = LLVMGetModuleDataLayout(deriver->diff->module);
  bool mixed = false;
  if (type_is_float_or_vector(type))
    return build_zero(type);
  if (!member_is_aggregate(type)) {
    ByteType byte = types_of_value(deriver->sweep.types, value, first);
    LLVMTypeRef number = mixed_number(deriver, type, byte);
    if (deriver->key->mode == REQUEST_FORWARD && mixed_is_anything(deriver, type, byte))
      number = LLVMVectorType(LLVMFloatTypeInContext(LLVMGetTypeContext(type)), 2);
    bool holds =
        holds_number(deriver, value, first, LLVMStoreSizeOfType(layout, type), false, &mixed);
    return number            ? mixed_pointers(deriver, from, number)
           : holds && !mixed ? build_zero(type)
                             : from;
  }
  for (unsigned i = 0; i < member_count(type); i++) {
    LLVMValueRef member = LLVMBuildExtractValue(deriver->builder, from, i, "");
    LLVMValueRef left =
        drop_numbers(deriver, member, value, first + member_offset(layout, type, i));
    if (left != member)
      from = LLVMBuildInsertValue(deriver->builder, from, left, i, "");
  }
  return from;
}

LLVMValueRef member_without_numbers(Deriver *deriver, LLVMValueRef value) {
  LLVMValueRef clone = deriver_clone_of(deriver, value);
  LLVMTargetDataRef layout = LLVMGetModuleDataLayout(deriver->diff->module);
  LLVMTypeRef type = LLVMTypeOf(value);
  bool mixed = false;
  if ((!member_is_aggregate(type) && !is_integer(type)) ||
      (!type_contains_float(type) &&
       !holds_number(deriver, value, 0, LLVMStoreSizeOfType(layout, type), false, &mixed)))
    return clone;
  LLVMBuilderRef builder = deriver->builder;
  deriver->builder = LLVMCreateBuilderInContext(LLVMGetModuleContext(deriver->diff->module));
  if (LLVMIsAInstruction(clone))
    deriver_position_after(deriver, clone);
  else
    LLVMPositionBuilderBefore(deriver->builder, build_entry_point(deriver->sweep.function));
  LLVMValueRef left = drop_numbers(deriver, clone, value, 0);
  LLVMDisposeBuilder(deriver->builder);
  deriver->builder = builder;
  /* What is kept as the shadow of a phi is filled like one. */
  for (unsigned lane = 0; left != clone && !LLVMIsAPHINode(value) && lane < deriver->width; lane++)
    deriver_set_shadow(deriver, value, lane, left);
  return left;
}
