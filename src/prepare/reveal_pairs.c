/* Floats that move in wider registers. Two floats travel in one, for which clang says double: a
 * union of a vector of four and an array of them is loaded, passed and put together as two doubles,
 * or as integers. Adjoints of such would be added as doubles. Where words are only put in other
 * places, and floats are made of them, or lie where they were, what is moved is floats:
 *
 *   d = load double p                         f = load <2 x float> p
 *   v = insertelement <2 x double> …, d  ->   v = shufflevector …, f
 *   w = bitcast v to <4 x float>              w = v
 *
 * Requires: nothing. Invalidates: nothing. */
#include "prepare.h"

enum { MOST_VALUES = 64, MOST_LANES = 8 };

typedef struct {
  LLVMBuilderRef builder;
  Arena *arena;
  Map *floats; /* value -> the same bits as floats */
} Pairs;

/* How many floats a lane of the type has room for, and all; 0: not for whole ones. */
static unsigned floats_of_lane(LLVMTypeRef type) {
  LLVMTypeRef lane = type_scalar(type);
  unsigned bits = LLVMGetTypeKind(lane) == LLVMDoubleTypeKind    ? 64
                  : LLVMGetTypeKind(lane) == LLVMIntegerTypeKind ? LLVMGetIntTypeWidth(lane)
                                                                 : 0;
  return bits == 32 || bits == 64 ? bits / 32 : 0;
}

static unsigned count_of(LLVMTypeRef type) {
  unsigned lanes = type_scalar(type) == type ? 1 : LLVMGetVectorSize(type);
  return lanes <= MOST_LANES ? lanes * floats_of_lane(type) : 0;
}

static bool is_double(LLVMValueRef value) {
  LLVMTypeRef type = LLVMTypeOf(value);
  return LLVMGetTypeKind(type_scalar(type)) == LLVMDoubleTypeKind && count_of(type) > 0;
}

static LLVMTypeRef floats_type(LLVMValueRef value) {
  return LLVMVectorType(LLVMFloatTypeInContext(LLVMGetTypeContext(LLVMTypeOf(value))),
                        count_of(LLVMTypeOf(value)));
}

static bool is_of_floats(LLVMTypeRef type) {
  return LLVMGetTypeKind(type_scalar(type)) == LLVMFloatTypeKind;
}

/* ---- what is moved ---- */

/* A half of a double's bits: which, and of which double; NULL if it is none. */
static LLVMValueRef double_of_half(LLVMValueRef half, unsigned *index) {
  LLVMValueRef word;
  uint64_t offset;
  if (!LLVMIsATruncInst(half) || floats_of_lane(LLVMTypeOf(half)) != 1 ||
      !prepare_part_of_word(half, &word, &offset) || offset % sizeof(float) != 0 ||
      !LLVMIsABitCastInst(word) || !is_double(LLVMGetOperand(word, 0)))
    return NULL;
  *index = (unsigned)(offset / sizeof(float));
  return LLVMGetOperand(word, 0);
}

/* Does the instruction only put lanes in other places? */
static bool moves_lanes(LLVMValueRef value) {
  if (!LLVMIsAInstruction(value) || LLVMGetNumOperands(value) == 0 ||
      count_of(LLVMTypeOf(value)) == 0)
    return false;
  LLVMTypeRef source = LLVMTypeOf(LLVMGetOperand(value, 0));
  unsigned half;
  if (LLVMIsATruncInst(value))
    return double_of_half(value, &half) != NULL;
  if (LLVMIsAInsertElementInst(value))
    return LLVMIsAConstantInt(LLVMGetOperand(value, 2)) != NULL;
  if (LLVMIsAExtractElementInst(value))
    return LLVMIsAConstantInt(LLVMGetOperand(value, 1)) && count_of(source) > 0;
  if (LLVMIsAShuffleVectorInst(value))
    return count_of(source) > 0;
  return LLVMIsABitCastInst(value) &&
         (is_of_floats(source) ? source == floats_type(value)
                               : count_of(source) == count_of(LLVMTypeOf(value)));
}

