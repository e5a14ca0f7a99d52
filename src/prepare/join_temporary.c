/* Temporaries of which the first byte has been taken apart from the rest. libstdc++ inserts an
 * lvalue into a std::vector through one whose first byte its constructor has cleared; what LLVM
 * leaves of it is a byte in a register and an array of one byte less, and the first number that the
 * two hold has no type. Here they are one again.
 *
 * Requires: nothing; what has been inlined and simplified may have parted what they are filled
 * with. Invalidates: nothing. */
#include "prepare.h"

#include <string.h>

/* The array, how it is filled, and how it is copied to places, each beside the byte. */
typedef struct {
  LLVMValueRef rest;
  LLVMValueRef fill, load;
  ValueArray copies, stores; /* memcpy, and of the byte */
  uint64_t size;
} Temporary;

static bool is_memcpy_of(LLVMValueRef call, uint64_t size) {
  static const char name[] = "llvm.memcpy";
  LLVMValueRef callee = LLVMIsACallInst(call) ? LLVMIsAFunction(LLVMGetCalledValue(call)) : NULL;
  if (!callee || LLVMGetIntrinsicID(callee) != LLVMLookupIntrinsicID(name, sizeof name - 1))
    return false;
  LLVMValueRef length = LLVMGetOperand(call, 2), is_volatile = LLVMGetOperand(call, 3);
  return LLVMIsAConstantInt(length) && LLVMConstIntGetZExtValue(length) == size &&
         LLVMIsNull(is_volatile);
}

/* A pointer as a constant number of bytes behind another. */
static LLVMValueRef base_of(LLVMTargetDataRef layout, LLVMValueRef pointer, int64_t *offset) {
  *offset = 0;
  while (LLVMIsAGetElementPtrInst(pointer) && LLVMGetNumOperands(pointer) == 2 &&
         LLVMIsAConstantInt(LLVMGetOperand(pointer, 1))) {
    LLVMTypeRef type = LLVMGetGEPSourceElementType(pointer);
    *offset += LLVMConstIntGetSExtValue(LLVMGetOperand(pointer, 1)) *
               (int64_t)LLVMABISizeOfType(layout, type);
    pointer = LLVMGetOperand(pointer, 0);
  }
  return pointer;
}

static bool is_one_behind(LLVMTargetDataRef layout, LLVMValueRef rest, LLVMValueRef byte) {
  int64_t rest_offset, byte_offset;
  return base_of(layout, rest, &rest_offset) == base_of(layout, byte, &byte_offset) &&
         rest_offset == byte_offset + 1;
}

static bool is_byte_access(LLVMValueRef access) {
  LLVMTypeRef type =
      LLVMIsAStoreInst(access) ? LLVMTypeOf(LLVMGetOperand(access, 0)) : LLVMTypeOf(access);
  return LLVMGetTypeKind(type) == LLVMIntegerTypeKind && LLVMGetIntTypeWidth(type) == 8 &&
         !LLVMGetVolatile(access) && LLVMGetOrdering(access) == LLVMAtomicOrderingNotAtomic;
}

/* The access of the byte in front of `rest`, beside `copy`: nothing is written between the two. */
static LLVMValueRef access_beside(LLVMTargetDataRef layout, LLVMValueRef copy, LLVMValueRef rest,
                                  bool stores) {
  for (int backwards = 0; backwards < 2; backwards++)
    for (LLVMValueRef at = copy;;) {
      at = backwards ? LLVMGetPreviousInstruction(at) : LLVMGetNextInstruction(at);
      if (!at)
        break;
      bool sort = stores ? LLVMIsAStoreInst(at) != NULL : LLVMIsALoadInst(at) != NULL;
      if (sort && is_byte_access(at) &&
          is_one_behind(layout, rest, LLVMGetOperand(at, stores ? 1 : 0)))
        return at;
      if (!call_is_lifetime(at) &&
          (bridge_may_write_memory(at) || (stores && bridge_may_read_memory(at))))
        break;
    }
  return NULL;
}

static bool find_uses(Arena *arena, LLVMValueRef rest, Temporary *found) {
  for (LLVMUseRef use = LLVMGetFirstUse(rest); use; use = LLVMGetNextUse(use)) {
    LLVMValueRef user = LLVMGetUser(use);
    if (call_is_lifetime(user))
      continue;
    if (!is_memcpy_of(user, found->size - 1))
      return false;
    if (LLVMGetOperand(user, 0) != rest)
      ARRAY_PUSH(arena, found->copies, user);
    else if (found->fill || LLVMGetOperand(user, 1) == rest)
      return false;
    else
      found->fill = user;
  }
  return found->fill && found->copies.count;
}

