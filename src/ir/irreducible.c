/* Loops that are entered in more than one place, as gotos and state machines make them, get one
 * entry: whatever leads to one of the old ones, from outside or within, says in a variable to
 * which, and goes to a block that looks.
 *
 *   ... goto first;   ... goto second;        ... to = 0; goto enter;   ... to = 1; goto enter;
 *                                             enter: switch (to) { first: ...; second: ... }
 *
 * A loop that is left in one place is entered ahead of what goes on from there: that is where an
 * iteration ends, and all that follows another within it may stay as it is. So it is in the reverse
 * sweep of a loop that exceptions leave in many places.
 *
 * What is chosen where such ways end goes with them. Values that there are ways around now wait in
 * memory in the meantime, so that nothing has to be said of them. (LLVM 22's own pass for this,
 * fix-irreducible, makes other programs of loops of three entries.) */
#include "ir.h"

/* Blocks of a function, and the control flow between them. */
typedef struct {
  Arena *arena;
  BlockArray blocks;
  Map *numbers; /* block -> its number and 1 */
} Graph;

/* Tarjan's search for the strongly connected parts of a graph. */
typedef struct {
  const Graph *graph;
  size_t *order;  /* when a block was come to, from 1; 0: not yet */
  size_t *low;    /* the earliest block on the stack that it leads to */
  unsigned *next; /* successor to look at */
  bool *waits;    /* on the stack */
  size_t *stack, *path;
  size_t waiting, depth, found;
} Search;

static Graph graph_create(Arena *arena) {
  return (Graph){.arena = arena, .numbers = map_create(arena)};
}

static void graph_add(Graph *graph, LLVMBasicBlockRef block) {
  ARRAY_PUSH(graph->arena, graph->blocks, block);
  map_set(graph->numbers, block, (void *)graph->blocks.count);
}

static void visit(Search *search, size_t block) {
  search->order[block] = search->low[block] = ++search->found;
  search->next[block] = 0;
  search->waits[block] = true;
  search->stack[search->waiting++] = block;
  search->path[search->depth++] = block;
}

static size_t lesser(size_t a, size_t b) { return a < b ? a : b; }

/* Goes on with the search until the next part is complete, which lies on the stack from `*first`
 * on; false at the end. */
static bool next_part(Search *search, size_t *first) {
  while (search->depth) {
    size_t at = search->path[search->depth - 1];
    LLVMValueRef end = LLVMGetBasicBlockTerminator(search->graph->blocks.items[at]);
    if (search->next[at] < LLVMGetNumSuccessors(end)) {
      LLVMBasicBlockRef successor = LLVMGetSuccessor(end, search->next[at]++);
      if (!map_has(search->graph->numbers, successor))
        continue;
      size_t to = (size_t)map_get(search->graph->numbers, successor) - 1;
      if (!search->order[to])
        visit(search, to);
      else if (search->waits[to])
        search->low[at] = lesser(search->low[at], search->order[to]);
      continue;
    }
    search->depth--;
    if (search->depth) {
      size_t before = search->path[search->depth - 1];
      search->low[before] = lesser(search->low[before], search->low[at]);
    }
    if (search->low[at] != search->order[at])
      continue;
    *first = search->waiting;
    while (search->stack[*first - 1] != at)
      --*first;
    --*first;
    return true;
  }
  return false;
}

/* The blocks of a part that others lead to. */
static BlockArray entries_of(const Graph *part) {
  BlockArray entries = {0};
  for (size_t i = 0; i < part->blocks.count; i++) {
    LLVMBasicBlockRef block = part->blocks.items[i];
    bool entered = false;
    for (LLVMUseRef use = LLVMGetFirstUse(LLVMBasicBlockAsValue(block)); use && !entered;
         use = LLVMGetNextUse(use))
      entered = LLVMIsATerminatorInst(LLVMGetUser(use)) &&
                !map_has(part->numbers, LLVMGetInstructionParent(LLVMGetUser(use)));
    if (entered)
      ARRAY_PUSH(part->arena, entries, block);
  }
  return entries;
}

/* A loop that is entered in several places. */
typedef struct {
  Graph part;
  BlockArray entries;
} Loop;

static bool find_loop(const Graph *graph, Loop *found);

/* Of a part, which is a loop: itself if it has several entries, or one within. */
static bool find_within(const Graph *part, Loop *found) {
  *found = (Loop){*part, entries_of(part)};
  if (found->entries.count > 1)
    return true;
  Graph inner = graph_create(part->arena);
  LLVMBasicBlockRef header = found->entries.count ? found->entries.items[0] : part->blocks.items[0];
  for (size_t i = 0; i < part->blocks.count; i++)
    if (part->blocks.items[i] != header)
      graph_add(&inner, part->blocks.items[i]);
  return find_loop(&inner, found);
}