/* Is the value put together of floats? */
static bool comes_from_floats(LLVMValueRef value, unsigned depth) {
  enum { DEEPEST = 8 };
  if (depth == DEEPEST || !moves_lanes(value))
    return false;
  for (int i = 0; i < LLVMGetNumOperands(value); i++)
    if (is_of_floats(LLVMTypeOf(LLVMGetOperand(value, (unsigned)i))) ||
        comes_from_floats(LLVMGetOperand(value, (unsigned)i), depth + 1))
      return true;
  return false;
}

static bool passes_on(LLVMValueRef user) {
  return LLVMIsAStoreInst(user) || LLVMIsAReturnInst(user) || LLVMIsAInsertValueInst(user) ||
         ((LLVMIsACallInst(user) || LLVMIsAInvokeInst(user)) && !LLVMIsAIntrinsicInst(user));
}

/* Is the double only moved? `floats`: how many are made of it, at most. */
static bool is_moved(Pairs *pairs, LLVMValueRef start, unsigned *floats) {
  Map *seen = map_create(pairs->arena);
  ValueArray work = {0};
  ARRAY_PUSH(pairs->arena, work, start);
  map_set(seen, start, start);
  for (size_t i = 0; i < work.count; i++)
    for (LLVMUseRef use = LLVMGetFirstUse(work.items[i]); use; use = LLVMGetNextUse(use)) {
      LLVMValueRef user = LLVMGetUser(use);
      bool cast = LLVMIsABitCastInst(user);
      if (cast && is_of_floats(LLVMTypeOf(user)) && is_double(work.items[i]) &&
          count_of(LLVMTypeOf(work.items[i])) > *floats)
        *floats = count_of(LLVMTypeOf(work.items[i]));
      if (passes_on(user) || (cast && !moves_lanes(user)))
        continue;
      if ((!moves_lanes(user) && !(LLVMIsAPHINode(user) && is_double(user))) ||
          work.count == MOST_VALUES)
        return false;
      if (!cast && !is_double(user))
        return false;
      if (!map_has(seen, user)) {
        map_set(seen, user, user);
        if (is_double(user))
          ARRAY_PUSH(pairs->arena, work, user);
      }
    }
  return true;
}

/* What is accessed in some bytes of a variable. */
typedef struct {
  LLVMTargetDataRef layout;
  int64_t begin, end;
  unsigned budget;
  bool floats,
      doubles; /* by themselves; that may be some, as they are computed with, or passed in */
} Place;

static void look_at(Pairs *pairs, Place *place, LLVMValueRef pointer, int64_t offset) {
  for (LLVMUseRef use = LLVMGetFirstUse(pointer); use; use = LLVMGetNextUse(use)) {
    LLVMValueRef user = LLVMGetUser(use);
    int64_t step;
    if (place->budget == 0) {
      place->doubles = true; /* for all that is known */
      return;
    }
    place->budget--;
    if (LLVMIsAGetElementPtrInst(user)) {
      bool known = bridge_without_offset(place->layout, user, &step) == pointer,
           floats = place->floats;
      look_at(pairs, place, user, known ? offset + step : place->begin);
      if (!known)
        place->floats = floats; /* they may lie beside */
      continue;
    }
    LLVMValueRef value = LLVMIsALoadInst(user)    ? user
                         : LLVMIsAStoreInst(user) ? LLVMGetOperand(user, 0)
                                                  : NULL;
    if (!value || value == pointer)
      continue;
    int64_t size = (int64_t)LLVMStoreSizeOfType(place->layout, LLVMTypeOf(value));
    if (offset >= place->end || offset + size <= place->begin)
      continue;
    unsigned floats = 0;
    place->floats |= is_of_floats(LLVMTypeOf(value));
    if (is_double(value))
      place->doubles |=
          LLVMIsALoadInst(user) ? !is_moved(pairs, value, &floats) : !comes_from_floats(value, 0);
  }
}

/* Does the load move floats, of which no double is made, nor made of one? Of other memory than a
 * variable only those of a vector of four tell: a union of a double and two floats may be either.
 */
