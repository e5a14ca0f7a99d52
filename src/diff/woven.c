/* Vectors of lanes in forward mode. Where a function with many lanes works on arrays of its own,
 * their shadows are woven: the lanes of each element lie side by side, as one vector. Tangents are
 * then vectors too, and what the primal does with one number is one operation for all lanes; their
 * lanes are taken out only where something asks for one of them. */
#include "diff.h"

/* Of a vector: a power of two, since code generation takes others apart where they pass from one
 * block to the next. Lanes that nobody asked for compute with what they find. */
static unsigned lane_count(const Deriver *deriver) {
  unsigned count = 1;
  while (count < deriver->width)
    count *= 2;
  return count;
}

typedef struct {
  LLVMValueRef root; /* the alloca */
  ValueArray pointers;
  ValueArray others; /* what it is copied from and to */
  uint64_t element;  /* bytes; 0: not known yet */
  uint64_t unit;     /* divides every offset and length; 0: there is none but 0 */
  LLVMTypeRef type;  /* of the elements */
  double accesses;
  bool fine;
} Fabric;

typedef ARRAY(Fabric *) FabricArray;

static uint64_t common_divisor(uint64_t a, uint64_t b) {
  while (b) {
    uint64_t rest = a % b;
    a = b;
    b = rest;
  }
  return a;
}

static double weight_of(const Deriver *deriver, LLVMValueRef instruction) {
  BridgeLoopRef loop =
      bridge_loop_of(deriver->sweep.analyses, LLVMGetInstructionParent(instruction));
  double weight = 1;
  for (; loop; loop = bridge_loop_parent(loop))
    weight *= 10;
  return weight;
}

static bool is_number(LLVMTypeRef type) {
  return LLVMGetTypeKind(type) == LLVMDoubleTypeKind || LLVMGetTypeKind(type) == LLVMFloatTypeKind;
}

static bool is_plain(LLVMValueRef access) {
  return !LLVMGetVolatile(access) && LLVMGetOrdering(access) == LLVMAtomicOrderingNotAtomic;
}

/* What the indices of an address multiply, and what they add. */
static void add_strides(const Deriver *deriver, Fabric *fabric, LLVMValueRef gep) {
  LLVMTargetDataRef layout = LLVMGetModuleDataLayout(deriver->diff->module);
  LLVMTypeRef type = LLVMGetGEPSourceElementType(gep);
  for (int i = 1; i < LLVMGetNumOperands(gep); i++) {
    LLVMValueRef index = LLVMGetOperand(gep, (unsigned)i);
    uint64_t stride;
    if (i > 1 && LLVMGetTypeKind(type) == LLVMStructTypeKind) {
      unsigned member = (unsigned)LLVMConstIntGetZExtValue(index);
      stride = LLVMOffsetOfElement(layout, type, member);
      type = LLVMStructGetTypeAtIndex(type, member);
    } else {
      if (i > 1)
        type = LLVMGetElementType(type);
      stride = LLVMABISizeOfType(layout, type);
      if (LLVMIsAConstantInt(index)) {
        int64_t times = LLVMConstIntGetSExtValue(index);
        stride *= (uint64_t)(times < 0 ? -times : times);
      }
    }
    fabric->unit = common_divisor(fabric->unit, stride);
  }
}

static bool add_access(const Deriver *deriver, Fabric *fabric, LLVMValueRef access,
                       LLVMTypeRef type) {
  LLVMTargetDataRef layout = LLVMGetModuleDataLayout(deriver->diff->module);
  if (!is_plain(access) || !is_number(type) || (fabric->element && fabric->type != type))
    return false;
  fabric->type = type;
  fabric->element = LLVMABISizeOfType(layout, type);
  fabric->accesses += weight_of(deriver, access);
  return true;
}

static bool add_block(Fabric *fabric, LLVMValueRef call) {
  LLVMValueRef length = LLVMGetOperand(call, 2);
  if (!LLVMIsAConstantInt(length))
    return false;
  fabric->unit = common_divisor(fabric->unit, LLVMConstIntGetZExtValue(length));
  return true;
}

