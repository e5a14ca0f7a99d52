/* type_bits.c: integers that carry the bits of other values: shifts and masks that take bytes apart
 * or put them together, casts, and addresses kept in integers. */
#include "type_walk.h"
#include <string.h>

/* Byte i of the result is byte i + shift of the operand. */
void walk_byte_move(TypeFacts *facts, LLVMValueRef to, LLVMValueRef from, int shift) {
  Register *a = register_of(facts, to), *b = register_of(facts, from);
  if (!a || !b || LLVMGetTypeKind(LLVMTypeOf(to)) != LLVMIntegerTypeKind ||
      LLVMGetTypeKind(LLVMTypeOf(from)) != LLVMIntegerTypeKind)
    return;
  for (int i = 0; i < (int)a->size; i++)
    if (i + shift >= 0 && i + shift < (int)b->size)
      cell_unify(&facts->space, a->cells[i], b->cells[i + shift]);
}

void walk_truth(TypeFacts *facts, LLVMValueRef to, LLVMValueRef from) {
  LLVMTypeRef wide = type_scalar(LLVMTypeOf(to)), narrow = type_scalar(LLVMTypeOf(from));
  if (LLVMGetTypeKind(wide) != LLVMIntegerTypeKind ||
      LLVMGetTypeKind(narrow) != LLVMIntegerTypeKind)
    return;
  if (LLVMGetIntTypeWidth(narrow) == 1)
    value_add_evidence(facts, to, EVIDENCE_ARITHMETIC);
  else if (LLVMGetIntTypeWidth(wide) == 1 && LLVMGetIntTypeWidth(narrow) == 8)
    value_add_evidence(facts, from, EVIDENCE_ARITHMETIC);
}

/* The bits that the addresses of items have zero: a mark on an address, such as a node's colour, is
 * in them, and taken off before it is used as one. */
enum { MARKS = 7 };

static bool is_mark(LLVMValueRef value) {
  if (LLVMGetIntTypeWidth(LLVMTypeOf(value)) > 64)
    return false;
  uint64_t zeros =
      LLVMIsAConstantInt(value) ? ~LLVMConstIntGetZExtValue(value) : bridge_zero_bits(value);
  return (zeros | MARKS) == UINT64_MAX;
}

/* Sets or clears bits of a mark? */
static bool marks_low_bits(LLVMValueRef operation, LLVMValueRef other) {
  LLVMOpcode opcode = LLVMGetInstructionOpcode(operation);
  if (opcode == LLVMOr || opcode == LLVMXor)
    return is_mark(other);
  return opcode == LLVMAnd && LLVMIsAConstantInt(other) &&
         LLVMGetIntTypeWidth(LLVMTypeOf(other)) <= 64 &&
         (LLVMConstIntGetSExtValue(other) | MARKS) == -1;
}

/* Keeps of the high half alone what LLVM does not know to be zero, as the sign of a number that is
 * none: to be joined with the low half of another word. An address that is rounded down to a large
 * block keeps all of its high bits. */
static bool keeps_part_of_high_half(LLVMValueRef operation, LLVMValueRef other) {
  if (LLVMGetInstructionOpcode(operation) != LLVMAnd || !LLVMIsAConstantInt(other) ||
      LLVMGetIntTypeWidth(LLVMTypeOf(other)) != 64)
    return false;
  uint64_t bits = LLVMConstIntGetZExtValue(other);
  return (uint32_t)bits == 0 && (-bits & (-bits - 1)) != 0;
}

/* An address computed on as an integer: what comes out may still point where it went in; but the
 * distance of two addresses is none. */
