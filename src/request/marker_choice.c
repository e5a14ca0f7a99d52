/* Requests that an optimiser has joined, as those in the two branches of an `if`: their markers
 * have become phis or selects. Each gets a call of its own again, and control flow chooses between
 * them as it did. */
#include "request.h"

#include <string.h>

enum { MAX_MARKERS = 64, MAX_WAYS = 16 };

/* Of a call the arguments that are chosen together: by phis of one block, or one condition. */
typedef struct {
  Arena *arena;
  LLVMValueRef call;
  LLVMValueRef first; /* the phi or select that tells the ways */
  unsigned arguments[MAX_MARKERS], count, ways;
} MarkerGroup;

/* The phi or select of markers that the argument is, or is loaded through. */
static LLVMValueRef choice_of(LLVMValueRef argument) {
  if (LLVMIsALoadInst(argument))
    argument = LLVMGetOperand(argument, 0);
  return LLVMIsAPHINode(argument) || LLVMIsASelectInst(argument) ? argument : NULL;
}

static unsigned ways_of(LLVMValueRef choice) {
  return LLVMIsAPHINode(choice) ? LLVMCountIncoming(choice) : 2;
}

/* What it is on the way from a block that leads to a phi, or where a condition is false or true. */
static LLVMValueRef marker_on_way(const MarkerGroup *group, LLVMValueRef choice, unsigned way) {
  if (LLVMIsASelectInst(choice))
    return LLVMGetOperand(choice, way == 0 ? 2 : 1);
  LLVMBasicBlockRef from = LLVMGetIncomingBlock(group->first, way);
  for (unsigned i = 0; i < LLVMCountIncoming(choice); i++)
    if (LLVMGetIncomingBlock(choice, i) == from)
      return LLVMGetIncomingValue(choice, i);
  return NULL;
}

static bool are_chosen_together(LLVMValueRef a, LLVMValueRef b) {
  if (LLVMIsAPHINode(a) && LLVMIsAPHINode(b))
    return LLVMGetInstructionParent(a) == LLVMGetInstructionParent(b);
  return LLVMIsASelectInst(a) && LLVMIsASelectInst(b) &&
         LLVMGetOperand(a, 0) == LLVMGetOperand(b, 0);
}

/* Is it a marker whichever way it is chosen? */
static bool is_of_markers(const MarkerGroup *group, LLVMValueRef choice) {
  for (unsigned way = 0; way < ways_of(choice); way++) {
    LLVMValueRef marker = LLVMIsASelectInst(choice) ? LLVMGetOperand(choice, way + 1)
                                                    : LLVMGetIncomingValue(choice, way);
    if (choice_of(marker) || !request_marker_name(group->arena, marker))
      return false;
  }
  return true;
}

static bool find_group(MarkerGroup *group) {
  for (unsigned i = 0; i < call_argument_count(group->call); i++) {
    LLVMValueRef choice = choice_of(LLVMGetOperand(group->call, i));
    if (!choice || !is_of_markers(group, choice) ||
        (group->first && !are_chosen_together(group->first, choice)) || group->count == MAX_MARKERS)
      continue;
    if (!group->first) {
      group->first = choice;
      group->ways = ways_of(choice);
    }
    group->arguments[group->count++] = i;
  }
  return group->count > 0 && group->ways <= MAX_WAYS;
}

static bool are_alike(const MarkerGroup *group, unsigned way, unsigned other) {
  for (unsigned i = 0; i < group->count; i++) {
    LLVMValueRef choice = choice_of(LLVMGetOperand(group->call, group->arguments[i]));
    const char *name = request_marker_name(group->arena, marker_on_way(group, choice, way));
    const char *before = request_marker_name(group->arena, marker_on_way(group, choice, other));
    if (strcmp(name, before) != 0)
      return false;
  }
  return true;
}

/* The first way on which the markers are those of this one. */
static unsigned same_as(const MarkerGroup *group, unsigned way) {
  unsigned other = 0;
  while (!are_alike(group, way, other))
    other++;
  return other;
}

/* An integer that says by which way control has come. */
static LLVMValueRef build_way(const MarkerGroup *group, LLVMTypeRef type) {
  LLVMValueRef first = group->first;
  LLVMBuilderRef builder = LLVMCreateBuilderInContext(LLVMGetTypeContext(type));
  LLVMPositionBuilderBefore(builder, first);
  LLVMValueRef way;
  if (LLVMIsASelectInst(first))
    way = LLVMBuildZExt(builder, LLVMGetOperand(first, 0), type, "");
  else {
    way = LLVMBuildPhi(builder, type, "way");
    for (unsigned i = 0; i < group->ways; i++) {
      LLVMValueRef number = LLVMConstInt(type, same_as(group, i), false);
      LLVMBasicBlockRef from = LLVMGetIncomingBlock(first, i);
      LLVMAddIncoming(way, &number, &from, 1);
    }
  }
  LLVMDisposeBuilder(builder);
  return way;
}

/* The marker itself where the copy stands: what was loaded on the way there may not be known. */
static LLVMValueRef renew(LLVMBuilderRef builder, LLVMValueRef marker, LLVMTypeRef type) {
  LLVMValueRef place = LLVMIsALoadInst(marker) ? LLVMGetOperand(marker, 0) : marker;
  bool by_value = LLVMGetTypeKind(type) != LLVMPointerTypeKind;
  return by_value ? LLVMBuildLoad2(builder, type, place, "") : place;
}

static void settle_markers(const CallChoice *choice, LLVMBuilderRef builder, LLVMValueRef copy,
                           size_t key) {
  const MarkerGroup *group = choice->context;
  unsigned way = (unsigned)LLVMConstIntGetZExtValue(choice->keys.items[key]);
  for (unsigned i = 0; i < group->count; i++) {
    LLVMValueRef argument = LLVMGetOperand(copy, group->arguments[i]);
    LLVMValueRef marker = marker_on_way(group, choice_of(argument), way);
    LLVMSetOperand(copy, group->arguments[i], renew(builder, marker, LLVMTypeOf(argument)));
  }
}

static bool split_markers(Arena *arena, LLVMValueRef call) {
  MarkerGroup group = {.arena = arena, .call = call};
  if (!find_group(&group))
    return false;
  LLVMTypeRef type = LLVMInt32TypeInContext(LLVMGetTypeContext(LLVMTypeOf(call)));
  CallChoice choice = {NULL, {0}, settle_markers, &group};
  for (unsigned way = 0; way < group.ways; way++)
    if (same_as(&group, way) == way)
      ARRAY_PUSH(arena, choice.keys, LLVMConstInt(type, way, false));
  choice.value = build_way(&group, type);
  request_split_call(call, &choice);
  return true;
}

void request_split_markers(Arena *arena, LLVMModuleRef module) {
  enum { MOST_GROUPS = 16 };
  for (unsigned round = 0; round < MOST_GROUPS; round++) {
    ValueArray calls = request_find_calls(arena, module);
    bool changed = false;
    for (size_t i = 0; i < calls.count; i++)
      changed |= split_markers(arena, calls.items[i]);
    if (!changed)
      return;
  }
}
