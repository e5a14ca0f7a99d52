/* Blocks that are swapped byte by byte, as sorting functions of any type of items do: what a byte
 * of a number carries is not known, but the whole blocks change places. Three copies through a
 * block apart do the same, and move whatever the blocks hold; LLVM deletes the loop that is left.
 * Where the blocks meet half-way the loop does something else: there the derivative stops. */
#include "prepare.h"

enum { MOST_LOCAL = 4096 };

typedef struct {
  LLVMValueRef first, second; /* the loads */
  LLVMValueRef stores[2];     /* to where the first and the second came from */
} Swap;

static bool is_byte(LLVMTypeRef type) {
  return LLVMGetTypeKind(type) == LLVMIntegerTypeKind && LLVMGetIntTypeWidth(type) == 8;
}

static bool has_one_use(LLVMValueRef value) {
  LLVMUseRef use = LLVMGetFirstUse(value);
  return use && !LLVMGetNextUse(use);
}

/* Does the block load two bytes, store each in the place of the other, and touch no other memory?
 */
static bool swaps_bytes(LLVMBasicBlockRef block, Swap *swap) {
  LLVMValueRef loads[2], stores[2];
  unsigned load_count = 0, store_count = 0;
  FOR_EACH_INSTRUCTION (instruction, block) {
    bool loads_byte = LLVMIsALoadInst(instruction) && is_byte(LLVMTypeOf(instruction)),
         stores_byte =
             LLVMIsAStoreInst(instruction) && is_byte(LLVMTypeOf(LLVMGetOperand(instruction, 0)));
    if ((loads_byte || stores_byte) && LLVMGetVolatile(instruction))
      return false;
    if (loads_byte && load_count < 2 && store_count == 0 && has_one_use(instruction))
      loads[load_count++] = instruction;
    else if (stores_byte && store_count < 2)
      stores[store_count++] = instruction;
    else if (bridge_may_write_memory(instruction) || bridge_may_read_memory(instruction))
      return false;
  }
  if (load_count != 2 || store_count != 2)
    return false;
  bool in_order = LLVMGetOperand(stores[0], 0) == loads[1];
  *swap = (Swap){loads[0], loads[1], {stores[!in_order], stores[in_order]}};
  return LLVMGetOperand(swap->stores[0], 0) == swap->second &&
         LLVMGetOperand(swap->stores[1], 0) == swap->first &&
         LLVMGetOperand(swap->stores[0], 1) == LLVMGetOperand(swap->first, 0) &&
         LLVMGetOperand(swap->stores[1], 1) == LLVMGetOperand(swap->second, 0);
}

/* By how many bytes an iteration moves the address, if that is known. */
static int64_t step_of(BridgeAnalysesRef analyses, LLVMValueRef pointer, BridgeLoopRef loop,
                       LLVMValueRef at) {
  LLVMValueRef low, high, step;
  if (!bridge_expand_steps(analyses, pointer, 1, loop, loop, at, &low, &high, &step) ||
      !LLVMIsAConstantInt(step))
    return 0;
  return LLVMConstIntGetSExtValue(step);
}

/* A block of that size, in which one of the two waits. */
static LLVMValueRef take_room(LLVMBuilderRef builder, LLVMValueRef function, LLVMValueRef bytes,
                              bool *allocated) {
  LLVMContextRef context = LLVMGetTypeContext(LLVMTypeOf(bytes));
  LLVMTypeRef pointer = LLVMPointerTypeInContext(context, 0);
  uint64_t known = LLVMIsAConstantInt(bytes) ? LLVMConstIntGetZExtValue(bytes) : UINT64_MAX;
  *allocated = known > MOST_LOCAL;
  if (!*allocated)
    return build_alloca_in_entry(function, LLVMArrayType2(LLVMInt8TypeInContext(context), known),
                                 "swapped");
  LLVMValueRef room = build_call_by_name(builder, "malloc", pointer, &bytes, 1);
  LLVMValueRef checked[] = {room, LLVMConstInt(LLVMTypeOf(bytes), 1, false), bytes};
  build_call_by_name(builder, "adcc_check_room", LLVMVoidTypeInContext(context), checked, 3);
  return room;
}

