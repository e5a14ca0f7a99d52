/* In which loops a value varies. A value that is the same in all iterations of a loop, as a load
 * whose address does not depend on it and whose memory nothing in it overwrites, is kept once for
 * all of them. */
#include "plan.h"

enum { MAX_VISITS = 256 };

static bool is_within(const SweepLoop *loop, const SweepLoop *outer) {
  while (loop && loop != outer)
    loop = loop->parent;
  return loop != NULL;
}

static bool may_be_written(const Sweep *sweep, LLVMValueRef load, const SweepLoop *loop) {
  LLVMValueRef primal = map_get(sweep->origin, load);
  if (!primal || !LLVMIsALoadInst(primal) || map_has(sweep->is_shadow, load) ||
      LLVMGetVolatile(load) || LLVMGetOrdering(load) != LLVMAtomicOrderingNotAtomic)
    return true;
  FOR_EACH_BLOCK (block, sweep->primal)
    if (bridge_loop_contains(loop->primal, block))
      FOR_EACH_INSTRUCTION (writer, block)
        if (bridge_may_write_memory(writer) && bridge_may_write(sweep->analyses, writer, primal))
          return true;
  return false;
}

static bool varies(const Sweep *sweep, LLVMValueRef value, const SweepLoop *loop, int *visits) {
  if (!LLVMIsAInstruction(value) || !is_within(sweep_loop_of(sweep, value), loop))
    return false;
  if (++*visits > MAX_VISITS)
    return true;
  LLVMValueRef start, step;
  if (LLVMIsAPHINode(value)) {
    const SweepLoop *own = sweep_loop_of(sweep, value);
    if (own->counter == value)
      return own == loop;
    return own == loop || !remat_is_affine(sweep, value, &start, &step) ||
           varies(sweep, start, loop, visits) || varies(sweep, step, loop, visits);
  }
  if (LLVMIsALoadInst(value))
    return varies(sweep, LLVMGetOperand(value, 0), loop, visits) ||
           may_be_written(sweep, value, loop);
  if (!remat_is_recomputable(sweep, value))
    return true;
  int count = LLVMIsACallInst(value) ? (int)call_argument_count(value) : LLVMGetNumOperands(value);
  for (int i = 0; i < count; i++)
    if (varies(sweep, LLVMGetOperand(value, (unsigned)i), loop, visits))
      return true;
  return false;
}

bool plan_varies(const Sweep *sweep, LLVMValueRef value, const SweepLoop *loop) {
  int visits = 0;
  return !loop->count || varies(sweep, value, loop, &visits);
}