static void walk_integer_address(TypeFacts *facts, LLVMValueRef result, LLVMValueRef operand,
                                 LLVMValueRef other) {
  Register *to = register_of(facts, result), *from = register_of(facts, operand);
  LLVMOpcode opcode = LLVMGetInstructionOpcode(result);
  if (!to || !from || !cell_has_target(from->cells[0]))
    return;
  if (keeps_part_of_high_half(result, other) || is_mark(operand) || is_mark(result))
    return;
  if (opcode == LLVMSub && (operand == LLVMGetOperand(result, 1) || value_is_address(other)))
    return;
  bool moves = opcode == LLVMAdd || opcode == LLVMSub;
  uint64_t stride = moves ? value_multiple(facts, other) : marks_low_bits(result, other) ? 0 : 1;
  cell_point_to(&facts->space, to->cells[0],
                location_add(cell_target(&facts->space, from->cells[0]), 0, stride));
  if (cell_is_address(from->cells[0]))
    cell_set_address(to->cells[0]);
  bool marked = !moves && stride == 0;
  for (unsigned i = 0; marked && i < to->size && i < from->size; i++)
    if (cell_find(from->cells[i])->evidence & EVIDENCE_POINTER)
      cell_add_pointer(to->cells[i], i);
  /* What becomes a pointer in the end was an address all the way. */
  if (cell_find(to->cells[0])->evidence & EVIDENCE_POINTER)
    for (unsigned i = 0; i < from->size; i++)
      cell_add_pointer(from->cells[i], i);
}

/* A constant that leaves a number's bytes alone changes an integer that shares the register with
 * it. Of a double's each half may be a float's. */
static void walk_untouched(TypeFacts *facts, LLVMValueRef result, LLVMValueRef operand,
                           uint64_t changed) {
  enum { GROUP = 4, HALF_GROUP = 2 };
  Register *to = register_of(facts, result), *from = register_of(facts, operand);
  if (!to || !from || to->size > 8)
    return;
  for (unsigned i = 0; i < to->size; i++) {
    const Cell *source = cell_find(from->cells[i]);
    bool half =
        source->float_type && LLVMStoreSizeOfType(facts->layout, source->float_type) == HALF_GROUP;
    uint64_t group = half ? (uint64_t)UINT16_MAX << 8 * (i - i % HALF_GROUP)
                          : (uint64_t)UINT32_MAX << 8 * (i - i % GROUP);
    unsigned evidence = cell_find(to->cells[i])->evidence | source->evidence;
    if (!(changed & group) && evidence & EVIDENCE_FLOAT)
      cell_unify(&facts->space, to->cells[i], from->cells[i]);
  }
}

/* A constant that is put beside other bytes, which stay what they are. */
static bool walk_packed_constant(TypeFacts *facts, LLVMValueRef result, LLVMValueRef operand,
                                 uint64_t number) {
  enum { WORD_BYTES = 8 };
  Register *to = register_of(facts, result), *from = register_of(facts, operand);
  uint64_t zeros = bridge_zero_bits(operand);
  if (!to || !from || to->size != WORD_BYTES || !number || number & ~zeros)
    return false;
  for (unsigned i = 0; i < to->size; i++)
    if ((zeros >> 8 * i & UINT8_MAX) == UINT8_MAX)
      cell_add_evidence(to->cells[i], EVIDENCE_ARITHMETIC);
    else
      cell_unify(&facts->space, to->cells[i], from->cells[i]);
  return true;
}

/* Sums, shifts and masks are done to addresses and to the bits of numbers as well. */
static bool is_multiplicative(LLVMValueRef operation) {
  switch (LLVMGetInstructionOpcode(operation)) {
  case LLVMMul:
  case LLVMUDiv:
  case LLVMSDiv:
  case LLVMURem:
  case LLVMSRem:
    return true;
  default:
    return false;
  }
}

