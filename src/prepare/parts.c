/* Accesses wider than what the program meant: LLVM turns a copy of two doubles into one i128, and
 * loads a whole vector where a few of its lanes are wanted, over whatever else lies beside them.
 * They are taken apart again, so that every access has the type of what it moves. */
#include "prepare.h"

typedef struct {
  Arena *arena;
  LLVMBuilderRef builder;
  LLVMTargetDataRef layout;
  bool changed;
} Splitting;

enum { PART_BITS = 64, MAX_LANES = 64 };

static bool is_simple_access(LLVMValueRef access) {
  return !LLVMGetVolatile(access) && LLVMGetOrdering(access) == LLVMAtomicOrderingNotAtomic;
}

static LLVMValueRef address_of_part(Splitting *splitting, LLVMValueRef pointer, uint64_t offset) {
  LLVMContextRef context = LLVMGetTypeContext(LLVMTypeOf(pointer));
  LLVMValueRef index = LLVMConstInt(LLVMInt64TypeInContext(context), offset, false);
  return LLVMBuildInBoundsGEP2(splitting->builder, LLVMInt8TypeInContext(context), pointer, &index,
                               1, "");
}

static unsigned part_alignment(LLVMValueRef access, uint64_t offset) {
  uint64_t bits = LLVMGetAlignment(access) | offset;
  return (unsigned)(bits & (~bits + 1));
}

static LLVMValueRef load_part(Splitting *splitting, LLVMValueRef load, LLVMTypeRef type,
                              uint64_t offset) {
  LLVMPositionBuilderBefore(splitting->builder, load);
  LLVMValueRef part = LLVMBuildLoad2(
      splitting->builder, type, address_of_part(splitting, LLVMGetOperand(load, 0), offset), "");
  LLVMSetAlignment(part, part_alignment(load, offset));
  return part;
}

static void replace(Splitting *splitting, LLVMValueRef old, LLVMValueRef new) {
  if (new)
    LLVMReplaceAllUsesWith(old, new);
  LLVMInstructionEraseFromParent(old);
  splitting->changed = true;
}

/* ---- integers wider than a register ---- */

static unsigned part_count(LLVMTypeRef type) {
  if (LLVMGetTypeKind(type) != LLVMIntegerTypeKind)
    return 0;
  unsigned bits = LLVMGetIntTypeWidth(type);
  return bits > PART_BITS && bits % PART_BITS == 0 ? bits / PART_BITS : 0;
}

static void split_integer_load(Splitting *splitting, LLVMValueRef load) {
  LLVMTypeRef type = LLVMTypeOf(load);
  LLVMTypeRef part_type = LLVMInt64TypeInContext(LLVMGetTypeContext(type));
  LLVMValueRef whole = NULL;
  for (unsigned i = 0; i < part_count(type); i++) {
    LLVMValueRef part = load_part(splitting, load, part_type, i * PART_BITS / 8);
    part = LLVMBuildZExt(splitting->builder, part, type, "");
    if (i)
      part = LLVMBuildShl(splitting->builder, part, LLVMConstInt(type, i * PART_BITS, false), "");
    whole = whole ? LLVMBuildOr(splitting->builder, whole, part, "") : part;
  }
  replace(splitting, load, whole);
}

static void split_integer_store(Splitting *splitting, LLVMValueRef store) {
  LLVMValueRef value = LLVMGetOperand(store, 0);
  LLVMTypeRef type = LLVMTypeOf(value);
  LLVMTypeRef part_type = LLVMInt64TypeInContext(LLVMGetTypeContext(type));
  LLVMPositionBuilderBefore(splitting->builder, store);
  for (unsigned i = 0; i < part_count(type); i++) {
    LLVMValueRef part = value;
    if (i)
      part = LLVMBuildLShr(splitting->builder, part, LLVMConstInt(type, i * PART_BITS, false), "");
    part = LLVMBuildTrunc(splitting->builder, part, part_type, "");
    uint64_t offset = i * PART_BITS / 8;
    LLVMValueRef address = address_of_part(splitting, LLVMGetOperand(store, 1), offset);
    LLVMSetAlignment(LLVMBuildStore(splitting->builder, part, address),
                     part_alignment(store, offset));
  }
  replace(splitting, store, NULL);
}

/* ---- vectors of which only some lanes are wanted ---- */

static uint64_t all_lanes(unsigned count) {
  return count >= MAX_LANES ? UINT64_MAX : ((uint64_t)1 << count) - 1;
}

