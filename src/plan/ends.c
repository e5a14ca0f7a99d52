/* The union of what several accesses cover, as a choice among their ends. Eight rows of a tile are
 * stored to one behind the other: of these the first and the last tell, which is known before the
 * program runs. */
#include "overlap.h"

LLVMValueRef ends_choose(LLVMBuilderRef b, LLVMIntPredicate order, LLVMValueRef x, LLVMValueRef y) {
  return LLVMBuildSelect(b, LLVMBuildICmp(b, order, x, y, ""), x, y, "");
}

/* Does `other` lie no further out? Of accesses in different blocks one alone may be executed, and
 * the place of the other be none. */
static bool is_within(const Sweep *sweep, const End *other, const End *end, bool high) {
  if (other->of_access != end->of_access || !other->primal || !end->primal)
    return false;
  return high ? bridge_is_at_or_behind(sweep->analyses, end->primal, other->primal)
              : bridge_is_at_or_behind(sweep->analyses, other->primal, end->primal);
}

static void add(Ends *ends, const Sweep *sweep, End end, bool high) {
  enum { MOST_COMPARED = 8 }; /* the last ones */
  End *known = high ? ends->high.items : ends->low.items;
  size_t count = high ? ends->high.count : ends->low.count;
  for (size_t i = count > MOST_COMPARED ? count - MOST_COMPARED : 0; i < count; i++) {
    if (known[i].value == end.value) {
      if (known[i].of_access != end.of_access)
        known[i].primal = NULL; /* it stays: both may need it */
      return;
    }
    if (is_within(sweep, &end, &known[i], high))
      return;
    if (is_within(sweep, &known[i], &end, high)) {
      known[i] = end;
      return;
    }
  }
  if (high)
    ARRAY_PUSH(sweep->arena, ends->high, end);
  else
    ARRAY_PUSH(sweep->arena, ends->low, end);
}

void ends_add(Ends *ends, const Sweep *sweep, LLVMValueRef access, const Range *range) {
  LLVMBasicBlockRef block = LLVMGetInstructionParent(access);
  add(ends, sweep, (End){range->low, range->primal_low, block}, false);
  add(ends, sweep, (End){range->high, range->primal_high, block}, true);
}

LLVMValueRef ends_lowest(const Ends *ends, LLVMBuilderRef b) {
  LLVMValueRef lowest = NULL;
  for (size_t i = 0; i < ends->low.count; i++) {
    LLVMValueRef low = ends->low.items[i].value;
    lowest = lowest ? ends_choose(b, LLVMIntULT, lowest, low) : low;
  }
  return lowest;
}

LLVMValueRef ends_highest(const Ends *ends, LLVMBuilderRef b) {
  LLVMValueRef highest = NULL;
  for (size_t i = 0; i < ends->high.count; i++) {
    LLVMValueRef high = ends->high.items[i].value;
    highest = highest ? ends_choose(b, LLVMIntUGT, highest, high) : high;
  }
  return highest;
}
