/* Numbers in the place of others: a union of a double and a float moves as a double, in memory and
 * in registers, and then its adjoint does. Where nothing is added to such an adjoint its bits must
 * stay as they are: as a double they may be one that arithmetic changes (word.c, WORD_ADDED). Where
 * both have something to add the source computes with the bits of one number as another. */
#include "word.h"

static bool is_wide(LLVMTypeRef type) {
  LLVMTypeKind kind = LLVMGetTypeKind(type_scalar(type));
  return kind == LLVMDoubleTypeKind || kind == LLVMFloatTypeKind;
}

static bool is_shared_place(const Deriver *deriver, LLVMValueRef pointer, LLVMTypeRef type) {
  LLVMTargetDataRef layout = LLVMGetModuleDataLayout(deriver->diff->module);
  for (uint64_t i = 0, size = LLVMStoreSizeOfType(layout, type); i < size; i++)
    if (types_of_memory(deriver->sweep.types, pointer, (int64_t)i).kind >= BYTE_MIXED)
      return true;
  return types_of_all_there(deriver->sweep.types, pointer, 0).kind >= BYTE_MIXED;
}

/* Is a float of its own accessed in the variable behind `pointer`, `offset` bytes into it, where
 * the upper half of a double from `at` lies, or from no known place before that on? */
static bool has_float_above(LLVMTargetDataRef layout, LLVMValueRef pointer, int64_t offset,
                            int64_t at, bool onwards, unsigned *budget) {
  for (LLVMUseRef use = LLVMGetFirstUse(pointer); use && *budget > 0; use = LLVMGetNextUse(use)) {
    LLVMValueRef user = LLVMGetUser(use);
    --*budget;
    if (LLVMIsAGetElementPtrInst(user)) {
      int64_t step = 0;
      bool known = bridge_without_offset(layout, user, &step) == pointer;
      if (has_float_above(layout, user, offset + (known ? step : 0), at, onwards || !known, budget))
        return true;
      continue;
    }
    LLVMValueRef value = LLVMIsALoadInst(user)    ? user
                         : LLVMIsAStoreInst(user) ? LLVMGetOperand(user, 0)
                                                  : NULL;
    bool is_float = value && value != pointer &&
                    LLVMGetTypeKind(type_scalar(LLVMTypeOf(value))) == LLVMFloatTypeKind;
    int64_t upper = at + (int64_t)sizeof(float);
    if (is_float && (onwards ? offset <= upper : offset == upper))
      return true;
  }
  return *budget == 0;
}

/* One float in the place of a double is told from it by its exponent, but not a float that is the
 * double's upper half. */
static bool may_be_two_floats(const Deriver *deriver, LLVMValueRef pointer) {
  enum { MOST_USES = 256 };
  LLVMTargetDataRef layout = LLVMGetModuleDataLayout(deriver->diff->module);
  unsigned budget = MOST_USES;
  int64_t at;
  for (unsigned i = sizeof(float); i < sizeof(double); i++)
    if (types_of_memory(deriver->sweep.types, pointer, (int64_t)i).kind == BYTE_CONFLICT)
      return true;
  LLVMValueRef object = bridge_without_offset(layout, pointer, &at);
  return LLVMIsAAllocaInst(object) && has_float_above(layout, object, 0, at, false, &budget);
}

/* How often may an adjoint come to the value of which its use does not tell that it is a double's,
 * as it is where the value is computed with? */
static unsigned count_moves(const Deriver *deriver, LLVMValueRef value) {
  enum { MANY = 2 };
  BridgeAnalysesRef analyses = deriver->sweep.analyses;
  unsigned count = 0;
  for (LLVMUseRef use = LLVMGetFirstUse(value); use && count < MANY; use = LLVMGetNextUse(use)) {
    LLVMValueRef user = LLVMGetUser(use);
    bool calls = LLVMIsACallInst(user) || LLVMIsAInvokeInst(user);
    if (rule_of_instruction(user) || LLVMIsAFCmpInst(user) || (calls && rule_of_call(user)))
      continue;
    bool repeated = !LLVMIsAInstruction(value)
                        ? bridge_loop_of(analyses, LLVMGetInstructionParent(user)) != NULL
                        : bridge_loop_of(analyses, LLVMGetInstructionParent(user)) !=
                              bridge_loop_of(analyses, LLVMGetInstructionParent(value));
    count += repeated ? MANY : 1;
  }
  return count;
}

