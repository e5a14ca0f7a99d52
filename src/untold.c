/* Objects with addresses among numbers: memcpy puts them there, and no access declares them. Words
 * that are copied out of such an object, by copies that say nothing of it, make the next one. */
#include "words.h"

bool word_is_copy(LLVMValueRef call) { return LLVMIsAMemCpyInst(call) || LLVMIsAMemMoveInst(call); }

/* Does the store, or copy, put addresses where no access declares them, by themselves or in words
 * from such a place? */
static bool stores_untold(const TypeFacts *types, const bool *untold, LLVMValueRef store) {
  bool told = bridge_tbaa_name(store) != NULL;
  if (word_is_copy(store))
    return !told && untold[types_object_of(types, LLVMGetOperand(store, 1))];
  LLVMValueRef value = LLVMIsAStoreInst(store) ? LLVMGetOperand(store, 0) : NULL;
  LLVMTypeKind kind = value ? LLVMGetTypeKind(LLVMTypeOf(value)) : LLVMVoidTypeKind;
  bool address = kind == LLVMPointerTypeKind && !told && !LLVMIsAConstant(value);
  /* Once LLVM has seen through a copy, what is said of the place is that it is a number. */
  address |= kind == LLVMIntegerTypeKind && LLVMIsAPtrToIntInst(value) && !LLVMGetVolatile(store) &&
             types_declared_double(store);
  bool word = kind == LLVMIntegerTypeKind && LLVMIsALoadInst(value) &&
              untold[types_object_of(types, LLVMGetOperand(value, 0))];
  if (!address && !word)
    return false;
  ByteType there = types_of_all_there(types, LLVMGetOperand(store, 1), 0);
  return there.kind == BYTE_POINTER || word_may_be_several(there);
}

static bool tell_untold(bool *untold, unsigned object) {
  bool grows = object != 0 && !untold[object]; /* 0: not known */
  untold[object] = object != 0;
  return grows;
}

/* What a function gets by its address is the same memory on either side. */
static bool pass_untold(const TypeFacts *types, bool *untold, LLVMValueRef call) {
  LLVMValueRef callee = call_direct_callee(call);
  if (!callee || !LLVMIsAFunction(callee) || LLVMIsDeclaration(callee))
    return false;
  bool grows = false;
  for (unsigned i = 0; i < LLVMCountParams(callee) && i < LLVMGetNumArgOperands(call); i++) {
    LLVMValueRef argument = LLVMGetOperand(call, i), parameter = LLVMGetParam(callee, i);
    if (LLVMGetTypeKind(LLVMTypeOf(argument)) != LLVMPointerTypeKind ||
        LLVMGetTypeKind(LLVMTypeOf(parameter)) != LLVMPointerTypeKind)
      continue;
    unsigned out = types_object_of(types, argument), in = types_object_of(types, parameter);
    grows |= untold[in] && tell_untold(untold, out);
    grows |= untold[out] && tell_untold(untold, in);
  }
  return grows;
}

static bool find_untold_at(const TypeFacts *types, bool *untold, LLVMValueRef instruction) {
  if (stores_untold(types, untold, instruction)) {
    bool stores = LLVMIsAStoreInst(instruction);
    return tell_untold(untold, types_object_of(types, LLVMGetOperand(instruction, stores ? 1 : 0)));
  }
  bool calls = LLVMIsACallInst(instruction) || LLVMIsAInvokeInst(instruction);
  return calls && pass_untold(types, untold, instruction);
}

const bool *words_find_untold(Arena *arena, const TypeFacts *types, const Map *functions) {
  bool *untold = ARENA_ARRAY(arena, bool, types_object_count(types) + 1);
  for (bool grows = true; grows;) {
    grows = false;
    for (size_t i = 0; i < map_count(functions); i++) {
      const void *function;
      map_entry(functions, i, &function);
      FOR_EACH_BLOCK (block, (LLVMValueRef)function)
        FOR_EACH_INSTRUCTION (instruction, block)
          grows |= find_untold_at(types, untold, instruction);
    }
  }
  return untold;
}
