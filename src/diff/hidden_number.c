/* Numbers in the place of pointers. A union of both is passed and returned by value as a pointer,
 * and what moves as a pointer has no adjoint. Where a call, or a structure that is no memory, moves
 * a number like that, the derivative would lose it: it is an error. (Else such words become
 * integers within a function, which are followed: words.c. In memory, the reverse sweep looks at
 * what it finds: reverse_access.c.) */
#include "diff.h"

#include <string.h>

/* What the source has as a pointer is never undefined, and clang says so; of a union in a register,
 * of which parts may be, it does not. LLVM says what is always used as an address. */
static const char *const of_pointers[] = {"noundef", "nonnull", "dereferenceable"};
enum { POINTER_ATTRIBUTES = sizeof of_pointers / sizeof *of_pointers };

static bool is_pointer_parameter(LLVMValueRef function, unsigned index) {
  for (unsigned i = 0; i < POINTER_ATTRIBUTES; i++) {
    unsigned kind = LLVMGetEnumAttributeKindForName(of_pointers[i], strlen(of_pointers[i]));
    if (LLVMGetEnumAttributeAtIndex(function, index + 1, kind))
      return true;
  }
  return false;
}

static bool is_pointer_argument(LLVMValueRef call, unsigned index) {
  for (unsigned i = 0; i < POINTER_ATTRIBUTES; i++) {
    unsigned kind = LLVMGetEnumAttributeKindForName(of_pointers[i], strlen(of_pointers[i]));
    if (LLVMGetCallSiteEnumAttribute(call, index + 1, kind))
      return true;
  }
  return is_pointer_parameter(call_direct_callee(call), index);
}

static void add_returned(Arena *arena, LLVMValueRef function, ValueArray *work) {
  FOR_EACH_BLOCK (block, function) {
    LLVMValueRef end = LLVMGetBasicBlockTerminator(block);
    if (LLVMIsAReturnInst(end) && LLVMGetNumOperands(end) == 1)
      ARRAY_PUSH(arena, *work, LLVMGetOperand(end, 0));
  }
}

/* Are they all made as addresses? What comes round in a recursion does not count. */
static bool are_addresses(Arena *arena, ValueArray work) {
  Map *seen = map_create(arena);
  for (size_t i = 0; i < work.count; i++) {
    LLVMValueRef value = work.items[i];
    if (map_has(seen, value) || LLVMIsAConstant(value) || LLVMIsAGetElementPtrInst(value) ||
        LLVMIsAAllocaInst(value))
      continue;
    map_set(seen, value, value);
    bool is_call = LLVMIsACallInst(value) || LLVMIsAInvokeInst(value);
    LLVMValueRef callee = is_call ? call_direct_callee(value) : NULL;
    bool moved = LLVMIsAPHINode(value) || LLVMIsASelectInst(value) || LLVMIsAFreezeInst(value);
    for (int k = LLVMIsASelectInst(value) ? 1 : 0; moved && k < LLVMGetNumOperands(value); k++)
      ARRAY_PUSH(arena, work, LLVMGetOperand(value, (unsigned)k));
    if (LLVMIsAArgument(value)) {
      LLVMValueRef function = LLVMGetParamParent(value);
      unsigned index = 0;
      while (LLVMGetParam(function, index) != value)
        index++;
      if (!is_pointer_parameter(function, index))
        return false;
    } else if (callee && !LLVMIsDeclaration(callee)) {
      if (!map_has(seen, callee))
        add_returned(arena, callee, &work);
      map_set(seen, callee, callee);
    } else if (!moved && !callee && !(LLVMIsALoadInst(value) && types_declared_pointer(value)))
      return false;
  }
  return true;
}

static bool returns_addresses(Arena *arena, LLVMValueRef function) {
  ValueArray work = {0};
  add_returned(arena, function, &work);
  return LLVMGetTypeKind(LLVMGetReturnType(LLVMGlobalGetValueType(function))) ==
             LLVMPointerTypeKind &&
         are_addresses(arena, work);
}

static bool passes_bits_on(LLVMValueRef user) {
  switch (LLVMGetInstructionOpcode(user)) {
  case LLVMPtrToInt:
  case LLVMTrunc:
  case LLVMLShr:
  case LLVMPHI:
  case LLVMSelect:
  case LLVMFreeze:
    return true;
  case LLVMExtractValue: /* an integer beside the pointer has an adjoint of its own */
    return type_contains_pointer(LLVMTypeOf(user));
  default:
    return false;
  }
}

