/* type_rooted.c: does anything lead to an object but integers that the program has moved? Where the
 * facts lose sight of an address on its way through integers, what is found at its end seems to lie
 * in memory of its own, to which nothing active goes. */
#include "type_apart.h"

typedef struct {
  const TypeFacts *facts;
  const Map *entered; /* of the functions, those that code which is not seen may call */
  bool *rooted;       /* by objects */
  bool *foreign;      /* other code may have put addresses there; or they come out of such memory */
  bool changed;
} Roots;

static void mark_root(Roots *roots, bool *objects, LLVMValueRef value) {
  Location target;
  if (types_value_target(roots->facts, value, 0, &target) && !objects[target.object->id])
    roots->changed = objects[target.object->id] = true;
}

static bool is_marked(const Roots *roots, const bool *objects, LLVMValueRef pointer) {
  Location target;
  return !types_value_target(roots->facts, pointer, 0, &target) || objects[target.object->id];
}

static bool is_seen(const Roots *roots, LLVMValueRef call) {
  LLVMValueRef callee =
      LLVMIsACallInst(call) || LLVMIsAInvokeInst(call) ? call_direct_callee(call) : NULL;
  return callee && map_has(roots->facts->seen_functions, callee);
}

/* The larger of two integers, the bytes of one in another order. */
static bool is_computed(LLVMValueRef value) {
  LLVMValueRef callee = LLVMIsACallInst(value) ? call_direct_callee(value) : NULL;
  return callee && LLVMGetIntrinsicID(callee) != 0 &&
         LLVMGetTypeKind(type_scalar(LLVMTypeOf(value))) == LLVMIntegerTypeKind;
}

/* What comes of its operands, or of what a function that is looked at returns. */
static bool is_derived(const Roots *roots, LLVMValueRef value) {
  return is_computed(value) || LLVMIsAGetElementPtrInst(value) || LLVMIsAPHINode(value) ||
         LLVMIsASelectInst(value) || LLVMIsACastInst(value) || LLVMIsAFreezeInst(value) ||
         LLVMIsABinaryOperator(value) || is_seen(roots, value);
}

static bool is_pointer(LLVMValueRef value) {
  return LLVMGetTypeKind(LLVMTypeOf(value)) == LLVMPointerTypeKind;
}

/* What is passed to code that is not seen, but for what only moves, makes or releases memory. */
static void read_call(Roots *roots, LLVMValueRef call) {
  if (types_is_memory_copy(roots->facts, call)) {
    if (is_marked(roots, roots->foreign, LLVMGetOperand(call, 1)))
      mark_root(roots, roots->foreign, LLVMGetOperand(call, 0));
    return;
  }
  LLVMValueRef callee = call_direct_callee(call);
  if (is_seen(roots, call) || (callee && LLVMGetIntrinsicID(callee) != 0) ||
      apart_makes_block(call))
    return;
  for (unsigned i = 0; i < call_argument_count(call); i++)
    if (is_pointer(LLVMGetOperand(call, i)))
      mark_root(roots, roots->foreign, LLVMGetOperand(call, i));
}

static void read_instruction(Roots *roots, LLVMValueRef instruction) {
  for (int i = 0; i < LLVMGetNumOperands(instruction); i++) {
    LLVMValueRef operand = LLVMGetOperand(instruction, (unsigned)i);
    if (LLVMIsAConstant(operand) && !LLVMIsAConstantInt(operand)) {
      mark_root(roots, roots->rooted, operand);
      if (is_pointer(operand))
        mark_root(roots, roots->foreign, operand);
    }
  }
  if (LLVMIsACallInst(instruction) || LLVMIsAInvokeInst(instruction))
    read_call(roots, instruction);
  if (is_derived(roots, instruction))
    return;
  if (!LLVMIsALoadInst(instruction)) {
    mark_root(roots, roots->rooted, instruction);
    return;
  }
  LLVMValueRef from = LLVMGetOperand(instruction, 0);
  bool foreign = is_marked(roots, roots->foreign, from);
  if (foreign || (is_pointer(instruction) && is_marked(roots, roots->rooted, from)))
    mark_root(roots, roots->rooted, instruction);
  if (foreign)
    mark_root(roots, roots->foreign, instruction);
}

static void read_function(Roots *roots, LLVMValueRef function) {
  for (unsigned i = 0; map_has(roots->entered, function) && i < LLVMCountParams(function); i++) {
    mark_root(roots, roots->rooted, LLVMGetParam(function, i));
    mark_root(roots, roots->foreign, LLVMGetParam(function, i));
  }
  FOR_EACH_BLOCK (block, function)
    FOR_EACH_INSTRUCTION (instruction, block)
      read_instruction(roots, instruction);
}

static const bool *rooted_objects(const TypeFacts *facts) {
  TypeFacts *owner = (TypeFacts *)facts; /* a cache: no answer changes by it */
  if (facts->rooted)
    return facts->rooted;
  Roots roots = {.facts = facts, .entered = apart_find_entered(facts)};
  owner->rooted = roots.rooted = ARENA_ARRAY(facts->arena, bool, facts->object_count);
  roots.foreign = ARENA_ARRAY(facts->arena, bool, facts->object_count);
  for (roots.changed = true; roots.changed;) {
    roots.changed = false;
    for (size_t i = 0; i < map_count(facts->seen_functions); i++) {
      const void *function;
      map_entry(facts->seen_functions, i, &function);
      read_function(&roots, (LLVMValueRef)function);
    }
  }
  return facts->rooted;
}

static bool holds_number(const Object *object) {
  for (size_t i = 0; i < object->slots.count; i++)
    if (cell_find(object->slots.items[i].cell)->evidence & EVIDENCE_FLOAT)
      return true;
  return false;
}

bool types_is_lost(const TypeFacts *facts, LLVMValueRef pointer) {
  Location target;
  return facts->seen_functions && types_value_target(facts, pointer, 0, &target) &&
         holds_number(target.object) && !rooted_objects(facts)[target.object->id];
}