/* The stores of the byte beside the copies: the byte has no other uses. */
static bool find_stores(Arena *arena, LLVMTargetDataRef layout, Temporary *found) {
  Map *seen = map_create(arena);
  for (size_t i = 0; i < found->copies.count; i++) {
    LLVMValueRef copy = found->copies.items[i];
    LLVMValueRef store = access_beside(layout, copy, LLVMGetOperand(copy, 0), true);
    if (!store || LLVMGetOperand(store, 0) != found->load || map_has(seen, store))
      return false;
    map_set(seen, store, copy);
    ARRAY_PUSH(arena, found->stores, store);
  }
  size_t uses = 0;
  for (LLVMUseRef use = LLVMGetFirstUse(found->load); use; use = LLVMGetNextUse(use))
    uses++;
  return uses == found->stores.count;
}

static bool is_temporary(Arena *arena, LLVMTargetDataRef layout, LLVMValueRef rest,
                         Temporary *found) {
  LLVMTypeRef type = LLVMGetAllocatedType(rest);
  *found = (Temporary){.rest = rest, .size = LLVMABISizeOfType(layout, type) + 1};
  if (LLVMGetTypeKind(type) != LLVMArrayTypeKind || found->size % sizeof(void *) != 0 ||
      !LLVMIsAConstantInt(LLVMGetOperand(rest, 0)) ||
      LLVMConstIntGetZExtValue(LLVMGetOperand(rest, 0)) != 1 || !find_uses(arena, rest, found))
    return false;
  found->load = access_beside(layout, found->fill, LLVMGetOperand(found->fill, 1), false);
  return found->load && find_stores(arena, layout, found);
}

/* Which of two instructions of a block comes last? */
static LLVMValueRef last_of(LLVMValueRef a, LLVMValueRef b) {
  for (LLVMValueRef at = a; at; at = LLVMGetNextInstruction(at))
    if (at == b)
      return b;
  return a;
}

/* The byte may be stored behind the end of the array's life, which is then no longer that of the
 * whole. */
static void remove_lifetimes(LLVMValueRef rest) {
  for (LLVMUseRef next, use = LLVMGetFirstUse(rest); use; use = next) {
    LLVMValueRef user = LLVMGetUser(use);
    next = LLVMGetNextUse(use);
    if (call_is_lifetime(user))
      LLVMInstructionEraseFromParent(user);
  }
}

static void join(LLVMBuilderRef builder, const Temporary *temporary) {
  remove_lifetimes(temporary->rest);
  LLVMContextRef context = LLVMGetTypeContext(LLVMTypeOf(temporary->rest));
  LLVMValueRef size =
      LLVMConstInt(LLVMTypeOf(LLVMGetOperand(temporary->fill, 2)), temporary->size, false);
  unsigned align = sizeof(void *);
  LLVMPositionBuilderBefore(builder, temporary->rest);
  LLVMValueRef whole = LLVMBuildAlloca(
      builder, LLVMArrayType2(LLVMInt8TypeInContext(context), temporary->size), "joined");
  LLVMSetAlignment(whole, align);
  LLVMPositionBuilderBefore(builder, last_of(temporary->load, temporary->fill));
  LLVMBuildMemCpy(builder, whole, align, LLVMGetOperand(temporary->load, 0),
                  LLVMGetAlignment(temporary->load), size);
  for (size_t i = 0; i < temporary->copies.count; i++) {
    LLVMValueRef copy = temporary->copies.items[i], store = temporary->stores.items[i];
    LLVMPositionBuilderBefore(builder, last_of(store, copy));
    LLVMBuildMemCpy(builder, LLVMGetOperand(store, 1), LLVMGetAlignment(store), whole, align, size);
    LLVMInstructionEraseFromParent(copy);
    LLVMInstructionEraseFromParent(store);
  }
  LLVMInstructionEraseFromParent(temporary->fill);
  LLVMInstructionEraseFromParent(temporary->load);
  LLVMReplaceAllUsesWith(temporary->rest, whole);
  LLVMInstructionEraseFromParent(temporary->rest);
}

bool prepare_join_temporaries(Arena *arena, LLVMValueRef function) {
  LLVMTargetDataRef layout = LLVMGetModuleDataLayout(LLVMGetGlobalParent(function));
  LLVMBuilderRef builder =
      LLVMCreateBuilderInContext(LLVMGetModuleContext(LLVMGetGlobalParent(function)));
  bool any = false;
  Temporary found;
  LLVMBasicBlockRef entry = LLVMGetEntryBasicBlock(function);
  for (LLVMValueRef next, at = LLVMGetFirstInstruction(entry); at; at = next) {
    next = LLVMGetNextInstruction(at);
    if (!LLVMIsAAllocaInst(at) || !is_temporary(arena, layout, at, &found))
      continue;
    join(builder, &found);
    next = LLVMGetFirstInstruction(entry); /* what came next may be gone */
    any = true;
  }
  LLVMDisposeBuilder(builder);
  return any;
}