/* Follows the array's address; false where it goes out of sight. */
static bool follow(Deriver *deriver, Fabric *fabric) {
  Arena *arena = deriver->sweep.arena;
  ARRAY_PUSH(arena, fabric->pointers, fabric->root);
  for (size_t i = 0; i < fabric->pointers.count; i++) {
    LLVMValueRef pointer = fabric->pointers.items[i];
    if (!deriver_has_shadow(deriver, pointer))
      return false;
    for (LLVMUseRef use = LLVMGetFirstUse(pointer); use; use = LLVMGetNextUse(use)) {
      LLVMValueRef user = LLVMGetUser(use);
      switch (LLVMGetInstructionOpcode(user)) {
      case LLVMGetElementPtr:
        if (LLVMGetOperand(user, 0) != pointer ||
            LLVMGetTypeKind(LLVMTypeOf(user)) != LLVMPointerTypeKind)
          return false;
        add_strides(deriver, fabric, user);
        ARRAY_PUSH(arena, fabric->pointers, user);
        break;
      case LLVMLoad:
        if (!add_access(deriver, fabric, user, LLVMTypeOf(user)))
          return false;
        break;
      case LLVMStore:
        if (LLVMGetOperand(user, 0) == pointer ||
            !add_access(deriver, fabric, user, LLVMTypeOf(LLVMGetOperand(user, 0))))
          return false;
        break;
      case LLVMCall: {
        MemoryBlock kind = memory_block_call(user);
        if (kind == MEMORY_BLOCK_LIFETIME)
          break;
        if (kind == MEMORY_BLOCK_OTHER || !add_block(fabric, user))
          return false;
        for (unsigned k = 0; k < 2 && kind == MEMORY_BLOCK_COPY; k++)
          if (k == 0 || deriver_has_shadow(deriver, LLVMGetOperand(user, k)))
            ARRAY_PUSH(arena, fabric->others, LLVMGetOperand(user, k));
        break;
      }
      default:
        return false;
      }
    }
  }
  return fabric->element > 0 && fabric->unit % fabric->element == 0;
}

static Fabric *fabric_of(const Deriver *deriver, LLVMValueRef pointer) {
  Fabric *fabric = deriver->woven ? map_get(deriver->woven, pointer) : NULL;
  return fabric && fabric->fine ? fabric : NULL;
}

/* Copies go between arrays of one kind, or from none. */
static void drop_mixed(const Deriver *deriver, const FabricArray *fabrics) {
  for (bool changed = true; changed;) {
    changed = false;
    for (size_t i = 0; i < fabrics->count; i++) {
      Fabric *fabric = fabrics->items[i];
      for (size_t k = 0; fabric->fine && k < fabric->others.count; k++) {
        const Fabric *other = fabric_of(deriver, fabric->others.items[k]);
        if (!other || other->type != fabric->type) {
          fabric->fine = false;
          changed = true;
        }
      }
    }
  }
}

/* Accesses of active memory whose lanes lie apart. */
static double other_accesses(Deriver *deriver) {
  double sum = 0;
  FOR_EACH_BLOCK (block, deriver->sweep.primal)
    FOR_EACH_INSTRUCTION (instruction, block) {
      LLVMValueRef pointer = LLVMIsALoadInst(instruction)    ? LLVMGetOperand(instruction, 0)
                             : LLVMIsAStoreInst(instruction) ? LLVMGetOperand(instruction, 1)
                                                             : NULL;
      if (pointer && deriver_has_shadow(deriver, pointer) && !fabric_of(deriver, pointer))
        sum += weight_of(deriver, instruction);
    }
  return sum;
}

static void ask_for_vectors(const Deriver *deriver, const FabricArray *fabrics) {
  LLVMTargetDataRef layout = LLVMGetModuleDataLayout(deriver->diff->module);
  unsigned widest = 0;
  for (size_t i = 0; i < fabrics->count; i++) {
    const Fabric *fabric = fabrics->items[i];
    unsigned bits = fabric->fine
                        ? (unsigned)LLVMSizeOfTypeInBits(layout, fabric->type) * lane_count(deriver)
                        : 0;
    widest = bits > widest ? bits : widest;
  }
  build_set_vector_width(deriver->sweep.function, widest);
}

