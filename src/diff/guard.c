/* The marker runtime_activity: a shadow pointer that equals its primal says that what it points to
 * is inactive after all. Accesses of such a shadow go to scratch memory instead, which costs no
 * branch, and what is read there counts as zero. Text is its own shadow without the marker, where a
 * function that we cannot see has allocated it (call.c); numbers may share its type. */
#include "block.h"

LLVMValueRef guard_is_own(Deriver *deriver, LLVMValueRef primal, LLVMValueRef shadow) {
  return LLVMBuildICmp(deriver->builder, LLVMIntEQ, primal, shadow, "inactive");
}

LLVMValueRef guard_inactive(Deriver *deriver, LLVMValueRef primal, LLVMValueRef shadow) {
  return deriver->key->runtime_activity ? guard_is_own(deriver, primal, shadow) : NULL;
}

/* Integers in memory that holds numbers or pointers as well, as far as is known. */
static bool is_beside_numbers(const Deriver *deriver, LLVMValueRef access, LLVMTypeRef type) {
  if (!text_is_own(deriver))
    return false;
  ByteType byte = types_of_access(deriver->sweep.types, access, 0);
  return LLVMGetTypeKind(type_scalar(type)) == LLVMIntegerTypeKind &&
         (byte.kind >= BYTE_MIXED || mixed_is_part(deriver, type, byte));
}

bool guard_may_be_inactive(const Deriver *deriver, LLVMValueRef access, LLVMTypeRef type) {
  return deriver->key->runtime_activity || is_beside_numbers(deriver, access, type);
}

LLVMValueRef guard_access_inactive(Deriver *deriver, LLVMValueRef access, LLVMTypeRef type,
                                   LLVMValueRef primal, LLVMValueRef shadow) {
  if (!guard_may_be_inactive(deriver, access, type))
    return NULL;
  return guard_is_own(deriver, primal, shadow);
}

bool guard_block_may_be_inactive(Deriver *deriver, LLVMValueRef call) {
  FieldArray fields = {0};
  uint64_t period = 0;
  if (deriver->key->runtime_activity || !text_is_own(deriver))
    return deriver->key->runtime_activity;
  return !block_pattern_of(deriver, call, &fields, &period) || fields.count == 0 ||
         block_has(&fields, BYTE_UNKNOWN) || block_has(&fields, BYTE_MIXED);
}

LLVMValueRef guard_operand_inactive(Deriver *deriver, LLVMValueRef call, unsigned operand,
                                    unsigned lane) {
  if (!guard_block_may_be_inactive(deriver, call))
    return NULL;
  LLVMValueRef pointer = LLVMGetOperand(call, operand);
  return guard_is_own(deriver, deriver_clone_of(deriver, pointer),
                      deriver_shadow(deriver, pointer, lane));
}

LLVMValueRef guard_address(Deriver *deriver, LLVMValueRef inactive, LLVMValueRef shadow,
                           LLVMTypeRef accessed) {
  if (!inactive)
    return shadow;
  LLVMModuleRef module = deriver->diff->module;
  uint64_t size = LLVMABISizeOfType(LLVMGetModuleDataLayout(module), accessed);
  const char *name =
      arena_format(deriver->sweep.arena, "adcc.scratch.%llu", (unsigned long long)size);
  LLVMValueRef scratch = LLVMGetNamedGlobal(module, name);
  if (!scratch) {
    enum { ANY_ALIGNMENT = 64 };
    LLVMTypeRef bytes = LLVMArrayType2(LLVMInt8TypeInContext(LLVMGetModuleContext(module)), size);
    scratch = LLVMAddGlobal(module, bytes, name);
    LLVMSetInitializer(scratch, LLVMConstNull(bytes));
    LLVMSetLinkage(scratch, LLVMInternalLinkage);
    LLVMSetAlignment(scratch, ANY_ALIGNMENT);
    LLVMSetThreadLocalMode(scratch, LLVMGeneralDynamicTLSModel);
  }
  return LLVMBuildSelect(deriver->builder, inactive, scratch, shadow, "");
}

LLVMValueRef guard_value(Deriver *deriver, LLVMValueRef inactive, LLVMValueRef value) {
  return inactive ? LLVMBuildSelect(deriver->builder, inactive, LLVMConstNull(LLVMTypeOf(value)),
                                    value, "")
                  : value;
}

/* A word that may be a pointer or a number, of which memory that is inactive by the request's word
 * may hold either; text holds none. */
