/* The union of what several accesses cover, as a choice among their ends. Eight rows of a tile are
 * stored to one behind the other: of these the first and the last tell, which is known before the
 * program runs. */
#include "overlap.h"

LLVMValueRef ends_choose(LLVMBuilderRef b, LLVMIntPredicate order, LLVMValueRef x, LLVMValueRef y) {
  return LLVMBuildSelect(b, LLVMBuildICmp(b, order, x, y, ""), x, y, "");
}

/* Does `other` lie no further out? Of accesses in different blocks one alone may be executed, and
 * the place of the other be none. */
static bool is_within(const Sweep *sweep, const End *other, const End *end, EndSide side) {
  if (other->of_access != end->of_access || !other->primal || !end->primal)
    return false;
  return side == HIGHEST ? bridge_is_at_or_behind(sweep->analyses, end->primal, other->primal)
                         : bridge_is_at_or_behind(sweep->analyses, other->primal, end->primal);
}

static void add(Ends *ends, const Sweep *sweep, End end, EndSide side) {
  enum { MOST_COMPARED = 8 }; /* the last ones */
  size_t count = ends->sides[side].count;
  for (size_t i = count > MOST_COMPARED ? count - MOST_COMPARED : 0; i < count; i++) {
    End *known = &ends->sides[side].items[i];
    if (known->value == end.value) {
      if (known->of_access != end.of_access)
        known->primal = NULL; /* it stays: both may need it */
      return;
    }
    if (is_within(sweep, &end, known, side))
      return;
    if (is_within(sweep, known, &end, side)) {
      *known = end;
      return;
    }
  }
  ARRAY_PUSH(sweep->arena, ends->sides[side], end);
}

void ends_add(Ends *ends, const Sweep *sweep, LLVMValueRef access, const Range *range) {
  LLVMBasicBlockRef block = LLVMGetInstructionParent(access);
  add(ends, sweep, (End){range->low, range->primal_low, block}, LOWEST);
  add(ends, sweep, (End){range->high, range->primal_high, block}, HIGHEST);
}

LLVMValueRef ends_choice(const Ends *ends, LLVMBuilderRef b, EndSide side) {
  LLVMIntPredicate order = side == HIGHEST ? LLVMIntUGT : LLVMIntULT;
  LLVMValueRef choice = NULL;
  for (size_t i = 0; i < ends->sides[side].count; i++) {
    LLVMValueRef end = ends->sides[side].items[i].value;
    choice = choice ? ends_choose(b, order, choice, end) : end;
  }
  return choice;
}