static bool is_fixed_vector(LLVMTypeRef type) {
  return LLVMGetTypeKind(type) == LLVMVectorTypeKind && LLVMGetVectorSize(type) < MAX_LANES;
}

/* Does `user` take lanes of `vector` that are known? */
static bool takes_lanes(LLVMValueRef user, LLVMValueRef vector) {
  int lanes = (int)LLVMGetVectorSize(LLVMTypeOf(vector));
  if (LLVMIsAExtractElementInst(user))
    return LLVMIsAConstantInt(LLVMGetOperand(user, 1)) &&
           LLVMConstIntGetZExtValue(LLVMGetOperand(user, 1)) < (uint64_t)lanes;
  if (!LLVMIsAShuffleVectorInst(user) || LLVMGetOperand(user, 0) != vector)
    return false;
  for (unsigned i = 0; i < LLVMGetNumMaskElements(user); i++)
    if (LLVMGetMaskValue(user, i) >= lanes)
      return false;
  return true;
}

static bool is_arithmetic(LLVMValueRef value) {
  switch (LLVMIsAInstruction(value) ? LLVMGetInstructionOpcode(value) : LLVMRet) {
  case LLVMFAdd:
  case LLVMFSub:
  case LLVMFMul:
  case LLVMFDiv:
  case LLVMFNeg:
    return true;
  default:
    return false;
  }
}

static uint64_t bits_of_lane(Splitting *splitting, LLVMValueRef vector) {
  return LLVMSizeOfTypeInBits(splitting->layout, LLVMGetElementType(LLVMTypeOf(vector)));
}

/* A cast of which single lanes are taken. */
static bool is_lane_cast(Splitting *splitting, LLVMValueRef value) {
  bool cast = LLVMIsABitCastInst(value) || LLVMIsAPtrToIntInst(value);
  if (!cast || LLVMGetTypeKind(LLVMTypeOf(value)) != LLVMVectorTypeKind ||
      bits_of_lane(splitting, value) % 8)
    return false;
  for (LLVMUseRef use = LLVMGetFirstUse(value); use; use = LLVMGetNextUse(use))
    if (!takes_lanes(LLVMGetUser(use), value))
      return false;
  return LLVMSizeOfTypeInBits(splitting->layout, LLVMTypeOf(value)) ==
         LLVMSizeOfTypeInBits(splitting->layout, LLVMTypeOf(LLVMGetOperand(value, 0)));
}

/* The lanes of `vector` that `user` looks at. */
static uint64_t lanes_wanted_by(Splitting *splitting, LLVMValueRef user, LLVMValueRef vector,
                                unsigned lanes) {
  uint64_t wanted = 0;
  switch (LLVMGetInstructionOpcode(user)) {
  case LLVMExtractElement:
    if (LLVMIsAConstantInt(LLVMGetOperand(user, 1)))
      return (uint64_t)1 << (LLVMConstIntGetZExtValue(LLVMGetOperand(user, 1)) % MAX_LANES);
    return all_lanes(lanes);
  case LLVMInsertElement:
    if (LLVMIsAConstantInt(LLVMGetOperand(user, 2)) && LLVMGetOperand(user, 0) == vector)
      return all_lanes(lanes) &
             ~((uint64_t)1 << (LLVMConstIntGetZExtValue(LLVMGetOperand(user, 2)) % MAX_LANES));
    return all_lanes(lanes);
  case LLVMShuffleVector:
    for (unsigned i = 0, count = LLVMGetNumMaskElements(user); i < count; i++) {
      int lane = LLVMGetMaskValue(user, i);
      if (lane >= 0 && LLVMGetOperand(user, (unsigned)lane >= lanes) == vector)
        wanted |= (uint64_t)1 << (unsigned)lane % lanes;
    }
    return wanted;
  case LLVMBitCast:
  case LLVMPtrToInt:
    return is_lane_cast(splitting, user) ? 0 : all_lanes(lanes);
  default: /* lane by lane, for those who take some of what it makes */
    if (!is_arithmetic(user))
      return all_lanes(lanes);
    for (LLVMUseRef use = LLVMGetFirstUse(user); use; use = LLVMGetNextUse(use))
      wanted |= takes_lanes(LLVMGetUser(use), user)
                    ? lanes_wanted_by(splitting, LLVMGetUser(use), user, lanes)
                    : all_lanes(lanes);
    return wanted;
  }
}

/* The lane that a user which takes lanes puts into place `i`, or -1. */
static int lane_taken(LLVMValueRef user, unsigned i) {
  return LLVMIsAExtractElementInst(user) ? (int)LLVMConstIntGetZExtValue(LLVMGetOperand(user, 1))
                                         : LLVMGetMaskValue(user, i);
}