static bool moves_floats(Pairs *pairs, LLVMValueRef load) {
  enum { MOST_USES = 128, OF_VECTOR = 4 };
  unsigned floats = 0;
  LLVMTargetDataRef layout = LLVMGetModuleDataLayout(
      LLVMGetGlobalParent(LLVMGetBasicBlockParent(LLVMGetInstructionParent(load))));
  int64_t offset;
  LLVMValueRef object = bridge_without_offset(layout, LLVMGetOperand(load, 0), &offset);
  if (!is_moved(pairs, load, &floats))
    return false;
  if (!LLVMIsAAllocaInst(object))
    return floats >= OF_VECTOR;
  Place place = {
      layout,    offset,     offset + (int64_t)LLVMStoreSizeOfType(layout, LLVMTypeOf(load)),
      MOST_USES, floats > 0, false};
  look_at(pairs, &place, object, 0);
  return place.floats && !place.doubles;
}

/* ---- the same as floats ---- */

static LLVMValueRef shuffled(Pairs *pairs, LLVMValueRef a, LLVMValueRef b, const int *mask,
                             unsigned count) {
  LLVMTypeRef i32 = LLVMInt32TypeInContext(LLVMGetTypeContext(LLVMTypeOf(a)));
  LLVMValueRef lanes[2 * MOST_LANES];
  for (unsigned i = 0; i < count; i++)
    lanes[i] = mask[i] < 0 ? LLVMGetPoison(i32) : LLVMConstInt(i32, (unsigned)mask[i], false);
  return LLVMBuildShuffleVector(pairs->builder, a, b, LLVMConstVector(lanes, count), "");
}

/* One lane of `vector`, of `size` floats, replaced. */
static LLVMValueRef with_lane(Pairs *pairs, LLVMValueRef vector, LLVMValueRef lane, unsigned index,
                              unsigned size) {
  unsigned count = LLVMGetVectorSize(LLVMTypeOf(vector));
  int mask[2 * MOST_LANES];
  for (unsigned i = 0; i < count; i++)
    mask[i] = i < size ? (int)i : -1;
  LLVMValueRef wide = shuffled(pairs, lane, LLVMGetPoison(LLVMTypeOf(lane)), mask, count);
  for (unsigned i = 0; i < count; i++)
    mask[i] = i / size == index ? (int)(count + i % size) : (int)i;
  return shuffled(pairs, vector, wide, mask, count);
}

static LLVMValueRef as_floats(Pairs *pairs, LLVMValueRef value);

static LLVMValueRef moved_lanes(Pairs *pairs, LLVMValueRef value) {
  LLVMValueRef first = LLVMGetOperand(value, 0);
  unsigned size = floats_of_lane(LLVMTypeOf(value)), count = count_of(LLVMTypeOf(value)), half;
  int mask[2 * MOST_LANES];
  if (LLVMIsATruncInst(value)) {
    LLVMValueRef pair = as_floats(pairs, double_of_half(value, &half));
    mask[0] = (int)half;
    LLVMPositionBuilderBefore(pairs->builder, value);
    return shuffled(pairs, pair, LLVMGetPoison(LLVMTypeOf(pair)), mask, 1);
  }
  if (LLVMIsABitCastInst(value))
    return is_of_floats(LLVMTypeOf(first)) ? first : as_floats(pairs, first);
  LLVMValueRef vector = as_floats(pairs, first);
  if (LLVMIsAInsertElementInst(value)) {
    LLVMValueRef lane = as_floats(pairs, LLVMGetOperand(value, 1));
    LLVMPositionBuilderBefore(pairs->builder, value);
    unsigned index = (unsigned)LLVMConstIntGetZExtValue(LLVMGetOperand(value, 2));
    return with_lane(pairs, vector, lane, index, size);
  }
  if (LLVMIsAExtractElementInst(value)) {
    unsigned index = (unsigned)LLVMConstIntGetZExtValue(LLVMGetOperand(value, 1));
    for (unsigned i = 0; i < size; i++)
      mask[i] = (int)(size * index + i);
    LLVMPositionBuilderBefore(pairs->builder, value);
    return shuffled(pairs, vector, LLVMGetPoison(LLVMTypeOf(vector)), mask, size);
  }
  LLVMValueRef other = as_floats(pairs, LLVMGetOperand(value, 1));
  for (unsigned i = 0; i < count; i++) {
    int lane = LLVMGetMaskValue(value, i / size);
    mask[i] = lane < 0 ? -1 : (int)(size * (unsigned)lane + i % size);
  }
  LLVMPositionBuilderBefore(pairs->builder, value);
  return shuffled(pairs, vector, other, mask, count);
}