/* All values between which the number moves, with where it is loaded from and stored to. */
static bool is_shared_value(const Deriver *deriver, LLVMValueRef start, bool *two_floats) {
  enum { MOST_VALUES = 64 };
  Map *seen = map_create(deriver->sweep.arena);
  ValueArray work = {0};
  ARRAY_PUSH(deriver->sweep.arena, work, start);
  for (size_t i = 0; i < work.count && i < MOST_VALUES; i++) {
    LLVMValueRef value = work.items[i];
    if (map_has(seen, value) || LLVMIsAConstant(value))
      continue;
    map_set(seen, value, value);
    if (LLVMIsALoadInst(value) &&
        is_shared_place(deriver, LLVMGetOperand(value, 0), LLVMTypeOf(value))) {
      *two_floats = may_be_two_floats(deriver, LLVMGetOperand(value, 0));
      return true;
    }
    bool moves = LLVMIsAPHINode(value) || LLVMIsASelectInst(value) || LLVMIsAFreezeInst(value);
    for (int k = LLVMIsASelectInst(value) ? 1 : 0; moves && k < LLVMGetNumOperands(value); k++)
      ARRAY_PUSH(deriver->sweep.arena, work, LLVMGetOperand(value, (unsigned)k));
    for (LLVMUseRef use = LLVMGetFirstUse(value); use; use = LLVMGetNextUse(use)) {
      LLVMValueRef user = LLVMGetUser(use);
      if (LLVMIsAStoreInst(user) && LLVMGetOperand(user, 0) == value &&
          is_shared_place(deriver, LLVMGetOperand(user, 1), LLVMTypeOf(value))) {
        *two_floats = may_be_two_floats(deriver, LLVMGetOperand(user, 1));
        return true;
      }
      if (LLVMIsAPHINode(user) || LLVMIsASelectInst(user) || LLVMIsAFreezeInst(user))
        ARRAY_PUSH(deriver->sweep.arena, work, user);
    }
  }
  return false;
}

/* What is done with the double, perhaps behind choices, or by a function that gets it. */
typedef struct {
  bool floats, computes; /* are made of it; with it */
  unsigned budget;
} Uses;

static void look_at_uses(Uses *uses, LLVMValueRef value, unsigned depth) {
  enum { DEEPEST = 4 };
  LLVMUseRef use = LLVMIsAConstant(value) || depth == DEEPEST ? NULL : LLVMGetFirstUse(value);
  for (; use && uses->budget > 0; use = LLVMGetNextUse(use)) {
    LLVMValueRef user = LLVMGetUser(use);
    LLVMTypeRef to = LLVMTypeOf(user);
    uses->budget--;
    if (LLVMIsABitCastInst(user)) {
      uses->floats |= LLVMGetTypeKind(type_scalar(to)) == LLVMFloatTypeKind;
      continue;
    }
    if (LLVMIsAPHINode(user) || LLVMIsASelectInst(user)) {
      look_at_uses(uses, user, depth + 1);
      continue;
    }
    bool calls = LLVMIsACallInst(user) || LLVMIsAInvokeInst(user);
    LLVMValueRef callee = calls ? call_direct_callee(user) : NULL;
    uses->computes |=
        rule_of_instruction(user) != NULL || LLVMIsAFCmpInst(user) || (calls && rule_of_call(user));
    for (unsigned i = 0; callee && LLVMIsAFunction(callee) && i < LLVMCountParams(callee) &&
                         i < call_argument_count(user);
         i++)
      if (LLVMGetOperand(user, i) == value)
        look_at_uses(uses, LLVMGetParam(callee, i), depth + 1);
  }
}

/* What comes of arithmetic is a double, however it moves from there. */
static bool is_computed(LLVMValueRef value) {
  return LLVMIsAInstruction(value) &&
         (rule_of_instruction(value) || (LLVMIsACallInst(value) && rule_of_call(value)));
}

/* Is the double two floats in one register: made of them, or they of it, and not computed with? */
static bool is_pair_of_floats(LLVMValueRef value) {
  enum { MOST_USES = 128 };
  LLVMTypeRef from = LLVMIsABitCastInst(value) ? LLVMTypeOf(LLVMGetOperand(value, 0)) : NULL;
  if (is_computed(value))
    return false;
  Uses uses = {from && LLVMGetTypeKind(type_scalar(from)) == LLVMFloatTypeKind, false, MOST_USES};
  look_at_uses(&uses, value, 0);
  return uses.floats && !uses.computes && uses.budget > 0;
}

static LLVMValueRef sum_of_floats(Deriver *deriver, LLVMValueRef old, LLVMValueRef delta) {
  LLVMBuilderRef b = deriver->builder;
  LLVMTypeRef type = LLVMTypeOf(old), one = LLVMFloatTypeInContext(LLVMGetTypeContext(type));
  unsigned count = 2 * (type_scalar(type) == type ? 1 : LLVMGetVectorSize(type));
  LLVMTypeRef floats = LLVMVectorType(one, count);
  LLVMValueRef sum = word_call(deriver, WORD_ADDED, one, LLVMBuildBitCast(b, old, floats, ""),
                               LLVMBuildBitCast(b, delta, floats, ""));
  return LLVMBuildBitCast(b, sum, type, "");
}

