/* Minimum vertex cut: every node is an edge from its entry to its exit with the node's cost as
 * capacity; dependences are edges of unlimited capacity; a price is the capacity of an edge from
 * the source to the entry, which a cut severs just if the entry is on the side of the sinks. Dinic,
 * "Algorithm for solution of a problem of maximum flow in networks with power estimation", 1970. */
#include "cut.h"

#include <string.h>

typedef struct {
  size_t to, reverse; /* index of the opposite edge in `to`'s list */
  double capacity;
} Edge;

typedef ARRAY(Edge) EdgeArray;

struct Cut {
  Arena *arena;
  ARRAY(EdgeArray) vertices; /* 0 source, 1 sink, then entry and exit of each node */
  int *level;
  size_t *next;
  bool *from_source_side; /* vertex cannot reach the sink in the residual graph */
};

#define UNLIMITED 1e300

static void add_edge(Cut *cut, size_t from, size_t to, double capacity) {
  EdgeArray *a = &cut->vertices.items[from], *b = &cut->vertices.items[to];
  Edge forward = {to, b->count, capacity}, back = {from, a->count, 0};
  ARRAY_PUSH(cut->arena, *a, forward);
  ARRAY_PUSH(cut->arena, *b, back);
}

static size_t entry_of(size_t node) { return 2 + 2 * node; }
static size_t exit_of(size_t node) { return 3 + 2 * node; }

Cut *cut_create(Arena *arena) {
  Cut *cut = ARENA_NEW(arena, Cut);
  cut->arena = arena;
  for (int i = 0; i < 2; i++)
    ARRAY_PUSH(arena, cut->vertices, (EdgeArray){0});
  return cut;
}

size_t cut_add_node(Cut *cut, double cost) {
  size_t node = (cut->vertices.count - 2) / 2;
  for (int i = 0; i < 2; i++)
    ARRAY_PUSH(cut->arena, cut->vertices, (EdgeArray){0});
  add_edge(cut, entry_of(node), exit_of(node), cost);
  return node;
}

void cut_connect(Cut *cut, size_t from, size_t to) {
  add_edge(cut, exit_of(from), entry_of(to), UNLIMITED);
}

void cut_set_price(Cut *cut, size_t node, double price) { add_edge(cut, 0, entry_of(node), price); }
void cut_connect_source(Cut *cut, size_t node) { add_edge(cut, 0, entry_of(node), UNLIMITED); }
void cut_connect_sink(Cut *cut, size_t node) { add_edge(cut, exit_of(node), 1, UNLIMITED); }

static bool find_levels(Cut *cut, size_t *queue) {
  size_t count = cut->vertices.count;
  for (size_t i = 0; i < count; i++)
    cut->level[i] = -1;
  size_t head = 0, tail = 0;
  queue[tail++] = 0;
  cut->level[0] = 0;
  while (head < tail) {
    size_t vertex = queue[head++];
    const EdgeArray *edges = &cut->vertices.items[vertex];
    for (size_t i = 0; i < edges->count; i++)
      if (edges->items[i].capacity > 0 && cut->level[edges->items[i].to] < 0) {
        cut->level[edges->items[i].to] = cut->level[vertex] + 1;
        queue[tail++] = edges->items[i].to;
      }
  }
  return cut->level[1] >= 0;
}

/* Pushes flow along one augmenting path of the level graph; the path is kept explicitly, since
 * chains of recomputation can be longer than the C stack is deep. */
static double push_path(Cut *cut, Edge **path) {
  size_t depth = 0, vertex = 0;
  while (vertex != 1) {
    EdgeArray *edges = &cut->vertices.items[vertex];
    Edge *taken = NULL;
    for (; cut->next[vertex] < edges->count; cut->next[vertex]++) {
      Edge *edge = &edges->items[cut->next[vertex]];
      if (edge->capacity > 0 && cut->level[edge->to] == cut->level[vertex] + 1) {
        taken = edge;
        break;
      }
    }
    if (taken) {
      path[depth++] = taken;
      vertex = taken->to;
    } else if (depth == 0)
      return 0;
    else { /* dead end: step back and go past this edge */
      Edge *edge = path[--depth];
      vertex = cut->vertices.items[edge->to].items[edge->reverse].to;
      cut->next[vertex]++;
    }
  }
  double flow = UNLIMITED;
  for (size_t i = 0; i < depth; i++)
    flow = path[i]->capacity < flow ? path[i]->capacity : flow;
  for (size_t i = 0; i < depth; i++) {
    path[i]->capacity -= flow;
    cut->vertices.items[path[i]->to].items[path[i]->reverse].capacity += flow;
  }
  return flow;
}

/* Vertices that can still reach the sink; the cut nearest to the sink borders on them. */
static void mark_sides(Cut *cut, size_t *queue) {
  size_t count = cut->vertices.count, head = 0, tail = 0;
  for (size_t i = 0; i < count; i++)
    cut->from_source_side[i] = true;
  queue[tail++] = 1;
  cut->from_source_side[1] = false;
  while (head < tail) {
    size_t vertex = queue[head++];
    const EdgeArray *edges = &cut->vertices.items[vertex];
    for (size_t i = 0; i < edges->count; i++) {
      const Edge *edge = &edges->items[i];
      const Edge *toward = &cut->vertices.items[edge->to].items[edge->reverse];
      if (toward->capacity > 0 && cut->from_source_side[edge->to]) {
        cut->from_source_side[edge->to] = false;
        queue[tail++] = edge->to;
      }
    }
  }
}

void cut_solve(Cut *cut) {
  size_t count = cut->vertices.count;
  cut->level = ARENA_ARRAY(cut->arena, int, count);
  cut->next = ARENA_ARRAY(cut->arena, size_t, count);
  cut->from_source_side = ARENA_ARRAY(cut->arena, bool, count);
  size_t *queue = ARENA_ARRAY(cut->arena, size_t, count);
  Edge **path = ARENA_ARRAY(cut->arena, Edge *, count);
  while (find_levels(cut, queue)) {
    memset(cut->next, 0, count * sizeof *cut->next);
    while (push_path(cut, path) > 0)
      ;
  }
  mark_sides(cut, queue);
}

bool cut_is_cut(const Cut *cut, size_t node) {
  return cut->from_source_side[entry_of(node)] && !cut->from_source_side[exit_of(node)];
}
