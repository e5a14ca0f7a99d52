/* A dispatcher (dispatch.c) names every function of the call's type, and pointers are of one type
 * whatever they point to: `double (double &&)` and `double (int &&)` are alike. Once such a target
 * is inlined, it may be seen to take a variable of the caller for what it is not. It is no target
 * then: its comparison is taken not to hold, and a call that does go there is one of the others,
 * through the pointer. */
#include "prepare.h"

/* In a derivative, shadows of a variable are of its type, whatever words they hold by turns. */
void prepare_forget_candidates(LLVMValueRef function) {
  FOR_EACH_BLOCK (block, function) {
    LLVMValueRef branch = LLVMGetBasicBlockTerminator(block);
    if (branch && branch_is_candidate(branch))
      branch_forget_candidate(branch);
  }
}

/* The number, pointer or integer at a byte of a type; NULL where there is none, or only bytes, or
 * one of several by turns. */
static LLVMTypeRef scalar_at(LLVMTargetDataRef layout, LLVMTypeRef type, uint64_t offset) {
  for (;;) {
    switch (LLVMGetTypeKind(type)) {
    case LLVMStructTypeKind: {
      if (type_is_union(type) || LLVMCountStructElementTypes(type) == 0 ||
          offset >= LLVMABISizeOfType(layout, type))
        return NULL;
      unsigned member = LLVMElementAtOffset(layout, type, offset);
      offset -= LLVMOffsetOfElement(layout, type, member);
      type = LLVMStructGetTypeAtIndex(type, member);
      break;
    }
    case LLVMArrayTypeKind: {
      type = LLVMGetElementType(type);
      uint64_t size = LLVMABISizeOfType(layout, type);
      if (size == 0)
        return NULL;
      offset %= size;
      break;
    }
    case LLVMIntegerTypeKind:
      return offset == 0 && LLVMGetIntTypeWidth(type) > 8 ? type : NULL;
    default:
      return offset == 0 ? type : NULL;
    }
  }
}

/* The constant distance between a GEP and its base. */
static bool constant_distance(LLVMTargetDataRef layout, LLVMValueRef gep, uint64_t *distance) {
  LLVMTypeRef type = LLVMGetGEPSourceElementType(gep);
  *distance = 0;
  for (unsigned i = 1; i < (unsigned)LLVMGetNumOperands(gep); i++) {
    LLVMValueRef index = LLVMGetOperand(gep, i);
    if (!LLVMIsAConstantInt(index) || LLVMConstIntGetSExtValue(index) < 0)
      return false;
    uint64_t number = LLVMConstIntGetZExtValue(index);
    if (i > 1 && LLVMGetTypeKind(type) == LLVMStructTypeKind) {
      *distance += LLVMOffsetOfElement(layout, type, (unsigned)number);
      type = LLVMStructGetTypeAtIndex(type, (unsigned)number);
      continue;
    }
    if (i > 1)
      type = LLVMGetElementType(type);
    *distance += number * LLVMABISizeOfType(layout, type);
  }
  return true;
}

/* Is an integer used as one, not only moved, or looked at bit by bit? */
static bool is_counted_with(LLVMValueRef integer) {
  for (LLVMUseRef use = LLVMGetFirstUse(integer); use; use = LLVMGetNextUse(use)) {
    LLVMValueRef user = LLVMGetUser(use);
    switch (LLVMIsAInstruction(user) ? LLVMGetInstructionOpcode(user) : LLVMRet) {
    case LLVMSIToFP:
    case LLVMUIToFP:
    case LLVMSExt:
    case LLVMAdd:
    case LLVMMul:
    case LLVMGetElementPtr:
      return true;
    default:
      break;
    }
  }
  return false;
}

