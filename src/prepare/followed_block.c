#include "followed_block.h"

enum { MOST_PLACES = 256 };

static void add_place(FollowedBlock *block, LLVMValueRef place) {
  if (map_has(block->places, place))
    return;
  map_set(block->places, place, place);
  if (LLVMGetTypeKind(LLVMTypeOf(place)) == LLVMPointerTypeKind)
    ARRAY_PUSH(block->arena, block->pointers, place);
  else
    ARRAY_PUSH(block->arena, block->integers, place);
}

const LibraryFunction *followed_row(LLVMValueRef call) {
  LLVMValueRef callee = LLVMIsACallInst(call) ? call_direct_callee(call) : NULL;
  return callee && LLVMIsDeclaration(callee) ? library_function(callee) : NULL;
}

static bool follow_call(FollowedBlock *block, LLVMValueRef pointer, LLVMValueRef call) {
  const LibraryFunction *row = followed_row(call);
  if (!call_direct_callee(call))
    return false;
  if (row && row->kind == LIBFN_FREE && LLVMGetOperand(call, row->freed_argument) == pointer &&
      !LLVMGetFirstUse(call)) {
    ARRAY_PUSH(block->arena, block->releases, call);
    return true;
  }
  if (row && row->kind == LIBFN_CHECKS_ROOM) {
    ARRAY_PUSH(block->arena, block->checks, call);
    return true;
  }
  ARRAY_PUSH(block->arena, block->accesses, call);
  return bridge_is_block_write(call);
}

/* Would the choice hand a pointer from one iteration of a loop around the call to the next? */
static bool is_handed_on(const FollowedBlock *block, LLVMValueRef phi) {
  if (block->irreducible)
    return !bridge_dominates(block->analyses, block->call, phi);
  LLVMBasicBlockRef made = LLVMGetInstructionParent(block->call),
                    chosen = LLVMGetInstructionParent(phi);
  BridgeLoopRef loop = bridge_loop_of(block->analyses, chosen);
  return loop && bridge_loop_header(loop) == chosen && bridge_loop_contains(loop, made);
}

/* False if a pointer may be kept. */
static bool follow_pointer(FollowedBlock *block, LLVMValueRef pointer, LLVMValueRef user) {
  switch (LLVMGetInstructionOpcode(user)) {
  case LLVMLoad:
    ARRAY_PUSH(block->arena, block->accesses, user);
    return !LLVMGetVolatile(user);
  case LLVMStore:
    ARRAY_PUSH(block->arena, block->accesses, user);
    return LLVMGetOperand(user, 0) != pointer && !LLVMGetVolatile(user);
  case LLVMICmp:
    ARRAY_PUSH(block->arena, block->comparisons, user);
    return true;
  case LLVMCall:
    return follow_call(block, pointer, user);
  case LLVMPtrToInt:
    add_place(block, user);
    return LLVMTypeOf(user) == LLVMInt64TypeInContext(LLVMGetTypeContext(LLVMTypeOf(user)));
  case LLVMGetElementPtr:
  case LLVMSelect:
    add_place(block, user);
    return LLVMGetTypeKind(LLVMTypeOf(user)) == LLVMPointerTypeKind;
  case LLVMPHI:
    add_place(block, user);
    return !is_handed_on(block, user);
  default:
    return false;
  }
}

/* Only distances and comparisons may be made of it. */
static bool follow_integer(FollowedBlock *block, LLVMValueRef integer, LLVMValueRef user) {
  switch (LLVMGetInstructionOpcode(user)) {
  case LLVMICmp:
    ARRAY_PUSH(block->arena, block->comparisons, user);
    return true;
  case LLVMPHI:
    add_place(block, user);
    return !is_handed_on(block, user);
  case LLVMSub:
    ARRAY_PUSH(block->arena, block->measured,
               LLVMGetOperand(user, LLVMGetOperand(user, 0) == integer ? 1 : 0));
    return true;
  default:
    return false;
  }
}

typedef bool Follow(FollowedBlock *, LLVMValueRef place, LLVMValueRef user);

static bool follow_all(FollowedBlock *block, const ValueArray *places, Follow *follow) {
  for (size_t i = 0; i < places->count; i++) { /* there are more and more of them */
    LLVMValueRef place = places->items[i];
    for (LLVMUseRef use = LLVMGetFirstUse(place); use; use = LLVMGetNextUse(use))
      if (!LLVMIsAInstruction(LLVMGetUser(use)) || !follow(block, place, LLVMGetUser(use)))
        return false;
    if (places->count > MOST_PLACES)
      return false;
  }
  return true;
}

/* Is what is chosen among several always a place in the block, or none at all? */
static bool are_only_of_block(const FollowedBlock *block, const ValueArray *places) {
  for (size_t i = 0; i < places->count; i++) {
    LLVMValueRef choice = places->items[i];
    bool phi = LLVMIsAPHINode(choice), select = LLVMIsASelectInst(choice);
    for (int k = select ? 1 : 0; (phi || select) && k < LLVMGetNumOperands(choice); k++) {
      LLVMValueRef place = LLVMGetOperand(choice, (unsigned)k);
      if (!map_has(block->places, place) && !LLVMIsNull(place) && !LLVMIsUndef(place))
        return false;
    }
  }
  return true;
}

bool followed_block(FollowedBlock *block) {
  block->places = map_create(block->arena);
  block->irreducible = bridge_is_irreducible(block->analyses);
  add_place(block, block->call);
  if (!follow_all(block, &block->pointers, follow_pointer) ||
      !follow_all(block, &block->integers, follow_integer) ||
      !are_only_of_block(block, &block->pointers) || !are_only_of_block(block, &block->integers))
    return false;
  for (size_t i = 0; i < block->measured.count; i++)
    if (!map_has(block->places, block->measured.items[i]))
      return false;
  return true;
}
