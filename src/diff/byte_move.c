/* Floating point in integers: C's conventions and LLVM's copies pack two members of a structure
 * into one register by shifts, and unpack them again. Such an integer's adjoint has a packed
 * structure of the numbers that it holds; integer instructions that move whole bytes move adjoints
 * the other way. */
#include "diff.h"

/* ---- which numbers an integer holds ---- */

/* Instructions that leave bytes of zeros, which have no type. */
static bool leaves_zeros(LLVMValueRef value) {
  if (!LLVMIsAInstruction(value))
    return false;
  switch (LLVMGetInstructionOpcode(value)) {
  case LLVMZExt:
  case LLVMShl:
  case LLVMLShr:
  case LLVMAnd:
  case LLVMOr:
  case LLVMXor:
    return true;
  default:
    return false;
  }
}

static ByteType byte_at(const Deriver *deriver, LLVMValueRef value, uint64_t offset, bool access) {
  return access ? types_of_access(deriver->sweep.types, value, offset)
                : types_of_value(deriver->sweep.types, value, offset);
}

/* Nobody looks at these bytes, and they are too few for a number: what lies between the members of
 * a structure. */
static bool is_padding(const Deriver *deriver, LLVMValueRef value, uint64_t offset, uint64_t end,
                       bool access) {
  enum { LEAST_NUMBER = sizeof(float) };
  uint64_t begin = offset, count = 0;
  if (types_any_half(deriver->sweep.types))
    return false;
  while (begin > 0 && byte_at(deriver, value, begin - 1, access).kind == BYTE_UNKNOWN)
    begin--;
  while (begin + count < end && count < LEAST_NUMBER &&
         byte_at(deriver, value, begin + count, access).kind == BYTE_UNKNOWN)
    count++;
  return count > 0 && count < LEAST_NUMBER;
}

/* Of what is stored, the instruction may be one that joins numbers of which nothing is known. */
static bool is_zero(LLVMValueRef value, uint64_t offset, bool access) {
  if (!access)
    return leaves_zeros(value);
  if (!LLVMIsAStoreInst(value))
    return false;
  uint64_t zeros = bridge_zero_bits(LLVMGetOperand(value, 0));
  return offset < sizeof zeros && (zeros >> 8 * offset & UINT8_MAX) == UINT8_MAX;
}

/* Bytes that are no number: an integer's, zeros that an instruction leaves, padding. */
static bool holds_none(const Deriver *deriver, LLVMValueRef value, uint64_t offset, uint64_t end,
                       bool access) {
  ByteKind kind = byte_at(deriver, value, offset, access).kind;
  return kind == BYTE_INTEGER ||
         (kind == BYTE_UNKNOWN &&
          (is_zero(value, offset, access) || is_padding(deriver, value, offset, end, access)));
}

static bool ends_in_integers(const Deriver *deriver, LLVMValueRef value, uint64_t from,
                             uint64_t end, bool access) {
  for (uint64_t at = from; at < end; at++)
    if (!holds_none(deriver, value, at, end, access))
      return false;
  return from < end;
}

LLVMTypeRef byte_move_carrier(const Deriver *deriver, LLVMTypeRef type, LLVMValueRef value,
                              uint64_t first, bool access) {
  enum { MOST_BYTES = 16 };
  LLVMTargetDataRef layout = LLVMGetModuleDataLayout(deriver->diff->module);
  LLVMContextRef context = LLVMGetTypeContext(type);
  uint64_t size = LLVMGetIntTypeWidth(type) / 8;
  LLVMTypeRef members[MOST_BYTES];
  unsigned count = 0, numbers = 0;
  uint64_t gap = 0;
  if (size > MOST_BYTES)
    return NULL;
  for (uint64_t at = 0; at < size;) {
    ByteType byte = byte_at(deriver, value, first + at, access);
    if (holds_none(deriver, value, first + at, first + size, access)) {
      gap++;
      at++;
      continue;
    }
    bool number = byte.kind == BYTE_FLOAT || byte.kind == BYTE_MIXED;
    LLVMTypeRef type_here = number ? type_scalar(byte.type) : NULL; /* of a pair, one float */
    uint64_t length = number ? LLVMStoreSizeOfType(layout, type_here) : 0;
    bool pair = number && type_here != byte.type;
    /* A float that is an integer at other times has no adjoint then; of what else begins the word,
     * run time tells (mixed.c). */
    bool beside =
        number && LLVMGetTypeKind(byte.type) == LLVMFloatTypeKind &&
        (at > 0 || ends_in_integers(deriver, value, first + length, first + size, access));
    if (byte.kind == BYTE_MIXED && !pair && length != size && !beside)
      return NULL;
    if (!length || byte.offset % length != 0 || at + length > size)
      return NULL;
    if (gap)
      members[count++] = LLVMArrayType2(LLVMInt8TypeInContext(context), gap);
    members[count++] = type_here;
    numbers++;
    gap = 0;
    at += length;
  }
  if (!numbers)
    return NULL;
  if (gap)
    members[count++] = LLVMArrayType2(LLVMInt8TypeInContext(context), gap);
  if (count == 1)
    return members[0];
  bool alike = numbers == count;
  for (unsigned i = 1; i < count; i++)
    alike = alike && members[i] == members[0];
  return alike ? LLVMVectorType(members[0], count)
               : LLVMStructTypeInContext(context, members, count, true);
}

