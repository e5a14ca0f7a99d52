/* Numbers that a vectoriser has packed into vectors in straight-line code: unlike those of a loop
 * on vectors, its lanes have nothing in common but that each step does the same to all. Most of
 * what it then does is to bring lanes to their places; the derivative doubles that, and derivatives
 * in many directions at once want the lanes of their vectors for the directions.
 *
 * Loads and stores of whole vectors tell who packed them: those that a vectoriser joined are still
 * declared (TBAA) to be of the numbers, those of vectors that the source has are not. Structures of
 * a number and an integer in one register have no derivative while they are lanes. */
#include "prepare.h"

#include <string.h>

static bool is_vector_of_floats(LLVMTypeRef type) {
  return LLVMGetTypeKind(type) == LLVMVectorTypeKind && type_is_float(LLVMGetElementType(type));
}

static bool moves_vector(LLVMValueRef instruction) {
  return (LLVMIsALoadInst(instruction) && is_vector_of_floats(LLVMTypeOf(instruction))) ||
         (LLVMIsAStoreInst(instruction) &&
          is_vector_of_floats(LLVMTypeOf(LLVMGetOperand(instruction, 0))));
}

static bool is_of_number(LLVMValueRef access) {
  const char *name = bridge_tbaa_name(access);
  return name && (!strcmp(name, "double") || !strcmp(name, "float"));
}

static bool moves_lanes(LLVMValueRef instruction) {
  switch (LLVMGetInstructionOpcode(instruction)) {
  case LLVMShuffleVector:
    return is_vector_of_floats(LLVMTypeOf(instruction));
  case LLVMInsertElement:
  case LLVMExtractElement:
    return is_vector_of_floats(LLVMTypeOf(LLVMGetOperand(instruction, 0)));
  default:
    return false;
  }
}

static bool is_in_vectorised_loop(BridgeAnalysesRef analyses, LLVMBasicBlockRef block) {
  for (BridgeLoopRef loop = bridge_loop_of(analyses, block); loop;
       loop = bridge_loop_parent(loop)) {
    LLVMBasicBlockRef latch = bridge_loop_latch(loop);
    if (latch && loop_was_vectorised(latch))
      return true;
  }
  return false;
}

static bool is_vector(LLVMValueRef value) {
  return LLVMGetTypeKind(LLVMTypeOf(value)) == LLVMVectorTypeKind;
}

/* LLVM's pass puts lanes, and their addresses, right behind what they are of: in no block is there
 * room behind a terminator, such as an invoke. */
static bool uses_terminator(LLVMValueRef instruction) {
  bool vectors = is_vector(instruction), ends = LLVMIsATerminatorInst(instruction) != NULL;
  for (int i = 0; i < LLVMGetNumOperands(instruction); i++) {
    vectors |= is_vector(LLVMGetOperand(instruction, (unsigned)i));
    ends |= LLVMIsATerminatorInst(LLVMGetOperand(instruction, (unsigned)i)) != NULL;
  }
  return vectors && ends;
}

bool prepare_has_straight_vectors(Arena *arena, LLVMValueRef function, bool many_directions) {
  size_t moved = 0, computed = 0, accesses = 0;
  BridgeAnalysesRef analyses = NULL;
  bool possible = true, straight = true;
  FOR_EACH_BLOCK (block, function)
    FOR_EACH_INSTRUCTION (instruction, block) {
      bool accessed = moves_vector(instruction);
      possible &= !uses_terminator(instruction);
      if (!possible || !straight ||
          (!accessed && !moves_lanes(instruction) && !is_vector_of_floats(LLVMTypeOf(instruction))))
        continue;
      if (!analyses)
        analyses = bridge_analyses_create(function);
      straight =
          (!accessed || is_of_number(instruction)) && !is_in_vectorised_loop(analyses, block);
      *(accessed ? &accesses : moves_lanes(instruction) ? &moved : &computed) += 1;
    }
  if (analyses)
    bridge_analyses_dispose(analyses);
  if (possible && prepare_shifts_packed_lanes(arena, function))
    return true;
  return possible && straight && accesses > 0 && moved > 0 &&
         (many_directions || 2 * moved >= computed);
}
