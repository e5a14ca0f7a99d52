/* Sums that a loop builds up in memory, as an elimination does in the matrix: c[i] -= a[k] * b[k],
 * where a, b and c are rows and columns of one array. LLVM leaves the element in memory, for alias
 * analysis cannot tell the rows apart; ScalarEvolution often can. Kept in a register through the
 * loop it is stored once, so that its adjoint is loaded once and nothing is kept for each step. */
#include "ir.h"

#include <string.h>

typedef struct {
  BridgeLoopRef loop;
  LLVMValueRef pointer;
  LLVMValueRef store;  /* runs in every iteration */
  ValueArray accesses; /* of the element, in the loop */
  LLVMBasicBlockRef exit;
} Element;

typedef ARRAY(Element) ElementArray;

/* Does nothing else in the loop touch the element? */
static bool is_alone(BridgeAnalysesRef analyses, const Element *element, LLVMValueRef other) {
  LLVMValueRef store = element->store;
  if (!bridge_may_read_memory(other) && !bridge_may_write_memory(other))
    return true;
  if (!access_is_plain(other))
    return false;
  bool meets = LLVMIsAStoreInst(other) ? bridge_may_write(analyses, other, store)
                                       : bridge_may_write(analyses, store, other);
  return !meets ||
         bridge_ranges_are_apart(analyses, access_pointer(store), access_bytes(store),
                                 access_pointer(other), access_bytes(other), element->loop);
}

static bool collect_accesses(Arena *arena, BridgeAnalysesRef analyses, Element *element) {
  LLVMTypeRef type = access_type(element->store);
  FOR_EACH_BLOCK (block, LLVMGetBasicBlockParent(bridge_loop_header(element->loop))) {
    if (!bridge_loop_contains(element->loop, block))
      continue;
    FOR_EACH_INSTRUCTION (instruction, block) {
      if (access_is_plain(instruction) && access_pointer(instruction) == element->pointer) {
        if (access_type(instruction) != type)
          return false;
        ARRAY_PUSH(arena, element->accesses, instruction);
      } else if (!is_alone(analyses, element, instruction))
        return false;
    }
  }
  return true;
}

static bool is_innermost(BridgeAnalysesRef analyses, BridgeLoopRef loop) {
  FOR_EACH_BLOCK (block, LLVMGetBasicBlockParent(bridge_loop_header(loop)))
    if (bridge_loop_contains(loop, block) && bridge_loop_of(analyses, block) != loop)
      return false;
  return true;
}

/* The stores to one place that an innermost loop runs in each iteration. */
static void find_in_loop(Arena *arena, BridgeAnalysesRef analyses, BridgeLoopRef loop,
                         ElementArray *found) {
  LLVMBasicBlockRef latch = bridge_loop_latch(loop), exiting, exit;
  if (!bridge_loop_is_simplified(loop) || !latch ||
      bridge_loop_exiting_blocks(loop, &exiting, 1) != 1 || exiting != latch ||
      bridge_loop_exit_blocks(loop, &exit, 1) != 1 || !is_innermost(analyses, loop))
    return;
  FOR_EACH_BLOCK (block, LLVMGetBasicBlockParent(latch)) {
    if (!bridge_loop_contains(loop, block))
      continue;
    FOR_EACH_INSTRUCTION (store, block) {
      if (!LLVMIsAStoreInst(store) || !access_is_plain(store) ||
          !type_contains_float(access_type(store)) ||
          !bridge_block_dominates(analyses, block, latch))
        continue;
      LLVMValueRef pointer = access_pointer(store);
      if (LLVMIsAInstruction(pointer) &&
          bridge_loop_contains(loop, LLVMGetInstructionParent(pointer)))
        continue;
      bool known = false;
      for (size_t i = 0; i < found->count; i++)
        known |= found->items[i].loop == loop && found->items[i].pointer == pointer;
      Element element = {.loop = loop, .pointer = pointer, .store = store, .exit = exit};
      if (!known && collect_accesses(arena, analyses, &element))
        ARRAY_PUSH(arena, *found, element);
    }
  }
}

static void copy_metadata(LLVMValueRef from, LLVMValueRef to) {
  static const char *const kinds[] = {"tbaa", "alias.scope", "noalias"};
  LLVMContextRef context = LLVMGetTypeContext(LLVMTypeOf(access_pointer(from)));
  for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++) {
    unsigned kind = LLVMGetMDKindIDInContext(context, kinds[i], (unsigned)strlen(kinds[i]));
    LLVMValueRef data = LLVMGetMetadata(from, kind);
    if (data)
      LLVMSetMetadata(to, kind, data);
  }
  LLVMSetAlignment(to, LLVMGetAlignment(from));
  LLVMInstructionSetDebugLoc(to, LLVMInstructionGetDebugLoc(from));
}

/* The element's own slot takes its place in the loop; LLVM makes that a register. */
static void keep_in_slot(LLVMBuilderRef builder, const Element *element) {
  LLVMTypeRef type = access_type(element->store);
  LLVMBasicBlockRef preheader = bridge_loop_preheader(element->loop);
  LLVMValueRef slot = build_alloca_in_entry(LLVMGetBasicBlockParent(preheader), type, "element");
  LLVMPositionBuilderBefore(builder, LLVMGetBasicBlockTerminator(preheader));
  LLVMValueRef before = LLVMBuildLoad2(builder, type, element->pointer, "");
  copy_metadata(element->store, before);
  LLVMBuildStore(builder, before, slot);
  LLVMValueRef at = LLVMGetFirstInstruction(element->exit);
  while (LLVMIsAPHINode(at))
    at = LLVMGetNextInstruction(at);
  LLVMPositionBuilderBefore(builder, at);
  LLVMValueRef after = LLVMBuildLoad2(builder, type, slot, "");
  copy_metadata(element->store, LLVMBuildStore(builder, after, element->pointer));
  for (size_t i = 0; i < element->accesses.count; i++) {
    LLVMValueRef access = element->accesses.items[i];
    LLVMPositionBuilderBefore(builder, access);
    if (LLVMIsAStoreInst(access))
      LLVMBuildStore(builder, LLVMGetOperand(access, 0), slot);
    else
      LLVMReplaceAllUsesWith(access, LLVMBuildLoad2(builder, type, slot, ""));
    LLVMInstructionEraseFromParent(access);
  }
}

bool accumulate_in_registers(Arena *arena, LLVMValueRef function) {
  BridgeAnalysesRef analyses = bridge_analyses_create(function);
  ElementArray found = {0};
  FOR_EACH_BLOCK (block, function) {
    BridgeLoopRef loop = bridge_loop_of(analyses, block);
    if (loop && bridge_loop_header(loop) == block)
      find_in_loop(arena, analyses, loop, &found);
  }
  LLVMBuilderRef builder = LLVMCreateBuilderInContext(LLVMGetTypeContext(LLVMTypeOf(function)));
  for (size_t i = 0; i < found.count; i++)
    keep_in_slot(builder, &found.items[i]);
  LLVMDisposeBuilder(builder);
  bridge_analyses_dispose(analyses);
  return found.count > 0;
}