/* ---- moving their adjoints ---- */

static unsigned part_count(LLVMTypeRef carrier) {
  switch (LLVMGetTypeKind(carrier)) {
  case LLVMStructTypeKind:
    return LLVMCountStructElementTypes(carrier);
  case LLVMVectorTypeKind:
    return LLVMGetVectorSize(carrier);
  default:
    return 1;
  }
}

static LLVMTypeRef part_type(LLVMTypeRef carrier, unsigned part) {
  switch (LLVMGetTypeKind(carrier)) {
  case LLVMStructTypeKind:
    return LLVMStructGetTypeAtIndex(carrier, part);
  case LLVMVectorTypeKind:
    return LLVMGetElementType(carrier);
  default:
    return carrier;
  }
}

static LLVMValueRef part_of(Deriver *deriver, LLVMValueRef carrier, unsigned part) {
  LLVMTypeRef i32 = LLVMInt32TypeInContext(LLVMGetModuleContext(deriver->diff->module));
  switch (LLVMGetTypeKind(LLVMTypeOf(carrier))) {
  case LLVMStructTypeKind:
    return LLVMBuildExtractValue(deriver->builder, carrier, part, "");
  case LLVMVectorTypeKind:
    return LLVMBuildExtractElement(deriver->builder, carrier, LLVMConstInt(i32, part, false), "");
  default:
    return carrier;
  }
}

static LLVMValueRef with_part(Deriver *deriver, LLVMValueRef carrier, unsigned part,
                              LLVMValueRef value) {
  LLVMTypeRef i32 = LLVMInt32TypeInContext(LLVMGetModuleContext(deriver->diff->module));
  switch (LLVMGetTypeKind(LLVMTypeOf(carrier))) {
  case LLVMStructTypeKind:
    return LLVMBuildInsertValue(deriver->builder, carrier, value, part, "");
  case LLVMVectorTypeKind:
    return LLVMBuildInsertElement(deriver->builder, carrier, value, LLVMConstInt(i32, part, false),
                                  "");
  default:
    return value;
  }
}

/* The part of `delta` that begins at byte `offset` and has type `wanted`, or NULL. */
static LLVMValueRef part_at(Deriver *deriver, LLVMValueRef delta, int64_t offset,
                            LLVMTypeRef wanted) {
  LLVMTargetDataRef layout = LLVMGetModuleDataLayout(deriver->diff->module);
  LLVMTypeRef type = LLVMTypeOf(delta);
  int64_t at = 0;
  for (unsigned i = 0; i < part_count(type); i++) {
    if (at == offset && part_type(type, i) == wanted)
      return part_of(deriver, delta, i);
    at += (int64_t)LLVMStoreSizeOfType(layout, part_type(type, i));
  }
  return NULL;
}

