#include "followed_block.h"

#include <string.h>

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

static bool begins_life(LLVMValueRef call) {
  return !strcmp(LLVMGetValueName2(call_direct_callee(call), &(size_t){0}), FOLLOWED_BEGIN_OF_LIFE);
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
  if ((row && row->kind == LIBFN_CHECKS_ROOM) || begins_life(call)) {
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

/* ---- which places are null together ---- */

/* For each phi or select among the places: the one value that it is null with, another place or the
 * constant; itself where it is chosen between several. Found by going round until nothing changes:
 * what is not known yet may be anything. */
typedef struct {
  const FollowedBlock *block;
  Map *classes;
} Nullness;

/* NULL: not known yet. */
static LLVMValueRef class_of(const Nullness *nullness, LLVMValueRef place) {
  while (LLVMIsAGetElementPtrInst(place) || LLVMIsAPtrToIntInst(place))
    place = LLVMGetOperand(place, 0);
  if (LLVMIsUndef(place))
    return nullness->block->call;
  if (LLVMIsNull(place)) /* of any type */
    return LLVMConstNull(LLVMTypeOf(nullness->block->call));
  return LLVMIsAPHINode(place) || LLVMIsASelectInst(place) ? map_get(nullness->classes, place)
                                                           : place;
}

static bool choose_class(Nullness *nullness, LLVMValueRef choice) {
  LLVMValueRef before = map_get(nullness->classes, choice), now = NULL;
  for (int k = LLVMIsASelectInst(choice) ? 1 : 0; k < LLVMGetNumOperands(choice); k++) {
    LLVMValueRef one = class_of(nullness, LLVMGetOperand(choice, (unsigned)k));
    if (one && now && one != now)
      now = choice;
    else if (one && !now)
      now = one;
    if (now == choice)
      break;
  }
  if (before == choice || now == before)
    return false;
  map_set(nullness->classes, choice, before ? choice : now);
  return true;
}

static void find_classes(Nullness *nullness) {
  const ValueArray *places[] = {&nullness->block->pointers, &nullness->block->integers};
  for (bool again = true; again;) {
    again = false;
    for (unsigned k = 0; k < 2; k++)
      for (size_t i = 0; i < places[k]->count; i++)
        if (LLVMIsAPHINode(places[k]->items[i]) || LLVMIsASelectInst(places[k]->items[i]))
          again |= choose_class(nullness, places[k]->items[i]);
  }
}

/* Two choices of the same kind, at the same place. */
static bool choose_alike(const Nullness *nullness, LLVMValueRef a, LLVMValueRef b) {
  if (LLVMIsASelectInst(a) && LLVMIsASelectInst(b))
    return LLVMGetOperand(a, 0) == LLVMGetOperand(b, 0) &&
           class_of(nullness, LLVMGetOperand(a, 1)) == class_of(nullness, LLVMGetOperand(b, 1)) &&
           class_of(nullness, LLVMGetOperand(a, 2)) == class_of(nullness, LLVMGetOperand(b, 2));
  if (!LLVMIsAPHINode(a) || !LLVMIsAPHINode(b) ||
      LLVMGetInstructionParent(a) != LLVMGetInstructionParent(b))
    return false;
  for (unsigned i = 0; i < LLVMCountIncoming(a); i++) {
    LLVMValueRef other = phi_incoming_from(b, LLVMGetIncomingBlock(a, i));
    LLVMValueRef one = class_of(nullness, LLVMGetIncomingValue(a, i));
    LLVMValueRef two = class_of(nullness, other);
    if (one != two && !(one == a && two == b))
      return false;
  }
  return true;
}

bool followed_null_together(const FollowedBlock *block, LLVMValueRef a, LLVMValueRef b) {
  Nullness nullness = {block, map_create(block->arena)};
  find_classes(&nullness);
  LLVMValueRef one = class_of(&nullness, a), other = class_of(&nullness, b);
  return one == other || choose_alike(&nullness, one, other);
}