/* The same bits as floats, where the value is. */
static LLVMValueRef as_floats(Pairs *pairs, LLVMValueRef value) {
  if (LLVMIsAConstant(value))
    return LLVMConstBitCast(value, floats_type(value));
  LLVMValueRef known = map_get(pairs->floats, value);
  if (known)
    return known;
  LLVMValueRef floats;
  if (moves_lanes(value))
    floats = moved_lanes(pairs, value);
  else {
    LLVMPositionBuilderBefore(pairs->builder, LLVMIsAInstruction(value)
                                                  ? build_point_after(value)
                                                  : build_entry_point(LLVMGetParamParent(value)));
    floats = LLVMBuildBitCast(pairs->builder, value, floats_type(value), "");
  }
  map_set(pairs->floats, value, floats);
  return floats;
}

/* The load, if it moves floats, becomes one of these. */
static void reveal_load(Pairs *pairs, LLVMValueRef load) {
  if (!moves_floats(pairs, load))
    return;
  LLVMPositionBuilderBefore(pairs->builder, load);
  LLVMSetCurrentDebugLocation2(pairs->builder, LLVMInstructionGetDebugLoc(load));
  LLVMValueRef pair =
      LLVMBuildLoad2(pairs->builder, floats_type(load), LLVMGetOperand(load, 0), "");
  LLVMSetAlignment(pair, LLVMGetAlignment(load));
  LLVMValueRef moved = LLVMBuildBitCast(pairs->builder, pair, LLVMTypeOf(load), "");
  LLVMReplaceAllUsesWith(load, moved);
  LLVMInstructionEraseFromParent(load);
}

/* Where floats are made of what was moved, or it is stored. */
static void reveal_use(Pairs *pairs, LLVMValueRef user) {
  bool cast = LLVMIsABitCastInst(user), store = LLVMIsAStoreInst(user) && access_is_plain(user);
  LLVMValueRef value = cast || store ? LLVMGetOperand(user, 0) : NULL;
  if (!value || !moves_lanes(value))
    return;
  if (store && is_double(value) && comes_from_floats(value, 0))
    LLVMSetOperand(user, 0, as_floats(pairs, value));
  LLVMTypeRef to = LLVMTypeOf(user);
  bool one = cast && count_of(LLVMTypeOf(value)) == 1 && LLVMGetTypeKind(to) == LLVMFloatTypeKind;
  if (!one && !(cast && to == floats_type(value)))
    return;
  LLVMValueRef floats = as_floats(pairs, value);
  if (one) {
    LLVMTypeRef i32 = LLVMInt32TypeInContext(LLVMGetTypeContext(to));
    LLVMPositionBuilderBefore(pairs->builder, user);
    floats = LLVMBuildExtractElement(pairs->builder, floats, LLVMConstNull(i32), "");
  }
  LLVMReplaceAllUsesWith(user, floats);
  LLVMInstructionEraseFromParent(user);
}

void prepare_reveal_pairs(Arena *arena, LLVMValueRef function) {
  LLVMModuleRef module = LLVMGetGlobalParent(function);
  if (LLVMByteOrder(LLVMGetModuleDataLayout(module)) != LLVMLittleEndian)
    return;
  LLVMContextRef context = LLVMGetTypeContext(LLVMTypeOf(function));
  Pairs pairs = {LLVMCreateBuilderInContext(context), arena, map_create(arena)};
  ValueArray loads = {0}, users = {0};
  FOR_EACH_BLOCK (block, function)
    FOR_EACH_INSTRUCTION (load, block)
      if (LLVMIsALoadInst(load) && is_double(load) && access_is_plain(load))
        ARRAY_PUSH(arena, loads, load);
  for (size_t i = 0; i < loads.count; i++)
    reveal_load(&pairs, loads.items[i]);
  FOR_EACH_BLOCK (block, function)
    FOR_EACH_INSTRUCTION (user, block)
      if (LLVMIsAStoreInst(user) || (LLVMIsABitCastInst(user) && is_of_floats(LLVMTypeOf(user))))
        ARRAY_PUSH(arena, users, user);
  for (size_t i = 0; i < users.count; i++)
    reveal_use(&pairs, users.items[i]);
  LLVMDisposeBuilder(pairs.builder);
}