static LLVMValueRef integer_of_parts(Deriver *deriver, LLVMValueRef parts, LLVMTypeRef integer) {
  LLVMTargetDataRef layout = LLVMGetModuleDataLayout(deriver->diff->module);
  LLVMContextRef context = LLVMGetTypeContext(integer);
  LLVMBuilderRef b = deriver->builder;
  LLVMValueRef whole = LLVMConstInt(integer, 0, false);
  uint64_t at = 0;
  for (unsigned i = 0; i < part_count(LLVMTypeOf(parts)); i++) {
    LLVMTypeRef type = part_type(LLVMTypeOf(parts), i);
    uint64_t size = LLVMStoreSizeOfType(layout, type);
    if (type_is_float_or_vector(type)) {
      LLVMTypeRef bits = LLVMIntTypeInContext(context, (unsigned)(8 * size));
      LLVMValueRef part = LLVMBuildBitCast(b, part_of(deriver, parts, i), bits, "");
      part = LLVMBuildIntCast2(b, part, integer, false, "");
      whole = LLVMBuildOr(b, whole, LLVMBuildShl(b, part, LLVMConstInt(integer, 8 * at, false), ""),
                          "");
    }
    at += size;
  }
  return whole;
}

static LLVMValueRef parts_of_integer(Deriver *deriver, LLVMValueRef integer, LLVMTypeRef wanted) {
  LLVMTargetDataRef layout = LLVMGetModuleDataLayout(deriver->diff->module);
  LLVMContextRef context = LLVMGetTypeContext(wanted);
  LLVMBuilderRef b = deriver->builder;
  LLVMValueRef parts = build_zero(wanted);
  uint64_t at = 0;
  for (unsigned i = 0; i < part_count(wanted); i++) {
    LLVMTypeRef type = part_type(wanted, i);
    uint64_t size = LLVMStoreSizeOfType(layout, type);
    if (type_is_float_or_vector(type)) {
      LLVMValueRef amount = LLVMConstInt(LLVMTypeOf(integer), 8 * at, false);
      LLVMTypeRef bits = LLVMIntTypeInContext(context, (unsigned)(8 * size));
      LLVMValueRef part =
          LLVMBuildIntCast2(b, LLVMBuildLShr(b, integer, amount, ""), bits, false, "");
      parts = with_part(deriver, parts, i, LLVMBuildBitCast(b, part, type, ""));
    }
    at += size;
  }
  return parts;
}

LLVMValueRef byte_move_as(Deriver *deriver, LLVMValueRef value, LLVMTypeRef type) {
  LLVMTargetDataRef layout = LLVMGetModuleDataLayout(deriver->diff->module);
  LLVMTypeRef from = LLVMTypeOf(value);
  bool structured = LLVMGetTypeKind(from) == LLVMStructTypeKind;
  if (from == type)
    return value;
  if (member_is_aggregate(from) && member_is_aggregate(type))
    return member_as(deriver, value, type);
  if (LLVMABISizeOfType(layout, from) != LLVMABISizeOfType(layout, type))
    return NULL;
  if (!structured && LLVMGetTypeKind(type) != LLVMStructTypeKind)
    return LLVMBuildBitCast(deriver->builder, value, type, "");
  if (structured && LLVMGetTypeKind(type) == LLVMIntegerTypeKind)
    return integer_of_parts(deriver, value, type);
  if (!structured && LLVMGetTypeKind(from) == LLVMIntegerTypeKind)
    return parts_of_integer(deriver, value, type);
  return NULL;
}

/* How far bytes move up, from operand to result; false unless the instruction moves whole bytes. */
static bool displacement_of(LLVMValueRef instruction, int64_t *bytes) {
  *bytes = 0;
  LLVMOpcode opcode = LLVMGetInstructionOpcode(instruction);
  LLVMValueRef amount = LLVMGetNumOperands(instruction) > 1 ? LLVMGetOperand(instruction, 1) : NULL;
  switch (opcode) {
  case LLVMTrunc:
  case LLVMZExt:
  case LLVMSExt:
  case LLVMOr:
    return true;
  case LLVMAnd:
  case LLVMXor:
    return LLVMIsAConstantInt(amount) != NULL;
  case LLVMAdd: /* to an integer that shares the register: LLVM has seen that nothing is carried */
    return LLVMIsAConstantInt(amount) && LLVMGetNUW(instruction);
  case LLVMShl:
  case LLVMLShr:
  case LLVMAShr:
    if (!LLVMIsAConstantInt(amount) || LLVMConstIntGetZExtValue(amount) % 8)
      return false;
    *bytes = (int64_t)(LLVMConstIntGetZExtValue(amount) / 8);
    if (opcode != LLVMShl)
      *bytes = -*bytes;
    return true;
  default:
    return false;
  }
}