static LLVMTypeRef inactive_word(const Deriver *deriver, LLVMValueRef load) {
  ByteType byte = types_of_access(deriver->sweep.types, load, 0);
  if (!deriver->key->runtime_activity)
    return NULL;
  return mixed_is_anything(deriver, LLVMTypeOf(load), byte)
             ? LLVMDoubleTypeInContext(LLVMGetModuleContext(deriver->diff->module))
             : mixed_number(deriver, LLVMTypeOf(load), byte);
}

LLVMValueRef guard_load_place(Deriver *deriver, LLVMValueRef load, LLVMValueRef shadow) {
  LLVMTypeRef type = LLVMTypeOf(load);
  if (LLVMGetTypeKind(type_scalar(type)) != LLVMIntegerTypeKind ||
      !is_beside_numbers(deriver, load, type) || inactive_word(deriver, load))
    return shadow;
  LLVMValueRef primal = deriver_clone_of(deriver, LLVMGetOperand(load, 0));
  return guard_address(deriver, guard_access_inactive(deriver, load, type, primal, shadow), shadow,
                       type);
}

LLVMValueRef guard_loaded(Deriver *deriver, LLVMValueRef load, LLVMValueRef loaded,
                          LLVMValueRef shadow) {
  LLVMValueRef primal = deriver_clone_of(deriver, LLVMGetOperand(load, 0));
  if (type_contains_float(deriver_access_type(deriver, load, LLVMTypeOf(load))))
    return guard_value(deriver, guard_inactive(deriver, primal, shadow), loaded);
  LLVMTypeRef number = inactive_word(deriver, load);
  if (!number)
    return loaded;
  LLVMValueRef pointers = mixed_pointers(deriver, loaded, number);
  return LLVMBuildSelect(deriver->builder, guard_inactive(deriver, primal, shadow), pointers,
                         loaded, "");
}

LLVMValueRef guard_place_in_source(Deriver *deriver, LLVMValueRef access) {
  const char *place = diag_place_text(deriver->sweep.arena, access);
  const char *name = arena_format(deriver->sweep.arena, "adcc.place.%s", place);
  LLVMValueRef known = LLVMGetNamedGlobal(deriver->diff->module, name);
  return known ? known : LLVMBuildGlobalString(deriver->builder, place, name);
}

static LLVMValueRef build_check(Deriver *deriver, LLVMValueRef access, LLVMValueRef lost) {
  LLVMModuleRef module = deriver->diff->module;
  LLVMContextRef context = LLVMGetModuleContext(module);
  LLVMTypeRef i32 = LLVMInt32TypeInContext(context);
  LLVMTypeRef parameters[] = {i32, LLVMPointerTypeInContext(context, 0)};
  LLVMTypeRef type = LLVMFunctionType(LLVMVoidTypeInContext(context), parameters, 2, false);
  LLVMValueRef function = LLVMGetNamedFunction(module, "adcc_activity_check");
  if (!function)
    function = LLVMAddFunction(module, "adcc_activity_check", type);
  lost = LLVMBuildZExt(deriver->builder, lost, i32, "");
  LLVMValueRef arguments[] = {lost, guard_place_in_source(deriver, access)};
  return LLVMBuildCall2(deriver->builder, type, function, arguments, 2, "");
}

void guard_stop_text(Deriver *deriver, LLVMValueRef store) {
  if (!map_has(deriver->numbers_in_text, store))
    return;
  LLVMValueRef place = text_place(store);
  LLVMPositionBuilderBefore(deriver->builder, deriver_clone_of(deriver, store));
  build_check(
      deriver, store,
      guard_is_own(deriver, deriver_clone_of(deriver, place), deriver_shadow(deriver, place, 0)));
}

void guard_check(Deriver *deriver, LLVMValueRef access, LLVMValueRef inactive) {
  if (inactive && deriver->key->checked_activity)
    build_check(deriver, access, inactive);
}

void guard_stop_loss(Deriver *deriver, LLVMValueRef instruction) {
  if (!activity_is_lost_at(deriver->sweep.activity, instruction))
    return;
  LLVMContextRef context = LLVMGetModuleContext(deriver->diff->module);
  LLVMPositionBuilderBefore(deriver->builder, deriver_clone_of(deriver, instruction));
  LLVMValueRef stop =
      build_check(deriver, instruction, LLVMConstInt(LLVMInt1TypeInContext(context), 1, false));
  call_add_mark(stop, "noreturn");
  call_add_mark(stop, "cold");
}
