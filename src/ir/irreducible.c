/* Loops that are entered in more than one place, as gotos and state machines make them, get one
 * entry: whatever leads to one of the old ones, from outside or within, says in a variable to
 * which, and goes to a block that looks.
 *
 *   ... goto first;   ... goto second;        ... to = 0; goto enter;   ... to = 1; goto enter;
 *                                             enter: switch (to) { first: ...; second: ... }
 *
 * Values that live across blocks wait in memory in the meantime, so that nothing has to be said of
 * them. (LLVM 22's own pass for this, fix-irreducible, makes other programs of loops of three
 * entries.) */
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

static BlockArray find_entries(const Graph *graph);

/* Of a part, which is a loop: its entries if there are several, or those of a loop within. */
static BlockArray entries_within(const Graph *part) {
  BlockArray entries = entries_of(part);
  if (entries.count > 1)
    return entries;
  Graph inner = graph_create(part->arena);
  LLVMBasicBlockRef header = entries.count ? entries.items[0] : part->blocks.items[0];
  for (size_t i = 0; i < part->blocks.count; i++)
    if (part->blocks.items[i] != header)
      graph_add(&inner, part->blocks.items[i]);
  return find_entries(&inner);
}

/* The entries of a loop that has several, outermost first; none if there is no such loop. */
static BlockArray find_entries(const Graph *graph) {
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
      BlockArray entries = part.blocks.count > 1 ? entries_within(&part) : (BlockArray){0};
      if (entries.count)
        return entries;
    }
  }
  return (BlockArray){0};
}

/* Has what leads to an entry say so and go to the block that looks. */
static void redirect(Arena *arena, LLVMBuilderRef builder, LLVMBasicBlockRef entry,
                     LLVMBasicBlockRef looking, LLVMValueRef variable, LLVMValueRef number) {
  ValueArray ends = {0};
  for (LLVMUseRef use = LLVMGetFirstUse(LLVMBasicBlockAsValue(entry)); use;
       use = LLVMGetNextUse(use))
    if (LLVMIsATerminatorInst(LLVMGetUser(use)))
      ARRAY_PUSH(arena, ends, LLVMGetUser(use));
  for (size_t i = 0; i < ends.count; i++)
    for (unsigned way = 0; way < LLVMGetNumSuccessors(ends.items[i]); way++) {
      if (LLVMGetSuccessor(ends.items[i], way) != entry)
        continue;
      LLVMBasicBlockRef said = LLVMInsertBasicBlockInContext(LLVMGetTypeContext(LLVMTypeOf(number)),
                                                             looking, "enter.as");
      LLVMPositionBuilderAtEnd(builder, said);
      LLVMBuildStore(builder, number, variable);
      LLVMBuildBr(builder, looking);
      LLVMSetSuccessor(ends.items[i], way, said);
    }
}

static void join_entries(Arena *arena, LLVMValueRef function, const BlockArray *entries) {
  LLVMContextRef context = LLVMGetModuleContext(LLVMGetGlobalParent(function));
  LLVMTypeRef type = LLVMInt32TypeInContext(context);
  LLVMBuilderRef builder = LLVMCreateBuilderInContext(context);
  LLVMValueRef variable = build_alloca_in_entry(function, type, "enter.at");
  LLVMBasicBlockRef looking = LLVMInsertBasicBlockInContext(context, entries->items[0], "enter");
  for (size_t i = 0; i < entries->count; i++)
    redirect(arena, builder, entries->items[i], looking, variable, LLVMConstInt(type, i, false));
  LLVMPositionBuilderAtEnd(builder, looking);
  LLVMValueRef to = LLVMBuildLoad2(builder, type, variable, "enter.to");
  LLVMValueRef choice =
      LLVMBuildSwitch(builder, to, entries->items[0], (unsigned)entries->count - 1);
  for (size_t i = 1; i < entries->count; i++)
    LLVMAddCase(choice, LLVMConstInt(type, i, false), entries->items[i]);
  LLVMDisposeBuilder(builder);
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
  if (!function_run_passes(sink, function, machine, "reg2mem"))
    return false;
  for (bool found = true; found;) {
    Arena *arena = arena_create();
    Graph graph = graph_create(arena);
    FOR_EACH_BLOCK (block, function)
      graph_add(&graph, block);
    BlockArray entries = find_entries(&graph);
    found = entries.count > 0;
    if (found)
      join_entries(arena, function, &entries);
    arena_destroy(arena);
  }
  return function_run_passes(sink, function, machine, "mem2reg,loop-simplify,lcssa");
}
