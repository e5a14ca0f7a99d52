/* workspace.c: variables that keep blocks of memory to work in from one call to the next,
 * `static double *work`. Where nothing but what an allocator of C gave is ever stored there, a
 * block from before the call is known at run time, with its size, and can have a shadow. Requires
 * that the variable is the module's own. */
#include "activity_flow.h"

enum { MOST_STEPS = 16 };

typedef struct {
  const TypeFacts *types;
  const Object *variable; /* the memory of the global */
} Workspace;

static bool is_variable(const Workspace *workspace, LLVMValueRef pointer) {
  Location location;
  return LLVMGetTypeKind(LLVMTypeOf(pointer)) == LLVMPointerTypeKind &&
         types_locate(workspace->types, pointer, &location) &&
         location.object == workspace->variable;
}

static bool allocates_block(LLVMValueRef call) {
  LLVMValueRef callee = call_direct_callee(call);
  const LibraryFunction *row = callee ? library_function(callee) : NULL;
  if (!row || value_has_function_attribute(callee, "adcc_allocation"))
    return false;
  return row->kind == LIBFN_MALLOC || row->kind == LIBFN_CALLOC || row->kind == LIBFN_REALLOC ||
         row->kind == LIBFN_TAPE_REALLOC;
}

static bool is_block(const Workspace *workspace, LLVMValueRef value, unsigned depth);

static bool is_lifetime(LLVMValueRef instruction) {
  LLVMValueRef callee = LLVMIsACallInst(instruction) ? call_direct_callee(instruction) : NULL;
  unsigned id = callee ? LLVMGetIntrinsicID(callee) : 0;
  return id && (id == LLVMLookupIntrinsicID("llvm.lifetime.start", 19) ||
                id == LLVMLookupIntrinsicID("llvm.lifetime.end", 17));
}

/* A variable on the stack, of which every use is a load or a store of a block. */
static bool local_holds_blocks(const Workspace *workspace, LLVMValueRef local, unsigned depth) {
  for (LLVMUseRef use = LLVMGetFirstUse(local); use; use = LLVMGetNextUse(use)) {
    LLVMValueRef user = LLVMGetUser(use);
    bool stores = LLVMIsAStoreInst(user) && LLVMGetOperand(user, 1) == local &&
                  LLVMGetOperand(user, 0) != local;
    if (!LLVMIsALoadInst(user) && !stores && !is_lifetime(user))
      return false;
    if (stores && !is_block(workspace, LLVMGetOperand(user, 0), depth))
      return false;
  }
  return true;
}

/* Is it the start of a block, or null? */
static bool is_block(const Workspace *workspace, LLVMValueRef value, unsigned depth) {
  if (LLVMIsAConstantPointerNull(value))
    return true;
  if (depth == 0 || !LLVMIsAInstruction(value))
    return false;
  switch (LLVMGetInstructionOpcode(value)) {
  case LLVMCall:
    return allocates_block(value);
  case LLVMLoad: {
    LLVMValueRef from = LLVMGetOperand(value, 0);
    return is_variable(workspace, from) ||
           (LLVMIsAAllocaInst(from) && local_holds_blocks(workspace, from, depth - 1));
  }
  case LLVMSelect:
    return is_block(workspace, LLVMGetOperand(value, 1), depth - 1) &&
           is_block(workspace, LLVMGetOperand(value, 2), depth - 1);
  case LLVMPHI:
    for (unsigned i = 0; i < LLVMCountIncoming(value); i++)
      if (!is_block(workspace, LLVMGetIncomingValue(value, i), depth - 1))
        return false;
    return true;
  default:
    return false;
  }
}