void woven_find(Deriver *deriver) {
  enum { LEAST_BYTES = 64 }; /* of a vector; below, loops make better ones */
  Arena *arena = deriver->sweep.arena;
  const DerivativeKey *key = deriver->key;
  if (key->mode != REQUEST_FORWARD || key->runtime_activity || key->replayed || key->logs_shadows ||
      deriver->width < 2)
    return;
  FabricArray fabrics = {0};
  deriver->woven = map_create(arena);
  FOR_EACH_BLOCK (block, deriver->sweep.primal)
    FOR_EACH_INSTRUCTION (instruction, block) {
      if (!LLVMIsAAllocaInst(instruction) || !LLVMIsAConstantInt(LLVMGetOperand(instruction, 0)) ||
          !deriver_has_shadow(deriver, instruction))
        continue;
      Fabric *fabric = ARENA_NEW(arena, Fabric);
      fabric->root = instruction;
      fabric->fine = follow(deriver, fabric) && fabric->element * deriver->width >= LEAST_BYTES;
      for (size_t i = 0; i < fabric->pointers.count; i++)
        map_set(deriver->woven, fabric->pointers.items[i], fabric);
      ARRAY_PUSH(arena, fabrics, fabric);
    }
  drop_mixed(deriver, &fabrics);
  double accesses = 0;
  for (size_t i = 0; i < fabrics.count; i++)
    accesses += fabrics.items[i]->fine ? fabrics.items[i]->accesses : 0;
  if (accesses == 0 || accesses < other_accesses(deriver))
    deriver->woven = NULL;
  else {
    deriver->tangents = map_create(arena);
    ask_for_vectors(deriver, &fabrics);
  }
}

/* ---- tangents ---- */

static LLVMTypeRef all_lanes(const Deriver *deriver, LLVMTypeRef type) {
  return LLVMVectorType(type, lane_count(deriver));
}

LLVMValueRef woven_zero(const Deriver *deriver, LLVMTypeRef type) {
  return LLVMConstNull(all_lanes(deriver, type));
}

bool woven_takes(const Deriver *deriver, LLVMValueRef operation, unsigned operands) {
  LLVMTypeRef type = LLVMTypeOf(operation);
  if (!deriver->woven || !is_number(type))
    return false;
  for (unsigned i = 0; i < operands; i++) {
    LLVMValueRef operand = LLVMGetOperand(operation, i);
    if (deriver_is_active(deriver, operand) && LLVMTypeOf(operand) != type)
      return false;
  }
  return true;
}

void woven_set(Deriver *deriver, LLVMValueRef value, LLVMValueRef tangent) {
  map_set(deriver->tangents, value, tangent);
}

LLVMValueRef woven_lane(Deriver *deriver, LLVMValueRef value, unsigned lane) {
  LLVMValueRef tangent = deriver->tangents ? map_get(deriver->tangents, value) : NULL;
  if (!tangent)
    return NULL;
  LLVMContextRef context = LLVMGetModuleContext(deriver->diff->module);
  LLVMValueRef index = LLVMConstInt(LLVMInt32TypeInContext(context), lane, false), taken;
  if (LLVMIsAInstruction(tangent)) {
    LLVMBuilderRef builder = LLVMCreateBuilderInContext(context);
    LLVMPositionBuilderBefore(builder, build_point_after(tangent));
    taken = LLVMBuildExtractElement(builder, tangent, index, "");
    LLVMDisposeBuilder(builder);
  } else
    taken = LLVMConstNull(LLVMTypeOf(value));
  deriver_set_shadow(deriver, value, lane, taken);
  return taken;
}

LLVMValueRef woven_tangent(Deriver *deriver, LLVMValueRef value) {
  LLVMValueRef tangent = map_get(deriver->tangents, value);
  if (tangent)
    return tangent;
  LLVMTypeRef type = all_lanes(deriver, LLVMTypeOf(value));
  if (!deriver_is_active(deriver, value))
    return LLVMConstNull(type);
  LLVMTypeRef i32 = LLVMInt32TypeInContext(LLVMGetModuleContext(deriver->diff->module));
  tangent = LLVMGetPoison(type);
  for (unsigned lane = 0; lane < deriver->width; lane++)
    tangent =
        LLVMBuildInsertElement(deriver->builder, tangent, deriver_shadow(deriver, value, lane),
                               LLVMConstInt(i32, lane, false), "");
  return tangent;
}