static unsigned count_taken(LLVMValueRef user) {
  return LLVMIsAExtractElementInst(user) ? 1 : LLVMGetNumMaskElements(user);
}

/* The lanes of a load that are taken through a cast of it. */
static uint64_t lanes_cast(Splitting *splitting, LLVMValueRef cast) {
  uint64_t bits = bits_of_lane(splitting, cast), taken = 0;
  uint64_t loaded = bits_of_lane(splitting, LLVMGetOperand(cast, 0));
  for (LLVMUseRef use = LLVMGetFirstUse(cast); use; use = LLVMGetNextUse(use))
    for (unsigned i = 0; i < count_taken(LLVMGetUser(use)); i++) {
      int lane = lane_taken(LLVMGetUser(use), i);
      for (uint64_t at = 0; lane >= 0 && at < bits; at += 8)
        taken |= (uint64_t)1 << ((uint64_t)lane * bits + at) / loaded;
    }
  return taken;
}

/* Are lanes loaded as what they are cast to? Single lanes of one size; others where nobody takes
 * them for what was loaded, as the integers in an array of structures. */
static bool is_split_off(Splitting *splitting, LLVMValueRef cast, uint64_t wanted) {
  if (!is_lane_cast(splitting, cast))
    return false;
  bool single =
      LLVMGetVectorSize(LLVMTypeOf(cast)) == LLVMGetVectorSize(LLVMTypeOf(LLVMGetOperand(cast, 0)));
  for (LLVMUseRef use = LLVMGetFirstUse(cast); use; use = LLVMGetNextUse(use))
    single &= LLVMIsAExtractElementInst(LLVMGetUser(use)) != NULL;
  return single || !(lanes_cast(splitting, cast) & wanted);
}

static LLVMValueRef load_lane(Splitting *splitting, LLVMValueRef load, LLVMValueRef cast,
                              uint64_t lane) {
  return load_part(splitting, load, LLVMGetElementType(LLVMTypeOf(cast)),
                   lane * bits_of_lane(splitting, cast) / 8);
}

/* What `user` takes of a cast, out of memory. */
static LLVMValueRef load_taken(Splitting *splitting, LLVMValueRef load, LLVMValueRef cast,
                               LLVMValueRef user) {
  if (LLVMIsAExtractElementInst(user))
    return load_lane(splitting, load, cast, (uint64_t)lane_taken(user, 0));
  LLVMTypeRef i32 = LLVMInt32TypeInContext(LLVMGetTypeContext(LLVMTypeOf(user)));
  LLVMValueRef taken = LLVMGetPoison(LLVMTypeOf(user));
  for (unsigned i = 0; i < count_taken(user); i++)
    if (lane_taken(user, i) >= 0)
      taken =
          LLVMBuildInsertElement(splitting->builder, taken,
                                 load_lane(splitting, load, cast, (uint64_t)lane_taken(user, i)),
                                 LLVMConstInt(i32, i, false), "");
  return taken;
}

/* Lanes taken through a cast are loaded as what they were cast to. */
static void split_lane_casts(Splitting *splitting, LLVMValueRef load, uint64_t wanted) {
  for (LLVMUseRef use = LLVMGetFirstUse(load), next; use; use = next) {
    LLVMValueRef cast = LLVMGetUser(use);
    next = LLVMGetNextUse(use);
    if (!is_split_off(splitting, cast, wanted))
      continue;
    for (LLVMUseRef part; (part = LLVMGetFirstUse(cast));)
      replace(splitting, LLVMGetUser(part), load_taken(splitting, load, cast, LLVMGetUser(part)));
    LLVMInstructionEraseFromParent(cast);
  }
}

