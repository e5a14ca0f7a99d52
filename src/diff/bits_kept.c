/* Bits of numbers that were computed with, and kept as integers: sent in network byte order, or
 * under a key. Where the integers are taken from memory and numbers made of them again, nothing
 * shows that these were numbers before; so it is seen to where they are stored. */
#include "diff.h"

/* The integer that becomes a number here, or NULL. */
static LLVMValueRef becomes_number(const Deriver *deriver, LLVMValueRef instruction) {
  bool cast = LLVMIsABitCastInst(instruction) && type_is_float_or_vector(LLVMTypeOf(instruction));
  if (!cast && !LLVMIsAStoreInst(instruction))
    return NULL;
  LLVMValueRef integer = LLVMGetOperand(instruction, 0);
  bool number = cast || (LLVMIsAInstruction(integer) &&
                         types_of_access(deriver->sweep.types, instruction, 0).kind == BYTE_FLOAT);
  return number ? integer : NULL;
}

/* A flag beside a float in one register is toggled by a constant, which leaves the other half. */
static bool toggles_flag(const Deriver *deriver, LLVMValueRef value) {
  if (!LLVMIsABinaryOperator(value) || LLVMGetInstructionOpcode(value) != LLVMXor ||
      !LLVMIsAConstantInt(LLVMGetOperand(value, 1)) || LLVMGetIntTypeWidth(LLVMTypeOf(value)) != 64)
    return false;
  uint64_t mask = LLVMConstIntGetZExtValue(LLVMGetOperand(value, 1));
  return (mask >> 32 == 0 || (uint32_t)mask == 0) && byte_move_is_one(deriver, value);
}

static bool computes_on(const Deriver *deriver, LLVMValueRef value) {
  return bits_is_arithmetic(value) && !toggles_flag(deriver, value);
}

bool bits_are_computed(const Deriver *deriver, LLVMValueRef integer, ValueArray *loads) {
  Arena *arena = deriver->sweep.arena;
  Map *seen = map_create(arena);
  ValueArray work = {0};
  bool computes = false;
  ARRAY_PUSH(arena, work, integer);
  while (work.count) {
    LLVMValueRef value = work.items[--work.count];
    if (!LLVMIsAInstruction(value) || map_has(seen, value) ||
        LLVMGetTypeKind(type_scalar(LLVMTypeOf(value))) != LLVMIntegerTypeKind)
      continue;
    map_set(seen, value, value);
    computes |= computes_on(deriver, value);
    if (LLVMIsALoadInst(value) && loads)
      ARRAY_PUSH(arena, *loads, value);
    bool passes = LLVMIsABinaryOperator(value) || LLVMIsACastInst(value) || LLVMIsAPHINode(value) ||
                  LLVMIsASelectInst(value) || LLVMIsACallInst(value);
    for (unsigned i = 0; passes && i < (unsigned)LLVMGetNumOperands(value); i++)
      ARRAY_PUSH(arena, work, LLVMGetOperand(value, i));
  }
  return computes;
}

bool bits_come_back(const Deriver *deriver, LLVMValueRef store) {
  const TypeFacts *types = deriver->sweep.types;
  unsigned object = types_object_of(types, access_pointer(store));
  for (LLVMValueRef f = LLVMGetFirstFunction(deriver->diff->module); f; f = LLVMGetNextFunction(f))
    FOR_EACH_BLOCK (block, f)
      FOR_EACH_INSTRUCTION (instruction, block) {
        ValueArray loads = {0};
        LLVMValueRef integer = becomes_number(deriver, instruction);
        if (!integer || !bits_are_computed(deriver, integer, &loads))
          continue;
        for (size_t i = 0; i < loads.count; i++)
          if (types_object_of(types, access_pointer(loads.items[i])) == object)
            return true;
      }
  return false;
}