LLVMValueRef woven_splat(Deriver *deriver, LLVMValueRef number) {
  LLVMTypeRef i32 = LLVMInt32TypeInContext(LLVMGetModuleContext(deriver->diff->module));
  LLVMTypeRef type = all_lanes(deriver, LLVMTypeOf(number));
  LLVMValueRef first = LLVMBuildInsertElement(deriver->builder, LLVMGetPoison(type), number,
                                              LLVMConstInt(i32, 0, false), "");
  return LLVMBuildShuffleVector(deriver->builder, first, LLVMGetPoison(type),
                                LLVMConstNull(all_lanes(deriver, i32)), "");
}

/* ---- memory ---- */

static LLVMValueRef times_lanes(Deriver *deriver, LLVMValueRef bytes) {
  return LLVMBuildMul(deriver->builder, bytes,
                      LLVMConstInt(LLVMTypeOf(bytes), lane_count(deriver), false), "");
}

static void set_pointer(Deriver *deriver, LLVMValueRef pointer, LLVMValueRef shadow) {
  LLVMContextRef context = LLVMGetModuleContext(deriver->diff->module);
  uint64_t element = fabric_of(deriver, pointer)->element;
  for (unsigned lane = 0; lane < deriver->width; lane++) {
    LLVMValueRef offset = LLVMConstInt(LLVMInt64TypeInContext(context), lane * element, false);
    deriver_set_shadow(deriver, pointer, lane,
                       lane == 0 ? shadow
                                 : LLVMBuildGEP2(deriver->builder, LLVMInt8TypeInContext(context),
                                                 shadow, &offset, 1, ""));
  }
}

static void weave_alloca(Deriver *deriver, LLVMValueRef alloca) {
  LLVMContextRef context = LLVMGetModuleContext(deriver->diff->module);
  LLVMTargetDataRef layout = LLVMGetModuleDataLayout(deriver->diff->module);
  LLVMTypeRef i8 = LLVMInt8TypeInContext(context), i64 = LLVMInt64TypeInContext(context);
  uint64_t bytes = LLVMABISizeOfType(layout, LLVMGetAllocatedType(alloca)) *
                   LLVMConstIntGetZExtValue(LLVMGetOperand(alloca, 0)) * lane_count(deriver);
  LLVMValueRef shadow = LLVMBuildAlloca(deriver->builder, LLVMArrayType2(i8, bytes), "");
  enum { VECTOR_BYTES = 64 };
  LLVMSetAlignment(shadow, VECTOR_BYTES);
  bridge_set_value_name_like(shadow, alloca, "'");
  LLVMBuildMemSet(deriver->builder, shadow, LLVMConstNull(i8), LLVMConstInt(i64, bytes, false),
                  VECTOR_BYTES);
  set_pointer(deriver, alloca, shadow);
}

/* The offset is that of the primal, in vectors instead of numbers. */
static void weave_address(Deriver *deriver, LLVMValueRef gep) {
  LLVMContextRef context = LLVMGetModuleContext(deriver->diff->module);
  LLVMTypeRef i8 = LLVMInt8TypeInContext(context), i64 = LLVMInt64TypeInContext(context);
  LLVMBuilderRef b = deriver->builder;
  LLVMValueRef base = LLVMGetOperand(gep, 0);
  LLVMValueRef from = LLVMBuildPtrToInt(b, deriver_clone_of(deriver, base), i64, "");
  LLVMValueRef to = LLVMBuildPtrToInt(b, deriver_clone_of(deriver, gep), i64, "");
  LLVMValueRef offset = times_lanes(deriver, LLVMBuildSub(b, to, from, ""));
  set_pointer(deriver, gep, LLVMBuildGEP2(b, i8, deriver_shadow(deriver, base, 0), &offset, 1, ""));
}