static bool is_bitwise(LLVMValueRef instruction) {
  LLVMOpcode opcode = LLVMGetInstructionOpcode(instruction);
  return opcode == LLVMAnd || opcode == LLVMOr || opcode == LLVMXor || opcode == LLVMAdd;
}

/* What a constant operand does with `size` bytes from `offset`: keeps all, or drops all, as one
 * that stands in their place (`zeros`: the other operand has no bits there); false if it changes
 * some. */
static bool constant_keeps(LLVMOpcode opcode, LLVMValueRef constant, uint64_t zeros, int64_t offset,
                           uint64_t size, bool *keeps) {
  *keeps = true;
  if (!LLVMIsAConstantInt(constant))
    return true;
  if (LLVMGetIntTypeWidth(LLVMTypeOf(constant)) > 64)
    return false;
  uint64_t all = size >= 8 ? UINT64_MAX : ((uint64_t)1 << 8 * size) - 1;
  uint64_t bits = LLVMConstIntGetZExtValue(constant) >> 8 * offset & all;
  *keeps = bits == (opcode == LLVMAnd ? all : 0);
  bool replaces =
      opcode == LLVMAnd ? bits == 0 : opcode == LLVMOr && !(all & ~(zeros >> 8 * offset));
  return *keeps || replaces;
}

static bool instruction_keeps(LLVMValueRef instruction, int64_t offset, uint64_t size,
                              bool *keeps) {
  return constant_keeps(LLVMGetInstructionOpcode(instruction), LLVMGetOperand(instruction, 1),
                        bridge_zero_bits(LLVMGetOperand(instruction, 0)), offset, size, keeps);
}

/* Does the other operand of an `or` lie in one of the numbers of `unit` bytes that this one has
 * there, and nowhere else? So does a sign that is put to a number, of which LLVM knows that it has
 * none; an integer beside the number is in other bytes. */
static bool is_put_into(const Deriver *deriver, LLVMValueRef instruction, unsigned index,
                        int64_t offset, uint64_t size, uint64_t unit) {
  LLVMValueRef one = LLVMGetOperand(instruction, index);
  LLVMValueRef other = LLVMGetOperand(instruction, 1 - index);
  if (LLVMGetInstructionOpcode(instruction) != LLVMOr || LLVMIsAConstant(other) ||
      !deriver_is_active(deriver, one) || LLVMGetIntTypeWidth(LLVMTypeOf(one)) > 64)
    return false;
  uint64_t numbers = ~bridge_zero_bits(one), bits = ~bridge_zero_bits(other);
  uint64_t width = LLVMGetIntTypeWidth(LLVMTypeOf(one));
  bits &= width == 64 ? UINT64_MAX : ((uint64_t)1 << width) - 1;
  uint64_t all = unit >= 8 ? UINT64_MAX : ((uint64_t)1 << 8 * unit) - 1;
  for (uint64_t at = 0; at < size; at += unit) {
    uint64_t place = (uint64_t)offset + at, number = place < 8 ? all << 8 * place : 0;
    if (numbers & number && bits & number && !(bits & ~number))
      return true;
  }
  return false;
}

/* The same for every number in the lanes of a vector. */
static bool lanes_change(const Deriver *deriver, LLVMValueRef instruction, LLVMTypeRef numbers) {
  LLVMTargetDataRef layout = LLVMGetModuleDataLayout(deriver->diff->module);
  LLVMOpcode opcode = LLVMGetInstructionOpcode(instruction);
  LLVMTypeRef type = LLVMTypeOf(instruction);
  uint64_t lane_size = LLVMSizeOfTypeInBits(layout, LLVMGetElementType(type)) / 8;
  uint64_t size = LLVMStoreSizeOfType(layout, type_scalar(numbers));
  LLVMValueRef constant = LLVMGetOperand(instruction, 1);
  bool shifts = opcode == LLVMShl || opcode == LLVMLShr || opcode == LLVMAShr;
  if ((!is_bitwise(instruction) && !(shifts && LLVMIsAConstant(constant))) || lane_size % size)
    return true;
  for (unsigned lane = 0; LLVMIsAConstant(constant) && lane < LLVMGetVectorSize(type); lane++)
    for (uint64_t at = 0; at < lane_size; at += size) {
      LLVMValueRef part = LLVMGetAggregateElement(constant, lane);
      bool kept;
      if (!part || !LLVMIsAConstantInt(part) ||
          (shifts ? LLVMConstIntGetZExtValue(part) % (8 * size) != 0
                  : !constant_keeps(opcode, part, 0, (int64_t)at, size, &kept)))
        return true;
    }
  return false;
}

