/* Forward mode: after every active instruction its tangent, after every memory operation its
 * shadow's. Structural instructions are shared with the reverse mode's pointer shadows (shadow.c).
 */
#include "word.h"

/* All lanes at once. */
static void forward_vector(Deriver *deriver, LLVMValueRef operation, const Rule *rule) {
  RuleSite site = {deriver, operation};
  RuleBuild build = rule_site_build(&site);
  deriver_position_after(deriver, deriver_clone_of(deriver, operation));
  LLVMValueRef tangent = woven_zero(deriver, LLVMTypeOf(operation));
  for (unsigned i = 0; i < rule->arity; i++) {
    LLVMValueRef operand = LLVMGetOperand(operation, i);
    LLVMValueRef partial = deriver_is_active(deriver, operand) ? rule->partial(&build, i) : NULL;
    if (!partial)
      continue;
    bool is_one =
        LLVMIsAConstantFP(partial) && LLVMConstRealGetDouble(partial, &(LLVMBool){0}) == 1.0;
    LLVMValueRef term = build_product(deriver, is_one ? partial : woven_splat(deriver, partial),
                                      woven_tangent(deriver, operand), operation);
    tangent = build_accumulate(deriver, tangent, term, operation);
  }
  woven_set(deriver, operation, tangent);
}

static void forward_by_rule(Deriver *deriver, LLVMValueRef operation, const Rule *rule) {
  if (woven_takes(deriver, operation, rule->arity)) {
    forward_vector(deriver, operation, rule);
    return;
  }
  RuleSite site = {deriver, operation};
  RuleBuild build = rule_site_build(&site);
  deriver_position_after(deriver, deriver_clone_of(deriver, operation));
  LLVMValueRef tangent[MAX_WIDTH];
  for (unsigned lane = 0; lane < deriver->width; lane++)
    tangent[lane] = build_zero(LLVMTypeOf(operation));
  for (unsigned i = 0; i < rule->arity; i++) {
    LLVMValueRef operand = LLVMGetOperand(operation, i);
    if (!deriver_is_active(deriver, operand))
      continue;
    LLVMValueRef partial = rule->partial(&build, i);
    if (!partial)
      continue;
    for (unsigned lane = 0; lane < deriver->width; lane++) {
      LLVMValueRef term =
          build_product(deriver, partial, deriver_shadow(deriver, operand, lane), operation);
      tangent[lane] = build_accumulate(deriver, tangent[lane], term, operation);
    }
  }
  for (unsigned lane = 0; lane < deriver->width; lane++)
    deriver_set_shadow(deriver, operation, lane, tangent[lane]);
}

/* Are only some bytes of a word known to be those of a double, as beside the characters of a text?
 * Then all of them are, or none. */
static bool is_torn_double(const Deriver *deriver, LLVMValueRef store, unsigned size) {
  unsigned of_doubles = 0;
  for (unsigned i = 0; i < size && size == sizeof(double); i++) {
    ByteType byte = types_of_access(deriver->sweep.types, store, i);
    of_doubles += byte.kind == BYTE_FLOAT && byte.offset == i &&
                  LLVMGetTypeKind(byte.type) == LLVMDoubleTypeKind;
  }
  return of_doubles > 0 && of_doubles < size;
}

/* What an inactive integer leaves in the shadow of where it is stored: itself, but a zero tangent
 * where it stands for floating point, which may be a part of it (two members of a structure that
 * travel in one register). */
static LLVMValueRef tangent_of_bits(Deriver *deriver, LLVMValueRef store, LLVMValueRef bits) {
  LLVMTypeRef type = LLVMTypeOf(bits);
  LLVMTargetDataRef layout = LLVMGetModuleDataLayout(deriver->diff->module);
  unsigned size = (unsigned)LLVMStoreSizeOfType(layout, type), floating = 0;
  bool numbers[BYTE_MOVE_CLEARED] = {0};
  if (size > BYTE_MOVE_CLEARED || LLVMSizeOfTypeInBits(layout, type) != 8 * (uint64_t)size)
    return bits;
  if (is_torn_double(deriver, store, size))
    return mixed_pointers(deriver, bits, LLVMDoubleTypeInContext(LLVMGetTypeContext(type)));
  for (unsigned i = 0; i < size; i++)
    floating += numbers[i] = types_of_access(deriver->sweep.types, store, i).kind == BYTE_FLOAT;
  return floating == size ? build_zero(type) : byte_move_clear(deriver, bits, numbers);
}

/* What is stored where numbers lie, and is none itself, as the constant half of a word that two
 * floats are packed into, has no tangent; only the memory tells. */