bool woven_instruction(Deriver *deriver, LLVMValueRef instruction) {
  if (!deriver->woven)
    return false;
  LLVMBuilderRef b = deriver->builder;
  LLVMTypeRef type = LLVMTypeOf(instruction);
  LLVMValueRef clone = deriver_clone_of(deriver, instruction), tangent = NULL;
  deriver_position_after(deriver, clone);
  LLVMOpcode opcode = LLVMGetInstructionOpcode(instruction);
  if (fabric_of(deriver, instruction)) {
    if (opcode == LLVMAlloca)
      weave_alloca(deriver, instruction);
    else
      weave_address(deriver, instruction);
    return true;
  }
  if (!is_number(type) || !deriver_is_active(deriver, instruction))
    return false;
  switch (opcode) {
  case LLVMLoad:
    if (!fabric_of(deriver, LLVMGetOperand(instruction, 0)))
      return false;
    tangent = deriver_load(deriver, all_lanes(deriver, type),
                           deriver_shadow(deriver, LLVMGetOperand(instruction, 0), 0), instruction);
    break;
  case LLVMPHI:
    LLVMPositionBuilderBeforeInstrAndDbgRecords(b, clone);
    tangent = LLVMBuildPhi(b, all_lanes(deriver, type), "");
    break;
  case LLVMSelect: {
    LLVMValueRef product = product_guarded(deriver, instruction);
    LLVMValueRef condition = LLVMGetOperand(clone, 0);
    if (product)
      condition =
          product_condition(deriver, instruction, condition, deriver_clone_of(deriver, product));
    tangent = LLVMBuildSelect(b, condition, woven_tangent(deriver, LLVMGetOperand(instruction, 1)),
                              woven_tangent(deriver, LLVMGetOperand(instruction, 2)), "");
    break;
  }
  case LLVMFPExt:
  case LLVMFPTrunc:
    tangent = LLVMBuildFPCast(b, woven_tangent(deriver, LLVMGetOperand(instruction, 0)),
                              all_lanes(deriver, type), "");
    break;
  default:
    return false;
  }
  bridge_set_value_name_like(tangent, instruction, "'");
  woven_set(deriver, instruction, tangent);
  return true;
}

bool woven_finish_phi(Deriver *deriver, LLVMValueRef phi) {
  LLVMValueRef tangent = deriver->tangents ? map_get(deriver->tangents, phi) : NULL;
  if (!tangent)
    return false;
  for (unsigned i = 0; i < LLVMCountIncoming(phi); i++) {
    LLVMBasicBlockRef from = LLVMValueAsBasicBlock(
        map_get(deriver->sweep.clone, LLVMBasicBlockAsValue(LLVMGetIncomingBlock(phi, i))));
    LLVMPositionBuilderBefore(deriver->builder, LLVMGetBasicBlockTerminator(from));
    LLVMValueRef value = woven_tangent(deriver, LLVMGetIncomingValue(phi, i));
    LLVMAddIncoming(tangent, &value, &from, 1);
  }
  return true;
}

bool woven_store(Deriver *deriver, LLVMValueRef store) {
  LLVMValueRef pointer = LLVMGetOperand(store, 1);
  if (!fabric_of(deriver, pointer))
    return false;
  deriver_position_after(deriver, deriver_clone_of(deriver, store));
  deriver_store(deriver, woven_tangent(deriver, LLVMGetOperand(store, 0)),
                deriver_shadow(deriver, pointer, 0), store);
  return true;
}

bool woven_block(Deriver *deriver, LLVMValueRef call) {
  LLVMValueRef to = LLVMGetOperand(call, 0);
  const Fabric *fabric = fabric_of(deriver, to);
  if (!fabric)
    return false;
  LLVMBuilderRef b = deriver->builder;
  deriver_position_after(deriver, deriver_clone_of(deriver, call));
  LLVMValueRef bytes = times_lanes(deriver, LLVMGetOperand(call, 2));
  LLVMValueRef shadow = deriver_shadow(deriver, to, 0);
  unsigned align = (unsigned)fabric->element;
  if (memory_block_call(call) == MEMORY_BLOCK_COPY &&
      deriver_has_shadow(deriver, LLVMGetOperand(call, 1)))
    LLVMBuildMemMove(b, shadow, align, deriver_shadow(deriver, LLVMGetOperand(call, 1), 0), align,
                     bytes);
  else
    LLVMBuildMemSet(
        b, shadow,
        LLVMConstNull(LLVMInt8TypeInContext(LLVMGetModuleContext(deriver->diff->module))), bytes,
        align);
  return true;
}
