/* Before the plan, the reverse sweep is reduced to what it needs, since all that it asks for is
 * kept: the adjoints' slots are promoted, then what no effect depends on goes. */
#include "emit.h"

/* Where a slot is used, besides the store of zero at the entry of the reverse sweep. */
typedef struct {
  LLVMValueRef initial;    /* that store */
  LLVMBasicBlockRef block; /* the first block with another use */
  LLVMValueRef last;       /* the last use in it */
  bool elsewhere;          /* there are uses in other blocks */
} SlotUses;

static LLVMValueRef accessed_slot(LLVMValueRef instruction) {
  if (LLVMIsALoadInst(instruction))
    return LLVMGetOperand(instruction, 0);
  return LLVMIsAStoreInst(instruction) ? LLVMGetOperand(instruction, 1) : NULL;
}

static bool stores_zero(LLVMValueRef instruction) {
  return LLVMIsAStoreInst(instruction) && LLVMIsAConstant(LLVMGetOperand(instruction, 0)) &&
         LLVMIsNull(LLVMGetOperand(instruction, 0));
}

/* Most slots are used in one block only and left zero at its end. They start from zero there: LLVM
 * promotes what lives in one block in n log n, but scans that block anew for every slot that is
 * live into it. */
static void localise_slots(Sweep *sweep) {
  Map *uses = map_create(sweep->arena);
  for (size_t i = 0; i < sweep->adjoint_slots.count; i++)
    map_set(uses, sweep->adjoint_slots.items[i], ARENA_NEW(sweep->arena, SlotUses));
  FOR_EACH_BLOCK (block, sweep->function)
    FOR_EACH_INSTRUCTION (instruction, block) {
      LLVMValueRef slot = accessed_slot(instruction);
      SlotUses *of = slot ? map_get(uses, slot) : NULL;
      if (!of)
        continue;
      if (block == sweep->reverse_entry && !of->initial && stores_zero(instruction)) {
        of->initial = instruction;
        continue;
      }
      of->elsewhere = of->elsewhere || (of->block && of->block != block);
      of->block = block;
      of->last = instruction;
    }
  LLVMBuilderRef builder =
      LLVMCreateBuilderInContext(LLVMGetModuleContext(LLVMGetGlobalParent(sweep->function)));
  for (size_t i = 0; i < sweep->adjoint_slots.count; i++) {
    const SlotUses *of = map_get(uses, sweep->adjoint_slots.items[i]);
    if (!of->initial || !of->block || of->elsewhere || of->block == sweep->reverse_entry ||
        !stores_zero(of->last))
      continue;
    LLVMValueRef first = LLVMGetFirstInstruction(of->block);
    while (LLVMIsAPHINode(first))
      first = LLVMGetNextInstruction(first);
    LLVMInstructionRemoveFromParent(of->initial);
    LLVMPositionBuilderBefore(builder, first);
    LLVMInsertIntoBuilder(builder, of->initial);
  }
  LLVMDisposeBuilder(builder);
}

void clean_reverse(Sweep *sweep) {
  localise_slots(sweep);
  bridge_promote_allocas(sweep->function, sweep->adjoint_slots.items, sweep->adjoint_slots.count);
  sweep->adjoint_slots.count = 0;
  live_keep(sweep);
}