static LLVMValueRef tangent_of_packed(Deriver *deriver, LLVMValueRef store, LLVMValueRef tangent) {
  LLVMTypeRef type = LLVMTypeOf(tangent);
  LLVMValueRef value = LLVMGetOperand(store, 0);
  LLVMTargetDataRef layout = LLVMGetModuleDataLayout(deriver->diff->module);
  unsigned size = (unsigned)LLVMStoreSizeOfType(layout, type);
  bool none[BYTE_MOVE_CLEARED] = {0};
  if (LLVMGetTypeKind(type) != LLVMIntegerTypeKind || size > BYTE_MOVE_CLEARED)
    return tangent;
  for (unsigned i = 0; i < size; i++) {
    ByteType there = types_of_all_there(deriver->sweep.types, LLVMGetOperand(store, 1), (int64_t)i);
    none[i] = there.kind == BYTE_FLOAT &&
              types_of_value(deriver->sweep.types, value, i).kind == BYTE_INTEGER;
  }
  return byte_move_clear(deriver, tangent, none);
}

/* Integers of 32 bits, and characters, that are their own shadows: others knew them for that. */
static LLVMValueRef without_own(Deriver *deriver, LLVMValueRef shadow, LLVMValueRef primal) {
  LLVMBuilderRef b = deriver->builder;
  LLVMTypeRef type = LLVMTypeOf(shadow), half = LLVMInt32TypeInContext(LLVMGetTypeContext(type));
  LLVMTypeRef halves = LLVMGetIntTypeWidth(type) == 64 ? LLVMVectorType(half, 2) : type;
  shadow = LLVMBuildBitCast(b, shadow, halves, "");
  primal = LLVMBuildBitCast(b, primal, halves, "");
  LLVMValueRef own = LLVMBuildICmp(b, LLVMIntEQ, shadow, primal, "");
  shadow = LLVMBuildSelect(b, own, LLVMConstNull(halves), shadow, "");
  return LLVMBuildBitCast(b, shadow, type, "");
}

/* A word of whatever kind may be an address, whose shadow is another. Read as a pair of floats, as
 * which a double has an exponent, too, it is told from one. */
static LLVMValueRef without_address(Deriver *deriver, LLVMValueRef shadow) {
  LLVMTypeRef type = LLVMTypeOf(shadow);
  if (LLVMGetTypeKind(type) != LLVMIntegerTypeKind || LLVMGetIntTypeWidth(type) != 64)
    return shadow;
  LLVMTypeRef pair = LLVMVectorType(LLVMFloatTypeInContext(LLVMGetTypeContext(type)), 2);
  LLVMValueRef exponents = word_exponents(deriver->builder, shadow, pair);
  LLVMValueRef none = LLVMConstNull(type);
  LLVMValueRef is_number = LLVMBuildICmp(deriver->builder, LLVMIntNE, exponents, none, "");
  return LLVMBuildSelect(deriver->builder, is_number, shadow, none, "");
}

void forward_check_integer(Deriver *deriver, LLVMValueRef integer) {
  LLVMTypeRef i8 = LLVMInt8TypeInContext(LLVMGetModuleContext(deriver->diff->module));
  LLVMTypeRef type = LLVMTypeOf(integer);
  ByteType first = types_of_value(deriver->sweep.types, integer, 0);
  bool part = mixed_is_part(deriver, type, first);
  LLVMTypeRef mixed = part ? first.type : mixed_number(deriver, type, first);
  if ((!mixed && first.kind != BYTE_CONFLICT) || !deriver_is_active(deriver, integer) ||
      mixed_is_computed(deriver, integer))
    return;
  for (unsigned lane = 0; lane < deriver->width; lane++) {
    LLVMValueRef shadow = deriver_shadow(deriver, integer, lane);
    bool pair = first.type && LLVMGetTypeKind(first.type) == LLVMVectorTypeKind;
    bool own = (part && first.kind == BYTE_MIXED) || first.kind == BYTE_CONFLICT || pair;
    if (first.kind == BYTE_CONFLICT)
      shadow = without_address(deriver, shadow);
    if (own || type == i8)
      shadow = without_own(deriver, shadow, deriver_clone_of(deriver, integer));
    mixed_check(deriver, shadow, mixed);
  }
}

/* What is computed on was an integer, and so has no tangent, where the builder stands. */
static void check_operands(Deriver *deriver, LLVMValueRef operation) {
  for (int i = 0; i < LLVMGetNumOperands(operation); i++)
    forward_check_integer(deriver, LLVMGetOperand(operation, (unsigned)i));
}

/* Is a part of a word only stored, as the copy of a bool that a variant may hold? Then what the
 * word was is a matter of the store: LLVM may cut the part off ahead of the test. */
static bool is_part_to_store(LLVMValueRef value) {
  if (!LLVMIsATruncInst(value) || !LLVMGetFirstUse(value))
    return false;
  for (LLVMUseRef use = LLVMGetFirstUse(value); use; use = LLVMGetNextUse(use))
    if (!LLVMIsAStoreInst(LLVMGetUser(use)) || LLVMGetOperand(LLVMGetUser(use), 0) != value)
      return false;
  return true;
}