static bool changes_operand(const Deriver *deriver, LLVMValueRef instruction, unsigned index,
                            int64_t displacement) {
  LLVMTargetDataRef layout = LLVMGetModuleDataLayout(deriver->diff->module);
  LLVMTypeRef type = deriver_adjoint_type(deriver, LLVMGetOperand(instruction, index));
  int64_t at = displacement;
  for (unsigned i = 0; i < part_count(type); i++) {
    LLVMTypeRef part = part_type(type, i);
    uint64_t size = LLVMStoreSizeOfType(layout, part);
    bool kept;
    if (type_is_float_or_vector(part) && is_bitwise(instruction) &&
        (!instruction_keeps(instruction, at, size, &kept) ||
         is_put_into(deriver, instruction, index, at, size,
                     LLVMStoreSizeOfType(layout, type_scalar(part)))))
      return true;
    at += (int64_t)size;
  }
  return false;
}

bool byte_move_changes_numbers(const Deriver *deriver, LLVMValueRef instruction) {
  int64_t displacement;
  LLVMTypeRef numbers = deriver_adjoint_type(deriver, instruction);
  if (!type_contains_float(numbers))
    return false;
  if (LLVMGetTypeKind(LLVMTypeOf(instruction)) == LLVMVectorTypeKind)
    return lanes_change(deriver, instruction, numbers);
  if (LLVMGetTypeKind(LLVMTypeOf(instruction)) != LLVMIntegerTypeKind)
    return false;
  if (!displacement_of(instruction, &displacement))
    return true;
  unsigned operands = LLVMGetInstructionOpcode(instruction) == LLVMOr ? 2 : 1;
  for (unsigned i = 0; i < operands; i++)
    if (changes_operand(deriver, instruction, i, displacement))
      return true;
  return false;
}

LLVMValueRef byte_move_clear(Deriver *deriver, LLVMValueRef value,
                             const bool which[BYTE_MOVE_CLEARED]) {
  LLVMTypeRef type = LLVMTypeOf(value);
  LLVMTargetDataRef layout = LLVMGetModuleDataLayout(deriver->diff->module);
  unsigned size = (unsigned)LLVMStoreSizeOfType(layout, type);
  uint64_t mask[BYTE_MOVE_CLEARED / 8] = {0};
  bool any = false;
  for (unsigned i = 0; i < size; i++) {
    any = any || which[i];
    mask[i / 8] |= which[i] ? 0 : (uint64_t)0xff << i % 8 * 8;
  }
  if (!any)
    return value;
  LLVMBuilderRef builder = deriver->builder;
  LLVMTypeRef whole = LLVMIntTypeInContext(LLVMGetTypeContext(type), 8 * size);
  LLVMValueRef kept = LLVMConstIntOfArbitraryPrecision(whole, (size + 7) / 8, mask);
  LLVMValueRef left = LLVMBuildAnd(builder, LLVMBuildBitCast(builder, value, whole, ""), kept, "");
  return LLVMBuildBitCast(builder, left, type, "");
}

bool byte_move_is_one(const Deriver *deriver, LLVMValueRef value) {
  int64_t displacement;
  return LLVMIsAInstruction(value) && LLVMGetTypeKind(LLVMTypeOf(value)) == LLVMIntegerTypeKind &&
         displacement_of(value, &displacement) && !byte_move_changes_numbers(deriver, value);
}