static bool becomes_number(LLVMValueRef user) {
  return LLVMIsABitCastInst(user) && type_is_float_or_vector(LLVMTypeOf(user));
}

static bool is_taken_for_number(LLVMValueRef pointer, Map *seen) {
  if (map_has(seen, pointer))
    return false;
  map_set(seen, pointer, pointer);
  for (LLVMUseRef use = LLVMGetFirstUse(pointer); use; use = LLVMGetNextUse(use)) {
    LLVMValueRef user = LLVMGetUser(use);
    if (becomes_number(user) || (passes_bits_on(user) && is_taken_for_number(user, seen)))
      return true;
  }
  return false;
}

bool hidden_is_parameter(const Deriver *deriver, LLVMValueRef function, unsigned index) {
  LLVMValueRef parameter = LLVMGetParam(function, index);
  return type_contains_pointer(LLVMTypeOf(parameter)) && !is_pointer_parameter(function, index) &&
         is_taken_for_number(parameter, map_create(deriver->sweep.arena));
}

bool hidden_is_result(const Deriver *deriver, LLVMValueRef call) {
  return type_contains_pointer(LLVMTypeOf(call)) &&
         !returns_addresses(deriver->sweep.arena, call_direct_callee(call)) &&
         is_taken_for_number(call, map_create(deriver->sweep.arena));
}

/* ---- what nothing else follows ---- */

static bool may_hold_number(const Deriver *deriver, LLVMValueRef access, LLVMValueRef place) {
  ByteType byte = types_of_memory(deriver->sweep.types, place, 0);
  return !types_declared_pointer(access) && (byte.kind == BYTE_FLOAT || byte.kind >= BYTE_MIXED);
}

/* Is what a call passes as a pointer, as far as types say, made of a number, or loaded from where
 * there may be one? Then `from` is the number, or the place. */
static bool may_be_number(const Deriver *deriver, LLVMValueRef pointer, Map *seen,
                          ValueArray *from) {
  if (map_has(seen, pointer))
    return false;
  map_set(seen, pointer, pointer);
  if (LLVMIsALoadInst(pointer)) {
    bool may = may_hold_number(deriver, pointer, LLVMGetOperand(pointer, 0));
    if (may)
      ARRAY_PUSH(deriver->sweep.arena, *from, LLVMGetOperand(pointer, 0));
    return may;
  }
  if (LLVMIsAIntToPtrInst(pointer)) {
    LLVMValueRef bits = LLVMGetOperand(pointer, 0);
    ByteType byte = types_of_value(deriver->sweep.types, bits, 0);
    bool may = byte.kind == BYTE_FLOAT || byte.kind >= BYTE_MIXED;
    if (may) /* of the integer, which may be an address, activity says less */
      ARRAY_PUSH(deriver->sweep.arena, *from,
                 LLVMIsABitCastInst(bits) ? LLVMGetOperand(bits, 0) : bits);
    return may;
  }
  bool moved = LLVMIsAPHINode(pointer) || LLVMIsASelectInst(pointer) || LLVMIsAFreezeInst(pointer);
  bool any = false;
  for (int i = LLVMIsASelectInst(pointer) ? 1 : 0; moved && i < LLVMGetNumOperands(pointer); i++)
    any |= may_be_number(deriver, LLVMGetOperand(pointer, (unsigned)i), seen, from);
  return any;
}

typedef struct {
  const Deriver *deriver;
  Map *seen;
  ValueArray work;
} Flow;

static void add(Flow *flow, LLVMValueRef value) {
  if (map_has(flow->seen, value))
    return;
  map_set(flow->seen, value, value);
  ARRAY_PUSH(flow->deriver->sweep.arena, flow->work, value);
}

static void add_results(Flow *flow, LLVMValueRef function) {
  if (returns_addresses(flow->deriver->sweep.arena, function))
    return;
  for (LLVMUseRef use = LLVMGetFirstUse(function); use; use = LLVMGetNextUse(use)) {
    LLVMValueRef user = LLVMGetUser(use);
    if (call_only_calls(user, function))
      add(flow, user);
  }
}