/* Does the access take what is declared as `declared` for something else? */
static bool contradicts(LLVMTargetDataRef layout, LLVMTypeRef declared, LLVMValueRef access,
                        LLVMTypeRef accessed) {
  LLVMTypeKind kind = LLVMGetTypeKind(accessed);
  uint64_t size = LLVMStoreSizeOfType(layout, accessed);
  bool number = type_is_float_or_vector(declared);
  bool pointer = LLVMGetTypeKind(declared) == LLVMPointerTypeKind;
  bool same_size = size == LLVMStoreSizeOfType(layout, declared);
  if (!number && !pointer && LLVMGetTypeKind(declared) != LLVMIntegerTypeKind)
    return false;
  switch (kind) {
  case LLVMPointerTypeKind:
    return !pointer && (number || !same_size);
  case LLVMHalfTypeKind:
  case LLVMFloatTypeKind:
  case LLVMDoubleTypeKind:
    return pointer || (number && accessed != declared) || !same_size;
  case LLVMIntegerTypeKind:
    return number && LLVMIsALoadInst(access) && is_counted_with(access);
  default:
    return false;
  }
}

/* The branch to the nearest candidate around an instruction, or NULL. */
static LLVMValueRef candidate_around(BridgeAnalysesRef analyses, LLVMValueRef instruction) {
  LLVMBasicBlockRef block = LLVMGetInstructionParent(instruction);
  for (LLVMBasicBlockRef above; (above = bridge_immediate_dominator(analyses, block));
       block = above) {
    LLVMValueRef branch = LLVMGetBasicBlockTerminator(above);
    if (branch_is_candidate(branch) && LLVMGetSuccessor(branch, 0) == block &&
        block_has_one_predecessor(block))
      return branch;
  }
  return NULL;
}

/* Does the candidate get to the instruction only where a condition of its own holds? What ends in a
 * sentinel without an element reads one behind the sentinel where it is not at the end: a map's
 * header is no node. */
static bool is_conditional(BridgeAnalysesRef analyses, LLVMValueRef candidate,
                           LLVMValueRef instruction) {
  LLVMBasicBlockRef block = LLVMGetInstructionParent(instruction);
  for (LLVMBasicBlockRef above; (above = bridge_immediate_dominator(analyses, block));
       block = above) {
    LLVMValueRef branch = LLVMGetBasicBlockTerminator(above);
    if (branch == candidate)
      return false;
    if (!LLVMIsAInvokeInst(branch) && LLVMGetNumSuccessors(branch) > 1 &&
        block_has_one_predecessor(block))
      return true;
  }
  return false;
}

/* A variable of the candidate itself: the types of both are the same source's. Where a union is
 * passed in a register, the variable is declared as whatever that register is. */
static bool is_own_variable(BridgeAnalysesRef analyses, LLVMValueRef branch,
                            LLVMValueRef variable) {
  LLVMBasicBlockRef found = LLVMGetSuccessor(branch, 0);
  for (LLVMUseRef use = LLVMGetFirstUse(variable); use; use = LLVMGetNextUse(use)) {
    LLVMValueRef user = LLVMGetUser(use);
    if (!bridge_block_dominates(analyses, found, LLVMGetInstructionParent(user)))
      return false;
  }
  return true;
}

typedef struct {
  Arena *arena;
  BridgeAnalysesRef analyses;
  LLVMTargetDataRef layout;
  LLVMValueRef variable; /* an alloca */
  ValueArray misfits;    /* branches to candidates that cannot be meant */
} MisfitSearch;

static void search_uses(MisfitSearch *search, LLVMValueRef pointer, uint64_t offset) {
  for (LLVMUseRef use = LLVMGetFirstUse(pointer); use; use = LLVMGetNextUse(use)) {
    LLVMValueRef user = LLVMGetUser(use);
    uint64_t distance;
    if (LLVMIsAGetElementPtrInst(user) && LLVMGetOperand(user, 0) == pointer) {
      if (constant_distance(search->layout, user, &distance))
        search_uses(search, user, offset + distance);
      continue;
    }
    bool stores = LLVMIsAStoreInst(user) && LLVMGetOperand(user, 1) == pointer;
    if (!stores && !LLVMIsALoadInst(user))
      continue;
    LLVMTypeRef accessed = LLVMTypeOf(stores ? LLVMGetOperand(user, 0) : user);
    LLVMTypeRef type = LLVMGetAllocatedType(search->variable);
    LLVMTypeRef declared = scalar_at(search->layout, type, offset);
    bool outside = offset + LLVMStoreSizeOfType(search->layout, accessed) >
                   LLVMABISizeOfType(search->layout, type);
    if (!outside && (!declared || !contradicts(search->layout, declared, user, accessed)))
      continue;
    LLVMValueRef branch = candidate_around(search->analyses, user);
    if (branch && !is_own_variable(search->analyses, branch, search->variable) &&
        !(outside && is_conditional(search->analyses, branch, user)))
      ARRAY_PUSH(search->arena, search->misfits, branch);
  }
}

