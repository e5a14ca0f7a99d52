/* Blocks that are swapped byte by byte in a loop which has been unrolled, or made one on vectors of
 * bytes: pieces that lie one behind the other, swapped one after the other, are two blocks that
 * change places. See swap_blocks.c.
 *
 * Requires: nothing. Invalidates: nothing. */
#include "prepare.h"

/* A piece of one block that changes places with one of another. */
typedef struct {
  LLVMValueRef loads[2], stores[2]; /* in their order */
  SwapPlace first, second;
  uint64_t size;
} Piece;

typedef ARRAY(Piece) PieceArray;

static bool is_moved_piece(LLVMValueRef load) {
  LLVMUseRef use = LLVMIsALoadInst(load) ? LLVMGetFirstUse(load) : NULL;
  return use && !LLVMGetNextUse(use) && !LLVMGetVolatile(load) &&
         LLVMGetOrdering(load) == LLVMAtomicOrderingNotAtomic &&
         LLVMGetTypeKind(type_scalar(LLVMTypeOf(load))) == LLVMIntegerTypeKind;
}

static bool is_plain_store(LLVMValueRef store) {
  return LLVMIsAStoreInst(store) && !LLVMGetVolatile(store) &&
         LLVMGetOrdering(store) == LLVMAtomicOrderingNotAtomic;
}

static LLVMValueRef next_access(LLVMValueRef from) {
  LLVMValueRef next = LLVMGetNextInstruction(from);
  while (next && !bridge_may_write_memory(next) && !bridge_may_read_memory(next))
    next = LLVMGetNextInstruction(next);
  return next;
}

/* Two loads and then two stores of what was loaded, each to where the other came from. */
static bool read_piece(LLVMTargetDataRef layout, LLVMValueRef start, Piece *piece) {
  LLVMValueRef accesses[4] = {start};
  for (unsigned i = 1; i < 4; i++)
    if (!(accesses[i] = accesses[i - 1] ? next_access(accesses[i - 1]) : NULL))
      return false;
  for (unsigned i = 0; i < 2; i++)
    if (!is_moved_piece(accesses[i]) || !is_plain_store(accesses[2 + i]))
      return false;
  LLVMTypeRef type = LLVMTypeOf(accesses[0]);
  LLVMValueRef first = LLVMGetOperand(accesses[0], 0), second = LLVMGetOperand(accesses[1], 0);
  LLVMValueRef to_first = accesses[2], to_second = accesses[3];
  if (LLVMGetOperand(to_first, 1) != first) {
    to_first = accesses[3];
    to_second = accesses[2];
  }
  *piece = (Piece){{accesses[0], accesses[1]},
                   {accesses[2], accesses[3]},
                   prepare_place_of(first),
                   prepare_place_of(second),
                   LLVMStoreSizeOfType(layout, type)};
  return LLVMTypeOf(accesses[1]) == type && LLVMSizeOfTypeInBits(layout, type) == 8 * piece->size &&
         LLVMGetOperand(to_first, 1) == first && LLVMGetOperand(to_first, 0) == accesses[1] &&
         LLVMGetOperand(to_second, 1) == second && LLVMGetOperand(to_second, 0) == accesses[0];
}

static bool has_places(const Piece *piece, SwapPlace first, SwapPlace second) {
  return piece->first.base == first.base && piece->first.offset == first.offset &&
         piece->second.base == second.base && piece->second.offset == second.offset;
}

static SwapPlace behind(SwapPlace place, uint64_t bytes) {
  return (SwapPlace){place.base, place.offset + (int64_t)bytes};
}

/* Does the piece lie right behind the last one, in both blocks, or right ahead of it, the way that
 * the run goes? It may have been loaded the other way around. */
static bool goes_on(PieceArray run, Piece *piece) {
  const Piece *last = &run.items[run.count - 1];
  bool may_rise = run.count == 1 || run.items[0].first.offset < last->first.offset;
  bool may_fall = run.count == 1 || run.items[0].first.offset > last->first.offset;
  for (int turn = 0; turn < 2; turn++) {
    if (may_rise &&
        has_places(piece, behind(last->first, last->size), behind(last->second, last->size)))
      return true;
    if (may_fall &&
        has_places(last, behind(piece->first, piece->size), behind(piece->second, piece->size)))
      return true;
    SwapPlace first = piece->first;
    piece->first = piece->second;
    piece->second = first;
  }
  return false;
}

/* Words as wide as an address are followed as they are. */
static bool is_of_parts(LLVMTargetDataRef layout, const PieceArray *run, uint64_t bytes) {
  if (bytes < 2 || run->count == 0)
    return false;
  for (size_t i = 0; i < run->count; i++)
    if (LLVMGetIntTypeWidth(type_scalar(LLVMTypeOf(run->items[i].loads[0]))) <
        8 * LLVMPointerSize(layout))
      return true;
  return false;
}

static LLVMValueRef build_place(LLVMBuilderRef builder, SwapPlace place) {
  LLVMContextRef context = LLVMGetTypeContext(LLVMTypeOf(place.base));
  LLVMValueRef offset = LLVMConstInt(LLVMInt64TypeInContext(context), (uint64_t)place.offset, true);
  return LLVMBuildGEP2(builder, LLVMInt8TypeInContext(context), place.base, &offset, 1, "");
}

static bool replace_run(LLVMTargetDataRef layout, const PieceArray *run) {
  uint64_t bytes = 0;
  for (size_t i = 0; i < run->count; i++)
    bytes += run->items[i].size;
  if (!is_of_parts(layout, run, bytes) ||
      prepare_blocks_meet(run->items[0].first, run->items[0].second, bytes))
    return false;
  LLVMContextRef context = LLVMGetTypeContext(LLVMTypeOf(run->items[0].loads[0]));
  LLVMBuilderRef builder = LLVMCreateBuilderInContext(context);
  const Piece *head = &run->items[0], *tail = &run->items[run->count - 1];
  bool upwards = head->first.offset <= tail->first.offset;
  LLVMPositionBuilderBefore(builder, head->loads[1]); /* behind both addresses */
  LLVMSetCurrentDebugLocation2(builder, LLVMInstructionGetDebugLoc(head->stores[0]));
  prepare_build_swap(builder, build_place(builder, upwards ? head->first : tail->first),
                     build_place(builder, upwards ? head->second : tail->second),
                     LLVMConstInt(LLVMInt64TypeInContext(context), bytes, false));
  LLVMDisposeBuilder(builder);
  for (size_t i = 0; i < run->count; i++) {
    for (unsigned k = 0; k < 2; k++)
      LLVMInstructionEraseFromParent(run->items[i].stores[k]);
    for (unsigned k = 0; k < 2; k++)
      LLVMInstructionEraseFromParent(run->items[i].loads[k]);
  }
  return true;
}

bool prepare_swap_runs(Arena *arena, LLVMValueRef function) {
  LLVMTargetDataRef layout = LLVMGetModuleDataLayout(LLVMGetGlobalParent(function));
  bool changed = false;
  FOR_EACH_BLOCK (block, function)
    for (LLVMValueRef at = LLVMGetFirstInstruction(block); at;) {
      PieceArray run = {0};
      Piece piece;
      LLVMValueRef next = LLVMGetNextInstruction(at);
      for (LLVMValueRef start = at;
           start && read_piece(layout, start, &piece) && (run.count == 0 || goes_on(run, &piece));
           start = next_access(piece.stores[1])) {
        ARRAY_PUSH(arena, run, piece);
        next = LLVMGetNextInstruction(piece.stores[1]);
      }
      changed |= replace_run(layout, &run);
      at = next;
    }
  return changed;
}