/* The outermost such loop; false if there is none. */
static bool find_loop(const Graph *graph, Loop *found) {
  size_t count = graph->blocks.count, first;
  Search search = {.graph = graph,
                   .order = ARENA_ARRAY(graph->arena, size_t, count),
                   .low = ARENA_ARRAY(graph->arena, size_t, count),
                   .next = ARENA_ARRAY(graph->arena, unsigned, count),
                   .waits = ARENA_ARRAY(graph->arena, bool, count),
                   .stack = ARENA_ARRAY(graph->arena, size_t, count),
                   .path = ARENA_ARRAY(graph->arena, size_t, count)};
  for (size_t start = 0; start < count; start++) {
    if (!search.order[start])
      visit(&search, start);
    while (next_part(&search, &first)) {
      Graph part = graph_create(graph->arena);
      while (search.waiting > first) {
        size_t block = search.stack[--search.waiting];
        search.waits[block] = false;
        graph_add(&part, graph->blocks.items[block]);
      }
      if (part.blocks.count > 1 && find_within(&part, found))
        return true;
    }
  }
  return false;
}

/* The one block of the loop that leads out of it, by a branch, and on in it; NULL: there are
 * several. */
static LLVMBasicBlockRef only_exit(const Graph *part) {
  LLVMBasicBlockRef exit = NULL;
  for (size_t i = 0; i < part->blocks.count; i++) {
    LLVMValueRef end = LLVMGetBasicBlockTerminator(part->blocks.items[i]);
    for (unsigned way = 0; way < LLVMGetNumSuccessors(end); way++) {
      if (map_has(part->numbers, LLVMGetSuccessor(end, way)))
        continue;
      if (exit && exit != part->blocks.items[i])
        return NULL;
      exit = part->blocks.items[i];
    }
  }
  LLVMValueRef end = exit ? LLVMGetBasicBlockTerminator(exit) : NULL;
  return end && (LLVMIsABranchInst(end) || LLVMIsASwitchInst(end)) ? exit : NULL;
}

/* The block that looks, as it is built. */
typedef struct {
  Arena *arena;
  LLVMBuilderRef builder;
  LoopEntry made;
  LLVMValueRef variable;
  BlockArray targets;
} Entry;

/* Has what leads to a block of the loop say so and go to the block that looks: from everywhere or,
 * where the loop has but one exit, from there and from outside. */
static void redirect(Entry *entry, const Graph *part, LLVMBasicBlockRef exit,
                     LLVMBasicBlockRef target) {
  LLVMContextRef context = LLVMGetTypeContext(LLVMTypeOf(entry->variable));
  LLVMValueRef number =
      LLVMConstInt(LLVMGetAllocatedType(entry->variable), entry->targets.count, false);
  ValueArray ends = {0};
  for (LLVMUseRef use = LLVMGetFirstUse(LLVMBasicBlockAsValue(target)); use;
       use = LLVMGetNextUse(use)) {
    LLVMValueRef user = LLVMGetUser(use);
    LLVMBasicBlockRef from = LLVMIsATerminatorInst(user) ? LLVMGetInstructionParent(user) : NULL;
    if (from && (!exit || from == exit || !map_has(part->numbers, from)))
      ARRAY_PUSH(entry->arena, ends, user);
  }
  bool is_again = false;
  for (size_t i = 0; i < ends.count; i++)
    for (unsigned way = 0; way < LLVMGetNumSuccessors(ends.items[i]); way++) {
      if (LLVMGetSuccessor(ends.items[i], way) != target)
        continue;
      LLVMBasicBlockRef said =
          LLVMInsertBasicBlockInContext(context, entry->made.looking, "enter.as");
      LLVMPositionBuilderAtEnd(entry->builder, said);
      LLVMBuildStore(entry->builder, number, entry->variable);
      LLVMBuildBr(entry->builder, entry->made.looking);
      LLVMSetSuccessor(ends.items[i], way, said);
      bridge_pass_phis(LLVMGetInstructionParent(ends.items[i]), target, said, entry->made.looking);
      if (exit && LLVMGetInstructionParent(ends.items[i]) == exit) {
        ARRAY_PUSH(entry->arena, entry->made.again, said);
        is_again = true;
      }
    }
  if (is_again)
    ARRAY_PUSH(entry->arena, entry->made.ways, target);
  if (ends.count) {
    ARRAY_PUSH(entry->arena, entry->targets, target);
    bridge_take_phis(target, entry->made.looking);
  }
}