/* Does what is called in the end, where it is none of the candidates, stop what is active? Not
 * where LLVM knows that a table has no other functions: then the last one is called unasked. */
static bool ends_unlisted(LLVMBasicBlockRef block) {
  while (block_has_one_predecessor(block) && /* not what a loop comes back to */
         branch_is_candidate(LLVMGetBasicBlockTerminator(block)))
    block = LLVMGetSuccessor(LLVMGetBasicBlockTerminator(block), 1);
  FOR_EACH_INSTRUCTION (instruction, block)
    if ((LLVMIsACallInst(instruction) || LLVMIsAInvokeInst(instruction)) &&
        call_is_unlisted(instruction))
      return true;
  return false;
}

static void stop_before(LLVMValueRef instruction) {
  LLVMModuleRef module =
      LLVMGetGlobalParent(LLVMGetBasicBlockParent(LLVMGetInstructionParent(instruction)));
  LLVMContextRef context = LLVMGetModuleContext(module);
  LLVMTypeRef type = LLVMFunctionType(LLVMVoidTypeInContext(context), NULL, 0, false);
  LLVMValueRef stop = LLVMGetNamedFunction(module, "adcc_unlisted_call");
  if (!stop)
    stop = LLVMAddFunction(module, "adcc_unlisted_call", type);
  build_add_attribute(stop, "noreturn");
  build_add_attribute(stop, "nounwind");
  LLVMBuilderRef builder = LLVMCreateBuilderInContext(context);
  LLVMPositionBuilderBefore(builder, instruction);
  LLVMBuildCall2(builder, type, stop, NULL, 0, "");
  LLVMDisposeBuilder(builder);
}

void prepare_drop_candidate(LLVMValueRef branch) {
  if (ends_unlisted(LLVMGetSuccessor(branch, 1))) {
    LLVMSetCondition(branch, LLVMConstInt(LLVMTypeOf(LLVMGetCondition(branch)), 0, false));
    return;
  }
  LLVMValueRef first = LLVMGetFirstInstruction(LLVMGetSuccessor(branch, 0));
  while (LLVMIsAPHINode(first))
    first = LLVMGetNextInstruction(first);
  stop_before(first); /* what is behind it goes when the function is simplified */
  branch_forget_candidate(branch);
}

bool prepare_drop_misfits(Arena *arena, LLVMValueRef function) {
  bool any = false;
  FOR_EACH_BLOCK (block, function) {
    LLVMValueRef branch = LLVMGetBasicBlockTerminator(block);
    any |= branch && branch_is_candidate(branch);
  }
  if (!any)
    return false;
  MisfitSearch search = {.arena = arena,
                         .analyses = bridge_analyses_create(function),
                         .layout = LLVMGetModuleDataLayout(LLVMGetGlobalParent(function))};
  FOR_EACH_INSTRUCTION (variable, LLVMGetEntryBasicBlock(function)) {
    LLVMValueRef count = LLVMIsAAllocaInst(variable) ? LLVMGetOperand(variable, 0) : NULL;
    if (!count || !LLVMIsAConstantInt(count) || LLVMConstIntGetZExtValue(count) != 1)
      continue;
    search.variable = variable;
    search_uses(&search, variable, 0);
  }
  bridge_analyses_dispose(search.analyses);
  for (size_t i = 0; i < search.misfits.count; i++)
    prepare_drop_candidate(search.misfits.items[i]);
  return search.misfits.count > 0;
}
