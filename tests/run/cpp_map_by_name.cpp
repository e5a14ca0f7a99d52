// flags: -std=c++20
/* A std::map from names to structures. The number of its elements lies in the header of the tree
 * where the pointer to the name lies in a node, and header and nodes are reached by the same
 * pointers: counting must not move the names. And integers that are addresses, which do lead
 * somewhere. */
#include "oracle.h"
#include <cstdint>
#include <map>
#include <string>

struct Well {
  double rate;
  int layer;
};

static const char *const names[] = {"alpha", "bravo, which does not fit in", "charlie", "delta"};

static void wells(const double *in, double *out) {
  std::map<std::string, Well> all;
  for (int i = 0; i < 4; i++)
    all.insert_or_assign(names[i], Well{in[i], i});
  all.insert_or_assign("alpha", Well{in[1] * in[2], 5});
  for (auto &[name, well] : all) {
    if (name == "alpha")
      out[0] += well.rate * well.layer;
    out[1] += well.rate * well.rate * (double)all.size();
  }
}

struct Level {
  double head;
  int steps;
  std::string group;
};

static void levels(const double *in, double *out) {
  std::map<std::string, Level> all;
  for (int i = 0; i < 4; i++) {
    Level &level = all[names[i]];
    level.head = in[i];
    level.steps = i;
    level.group = i % 2 ? "odd" : "even";
  }
  for (auto &[name, level] : all) {
    out[2] += level.group == "odd" ? level.head * level.head : level.head * level.steps;
    out[3] += level.head;
  }
}

/* A list whose links are integers, in a pool whose first word, another one, counts the nodes. */
struct Node {
  uintptr_t next;
  double value;
};

struct Pool {
  uintptr_t used;
  const double *scale;
  Node nodes[4];
};

__attribute__((noinline)) static double sum(const Pool *pool, uintptr_t at) {
  double total = 0;
  for (; at; at = ((Node *)at)->next)
    total += ((Node *)at)->value * *pool->scale;
  return total;
}

static void linked(const double *in, double *out) {
  Pool *pool = new Pool{};
  uintptr_t first = 0;
  pool->scale = in + 3;
  for (int i = 0; i < 4; i++) {
    Node *node = &pool->nodes[pool->used++];
    node->value = in[i] * in[i];
    node->next = first;
    first = (uintptr_t)node;
  }
  out[4] = sum(pool, first);
  out[5] = pool->nodes[2].value * (double)pool->used;
  delete pool;
}

PRIMAL(by_name) {
  wells(in, out);
  levels(in, out);
  linked(in, out);
}
ORACLE_MAIN(by_name, 4, 6, 0.4, 1.6)