/* Is a part of a number's bits taken for another number, as by a union that is passed as its widest
 * member is? What moves so is the tangent of the one or, where nothing looks at it, of the other.
 */
static bool is_part_to_number(LLVMValueRef value) {
  bool cuts = LLVMIsATruncInst(value) != NULL;
  bool shifts = LLVMIsABinaryOperator(value) && LLVMGetInstructionOpcode(value) == LLVMLShr &&
                LLVMIsAConstantInt(LLVMGetOperand(value, 1)) &&
                LLVMConstIntGetZExtValue(LLVMGetOperand(value, 1)) % 8 == 0;
  if ((!cuts && !shifts) || !LLVMGetFirstUse(value))
    return false;
  for (LLVMUseRef use = LLVMGetFirstUse(value); use; use = LLVMGetNextUse(use)) {
    LLVMValueRef user = LLVMGetUser(use);
    if (!(LLVMIsABitCastInst(user) && type_is_float(LLVMTypeOf(user))) && !is_part_to_number(user))
      return false;
  }
  return true;
}

static void forward_store(Deriver *deriver, LLVMValueRef store) {
  LLVMValueRef value = LLVMGetOperand(store, 0), pointer = LLVMGetOperand(store, 1);
  if (!deriver_has_shadow(deriver, pointer) || woven_store(deriver, store))
    return;
  if (is_part_to_store(value) && deriver_is_active(deriver, value) &&
      mixed_is_computed(deriver, value))
    check_operands(deriver, value);
  LLVMValueRef *pieces = address_pieces(deriver, store);
  for (unsigned lane = 0; lane < deriver->width; lane++) {
    deriver_position_after(deriver, deriver_clone_of(deriver, store));
    LLVMValueRef shadow = pieces ? pieces[lane] : deriver_shadow(deriver, value, lane);
    LLVMTypeRef type = LLVMTypeOf(value);
    ByteType byte = types_of_access(deriver->sweep.types, store, 0);
    LLVMTypeRef mixed = mixed_number(deriver, type, byte);
    if (mixed_is_anything(deriver, type, byte))
      mixed = LLVMDoubleTypeInContext(LLVMGetModuleContext(deriver->diff->module));
    bool inactive_bits = !deriver_is_active(deriver, value) || mixed_is_computed(deriver, value);
    bool address =
        types_object_of(deriver->sweep.types, value) != 0 || deriver_is_constant_address(value);
    if (pieces)
      ; /* as they are */
    else if (mixed && inactive_bits && !address)
      shadow = build_zero(type);
    else if (mixed && inactive_bits)
      shadow = mixed_pointers(deriver, shadow, mixed);
    else if (inactive_bits && mixed_is_part(deriver, type, byte))
      shadow = build_zero(type);
    else if (shadow_keeps_integer(deriver, store))
      shadow = deriver_clone_of(deriver, value);
    else if (LLVMGetTypeKind(type_scalar(type)) == LLVMIntegerTypeKind && inactive_bits)
      shadow = tangent_of_bits(deriver, store, shadow);
    else
      shadow = tangent_of_packed(deriver, store, shadow);
    LLVMValueRef place = deriver_shadow(deriver, pointer, lane);
    LLVMValueRef inactive =
        guard_access_inactive(deriver, store, type, deriver_clone_of(deriver, pointer), place);
    if (deriver_is_active(deriver, value))
      guard_check(deriver, store, inactive);
    deriver_store(deriver, shadow, guard_address(deriver, inactive, place, type), store);
  }
}

static void forward_reduce(Deriver *deriver, LLVMValueRef call) {
  deriver_position_after(deriver, deriver_clone_of(deriver, call));
  for (unsigned lane = 0; lane < deriver->width; lane++) {
    LLVMValueRef copy = LLVMInstructionClone(deriver_clone_of(deriver, call));
    for (unsigned i = 0; i < 2; i++)
      LLVMSetOperand(copy, i, deriver_shadow(deriver, LLVMGetOperand(call, i), lane));
    LLVMInsertIntoBuilder(deriver->builder, copy);
    deriver_set_shadow(deriver, call, lane, copy);
  }
}

static void forward_call(Deriver *deriver, LLVMValueRef call) {
  if (memory_is_memory_call(call)) {
    memory_forward_call(deriver, call);
    return;
  }
  const Rule *rule = rule_of_call(call);
  if (rule) {
    if (deriver_is_active(deriver, call))
      forward_by_rule(deriver, call, rule);
    return;
  }
  if (call_is_sum_reduction(call)) {
    if (deriver_is_active(deriver, call))
      forward_reduce(deriver, call);
    return;
  }
  call_forward(deriver, call);
}