/* What leads out of the loop, as blocks of their own. */
static BlockArray split_exits(Arena *arena, const Graph *part, LLVMBasicBlockRef exit) {
  BlockArray left = {0}, outside = {0};
  LLVMValueRef end = LLVMGetBasicBlockTerminator(exit);
  for (unsigned way = 0; way < LLVMGetNumSuccessors(end); way++) {
    LLVMBasicBlockRef next = LLVMGetSuccessor(end, way);
    bool known = map_has(part->numbers, next);
    for (size_t i = 0; i < outside.count && !known; i++)
      known = outside.items[i] == next;
    if (!known)
      ARRAY_PUSH(arena, outside, next);
  }
  for (size_t i = 0; i < outside.count; i++)
    ARRAY_PUSH(arena, left, bridge_split_edge(exit, outside.items[i], "left"));
  return left;
}

static LoopEntry join_entries(Arena *arena, LLVMValueRef function, const Loop *loop) {
  LLVMContextRef context = LLVMGetModuleContext(LLVMGetGlobalParent(function));
  LLVMTypeRef type = LLVMInt32TypeInContext(context);
  Entry entry = {.arena = arena, .builder = LLVMCreateBuilderInContext(context)};
  LLVMBasicBlockRef exit = only_exit(&loop->part);
  if (exit)
    entry.made.left = split_exits(arena, &loop->part, exit);
  entry.variable = build_alloca_in_entry(function, type, "enter.at");
  entry.made.looking = LLVMInsertBasicBlockInContext(context, loop->entries.items[0], "enter");
  const BlockArray *targets = exit ? &loop->part.blocks : &loop->entries;
  for (size_t i = 0; i < targets->count; i++)
    redirect(&entry, &loop->part, exit, targets->items[i]);
  LLVMPositionBuilderAtEnd(entry.builder, entry.made.looking);
  LLVMValueRef to = LLVMBuildLoad2(entry.builder, type, entry.variable, "enter.to");
  LLVMValueRef choice =
      LLVMBuildSwitch(entry.builder, to, entry.targets.items[0], (unsigned)entry.targets.count - 1);
  for (size_t i = 1; i < entry.targets.count; i++)
    LLVMAddCase(choice, LLVMConstInt(type, i, false), entry.targets.items[i]);
  LLVMDisposeBuilder(entry.builder);
  bridge_complete_phis(entry.made.looking);
  return entry.made;
}

/* Only branches can be led elsewhere. So no invoke may lead into a loop: behind each is a block
 * that nothing else reaches, and its landing pad is its own. */
static bool only_branches(LLVMValueRef function) {
  FOR_EACH_BLOCK (block, function) {
    LLVMValueRef end = LLVMGetBasicBlockTerminator(block);
    switch (LLVMGetInstructionOpcode(end)) {
    case LLVMBr:
    case LLVMSwitch:
    case LLVMRet:
    case LLVMResume:
    case LLVMUnreachable:
      break;
    case LLVMInvoke:
      if (!block_has_one_predecessor(LLVMGetNormalDest(end)))
        bridge_split_edge(block, LLVMGetNormalDest(end), "invoked");
      break;
    default:
      return false;
    }
  }
  return true;
}

static bool is_irreducible(LLVMValueRef function) {
  BridgeAnalysesRef analyses = bridge_analyses_create(function);
  bool irreducible = bridge_is_irreducible(analyses);
  bridge_analyses_dispose(analyses);
  return irreducible;
}

bool irreducible_enter_loops_once(DiagSink *sink, LLVMTargetMachineRef machine,
                                  LLVMValueRef function) {
  if (!is_irreducible(function))
    return true;
  bridge_separate_landing_pads(function);
  if (!only_branches(function))
    return true;
  Arena *arena = arena_create();
  ARRAY(LoopEntry) entries = {0};
  for (bool found = true; found;) {
    Graph graph = graph_create(arena);
    FOR_EACH_BLOCK (block, function)
      graph_add(&graph, block);
    Loop loop;
    found = find_loop(&graph, &loop);
    if (found)
      ARRAY_PUSH(arena, entries, join_entries(arena, function, &loop));
  }
  bridge_demote_undominated(function);
  variables_forget(function, entries.items, entries.count);
  arena_destroy(arena);
  bridge_promote_all(function);
  return function_run_passes(sink, function, machine, "loop-simplify,lcssa");
}