/* Is the operand an integer wherever the result has a number, as one of the halves put together? */
static bool has_no_number(const Deriver *deriver, LLVMValueRef instruction, LLVMValueRef operand,
                          int64_t displacement) {
  LLVMTargetDataRef layout = LLVMGetModuleDataLayout(deriver->diff->module);
  LLVMTypeRef numbers = deriver_adjoint_type(deriver, instruction);
  int64_t size = (int64_t)LLVMStoreSizeOfType(layout, LLVMTypeOf(operand)), at = 0;
  for (unsigned i = 0; i < part_count(numbers); i++) {
    LLVMTypeRef part = part_type(numbers, i);
    int64_t from = at - displacement;
    at += (int64_t)LLVMStoreSizeOfType(layout, part);
    if (!type_is_float_or_vector(part) || from < 0 || from >= size)
      continue;
    ByteKind kind = types_of_value(deriver->sweep.types, operand, (uint64_t)from).kind;
    if (kind != BYTE_INTEGER && !(kind == BYTE_UNKNOWN && leaves_zeros(operand)))
      return false;
  }
  return true;
}

static bool move_to_operand(Deriver *deriver, LLVMValueRef instruction, unsigned index,
                            int64_t displacement) {
  LLVMValueRef operand = LLVMGetOperand(instruction, index);
  LLVMTargetDataRef layout = LLVMGetModuleDataLayout(deriver->diff->module);
  LLVMTypeRef type = deriver_adjoint_type(deriver, operand);
  if (!type_contains_float(type))
    return has_no_number(deriver, instruction, operand, displacement);
  int64_t result_size = (int64_t)LLVMStoreSizeOfType(layout, LLVMTypeOf(instruction));
  for (unsigned lane = 0; lane < deriver->width; lane++) {
    LLVMValueRef delta = adjoint_read(deriver, instruction, lane), sum = build_zero(type);
    int64_t at = 0;
    for (unsigned i = 0; i < part_count(type); i++) {
      LLVMTypeRef part = part_type(type, i);
      int64_t size = (int64_t)LLVMStoreSizeOfType(layout, part), to = at + displacement;
      bool dropped = to + size <= 0 || to >= result_size, kept = true;
      uint64_t unit = LLVMStoreSizeOfType(layout, type_scalar(part));
      at += size;
      if (!type_is_float_or_vector(part) || dropped)
        continue;
      if (is_bitwise(instruction) &&
          (!instruction_keeps(instruction, to, (uint64_t)size, &kept) ||
           is_put_into(deriver, instruction, index, to, (uint64_t)size, unit)))
        return false;
      if (!kept)
        continue;
      LLVMValueRef moved = part_at(deriver, delta, to, part);
      if (!moved)
        return false;
      sum = with_part(deriver, sum, i, moved);
    }
    adjoint_add(deriver, operand, lane, sum);
  }
  return true;
}

/* Such an integer has no adjoint: what was packed with it is gone. */
static bool is_integer_alone(const Deriver *deriver, LLVMValueRef value) {
  LLVMTypeRef type = LLVMTypeOf(value);
  if (LLVMGetTypeKind(type) != LLVMIntegerTypeKind || LLVMGetIntTypeWidth(type) > 64 ||
      LLVMGetIntTypeWidth(type) % 8 != 0)
    return false;
  uint64_t zeros = bridge_zero_bits(value);
  for (unsigned i = 0; i < LLVMGetIntTypeWidth(type) / 8; i++)
    if (types_of_value(deriver->sweep.types, value, i).kind != BYTE_INTEGER &&
        (zeros >> 8 * i & UINT8_MAX) != UINT8_MAX)
      return false;
  return true;
}

bool byte_move_reverse(Deriver *deriver, LLVMValueRef instruction) {
  int64_t displacement;
  if (displacement_of(instruction, &displacement) && is_integer_alone(deriver, instruction))
    return true;
  if (LLVMGetTypeKind(LLVMTypeOf(instruction)) != LLVMIntegerTypeKind ||
      !type_contains_float(deriver_adjoint_type(deriver, instruction)) ||
      !displacement_of(instruction, &displacement))
    return false;
  unsigned operands = LLVMGetInstructionOpcode(instruction) == LLVMOr ? 2 : 1;
  for (unsigned i = 0; i < operands; i++) {
    LLVMValueRef operand = LLVMGetOperand(instruction, i);
    if (LLVMIsAConstant(operand) || !deriver_is_active(deriver, operand))
      continue;
    if (LLVMGetTypeKind(LLVMTypeOf(operand)) != LLVMIntegerTypeKind ||
        !move_to_operand(deriver, instruction, i, displacement))
      return false;
  }
  for (unsigned lane = 0; lane < deriver->width; lane++)
    adjoint_take(deriver, instruction, lane);
  return true;
}