static void split_vector_load(Splitting *splitting, LLVMValueRef load) {
  LLVMTypeRef type = LLVMTypeOf(load), lane_type = LLVMGetElementType(type);
  unsigned lanes = LLVMGetVectorSize(type);
  uint64_t bits = LLVMSizeOfTypeInBits(splitting->layout, lane_type);
  if (bits % 8)
    return;
  uint64_t wanted = 0;
  bool casts = false;
  for (LLVMUseRef use = LLVMGetFirstUse(load); use; use = LLVMGetNextUse(use)) {
    wanted |= lanes_wanted_by(splitting, LLVMGetUser(use), load, lanes);
    casts = casts || is_lane_cast(splitting, LLVMGetUser(use));
  }
  for (LLVMUseRef use = LLVMGetFirstUse(load); use; use = LLVMGetNextUse(use))
    if (is_lane_cast(splitting, LLVMGetUser(use)) &&
        !is_split_off(splitting, LLVMGetUser(use), wanted))
      wanted = all_lanes(lanes);
  if (!casts && wanted == all_lanes(lanes))
    return;
  split_lane_casts(splitting, load, wanted);
  if (wanted == all_lanes(lanes))
    return;
  LLVMValueRef whole = LLVMGetPoison(type);
  LLVMTypeRef i32 = LLVMInt32TypeInContext(LLVMGetTypeContext(type));
  for (unsigned lane = 0; lane < lanes; lane++)
    if (wanted >> lane & 1)
      whole = LLVMBuildInsertElement(splitting->builder, whole,
                                     load_part(splitting, load, lane_type, lane * (bits / 8)),
                                     LLVMConstInt(i32, lane, false), "");
  replace(splitting, load, whole);
}

/* ---- constants beside what may be a number ---- */

static bool has_defined_lane(LLVMValueRef constant) {
  if (!LLVMIsAConstant(constant) || LLVMIsUndef(constant))
    return false;
  if (!LLVMIsAConstantVector(constant))
    return true; /* a vector of plain numbers, or of one value */
  for (int i = 0; i < LLVMGetNumOperands(constant); i++)
    if (!LLVMIsUndef(LLVMGetOperand(constant, (unsigned)i)))
      return true;
  return false;
}

/* Words of which some are constants, as a tag or the address of a table that is stored beside a
 * member, and others are moved: these may be the bits of a number. */
static bool joins_constants(LLVMValueRef vector) {
  if (LLVMGetTypeKind(type_scalar(LLVMTypeOf(vector))) != LLVMIntegerTypeKind)
    return false;
  for (;;)
    if (LLVMIsAInsertElementInst(vector)) {
      vector = LLVMGetOperand(vector, 0);
      if (has_defined_lane(vector))
        return true;
    } else if (LLVMIsAShuffleVectorInst(vector)) {
      return has_defined_lane(LLVMGetOperand(vector, 0)) ||
             has_defined_lane(LLVMGetOperand(vector, 1));
    } else {
      return false;
    }
}

static void split_vector_store(Splitting *splitting, LLVMValueRef store) {
  LLVMValueRef value = LLVMGetOperand(store, 0);
  uint64_t bits = bits_of_lane(splitting, value);
  if (bits % 8 || !joins_constants(value))
    return;
  LLVMTypeRef i32 = LLVMInt32TypeInContext(LLVMGetTypeContext(LLVMTypeOf(value)));
  LLVMPositionBuilderBefore(splitting->builder, store);
  for (unsigned lane = 0; lane < LLVMGetVectorSize(LLVMTypeOf(value)); lane++) {
    LLVMValueRef word =
        LLVMBuildExtractElement(splitting->builder, value, LLVMConstInt(i32, lane, false), "");
    LLVMValueRef address = address_of_part(splitting, LLVMGetOperand(store, 1), lane * (bits / 8));
    LLVMSetAlignment(LLVMBuildStore(splitting->builder, word, address),
                     part_alignment(store, lane * (bits / 8)));
  }
  replace(splitting, store, NULL);
}

bool prepare_split_accesses(Arena *arena, LLVMValueRef function) {
  Splitting splitting = {.arena = arena,
                         .builder =
                             LLVMCreateBuilderInContext(LLVMGetTypeContext(LLVMTypeOf(function))),
                         .layout = LLVMGetModuleDataLayout(LLVMGetGlobalParent(function))};
  ValueArray accesses = {0};
  FOR_EACH_BLOCK (block, function)
    FOR_EACH_INSTRUCTION (instruction, block)
      if ((LLVMIsALoadInst(instruction) || LLVMIsAStoreInst(instruction)) &&
          is_simple_access(instruction))
        ARRAY_PUSH(arena, accesses, instruction);
  for (size_t i = 0; i < accesses.count; i++) {
    LLVMValueRef access = accesses.items[i];
    bool loads = LLVMIsALoadInst(access) != NULL;
    LLVMTypeRef type = LLVMTypeOf(loads ? access : LLVMGetOperand(access, 0));
    if (part_count(type) && loads)
      split_integer_load(&splitting, access);
    else if (part_count(type))
      split_integer_store(&splitting, access);
    else if (loads && is_fixed_vector(type))
      split_vector_load(&splitting, access);
    else if (is_fixed_vector(type))
      split_vector_store(&splitting, access);
  }
  LLVMDisposeBuilder(splitting.builder);
  return splitting.changed;
}