/* May the lane be two floats, by what else is known of its place? Nothing makes single words of the
 * lanes of a vector that LLVM moves for its first one. */
static bool may_be_floats(const Deriver *deriver, LLVMValueRef load, unsigned lane) {
  for (unsigned i = 0; i < sizeof(double); i++) {
    ByteType byte = types_of_memory(deriver->sweep.types, LLVMGetOperand(load, 0),
                                    (int64_t)(lane * sizeof(double) + i));
    if (byte.kind == BYTE_CONFLICT)
      return true;
  }
  return false;
}

/* Run time adds them up where it can tell what they are. */
static LLVMValueRef sum_of_lane(Deriver *deriver, LLVMValueRef number, LLVMValueRef old,
                                LLVMValueRef delta) {
  LLVMBuilderRef b = deriver->builder;
  LLVMTypeRef i64 = LLVMInt64TypeInContext(LLVMGetTypeContext(LLVMTypeOf(old)));
  LLVMValueRef arguments[] = {LLVMBuildBitCast(b, delta, i64, ""),
                              LLVMBuildBitCast(b, old, i64, ""), kinds_of_unknown(deriver),
                              guard_place_in_source(deriver, number)};
  LLVMValueRef sum = deriver_call_runtime(deriver, "adcc_tape_sum_unknown", i64, arguments, 4);
  return LLVMBuildBitCast(b, sum, LLVMTypeOf(old), "");
}

static LLVMValueRef sum_of_vector(Deriver *deriver, LLVMValueRef load, LLVMValueRef old,
                                  LLVMValueRef delta) {
  LLVMBuilderRef b = deriver->builder;
  LLVMTypeRef type = LLVMTypeOf(old), i32 = LLVMInt32TypeInContext(LLVMGetTypeContext(type));
  LLVMValueRef sum = word_call(deriver, WORD_ADDED, type_scalar(type), old, delta);
  for (unsigned i = 0; i < LLVMGetVectorSize(type); i++) {
    LLVMValueRef index = LLVMConstInt(i32, i, false);
    if (!may_be_floats(deriver, load, i))
      continue;
    LLVMValueRef lane = sum_of_lane(deriver, load, LLVMBuildExtractElement(b, old, index, ""),
                                    LLVMBuildExtractElement(b, delta, index, ""));
    sum = LLVMBuildInsertElement(b, sum, lane, index, "");
  }
  return sum;
}

LLVMValueRef shared_sum_loaded(Deriver *deriver, LLVMValueRef load, LLVMValueRef old,
                               LLVMValueRef delta) {
  LLVMTypeRef type = LLVMTypeOf(old);
  bool shared = is_wide(type) && is_shared_place(deriver, LLVMGetOperand(load, 0), type);
  if (shared && LLVMGetTypeKind(type) == LLVMVectorTypeKind &&
      LLVMGetTypeKind(LLVMGetElementType(type)) == LLVMDoubleTypeKind)
    return sum_of_vector(deriver, load, old, delta);
  if (shared && LLVMGetTypeKind(type) == LLVMDoubleTypeKind && !types_declared_double(load) &&
      may_be_two_floats(deriver, LLVMGetOperand(load, 0)) && count_moves(deriver, load) > 0)
    return sum_of_lane(deriver, load, old, delta);
  return shared ? word_call(deriver, WORD_ADDED, type_scalar(type), old, delta)
                : build_accumulate(deriver, old, delta, load);
}

LLVMValueRef shared_sum_of_value(Deriver *deriver, LLVMValueRef value, LLVMValueRef old,
                                 LLVMValueRef delta) {
  LLVMTypeRef type = LLVMTypeOf(old);
  if (LLVMGetTypeKind(type_scalar(type)) == LLVMDoubleTypeKind && LLVMTypeOf(value) == type &&
      LLVMTypeOf(delta) == type && !types_all_double(deriver->sweep.types) &&
      is_pair_of_floats(value))
    return sum_of_floats(deriver, old, delta);
  bool two_floats = false;
  if (LLVMGetTypeKind(type) != LLVMDoubleTypeKind || types_all_double(deriver->sweep.types) ||
      !is_shared_value(deriver, value, &two_floats))
    return build_accumulate(deriver, old, delta, NULL);
  return two_floats && !is_computed(value) && count_moves(deriver, value) > 1
             ? sum_of_lane(deriver, value, old, delta)
             : word_call(deriver, WORD_ADDED, type, old, delta);
}