static void forward_instruction(Deriver *deriver, LLVMValueRef instruction) {
  guard_stop_loss(deriver, instruction);
  guard_stop_text(deriver, instruction);
  distance_instruction(deriver, instruction);
  switch (LLVMGetInstructionOpcode(instruction)) {
  case LLVMCall:
  case LLVMInvoke:
    forward_call(deriver, instruction);
    return;
  case LLVMStore:
    forward_store(deriver, instruction);
    return;
  case LLVMICmp:
  case LLVMFCmp:
  case LLVMSIToFP:
  case LLVMUIToFP:
  case LLVMFPToSI:
  case LLVMFPToUI:
    return;
  case LLVMAtomicRMW:
  case LLVMAtomicCmpXchg:
    if (atomic_is_sum(deriver, instruction))
      atomic_forward(deriver, instruction);
    else
      shadow_atomic(deriver, instruction);
    return;
  default:
    break;
  }
  bool active = deriver_is_active(deriver, instruction);
  if (!active && !deriver_has_shadow(deriver, instruction))
    return;
  if (active && mixed_is_computed(deriver, instruction) && !is_part_to_number(instruction)) {
    /* A test that was run ahead computes anything. */
    if (!bits_are_consumed(deriver, instruction) && !is_part_to_store(instruction)) {
      deriver_position_after(deriver, deriver_clone_of(deriver, instruction));
      check_operands(deriver, instruction);
    }
    if (deriver_has_shadow(deriver, instruction)) /* or an address */
      shadow_instruction(deriver, instruction);
    return;
  }
  const Rule *rule = rule_of_instruction(instruction);
  if (rule)
    forward_by_rule(deriver, instruction, rule);
  else if (active && !deriver_has_shadow(deriver, instruction) &&
           LLVMIsABinaryOperator(instruction) &&
           bits_are_consumed(deriver, instruction)) /* a key to sort by, a hash */
    for (unsigned lane = 0; lane < deriver->width; lane++)
      deriver_set_shadow(deriver, instruction, lane, LLVMConstNull(LLVMTypeOf(instruction)));
  else if (!shadow_instruction(deriver, instruction) &&
           (active || LLVMGetTypeKind(LLVMTypeOf(instruction)) == LLVMPointerTypeKind))
    deriver_error_unsupported(deriver, instruction);
}

static void build_return(Deriver *deriver, LLVMValueRef primal_return, LLVMTypeRef type) {
  LLVMValueRef clone = deriver_clone_of(deriver, primal_return);
  LLVMPositionBuilderBefore(deriver->builder, clone);
  const DerivativeKey *key = deriver->key;
  LLVMValueRef returned =
      LLVMGetNumOperands(primal_return) ? LLVMGetOperand(primal_return, 0) : NULL;
  LLVMValueRef parts[2];
  unsigned count = 0;
  if (returned && key->keep_primal_result)
    parts[count++] = LLVMGetOperand(clone, 0);
  if (returned && key->result != RETURN_INACTIVE) {
    LLVMValueRef tangent = deriver_shadow(deriver, returned, 0);
    if (deriver->width > 1) {
      LLVMValueRef all = LLVMGetUndef(LLVMArrayType2(LLVMTypeOf(tangent), deriver->width));
      for (unsigned lane = 0; lane < deriver->width; lane++)
        all = LLVMBuildInsertValue(deriver->builder, all, deriver_shadow(deriver, returned, lane),
                                   lane, "");
      tangent = all;
    }
    parts[count++] = tangent;
  }
  if (count == 0)
    LLVMBuildRetVoid(deriver->builder);
  else if (count == 1)
    LLVMBuildRet(deriver->builder, parts[0]);
  else {
    LLVMValueRef all = LLVMGetUndef(type);
    for (unsigned i = 0; i < count; i++)
      all = LLVMBuildInsertValue(deriver->builder, all, parts[i], i, "");
    LLVMBuildRet(deriver->builder, all);
  }
  deriver_replace_clone(deriver, primal_return, NULL);
}

bool forward_emit(Deriver *deriver, Derivative *derivative) {
  BlockArray order = deriver_reverse_postorder(deriver);
  LLVMTypeRef type = LLVMGetReturnType(LLVMGlobalGetValueType(derivative->function));
  woven_find(deriver);
  distance_find(deriver);
  for (size_t i = 0; i < order.count; i++)
    FOR_EACH_INSTRUCTION (instruction, order.items[i])
      forward_instruction(deriver, instruction);
  shadow_finish_phis(deriver);
  for (size_t i = 0; i < order.count; i++) {
    LLVMValueRef terminator = LLVMGetBasicBlockTerminator(order.items[i]);
    if (LLVMGetInstructionOpcode(terminator) == LLVMRet)
      build_return(deriver, terminator, type);
  }
  return !deriver->failed;
}