void walk_integer_operation(TypeFacts *facts, LLVMValueRef value) {
  LLVMValueRef a = LLVMGetOperand(value, 0), b = LLVMGetOperand(value, 1);
  uint64_t number = LLVMIsAConstantInt(b) && LLVMGetIntTypeWidth(LLVMTypeOf(b)) <= 64
                        ? LLVMConstIntGetZExtValue(b)
                        : 0;
  walk_distance(facts, value);
  switch (LLVMGetInstructionOpcode(value)) {
  case LLVMShl:
  case LLVMLShr:
  case LLVMAShr:
    if (LLVMIsAConstantInt(b) && number % 8 == 0) {
      int shift = (int)(number / 8);
      walk_byte_move(facts, value, a, LLVMGetInstructionOpcode(value) == LLVMShl ? -shift : shift);
      return;
    }
    break;
  case LLVMOr: /* packing of what shifts have put in place */
    if (!LLVMIsAConstant(b)) {
      walk_byte_move(facts, value, a, 0);
      walk_byte_move(facts, value, b, 0);
      return;
    }
    if (walk_packed_constant(facts, value, a, number))
      return;
    walk_untouched(facts, value, a, LLVMIsAConstantInt(b) ? number : UINT64_MAX);
    break;
  case LLVMXor:
    walk_untouched(facts, value, a, LLVMIsAConstantInt(b) ? number : UINT64_MAX);
    break;
  case LLVMAnd: { /* keeping whole bytes */
    Register *to = register_of(facts, value), *from = register_of(facts, a);
    if (!LLVMIsAConstantInt(b) || !to || !from || to->size > 8)
      break;
    bool whole = true;
    for (unsigned i = 0; i < to->size; i++) {
      unsigned byte = number >> (8 * i) & 0xff;
      whole = whole && (byte == 0 || byte == 0xff);
    }
    for (unsigned i = 0; i < to->size && whole; i++)
      if (number >> (8 * i) & 0xff)
        cell_unify(&facts->space, to->cells[i], from->cells[i]);
    if (whole)
      return;
    walk_untouched(facts, value, a, ~number);
    break;
  }
  default:
    break;
  }
  walk_integer_address(facts, value, a, b);
  walk_integer_address(facts, value, b, a);
  unsigned evidence = is_multiplicative(value) ? EVIDENCE_INTEGER : EVIDENCE_ARITHMETIC;
  value_add_evidence(facts, value, evidence);
  value_add_evidence(facts, a, evidence);
  value_add_evidence(facts, b, evidence);
}

typedef struct {
  TypeFacts *facts;
  Register *cells;
} CastMarks;

static void mark_cast_leaf(void *context, LLVMTypeRef scalar, uint64_t offset) {
  CastMarks *marks = context;
  unsigned size = (unsigned)LLVMStoreSizeOfType(marks->facts->layout, scalar);
  for (unsigned i = 0; i < size && type_is_float(scalar); i++)
    if (offset + i < marks->cells->size)
      cell_add_float(&marks->facts->space, marks->cells->cells[offset + i], scalar, i);
}

void walk_bitcast(TypeFacts *facts, LLVMValueRef result, LLVMValueRef operand) {
  Register *to = register_of(facts, result), *from = register_of(facts, operand);
  LLVMTypeRef to_type = LLVMTypeOf(result), from_type = LLVMTypeOf(operand);
  if (to && type_is_float_or_vector(from_type)) {
    CastMarks marks = {facts, to};
    types_each_leaf(facts->layout, from_type, 0, mark_cast_leaf, &marks);
  } else if (from && type_is_float_or_vector(to_type)) {
    CastMarks marks = {facts, from};
    types_each_leaf(facts->layout, to_type, 0, mark_cast_leaf, &marks);
  } else if (to && from) {
    for (unsigned i = 0; i < to->size && i < from->size; i++)
      cell_unify(&facts->space, to->cells[i], from->cells[i]);
  }
}

void walk_pointer_to_integer(TypeFacts *facts, LLVMValueRef integer, LLVMValueRef pointer,
                             bool outward) {
  Register *cells = register_of(facts, integer);
  if (!cells)
    return;
  LLVMTypeRef type = LLVMTypeOf(integer);
  bool lanes = LLVMGetTypeKind(type) == LLVMVectorTypeKind;
  unsigned width = lanes ? cells->size / LLVMGetVectorSize(type) : cells->size;
  for (unsigned i = 0; i < cells->size; i++)
    cell_add_pointer(cells->cells[i], i % width);
  for (unsigned i = 0; i < cells->size; i += width) {
    cell_set_address(cells->cells[i]);
    if (outward)
      cell_point_to(&facts->space, cells->cells[i], pointer_location(facts, pointer));
    else
      pointer_point_to(facts, pointer, cell_target(&facts->space, cells->cells[i]));
  }
}