/* Can one of the blocks be reached from memory? */
static bool reaches(const Workspace *workspace, Object *memory, const ObjectArray *blocks) {
  ObjectArray seen = {0};
  ARRAY_PUSH(workspace->types->arena, seen, memory);
  for (size_t i = 0; i < seen.count; i++) {
    const Object *object = seen.items[i];
    if (objects_contain(blocks, object))
      return true;
    for (size_t k = 0; k < object->slots.count; k++) {
      Object *target = types_slot_target(workspace->types, object, k);
      if (target && !objects_contain(&seen, target))
        ARRAY_PUSH(workspace->types->arena, seen, target);
    }
  }
  return false;
}

static bool is_marker(LLVMValueRef call) {
  LLVMValueRef callee = call_direct_callee(call);
  return callee && LLVMGetIntrinsicID(callee) && !bridge_may_write_memory(call);
}

/* May the instruction leave in the variable what is no block, or give a block to the user for an
 * argument, which has another shadow? */
static bool may_spoil(const Workspace *workspace, LLVMValueRef instruction,
                      const ObjectArray *blocks) {
  if (LLVMIsAStoreInst(instruction)) {
    LLVMValueRef value = LLVMGetOperand(instruction, 0);
    if (!is_variable(workspace, LLVMGetOperand(instruction, 1)))
      return false;
    return LLVMGetTypeKind(LLVMTypeOf(value)) == LLVMPointerTypeKind
               ? !is_block(workspace, value, MOST_STEPS)
               : type_contains_pointer(LLVMTypeOf(value)) ||
                     LLVMGetTypeKind(LLVMTypeOf(value)) == LLVMVectorTypeKind;
  }
  if (LLVMIsAAtomicRMWInst(instruction) || LLVMIsAAtomicCmpXchgInst(instruction))
    return is_variable(workspace, LLVMGetOperand(instruction, 0));
  if ((!LLVMIsACallInst(instruction) && !LLVMIsAInvokeInst(instruction)) || is_marker(instruction))
    return false;
  LLVMValueRef callee = call_direct_callee(instruction);
  RequestMode mode;
  bool request = callee && request_entry_mode(callee, &mode);
  bool known = callee && !LLVMIsDeclaration(callee) && !request;
  for (unsigned i = 0; i < call_argument_count(instruction); i++) {
    LLVMValueRef argument = LLVMGetOperand(instruction, i);
    Location location;
    if (LLVMGetTypeKind(LLVMTypeOf(argument)) != LLVMPointerTypeKind ||
        !types_locate(workspace->types, argument, &location))
      continue;
    if ((location.object == workspace->variable && !known) ||
        (request && reaches(workspace, location.object, blocks)))
      return true;
  }
  return false;
}

bool types_is_workspace(const TypeFacts *types, LLVMValueRef global) {
  Location location;
  LLVMLinkage linkage = LLVMGetLinkage(global);
  if ((linkage != LLVMInternalLinkage && linkage != LLVMPrivateLinkage) ||
      !types_locate(types, global, &location) || !LLVMGetInitializer(global) ||
      !LLVMIsNull(LLVMGetInitializer(global)))
    return false;
  Workspace workspace = {types, location.object};
  ObjectArray blocks = {0};
  for (size_t i = 0; i < location.object->slots.count; i++) {
    Object *block = types_slot_target(types, location.object, i);
    if (!block)
      continue;
    for (size_t k = 0; k < block->slots.count; k++)
      if (types_slot_target(types, block, k))
        return false; /* where its pointers lead is not known */
    ARRAY_PUSH(types->arena, blocks, block);
  }
  for (LLVMValueRef f = LLVMGetFirstFunction(types->module); f; f = LLVMGetNextFunction(f))
    FOR_EACH_BLOCK (block, f)
      FOR_EACH_INSTRUCTION (instruction, block)
        if (may_spoil(&workspace, instruction, &blocks))
          return false;
  for (LLVMValueRef other = LLVMGetFirstGlobal(types->module); other;
       other = LLVMGetNextGlobal(other))
    if (other != global && types_locate(types, other, &location) &&
        (location.object == workspace.variable || objects_contain(&blocks, location.object)))
      return false;
  return true;
}