static void add_parameters(Flow *flow, LLVMValueRef call, LLVMValueRef argument) {
  LLVMValueRef callee = call_direct_callee(call);
  if (!callee || LLVMIsDeclaration(callee))
    return;
  for (unsigned i = 0; i < call_argument_count(call) && i < LLVMCountParams(callee); i++)
    if (LLVMGetOperand(call, i) == argument && !is_pointer_argument(call, i))
      add(flow, LLVMGetParam(callee, i));
}

/* Does a use take the word for a number, or put it where it may be taken for one? */
static bool follow_use(Flow *flow, LLVMValueRef value, LLVMValueRef user) {
  if (becomes_number(user))
    return true;
  if (LLVMIsAStoreInst(user))
    return LLVMGetOperand(user, 0) == value &&
           may_hold_number(flow->deriver, user, LLVMGetOperand(user, 1));
  if (LLVMIsAReturnInst(user))
    add_results(flow, LLVMGetBasicBlockParent(LLVMGetInstructionParent(user)));
  else if (LLVMIsACallInst(user) || LLVMIsAInvokeInst(user))
    add_parameters(flow, user, value);
  else if (LLVMIsAInstruction(user) && (passes_bits_on(user) || LLVMIsAInsertValueInst(user)))
    add(flow, user);
  return false;
}

static bool becomes_number_somewhere(const Deriver *deriver, LLVMValueRef word) {
  Flow flow = {deriver, map_create(deriver->sweep.arena), {0}};
  add(&flow, word);
  for (size_t i = 0; i < flow.work.count; i++)
    for (LLVMUseRef use = LLVMGetFirstUse(flow.work.items[i]); use; use = LLVMGetNextUse(use))
      if (follow_use(&flow, flow.work.items[i], LLVMGetUser(use)))
        return true;
  return false;
}

static void add_numbers(const Deriver *deriver, LLVMValueRef pointer, LLVMValueRef start,
                        ValueArray *numbers) {
  Arena *arena = deriver->sweep.arena;
  ValueArray from = {0};
  if (LLVMGetTypeKind(LLVMTypeOf(pointer)) != LLVMPointerTypeKind ||
      !may_be_number(deriver, pointer, map_create(arena), &from) ||
      !becomes_number_somewhere(deriver, start))
    return;
  for (size_t i = 0; i < from.count; i++)
    ARRAY_PUSH(arena, *numbers, from.items[i]);
}

/* The numbers that an instruction moves as pointers to where they are taken for numbers. */
static ValueArray numbers_moved(const Deriver *deriver, LLVMValueRef instruction) {
  ValueArray numbers = {0};
  bool is_call = LLVMIsACallInst(instruction) || LLVMIsAInvokeInst(instruction);
  LLVMValueRef callee = is_call ? call_direct_callee(instruction) : NULL;
  if (callee && !LLVMIsDeclaration(callee))
    for (unsigned i = 0; i < call_argument_count(instruction) && i < LLVMCountParams(callee); i++)
      if (!is_pointer_argument(instruction, i))
        add_numbers(deriver, LLVMGetOperand(instruction, i), LLVMGetParam(callee, i), &numbers);
  if (LLVMIsAInsertValueInst(instruction))
    add_numbers(deriver, LLVMGetOperand(instruction, 1), instruction, &numbers);
  if (LLVMIsAIntToPtrInst(instruction))
    add_numbers(deriver, instruction, instruction, &numbers);
  return numbers;
}

void hidden_check(Deriver *deriver, const ActivityQuery *query) {
  const Activity *varied = NULL;
  if (deriver->diff->round > 0)
    return; /* a derivative puts numbers where the shadows of pointers were, on purpose */
  FOR_EACH_BLOCK (block, deriver->sweep.primal)
    FOR_EACH_INSTRUCTION (instruction, block) {
      ValueArray numbers = numbers_moved(deriver, instruction);
      if (numbers.count && !varied)
        varied = bits_varied_from(deriver, query);
      bool any = false;
      for (size_t i = 0; i < numbers.count && !any; i++)
        any = LLVMGetTypeKind(LLVMTypeOf(numbers.items[i])) == LLVMPointerTypeKind
                  ? activity_has_shadow(varied, numbers.items[i])
                  : activity_of_value(varied, numbers.items[i]);
      if (any)
        deriver_error(deriver, instruction, DIAG_UNSUPPORTED,
                      LLVMIsACallInst(instruction) || LLVMIsAInvokeInst(instruction)
                          ? HIDDEN_ARGUMENT
                          : "floating point that moves in the place of a pointer" HIDDEN_ADVICE);
    }
}