void prepare_build_swap(LLVMBuilderRef builder, LLVMValueRef first, LLVMValueRef second,
                        LLVMValueRef bytes) {
  LLVMValueRef function = LLVMGetBasicBlockParent(LLVMGetInsertBlock(builder));
  LLVMTypeRef nothing = LLVMVoidTypeInContext(LLVMGetTypeContext(LLVMTypeOf(bytes)));
  LLVMValueRef blocks[] = {first, second, bytes};
  build_call_by_name(builder, "adcc_check_apart", nothing, blocks, 3);
  bool allocated;
  LLVMValueRef room = take_room(builder, function, bytes, &allocated);
  LLVMBuildMemCpy(builder, room, 1, first, 1, bytes);
  LLVMBuildMemCpy(builder, first, 1, second, 1, bytes);
  LLVMBuildMemCpy(builder, second, 1, room, 1, bytes);
  if (allocated)
    build_call_by_name(builder, "free", nothing, &room, 1);
}

SwapPlace prepare_place_of(LLVMValueRef pointer) {
  SwapPlace place = {pointer, 0};
  LLVMTypeRef byte = LLVMInt8TypeInContext(LLVMGetTypeContext(LLVMTypeOf(pointer)));
  while (LLVMIsAGetElementPtrInst(place.base) && LLVMGetNumOperands(place.base) == 2 &&
         LLVMGetGEPSourceElementType(place.base) == byte &&
         LLVMIsAConstantInt(LLVMGetOperand(place.base, 1))) {
    place.offset += LLVMConstIntGetSExtValue(LLVMGetOperand(place.base, 1));
    place.base = LLVMGetOperand(place.base, 0);
  }
  return place;
}

bool prepare_blocks_meet(SwapPlace first, SwapPlace second, uint64_t bytes) {
  int64_t distance = first.offset - second.offset;
  return first.base == second.base && (uint64_t)(distance < 0 ? -distance : distance) < bytes;
}

static bool rebuild_swap(BridgeAnalysesRef analyses, LLVMValueRef function, BridgeLoopRef loop,
                         const Swap *swap) {
  LLVMBasicBlockRef before = bridge_loop_preheader(loop);
  LLVMValueRef at = LLVMGetBasicBlockTerminator(before);
  LLVMValueRef first = LLVMGetOperand(swap->first, 0), second = LLVMGetOperand(swap->second, 0);
  int64_t step = step_of(analyses, first, loop, at);
  LLVMValueRef low[2], high[2];
  if ((step != 1 && step != -1) || step_of(analyses, second, loop, at) != step ||
      !bridge_expand_range(analyses, first, 1, loop, at, &low[0], &high[0]) ||
      !bridge_expand_range(analyses, second, 1, loop, at, &low[1], &high[1]))
    return false;
  int64_t repeated = bridge_loop_constant_count(analyses, loop);
  if (repeated >= 0 && prepare_blocks_meet(prepare_place_of(low[0]), prepare_place_of(low[1]),
                                           (uint64_t)repeated + 1))
    return false;
  LLVMContextRef context = LLVMGetTypeContext(LLVMTypeOf(function));
  LLVMTypeRef size = LLVMInt64TypeInContext(context);
  LLVMBuilderRef builder = LLVMCreateBuilderInContext(context);
  LLVMPositionBuilderBefore(builder, at);
  LLVMSetCurrentDebugLocation2(builder, LLVMInstructionGetDebugLoc(swap->stores[0]));
  LLVMValueRef bytes = repeated >= 0
                           ? LLVMConstInt(size, (uint64_t)repeated + 1, false)
                           : LLVMBuildSub(builder, LLVMBuildPtrToInt(builder, high[0], size, ""),
                                          LLVMBuildPtrToInt(builder, low[0], size, ""), "");
  prepare_build_swap(builder, low[0], low[1], bytes);
  LLVMDisposeBuilder(builder);
  for (unsigned i = 0; i < 2; i++)
    LLVMInstructionEraseFromParent(swap->stores[i]);
  LLVMInstructionEraseFromParent(swap->first);
  LLVMInstructionEraseFromParent(swap->second);
  return true;
}

bool prepare_swap_blocks(LLVMValueRef function) {
  BridgeAnalysesRef analyses = bridge_analyses_create(function);
  bool changed = false;
  FOR_EACH_BLOCK (block, function) {
    Swap swap;
    BridgeLoopRef loop = bridge_loop_of(analyses, block);
    if (!loop || bridge_loop_header(loop) != block || bridge_loop_latch(loop) != block ||
        !bridge_loop_preheader(loop) || !swaps_bytes(block, &swap) ||
        !rebuild_swap(analyses, function, loop, &swap))
      continue;
    changed = true;
    bridge_analyses_invalidate(analyses);
  }
  bridge_analyses_dispose(analyses);
  return changed;
}
